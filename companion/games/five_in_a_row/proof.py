"""A picture of a position of five in a row with the hint's line of moves numbered on it, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import CompanionError
from companion.text import Text

from .hints import hint
from .rules import SIGNS, Five

PX_PER_CELL = 24
COLOURS = ("#cc3d1e", "#1261b3")


def picture(positions: Sequence[Five]) -> str:
    """The picture of one position."""
    if len(positions) != 1:
        raise CompanionError(ONE)
    (position,) = positions
    columns, rows = position.options.size
    size = f'width="{columns * PX_PER_CELL}" height="{rows * PX_PER_CELL}" viewBox="0 0 {columns} {rows}"'
    lines = [f"M{x} 0V{rows}" for x in range(columns + 1)] + [f"M0 {y}H{columns}" for y in range(rows + 1)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{columns}" height="{rows}" fill="#fff"/>',
        f'<path d="{"".join(lines)}" stroke="#bbb" stroke-width="0.04"/>',
        *_signs(position),
        *_numbers(position),
        "</svg>",
    ]
    return "\n".join(parts)


def _signs(position: Five) -> list[str]:
    found = [
        f'<path d="M{x + 0.2} {y + 0.2}l0.6 0.6m0 -0.6l-0.6 0.6" stroke="{COLOURS[0]}" stroke-width="0.1"/>'
        for x, y in position.cells(SIGNS[0])
    ]
    return found + [
        f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r="0.32" fill="none" stroke="{COLOURS[1]}" stroke-width="0.1"/>'
        for x, y in position.cells(SIGNS[1])
    ]


def _numbers(position: Five) -> list[str]:
    found = hint(position)
    if found is None:
        return []
    shows = found.shows or tuple(one for remark in found.remarks for one in remark.shows)
    x, y = found.move
    parts = [f'<rect x="{x}" y="{y}" width="1" height="1" fill="#2f8f4e" fill-opacity="0.25"/>']
    for one in shows:
        ((x, y),) = one.corners  # type: ignore[assignment]
        parts.append(
            f'<text x="{x}" y="{y + 0.2}" font-size="0.55" fill="{COLOURS[one.player or 0]}">{one.label}</text>'  # type: ignore[operator]
        )
    return parts


ONE = Text(en="a picture shows one position; give one", ru="картинка показывает одну позицию; дайте одну")

"""Plain charts as SVG: lines over the runs, stacked bars of the stages. No library is worth its weight for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 190, 34, 44
"""Margins round the drawing area, px; the legend stands at the right."""

COLOURS = ("#1f6fb4", "#d1495b", "#2e8b57", "#b8860b", "#6a4c93", "#3aa6a6", "#8c564b", "#7f7f7f", "#c06bd1")


def line_chart(
    title: str,
    labels: Sequence[str],
    lines: Mapping[str, Sequence[float | None]],
    *,
    low: float,
    high: float,
    unit: str,
) -> str:
    """One line for each name, a point for each label; values outside `low`..`high` are drawn at the edge."""
    pieces = _frame(title, low, high, unit)
    step = (WIDTH - LEFT - RIGHT) / max(len(labels) - 1, 1)
    for number, label in enumerate(labels):
        pieces.append(_text(LEFT + number * step, HEIGHT - BOTTOM + 16, label, "middle", 10))
    for number, (name, values) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = [
            (LEFT + place * step, _y(value, low, high))
            for place, value in enumerate(values)
            if value is not None
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        pieces.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        pieces += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        pieces.append(_legend(number, name, colour))
    return _svg(pieces)


def stacked_bars(title: str, bars: Mapping[str, Sequence[float]], parts: Sequence[str], *, unit: str) -> str:
    """A bar for each name, made up of its parts from the bottom up."""
    high = max([sum(values) for values in bars.values()] + [1e-9]) * 1.1
    pieces = _frame(title, 0.0, high, unit)
    room = (WIDTH - LEFT - RIGHT) / max(len(bars), 1)
    for number, (name, values) in enumerate(bars.items()):
        x, base = LEFT + (number + 0.2) * room, 0.0
        for part, value in enumerate(values):
            top, bottom = _y(base + value, 0.0, high), _y(base, 0.0, high)
            pieces.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{0.6 * room:.1f}" height="{bottom - top:.1f}" '
                f'fill="{COLOURS[part % len(COLOURS)]}"/>'
            )
            base += value
        for row, word in enumerate(name.split(" ", 1)):
            pieces.append(_text(x + 0.3 * room, HEIGHT - BOTTOM + 15 + 12 * row, word, "middle", 10))
    pieces += [_legend(number, part, COLOURS[number % len(COLOURS)]) for number, part in enumerate(parts)]
    return _svg(pieces)


def _y(value: float, low: float, high: float) -> float:
    share = (min(max(value, low), high) - low) / (high - low)
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _frame(title: str, low: float, high: float, unit: str) -> list[str]:
    pieces = [_text(LEFT, 20, title, "start", 14)]
    for number in range(5):
        value = low + (high - low) * number / 4
        y = _y(value, low, high)
        pieces.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        pieces.append(_text(LEFT - 8, y + 4, f"{value:.4g} {unit}", "end", 10))
    return pieces


def _legend(number: int, name: str, colour: str) -> str:
    y = TOP + 16 * number
    box = f'<rect x="{WIDTH - RIGHT + 14}" y="{y}" width="10" height="10" fill="{colour}"/>'
    return box + _text(WIDTH - RIGHT + 30, y + 9, name, "start", 11)


def _text(x: float, y: float, text: str, anchor: str, size: int) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="#333" '
        f'font-family="sans-serif">{escape(text)}</text>'
    )


def _svg(pieces: Sequence[str]) -> str:
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n'
    )
    return start + "\n".join(pieces) + "\n</svg>\n"

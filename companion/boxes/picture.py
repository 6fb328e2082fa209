"""Boards of boxes as people draw them in letters: `o` dots, `---` and `|` lines, a letter in the middle of a box.

A line in a player's colour has his letter in place of the middle dash or of the `|`."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import NotationError

from . import messages
from .position import BOTH, DRAWN, FREE, UNREADABLE, Boxes, BoxRules, from_rows

STEP = 4
"""Letters from one dot to the next."""


def picture(position: Boxes) -> str:
    """The drawing."""
    shape = position.options.board
    across, down = position._rows()
    cells = dict(zip(shape.cells, position.signs))
    lines = []
    for y in range(shape.rows + 1):
        row = ""
        for x in range(shape.columns + 1):
            row += "o" if (x, y) in shape.corners else " "
            if x < shape.columns:
                row += _dashes(across[y][x])
        lines.append(row.rstrip())
        if y < shape.rows:
            row = ""
            for x in range(shape.columns + 1):
                letter = down[y][x]
                row += "|" if letter == DRAWN else " " if letter == FREE else letter
                if x < shape.columns:
                    sign = cells.get((x, y), FREE)
                    row += f" {' ' if sign == FREE else sign} "
            lines.append(row.rstrip())
    return "\n".join(lines)


def _dashes(letter: str) -> str:
    return "   " if letter == FREE else "---" if letter == DRAWN else f"-{letter}-"


def size_of(text: str) -> tuple[int, int]:
    """Cells across and down in a drawing; raises `NotationError`."""
    grid = _grid(text)
    return ((max(map(len, grid)) - 1) // STEP, (len(grid) - 1) // 2)


def parse_board(text: str, options: BoxRules) -> Boxes:
    """Reads a drawing; raises `NotationError`."""
    grid, shape = _grid(text), options.board
    width, height = STEP * shape.columns + 1, 2 * shape.rows + 1
    if len(grid) != height or max(map(len, grid)) > width:
        raise NotationError(messages.PICTURE)
    padded = [row.ljust(width) for row in grid]
    for y, row in enumerate(padded):
        for x, sign in enumerate(row):
            is_dot = y % 2 == 0 and x % STEP == 0
            if is_dot and (sign == "o") != ((x // STEP, y // 2) in shape.corners):
                raise NotationError(messages.PICTURE, text, _place(text, grid, y, x))
    keys = options.keys + BOTH

    def letter(y: int, x: int, allowed: str, mean: Callable[[str], str]) -> str:
        sign = padded[y][x]
        if sign not in allowed:
            raise NotationError(messages.PICTURE, text, _place(text, grid, y, x))
        return mean(sign)

    def line(sign: str) -> str:
        return FREE if sign == " " else sign if sign in keys else DRAWN

    across = [
        "".join(letter(2 * y, STEP * x + 2, " -" + keys, line) for x in range(shape.columns))
        for y in range(shape.rows + 1)
    ]
    down = [
        "".join(letter(2 * y + 1, STEP * x, " |" + keys, line) for x in range(shape.columns + 1))
        for y in range(shape.rows)
    ]
    signs = [
        "".join(
            letter(
                2 * y + 1, STEP * x + 2, " ." + keys + UNREADABLE, lambda sign: FREE if sign == " " else sign
            )
            for x in range(shape.columns)
        )
        for y in range(shape.rows)
    ]
    return from_rows(across, down, signs, options, text)


def _grid(text: str) -> list[str]:
    """The lines of a drawing without what is empty before, behind and left of it."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    dots = [line.index("o") for line in lines if "o" in line]
    if not dots or len(lines) % 2 == 0:
        raise NotationError(messages.PICTURE)
    left = min(dots)
    return [line[left:] for line in lines]


def _place(text: str, grid: list[str], y: int, x: int) -> int | None:
    """Where a sign of the drawing stands in the text, as near as it can be told."""
    lines = text.splitlines(keepends=True)
    skipped = next((k for k, line in enumerate(lines) if line.strip()), 0)
    left = min(line.index("o") for line in lines if "o" in line)
    start = sum(len(line) for line in lines[: skipped + y])
    return min(start + left + x, len(text))

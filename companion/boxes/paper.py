"""Marks on paper to a board of boxes and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.position import Place, Stroke

from .position import BOTH, DRAWN, FREE, UNREADABLE, Boxes, BoxRules

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"
SYMBOLS = ("cross", "nought", "dot", "filled")
"""The signs of the first to the fourth player."""


def read(marks: Sequence[Mark], options: BoxRules, begins: int | None = None) -> Boxes:
    """The position that the marks show; lines that are no side of a cell stay visible as strays."""
    shape, keys = options.board, options.keys
    lines: dict[int, set[str]] = defaultdict(set)
    signs: dict[Place, set[str]] = defaultdict(set)
    strays = []
    is_coloured = bool(getattr(options, "is_coloured", False))
    for mark in marks:
        match mark.at:
            case ((int(ax), int(ay)), (int(bx), int(by))) if mark.symbol.value == "line":
                stroke: Stroke = ((ax, ay), (bx, by))
                number = shape.number.get(stroke)
                if number is None:
                    strays.append(stroke)
                elif not options.printed >> number & 1:
                    is_told = is_coloured and mark.player is not None
                    lines[number].add(keys[mark.player or 0] if is_told else DRAWN)
            case (int(x), int(y)) if mark.symbol.value not in ("nothing", "line") and (x, y) in shape.cells:
                signs[x, y].add(_sign(mark, keys))
    return Boxes(
        "".join(_letter(lines.get(n), BOTH) for n in range(len(shape.sides))),
        "".join(_letter(signs.get(cell), BOTH) for cell in shape.cells),
        options.beginner if begins is None or begins >= len(keys) else begins,
        options,
        strays=tuple(sorted(strays)),
    )


def ink(position: Boxes) -> tuple[Mark, ...]:
    """The lines and signs that players would have drawn."""
    from printables.marks import Kind, Mark, Symbol

    shape, keys = position.options.board, position.options.keys
    found = []
    for number, letter in enumerate(position.lines):
        if letter != FREE:
            for player in _players(letter, keys):
                found.append(Mark(BOARD, Kind.OUTLINE, shape.sides[number], Symbol.LINE, player))
    for cell, letter in zip(shape.cells, position.signs):
        if letter not in (FREE, UNREADABLE):
            for player in _players(letter, keys):
                found.append(Mark(BOARD, Kind.CELL, cell, Symbol(SYMBOLS[player]), player))
    return tuple(found)


def _players(letter: str, keys: str) -> tuple[int, ...]:
    if letter == BOTH:
        return (0, 1)
    return (keys.index(letter),) if letter in keys else (0,)


def _sign(mark: Mark, keys: str) -> str:
    symbol = mark.symbol.value
    if symbol == "hatched":
        symbol = "filled"
    if symbol in SYMBOLS[: len(keys)]:
        return keys[SYMBOLS.index(symbol)]
    return UNREADABLE


def _letter(found: set[str] | None, both: str) -> str:
    if not found:
        return FREE
    return next(iter(found)) if len(found) == 1 else both

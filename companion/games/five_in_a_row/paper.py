"""Marks on paper to a position of five in a row and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.position import Place

from .options import FiveOptions, beginner
from .rules import BOTH, FREE, SIGNS, UNREADABLE, Five

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"


def read(marks: Sequence[Mark], options: FiveOptions, begins: int | None = None) -> Five:
    """The position that the marks show; two signs in one cell stay visible."""
    signs: dict[Place, set[str]] = defaultdict(set)
    for mark in marks:
        match mark.at:
            case (int(x), int(y)) if sign := _sign(mark, options):
                signs[x, y].add(sign)
    columns, rows = options.size
    letters = tuple("".join(_letter(signs.get((x, y), set())) for x in range(columns)) for y in range(rows))
    return Five(letters, beginner(options) if begins is None else begins, options)


def ink(position: Five) -> tuple[Mark, ...]:
    """The signs players would have drawn."""
    from printables.marks import Kind, Mark, Symbol

    is_xo = position.options.signs == "xo"
    symbols = (Symbol.CROSS, Symbol.NOUGHT) if is_xo else (Symbol.DOT, Symbol.DOT)
    return tuple(
        Mark(BOARD, Kind.CELL, place, symbols[player], player)
        for player, sign in enumerate(SIGNS)
        for place in position.cells(sign + BOTH)
    )


def _sign(mark: Mark, options: FiveOptions) -> str:
    """The letter of a mark: by its sign where players draw crosses and noughts, else by its pen."""
    match mark.symbol.value:
        case "nothing" | "line":
            return ""
        case "cross" if options.signs == "xo":
            return SIGNS[0]
        case "nought" if options.signs == "xo":
            return SIGNS[1]
        case _ if options.signs == "colours" and mark.player is not None:
            return SIGNS[mark.player]
    return UNREADABLE


def _letter(signs: set[str]) -> str:
    match sorted(signs):
        case []:
            return FREE
        case [sign]:
            return sign
        case ["O", "X"]:
            return BOTH
        case _:
            return UNREADABLE

"""Marks on paper to a tic-tac-toe position and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.position import Place

from .options import TicTacToeOptions, beginner
from .rules import BOTH, FREE, SIGNS, UNREADABLE, TicTacToe

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "1"
"""The first grid of a sheet; `ink` draws there."""


def read(marks: Sequence[Mark], options: TicTacToeOptions, begins: int | None = None) -> TicTacToe:
    """The position that the marks of one grid show; a crossed pair of signs in one cell stays visible."""
    signs: dict[Place, set[str]] = defaultdict(set)
    for mark in marks:
        if sign := _sign(mark):
            x, y = mark.at
            signs[int(str(x)), int(str(y))].add(sign)
    size = range(options.size)
    rows = tuple("".join(_letter(signs.get((x, y), set())) for x in size) for y in size)
    return TicTacToe(rows, _first(marks, options) if begins is None else begins, options)


def ink(position: TicTacToe) -> tuple[Mark, ...]:
    """The signs players would have drawn in the first grid."""
    from printables.marks import Kind, Mark, Symbol

    symbols = (Symbol.CROSS, Symbol.NOUGHT)
    found = []
    for player, sign in enumerate(SIGNS):
        for letter in (sign, BOTH):
            for place in position.cells(letter):
                found.append(Mark(BOARD, Kind.CELL, place, symbols[player], player))
    return tuple(found)


def _sign(mark: Mark) -> str:
    """The letter of a mark; what is neither cross nor nought is unreadable."""
    match mark.symbol.value:
        case "cross":
            return SIGNS[0]
        case "nought":
            return SIGNS[1]
        case "nothing" | "line":
            return ""
        case _:
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


def _first(marks: Sequence[Mark], options: TicTacToeOptions) -> int:
    """In a series the grid's number says who began."""
    names = [mark.board for mark in marks if mark.board.isdigit()]
    return beginner(options, int(names[0]) if names else 1)

"""Marks on paper to a position of paper soccer and back.

The sheet's lattice begins one row above the field, at the back of the upper goal: `(x, y)` of the rules is the
board's point `(x, y + 1)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.position import Place

from .field import step
from .options import SoccerOptions, beginner
from .rules import Line, Soccer, _order

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"


def on_board(place: Any) -> Any:
    """Where a point, step or corner of the rules lies on the sheet's board."""
    if isinstance(place[0], tuple):
        return tuple(map(on_board, place))
    return (place[0], place[1] + 1)


def off_board(place: Place) -> Place:
    """The rules' name of a point of the board."""
    return (place[0], place[1] - 1)


def read(marks: Sequence[Mark], options: SoccerOptions, begins: int | None = None) -> Soccer:
    """The position that the marks show."""
    lines: list[Line] = []
    for mark in marks:
        match mark.at:
            case ((int(ax), int(ay)), (int(bx), int(by))) if mark.symbol.value == "line":
                owner = mark.player if options.pens == "two" else None
                lines.append((step(off_board((ax, ay)), off_board((bx, by))), owner))
    return Soccer(tuple(sorted(lines, key=_order)), beginner(options) if begins is None else begins, options)


def ink(position: Soccer) -> tuple[Mark, ...]:
    """The steps players would have drawn."""
    from printables.marks import Kind, Mark, Symbol

    return tuple(
        Mark(BOARD, Kind.CHAIN, on_board(stroke), Symbol.LINE, owner or 0) for stroke, owner in position.lines
    )

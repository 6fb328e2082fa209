"""Marks on paper to a position of barriers and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.position import Place, Stroke

from .lines import Line, joined, link, links_of
from .options import BarriersOptions
from .rules import Barriers, order

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"


def on_board(place: Any) -> Any:
    """Where a cell, line or corner of the rules lies on the sheet's board: a line runs from middle to middle."""
    if isinstance(place[0], tuple):
        return tuple((x + 0.5, y + 0.5) for x, y in place)
    return place


def read(marks: Sequence[Mark], options: BarriersOptions, begins: int | None = None) -> Barriers:
    """The position that the marks show; with two pens and no tick, who has a line more began."""
    links: dict[int | None, list[Stroke]] = {}
    sides = []
    for mark in marks:
        match mark.at:
            case ((int(ax), int(ay)), (int(bx), int(by))) if mark.symbol.value == "line":
                if mark.kind.value == "outline":
                    sides.append(_beside((ax, ay), (bx, by)))
                else:
                    owner = mark.player if options.pens == "two" else None
                    links.setdefault(owner, []).append(link((ax, ay), (bx, by)))
    lines: list[Line] = [(walk, owner) for owner, own in links.items() for walk in joined(own)]
    first = _beginner(lines) if begins is None else begins
    return Barriers(tuple(sorted(lines, key=order)), first, options, tuple(sorted(sides)))


def _beginner(lines: Sequence[Line]) -> int:
    owners = [owner for _, owner in lines]
    return int(owners.count(1) > owners.count(0))


def _beside(one: Place, two: Place) -> Stroke:
    """The cells on both sides of a stroke along a border, from corner to corner."""
    (ax, ay), (_, by) = one, two
    return ((ax, ay - 1), (ax, ay)) if ay == by else ((ax - 1, ay), (ax, ay))


def _along(one: Place, two: Place) -> Stroke:
    """The border between two cells, from corner to corner."""
    (ax, _), (bx, by) = one, two
    return ((bx, by), (bx + 1, by)) if ax == bx else ((bx, by), (bx, by + 1))


def ink(position: Barriers) -> tuple[Mark, ...]:
    """The lines that players would have drawn."""
    from printables.marks import Kind, Mark, Symbol

    return tuple(
        Mark(BOARD, Kind.BAR, one, Symbol.LINE, owner or 0)
        for walk, owner in position.lines
        for one in links_of(walk)
    ) + tuple(Mark(BOARD, Kind.OUTLINE, _along(*side), Symbol.LINE, 0) for side in position.sides)

"""Marks on paper to a position of Segments and back.

Printed point n of the rules is the board's place `(n, 0)`. Points that players drew are marks themselves, numbered
from the top down; their segments name the places of both points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .options import SegmentsOptions
from .points import Spot
from .rules import Fault, Line, Pair, Segments, stroke_of

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"
FAULTS = {"line": Fault.NONE, "crooked": Fault.CROOKED, "astray": Fault.ASTRAY}
SYMBOLS = {fault.value: symbol for symbol, fault in FAULTS.items()}


def read(marks: Sequence[Mark], options: SegmentsOptions, begins: int | None = None) -> Segments:
    """The position that the marks show; where nobody ticked a box, who has one segment more began."""
    dots = _dots(marks)
    if options.is_drawn:
        options = replace(options, placed=dots)
    lines = []
    for mark in marks:
        match mark.at:
            case ((int(), int()) as one, (int(), int()) as two) if mark.symbol.value in FAULTS:
                fault = FAULTS[mark.symbol.value]
                pair, is_at = _pair(one, two, dots) if options.is_drawn else ((one[0], two[0]), True)
                if pair is None:
                    continue
                owner = mark.player if options.pens == "two" and mark.player is not None else -1
                lines.append(Line(pair, owner, (fault if is_at else Fault.ASTRAY).value))
    owners = [line.owner for line in lines]
    leads = owners.count(1) == owners.count(0) + 1
    first = int(leads) if begins is None else begins
    return Segments(tuple(sorted(lines)), first, options, () if options.is_drawn else dots)


def _dots(marks: Sequence[Mark]) -> tuple[Spot, ...]:
    """Where dots are drawn by hand, from the top down."""
    places = {mark.at for mark in marks if mark.kind.value == "loose" and mark.symbol.value == "dot"}
    return tuple(sorted(places, key=lambda place: place[::-1]))  # type: ignore[arg-type]


def _pair(one: Spot, two: Spot, dots: Sequence[Spot]) -> tuple[Pair | None, bool]:
    """The numbers of the points at both ends, and whether they are there: of one said to be none, the nearest."""
    if len(dots) < 2:
        return None, False
    if one in dots and two in dots:
        return _sorted(dots.index(one), dots.index(two)), True
    start, end = (one, two) if one in dots else (two, one)
    first = _nearest(start, dots, -1)
    return _sorted(first, _nearest(end, dots, first)), False


def _nearest(place: Spot, dots: Sequence[Spot], but: int) -> int:
    return min(
        (number for number in range(len(dots)) if number != but),
        key=lambda number: (dots[number][0] - place[0]) ** 2 + (dots[number][1] - place[1]) ** 2,
    )


def _sorted(one: int, two: int) -> Pair:
    return (min(one, two), max(one, two))


def ink(position: Segments) -> tuple[Mark, ...]:
    """The points and lines that players would have drawn."""
    from printables.marks import Kind, Mark, Symbol, segment

    is_drawn, spots = position.options.is_drawn, position.spots
    dots = spots if is_drawn else position.added
    return (
        *(Mark(BOARD, Kind.LOOSE, dot, Symbol.DOT, 0) for dot in dots),
        *(
            Mark(
                BOARD,
                Kind.JOIN,
                segment(*(spots[number] for number in line.pair)) if is_drawn else stroke_of(line.pair),
                Symbol(SYMBOLS[line.fault]),
                max(line.owner, 0),
            )
            for line in position.lines
        ),
    )


def spot_name(where: tuple[Spot, Spot] | Spot) -> str:
    """What a mark's place is called: printed points by their numbers, drawn ones by millimetres from the top left."""
    match where:
        case ((int(one), 0), (int(two), 0)):
            return f"{one + 1}-{two + 1}"
        case ((int(), int()) as one_spot, (int(), int()) as two_spot):
            return f"{spot_name(one_spot)}-{spot_name(two_spot)}"
        case (int(x), int(y)):
            return f"({x / 10:g}, {y / 10:g})"
    raise ValueError(f"{where!r} is no place")

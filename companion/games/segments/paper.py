"""Marks on paper to a position of Segments and back: point n of the rules is the board's place `(n, 0)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .options import SegmentsOptions
from .rules import Fault, Line, Segments, stroke_of

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"
FAULTS = {"line": Fault.NONE, "crooked": Fault.CROOKED, "astray": Fault.ASTRAY}
SYMBOLS = {fault.value: symbol for symbol, fault in FAULTS.items()}


def read(marks: Sequence[Mark], options: SegmentsOptions, begins: int | None = None) -> Segments:
    """The position that the marks show; where nobody ticked a box, who has one segment more began."""
    lines = []
    for mark in marks:
        match mark.at:
            case ((int(one), _), (int(two), _)) if mark.symbol.value in FAULTS:
                owner = mark.player if options.pens == "two" and mark.player is not None else -1
                lines.append(Line((min(one, two), max(one, two)), owner, FAULTS[mark.symbol.value].value))
    owners = [line.owner for line in lines]
    leads = owners.count(1) == owners.count(0) + 1
    return Segments(tuple(sorted(lines)), int(leads) if begins is None else begins, options)


def ink(position: Segments) -> tuple[Mark, ...]:
    """The lines that players would have drawn."""
    from printables.marks import Kind, Mark, Symbol

    return tuple(
        Mark(BOARD, Kind.JOIN, stroke_of(line.pair), Symbol(SYMBOLS[line.fault]), max(line.owner, 0))
        for line in position.lines
    )

"""Dots drawn anywhere, found again: two readings of one sheet put them a little differently."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from printables.marks import At, Kind, Mark, segment

AT_POINT = 25
"""A dot read so near to a drawn one is that dot, in tenths of a millimetre: the rules' own tolerance for ends."""


def as_drawn(drawn: Iterable[Mark], read: Sequence[Mark]) -> list[Mark]:
    """The read marks with the places of dots drawn anywhere, and of lines between such, as they were drawn.

    Every drawn dot has one read one at most, the nearest."""
    places = [mark.at for mark in drawn if mark.kind is Kind.LOOSE]
    away = sorted(
        (distance, mark.at, place)
        for mark in read
        if mark.kind is Kind.LOOSE
        for place in places
        if (distance := _away(mark.at, place)) <= AT_POINT
    )
    known: dict[At, At] = {}
    for _, seen, place in away:
        if seen not in known and place not in known.values():
            known[seen] = place
    return [replace(mark, at=_moved(mark.at, known)) for mark in read]


def _moved(at: At, known: dict[At, At]) -> At:
    match at:
        case ((int(), int()) as one, (int(), int()) as two):
            ends = (known.get(one, one), known.get(two, two))
            return segment(*ends)  # type: ignore[arg-type]
    return known.get(at, at)


def _away(one: At, two: At) -> float:
    match one, two:
        case (int(x), int(y)), (int(a), int(b)):
            return math.hypot(x - a, y - b)
    return math.inf

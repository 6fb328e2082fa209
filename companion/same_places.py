"""Dots drawn anywhere, found again: two readings of one sheet put them a little differently."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printables.marks import At, Kind, Mark, Point, segment

AT_POINT = 25
"""A dot read so near to a drawn one is that dot, in tenths of a millimetre: the rules' own tolerance for ends."""


def as_drawn(drawn: Iterable[Mark], read: Sequence[Mark]) -> list[Mark]:
    """The read marks with the places of dots drawn anywhere, and of lines between such, as they were drawn."""
    places, seen = _dots(drawn), _dots(read)
    known: dict[At, At] = {seen[two]: places[one] for one, two in same_dots(places, seen)}
    return [replace(mark, at=_moved(mark.at, known)) for mark in read]


def same_dots(before: Sequence[Point], now: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Which of the dots `now` each one `before` is, by their numbers: each is one at most, the nearest pairs first."""
    away = sorted(
        (distance, one, two)
        for one, place in enumerate(before)
        for two, other in enumerate(now)
        if (distance := math.dist(place, other)) <= AT_POINT
    )
    ones, twos = set[int](), set[int]()
    for _, one, two in away:
        if one not in ones and two not in twos:
            ones.add(one)
            twos.add(two)
            yield one, two


def _dots(marks: Iterable[Mark]) -> list[Point]:
    """The places of dots drawn anywhere, each once."""
    return list(dict.fromkeys(mark.at for mark in marks if mark.kind is Kind.LOOSE))  # type: ignore[misc]


def _moved(at: At, known: dict[At, At]) -> At:
    match at:
        case ((int(), int()) as one, (int(), int()) as two):
            ends = (known.get(one, one), known.get(two, two))
            return segment(*ends)  # type: ignore[arg-type]
    return known.get(at, at)

"""Whether any fleet fits a puzzle: a search that stops at the first one, on fields as bits of one number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.position import Place

from .cells import around
from .fleet import placements
from .puzzle import Puzzle

MOST_NODES = 20_000
"""A longer search is left to the counting, which takes as long whatever the answer is."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place of a ship: its cells and the water beside them, as bits."""

    ship: int
    rim: int


def has_fleet(puzzle: Puzzle) -> bool:
    """Whether at least one fleet fits.

    >>> has_fleet(Puzzle(2, {1: 1}))
    True
    >>> has_fleet(Puzzle(2, {1: 2}))
    False
    """
    if min(puzzle.left.values(), default=0) < 0:
        return False
    water, must = as_bits(puzzle.water, puzzle.size), as_bits(puzzle.must, puzzle.size)
    fitting = {
        length: [
            spot
            for spot in _spots(length, puzzle.size, puzzle.may_touch_corners)
            if not spot.ship & water
            and not spot.rim & must
            and (length not in puzzle.told or spot.ship & must != spot.ship)
        ]
        for length, number in puzzle.left.items()
        if number
    }
    try:
        return _Search(fitting).go_on(must, 0, dict(puzzle.left))
    except _TooLong:
        from .counting import count_fleets

        return count_fleets(puzzle) > 0


class _TooLong(Exception):
    """The search has seen too many nodes."""


class _Search:
    """Hits first, each under every ship that can cover it; then the longest ships, first places first."""

    def __init__(self, fitting: Mapping[int, list[_Spot]]) -> None:
        self.fitting = fitting
        self.nodes = 0

    def go_on(self, must: int, closed: int, left: dict[int, int]) -> bool:
        """Whether the fleet can be completed from here."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise _TooLong
        if must:
            return self._cover(must, closed, left)
        return self._place(sorted((length for length, number in left.items() if number)), closed, left)

    def _cover(self, must: int, closed: int, left: dict[int, int]) -> bool:
        hit = must & -must
        for length, spots in self.fitting.items():
            if left[length]:
                fewer = left | {length: left[length] - 1}
                for spot in spots:
                    can_cover = spot.ship & hit and not spot.ship & closed
                    if can_cover and self.go_on(must & ~spot.ship, closed | spot.ship | spot.rim, fewer):
                        return True
        return False

    def _place(self, lengths: list[int], closed: int, left: dict[int, int], first: int = 0) -> bool:
        if not lengths:
            return True
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise _TooLong
        *shorter, length = lengths
        spots = self.fitting[length]
        for number in range(first, len(spots)):
            spot = spots[number]
            if spot.ship & closed:
                continue
            more = closed | spot.ship | spot.rim
            if left[length] == 1:
                if self._place(shorter, more, left):
                    return True
            elif self._place(lengths, more, left | {length: left[length] - 1}, number + 1):
                return True
        return False


def as_bits(cells: Iterable[Place], size: int) -> int:
    """Cells as one number, a bit for each."""
    bits = 0
    for x, y in cells:
        bits |= 1 << y * size + x
    return bits


@lru_cache(maxsize=256)
def _spots(length: int, size: int, may_touch_corners: bool) -> tuple[_Spot, ...]:
    """All places for one length on an empty field."""
    return tuple(
        _Spot(as_bits(ship, size), as_bits(around(ship, size, has_corners=not may_touch_corners), size))
        for ship in placements(length, size)
    )

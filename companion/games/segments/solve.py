"""Who wins, exactly: drawn segments cut the sheet into parts that are games of their own.

A part is a set of segments that may still be drawn and stand in each other's way, kept as bits. Parts are worth a
nim number (Sprague and Grundy); only the largest part of a sum is searched, against a nim heap worth all the others
(Lemoine and Viennot, *Nimbers are inevitable*, 2012). Free points in convex position, none hidden from another, are
Dawson's Kayles (Berlekamp, Conway and Guy, *Winning Ways*, chapter 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .points import Spot, is_near, turns
from .rules import THIRD_POINT, Pair, Segments, meet

BUDGET = 50_000
"""Parts looked at before a search gives up; at most two seconds on a slow machine."""


class TooLarge(Exception):
    """The search would take longer than a player waits."""


@dataclass(frozen=True, slots=True)
class Table:
    """All segments between some points: `blocks` says for each which others it rules out, itself included, as bits."""

    spots: tuple[Spot, ...]
    pairs: tuple[Pair, ...]
    blocks: tuple[int, ...]

    def alive(self, position: Segments) -> int:
        """The segments that may still be drawn."""
        number_of = {pair: number for number, pair in enumerate(self.pairs)}
        return sum(1 << number_of[pair] for pair in position.legal_pairs() if pair in number_of)

    def parts(self, alive: int) -> list[int]:
        """The independent parts of what may be drawn, the largest last."""
        found = []
        while alive:
            part, edge = 0, alive & -alive
            while edge:
                part |= edge
                near = 0
                for number in bits(edge):
                    near |= self.blocks[number]
                edge = near & alive & ~part
            alive &= ~part
            found.append(part)
        return sorted(found, key=int.bit_count)

    def points_of(self, part: int) -> set[int]:
        """The points between which a part's segments run."""
        return {number for one in bits(part) for number in self.pairs[one]}

    def is_convex(self, part: int) -> bool:
        """Whether the part's points are corners of a convex figure, each joined to each: Dawson's Kayles."""
        points = self.points_of(part)
        if part.bit_count() * 2 != len(points) * (len(points) - 1):
            return False
        return are_convex([self.spots[number] for number in points])


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=16)
def table_of(spots: tuple[Spot, ...]) -> Table:
    """The table of the segments between these points that touch no third one."""
    pairs = [
        pair
        for pair in combinations(range(len(spots)), 2)
        if not any(
            number not in pair and is_near(spot, spots[pair[0]], spots[pair[1]], THIRD_POINT)
            for number, spot in enumerate(spots)
        )
    ]
    blocks = [1 << number for number in range(len(pairs))]
    for one, two in combinations(range(len(pairs)), 2):
        if set(pairs[one]) & set(pairs[two]) or meet(spots, pairs[one], pairs[two]):
            blocks[one] |= 1 << two
            blocks[two] |= 1 << one
    return Table(spots, tuple(pairs), tuple(blocks))


def are_convex(spots: list[Spot]) -> bool:
    """Whether every point is a corner of the figure round all of them (Andrew's monotone chain)."""
    spots = sorted(spots)
    corners = 0
    for row in (spots, spots[::-1]):
        chain: list[Spot] = []
        for spot in row:
            while len(chain) > 1 and turns(chain[-2], chain[-1], spot) <= 0:
                chain.pop()
            chain.append(spot)
        corners += len(chain) - 1
    return corners == len(spots)


@lru_cache(maxsize=64)
def kayles(points: int) -> int:
    """The nim number of free points on a circle.

    >>> [kayles(points) for points in range(10)]
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]
    """
    after = {kayles(left) ^ kayles(points - 2 - left) for left in range(max(points - 1, 0))}
    return next(number for number in range(points + 1) if number not in after)


class Solver:
    """Searches one table; what it found is remembered between questions. Raises `TooLarge` beyond the budget."""

    def __init__(self, table: Table, budget: int = BUDGET) -> None:
        self.table = table
        self.left = budget
        self._values: dict[int, int] = {}
        self._is_won: dict[tuple[int, int], bool] = {}

    def value(self, part: int) -> int:
        """The nim number of a part."""
        heap = 0
        while part not in self._values and self._wins(part, heap):
            heap += 1
        return self._values[part]

    def is_won(self, alive: int, heap: int = 0) -> bool:
        """Whether the side to move wins what is alive together with a nim heap."""
        parts = self.table.parts(alive)
        if not parts:
            return heap > 0
        for part in parts[:-1]:
            heap ^= self.value(part)
        return self._wins(parts[-1], heap)

    def _wins(self, part: int, heap: int) -> bool:
        """The same for one part."""
        if part in self._values:
            return self._values[part] != heap
        known = self._is_won.get((part, heap))
        if known is not None:
            return known
        if part.bit_count() < 3 or self.table.is_convex(part):
            self._values[part] = self._simple(part)
            return self._values[part] != heap
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        won = any(not self._wins(part, lower) for lower in range(heap)) or any(
            not self.is_won(rest, heap) for rest in self.replies(part)
        )
        self._is_won[part, heap] = won
        if not won:
            self._values[part] = heap
        return won

    def _simple(self, part: int) -> int:
        """The nim number of a convex part, and of one or two segments in each other's way."""
        return 1 if part.bit_count() < 3 else kayles(len(self.table.points_of(part)))

    def replies(self, part: int) -> list[int]:
        """What may be left of a part after one segment, what leaves least first."""
        blocks = self.table.blocks
        return sorted({part & ~blocks[number] for number in bits(part)}, key=int.bit_count)


class MisereSolver:
    """The same where who cannot move wins: nim numbers say nothing there, and everything is searched together."""

    def __init__(self, table: Table, budget: int = BUDGET) -> None:
        self.table = table
        self.left = budget
        self._is_won: dict[int, bool] = {0: True}

    def is_won(self, alive: int) -> bool:
        """Whether the side to move wins what is alive."""
        if alive not in self._is_won:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            blocks = self.table.blocks
            rests = sorted({alive & ~blocks[number] for number in bits(alive)}, key=int.bit_count)
            self._is_won[alive] = any(not self.is_won(rest) for rest in rests)
        return self._is_won[alive]

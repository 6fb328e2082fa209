"""A target field against all fleets there are: whether any fits its marks, and if not, which marks are to blame."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from companion.position import Place

from .cells import Ship, around, in_order
from .fits import has_fleet
from .fleet import is_straight
from .puzzle import Puzzle

FEW = 12
"""Cells of a contradiction that a message names."""
SMALL = 2
"""Sets of up to so many marks are all tried; larger ones are found by leaving marks out."""
ORDERS = 3
"""So many orders of leaving out are tried, and the smallest set kept."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a target field says: `hits` that are not ringed, `misses`, and ringed ships.

    A hit without a ring may belong to a ship that is sunk or not: rings are easily forgotten."""

    hits: frozenset[Place]
    misses: frozenset[Place]
    rings: tuple[Ship, ...]
    size: int
    fleet: Mapping[int, int]
    may_touch_corners: bool = False

    def fit(self) -> bool:
        """Whether any fleet fits all the marks."""
        if not all(is_straight(ring) for ring in self.rings):
            return False
        left = dict(self.fleet)
        for ring in self.rings:
            left[len(ring)] = left.get(len(ring), 0) - 1
        gone = frozenset().union(*self.rings)
        rims = [around(ring, self.size, has_corners=not self.may_touch_corners) for ring in self.rings]
        rim = frozenset().union(*rims)
        if min(left.values()) < 0 or rim & (self.hits | gone) or self.hits & self.misses:
            return False
        water = self.misses | gone | rim
        return has_fleet(Puzzle(self.size, left, water, self.hits, may_touch_corners=self.may_touch_corners))

    def only(self, items: Iterable[Ship]) -> Marks:
        """The same field with some of its marks; each item is a ringed ship, or the cell of a hit or miss."""
        kept = set(items)
        return Marks(
            frozenset(cell for cell in self.hits if frozenset({cell}) in kept),
            frozenset(cell for cell in self.misses if frozenset({cell}) in kept),
            tuple(ring for ring in self.rings if ring in kept),
            self.size,
            self.fleet,
            self.may_touch_corners,
        )

    def items(self) -> list[Ship]:
        """All marks, each as its cells."""
        return [*self.rings, *(frozenset({cell}) for cell in in_order(self.hits | self.misses))]


def to_blame(marks: Marks) -> tuple[Place, ...]:
    """The cells of a smallest set of marks that no fleet fits; empty if one fits all marks.

    A single mark or a pair is certain to be smallest; a larger set cannot lose any mark, and is the smallest
    of several such sets."""
    if marks.fit():
        return ()
    items = marks.items()
    strong = [item for item in items if item & marks.hits or item in marks.rings]
    reduced = min((_reduced(marks, order) for order in _orders(items, strong)), key=len)
    for number in range(1, min(SMALL + 1, len(reduced))):
        # Dots alone only fail in large numbers, so at least one mark of a small set is a hit or a ring.
        for some in combinations(items, number):
            if any(item in strong for item in some) and not marks.only(some).fit():
                return _cells(some)
    return _cells(reduced)


def _orders(items: list[Ship], strong: list[Ship]) -> Iterable[list[Ship]]:
    """Orders in which to try leaving marks out: first all dots before all hits, then at random."""
    yield sorted(items, key=lambda item: item in strong)
    chance = random.Random(0)
    for _ in range(ORDERS - 1):
        yield chance.sample(items, len(items))


def _reduced(marks: Marks, order: list[Ship]) -> list[Ship]:
    """A set of marks that no fleet fits, and that would fit without any one of them."""
    kept = list(order)
    step = max(len(kept) // 2, 1)
    at = 0
    while step:
        while at < len(kept):
            fewer = kept[:at] + kept[at + step :]
            if marks.only(fewer).fit():
                at += step
            else:
                kept = fewer
        step, at = step // 2, 0
    return kept


def _cells(items: Iterable[Ship]) -> tuple[Place, ...]:
    return in_order(frozenset().union(*items))

"""Shooting: the answers, which ships are sunk, and what is known about the enemy's waters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from companion.boards.lattice import KING, SIDES, neighbours
from companion.position import Place

from .cells import Ship, around, in_order, split_ships
from .fleet import is_straight, placements
from .options import FLEET, SIZE
from .puzzle import Puzzle


def answers(ships: Collection[Ship], shots: Iterable[Place]) -> list[str]:
    """The owner's answer to every shot in order: `miss`, `hit` or `sunk`."""
    hit: set[Place] = set()
    found = []
    for shot in shots:
        ship = next((ship for ship in ships if shot in ship), None)
        if ship is None:
            found.append("miss")
            continue
        hit.add(shot)
        found.append("sunk" if ship <= hit else "hit")
    return found


@dataclass(frozen=True, slots=True)
class Waters:
    """What is known about the enemy's field: hits and misses, sunk ships, and the ships still to find.

    `told` are the lengths of ships whose sinking is announced."""

    hits: frozenset[Place]
    misses: frozenset[Place]
    sunk: tuple[Ship, ...]
    left: Mapping[int, int]
    size: int = SIZE
    told: frozenset[int] = frozenset(FLEET)
    may_touch_corners: bool = False

    @property
    def wounded(self) -> tuple[Ship, ...]:
        """Groups of hits that belong to ships still afloat."""
        return split_ships(self.hits - self._gone())

    def water(self) -> frozenset[Place]:
        """Cells where no ship afloat can be: misses, sunk ships with their rims, corners of hits."""
        gone = self._gone()
        rim = around(gone, self.size, has_corners=not self.may_touch_corners)
        corners: set[Place] = set()
        if not self.may_touch_corners:
            corners = {
                near for hit in self.hits for near in neighbours(hit, KING[1::2], self.size, self.size)
            }
        return self.misses | gone | rim | (frozenset(corners) - self.hits)

    def puzzle(self) -> Puzzle:
        """Which fleets may lie there, going by what has been said about every hit."""
        must = self.hits - self._gone()
        return Puzzle(self.size, self.left, self.water() - must, must, self.told, self.may_touch_corners)

    def _gone(self) -> frozenset[Place]:
        return frozenset().union(*self.sunk)


def known_waters(
    hits: Collection[Place],
    misses: Collection[Place],
    ringed: Collection[Ship] = (),
    size: int = SIZE,
    *,
    fleet: Mapping[int, int] = FLEET,
    told: frozenset[int] = frozenset(FLEET),
    may_touch_corners: bool = False,
) -> Waters:
    """The waters of a target field; a ship is sunk if it is ringed or cannot go on.

    It cannot go on if no cell beside it is open, or if no longer ship is left."""
    sunk = list(ringed)
    gone = frozenset().union(*sunk)
    afloat = list(split_ships(frozenset(hits) - gone))
    while finished := [
        group for group in afloat if _is_finished(group, frozenset(misses), size, _left(fleet, sunk))
    ]:
        sunk += finished
        afloat = [group for group in afloat if group not in finished]
    left = {length: max(number, 0) for length, number in _left(fleet, sunk).items()}
    return Waters(frozenset(hits), frozenset(misses), tuple(sunk), left, size, told, may_touch_corners)


def _left(fleet: Mapping[int, int], sunk: Collection[Ship]) -> dict[int, int]:
    found = Counter(len(ship) for ship in sunk)
    return {length: number - found[length] for length, number in fleet.items()}


def _is_finished(group: Ship, misses: frozenset[Place], size: int, left: Mapping[int, int]) -> bool:
    """Whether the ship cannot go on: no longer one is left, or all cells beside it are misses or edge."""
    if not any(number > 0 and length > len(group) for length, number in left.items()):
        return True
    beside = {near for cell in group for near in neighbours(cell, SIDES, size, size)} - group
    return beside <= misses


def next_cells(waters: Waters) -> tuple[Place, ...]:
    """The cells that can belong to a wounded ship; its end is worth the next shot."""
    water, found = waters.water(), set[Place]()
    for group in waters.wounded:
        if not is_straight(group):
            continue
        beside = {
            near for cell in group for near in neighbours(cell, SIDES, waters.size, waters.size)
        } - group
        for length, number in waters.left.items():
            if number:
                for ship in placements(length, waters.size):
                    if group < ship and not ship & water:
                        found |= ship & beside
    return in_order(found)

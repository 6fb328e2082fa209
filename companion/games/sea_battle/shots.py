"""Shooting: answers, whose turn it is, which ships are sunk, and where a ship can still lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from companion.boards.lattice import KING, SIDES, neighbours
from companion.position import Place

from .cells import Ship, around, in_order, split_ships
from .fleet import LONGEST, placements
from .options import FLEET, SIZE


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


def turn_by_misses(first: int, second: int) -> int | None:
    """Who shoots, 0 for the beginner, from the misses of the beginner and the other; `None` if impossible.

    >>> [turn_by_misses(3, 3), turn_by_misses(4, 3), turn_by_misses(3, 4)]
    [0, 1, None]
    """
    return {0: 0, 1: 1}.get(first - second)


@dataclass(frozen=True, slots=True)
class Waters:
    """What is known about the enemy's field: hits and misses, sunk ships, and the ships still to find."""

    hits: frozenset[Place]
    misses: frozenset[Place]
    sunk: tuple[Ship, ...]
    left: Mapping[int, int]
    size: int = SIZE

    @property
    def wounded(self) -> tuple[Ship, ...]:
        """Groups of hits that belong to ships still afloat."""
        gone = frozenset().union(*self.sunk)
        return split_ships(self.hits - gone)

    def water(self) -> frozenset[Place]:
        """Cells where no ship afloat can be: misses, sunk ships with their rims, corners of hits."""
        gone = frozenset().union(*self.sunk)
        corners = {near for hit in self.hits for near in neighbours(hit, KING[1::2], self.size, self.size)}
        return self.misses | gone | around(gone, self.size) | (frozenset(corners) - self.hits)


def known_waters(
    hits: Collection[Place], misses: Collection[Place], ringed: Collection[Ship] = (), size: int = SIZE
) -> Waters:
    """The waters of a target field; a ship is sunk if it is ringed or no cell beside it is open."""
    sunk = list(ringed)
    gone = frozenset().union(*sunk)
    for group in split_ships(frozenset(hits) - gone):
        if _is_finished(group, frozenset(misses), size):
            sunk.append(group)
    found = Counter(len(ship) for ship in sunk)
    left = {length: max(number - found[length], 0) for length, number in FLEET.items()}
    return Waters(frozenset(hits), frozenset(misses), tuple(sunk), left, size)


def _is_finished(group: Ship, misses: frozenset[Place], size: int) -> bool:
    """Whether the ship cannot go on: it has the largest length, or all cells beside it are misses or edge."""
    if len(group) >= LONGEST:
        return True
    beside = {near for cell in group for near in neighbours(cell, SIDES, size, size)} - group
    return beside <= misses


def next_cells(waters: Waters) -> tuple[Place, ...]:
    """The cells that can belong to a wounded ship; its end is worth the next shot."""
    found: set[Place] = set()
    for group in waters.wounded:
        beside = {
            near for cell in group for near in neighbours(cell, SIDES, waters.size, waters.size)
        } - group
        for ship in fitting(waters):
            if group < ship:
                found |= ship & beside
    return in_order(found)


def fitting(waters: Waters) -> list[Ship]:
    """Every place of a ship still to find that fits all marks: it covers whole wounded groups or none."""
    water, wounded = waters.water(), waters.wounded
    return [
        ship
        for length, number in waters.left.items()
        if number
        for ship in placements(length, waters.size)
        if not ship & water
        and all(not ship & group or group < ship for group in wounded)
        and _has_room(ship, wounded, waters.size)
    ]


def _has_room(ship: Ship, wounded: tuple[Ship, ...], size: int) -> bool:
    """Whether the ship touches no wounded group that it does not cover."""
    rim = around(ship, size)
    return all(group <= ship or not group & rim for group in wounded)


def heat(waters: Waters) -> dict[Place, int]:
    """For every open cell in how many ways single ships still to find cover it; wounded ships first."""
    ships = fitting(waters)
    groups = waters.wounded
    finishing = [ship for ship in ships if any(group < ship for group in groups)]
    weights: Counter[Place] = Counter()
    for ship in finishing or ships:
        for cell in ship - waters.hits:
            weights[cell] += waters.left[len(ship)]
    wanted = next_cells(waters)
    if finishing and wanted:
        return {cell: weights[cell] for cell in wanted}
    return dict(weights)

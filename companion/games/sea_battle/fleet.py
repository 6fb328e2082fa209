"""Placing a fleet: which ships stand on a field, and what is wrong with them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.boards.lattice import places
from companion.position import Place

from .cells import Ship, around, in_order
from .options import FLEET, SIZE


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a placement: the code of the rules, the cells, and for FLEET_COUNT the numbers.

    `is_whole` says that one outline goes round the ship: it cannot be two ships that touch."""

    code: str
    cells: tuple[Place, ...] = ()
    length: int = 0
    found: int = 0
    wanted: int = 0
    is_whole: bool = False


def check_fleet(
    ships: Collection[Ship],
    fleet: Mapping[int, int] = FLEET,
    *,
    may_touch_corners: bool = False,
    whole: Collection[Ship] = (),
) -> tuple[Fault, ...]:
    """All faults of a placement, shapes first; ships of a wrong shape do not count for the fleet.

    `whole` are the ships that have one outline round them."""
    straight = [ship for ship in ships if is_straight(ship)]
    bent = [
        Fault("SHIP_BENT", in_order(ship), is_whole=ship in whole) for ship in ships if not is_straight(ship)
    ]
    long = [
        Fault("SHIP_TOO_LONG", in_order(ship), is_whole=ship in whole)
        for ship in straight
        if len(ship) > max(fleet)
    ]
    return (*bent, *long, *_touching(ships, may_touch_corners), *_wrong_counts(straight, fleet))


def is_straight(ship: Ship) -> bool:
    """Whether all cells lie in one row or one column."""
    return len({x for x, _ in ship}) == 1 or len({y for _, y in ship}) == 1


def _touching(ships: Collection[Ship], may_touch_corners: bool) -> Iterator[Fault]:
    order = list(ships)
    for number, one in enumerate(order):
        for two in order[number + 1 :]:
            beside = {(a, b) for a in one for b in two if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
            corner = {(a, b) for a in one for b in two if abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1}
            if beside:
                yield Fault("SHIPS_TOUCH_SIDE", in_order({cell for pair in beside for cell in pair}))
            elif corner and not may_touch_corners:
                yield Fault("SHIPS_TOUCH_DIAGONALLY", in_order({cell for pair in corner for cell in pair}))


def _wrong_counts(straight: Collection[Ship], fleet: Mapping[int, int]) -> Iterator[Fault]:
    found = Counter(len(ship) for ship in straight)
    for length in range(max(fleet), 0, -1):
        if found[length] != fleet.get(length, 0):
            yield Fault("FLEET_COUNT", (), length, found[length], fleet.get(length, 0))


def placements(length: int, size: int = SIZE) -> Iterator[Ship]:
    """Every place where a ship of this length fits on an empty field; 140 for a four-decker."""
    for x, y in places(size, size):
        if x + length <= size:
            yield frozenset((x + step, y) for step in range(length))
        if length > 1 and y + length <= size:
            yield frozenset((x, y + step) for step in range(length))


def diagonal_pattern(step: int, size: int = SIZE) -> tuple[Place, ...]:
    """The fewest cells on every `step`-th diagonal; no ship of `step` cells can hide between them."""
    patterns: list[list[Place]] = [
        [cell for cell in places(size, size) if sum(cell) % step == offset] for offset in range(step)
    ]
    return min((tuple(cells) for cells in patterns), key=lambda cells: len(cells))


def random_fleet(
    chance: random.Random,
    fleet: Mapping[int, int] = FLEET,
    size: int = SIZE,
    *,
    may_touch_corners: bool = False,
) -> tuple[Ship, ...]:
    """A lawful fleet, placed ship by ship, longest first; not uniform over all fleets.

    Does not end if the fleet has no room; `SeaBattleOptions` refuses such fleets."""
    lengths = [length for length in sorted(fleet, reverse=True) for _ in range(fleet[length])]
    while True:
        ships: list[Ship] = []
        closed: set[Place] = set()
        for length in lengths:
            fitting = [ship for ship in placements(length, size) if not ship & closed]
            if not fitting:
                break
            ship = chance.choice(fitting)
            ships.append(ship)
            closed |= ship | around(ship, size, has_corners=not may_touch_corners)
        if len(ships) == len(lengths):
            return tuple(ships)

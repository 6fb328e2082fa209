"""Dots move by move: what one dot closes, takes and frees."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from .areas import Field, Points, Region, closed_points, field_of, indices, region_at
from .options import DotsOptions

Pair = tuple[Points, Points]
"""One set of points per player, R first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that change what is captured and counted."""

    capture_empty: bool = False
    is_immune: bool = False
    """Groups joined to the edge cannot be closed in."""
    waits: bool = False
    """A dot that stepped into a house is taken with the owner's next dot."""
    defers: bool = False
    """Areas are painted when their owner likes; nothing closes by the enemy's dot or without a drawn outline."""
    counts_area: bool = False
    """Points inside areas count, so areas matter beyond the dots in them."""


STANDARD = Rules()


def rules_of(options: DotsOptions) -> Rules:
    """The capture rules of a set of options."""
    return Rules(
        capture_empty=options.capture_empty,
        is_immune=options.grounding == "immune_groups",
        waits=options.house_moment == "owner_move",
        defers=options.painting == "deferred" and options.scoring == "dots_plus_territory",
        counts_area=options.scoring == "area",
    )


@dataclass(frozen=True, slots=True)
class State:
    """Who has dots where, which of them are live, and who owns which closed points.

    `taken` are points that nobody can use and that hold no known dot (two dots on one point, unreadable
    ones). `shut` are the points in closed regions of each player, carried along from dot to dot because a
    flood over the field for every house would cost more than all the rest; `None` if nobody asked yet."""

    field: Field
    dots: Pair = (0, 0)
    live: Pair = (0, 0)
    owned: Pair = (0, 0)
    taken: Points = 0
    shut: Pair | None = dataclasses.field(default=None, compare=False, repr=False)

    def free(self) -> Points:
        """The points where a dot may still go."""
        used = self.dots[0] | self.dots[1] | self.owned[0] | self.owned[1] | self.taken
        return self.field.board & ~used

    def captured(self, player: int) -> int:
        """How many enemy dots lie in the player's areas."""
        return (self.dots[1 - player] & self.owned[player]).bit_count()

    def close(self, player: int, area: Points) -> State:
        """The area becomes the player's; every dot in it is dead from now on."""
        owned = (self.owned[player] | area, self.owned[1 - player] & ~area)
        return State(
            self.field,
            self.dots,
            (self.live[0] & ~area, self.live[1] & ~area),
            owned if player == 0 else (owned[1], owned[0]),
            self.taken,
        )

    def put(self, player: int, dot: Points) -> State:
        """A live dot more."""
        dots, live = list(self.dots), list(self.live)
        dots[player] |= dot
        live[player] |= dot
        return State(self.field, (dots[0], dots[1]), (live[0], live[1]), self.owned, self.taken)


class Closing(NamedTuple):
    """A closed area: whose, and the region with its outline."""

    player: int
    region: Region


class Step(NamedTuple):
    """What one dot did."""

    state: State
    closings: tuple[Closing, ...]

    def captures_of(self, player: int) -> bool:
        """Whether this player closed an area."""
        return any(closing.player == player for closing in self.closings)


def empty_state(width: int, height: int) -> State:
    """A field without dots."""
    return State(field_of(width, height))


def put_dot(state: State, player: int, index: int, rules: Rules = STANDARD) -> Step:
    """Puts a dot on a free point: first the player's own captures, then the house it stepped into."""
    dot, before = 1 << index, state
    state = state.put(player, dot)
    rings = _rings_through(state.field, state.live[player], dot)
    closings: list[Closing] = []
    for region in rings:
        if dot & region.wall and is_closable(state, player, region, rules):
            closings.append(Closing(player, region))
            state = state.close(player, region.area)
    if rules.defers:
        return Step(state, tuple(closings))
    shut = before.shut or (_shut(before, 0), _shut(before, 1))
    if rules.waits:
        for region in _waiting(state, player, rules):
            closings.append(Closing(player, region))
            state = state.close(player, region.area)
    elif dot & shut[1 - player] and (house := _house_round(state, 1 - player, dot, rules)):
        closings.append(Closing(1 - player, house))
        state = state.close(1 - player, house.area)
    return Step(state if closings else _with_shut(state, shut, player, dot, rings), tuple(closings))


def _with_shut(state: State, shut: Pair, player: int, dot: Points, rings: list[Region]) -> State:
    """The state after a dot that took nothing, with its closed regions: the old ones and those of new rings."""
    mine = shut[player] & ~dot
    for region in rings:
        mine |= region.points
    both = (mine, shut[1]) if player == 0 else (shut[0], mine)
    return State(state.field, state.dots, state.live, state.owned, state.taken, both)


def _shut(state: State, player: int) -> Points:
    return _closed_points(state.field.width, state.field.height, state.live[player])


@lru_cache(maxsize=4096)
def _closed_points(width: int, height: int, walls: Points) -> Points:
    """The same walls come back for every dot that is tried after a capture."""
    return closed_points(field_of(width, height), walls)


def is_closable(state: State, player: int, region: Region, rules: Rules) -> bool:
    """Whether a closed region becomes an area: it holds live enemy dots (or may be empty), none immune."""
    enemies = state.live[1 - player]
    prisoners = region.points & enemies
    if not prisoners:
        return rules.capture_empty and bool(region.points & ~(state.owned[0] | state.owned[1]))
    return not (rules.is_immune and is_grounded(state.field, prisoners, enemies))


def is_grounded(field: Field, dots: Points, live: Points) -> bool:
    """Whether one of the dots is joined to the edge by an unbroken line of live dots, diagonals included."""
    return bool(field.flood_any_way(dots, live) & field.edge)


def _rings_through(field: Field, walls: Points, dot: Points) -> list[Region]:
    """The closed regions beside a new dot of the walls, if it closed a ring."""
    if not _may_close(field, dot, walls):
        return []
    found, seen = [], 0
    for index in indices(field.sides(dot) & ~walls):
        seed = 1 << index
        if not seed & seen and (region := region_at(field, seed, walls)):
            seen |= region.points
            found.append(region)
    return found


def _may_close(field: Field, dot: Points, walls: Points) -> bool:
    """Whether the dot's neighbours of its colour form two or more groups that are joined elsewhere: only then
    does a ring run through it."""
    index = dot.bit_length() - 1
    square = _square_round(field, index, walls)
    groups = _neighbour_groups()[square]
    if len(groups) < 2:
        return False
    left = [field.points_of_square(index, group) for group in groups]
    while len(left) > 1:
        seed = left.pop()
        chain = field.flood_any_way(seed & -seed, walls & ~dot)
        if any(chain & other for other in left):
            return True
    return False


def _house_round(state: State, owner: int, dot: Points, rules: Rules) -> Region | None:
    """The owner's house that a live enemy dot has stepped into."""
    if not dot & state.live[1 - owner]:
        return None
    region = region_at(state.field, dot, state.live[owner])
    return region if region and is_closable(state, owner, region, rules) else None


def _waiting(state: State, player: int, rules: Rules) -> list[Region]:
    """Houses of the player with enemy dots in them that were not taken yet."""
    enemies = closed_points(state.field, state.live[player]) & state.live[1 - player]
    found = []
    while enemies:
        region = region_at(state.field, enemies & -enemies, state.live[player])
        assert region is not None
        enemies &= ~region.points
        if is_closable(state, player, region, rules):
            found.append(region)
    return found


def one_move_captures(state: State, player: int, rules: Rules = STANDARD) -> list[tuple[int, int]]:
    """Free points where the player would take dots at once, with the number of dots; most dots first."""
    before, field, walls = state.captured(player), state.field, state.live[player]
    found = []
    for index in indices(field.linking(walls) & state.free()):
        if _rings_through(field, walls | 1 << index, 1 << index):
            gain = put_dot(state, player, index, rules).state.captured(player) - before
            if gain > 0:
                found.append((index, gain))
    return sorted(found, key=lambda one: -one[1])


def _square_round(field: Field, index: int, points: Points) -> int:
    """The points of a set in the 3x3 square round a point, as nine bits row by row, without the middle."""
    stride = field.stride
    shifted = points << stride + 1 >> index
    return shifted & 7 | (shifted >> stride & 5) << 3 | (shifted >> 2 * stride & 7) << 6


@cache
def _neighbour_groups() -> tuple[tuple[int, ...], ...]:
    """For every 3x3 square of dots (nine bits), the groups of dots round its middle that are not joined there."""
    square = field_of(3, 3)
    found = []
    for bits in range(512):
        left = square.points((bit % 3, bit // 3) for bit in range(9) if bits >> bit & 1 and bit != 4)
        groups = []
        while left:
            group = square.flood_any_way(left & -left, left)
            left &= ~group
            groups.append(sum(1 << (x + 3 * y) for x, y in square.places(group)))
        found.append(tuple(groups))
    return tuple(found)

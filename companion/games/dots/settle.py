"""Dots move by move: what one dot closes, takes and frees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
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
    ones)."""

    field: Field
    dots: Pair = (0, 0)
    live: Pair = (0, 0)
    owned: Pair = (0, 0)
    taken: Points = 0

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
    dot = 1 << index
    state = state.put(player, dot)
    closings: list[Closing] = []
    for region in _closed_by(state, player, dot, rules):
        closings.append(Closing(player, region))
        state = state.close(player, region.area)
    if rules.defers:
        return Step(state, tuple(closings))
    if rules.waits:
        for region in _waiting(state, player, rules):
            closings.append(Closing(player, region))
            state = state.close(player, region.area)
    elif house := _house_round(state, 1 - player, dot, rules):
        closings.append(Closing(1 - player, house))
        state = state.close(1 - player, house.area)
    return Step(state, tuple(closings))


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


def _closed_by(state: State, player: int, dot: Points, rules: Rules) -> list[Region]:
    """The areas that a new dot closes: regions beside it whose outline runs through it."""
    walls, field = state.live[player], state.field
    if not _may_close(field, dot, walls):
        return []
    beside = field.sides(dot) & ~walls
    found, seen = [], 0
    for index in indices(beside):
        seed = 1 << index
        if seed & seen:
            continue
        region = region_at(field, seed, walls)
        if region is None:
            continue
        seen |= region.points
        if dot & region.wall and is_closable(state, player, region, rules):
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
    before = state.captured(player)
    found = []
    for index in _linking_points(state, player):
        if _closed_by(state.put(player, 1 << index), player, 1 << index, rules):
            gain = put_dot(state, player, index, rules).state.captured(player) - before
            if gain > 0:
                found.append((index, gain))
    return sorted(found, key=lambda one: -one[1])


def _linking_points(state: State, player: int) -> list[int]:
    """Free points whose neighbours of the player's colour form two or more groups: there a ring may close."""
    groups, walls, field = _neighbour_groups(), state.live[player], state.field
    return [
        index
        for index in indices(state.free() & field.around(walls))
        if len(groups[_square_round(field, index, walls)]) > 1
    ]


def chain_closers(state: State, chain: Points) -> list[int]:
    """Free points that join two ends of one chain: a dot there closes a ring of it."""
    groups, field = _neighbour_groups(), state.field
    return [
        index
        for index in indices(state.free() & field.around(chain))
        if len(groups[_square_round(field, index, chain)]) > 1
    ]


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

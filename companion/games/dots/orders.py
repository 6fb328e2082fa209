"""The search through all orders in which crossing regions may have closed (see `history.py` for the rule)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .areas import Points, closed_points, components, region_at
from .history import Histories, History
from .settle import STANDARD, Closing, Rules, State, is_closable

MAX_WORK = 5000
"""Regions looked at in one reading: more than games between people need, and about a tenth of a second."""

MAX_ENDINGS = 64
"""Endings of one zone that are told apart."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Points with a set of regions that may influence each other, and those of them that can close now."""

    points: Points
    areas: Points
    closable: tuple[Closing, ...]

    @property
    def has_crossing(self) -> bool:
        """Whether the order of closing matters here."""
        return any(True for _ in _crossings(self.closable))


Tail = tuple[Closing, ...]
"""Areas closed one after the other at the end of a history."""


class Ending(NamedTuple):
    """One way a zone can end: the areas closed in order, and what R and B own of them in the end."""

    closings: Tail = ()
    red: Points = 0
    blue: Points = 0

    def then(self, other: Ending) -> Ending:
        """This and after it the other."""
        return Ending(
            (*self.closings, *other.closings),
            self.red & ~other.blue | other.red,
            self.blue & ~other.red | other.blue,
        )


def _ending(closings: Iterable[Closing]) -> Ending:
    """The ending that closes these areas in order."""
    whole = Ending()
    for one in closings:
        area = one.region.area
        whole = whole.then(Ending((one,), area, 0) if one.player == 0 else Ending((one,), 0, area))
    return whole


def read_histories(state: State, rules: Rules = STANDARD) -> Histories:
    """Every history of the dots that are live in `state`."""
    zones = _split(state, _zone(state.field.board, _closable(state, rules)))
    sure = History(state).then(one for zone in zones if not zone.has_crossing for one in zone.closable)
    crossing = [zone for zone in zones if zone.has_crossing]
    endings, is_complete = _endings_apart(sure, crossing, rules)
    settled = sure.then(one for ends in endings if len(ends) == 1 for one in ends[0].closings)
    opened = tuple(tuple(settled.then(end.closings) for end in ends) for ends in endings if len(ends) > 1)
    return Histories(settled, opened, is_complete)


def _endings_apart(sure: History, zones: list[Zone], rules: Rules) -> tuple[list[list[Ending]], bool]:
    """The endings of every zone; zones whose areas grew over one another are searched again together."""
    is_complete = True
    endings = []
    for zone in zones:
        search = _Search(rules, MAX_WORK // len(zones))
        endings.append(search.endings(sure.state, zone) or [_ending(_some_end(sure, zone, rules))])
        is_complete = is_complete and not search.is_cut
    if not is_complete:
        return endings, False
    for number, ends in enumerate(endings):
        reach = 0
        for end in ends:
            reach |= end.red | end.blue
        for other, zone in enumerate(zones):
            if other != number and reach & zone.points & ~zones[number].points:
                rest = [one for index, one in enumerate(zones) if index not in (number, other)]
                return _endings_apart(sure, [*rest, _sorted(_merge([zones[number], zone]))], rules)
    return endings, True


def _some_end(history: History, zone: Zone, rules: Rules) -> Tail:
    """One ending, for when there is no time to try all."""
    closings: list[Closing] = []
    while zone.has_crossing:
        closings.append(next(_crossings(zone.closable))[0])
        history = history.then(closings[-1:])
        zone = Zone(zone.points, zone.areas, tuple(_closable(history.state, rules, zone.points)))
    return (*closings, *zone.closable)


Key = tuple[Points, Points, Points, Points]


@dataclass(slots=True)
class _Search:
    """The search through one zone: what it may still look at and what it has seen."""

    rules: Rules
    work: int
    seen: dict[Key, list[Ending]] = field(default_factory=dict)
    is_cut: bool = False

    def endings(self, state: State, zone: Zone) -> list[Ending]:
        """All ends of a zone with crossing regions: each of them is tried as the next one closed."""
        area = zone.points
        key = (area, state.live[0] & area, state.live[1] & area, state.owned[0] & area)
        if key in self.seen:
            return self.seen[key]
        found: dict[object, Ending] = {}
        for closing in dict.fromkeys(closing for pair in _crossings(zone.closable) for closing in pair):
            if self.work <= 0:
                self.is_cut = True
                break
            first = _ending((closing,))
            for rest in self._go_on(state.close(closing.player, closing.region.area), zone):
                end = first.then(rest)
                found.setdefault(_result(state, end, self.rules), end)
        self.is_cut = self.is_cut or len(found) > MAX_ENDINGS
        self.seen[key] = list(found.values())[:MAX_ENDINGS]
        return self.seen[key]

    def _go_on(self, state: State, zone: Zone) -> list[Ending]:
        """All ends of what is left of a zone after one more area closed in it."""
        ends = [Ending()]
        left = _zone(zone.points, _closable(state, self.rules, zone.points))
        self.work -= len(left.closable) + 1
        for part in _split(state, left):
            tails = self.endings(state, part) if part.has_crossing else [_ending(part.closable)]
            self.is_cut = self.is_cut or len(ends) * len(tails) > 2 * MAX_ENDINGS
            ends = [end.then(tail) for end in ends for tail in tails][: 2 * MAX_ENDINGS]
        return ends


def _result(state: State, end: Ending, rules: Rules) -> tuple[object, ...]:
    """What matters about an ending: captured dots, closed free points, and the areas where they count."""
    red = state.owned[0] & ~end.blue | end.red
    blue = state.owned[1] & ~end.red | end.blue
    captured = ((state.dots[1] & red).bit_count(), (state.dots[0] & blue).bit_count())
    closed = (red | blue) & ~(state.dots[0] | state.dots[1])
    return (*captured, closed, red.bit_count() if rules.counts_area else 0)


# --- regions ------------------------------------------------------------------------------------------


def _closable(state: State, rules: Rules, zone: Points | None = None) -> list[Closing]:
    """Every region of either player that would become an area now, small ones first."""
    found = []
    for player in (0, 1):
        closed = _closed_in(state, player, zone)
        seeds = closed & ~state.owned[player] if rules.capture_empty else closed & state.live[1 - player]
        while seeds:
            region = region_at(state.field, seeds & -seeds, state.live[player])
            assert region is not None
            seeds &= ~region.points
            if is_closable(state, player, region, rules):
                found.append(Closing(player, region))
    return sorted(found, key=lambda closing: closing.region.area.bit_count())


def _closed_in(state: State, player: int, zone: Points | None) -> Points:
    """The points of the player's closed regions, only in the zone if given (no region leaves its zone)."""
    if zone is None or zone == state.field.board:
        return closed_points(state.field, state.live[player])
    rim = state.field.around(zone) & ~zone
    allowed = (zone | rim) & ~state.live[player]
    return zone & allowed & ~state.field.flood((rim | zone & state.field.edge) & allowed, allowed)


def _crossings(closings: tuple[Closing, ...]) -> Iterator[tuple[Closing, Closing]]:
    """Pairs of an R and a B region that cannot both stand: each outline has a dot inside the other area."""
    red = [(one, one.region.wall, one.region.area) for one in closings if one.player == 0]
    blue = [(one, one.region.wall, one.region.area) for one in closings if one.player == 1]
    for one, one_wall, one_area in red:
        for two, two_wall, two_area in blue:
            if one_wall & two_area and two_wall & one_area:
                yield one, two


# --- zones --------------------------------------------------------------------------------------------


def _zone(points: Points, closable: list[Closing]) -> Zone:
    areas = 0
    for closing in closable:
        areas |= closing.region.area
    return Zone(points, areas, tuple(closable))


def _split(state: State, zone: Zone) -> list[Zone]:
    """The zone in parts that cannot influence each other.

    A region is touched by a closing only if the closed area holds points or wall dots of it. So regions,
    houses too, belong together when one area reaches them both."""
    if not zone.has_crossing:
        return [zone]
    own = [one.region.area | one.region.points | one.region.wall for one in zone.closable]
    parts = [_zone(points, [one]) for points, one in zip(own, zone.closable, strict=True)]
    for points in own:
        parts = _join(parts, points)
    for player in (0, 1):
        closed = _closed_in(state, player, zone.points)
        for house in components(state.field, closed, closed & state.field.around(zone.areas)):
            parts = _join(parts, house | state.field.sides(house))
    return [_sorted(part) for part in parts]


def _join(parts: list[Zone], points: Points) -> list[Zone]:
    """The parts, those whose areas reach `points` joined to one that holds `points` too."""
    reaching: list[Zone] = []
    others: list[Zone] = []
    for part in parts:
        (reaching if part.areas & points else others).append(part)
    if not reaching:
        return parts
    joined = _merge(reaching) if len(reaching) > 1 else reaching[0]
    return [*others, Zone(joined.points | points, joined.areas, joined.closable)]


def _merge(zones: list[Zone]) -> Zone:
    """One zone of several, its closings not in order yet."""
    points = areas = 0
    closable: list[Closing] = []
    for zone in zones:
        points |= zone.points
        areas |= zone.areas
        closable += zone.closable
    return Zone(points, areas, tuple(closable))


def _sorted(zone: Zone) -> Zone:
    """The zone with its closings in order, small ones first."""
    by_size = sorted(zone.closable, key=lambda closing: closing.region.area.bit_count())
    return Zone(zone.points, zone.areas, tuple(by_size))

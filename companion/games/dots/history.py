"""Dots from one photo: which captures must have happened when nobody knows the order of the moves.

Take every dot as live and look for closed regions with enemy dots in them. Regions of both colours that do
not cross are certain, the outermost owning what lies inside. Where an outline of each has a dot inside the
other, only the one that closed first can stand: every region that takes part in a crossing is tried as the
next one closed, until no crossing is left. Regions that cannot influence each other are searched apart;
`orders.py` does the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .areas import Points
from .settle import Closing, State


def count_captured(state: State) -> tuple[int, int]:
    """Captured dots of R and of B."""
    return (state.captured(0), state.captured(1))


@dataclass(frozen=True, slots=True)
class History:
    """One way the game may have gone: the settled state, and the areas in the order in which they closed."""

    state: State
    closings: tuple[Closing, ...] = ()

    @property
    def captured(self) -> tuple[int, int]:
        """Captured dots of R and of B."""
        return count_captured(self.state)

    def then(self, closings: Iterable[Closing]) -> History:
        """The history that goes on with these areas closed one after the other."""
        state, closings = self.state, tuple(closings)
        for closing in closings:
            state = state.close(closing.player, closing.region.area)
        return History(state, (*self.closings, *closings))


@dataclass(frozen=True, slots=True)
class Histories:
    """All ways the game may have gone.

    `sure` is what happened in any case. Each of the `zones` is a place where the order matters, with its
    possible endings that differ in score or free points; zones are independent, so every choice of one ending
    per zone is a history. `is_complete` is false when there were too many to try."""

    sure: History
    zones: tuple[tuple[History, ...], ...] = ()
    is_complete: bool = True

    @property
    def is_certain(self) -> bool:
        """Whether score and free points are the same whatever the order was."""
        return not self.zones and self.is_complete

    @property
    def likely(self) -> History:
        """The history with the first ending in every zone."""
        start = len(self.sure.closings)
        return self.sure.then(closing for zone in self.zones for closing in zone[0].closings[start:])

    def after(self, closings: Iterable[Closing]) -> Histories:
        """The same histories with areas that closed before them put first."""
        before = tuple(closings)

        def later(one: History) -> History:
            return History(one.state, (*before, *one.closings))

        zones = tuple(tuple(later(end) for end in zone) for zone in self.zones)
        return Histories(later(self.sure), zones, self.is_complete)

    def scores(
        self, count: Callable[[State], tuple[float, float]] = count_captured
    ) -> tuple[tuple[float, float], ...]:
        """All possible scores of R and B, most for R first; captured dots unless another `count` is given."""
        base = count(self.sure.state)
        found = {base}
        for zone in self.zones:
            counted = {count(end.state) for end in zone}
            gains = {(red - base[0], blue - base[1]) for red, blue in counted}
            found = {(red + more, blue + less) for red, blue in found for more, less in gains}
        return tuple(sorted(found, reverse=True))

    def sure_closings(self) -> tuple[Closing, ...]:
        """The areas that closed in every history."""
        found = list(self.sure.closings)
        for zone in self.zones:
            tails = [end.closings[len(self.sure.closings) :] for end in zone]
            areas = [{(closing.player, closing.region.area) for closing in tail} for tail in tails]
            common = set.intersection(*areas)
            found += [closing for closing in tails[0] if (closing.player, closing.region.area) in common]
        return tuple(found)

    def free(self) -> Points:
        """The points that are free in every history."""
        free = self.sure.state.free()
        for zone in self.zones:
            for end in zone:
                free &= end.state.free()
        return free

    def may_be_free(self) -> Points:
        """The points that are free in some history."""
        free = self.sure.state.free()
        for zone in self.zones:
            closed = free
            for end in zone:
                closed &= ~end.state.free()
            free &= ~closed
        return free


def outermost(closings: Sequence[Closing]) -> tuple[Closing, ...]:
    """The areas that no later area has swallowed."""
    found: list[Closing] = []
    covered = 0
    for closing in reversed(closings):
        if closing.region.area & ~covered:
            found.append(closing)
        covered |= closing.region.area
    return tuple(reversed(found))

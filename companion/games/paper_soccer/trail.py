"""Steps without their order: where the ball is, how many turns were finished, and routes that draw the same picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from companion.position import Place, Stroke

from .field import Field

MOST_TRIED = 20_000
"""Steps tried in looking for a route whose colours change where turns end."""


def degrees(steps: Collection[Stroke]) -> dict[Place, int]:
    """How many drawn steps meet at each touched point."""
    found: dict[Place, int] = defaultdict(int)
    for one, two in steps:
        found[one] += 1
        found[two] += 1
    return dict(found)


def odd_points(steps: Collection[Stroke]) -> set[Place]:
    """The points where an odd number of steps meet."""
    return {point for point, number in degrees(steps).items() if number % 2}


def apart(steps: Collection[Stroke], centre: Place) -> frozenset[Stroke]:
    """The steps that hang together with nothing that touches the centre."""
    near: dict[Place, set[Place]] = defaultdict(set)
    for one, two in steps:
        near[one].add(two)
        near[two].add(one)
    seen, todo = {centre}, [centre]
    while todo:
        here = todo.pop()
        todo += near[here] - seen
        seen |= near[here]
    return frozenset(step for step in steps if step[0] not in seen)


def route(steps: Collection[Stroke], centre: Place) -> tuple[Place, ...]:
    """A way to draw all steps in one go from the centre (Hierholzer); they must be one trail."""
    near: dict[Place, set[Place]] = defaultdict(set)
    for one, two in steps:
        near[one].add(two)
        near[two].add(one)
    path, stack = [], [centre]
    while stack:
        here = stack[-1]
        if near[here]:
            there = min(near[here])
            near[here].discard(there)
            near[there].discard(here)
            stack.append(there)
        else:
            path.append(stack.pop())
    return tuple(reversed(path))


def turns_of(path: Sequence[Place], field: Field) -> list[list[Place]]:
    """The path cut where turns end: on the first visit to a point that nothing touched; the last may be unfinished.

    Every turn begins with the point where the one before ended."""
    touched: set[Place] = set()
    found: list[list[Place]] = []
    current = [path[0]]
    for point in path[1:]:
        current.append(point)
        is_free = point not in touched and not field.is_occupied(point)
        touched.add(point)
        if is_free or point in field.goal_of:
            found.append(current)
            current = [point]
    return [*found, current] if len(current) > 1 else found


class Coloured:
    """Looks for a route in which the colour changes exactly where turns end; `early` and `late` allow slips."""

    def __init__(
        self, owners: dict[Stroke, int], field: Field, first: int, *, early: bool, late: bool
    ) -> None:
        self.owners = owners
        self.field = field
        self.first = first
        self.early = early
        self.late = late
        self.left = MOST_TRIED
        self.near: dict[Place, set[Place]] = defaultdict(set)
        for one, two in owners:
            self.near[one].add(two)
            self.near[two].add(one)
        self.seen: set[tuple[frozenset[Stroke], Place, int]] = set()

    def is_possible(self) -> bool | None:
        """Whether there is such a route; `None` when too many were tried."""
        found = self._from(self.field.centre, self.first, frozenset(), frozenset())
        return None if not found and self.left <= 0 else found

    def _from(self, here: Place, mover: int, used: frozenset[Stroke], touched: frozenset[Place]) -> bool:
        if len(used) == len(self.owners):
            return True
        key = (used, here, mover)
        if key in self.seen:
            return False
        self.seen.add(key)
        for there in sorted(self.near[here]):
            one = (here, there) if here <= there else (there, here)
            if one in used or self.owners[one] != mover:
                continue
            self.left -= 1
            if self.left <= 0:
                return False
            is_free = there not in touched and not self.field.is_occupied(there)
            for after in self._next(mover, is_free):
                if self._from(there, after, used | {one}, touched | {there}):
                    return True
        return False

    def _next(self, mover: int, is_free: bool) -> Iterator[int]:
        """Who may draw on: the other after a free point, the same after a bounce, and slips where allowed."""
        yield 1 - mover if is_free else mover
        if is_free and self.late:
            yield mover
        if not is_free and self.early:
            yield 1 - mover

"""All ways to play a turn: where it can end, the shortest route there, and what the other side can do then.

Whether a point can be reached does not depend on the route: a way that visits a point twice can be cut short. So
a search over points finds every end of a turn, and every goal."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise

from companion.position import Place

from .field import Field


@dataclass(frozen=True, slots=True)
class Table:
    """What matters of a position: the field, used steps as bits, touched points, the ball, who moves."""

    field: Field
    used: int
    touched: frozenset[Place]
    ball: Place
    mover: int

    def is_bouncing(self, point: Place) -> bool:
        """Whether the ball bounces there."""
        return point in self.touched or self.field.is_occupied(point)

    def after(self, path: tuple[Place, ...]) -> Table:
        """The position after a whole turn along a path that begins at the ball."""
        used = self.used
        for one, two in pairwise(path):
            used |= self.field.bit_of[min((one, two), (two, one))]
        return Table(self.field, used, self.touched | set(path), path[-1], 1 - self.mover)


def shortest(table: Table) -> dict[Place, tuple[Place, ...]]:
    """Every end of the turn, free points and goals, with one shortest route from the ball to it."""
    field, used = table.field, table.used
    back: dict[Place, Place | None] = {table.ball: None}
    queue = deque([table.ball])
    ends = []
    while queue:
        here = queue.popleft()
        for bit, there in field.ways[here]:
            if bit & used or there in back:
                continue
            back[there] = here
            if there in field.goal_of or not table.is_bouncing(there):
                ends.append(there)
            else:
                queue.append(there)
    return {end: _path(end, back) for end in ends}


def _path(end: Place, back: dict[Place, Place | None]) -> tuple[Place, ...]:
    path, here = [end], back[end]
    while here is not None:
        path.append(here)
        here = back[here]
    return tuple(reversed(path))


def goal_route(table: Table, goal: int) -> tuple[Place, ...] | None:
    """The shortest way into a goal this turn: 0 the upper, 1 the lower; `None` if there is none at all."""
    routes = [path for end, path in shortest(table).items() if table.field.goal_of.get(end) == goal]
    return min(routes, key=len, default=None)


def routes(table: Table, most: int) -> list[tuple[Place, ...]]:
    """Different ways to play the turn, the shortest first: other routes to one point leave other steps unused."""
    field = table.field
    found = list(shortest(table).values())
    known = set(found)
    queue: deque[tuple[tuple[Place, ...], int]] = deque([((table.ball,), table.used)])
    tries = 0
    while queue and len(found) < most and tries < 4 * most:
        path, used = queue.popleft()
        tries += 1
        for bit, there in field.ways[path[-1]]:
            if bit & used:
                continue
            longer = (*path, there)
            if there in field.goal_of or not table.is_bouncing(there):
                if longer not in known:
                    known.add(longer)
                    found.append(longer)
            else:
                queue.append((longer, used | bit))
    return found

"""Dots once more, slowly: sets of points, whole-board floods after every dot, written from the rules text.

Shares no code with the engine. Owners of points and dots are what is compared; whether an own dot in the
corner of an own outline counts as wall or as inside is left open, as the rules text leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Point = tuple[int, int]
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTING = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))


class Reference:
    """A field with its dots, live dots, and the owner of every closed point."""

    def __init__(
        self,
        width: int,
        height: int,
        *,
        capture_empty: bool = False,
        owner_move: bool = False,
        immune_groups: bool = False,
    ) -> None:
        self.width, self.height = width, height
        self.capture_empty, self.owner_move = capture_empty, owner_move
        self.immune_groups = immune_groups
        self.dots: dict[Point, int] = {}
        self.live: set[Point] = set()
        self.owner: dict[Point, int] = {}

    def free(self) -> set[Point]:
        """Rule 2: no dot, and not inside a closed area."""
        return {point for point in self._board() if point not in self.dots and point not in self.owner}

    def captured(self, player: int) -> set[Point]:
        """Rule 10: enemy dots in the player's areas."""
        return {
            point
            for point, owner in self.owner.items()
            if owner == player and self.dots.get(point) == 1 - player
        }

    def put(self, player: int, point: Point) -> None:
        """Rules 5 and 7: the mover's captures first, then the opponent's."""
        assert point in self.free()
        self.dots[point] = player
        self.live.add(point)
        self._settle(player, point)
        if not self.owner_move:
            self._settle(1 - player, point)

    def _settle(self, player: int, dot: Point) -> None:
        walls = {point for point in self.live if self.dots[point] == player}
        for region in self._regions(walls):
            held = {point for point in region if point in self.live}
            if self.immune_groups and (self._is_grounded(held) or not self._is_met(region, dot)):
                continue
            if held or (self.capture_empty and any(point not in self.owner for point in region)):
                self._close(player, region, walls)

    def _is_grounded(self, dots: set[Point]) -> bool:
        """Whether one of the dots is joined to the edge by live dots of its colour, slanting steps included."""
        for dot in dots:
            own = {point for point in self.live if self.dots[point] == self.dots[dot]}
            group = self._flood({dot}, lambda point, own=own: point in own, SLANTING)  # type: ignore[misc]
            if any(x in (0, self.width - 1) or y in (0, self.height - 1) for x, y in group):
                return True
        return False

    def _is_met(self, region: set[Point], dot: Point) -> bool:
        """Whether this very dot closed the region or stepped into it: a group that loses its way to the edge
        later is not taken by that."""
        return dot in region or any(near in region for near in _near(dot, STRAIGHT))

    def _close(self, player: int, region: set[Point], walls: set[Point]) -> None:
        """The region and all that is strictly inside its outline: what its wall dots keep from the edge.

        A pocket of own dots belongs inside only if it hangs on the outline by a single dot (the oracles'
        README says so); else the smallest ring goes round it, which leaves the pocket outside."""
        wall = {point for point in walls if any(near in region for near in _near(point, STRAIGHT))}
        frame = {
            (x, y)
            for x in range(-1, self.width + 1)
            for y in range(-1, self.height + 1)
            if not (0 <= x < self.width and 0 <= y < self.height)
        }
        outside = self._flood(frame, lambda point: point not in wall, STRAIGHT)
        while pocket := self._outer_pocket(outside, wall, region):
            outside |= pocket
        for point in self._board():
            if point in outside:
                continue
            if point in wall and any(near in outside for near in _near(point, SLANTING)):
                continue
            self.owner[point] = player
            self.live.discard(point)

    def _outer_pocket(self, outside: set[Point], wall: set[Point], region: set[Point]) -> set[Point]:
        """A part cut off from the region whose rim is joined to the outline otherwise than by one dot; empty if none.

        Joined as a ring that uses each dot once needs it: no single dot of the wall parts the two."""
        left = {point for point in self._board() if point not in outside | wall | region}
        outer = {point for point in wall if any(near in outside for near in _near(point, SLANTING))}
        while left:
            pocket = self._flood({left.pop()}, lambda point: point not in wall, STRAIGHT)
            left -= pocket
            rim = {point for point in wall if any(near in pocket for near in _near(point, STRAIGHT))}
            if all(self._are_joined(rim - {dot}, outer - {dot}, wall - {dot}) for dot in wall):
                return pocket
        return set()

    def _are_joined(self, some: set[Point], others: set[Point], wall: set[Point]) -> bool:
        """Whether a way over dots of the wall, slanting steps included, leads from some dots to others."""
        return bool(self._flood(some, lambda point: point in wall, SLANTING) & others)

    def _regions(self, walls: set[Point]) -> Iterator[set[Point]]:
        """Rule 4: points without a live dot of the colour, joined sideways, up and down, none on the edge."""
        left = {point for point in self._board() if point not in walls}
        while left:
            region = self._flood({left.pop()}, lambda point: point not in walls, STRAIGHT)
            left -= region
            if not any(x in (0, self.width - 1) or y in (0, self.height - 1) for x, y in region):
                yield region

    def _flood(self, start: set[Point], may: Callable[[Point], bool], steps: Iterable[Point]) -> set[Point]:
        found, todo = set(start), list(start)
        while todo:
            for point in _near(todo.pop(), steps):
                inside = 0 <= point[0] < self.width and 0 <= point[1] < self.height
                if inside and point not in found and may(point):
                    found.add(point)
                    todo.append(point)
        return found

    def _board(self) -> Iterator[Point]:
        return ((x, y) for y in range(self.height) for x in range(self.width))


def _near(point: Point, steps: Iterable[Point]) -> Iterator[Point]:
    return ((point[0] + dx, point[1] + dy) for dx, dy in steps)

"""Captures that cannot be stopped: every move threatens to take, and no answer to the threat helps.

A ladder is a row of single threats, each answered at its one point; a net or a double threat ends it. Five
plies are two forcing moves, their answers and the capture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .areas import Points, indices
from .settle import Rules, State, put_dot
from .threats import Threat, lead, threats_of, threats_through

REACH = 3
"""Later moves of a line lie within so many points of the earlier ones."""


class Line(NamedTuple):
    """A forced line: the attacker's and the defender's moves in turn up to the capture, and what it wins at
    least. `points` are the threats that the first move makes."""

    moves: tuple[int, ...]
    gain: int
    points: tuple[int, ...]


@dataclass(slots=True)
class Attack:
    """A search for forced captures by `player`; `nodes` bounds the work in moves tried, `is_late` stops it."""

    player: int
    rules: Rules
    nodes: int
    is_late: Callable[[], bool] = lambda: False

    def best(self, state: State, forcing: int = 2, zone: Points | None = None) -> Line | None:
        """The line that wins most, with at most so many forcing moves before the capture, `None` if none works.

        Shorter lines are looked for first."""
        for moves in range(1, forcing + 1):
            if line := self._search(state, moves, state.field.board if zone is None else zone):
                return line
        return None

    def _search(self, state: State, forcing: int, zone: Points) -> Line | None:
        best: Line | None = None
        for index in self._candidates(state, zone):
            if self.nodes <= 0 or self.is_late():
                break
            self.nodes -= 1
            after = put_dot(state, self.player, index, self.rules).state
            if lead(after, self.player) < lead(state, self.player):
                continue
            threats = threats_through(after, self.player, 1 << index, self.rules)
            if not threats:
                continue
            line = self._answered(state, after, index, threats, forcing)
            if line is not None and (best is None or line.gain > best.gain):
                best = line
        return best

    def _candidates(self, state: State, zone: Points) -> list[int]:
        """Free points beside own dots and not far from enemy dots."""
        field = state.field
        near = field.around(field.around(state.live[1 - self.player] & zone))
        return list(indices(state.free() & field.around(state.live[self.player]) & near & zone))

    def _answered(
        self, before: State, after: State, index: int, threats: list[Threat], forcing: int
    ) -> Line | None:
        """The line after the defender's best answer, `None` if one answer saves everything."""
        enemy = 1 - self.player
        points = tuple(threat.point for threat in threats)
        if len(points) == 1 and forcing == 1:
            return None
        worst: Line | None = None
        answers = [points[0]] if len(points) == 1 else list(points)
        answers += [one.point for one in threats_of(after, enemy, self.rules) if one.point not in answers]
        for answer in answers:
            self.nodes -= 1
            reply = put_dot(after, enemy, answer, self.rules).state
            line = self._best_take(before, reply, points, (index, answer))
            if line is None and forcing > 1 and self.nodes > 0:
                line = self._go_on(before, reply, index, answer, forcing)
            if line is None:
                return None
            line = Line(line.moves, line.gain, points)
            if worst is None or line.gain < worst.gain:
                worst = line
        return worst if worst is not None and worst.gain > 0 else None

    def _best_take(
        self, before: State, state: State, points: tuple[int, ...], made: tuple[int, ...]
    ) -> Line | None:
        """The best of the threatened captures that is still there."""
        best: Line | None = None
        for point in points:
            if point in made or not 1 << point & state.free():
                continue
            taken = put_dot(state, self.player, point, self.rules).state
            gain = lead(taken, self.player) - lead(before, self.player)
            if gain > 0 and (best is None or gain > best.gain):
                best = Line((*made, point), gain, points)
        return best

    def _go_on(self, before: State, state: State, index: int, answer: int, forcing: int) -> Line | None:
        """The rest of a ladder, close to its last moves."""
        zone = 1 << index | 1 << answer
        for _ in range(REACH):
            zone = state.field.around(zone)
        more = self._search(state, forcing - 1, zone)
        if more is None:
            return None
        gain = more.gain + lead(state, self.player) - lead(before, self.player)
        return Line((index, answer, *more.moves), gain, more.points) if gain > 0 else None

"""Chooses a move in dots: take, answer what the enemy threatens, force, else the move after which the position
looks best, looked at one answer deep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from .areas import Points, indices
from .evaluate import value
from .settle import Rules, State, put_dot
from .tactics import Attack, Line
from .threats import Threat, gain_of, threats_of

NEAR_HELD = 0.75
"""Share of a threatened capture that counts for the side that moves next."""


LINES_UNTIL, POINTS_UNTIL, ANSWERS_UNTIL = 0.45, 0.7, 0.9
"""Shares of the time after which the next stage begins, however far the one before has come."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work a move may cost: points looked at, answers per point, moves tried in forced lines, and
    seconds after which the search stops with what it has."""

    points: int = 400
    replied: int = 12
    answers: int = 12
    tactics: int = 2500
    seconds: float = 1.0


QUICK = Budget(points=40, replied=4, answers=6, tactics=300)
"""For tournaments: about a twentieth of a hint's work."""


class Choice(NamedTuple):
    """A move with its worth for the mover, and the forced line it starts or stops, if that is why."""

    point: int
    worth: float
    line: Line | None = None
    stops: Line | None = None


@dataclass(slots=True)
class Thinking:
    """One search for a move: the field, who moves where, the clock, and what `choose` saw on its way: the
    captures in one move and the forced lines of both sides."""

    state: State
    player: int
    legal: Points
    rules: Rules
    budget: Budget = field(default_factory=Budget)
    clock: Callable[[], float] = monotonic
    started: float = 0.0
    mine: list[Threat] = field(default_factory=list)
    theirs: list[Threat] = field(default_factory=list)
    attack: Line | None = None
    danger: Line | None = None

    def choose(self) -> list[Choice]:
        """Good moves, best first; at least one if any point is legal."""
        self.started = self.clock()
        self.mine = mine = threats_of(self.state, self.player, self.rules)
        self.theirs = theirs = threats_of(self.state, 1 - self.player, self.rules)
        self.attack = attack = self._line(self.player)
        self.danger = danger = self._line(1 - self.player)
        points = self._points(mine, theirs, attack, danger)
        valued = [
            Choice(point, self._worth(point, theirs))
            for number, point in enumerate(points)
            if number == 0 or self._has_time(POINTS_UNTIL)
        ]
        valued.sort(key=lambda choice: -choice.worth)
        best = [
            self._replied(choice)
            for choice in self._shortlist(valued, attack, danger)
            if self._has_time(ANSWERS_UNTIL)
        ]
        best = best or valued[:1]
        best = [self._with_lines(choice, attack, danger) for choice in best]
        best.sort(key=lambda choice: -choice.worth)
        return best

    # --- candidates -------------------------------------------------------------------------------

    def _points(
        self, mine: list[Threat], theirs: list[Threat], attack: Line | None, danger: Line | None
    ) -> list[int]:
        """The points worth a look, the urgent ones first."""
        state, around = self.state, self.state.field.around
        urgent = [threat.point for threat in (*mine, *theirs)]
        for line in (attack, danger):
            urgent += [] if line is None else [*line.moves, *line.points]
        for threat in theirs[:3]:
            urgent += indices(around(1 << threat.point))
        both = around(around(state.live[0])) & around(around(state.live[1]))
        either = around(around(state.live[0] | state.live[1]))
        quiet = sorted(indices(both & self.legal), key=self._busy, reverse=True)
        if len(quiet) < self.budget.points:
            quiet += sorted(indices(either & ~both & self.legal), key=self._busy, reverse=True)
        quiet = quiet[: self.budget.points]
        found = [point for point in dict.fromkeys([*urgent, *quiet]) if 1 << point & self.legal]
        return found or self._anywhere()

    def _busy(self, point: int) -> float:
        """How much goes on round a point: contact first, and few own dots right beside it."""
        around, live = self.state.field.around, self.state.live
        near = around(1 << point)
        wide = around(near)
        own, other = live[self.player], live[1 - self.player]
        return (
            1.5 * (near & other).bit_count()
            + (wide & other).bit_count()
            + 0.7 * (wide & own).bit_count()
            - 0.8 * (near & own).bit_count()
        )

    def _anywhere(self) -> list[int]:
        """Points in the middle of what is free, when there is nothing to play beside."""
        field_ = self.state.field
        middle = (field_.width / 2, field_.height / 2)

        def distance(point: int) -> float:
            x, y = field_.place(point)
            return abs(x - middle[0]) + abs(y - middle[1])

        return sorted(indices(self.legal), key=distance)[: self.budget.points]

    def _shortlist(self, valued: list[Choice], attack: Line | None, danger: Line | None) -> list[Choice]:
        """The moves whose answers are looked at: the best ones, and what starts or stops a forced line."""
        forced = {line.moves[0] for line in (attack, danger) if line is not None}
        short = valued[: self.budget.replied]
        return short + [choice for choice in valued[self.budget.replied :] if choice.point in forced]

    # --- worth ------------------------------------------------------------------------------------

    def _worth(self, point: int, theirs: list[Threat]) -> float:
        """Worth of a move before any answer: what it takes and holds, less what the enemy then takes."""
        state, player = self.state, self.player
        after = put_dot(state, player, point, self.rules).state
        return value(after, player) - self._next_take(after, point, theirs)

    def _next_take(self, after: State, point: int, theirs: list[Threat]) -> float:
        """What the enemy's best capture after the move is worth: the old ones still there, and those of the
        dot just put."""
        enemy = 1 - self.player
        gains = [gain_of(after, enemy, threat.point, self.rules) for threat in theirs[:4]]
        beside = after.field.around(1 << point) & after.free()
        if after.live[self.player] & 1 << point:
            gains += [
                gain_of(after, enemy, index, self.rules)
                for index in indices(beside)
                if (after.field.around(1 << index) & after.live[enemy]).bit_count() > 1
            ]
        return NEAR_HELD * max(gains, default=0)

    def _replied(self, choice: Choice) -> Choice:
        """The choice with its worth after the enemy's best answer."""
        player, enemy = self.player, 1 - self.player
        after = put_dot(self.state, player, choice.point, self.rules).state
        takes = threats_of(after, enemy, self.rules)
        follow = threats_of(after, player, self.rules)
        near = after.field.around(after.field.around(1 << choice.point)) & after.free()
        points = [threat.point for threat in (*takes[:4], *follow[:3])]
        points += sorted(indices(near), key=self._busy, reverse=True)
        worst: float | None = None
        for point in list(dict.fromkeys(points))[: self.budget.answers]:
            reply = put_dot(after, enemy, point, self.rules).state
            worth = value(reply, player) + NEAR_HELD * self._best_left(reply, follow)
            worst = worth if worst is None else min(worst, worth)
        return choice if worst is None else choice._replace(worth=worst)

    def _best_left(self, reply: State, follow: list[Threat]) -> int:
        """The best capture that the mover still has after the enemy's answer."""
        return max((gain_of(reply, self.player, one.point, self.rules) for one in follow[:4]), default=0)

    # --- forced lines -----------------------------------------------------------------------------

    def _line(self, player: int) -> Line | None:
        if self.budget.tactics <= 0:
            return None
        return self._attack(player, self.budget.tactics, LINES_UNTIL).best(self.state)

    def _attack(self, player: int, nodes: int, share: float = 1.0) -> Attack:
        return Attack(player, self.rules, nodes, lambda: not self._has_time(share))

    def _with_lines(self, choice: Choice, attack: Line | None, danger: Line | None) -> Choice:
        """The choice with what it forces, or less what it lets the enemy force."""
        player = self.player
        if attack is not None and choice.point == attack.moves[0]:
            now = self.state.captured(player) - self.state.captured(1 - player)
            choice = choice._replace(line=attack, worth=max(choice.worth, now + attack.gain * NEAR_HELD))
        if danger is not None and self._has_time():
            after = put_dot(self.state, player, choice.point, self.rules).state
            zone = self._zone(danger)
            left = self._attack(1 - player, self.budget.tactics // 4).best(after, 2, zone)
            if left is None:
                return choice._replace(stops=danger)
            choice = choice._replace(worth=choice.worth - left.gain * NEAR_HELD)
        return choice

    def _zone(self, line: Line) -> Points:
        zone = 0
        for point in (*line.moves, *line.points):
            zone |= 1 << point
        for _ in range(3):
            zone = self.state.field.around(zone)
        return zone

    def _has_time(self, share: float = 1.0) -> bool:
        return self.clock() < self.started + share * self.budget.seconds

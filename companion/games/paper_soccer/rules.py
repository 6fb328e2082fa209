"""Paper soccer: from a set of steps to ball, turns, mover and result, and what is wrong with it.

>>> from companion.games.paper_soccer.options import SoccerOptions
>>> position = parse("8x10 4,5:1", SoccerOptions())
>>> position.ball, position.turn, len(position.moves())
((5, 4), 1, 7)
>>> [problem.code for problem in parse("8x10 4,5:0 3,3:3 4,4:1", SoccerOptions()).problems()]
['NOT_ONE_TRAIL']
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.errors import IllegalMove
from companion.position import Outcome, Place, Problem, Stroke

from . import messages
from .field import Field, field_of, step
from .options import SoccerOptions, beginner
from .trail import Coloured, apart, degrees, odd_points

KEYS = "AB"

Line = tuple[Stroke, int | None]
"""A drawn step, and whose colour it has."""


class State(Enum):
    """How far the game is."""

    START = "start"
    TURN_DONE = "turn_done"
    MID_TURN = "mid_turn"
    GOAL = "goal"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Soccer:
    """The drawn steps in no order; one drawn twice is there twice.

    `course` are the points in the order of play where it is known; it is no part of what stands on the paper."""

    lines: tuple[Line, ...]
    first: int
    options: SoccerOptions
    course: tuple[Place, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        """Size, who began where the options do not say it, and the steps as strokes."""
        from .notation import write

        return write(self)

    @property
    def field(self) -> Field:
        """The field played on."""
        return field_of(self.options)

    @property
    def steps(self) -> tuple[Stroke, ...]:
        """The drawn steps, each once."""
        return tuple(dict.fromkeys(stroke for stroke, _ in self.lines))

    @property
    def used(self) -> int:
        """The drawn steps as bits."""
        bits = self.field.bit_of
        return sum(bits.get(stroke, 0) for stroke in self.steps)

    @property
    def touched(self) -> frozenset[Place]:
        """The points that the track has touched."""
        return frozenset(degrees(self.steps))

    @property
    def ball(self) -> Place | None:
        """Where the ball is, `None` if the steps are not one trail."""
        odd = odd_points(self.steps)
        if not odd:
            return self.field.centre
        if len(odd) == 2 and self.field.centre in odd:
            return next(point for point in odd if point != self.field.centre)
        return None

    @property
    def finished_turns(self) -> int:
        """How many times the ball stopped on a point that nothing had touched."""
        return sum(
            not self.field.is_occupied(point) and point not in self.field.goal_of for point in self.touched
        )

    @property
    def state(self) -> State | None:
        """How far the game is, `None` if the steps are not one trail."""
        ball = self.ball
        if ball is None:
            return None
        if not self.lines:
            return State.START
        if ball in self.field.goal_of:
            return State.GOAL
        number = degrees(self.steps).get(ball, 0)
        if self.field.is_occupied(ball) or number >= 2:
            return State.MID_TURN if self._exits(ball) else State.STUCK
        return State.TURN_DONE

    @property
    def mover(self) -> int:
        """Who moves, or made the last step if the game is over."""
        return (self.first + self.finished_turns) % 2

    @property
    def turn(self) -> int | None:
        """Who is to draw the next step, `None` at the end or if the steps are not one trail."""
        if self.state in (State.START, State.TURN_DONE, State.MID_TURN):
            return self.mover
        return None

    def moves(self) -> tuple[Place, ...]:
        """The points that the next step can lead to."""
        ball = self.ball
        return self._exits(ball) if ball is not None and self.turn is not None else ()

    def _exits(self, point: Place) -> tuple[Place, ...]:
        used = self.used
        there = [other for bit, other in self.field.ways.get(point, ()) if not bit & used]
        return tuple(sorted(there, key=lambda place: (place[1], place[0])))

    def exits(self, point: Place) -> tuple[Place, ...]:
        """Where unused steps lead from any point."""
        return self._exits(point)

    def play(self, move: Place) -> Soccer:
        """The position after one step of the player to move."""
        ball, turn = self.ball, self.turn
        if ball is None or turn is None or move not in self.moves():
            raise IllegalMove(messages.REFUSED, "STEP_OUTSIDE")
        owner = turn if self.options.pens == "two" else None
        lines = tuple(sorted((*self.lines, (step(ball, move), owner)), key=_order))
        course = self.course or (self.field.centre,)
        is_known = len(course) == len(self.lines) + 1
        return replace(self, lines=lines, course=(*course, move) if is_known else ())

    def outcome(self) -> Outcome | None:
        """Who scored, or whose opponent is stuck."""
        ball = self.ball
        match self.state:
            case State.GOAL if ball is not None:
                goal = self.field.goal_of[ball]
                return Outcome(goal, False, messages.GOALS[goal])
            case State.STUCK:
                return Outcome(1 - self.mover, False, messages.STUCK.fill(player=KEYS[self.mover]))
        return None

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the paper that breaks the rules."""
        found = []
        for stroke in self.steps:
            if code := self.field.fault(*stroke):
                found.append(Problem(code, stroke, messages.FAULTS[code]))
        for stroke, number in Counter(stroke for stroke, _ in self.lines).items():
            if number > 1:
                found.append(Problem("STEP_REPEATED", stroke, messages.REPEATED))
        found += self._trail_problems()
        if not found:
            found += self._colour_problems()
        return tuple(found)

    def _trail_problems(self) -> list[Problem]:
        found = []
        if loose := apart(self.steps, self.field.centre):
            where = tuple(sorted({point for stroke in loose for point in stroke}))
            found.append(Problem("NOT_CONNECTED_TO_CENTRE", where, messages.APART))
        if self.ball is None:
            where = tuple(sorted(odd_points(self.steps) - {self.field.centre}))
            found.append(Problem("NOT_ONE_TRAIL", where, messages.NO_TRAIL))
        ends = degrees(self.steps)
        goals = [point for point in self.field.goal_of if point in ends]
        if len(goals) > 1 or any(ends[point] > 1 for point in goals):
            found.append(Problem("PLAY_AFTER_GOAL", tuple(sorted(goals)), messages.AFTER_GOAL))
        return found

    def _colour_problems(self) -> list[Problem]:
        owners = {stroke: owner for stroke, owner in self.lines if owner is not None}
        if not self.lines or len(owners) < len(self.lines):
            return []

        def fits(*, early: bool, late: bool) -> bool | None:
            return Coloured(owners, self.field, self.first, early=early, late=late).is_possible()

        if fits(early=False, late=False) is not False:
            return []
        if fits(early=True, late=False):
            return [Problem("TURN_ENDED_TOO_EARLY", (), messages.EARLY)]
        if fits(early=False, late=True):
            return [Problem("TURN_WENT_ON", (), messages.WENT_ON)]
        return [
            Problem("TURN_ENDED_TOO_EARLY", (), messages.EARLY),
            Problem("TURN_WENT_ON", (), messages.WENT_ON),
        ]


def _order(line: Line) -> tuple[Stroke, int]:
    return (line[0], -1 if line[1] is None else line[1])


def start(options: SoccerOptions) -> Soccer:
    """The ball in the centre."""
    return Soccer((), beginner(options), options)


def parse(text: str, options: SoccerOptions) -> Soccer:
    """Reads the notation; raises `NotationError`."""
    from .notation import parse as read

    return read(text, options)

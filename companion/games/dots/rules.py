"""Dots: a field of dots and drawn outlines, whether it came from a photo or was played move by move.

The notation has the size, the rows, who began, and the drawn lines (see `strokes.py`):

>>> from companion.games.dots.notation import parse
>>> from companion.games.dots.options import DotsOptions
>>> options = DotsOptions(size=(5, 5), start="empty", opening_zone="none")
>>> position = parse("5x5 5./2.R2./.RBR./5./3.B. R>R", options)
>>> after = position.play((2, 3))
>>> str(after)
'5x5 5./..R../.RBR./..R../3.B. ?>B R1,2:1357'
>>> after.captured
(1, 0)

`R` after the rows means that R began, `?` that nobody knows; `>B` says whose turn it is where counting dots
does not tell; `!B`, `@B` and `=` how the game ended (see `ending.py`). `~` at the end says that only dots
were told, not the lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion import notation
from companion.errors import IllegalMove
from companion.position import Outcome, Place, Problem

from .areas import Points, field_of, region_at
from .checks import count_problems, mark_problems, turn_by_count, zone_problems
from .course import Course, Played
from .ending import GOES_ON, Ending, count_score, stop
from .history import Histories, History
from .letters import FREE, all_live, cells_of, count_of, letter_at, with_letter
from .messages import (
    BROKEN_OFF,
    EQUAL,
    IS_FULL,
    KEYS,
    NOBODY_TO_MOVE,
    NOTHING_TO_PAINT,
    OUT_OF_TIME,
    SCORE_IS,
    goal_text,
    refusal,
)
from .options import DotsOptions, opening_zone, start_dots
from .outlines import Lines, Verdict, judge_outlines
from .settle import Closing, State, is_closable, put_dot, rules_of
from .settle import Step as PutDot
from .strokes import Step, ring_steps, write_strokes

LINES_UNTOLD = "~"
NO_LINES: Lines = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Dots:
    """Dots on a field, the lines drawn round captures, and what is known about whose turn it is.

    `#` in `rows` is a point with dots of both colours, `?` a mark that could not be told. `lines` is `None`
    when only the dots are known. `mover` is the player to move where counting the dots does not tell.
    `ending` says whether the game was broken off. `settled` is what follows from the rest, kept when it is
    known already; `course` are the moves that led here, as far as they are known."""

    rows: tuple[str, ...]
    first: int | None
    lines: Lines | None
    options: DotsOptions
    mover: int | None = None
    ending: Ending = GOES_ON
    settled: Histories | None = field(default=None, compare=False, repr=False)
    course: Course | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """The notation."""
        width, height = self.options.size
        who = "?" if self.first is None else KEYS[self.first]
        if self.mover is not None:
            who += f">{KEYS[self.mover]}"
        who += str(self.ending)
        words = [f"{width}x{height}", notation.write_rows(self.rows), who]
        if self.lines is None:
            words.append(LINES_UNTOLD)
        else:
            for key, steps in zip(KEYS, self.lines, strict=True):
                words += write_strokes(key, steps)
        return " ".join(words)

    def cells(self, letters: str) -> tuple[Place, ...]:
        """All points that carry one of the letters, row by row."""
        return tuple(cells_of(self.rows, letters))

    def at(self, place: Place) -> str:
        """The letter on a point."""
        return letter_at(self.rows, place)

    # --- what follows from the paper --------------------------------------------------------------

    def histories(self) -> Histories:
        """How the game may have gone."""
        return self.settled or _verdict(self.rows, self.lines, self.options).histories

    def unsettled(self) -> State:
        """All dots live, nothing closed."""
        return all_live(self.rows, self.options)

    @property
    def captured(self) -> tuple[int, int]:
        """Captured dots of R and B in the first of the possible histories."""
        return self.histories().likely.captured

    # --- the game ---------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """Whose turn it is, `None` when the game is over or the paper does not tell."""
        if self.outcome() is not None:
            return None
        if self.ending.stopper is not None:
            return 1 - self.ending.stopper
        return self.mover if self.mover is not None else turn_by_count(self.rows, self.options, self.first)

    def moves(self) -> tuple[Place, ...]:
        """The points where the player to move may put a dot, whatever the order of play was."""
        if self.outcome() is not None:
            return ()
        return field_of(*self.options.size).places(self._playable(self.turn))

    def is_legal(self, move: Place) -> bool:
        """Whether the player to move may put a dot there."""
        width, height = self.options.size
        if not (0 <= move[0] < width and 0 <= move[1] < height) or self.outcome() is not None:
            return False
        return bool(field_of(width, height).bit(move) & self._playable(self.turn))

    def play(self, move: Place, *, paints: bool = True) -> Dots:
        """The position after a dot of the player to move, with new outlines drawn.

        With deferred painting the player may leave what he closed unpainted."""
        turn, area = self.turn, field_of(*self.options.size)
        if turn is None:
            raise IllegalMove(NOBODY_TO_MOVE)
        self._check_move(move, turn)
        known = self.settled_known()
        lines = known.lines or NO_LINES
        state = known.histories().likely.state
        if paints or self.options.painting == "immediate":
            step = put_dot(state, turn, move[1] * area.stride + move[0], rules_of(self.options))
        else:
            step = PutDot(state.put(turn, area.bit(move)), ())
        again = self.options.extra_move and step.captures_of(turn)
        before = self.course or Course(replace(self, course=None), ())
        after = replace(
            known,
            rows=with_letter(self.rows, move, KEYS[turn]),
            lines=_draw(area_rings(step.closings, area.place), lines),
            mover=None,
            settled=Histories(History(step.state)),
            course=Course(before.start, (*before.moves, Played(turn, move, step.closings))),
        )
        return after.with_turn(turn if again else 1 - turn)

    def paint(self, place: Place) -> Dots:
        """The position after the player to move has painted his closed region round `place`; no move of its
        own. Raises `IllegalMove`."""
        turn, area = self.turn, field_of(*self.options.size)
        known = self.settled_known()
        state = known.histories().likely.state
        region = None if turn is None else region_at(area, area.bit(place), state.live[turn])
        if turn is None or region is None or not is_closable(state, turn, region, rules_of(self.options)):
            raise IllegalMove(NOTHING_TO_PAINT, "NOTHING_TO_PAINT")
        closing = Closing(turn, region)
        return replace(
            known,
            lines=_draw(area_rings((closing,), area.place), known.lines or NO_LINES),
            settled=Histories(History(state).then([closing])),
            course=None,
        )

    def stop(self) -> Dots:
        """The position after the player to move has said STOP; raises `IllegalMove`."""
        turn = self.turn
        if turn is None:
            raise IllegalMove(NOBODY_TO_MOVE)
        return replace(self, mover=None, ending=stop(self.histories().likely.state, turn, self.options))

    def finish(self) -> Dots:
        """The position after both agreed on the end, or the time after STOP is up."""
        return replace(self, mover=None, ending=replace(self.ending, is_over=True))

    def outcome(self) -> Outcome | None:
        """The winner when no point is free, the agreed number of dots is captured or the game was ended."""
        histories = self.histories()
        if self.ending.late is not None:
            return Outcome(1 - self.ending.late, False, OUT_OF_TIME)
        score = histories.likely.captured
        goal = self.options.win_at
        if goal is not None and max(score) >= goal and histories.is_certain:
            return Outcome(0 if score[0] >= goal else 1, False, goal_text(goal))
        is_full = not histories.may_be_free() & ~self._banned()
        if not histories.is_certain or not (is_full or self.ending.is_over):
            return None
        why = BROKEN_OFF if self.ending.is_over else IS_FULL
        red, blue = count_score(histories.likely.state, self.options, self.ending)
        if red == blue:
            return Outcome(None, True, why + EQUAL)
        winner = 0 if red > blue else 1
        counted = SCORE_IS.fill(winner=KEYS[winner], more=f"{max(red, blue):g}", fewer=f"{min(red, blue):g}")
        return Outcome(winner, False, why + counted)

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the paper that breaks the rules."""
        outlines = () if self.settled else _verdict(self.rows, self.lines, self.options).problems
        is_told = self.mover is not None or self.ending != GOES_ON
        counted = () if is_told else count_problems(self.rows, self.options, self.first)
        marks, zone = mark_problems(self.rows, self.options), zone_problems(self.rows, self.options)
        return (*marks, *counted, *zone, *outlines)

    def settled_known(self) -> Dots:
        """The same position with its history chosen, and its outlines drawn if they were not told."""
        if self.settled and self.lines is not None:
            return self
        histories = self.histories()
        lines = self.lines
        if lines is None:
            lines = _draw(area_rings(histories.likely.closings, field_of(*self.options.size).place), NO_LINES)
        return replace(self, lines=lines, settled=histories)

    # --- parts ------------------------------------------------------------------------------------

    def _playable(self, player: int | None) -> Points:
        """Free points that the player may use now."""
        free = self.histories().free() & ~self._banned()
        zone = opening_zone(self.options)
        if zone is None or player is None or count_of(self.rows, KEYS[player]):
            return free
        area = field_of(*self.options.size)
        return free & area.points(
            (x, y) for x in range(zone[0], zone[2] + 1) for y in range(zone[1], zone[3] + 1)
        )

    def _banned(self) -> Points:
        return field_of(*self.options.size).edge if self.options.border_ban else 0

    def _check_move(self, move: Place, turn: int) -> None:
        area = field_of(*self.options.size)
        if not (0 <= move[0] < area.width and 0 <= move[1] < area.height):
            raise IllegalMove(refusal(move), "DOT_OUT_OF_FIELD")
        dot = area.bit(move)
        if self.at(move) != FREE:
            raise IllegalMove(refusal(move), "POINT_OCCUPIED")
        if not dot & self.histories().free():
            raise IllegalMove(refusal(move), "DOT_IN_CLOSED_AREA")
        if dot & self._banned():
            raise IllegalMove(refusal(move), "DOT_ON_BANNED_BORDER")
        if not dot & self._playable(turn):
            raise IllegalMove(refusal(move), "OPENING_ZONE")
        if self.outcome() is not None:
            raise IllegalMove(NOBODY_TO_MOVE)

    def with_turn(self, turn: int) -> Dots:
        """The same with `mover` set only if counting the dots does not tell it."""
        if self.ending.stopper is not None:
            return self
        is_told = turn_by_count(self.rows, self.options, self.first) == turn
        if is_told or self.outcome() is not None:
            return self
        return replace(self, mover=turn, first=self.first if self.options.extra_move else None)


# --- settling -----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _verdict(rows: tuple[str, ...], lines: Lines | None, options: DotsOptions) -> Verdict:
    """What dots and outlines tell together; remembered, because a report asks for it many times."""
    return judge_outlines(all_live(rows, options), lines, rules_of(options))


# --- the beginning -----------------------------------------------------------------------------------


def start(options: DotsOptions) -> Dots:
    """The field before the first move; R begins unless the options say otherwise."""
    width, height = options.size
    rows: tuple[str, ...] = (FREE * width,) * height
    for place, player in start_dots(options):
        rows = with_letter(rows, place, KEYS[player])
    return Dots(rows, KEYS.index(options.first) if options.first in KEYS else 0, NO_LINES, options)


# --- drawing what was captured ------------------------------------------------------------------------


def area_rings(
    closings: tuple[Closing, ...], place: Callable[[int], Place]
) -> tuple[list[frozenset[Step]], list[frozenset[Step]]]:
    """The lines of new outlines, per player."""
    rings: tuple[list[frozenset[Step]], list[frozenset[Step]]] = ([], [])
    for player, region in closings:
        rings[player].append(ring_steps([place(index) for index in region.ring]))
    return rings


def _draw(rings: tuple[list[frozenset[Step]], list[frozenset[Step]]], lines: Lines) -> Lines:
    return (lines[0].union(*rings[0]), lines[1].union(*rings[1]))

"""Segments: two points a move, no segment touches another or a third point; who cannot move loses.

The *ideal* segment between two points is judged, not the wobbly line on the paper.

>>> from companion.games.segments.options import SegmentsOptions
>>> position = parse("0,0;10,0;10,10;0,10 1-2", SegmentsOptions())
>>> position.turn, position.moves()
(1, (((2, 0), (3, 0)),))
>>> [problem.code for problem in parse("0,0;10,0;10,10;0,10 1-3 2-4", SegmentsOptions()).problems()]
['SEGMENTS_CROSS']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations

from companion.errors import IllegalMove
from companion.position import Outcome, Place, Problem, Stroke
from companion.text import Text, same

from . import messages
from .options import SegmentsOptions
from .points import FEWEST, MOST, Spot, do_cross, is_near

KEYS = "AB"

THIRD_POINT = 10
"""A segment passes through every point so near to it, in tenths of a millimetre."""

Pair = tuple[int, int]
"""Two points by their numbers from 0, the smaller first."""


class Fault(Enum):
    """What may be wrong with a drawn line itself; the value is how the notation tells it."""

    NONE = ""
    CROOKED = "~"
    ASTRAY = "?"


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A drawn line: the points it joins or comes nearest to, whose colour it has (-1: not told), and its fault."""

    pair: Pair
    owner: int = -1
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Segments:
    """The drawn lines in no order, and points that somebody `added` to those of the sheet."""

    lines: tuple[Line, ...]
    first: int
    options: SegmentsOptions
    added: tuple[Spot, ...] = ()

    def __str__(self) -> str:
        """Where the points lie, who began where it is B, and the segments by the printed numbers."""
        from .notation import write

        return write(self)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where the points lie."""
        return self.options.spots

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The drawn segments."""
        return tuple(line.pair for line in self.lines)

    @property
    def free(self) -> tuple[int, ...]:
        """The points that no segment ends at."""
        used = {number for pair in self.pairs for number in pair}
        return tuple(number for number in range(len(self.spots)) if number not in used)

    @property
    def mover(self) -> int:
        """Who is to draw the next segment, if one can be drawn."""
        return (self.first + len(self.lines)) % 2

    @property
    def turn(self) -> int | None:
        """Who is to move, `None` at the end."""
        return self.mover if next(self._legal(), None) is not None else None

    def moves(self) -> tuple[Stroke, ...]:
        """All segments that may be drawn, by the numbers of their points."""
        return tuple(stroke_of(pair) for pair in self._legal())

    def legal_pairs(self) -> tuple[Pair, ...]:
        """The same as pairs of numbers."""
        return tuple(self._legal())

    def _legal(self) -> Iterator[Pair]:
        return (pair for pair in combinations(self.free, 2) if self.fault_of(pair) is None)

    def fault_of(self, pair: Pair) -> str | None:
        """Why a segment between two free points may not be drawn, `None` if it may."""
        if next(self._touched(pair), None) is not None:
            return "SEGMENT_THROUGH_POINT"
        if any(meet(self.spots, pair, drawn) for drawn in self.pairs):
            return "SEGMENTS_CROSS"
        return None

    def _touched(self, pair: Pair) -> Iterator[int]:
        """The third points that a segment passes through."""
        one, two = (self.spots[number] for number in pair)
        for number, spot in enumerate(self.spots):
            if number not in pair and is_near(spot, one, two, THIRD_POINT):
                yield number

    def play(self, move: Stroke) -> Segments:
        """The position after one segment of the player to move."""
        pair = self._pair(move)
        if pair is None:
            raise IllegalMove(messages.REFUSED["NO_SUCH_POINT"], "NO_SUCH_POINT")
        reason = "POINT_USED_TWICE" if not set(pair) <= set(self.free) else self.fault_of(pair)
        if reason is not None:
            raise IllegalMove(messages.REFUSED[reason], reason)
        owner = self.mover if self.options.pens == "two" else -1
        return replace(self, lines=tuple(sorted((*self.lines, Line(pair, owner)))))

    def _pair(self, move: object) -> Pair | None:
        """The two points of a move, `None` if it names none of the sheet."""
        match move:
            case ((int(one), 0), (int(two), 0)) if one != two and {one, two} <= set(range(len(self.spots))):
                return (min(one, two), max(one, two))
        return None

    def outcome(self) -> Outcome | None:
        """Who has won, `None` while a segment can be drawn."""
        if self.turn is not None or not self.spots:
            return None
        stuck = same(KEYS[self.mover])
        if self.options.misere:
            return Outcome(self.mover, False, messages.STUCK_MISERE.fill(player=stuck))
        return Outcome(1 - self.mover, False, messages.STUCK.fill(player=stuck))

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the paper that breaks the rules."""
        found = list(self._drawing_faults())
        ends = Counter(number for pair in self.pairs for number in pair)
        for number in sorted(number for number, times in ends.items() if times > 1):
            text = messages.TWICE.fill(point=number + 1)
            found.append(Problem("POINT_USED_TWICE", (place_of(number),), text))
        for pair in self.pairs:
            for number in self._touched(pair):
                text = messages.THROUGH.fill(segment=name_of(pair), point=number + 1)
                where = (place_of(number), *stroke_of(pair))
                found.append(Problem("SEGMENT_THROUGH_POINT", where, text))
        for one, two in combinations(self.pairs, 2):
            if meet(self.spots, one, two):
                text = messages.CROSS.fill(one=name_of(one), two=name_of(two))
                found.append(Problem("SEGMENTS_CROSS", (*stroke_of(one), *stroke_of(two)), text))
        return (*found, *self._mismatch(), *self._added(), *self._miscounted())

    def _drawing_faults(self) -> Iterator[Problem]:
        for line in self.lines:
            if line.fault == Fault.ASTRAY.value:
                text = messages.OFF_POINT.fill(segment=name_of(line.pair))
                yield Problem("SEGMENT_END_OFF_POINT", stroke_of(line.pair), text)
            elif line.fault == Fault.CROOKED.value:
                text = messages.CROOKED.fill(segment=name_of(line.pair))
                yield Problem("SEGMENT_NOT_STRAIGHT", stroke_of(line.pair), text)

    def _mismatch(self) -> Iterator[Problem]:
        """Whether two colours do not alternate."""
        owners = [line.owner for line in self.lines]
        if -1 in owners or not owners:
            return
        lead = owners.count(self.first) - owners.count(1 - self.first)
        if lead not in (0, 1):
            text = messages.MISMATCH.fill(a=owners.count(0), b=owners.count(1), first=same(KEYS[self.first]))
            yield Problem("COUNT_MISMATCH", (), text)

    def _added(self) -> Iterator[Problem]:
        return map(messages.added, self.added)

    def _miscounted(self) -> Iterator[Problem]:
        """Points drawn by hand: too few or too many for a game, or another number than the sheet says."""
        number, agreed = len(self.spots), self.options.points
        if not self.options.is_drawn or number in (0, agreed):
            return
        if not FEWEST <= number <= MOST:
            text = messages.MISCOUNTED.fill(number=number, least=FEWEST, most=MOST)
            yield Problem("POINT_COUNT", (), text)
        else:
            text = messages.OTHER_COUNT.fill(number=number, agreed=agreed)
            yield Problem("POINT_COUNT", (), text, is_note=True)


def meet(spots: tuple[Spot, ...], one: Pair, two: Pair) -> bool:
    """Whether two segments without a common end cross or touch."""
    if set(one) & set(two):
        return False
    return do_cross(spots[one[0]], spots[one[1]], spots[two[0]], spots[two[1]])


def place_of(number: int) -> Place:
    """The place of a point on the sheet's board."""
    return (number, 0)


def stroke_of(pair: Pair) -> Stroke:
    """The stroke between two points."""
    return (place_of(pair[0]), place_of(pair[1]))


def name_of(pair: Pair) -> Text:
    """A segment by the printed numbers of its points: `3-12`."""
    return same(f"{pair[0] + 1}-{pair[1] + 1}")


def start(options: SegmentsOptions) -> Segments:
    """The points and nothing else."""
    return Segments((), 0, options)


def parse(text: str, options: SegmentsOptions) -> Segments:
    """Reads the notation; raises `NotationError`."""
    from .notation import parse as read

    return read(text, options)

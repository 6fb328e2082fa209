"""Barriers: lines over two free neighbouring cells; who cannot draw one loses.

>>> from companion.games.barriers.options import BarriersOptions
>>> position = parse("8x8 e2-e3", BarriersOptions())
>>> position.turn, len(position.moves())
(1, 105)
>>> [problem.code for problem in parse("8x8 a1-b1-c1 d5", BarriersOptions()).problems()]
['LINE_LENGTH', 'LINE_LENGTH']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from companion.errors import IllegalMove
from companion.position import Outcome, Place, Problem, Stroke
from companion.text import Text

from . import messages
from .lines import Line, Walk, cells_of, is_slanting, is_straight
from .options import BarriersOptions

KEYS = "AB"
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
AWAY = {"cells": (), "edge": SIDES, "all": SIDES + CORNERS}
"""Where another line must not be, from a covered cell."""


@dataclass(frozen=True, slots=True)
class Barriers:
    """The lines on paper, in no order. `sides` are lines along the border of two cells, which cover nothing."""

    lines: tuple[Line, ...]
    first: int
    options: BarriersOptions
    sides: tuple[Stroke, ...] = ()

    def __str__(self) -> str:
        """Size, who began where it was not A, and the lines by their cells."""
        from .notation import write

        return write(self)

    # --- what is there ---

    @property
    def covered(self) -> frozenset[Place]:
        """The cells with a line in them, the field's only."""
        return frozenset(cell for walk, _ in self.lines for cell in walk if self.is_inside(cell))

    @property
    def free(self) -> frozenset[Place]:
        """The cells through which a line may still go."""
        covered, away = self.covered, AWAY[self.options.touch]
        columns, rows = self.options.size
        return frozenset(
            (x, y)
            for y in range(rows)
            for x in range(columns)
            if (x, y) not in covered and not any((x + dx, y + dy) in covered for dx, dy in away)
        )

    def is_inside(self, cell: Place) -> bool:
        """Whether the field has this cell."""
        columns, rows = self.options.size
        return 0 <= cell[0] < columns and 0 <= cell[1] < rows

    @property
    def is_countable(self) -> bool:
        """Whether it is plain how many lines there are: one over more than two cells may be several."""
        return not self.sides and all(len(walk) <= 2 for walk, _ in self.lines)

    def name(self, cell: Place) -> str:
        """A cell as on a chessboard, row 1 at the bottom; `@` is the column before a."""
        return f"{chr(ord('a') + cell[0]) if cell[0] >= 0 else '@'}{self.options.size[1] - cell[1]}"

    # --- the game ---

    @property
    def mover(self) -> int:
        """Whose turn the number of lines makes it, whether he can move or not."""
        return (self.first + len(self.lines)) % 2

    @property
    def turn(self) -> int | None:
        """Who is to draw the next line, `None` at the end or where the lines cannot be counted."""
        return self.mover if self.is_countable and self._possible() else None

    def moves(self) -> tuple[Stroke, ...]:
        """The lines that the player to move may draw, row by row."""
        return self._possible() if self.is_countable else ()

    def _possible(self) -> tuple[Stroke, ...]:
        free, ways = self.free, self._ways(self.mover)
        columns, rows = self.options.size
        return tuple(
            ((x, y), (x + dx, y + dy))
            for y in range(rows)
            for x in range(columns)
            for dx, dy in ways
            if (x, y) in free and (x + dx, y + dy) in free
        )

    def _ways(self, player: int) -> tuple[Place, ...]:
        if self.options.direction == "any":
            return ((1, 0), (0, 1))
        return ((0, 1),) if player == self.first else ((1, 0),)

    def play(self, move: Stroke) -> Barriers:
        """The position after the player to move drew a line."""
        if move not in self.moves():
            raise IllegalMove(messages.REFUSED, "CELL_USED_TWICE")
        owner = self.mover if self.options.pens == "two" else None
        return replace(self, lines=tuple(sorted((*self.lines, (move, owner)), key=order)))

    def outcome(self) -> Outcome | None:
        """Who has no line left, which loses, or wins where that was agreed."""
        if not self.is_countable or self._possible():
            return None
        winner = self.mover if self.options.misere else 1 - self.mover
        return Outcome(winner, False, messages.STUCK.fill(player=KEYS[self.mover], lines=len(self.lines)))

    # --- what is wrong ---

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the paper that breaks the rules."""
        found = [problem for walk, _ in self.lines for problem in self._faults(walk)]
        found += self._meetings()
        for side in self.sides:
            found.append(self._problem("LINE_ON_GRIDLINE", messages.ON_GRIDLINE, side))
        found += self._wrong_ways()
        if self.is_countable and (counts := self._counts()) is not None:
            found.append(Problem("COUNT_MISMATCH", (), counts))
        return tuple(found)

    def _problem(self, code: str, text: Text, cells: tuple[Place, ...], **words: object) -> Problem:
        shown = ", ".join(self.name(cell) for cell in cells)
        return Problem(code, cells, text.fill(cells=shown, **words))

    def _faults(self, walk: Walk) -> Iterator[Problem]:
        cells = tuple(dict.fromkeys(walk))
        if not all(map(self.is_inside, cells)):
            yield self._problem("LINE_OUTSIDE", messages.OUTSIDE, tuple(filter(self.is_inside, cells)))
        elif len(cells) == 1:
            yield self._problem("LINE_LENGTH", messages.ONE_CELL, cells)
        elif not is_straight(walk):
            yield self._problem("LINE_BENT", messages.BENT, cells)
        elif is_slanting(walk):
            yield self._problem("LINE_DIAGONAL", messages.DIAGONAL, cells)
        elif len(cells) > 2:
            yield self._problem("LINE_LENGTH", messages.LONG, cells, number=len(cells))

    def _meetings(self) -> Iterator[Problem]:
        """Cells used twice, and lines that stand too close."""
        uses = Counter(cell for walk, _ in self.lines for cell in cells_of(walk) if self.is_inside(cell))
        for cell, number in sorted(uses.items()):
            if number > 1:
                yield self._problem("CELL_USED_TWICE", messages.TWICE, (cell,))
        away = AWAY[self.options.touch]
        for (one, _), (two, _) in combinations(self.lines, 2) if away else ():
            mine, theirs = cells_of(one), cells_of(two)
            near = {cell for x, y in mine for dx, dy in away if (cell := (x + dx, y + dy)) in theirs}
            if near and not mine & theirs:
                cells = {cell for x, y in near for dx, dy in away if (cell := (x + dx, y + dy)) in mine}
                yield self._problem("LINES_TOO_CLOSE", messages.CLOSE, tuple(sorted(near | cells)))

    def _wrong_ways(self) -> Iterator[Problem]:
        if self.options.direction == "any":
            return
        for walk, owner in self.lines:
            if owner is not None and len(walk) == 2 and not is_slanting(walk):
                (ax, _), (bx, _) = walk
                is_down = ax == bx
                if is_down != (owner == self.first):
                    way = messages.DOWN if owner == self.first else messages.ACROSS
                    yield self._problem(
                        "DIRECTION_WRONG", messages.DIRECTION, walk, player=KEYS[owner], way=way
                    )

    def _counts(self) -> Text | None:
        """Why the numbers of lines fit no order of moves; the beginner has as many as the other, or one more."""
        owners = [owner for _, owner in self.lines]
        if owners and None not in owners:
            mine = owners.count(self.first)
            shown = (owners.count(0), owners.count(1))
            text = messages.COUNTS
        elif self.options.direction == "split" and None in owners:
            mine = sum(len({x for x, _ in walk}) == 1 for walk, _ in self.lines)
            shown = (mine, len(owners) - mine)
            text = messages.COUNTS_BY_WAY
        else:
            return None
        if mine - (len(owners) - mine) in (0, 1):
            return None
        return text.fill(first=shown[0], second=shown[1])


def order(line: Line) -> tuple[Walk, int]:
    """By which lines are sorted."""
    return (line[0], -1 if line[1] is None else line[1])


def start(options: BarriersOptions) -> Barriers:
    """The empty field."""
    return Barriers((), 0, options)


def parse(text: str, options: BarriersOptions) -> Barriers:
    """Reads the notation; raises `NotationError`."""
    from .notation import parse as read

    return read(text, options)

"""Five in a row: which boards are possible, who is to move, who has won.

>>> from companion.games.five_in_a_row.options import FiveOptions
>>> position = parse("7x2 5X2./4O3.", FiveOptions())
>>> position.outcome().winner
0
>>> [problem.code for problem in parse("7x3 5X../4O..O/7.", FiveOptions()).problems()]
['MOVED_AFTER_WIN']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion import notation
from companion.errors import IllegalMove, NotationError, OptionError
from companion.position import Outcome, Place, Problem
from companion.text import Text

from . import messages
from .forbidden import forbidden_cells, has_overline
from .options import LARGEST, SMALLEST, FiveOptions, beginner
from .runs import Area, area_of

FREE, CROSS, NOUGHT, BOTH, UNREADABLE = ".XO#?"
SIGNS = (CROSS, NOUGHT)
LETTERS = FREE + CROSS + NOUGHT + BOTH + UNREADABLE

CENTRE = 2
"""With `centre_start` the first sign stands at most so many cells from the middle."""

Line = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Five:
    """A board of signs; `#` is a cell with both signs, `?` a sign that could not be read.

    `stroke` is the line that somebody drew through a winning row, from cell to cell. `course` is the order of
    the moves where it is known; it is no part of what stands on the paper."""

    rows: tuple[str, ...]
    first: int
    options: FiveOptions
    stroke: tuple[Place, Place] | None = None
    course: tuple[Place, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        """Size and rows, who began where the options do not say it, and the drawn stroke."""
        words = ["{}x{}".format(*self.options.size), notation.write_rows(self.rows)]
        if self.first != beginner(self.options):
            words.append(SIGNS[self.first])
        if self.stroke is not None:
            words.append("-".join(f"{x},{y}" for x, y in self.stroke))
        return " ".join(words)

    def at(self, place: Place) -> str:
        """The letter on a cell."""
        return self.rows[place[1]][place[0]]

    def cells(self, letters: str) -> tuple[Place, ...]:
        """All cells with one of these letters, row by row."""
        return self.area.places(self.board(letters))

    @property
    def area(self) -> Area:
        """The board for looking at lines."""
        return area_of(*self.options.size, self.options.win)

    def board(self, letters: str) -> int:
        """The cells with one of these letters as bits."""
        found = 0
        for letter in letters:
            found |= board_of(self.rows, letter)
        return found

    def is_exact(self, player: int) -> bool:
        """Whether longer lines do not win for this player."""
        return self.options.exact_five or (self.options.renju and player == self.first)

    @property
    def turn(self) -> int | None:
        """Whose sign comes next, `None` at the end or when the numbers of signs do not tell."""
        if self.outcome() is not None or self.cells(UNREADABLE):
            return None
        return {0: self.first, 1: 1 - self.first}.get(self._lead())

    def moves(self) -> tuple[Place, ...]:
        """The free cells that are allowed, none when the game is over."""
        if self.outcome() is not None:
            return ()
        free = self.cells(FREE)
        if self.options.centre_start and len(free) == len(self.rows) * len(self.rows[0]):
            return tuple(place for place in free if self._is_central(place))
        if self.options.renju and self.turn == self.first:
            banned = set(self.forbidden())
            return tuple(place for place in free if place not in banned)
        return free

    def forbidden(self) -> tuple[Place, ...]:
        """The free cells that renju forbids to the beginner."""
        if not self.options.renju:
            return ()
        area = self.area
        own, free = self.board(SIGNS[self.first]), self.board(FREE)
        return area.places(forbidden_cells(area, own, free))

    def play(self, move: Place) -> Five:
        """The position after the sign of the player to move was put on a free cell."""
        turn = self.turn
        if turn is None or move not in self.moves():
            raise IllegalMove(messages.refusal(move), "POINT_OCCUPIED")
        return self.with_sign(move, turn)

    def with_sign(self, move: Place, player: int) -> Five:
        """The board with one more sign, allowed or not."""
        x, y = move
        row = self.rows[y][:x] + SIGNS[player] + self.rows[y][x + 1 :]
        course = (*self.course, move) if len(self.course) == len(self.cells(CROSS + NOUGHT)) else ()
        return replace(self, rows=(*self.rows[:y], row, *self.rows[y + 1 :]), course=course)

    def problems(self) -> tuple[Problem, ...]:
        """What cannot be on a fairly played board."""
        return (
            *self._mark_problems(),
            *self._count_problems(),
            *self._win_problems(),
            *self._rule_problems(),
            *self._stroke_problems(),
        )

    def outcome(self) -> Outcome | None:
        """The winner, a draw, or `None`."""
        winners = self._winners()
        if len(winners) == 1:
            return Outcome(winners[0], False, messages.won(SIGNS[winners[0]], self.options.win))
        if winners or self.cells(FREE + BOTH + UNREADABLE):
            return None
        return Outcome(None, True, messages.FULL)

    def lines_of(self, player: int) -> list[Line]:
        """The full lines of a player."""
        return self.area.lines(self.board(SIGNS[player]), exact=self.is_exact(player))

    def _winners(self) -> tuple[int, ...]:
        return tuple(
            player
            for player in (0, 1)
            if self.area.has_line(self.board(SIGNS[player]), exact=self.is_exact(player))
        )

    def _count(self, player: int) -> int:
        return sum(row.count(SIGNS[player]) for row in self.rows)

    def _lead(self) -> int:
        """How many signs more the beginner has."""
        return self._count(self.first) - self._count(1 - self.first)

    def _is_central(self, place: Place) -> bool:
        columns, rows = self.options.size
        return abs(2 * place[0] - columns + 1) <= 2 * CENTRE and abs(2 * place[1] - rows + 1) <= 2 * CENTRE

    def _mark_problems(self) -> list[Problem]:
        found = []
        if both := self.cells(BOTH):
            found.append(Problem("CELL_TWO_MARKS", both, messages.two_marks(both)))
        if unclear := self.cells(UNREADABLE):
            found.append(Problem("MARK_UNREADABLE", unclear, messages.unreadable(unclear)))
        return found

    def _count_problems(self) -> list[Problem]:
        unclear = len(self.cells(UNREADABLE))
        if -unclear <= self._lead() <= 1 + unclear:
            return []
        text = messages.counts(self._count(0), self._count(1), SIGNS[self.first])
        return [Problem("COUNT_MISMATCH", (), text)]

    def _win_problems(self) -> list[Problem]:
        winners = self._winners()
        if len(winners) == 2:
            where = tuple(dict.fromkeys((*self.lines_of(0)[0], *self.lines_of(1)[0])))
            return [Problem("TWO_WINNERS", where, messages.TWO_WINNERS)]
        if len(winners) == 1:
            (winner,) = winners
            lines = self.lines_of(winner)
            if not self.last_cells(winner):
                where = tuple(dict.fromkeys(cell for line in lines for cell in line))
                text = messages.several(SIGNS[winner])
                return [Problem("FIVE_NOT_BY_ONE_MARK", where, text)]
            last_lead = 1 if winner == self.first else 0
            if not self.cells(UNREADABLE) and self._lead() in (0, 1) and self._lead() != last_lead:
                return [Problem("MOVED_AFTER_WIN", lines[0], messages.after_win(SIGNS[winner]))]
        return []

    def last_cells(self, winner: int) -> tuple[Place, ...]:
        """The winner's cells that can have been the last move: without such a sign there is no line."""
        shared = set.intersection(*(set(line) for line in self.lines_of(winner)))
        own, exact = self.board(SIGNS[winner]), self.is_exact(winner)
        return tuple(
            cell for cell in sorted(shared) if not self.area.has_line(own & ~self.area.bit(cell), exact=exact)
        )

    def _rule_problems(self) -> list[Problem]:
        found = []
        own = self.cells(SIGNS[self.first])
        if self.options.centre_start and own and not any(map(self._is_central, own)):
            found.append(Problem("START_NOT_CENTRE", own if len(own) == 1 else (), messages.NOT_CENTRE))
        if self.options.renju and has_overline(self.area, self.board(SIGNS[self.first])):
            found.append(Problem("OVERLINE", (), messages.overline(SIGNS[self.first])))
        return found

    def _stroke_problems(self) -> list[Problem]:
        if self.stroke is None:
            return []
        covered = self.covered()
        letters = {self.at(place) for place in covered}
        if len(covered) >= self.options.win and letters in ({CROSS}, {NOUGHT}):
            return []
        return [Problem("LINE_WRONG", self.stroke, messages.wrong_stroke(self.options.win))]

    def covered(self) -> tuple[Place, ...]:
        """The cells under the drawn stroke, none if it is not straight."""
        if self.stroke is None:
            return ()
        (ax, ay), (bx, by) = self.stroke
        dx, dy = bx - ax, by - ay
        steps = max(abs(dx), abs(dy))
        if dx and dy and abs(dx) != abs(dy):
            return ()
        if not steps:
            return (self.stroke[0],)
        return tuple((ax + dx // steps * k, ay + dy // steps * k) for k in range(steps + 1))


@lru_cache(maxsize=4000)
def board_of(rows: tuple[str, ...], letter: str) -> int:
    """The cells with a letter as bits, in the order of `runs`."""
    digits = "0".join(
        "".join("1" if sign == letter else "0" for sign in reversed(row)) for row in reversed(rows)
    )
    return int(digits, 2)


def start(options: FiveOptions) -> Five:
    """The empty board."""
    columns, rows = options.size
    return Five((FREE * columns,) * rows, beginner(options), options)


def parse(text: str, options: FiveOptions) -> Five:
    """Reads `9x4 9./.O4X3./.3O5./9.`, with `X` or `O` after it if that sign began; raises `NotationError`.

    The size in the text goes before the one in the options."""
    words = notation.split_words(text)
    if len(words) < 2:
        raise notation.is_missing(
            text, "size and rows, such as 5x5 5./..X../5./5./5.", "размер и строки: 5x5 5./..X../5./5./5."
        )
    size = _size(text, words[0])
    rows = notation.read_rows(text, words[1], LETTERS)
    notation.check_size(text, words[1], rows, *size)
    options = _sized(options, size, text, words[0])
    first, rest = beginner(options), words[2:]
    if rest and rest[0].text in SIGNS:
        first, rest = SIGNS.index(rest[0].text), rest[1:]
    stroke = _stroke(text, rest.pop(0), size) if rest else None
    if rest:
        raise notation.too_many_words(text, rest[0])
    return Five(tuple(rows), first, options, stroke)


def parse_board(text: str, options: FiveOptions) -> Five:
    """Reads the board picture, one row per line, signs `X O . # ?`; the size is the picture's."""
    seen = notation.read_picture(text, LETTERS)
    size = (len(seen.rows[0]), len(seen.rows))
    options = _sized(options, size, text, None)
    return Five(seen.rows, beginner(options), options)


def _size(text: str, word: notation.Word) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})[xX](\d{1,2})", word.text)
    if match is None:
        raise NotationError(messages.no_size(word.text, SMALLEST, LARGEST), text, word.at)
    return (int(match.group(1)), int(match.group(2)))


def _sized(options: FiveOptions, size: tuple[int, int], text: str, word: notation.Word | None) -> FiveOptions:
    """The options with the size of a text or picture."""
    at = None if word is None else word.at
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise NotationError(messages.no_size("{}x{}".format(*size), SMALLEST, LARGEST), text, at)
    try:
        return replace(options, size=size)
    except OptionError as error:
        raise NotationError(error.text, text, at) from None


def _stroke(text: str, word: notation.Word, size: tuple[int, int]) -> tuple[Place, Place]:
    match = re.fullmatch(r"(\d{1,2}),(\d{1,2})-(\d{1,2}),(\d{1,2})", word.text)
    if match is None:
        raise NotationError(messages.no_stroke(word.text), text, word.at)
    ax, ay, bx, by = map(int, match.groups())
    if max(ax, bx) >= size[0] or max(ay, by) >= size[1]:
        raise NotationError(messages.no_stroke(word.text), text, word.at)
    return ((ax, ay), (bx, by))


def picture(position: Five) -> str:
    """The board as letters."""
    return notation.write_picture(position.rows)


def place_name(position: Five, place: Place) -> Text:
    """Column and row in words, counted as on the sheet."""
    return messages.cell_name(place)

"""Tic-tac-toe: which boards are possible, who is to move, who has won.

>>> from companion.games.tic_tac_toe.options import TicTacToeOptions
>>> position = parse("X../.O./...", TicTacToeOptions())
>>> position.turn
0
>>> str(position.play((2, 2)))
'X../.O./..X'
>>> [problem.code for problem in parse("3O/XX./X.X", TicTacToeOptions()).problems()]
['MOVED_AFTER_WIN']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

from companion import notation
from companion.boards.lattice import lines, places
from companion.errors import IllegalMove, NotationError
from companion.position import Outcome, Place, Problem
from companion.text import Text, join, same

from .options import TicTacToeOptions, beginner

FREE, CROSS, NOUGHT, BOTH, UNREADABLE = ".XO#?"
SIGNS = (CROSS, NOUGHT)
LETTERS = FREE + CROSS + NOUGHT + BOTH + UNREADABLE

Line = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """A board of signs; `#` is a cell with both signs, `?` a sign that could not be read."""

    rows: tuple[str, ...]
    first: int
    options: TicTacToeOptions

    def __str__(self) -> str:
        """The rows, and who began where the options do not say it."""
        board = notation.write_rows(self.rows)
        return board if self.first == beginner(self.options) else f"{board} {SIGNS[self.first]}"

    def at(self, place: Place) -> str:
        """The letter on a cell."""
        return self.rows[place[1]][place[0]]

    def cells(self, letter: str) -> tuple[Place, ...]:
        """All cells with this letter, row by row."""
        return tuple(place for place in places(len(self.rows), len(self.rows)) if self.at(place) == letter)

    @property
    def turn(self) -> int | None:
        """Whose sign comes next, `None` at the end or when the numbers of signs do not tell."""
        if self.outcome() is not None or self._is_unclear():
            return None
        match self._lead():
            case 0:
                return self.first
            case 1:
                return 1 - self.first
            case _:
                return None

    def moves(self) -> tuple[Place, ...]:
        """The free cells, none when the game is over."""
        return () if self.outcome() is not None else self.cells(FREE)

    def play(self, move: Place) -> TicTacToe:
        """The position after the sign of the player to move was put on a free cell."""
        turn = self.turn
        if turn is None or move not in self.moves():
            raise IllegalMove(_refusal(move), "POINT_OCCUPIED")
        x, y = move
        row = self.rows[y][:x] + SIGNS[turn] + self.rows[y][x + 1 :]
        return replace(self, rows=(*self.rows[:y], row, *self.rows[y + 1 :]))

    def problems(self) -> tuple[Problem, ...]:
        """What cannot be on a fairly played board."""
        return (*self._mark_problems(), *self._count_problems(), *self._win_problems())

    def outcome(self) -> Outcome | None:
        """The winner, a draw, or `None`."""
        winners = self._winners()
        if len(winners) == 1:
            return Outcome(winners[0], False, _won_text(winners[0], len(self.lines_of(winners[0])[0])))
        if winners or any(letter in FREE + BOTH + UNREADABLE for row in self.rows for letter in row):
            return None
        return Outcome(
            None, True, Text(en="the board is full, nobody has a line", ru="поле заполнено, ряда нет")
        )

    def lines_of(self, player: int) -> tuple[Line, ...]:
        """The full lines of a player."""
        return full_lines(self.rows, SIGNS[player], self.options.win)

    def _winners(self) -> tuple[int, ...]:
        return tuple(player for player in (0, 1) if self.lines_of(player))

    def _count(self, player: int) -> int:
        return sum(row.count(SIGNS[player]) for row in self.rows)

    def _lead(self) -> int:
        """How many signs more the beginner has; a cell with both signs counts for both."""
        return self._count(self.first) - self._count(1 - self.first)

    def _is_unclear(self) -> bool:
        return any(UNREADABLE in row for row in self.rows)

    def _mark_problems(self) -> tuple[Problem, ...]:
        found = []
        if both := self.cells(BOTH):
            found.append(Problem("CELL_TWO_MARKS", both, _two_marks_text(both)))
        if unclear := self.cells(UNREADABLE):
            found.append(Problem("MARK_UNREADABLE", unclear, _unreadable_text(unclear)))
        return tuple(found)

    def _count_problems(self) -> tuple[Problem, ...]:
        unclear = len(self.cells(UNREADABLE))
        if -unclear <= self._lead() <= 1 + unclear:
            return ()
        return (Problem("COUNT_MISMATCH", (), _count_text(self._count(0), self._count(1), self.first)),)

    def _win_problems(self) -> tuple[Problem, ...]:
        winners = self._winners()
        if len(winners) == 2:
            both = (*self.lines_of(0)[0], *self.lines_of(1)[0])
            return (Problem("TWO_WINNERS", both, TWO_WINNERS),)
        if len(winners) == 1 and self._moved_after_win(winners[0]):
            return (Problem("MOVED_AFTER_WIN", self.lines_of(winners[0])[0], _after_win_text(winners[0])),)
        return ()

    def _moved_after_win(self, winner: int) -> bool:
        """Whether the winner cannot have made the last move, or needed two moves for his lines."""
        shared = set.intersection(*(set(line) for line in self.lines_of(winner)))
        if not shared:
            return True
        last_lead = 1 if winner == self.first else 0
        return not self._is_unclear() and self._lead() in (0, 1) and self._lead() != last_lead


@cache
def all_lines(size: int, win: int) -> tuple[Line, ...]:
    """All lines that win."""
    return tuple(lines(size, size, win))


@lru_cache(maxsize=20_000)
def full_lines(rows: tuple[str, ...], sign: str, win: int) -> tuple[Line, ...]:
    """The lines that hold nothing but this sign."""
    return tuple(line for line in all_lines(len(rows), win) if all(rows[y][x] == sign for x, y in line))


def start(options: TicTacToeOptions) -> TicTacToe:
    """The empty board."""
    return TicTacToe((FREE * options.size,) * options.size, beginner(options), options)


def parse(text: str, options: TicTacToeOptions) -> TicTacToe:
    """Reads `X../.O./...`, with `X` or `O` after it if that sign began; raises `NotationError`."""
    words = notation.split_words(text)
    if not words:
        raise notation.is_missing(text, "rows such as X../.O./...", "строки вроде X../.O./...")
    rows = notation.read_rows(text, words[0], LETTERS)
    notation.check_size(text, words[0], rows, options.size, options.size)
    first = beginner(options)
    if len(words) > 1:
        first = notation.one_of(text, words[1], {CROSS: 0, NOUGHT: 1}) or 0
    if len(words) > 2:
        raise notation.too_many_words(text, words[2])
    return TicTacToe(tuple(rows), first, options)


def parse_board(text: str, options: TicTacToeOptions) -> TicTacToe:
    """Reads the board picture, one row per line, signs `X O . # ?`."""
    seen = notation.read_picture(text, LETTERS)
    size = options.size
    if len(seen.rows) != size or len(seen.rows[0]) != size:
        raise NotationError(_size_text(len(seen.rows[0]), len(seen.rows), size))
    return TicTacToe(seen.rows, beginner(options), options)


def picture(position: TicTacToe) -> str:
    """The board as letters."""
    return notation.write_picture(position.rows)


def place_name(position: TicTacToe, place: Place) -> Text:
    """Row and column in words."""
    x, y = place
    return Text(en=f"row {y + 1}, column {x + 1}", ru=f"строка {y + 1}, столбец {x + 1}")


TWO_WINNERS = Text(
    en="both players have a full line; the game should have stopped at the first one",
    ru="полный ряд есть у обоих; игра должна была кончиться на первом",
)


def _names(cells: tuple[Place, ...]) -> Text:
    return join(
        [Text(en=f"row {y + 1}, column {x + 1}", ru=f"строка {y + 1}, столбец {x + 1}") for x, y in cells],
        "; ",
    )


def _two_marks_text(cells: tuple[Place, ...]) -> Text:
    return Text(en="both signs stand in one cell: {where}", ru="в одной клетке оба знака: {where}").fill(
        where=_names(cells)
    )


def _unreadable_text(cells: tuple[Place, ...]) -> Text:
    return Text(
        en="this sign is neither X nor O, which one is it? {where}",
        ru="этот знак не похож ни на X, ни на O: {where}",
    ).fill(where=_names(cells))


def _count_text(crosses: int, noughts: int, first: int) -> Text:
    return Text(
        en="{x} crosses and {o} noughts: players take turns and {first} began, so {first} has as many as the "
        "other, or one more",
        ru="крестиков {x}, ноликов {o}: ходят по очереди, начинал {first}, у {first} столько же или на один "
        "больше",
    ).fill(x=crosses, o=noughts, first=same(SIGNS[first]))


def _after_win_text(winner: int) -> Text:
    return Text(
        en="{sign} had a full line already, but another sign was added",
        ru="ряд {sign} уже был, но сходили ещё раз",
    ).fill(sign=SIGNS[winner])


def _won_text(winner: int, length: int) -> Text:
    return Text(en="{sign} has {n} in a line", ru="{n} в ряд").fill(sign=SIGNS[winner], n=length)


def _refusal(move: Place) -> Text:
    x, y = move
    return Text(
        en=f"row {y + 1}, column {x + 1} cannot be played: it is not free, or the game is over",
        ru=f"строка {y + 1}, столбец {x + 1}: сюда ходить нельзя, клетка занята или игра окончена",
    )


def _size_text(columns: int, rows: int, size: int) -> Text:
    return Text(
        en=f"the picture has {columns}x{rows} cells, expected {size}x{size}; else use --set size={columns}",
        ru=f"на картинке {columns}x{rows} клеток, нужно {size}x{size}; для других полей --set size={columns}",
    )

"""Games written as a row of moves (`h8i9`) and as files of the Gomocup (`.psq`), read and written.

In a row of moves the letter is the column from the left, the number the row from the bottom. Column 27 is `aa`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.errors import CompanionError, NotationError
from companion.position import Place
from companion.text import Text

from .options import LARGEST, SMALLEST, FiveOptions
from .rules import FREE, SIGNS, Five, start

MOVE = re.compile(r"\s*([A-Za-z]{1,2})(\d{1,2})")
HEAD = re.compile(r"\s*Piskvorky\s+(\d{1,2})x(\d{1,2}).*")
PSQ_MOVE = re.compile(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*,\s*(\d+)\s*")


# --- the order of the moves ---------------------------------------------------------------------------


def played(options: FiveOptions, moves: Iterable[tuple[Place, int]], text: str) -> Five:
    """The position after these moves, each with its place in the text. Raises `NotationError` at one that cannot be.

    Moves after the end are put on the board all the same: that is for the referee to find."""
    position = start(options)
    columns, rows = options.size
    for number, (move, at) in enumerate(moves):
        x, y = move
        if not (0 <= x < columns and 0 <= y < rows) or position.at(move) != FREE:
            raise NotationError(NO_MOVE, text, at)
        position = position.with_sign(move, (position.first + number) % 2)
    return position


def order(position: Five) -> tuple[Place, ...]:
    """The moves in their order; where it is not known, one that gives the same board. Raises `CompanionError`."""
    if position.course:
        return position.course
    mine, yours = (list(position.cells(SIGNS[side])) for side in (position.first, 1 - position.first))
    if len(mine) - len(yours) not in (0, 1) or position.cells("#?"):
        raise CompanionError(NO_ORDER)
    winner = next((side for side in (0, 1) if position.lines_of(side)), None)
    if winner is not None:
        own = mine if winner == position.first else yours
        last = next((cell for cell in position.last_cells(winner)), own[-1])
        own.remove(last)
        own.append(last)
    found = [move for pair in zip(mine, yours) for move in pair]
    return (*found, *mine[len(yours) :])


# --- rows of moves ------------------------------------------------------------------------------------


def read_moves(text: str, options: FiveOptions) -> tuple[Five, ...]:
    """One game a line."""
    games, offset = [], 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            games.append(played(options, list(_moves(text, line, offset, options)), text))
        offset += len(line)
    return tuple(games)


def _moves(text: str, line: str, offset: int, options: FiveOptions) -> Iterable[tuple[Place, int]]:
    at = 0
    while line[at:].strip():
        match = MOVE.match(line, at)
        if match is None:
            raise NotationError(NO_MOVE, text, offset + at)
        yield named(match.group(1), int(match.group(2)), options), offset + match.start(1)
        at = match.end()


def named(letters: str, number: int, options: FiveOptions) -> Place:
    """The cell of `h` and 8."""
    column = 0
    for letter in letters.lower():
        column = 26 * column + ord(letter) - ord("a") + 1
    return (column - 1, options.size[1] - number)


def name(place: Place, options: FiveOptions) -> str:
    """The letters and number of a cell."""
    x, y = place
    letters = chr(ord("a") + x % 26)
    return f"{'a' if x >= 26 else ''}{letters}{options.size[1] - y}"


def write_moves(games: Sequence[Five]) -> str:
    """One game a line."""
    return "\n".join("".join(name(move, game.options) for move in order(game)) for game in games)


# --- psq ----------------------------------------------------------------------------------------------


def read_psq(text: str, options: FiveOptions) -> tuple[Five, ...]:
    """A game of the Gomocup: the size in the first line, then a move a line, `x,y,milliseconds`, from 1."""
    lines = text.splitlines(keepends=True)
    head = HEAD.match(lines[0]) if lines else None
    if head is None:
        raise NotationError(NO_HEAD, text, 0)
    size = (int(head.group(1)), int(head.group(2)))
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise NotationError(NO_HEAD, text, 0)
    moves, offset = [], len(lines[0])
    for line in lines[1:]:
        match = PSQ_MOVE.fullmatch(line)
        if match is None:
            break
        moves.append(((int(match.group(1)) - 1, int(match.group(2)) - 1), offset))
        offset += len(line)
    return (played(replace(options, size=size), moves, text),)


def write_psq(games: Sequence[Five]) -> str:
    """One game; the Gomocup writes the winner's number in the last line, 0 for none yet, and so do we."""
    if len(games) != 1:
        raise CompanionError(ONE_GAME)
    (game,) = games
    columns, rows = game.options.size
    outcome = game.outcome()
    result = 0 if outcome is None or outcome.winner is None else 1 + (outcome.winner != game.first)
    head = f"Piskvorky {columns}x{rows}, 11:11, 0"
    return "\n".join([head, *(f"{x + 1},{y + 1},0" for x, y in order(game)), "first", "second", f"{result}"])


NO_MOVE = Text(
    en="this is no move to a free cell of the board; expected such as h8",
    ru="это не ход на свободную клетку поля; нужно вроде h8",
)
NO_ORDER = Text(
    en="no order of moves gives this board; correct the signs first",
    ru="никакой порядок ходов не даёт этого поля; сначала исправьте знаки",
)
NO_HEAD = Text(
    en="the file does not begin with a board such as Piskvorky 20x20",
    ru="файл не начинается с поля вроде Piskvorky 20x20",
)
ONE_GAME = Text(en="a psq file holds one game; give one", ru="в файле psq одна партия; дайте одну")

"""A board of drawn lines and signed boxes: what is wrong with it, who is to move, who has won.

Text: the sides that lie across row by row, those that lie down, the signs in the cells, then who began where the
options do not say it (`B`), who is to move where that is told (`>A`), lines that are no side (`0,0-2,0`), and the
score written on the sheet (`=2:1`). A side is `.` free, `-` drawn, or the letter of the player whose colour it
has, `#` both colours; a cell is `.` empty, a player's letter, `#` two signs, `?` unreadable."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion import notation
from companion.errors import IllegalMove, NotationError
from companion.position import Alternatives, Outcome, Place, Problem, Stroke
from companion.text import Text

from . import messages
from .orders import Facts, most_pairs, reachable_movers
from .shape import Shape

FREE, DRAWN, BOTH, UNREADABLE = ".-#?"
MOST_LINES_FOR_ORDERS = 14
"""So many lines are tried in every order; their subsets are remembered."""


class BoxRules(Protocol):
    """What the options of a game of boxes must tell."""

    @property
    def board(self) -> Shape:
        """The cells."""

    @property
    def printed(self) -> int:
        """The sides that are drawn by the press."""

    @property
    def keys(self) -> str:
        """The players' letters, in order."""

    @property
    def goes_on(self) -> bool:
        """Whether closing a box gives another move."""

    @property
    def beginner(self) -> int:
        """Who begins unless the sheet says otherwise."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Lines and signs on paper; `lines` has a letter per side, `signs` one per cell, in the order of the shape.

    `mover` is who moves next where the course of the game tells; the paper alone does not always. `strays` are
    drawn lines that are no side of a cell, `written` the score on the sheet."""

    lines: str
    signs: str
    first: int
    options: BoxRules
    mover: int | None = field(default=None, compare=False)
    strays: tuple[Stroke, ...] = ()
    written: tuple[int, ...] | None = None

    def __str__(self) -> str:
        """The one-line notation."""
        shape, keys = self.options.board, self.options.keys
        across, down = self._rows()
        cells = dict(zip(shape.cells, self.signs))
        signs = ["".join(cells.get((x, y), FREE) for x in range(shape.columns)) for y in range(shape.rows)]
        words = [notation.write_rows(rows) for rows in (across, down, signs)]
        if self.first != self.options.beginner:
            words.append(keys[self.first])
        if self.mover is not None and not self._is_full():
            words.append(f">{keys[self.mover]}")
        words += [f"{ax},{ay}-{bx},{by}" for (ax, ay), (bx, by) in self.strays]
        if self.written is not None:
            words.append("=" + ":".join(map(str, self.written)))
        return " ".join(words)

    def _rows(self) -> tuple[list[str], list[str]]:
        """The letters of the sides that lie across and down, row by row."""
        shape = self.options.board
        letters = dict(zip(shape.sides, self.lines))
        across = [
            "".join(letters.get(((x, y), (x + 1, y)), FREE) for x in range(shape.columns))
            for y in range(shape.rows + 1)
        ]
        down = [
            "".join(letters.get(((x, y), (x, y + 1)), FREE) for x in range(shape.columns + 1))
            for y in range(shape.rows)
        ]
        return across, down

    # --- what is there ---

    @property
    def drawn(self) -> int:
        """The sides that are drawn or printed, as bits."""
        return self.options.printed | sum(1 << n for n, letter in enumerate(self.lines) if letter != FREE)

    @property
    def free(self) -> int:
        """The sides that can still be drawn, as bits."""
        return self.options.board.full & ~self.drawn

    @property
    def count(self) -> int:
        """How many lines the players have drawn."""
        return (self.drawn & ~self.options.printed).bit_count()

    @property
    def finished(self) -> tuple[int, ...]:
        """The numbers of the cells with four sides."""
        drawn = self.drawn
        return tuple(n for n, mask in enumerate(self.options.board.masks) if mask & drawn == mask)

    def owner(self, cell: int) -> int | None:
        """Whose sign stands in a cell."""
        letter = self.signs[cell]
        return self.options.keys.index(letter) if letter in self.options.keys else None

    def boxes_of(self, player: int) -> int:
        """How many finished boxes bear this player's sign."""
        return sum(self.owner(cell) == player for cell in self.finished)

    def _is_full(self) -> bool:
        return not self.free

    # --- the game ---

    @property
    def turn(self) -> int | None:
        """Who moves next, `None` at the end or where the paper leaves it open."""
        if self._is_full():
            return None
        if self.mover is not None:
            return self.mover
        movers = self.movers()
        return next(iter(movers)) if len(movers) == 1 else None

    def moves(self) -> tuple[Stroke, ...]:
        """The sides that are not drawn yet."""
        return self.options.board.strokes_of(self.free)

    def play(self, move: Stroke) -> Boxes:
        """The position after the player to move drew a side; boxes it closes get his sign."""
        turn, shape = self.turn, self.options.board
        number = shape.number.get(move)
        if turn is None or number is None or self.lines[number] != FREE or not self.free >> number & 1:
            raise IllegalMove(messages.REFUSED, "LINE_REPEATED")
        letter = self.options.keys[turn] if self.is_coloured() else DRAWN
        lines = self.lines[:number] + letter + self.lines[number + 1 :]
        after = replace(self, lines=lines)
        signs = list(self.signs)
        closed = [cell for cell in shape.cells_at[number] if shape.masks[cell] & ~after.drawn == 0]
        for cell in closed:
            signs[cell] = self.options.keys[turn]
        goes_on = bool(closed) and self.options.goes_on
        mover = turn if goes_on else (turn + 1) % len(self.options.keys)
        return replace(after, signs="".join(signs), mover=mover)

    def is_coloured(self) -> bool:
        """Whether lines are drawn in the players' colours on this sheet."""
        return bool(getattr(self.options, "is_coloured", False))

    def outcome(self) -> Outcome | None:
        """Who has most boxes when all sides are drawn."""
        if not self._is_full() or any(self.owner(cell) is None for cell in self.finished):
            return None
        counts = [self.boxes_of(player) for player in range(len(self.options.keys))]
        best = max(counts)
        leaders = [player for player, count in enumerate(counts) if count == best]
        text = messages.result(self.options.keys, counts)
        return Outcome(leaders[0] if len(leaders) == 1 else None, len(leaders) > 1, text)

    # --- who is to move ---

    def doubles(self) -> tuple[int, int]:
        """The least and the most moves that can have closed two boxes at once, by the boxes and their owners."""
        done = set(self.finished)
        pairs = [
            pair
            for pair in self.options.board.pairs
            if set(pair) <= done and self.signs[pair[0]] == self.signs[pair[1]]
        ]
        return 0, most_pairs(pairs)

    def formula_movers(self) -> frozenset[int]:
        """Who may be to move, by counting lines and boxes alone; two players by parity, more modulo their number."""
        players = len(self.options.keys)
        if not self.options.goes_on:
            return frozenset({(self.first + self.count) % players})
        least, most = self.doubles()
        passed = self.count - len(self.finished)
        return frozenset((self.first + passed + double) % players for double in range(least, most + 1))

    def movers(self) -> frozenset[int]:
        """Who may be to move; narrowed by trying all orders while there are few lines, and by the lines' colours."""
        found = self.formula_movers()
        if len(found) > 1 and self._colours_known():
            found &= self._movers_by_colour() or found
        if len(found) > 1 and self.count <= MOST_LINES_FOR_ORDERS:
            found &= self._reachable() or found
        return found

    def _reachable(self) -> frozenset[int]:
        keys = self.options.keys
        return reachable_movers(
            Facts(
                self.options.board,
                self.options.printed,
                self.drawn,
                tuple(keys.index(letter) if letter in keys else None for letter in self.lines),
                tuple(self.owner(cell) for cell in range(len(self.signs))),
                self.first,
                len(keys),
                self.options.goes_on,
            )
        )

    def _colours_known(self) -> bool:
        """Whether all lines that players drew bear the colour of one of two players."""
        mine = self.drawn & ~self.options.printed
        return (
            len(self.options.keys) == 2
            and mine != 0
            and all(self.lines[n] in self.options.keys for n in range(len(self.lines)) if mine >> n & 1)
        )

    def _colour_surplus(self) -> set[int]:
        """How many more turns the beginner has passed than the other, for every number of double closings."""
        one, two = self.first, 1 - self.first
        counts = [self.lines.count(self.options.keys[player]) for player in (one, two)]
        boxes = [self.boxes_of(player) for player in (one, two)]
        base = (counts[0] - counts[1]) - (boxes[0] - boxes[1])
        if not self.options.goes_on:
            return {counts[0] - counts[1]}
        most = [self._pairs_of(player) for player in (one, two)]
        return {base + a - b for a in range(most[0] + 1) for b in range(most[1] + 1)}

    def _pairs_of(self, player: int) -> int:
        own = {cell for cell in self.finished if self.owner(cell) == player}
        return most_pairs([pair for pair in self.options.board.pairs if set(pair) <= own])

    def _movers_by_colour(self) -> frozenset[int]:
        surplus = self._colour_surplus() & {0, 1}
        return frozenset(self.first if one == 0 else 1 - self.first for one in surplus)

    # --- what is wrong ---

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the paper that breaks the rules."""
        found = [*self._line_problems(), *self._sign_problems()]
        if not found:
            found += self._order_problems()
        if self.written is not None and list(self.written) != [
            self.boxes_of(player) for player in range(len(self.written))
        ]:
            found.append(Problem("SCORE_WRONG", (), messages.score(self.written)))
        return tuple(found)

    def _line_problems(self) -> list[Problem]:
        shape = self.options.board
        found = [
            Problem("LINE_REPEATED", shape.sides[number], messages.REPEATED)
            for number, letter in enumerate(self.lines)
            if letter == BOTH
        ]
        for stroke in self.strays:
            (ax, ay), (bx, by) = stroke
            if stroke[0] not in shape.corners or stroke[1] not in shape.corners:
                code = "LINE_OFF_DOTS"
            elif abs(ax - bx) > 1 or abs(ay - by) > 1:
                code = "LINE_TOO_LONG"
            elif ax != bx and ay != by:
                code = "LINE_DIAGONAL"
            else:
                code = "LINE_OUTSIDE_SHAPE"
            found.append(Problem(code, stroke, messages.STRAYS[code]))
        return found

    def _sign_problems(self) -> list[Problem]:
        shape, done = self.options.board, set(self.finished)
        by_code: dict[str, list[Place]] = defaultdict(list)
        for number, letter in enumerate(self.signs):
            cell = shape.cells[number]
            if letter == BOTH:
                by_code["BOX_TWO_SIGNS"].append(cell)
            elif letter == UNREADABLE:
                by_code["MARK_UNREADABLE"].append(cell)
            elif letter != FREE and number not in done:
                by_code["BOX_MARKED_OPEN"].append(cell)
            elif letter == FREE and number in done:
                by_code["BOX_UNMARKED"].append(cell)
            elif letter != FREE and self._is_wrong_owner(number):
                by_code["BOX_WRONG_OWNER"].append(cell)
        return [Problem(code, tuple(cells), messages.SIGNS[code]) for code, cells in sorted(by_code.items())]

    def _is_wrong_owner(self, cell: int) -> bool:
        """Whether all four sides have other colours than the sign."""
        shape = self.options.board
        letters = [self.lines[n] for n in range(len(self.lines)) if shape.masks[cell] >> n & 1]
        return all(letter in self.options.keys and letter != self.signs[cell] for letter in letters)

    def _order_problems(self) -> list[Problem]:
        if self._colours_known() and not self._colour_surplus() & {0, 1}:
            return [Problem("TURN_COUNT_MISMATCH", (), messages.COUNTS)]
        if 0 < self.count <= MOST_LINES_FOR_ORDERS and self.finished and not self._reachable():
            where = tuple(self.options.board.cells[cell] for cell in self.finished)
            return [Problem("OWNERS_IMPOSSIBLE", where, messages.IMPOSSIBLE)]
        return []


# --- for the game's record ----------------------------------------------------------------------------


def start(options: BoxRules) -> Boxes:
    """The empty board."""
    shape = options.board
    return Boxes(
        FREE * len(shape.sides), FREE * len(shape.cells), options.beginner, options, options.beginner
    )


def score(position: Boxes) -> dict[str, float] | None:
    """Boxes of every player; `None` while a finished box has no owner."""
    if any(position.owner(cell) is None for cell in position.finished):
        return None
    return {key: float(position.boxes_of(player)) for player, key in enumerate(position.options.keys)}


def alternatives(position: Boxes) -> Alternatives:
    """The scores there can be where boxes have no sign: each player may have the unsigned ones."""
    if score(position) is not None:
        return Alternatives()
    keys = position.options.keys
    unsigned = sum(position.owner(cell) is None for cell in position.finished)
    counts = [position.boxes_of(player) for player in range(len(keys))]
    splits = [(k, unsigned - k) for k in range(unsigned + 1)] if len(keys) == 2 else []
    scores = tuple({key: float(counts[p] + split[p]) for p, key in enumerate(keys)} for split in splits)
    return Alternatives(scores, bool(splits), (messages.unsigned(unsigned),))


def turn_reason(position: Boxes) -> Text | None:
    """Why it is whose turn, or the question that would settle it."""
    if position.mover is not None:
        return None
    passed = position.count - (len(position.finished) if position.options.goes_on else 0)
    if len(position.movers()) == 1:
        return messages.counted(position.count, len(position.finished), passed)
    return messages.OPEN_TURN


# --- notation -----------------------------------------------------------------------------------------


def parse(text: str, options: BoxRules) -> Boxes:
    """Reads the one-line notation; raises `NotationError`."""
    words = notation.split_words(text)
    if len(words) < 3:
        raise notation.is_missing(
            text, "lines across, lines down and signs", "линии поперёк, линии вниз и знаки"
        )
    shape, keys = options.board, options.keys
    letters = FREE + DRAWN + keys + BOTH
    across = notation.read_rows(text, words[0], letters)
    notation.check_size(text, words[0], across, shape.columns, shape.rows + 1)
    down = notation.read_rows(text, words[1], letters)
    notation.check_size(text, words[1], down, shape.columns + 1, shape.rows)
    signs = notation.read_rows(text, words[2], FREE + keys + BOTH + UNREADABLE)
    notation.check_size(text, words[2], signs, shape.columns, shape.rows)
    found = from_rows(across, down, signs, options, text)
    return _with_words(text, words[3:], found)


def from_rows(
    across: Sequence[str], down: Sequence[str], signs: Sequence[str], options: BoxRules, text: str
) -> Boxes:
    """The position with these letters; raises `NotationError` for one that stands outside the shape."""
    shape, lines, strays = options.board, [], []
    inside = set(shape.cells)
    for y, row in enumerate(across):
        strays += [((x, y), (x + 1, y)) for x, one in enumerate(row) if one != FREE]
    for y, row in enumerate(down):
        strays += [((x, y), (x, y + 1)) for x, one in enumerate(row) if one != FREE]
    strays = [stroke for stroke in strays if stroke not in shape.number]
    for y, row in enumerate(signs):
        if any(letter != FREE and (x, y) not in inside for x, letter in enumerate(row)):
            raise NotationError(messages.OUTSIDE, text)
    for (ax, ay), (_, by) in shape.sides:
        lines.append(across[ay][ax] if ay == by else down[ay][ax])
    letters = "".join(signs[y][x] for x, y in shape.cells)
    return Boxes("".join(lines), letters, options.beginner, options, strays=tuple(strays))


def _with_words(text: str, words: list[notation.Word], position: Boxes) -> Boxes:
    """The position with what the words after the board say."""
    keys = position.options.keys
    for word in words:
        if word.text in keys and len(word.text) == 1:
            position = replace(position, first=keys.index(word.text))
        elif word.text[0] == ">" and word.text[1:] and word.text[1:] in keys and len(word.text) == 2:
            position = replace(position, mover=keys.index(word.text[1]))
        elif match := re.fullmatch(r"(\d{1,2}),(\d{1,2})-(\d{1,2}),(\d{1,2})", word.text):
            ax, ay, bx, by = map(int, match.groups())
            stray = ((ax, ay), (bx, by))
            position = replace(position, strays=(*position.strays, min(stray, stray[::-1])))
        elif re.fullmatch(r"=\d{1,2}(:\d{1,2})+", word.text) and word.text.count(":") < len(keys):
            position = replace(position, written=tuple(map(int, word.text[1:].split(":"))))
        else:
            raise NotationError(messages.no_word(word.text, keys), text, word.at)
    return position

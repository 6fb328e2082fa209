"""Paper soccer as text: `8x10 4,5:0214`, strokes from a point by digits, 0 up and then clockwise.

With two pens a stroke has its player's letter before it (`A4,5:0`); `B` alone says who began. A line that is no
step is written by its ends (`0,0-2,0`). As a game in digits every turn is a word: `0 3 61`."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion import notation
from companion.boards.lattice import KING
from companion.errors import CompanionError, NotationError
from companion.position import Place, Stroke
from companion.text import Text

from .field import step
from .options import SoccerOptions, beginner
from .rules import KEYS, Line, Soccer, _order, start
from .trail import route, turns_of

STROKE = re.compile(r"([AB]?)(-?\d{1,2}),(-?\d{1,2}):([0-7]+)")
STRAY = re.compile(r"([AB]?)(-?\d{1,2}),(-?\d{1,2})-(-?\d{1,2}),(-?\d{1,2})")


def write(position: Soccer) -> str:
    """The one-line notation."""
    words = ["{}x{}".format(*position.options.size)]
    if position.first != beginner(position.options):
        words.append(KEYS[position.first])
    strays = []
    groups: dict[int | None, list[Stroke]] = defaultdict(list)
    for stroke, owner in position.lines:
        (ax, ay), (bx, by) = stroke
        if max(abs(ax - bx), abs(ay - by)) == 1 and stroke not in groups[owner]:
            groups[owner].append(stroke)
        else:
            strays.append(f"{_key(owner)}{ax},{ay}-{bx},{by}")
    for owner in (None, 0, 1):
        words += _strokes(_key(owner), groups[owner], position.field.centre)
    return " ".join([*words, *strays])


def _key(owner: int | None) -> str:
    return "" if owner is None else KEYS[owner]


def _strokes(key: str, steps: Iterable[Stroke], centre: Place) -> list[str]:
    """The steps as strokes; the same steps always give the same text."""
    near: dict[Place, set[Place]] = defaultdict(set)
    for one, two in steps:
        near[one].add(two)
        near[two].add(one)
    words = []
    while any(near.values()):
        here = min(
            (place for place in near if near[place]),
            key=lambda place: (place != centre, len(near[place]) % 2 == 0, place),
        )
        digits, start_at = "", here
        while near[here]:
            there = min(near[here])
            near[here].discard(there)
            near[there].discard(here)
            digits += str(digit(here, there))
            here = there
        words.append(f"{key}{start_at[0]},{start_at[1]}:{digits}")
    return words


def digit(one: Place, two: Place) -> int:
    """The direction of a step."""
    return KING.index((two[0] - one[0], two[1] - one[1]))


def parse(text: str, options: SoccerOptions) -> Soccer:
    """Reads the notation; the size in the text goes before the options'. Raises `NotationError`."""
    words = notation.split_words(text)
    if not words:
        raise notation.is_missing(text, "a size and steps, such as 8x10 4,5:02", "размер и шаги: 8x10 4,5:02")
    options = _sized(text, words[0], options)
    first, lines = beginner(options), []
    for word in words[1:]:
        if word.text in KEYS:
            first = KEYS.index(word.text)
        else:
            lines += _lines(text, word)
    return Soccer(tuple(sorted(lines, key=_order)), first, options)


def _sized(text: str, word: notation.Word, options: SoccerOptions) -> SoccerOptions:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", word.text)
    size = (int(match.group(1)), int(match.group(2))) if match else (0, 0)
    if size[0] not in range(6, 13, 2) or size[1] not in range(8, 17, 2):
        raise NotationError(NO_SIZE.fill(seen=word.text), text, word.at)
    return replace(options, size=size)


def _lines(text: str, word: notation.Word) -> list[Line]:
    stray = STRAY.fullmatch(word.text)
    if stray is not None:
        ax, ay, bx, by = map(int, stray.groups()[1:])
        return [(step((ax, ay), (bx, by)), _owner(stray.group(1)))]
    match = STROKE.fullmatch(word.text)
    if match is None:
        raise NotationError(NO_STROKE.fill(seen=word.text), text, word.at)
    here = (int(match.group(2)), int(match.group(3)))
    found: list[Line] = []
    for sign in match.group(4):
        dx, dy = KING[int(sign)]
        there = (here[0] + dx, here[1] + dy)
        found.append((step(here, there), _owner(match.group(1))))
        here = there
    return found


def _owner(key: str) -> int | None:
    return KEYS.index(key) if key else None


# --- games in digits ----------------------------------------------------------------------------------


def read_digits(text: str, options: SoccerOptions) -> tuple[Soccer, ...]:
    """One game a line, a word of digits per turn. Raises `NotationError` where a step or the end of a turn is wrong."""
    games, offset = [], 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            games.append(_game(text, offset, line, options))
        offset += len(line)
    return tuple(games)


def _game(text: str, offset: int, line: str, options: SoccerOptions) -> Soccer:
    position = start(options)
    words = notation.split_words(line)
    for number, word in enumerate(words):
        mover = position.turn
        for at, sign in enumerate(word.text, offset + word.at):
            ball = position.ball
            if sign not in "01234567" or ball is None or position.turn != mover:
                raise NotationError(NO_TURN, text, at)
            dx, dy = KING[int(sign)]
            there = (ball[0] + dx, ball[1] + dy)
            if there not in position.moves():
                raise NotationError(NO_STEP, text, at)
            position = position.play(there)
        if number < len(words) - 1 and position.turn == mover:
            raise NotationError(NO_TURN, text, offset + word.at + len(word.text))
    return position


def write_digits(games: Sequence[Soccer]) -> str:
    """One game a line; where the order is not known, one that draws the same steps."""
    return "\n".join(map(_digits, games))


def _digits(game: Soccer) -> str:
    if game.problems():
        raise CompanionError(NO_ROUTE)
    path = game.course or route(game.steps, game.field.centre)
    turns = turns_of(path, game.field)
    return " ".join("".join(str(digit(a, b)) for a, b in itertools.pairwise(turn)) for turn in turns)


# --- pictures -----------------------------------------------------------------------------------------


def picture(position: Soccer) -> str:
    """Points and steps as letters: `o` touched, `.` not, `@` the ball; steps as `-`, `|`, `/`, `\\`, or `X` for two."""
    field = position.field
    width, height = 2 * field.columns + 1, 2 * (field.rows + 2) + 1
    grid = [[" "] * width for _ in range(height)]
    touched = position.touched
    for y in range(-1, field.rows + 2):
        for x in range(field.columns + 1):
            if field.is_inside((x, y)) or (x, y) in field.goal_of:
                sign = "@" if (x, y) == position.ball else "o" if (x, y) in touched else "."
                grid[2 * (y + 1)][2 * x] = sign
    for (ax, ay), (bx, by) in position.steps:
        x, y = ax + bx, ay + by + 2
        if max(abs(ax - bx), abs(ay - by)) != 1 or not (0 <= x < width and 0 <= y < height):
            continue
        sign = "-" if ay == by else "|" if ax == bx else "\\" if (bx - ax) * (by - ay) > 0 else "/"
        grid[y][x] = "X" if grid[y][x] in "\\/" else sign
    return "\n".join("".join(row).rstrip() for row in grid)


SIGNS = {"-": ((-1, 0), (1, 0)), "|": ((0, -1), (0, 1)), "\\": ((-1, -1), (1, 1)), "/": ((1, -1), (-1, 1))}


def parse_board(text: str, options: SoccerOptions) -> Soccer:
    """Reads the picture; raises `NotationError`."""
    columns, rows = options.size
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if (
        len(lines) > 2 * (rows + 2) + 1
        or any(len(line) > 2 * columns + 1 for line in lines)
        or len(lines) < 2
    ):
        raise NotationError(NO_PICTURE.fill(columns=columns, rows=rows))
    found: list[Line] = []
    at = 0
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            is_point = x % 2 == 0 and y % 2 == 0
            ways = "\\/" if sign == "X" else sign if sign in SIGNS else ""
            if sign not in " .o@" and (is_point or not ways):
                raise NotationError(NO_PICTURE.fill(columns=columns, rows=rows), text, at + x)
            for way in ways:
                ends = [((x + dx) // 2, (y + dy) // 2 - 1) for dx, dy in SIGNS[way]]
                if (x + SIGNS[way][0][0]) % 2 or (y + SIGNS[way][0][1]) % 2:
                    raise NotationError(NO_PICTURE.fill(columns=columns, rows=rows), text, at + x)
                found.append((step(*ends), None))
        at += len(line) + 1
    return Soccer(tuple(sorted(found, key=_order)), beginner(options), options)


def place_name(position: Soccer, place: Place) -> Text:
    """A point by its numbers, in words where it lies in a goal."""
    x, y = place
    goal = position.field.goal_of.get(place)
    if goal is not None:
        return (UPPER if goal == 0 else LOWER).fill(x=x)
    return Text(en=f"point {x}, {y}", ru=f"точка {x}, {y}")


UPPER = Text(en="the upper goal, at {x}", ru="верхние ворота, точка {x}")
LOWER = Text(en="the lower goal, at {x}", ru="нижние ворота, точка {x}")
NO_SIZE = Text(
    en="{seen!r} is no size of a field; expected such as 8x10, 6..12 by 8..16, both even",
    ru="{seen!r} не размер поля; нужно вроде 8x10, 6..12 на 8..16, чётные",
)
NO_STROKE = Text(
    en="{seen!r} is no stroke; expected a point and steps 0-7, such as 4,5:021",
    ru="{seen!r} не линия; нужна точка и шаги 0-7, например 4,5:021",
)
NO_TURN = Text(
    en="a turn is a word of digits 0-7 that ends on the first free point",
    ru="ход — это слово из цифр 0-7, кончается на первой свободной точке",
)
NO_STEP = Text(en="this step is not allowed", ru="такой шаг не разрешён")
NO_ROUTE = Text(
    en="the steps on the paper are no lawful game; correct them first",
    ru="шаги на бумаге не складываются в партию; сначала исправьте их",
)
NO_PICTURE = Text(
    en="this is no picture of a field of {columns}x{rows} cells; see the notation in the how-to",
    ru="это не картинка поля {columns}x{rows} клеток; пример в описании записи",
)

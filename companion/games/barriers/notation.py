"""Barriers as text: `8x8 e2-e3 a1-b1`, a line by its cells as on a chessboard, row 1 at the bottom.

`8x8 B` says that B began; with two pens a line has its player before it (`A:e2-e3`). A line that breaks the rules
names every cell it goes through: `a1-b1-c1`, bent `a1-b1-b2`, one cell `a1`, over the edge `h1-i1`. `a1/a2` is a
line along the border of those two cells. As a picture the same letter twice is one line."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from companion import notation
from companion.errors import NotationError
from companion.position import Place, Stroke
from companion.text import Text

from .lines import Line, Walk, canonical, joined, link
from .options import LARGEST, BarriersOptions
from .rules import KEYS, Barriers, order

SIZE = re.compile(r"(\d{1,2})x(\d{1,2})")
LINE = re.compile(r"(?:([AB]):)?([@a-m]\d{1,2}(?:-[@a-m]\d{1,2})*)")
SIDE = re.compile(r"([@a-m]\d{1,2})/([@a-m]\d{1,2})")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789αβγδεζηθκλμνξπρστφχψω"
FREE, TWICE = ".", "#"


def write(position: Barriers) -> str:
    """The one-line notation."""
    words = ["{}x{}".format(*position.options.size)]
    if position.first:
        words.append(KEYS[position.first])
    for walk, owner in position.lines:
        key = "" if owner is None else f"{KEYS[owner]}:"
        words.append(key + "-".join(map(position.name, _from_lower(walk))))
    words += ["/".join(map(position.name, _from_lower(side))) for side in position.sides]
    return " ".join(words)


def _from_lower(walk: Walk) -> Walk:
    """The cells from the end that a player would name first: the column nearer to a, the lower row."""
    return min(walk, walk[::-1], key=lambda way: [(x, -y) for x, y in way])


def parse(text: str, options: BarriersOptions) -> Barriers:
    """Reads the notation; the size in the text goes before the options'. Raises `NotationError`."""
    words = notation.split_words(text)
    if not words:
        raise notation.is_missing(text, "a size and lines, such as 8x8 e2-e3", "размер и линии: 8x8 e2-e3")
    match = SIZE.fullmatch(words[0].text)
    size = (int(match.group(1)), int(match.group(2))) if match else (0, 0)
    if not all(1 <= side <= LARGEST for side in size):
        raise NotationError(NO_SIZE.fill(seen=words[0].text, most=LARGEST), text, words[0].at)
    first, lines, sides = 0, [], []
    for word in words[1:]:
        if word.text in KEYS:
            first = KEYS.index(word.text)
        elif (side := SIDE.fullmatch(word.text)) is not None:
            sides.append(_side(text, word, side, size))
        elif (line := LINE.fullmatch(word.text)) is not None:
            owner = KEYS.index(line.group(1)) if line.group(1) else None
            cells = [_cell(text, word, name, size) for name in line.group(2).split("-")]
            if len(cells) > 1 and not all(_are_near(*pair) for pair in pairwise(cells)):
                raise NotationError(NO_NEIGHBOURS.fill(seen=line.group(2)), text, word.at)
            lines.append((canonical(cells), owner))
        else:
            raise NotationError(NO_WORD.fill(seen=word.text), text, word.at)
    return Barriers(tuple(sorted(lines, key=order)), first, replace(options, size=size), tuple(sorted(sides)))


def _cell(text: str, word: notation.Word, name: str, size: tuple[int, int]) -> Place:
    """The cell of a name, at most one step outside the field."""
    x = -1 if name[0] == "@" else ord(name[0]) - ord("a")
    y = size[1] - int(name[1:])
    if not (-1 <= x <= size[0] and -1 <= y <= size[1]):
        last = f"{chr(ord('a') + size[0] - 1)}{size[1]}"
        raise NotationError(NO_CELL.fill(seen=name, last=last), text, word.at)
    return (x, y)


def _side(text: str, word: notation.Word, match: re.Match[str], size: tuple[int, int]) -> Stroke:
    one, two = (_cell(text, word, match.group(number), size) for number in (1, 2))
    if abs(one[0] - two[0]) + abs(one[1] - two[1]) != 1:
        raise NotationError(NO_NEIGHBOURS.fill(seen=word.text), text, word.at)
    return link(one, two)


def _are_near(one: Place, two: Place) -> bool:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) == 1


# --- pictures -----------------------------------------------------------------------------------------


def picture(position: Barriers) -> str:
    """The field as letters, the same letter twice for one line; `#` where two lines meet."""
    columns, rows = position.options.size
    grid = [[FREE] * columns for _ in range(rows)]
    for number, (walk, _) in enumerate(position.lines):
        for x, y in set(filter(position.is_inside, walk)):
            grid[y][x] = LETTERS[number % len(LETTERS)] if grid[y][x] == FREE else TWICE
    lines = [notation.write_picture(["".join(row) for row in grid])]
    if position.first:
        lines.append(f"first: {KEYS[position.first]}")
    return "\n".join(lines)


def parse_board(text: str, options: BarriersOptions) -> Barriers:
    """Reads a picture; its size goes before the options'. Raises `NotationError`."""
    found = notation.read_picture(text, LETTERS + FREE + TWICE)
    size = (len(found.rows[0]), len(found.rows))
    if not all(1 <= side <= LARGEST for side in size):
        shown = f"{size[0]}x{size[1]}"
        raise NotationError(NO_SIZE.fill(seen=shown, most=LARGEST))
    first = found.settings.get("first", KEYS[0])
    if first not in (*KEYS, "first", "second"):
        raise NotationError(NO_FIRST.fill(seen=first))
    cells: dict[str, set[Place]] = defaultdict(set)
    for y, row in enumerate(found.rows):
        for x, sign in enumerate(row):
            if sign != FREE:
                cells[sign].add((x, y))
    stubs = _meetings(cells, cells.pop(TWICE, set()))
    lines: list[Line] = [(walk, None) for mine in cells.values() for walk in _walks(mine)]
    lines += [((cell,), None) for cell in stubs]
    return Barriers(
        tuple(sorted(lines, key=order)), int(first in ("B", "second")), replace(options, size=size)
    )


def _meetings(cells: dict[str, set[Place]], twice: set[Place]) -> list[Place]:
    """Give cells where two lines meet to letters beside them that have only one cell; those left over."""
    left = []
    for cell in sorted(twice):
        halves = [mine for mine in cells.values() if len(mine) == 1 and _are_near(min(mine), cell)][:2]
        for mine in halves:
            mine.add(cell)
        left += [cell] * (2 - len(halves))
    return left


def _walks(cells: set[Place]) -> tuple[Walk, ...]:
    """The lines through cells of one letter: along rows and columns, else corner to corner."""
    beside = {((x, y), (x + dx, y + dy)) for x, y in cells for dx, dy in ((1, 0), (0, 1))}
    slanting = {((x, y), (x + 1, y + dy)) for x, y in cells for dy in (1, -1)}
    links = {one for one in beside if one[1] in cells}
    links |= {
        one
        for one in slanting
        if one[1] in cells and not {(one[0][0], one[1][1]), (one[1][0], one[0][1])} & cells
    }
    return joined([*links, *((cell, cell) for cell in cells)])


def place_name(position: Barriers, place: Stroke | Place) -> Text:
    """A line by its two cells, or a cell by its own name, as on a chessboard."""
    match place:
        case ((int(ax), int(ay)), (int(bx), int(by))):
            shown = "-".join(map(position.name, _from_lower(((ax, ay), (bx, by)))))
        case (int(x), int(y)):
            shown = position.name((x, y))
        case _:
            raise ValueError(f"{place!r} is neither line nor cell")
    return Text(en=shown, ru=shown)


NO_SIZE = Text(
    en="{seen!r} is no size of a field; expected such as 8x8, at most {most} each way",
    ru="{seen!r} не размер поля; нужно вроде 8x8, до {most} по стороне",
)
NO_CELL = Text(
    en="there is no cell {seen}; expected a1..{last}, or one step outside for a line over the edge",
    ru="клетки {seen} нет; есть a1..{last} и на шаг дальше для линии через край",
)
NO_NEIGHBOURS = Text(
    en="the cells of {seen!r} are no neighbours; name every cell of a line: a1-b1-c1",
    ru="клетки в {seen!r} не соседние; назовите каждую клетку линии: a1-b1-c1",
)
NO_WORD = Text(
    en="{seen!r} is no line; expected two cells such as e2-e3, with two pens A:e2-e3",
    ru="{seen!r} не линия; нужны две клетки, например e2-e3, при двух ручках A:e2-e3",
)
NO_FIRST = Text(en="{seen!r} is no player; expected A or B", ru="{seen!r} не игрок; нужно A или B")

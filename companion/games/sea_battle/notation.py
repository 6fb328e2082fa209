"""Sea battle as text: reads the notation and the board picture. `SeaBattle.__str__` writes the notation."""

from __future__ import annotations

import re

from companion import notation
from companion.errors import NotationError
from companion.position import Place
from companion.text import Text, same

from .cells import BEYOND, Side, cell_name
from .options import SeaBattleOptions
from .rules import BEGINNERS, HIT_SHIP, OWN_LETTERS, SUNK, TARGET_LETTERS, SeaBattle, empty

PICTURE_LETTERS = "".join(dict.fromkeys(OWN_LETTERS + TARGET_LETTERS))


def parse(text: str, options: SeaBattleOptions) -> SeaBattle:
    """Reads the notation: own rows, then optionally target rows or `-`, who began, outlines and cells."""
    words = notation.split_words(text)
    if not words:
        raise notation.is_missing(text, "rows such as 4S6./10./...", "строки вроде 4S6./10./...")
    own = _rows(text, words[0], OWN_LETTERS, options)
    target = empty(options)
    if len(words) > 1 and words[1].text != "-":
        target = _rows(text, words[1], TARGET_LETTERS, options)
    first = notation.one_of(text, words[2], BEGINNERS) if len(words) > 2 else None
    sides: dict[str, set[Side]] = {"wall": set(), "open": set()}
    cells: dict[str, set[Place]] = {"whole": set(), "outside": set()}
    for word in words[3:]:
        name = word.text.partition(":")[0]
        if name in cells:
            cells[name].add(_cell(text, word, options.size))
        else:
            name, side = _side(text, word, options.size)
            sides[name].add(side)
    return SeaBattle(
        own,
        target,
        first,
        options,
        walls=frozenset(sides["wall"]),
        loose=frozenset(sides["open"]),
        whole=frozenset(cells["whole"]),
        outside=frozenset(cells["outside"]),
    )


def parse_board(text: str, options: SeaBattleOptions) -> SeaBattle:
    """Reads a picture of one field (own, or target if it has `x` or `#` and no ships), or of both."""
    seen = notation.read_picture(text, PICTURE_LETTERS)
    size, columns, rows = options.size, len(seen.rows[0]), len(seen.rows)
    if columns != size or rows not in (size, 2 * size):
        raise NotationError(SIZE_TEXT.fill(columns=columns, rows=rows, size=size))
    first = BEGINNERS.get(seen.settings.get("first", "?"))
    if rows == 2 * size:
        return SeaBattle(seen.rows[:size], _as_target(seen.rows[size:]), first, options)
    letters = set("".join(seen.rows))
    if letters & {"x", SUNK} and not letters & {"S", HIT_SHIP}:
        return SeaBattle(empty(options), _as_target(seen.rows), first, options)
    return SeaBattle(seen.rows, empty(options), first, options)


def picture(position: SeaBattle) -> str:
    """The own field, and under it the target field if anything is on it."""
    own = notation.write_picture(position.own)
    return (
        own
        if position.target == empty(position.options)
        else own + "\n\n" + notation.write_picture(position.target)
    )


def place_name(position: SeaBattle, place: Place) -> Text:
    """The letter and number on the sheet."""
    return same(cell_name(place, position.options.alphabet))


def _rows(text: str, word: notation.Word, letters: str, options: SeaBattleOptions) -> tuple[str, ...]:
    rows = notation.read_rows(text, word, letters)
    notation.check_size(text, word, rows, options.size, options.size)
    return tuple(rows)


def _as_target(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A hit ship cell on a target field is a cell of a sunk ship."""
    return tuple(row.replace(HIT_SHIP, SUNK) for row in rows)


def _side(text: str, word: notation.Word, size: int) -> tuple[str, Side]:
    match = re.fullmatch(r"(wall|open):(\d+),(\d+)-(\d+),(\d+)", word.text)
    if match is None:
        raise NotationError(SIDE_TEXT.fill(seen=word.text), text, word.at)
    x1, y1, x2, y2 = map(int, match.groups()[1:])
    if max(x1, y1, x2, y2) > size or abs(x1 - x2) + abs(y1 - y2) != 1:
        raise NotationError(SIDE_TEXT.fill(seen=word.text), text, word.at)
    return match.group(1), (min((x1, y1), (x2, y2)), max((x1, y1), (x2, y2)))


def _cell(text: str, word: notation.Word, size: int) -> Place:
    """A cell by its numbers; `outside` cells lie at most `BEYOND` away from the field, `whole` ones on it."""
    match = re.fullmatch(r"(whole|outside):(-?\d+),(-?\d+)", word.text)
    if match is not None:
        x, y = int(match.group(2)), int(match.group(3))
        is_on_field = min(x, y) >= 0 and max(x, y) < size
        is_near = min(x, y) >= -BEYOND and max(x, y) < size + BEYOND
        if is_near and (is_on_field or match.group(1) == "outside"):
            return (x, y)
    raise NotationError(CELL_TEXT.fill(seen=word.text), text, word.at)


SIDE_TEXT = Text(
    en="{seen} is no side of a cell; expected wall: or open: and two neighbouring corners: wall:3,4-4,4",
    ru="{seen} не сторона клетки; нужно wall: или open: и два соседних угла, например wall:3,4-4,4",
)
CELL_TEXT = Text(
    en="{seen} is no cell; expected whole: or outside: and its numbers: whole:3,4",
    ru="{seen} не клетка; нужно whole: или outside: и её номера, например whole:3,4",
)
SIZE_TEXT = Text(
    en="the picture has {columns}x{rows} cells; expected {size}x{size}, or two such fields in turn; "
    "other sizes need --set size=",
    ru="на картинке {columns}x{rows} клеток; нужно {size}x{size} или два таких поля одно под другим; "
    "для других размеров есть --set size=",
)

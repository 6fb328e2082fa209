"""Sea battle as text: reads the notation and the board picture. `SeaBattle.__str__` writes the notation."""

from __future__ import annotations

import re

from companion import notation
from companion.errors import NotationError
from companion.position import Place
from companion.text import Text, same

from .cells import Side, cell_name
from .options import SIZE, SeaBattleOptions
from .rules import BEGINNERS, EMPTY, HIT_SHIP, OWN_LETTERS, SUNK, TARGET_LETTERS, SeaBattle

PICTURE_LETTERS = "".join(dict.fromkeys(OWN_LETTERS + TARGET_LETTERS))


def parse(text: str, options: SeaBattleOptions) -> SeaBattle:
    """Reads the notation: own rows, then optionally target rows or `-`, who began, and outlines."""
    words = notation.split_words(text)
    if not words:
        raise notation.is_missing(text, "ten rows such as 4S6./10./...", "десять строк вроде 4S6./10./...")
    own = _rows(text, words[0], OWN_LETTERS)
    target = EMPTY
    if len(words) > 1 and words[1].text != "-":
        target = _rows(text, words[1], TARGET_LETTERS)
    first = notation.one_of(text, words[2], BEGINNERS) if len(words) > 2 else None
    sides: dict[str, set[Side]] = {"wall": set(), "open": set()}
    for word in words[3:]:
        name, side = _side(text, word)
        sides[name].add(side)
    return SeaBattle(own, target, first, options, frozenset(sides["wall"]), frozenset(sides["open"]))


def parse_board(text: str, options: SeaBattleOptions) -> SeaBattle:
    """Reads a picture of ten rows (own field, or target if it has `x` or `#` and no ships), or of twenty."""
    seen = notation.read_picture(text, PICTURE_LETTERS)
    columns, rows = len(seen.rows[0]), len(seen.rows)
    if columns != SIZE or rows not in (SIZE, 2 * SIZE):
        raise NotationError(_size_text(columns, rows))
    first = BEGINNERS.get(seen.settings.get("first", "?"))
    if rows == 2 * SIZE:
        return SeaBattle(seen.rows[:SIZE], _as_target(seen.rows[SIZE:]), first, options)
    letters = set("".join(seen.rows))
    if letters & {"x", SUNK} and not letters & {"S", HIT_SHIP}:
        return SeaBattle(EMPTY, _as_target(seen.rows), first, options)
    return SeaBattle(seen.rows, EMPTY, first, options)


def picture(position: SeaBattle) -> str:
    """The own field, and under it the target field if anything is on it."""
    own = notation.write_picture(position.own)
    return own if position.target == EMPTY else own + "\n\n" + notation.write_picture(position.target)


def place_name(position: SeaBattle, place: Place) -> Text:
    """The letter and number on the sheet."""
    return same(cell_name(place, position.options.alphabet))


def _rows(text: str, word: notation.Word, letters: str) -> tuple[str, ...]:
    rows = notation.read_rows(text, word, letters)
    notation.check_size(text, word, rows, SIZE, SIZE)
    return tuple(rows)


def _as_target(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A hit ship cell on a target field is a cell of a sunk ship."""
    return tuple(row.replace(HIT_SHIP, SUNK) for row in rows)


def _side(text: str, word: notation.Word) -> tuple[str, Side]:
    match = re.fullmatch(r"(wall|open):(\d+),(\d+)-(\d+),(\d+)", word.text)
    if match is None:
        raise NotationError(SIDE_TEXT.fill(seen=word.text), text, word.at)
    x1, y1, x2, y2 = map(int, match.groups()[1:])
    if max(x1, y1, x2, y2) > SIZE or abs(x1 - x2) + abs(y1 - y2) != 1:
        raise NotationError(SIDE_TEXT.fill(seen=word.text), text, word.at)
    return match.group(1), (min((x1, y1), (x2, y2)), max((x1, y1), (x2, y2)))


SIDE_TEXT = Text(
    en="{seen} is no side of a cell; expected wall: or open: and two neighbouring corners: wall:3,4-4,4",
    ru="{seen} не сторона клетки; нужно wall: или open: и два соседних угла, например wall:3,4-4,4",
)


def _size_text(columns: int, rows: int) -> Text:
    return Text(
        en=f"the picture has {columns}x{rows} cells; expected {SIZE}x{SIZE}, or two such fields in turn",
        ru=f"на картинке {columns}x{rows} клеток; нужно {SIZE}x{SIZE} или два таких поля одно под другим",
    )

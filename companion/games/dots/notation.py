"""Dots as text: reads the one-line notation and the board picture. `Dots.__str__` writes the notation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from companion import notation
from companion.errors import NotationError
from companion.position import Place
from companion.text import Text

from .ending import GOES_ON, Ending, parse_ending
from .letters import BLUE, BOTH, LETTERS, RED, UNREADABLE
from .messages import KEYS, point_name
from .options import DotsOptions, start_dots
from .outlines import Lines
from .rules import LINES_UNTOLD, Dots
from .strokes import Step, read_stroke

SMALLEST, LARGEST = 5, 52
"""Sides of a field as text; sheets go to 40, files of the playing sites to 52."""


def parse(text: str, options: DotsOptions) -> Dots:
    """Reads the notation; raises `NotationError`. The size in the text goes before the one in the options."""
    words = notation.split_words(text)
    if len(words) < 2:
        raise notation.is_missing(
            text, "size and rows, such as 39x32 39./...", "размер и строки: 39x32 39./..."
        )
    width, height = _parse_size(text, words[0])
    rows = notation.read_rows(text, words[1], LETTERS)
    notation.check_size(text, words[1], rows, width, height)
    options = without_start(replace(options, size=(width, height)), tuple(rows), is_strict=False)
    who = _parse_who(text, words[2]) if len(words) > 2 else Who(_first_option(options))
    lines = _parse_lines(text, words[3:], width, height)
    return Dots(tuple(rows), who.first, lines, options, who.mover, who.ending)


def parse_board(text: str, options: DotsOptions) -> Dots:
    """Reads a picture of `. R B` with one row per line, and `first: R` below it; lines stay untold."""
    seen = notation.read_picture(text, LETTERS)
    width, height = len(seen.rows[0]), len(seen.rows)
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise NotationError(_size_text(f"{width}x{height}"))
    options = without_start(replace(options, size=(width, height)), seen.rows, is_strict=True)
    first = seen.settings.get("first", options.first)
    return Dots(seen.rows, KEYS.index(first) if first in KEYS else None, None, options)


def without_start(options: DotsOptions, rows: tuple[str, ...], *, is_strict: bool) -> DotsOptions:
    """Options without start dots if the board cannot have come from a sheet that has them.

    A start point without any dot shows that nothing was printed there. In a picture, where nobody says what
    the sheet was, (`is_strict`) a dot of the other colour shows it too."""
    wanted = start_dots(options)
    fine = (RED + BLUE + BOTH + UNREADABLE,) * 2
    allowed = (RED, BLUE) if is_strict else fine
    if all(rows[y][x] in allowed[player] for (x, y), player in wanted):
        return options
    return replace(options, start="empty", opening_zone="none")


def picture(position: Dots) -> str:
    """The board as letters."""
    return notation.write_picture(position.rows)


def place_name(position: Dots, place: Place) -> Text:
    """The numbers at the edge of the field."""
    return point_name(place)


def _first_option(options: DotsOptions) -> int | None:
    return KEYS.index(options.first) if options.first in KEYS else None


def _parse_size(text: str, word: notation.Word) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})[xX](\d{1,3})", word.text)
    if match is None:
        raise NotationError(_size_text(word.text), text, word.at)
    size = (int(match.group(1)), int(match.group(2)))
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise NotationError(_size_text(word.text), text, word.at)
    return size


class Who(NamedTuple):
    """Who began, who is to move where counting does not tell, and how the game ended."""

    first: int | None
    mover: int | None = None
    ending: Ending = GOES_ON


def _parse_who(text: str, word: notation.Word) -> Who:
    who, at = word.text, word.at
    end = next((place for place, sign in enumerate(who) if sign in "!@="), len(who))
    ending = parse_ending(who[end:])
    if ending is None:
        raise NotationError(_ending_text(who[end:]), text, at + end)
    began, arrow, mover = who[:end].partition(">")
    first = notation.one_of(text, notation.Word(began, at), {"R": 0, "B": 1, "?": None})
    if not arrow:
        return Who(first, ending=ending)
    there = notation.Word(mover, at + len(began) + 1)
    return Who(first, notation.one_of(text, there, {"R": 0, "B": 1}), ending)


def _parse_lines(text: str, words: list[notation.Word], width: int, height: int) -> Lines | None:
    if [word.text for word in words] == [LINES_UNTOLD]:
        return None
    found: tuple[set[Step], set[Step]] = (set(), set())
    for word in words:
        if word.text[0] not in KEYS:
            raise NotationError(_stroke_text(word.text), text, word.at)
        found[KEYS.index(word.text[0])].update(read_stroke(text, word, width, height))
    return (frozenset(found[0]), frozenset(found[1]))


def _size_text(seen: str) -> Text:
    return Text(
        en=f"{seen!r} is no size of a field; expected such as 39x32, each side {SMALLEST}..{LARGEST}",
        ru=f"{seen!r} не размер поля; нужно вроде 39x32, стороны {SMALLEST}..{LARGEST}",
    )


def _ending_text(seen: str) -> Text:
    return Text(
        en=f"{seen!r} is no end of a game; expected such as !R (STOP), @R (out of time), = (over)",
        ru=f"{seen!r} не конец игры; нужно вроде !R (СТОП), @R (вышло время), = (конец)",
    )


def _stroke_text(seen: str) -> Text:
    return Text(
        en=f"{seen!r} is no drawn line; expected such as R12,7:3571, or ~ alone",
        ru=f"{seen!r} не линия; нужно вроде R12,7:3571, или один знак ~",
    )

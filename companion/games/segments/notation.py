"""Segments as text: `random:15:1234 1-5 7-12`, where the points lie and the segments by the printed numbers.

Points are `random:COUNT:SEED`, `circle:COUNT`, places in millimetres from the field's top left
(`0,0;10,0;5,12.5`), or `by_hand:COUNT` where that many are still to be drawn. `B` alone says that B began; a letter
before a segment is the colour of its player (`A1-5`). A `~` after it marks a line that bends too much, a `?` one that
ends at no point; `+30,40` is a point that was added."""

from __future__ import annotations

import re
from dataclasses import replace

from companion import notation
from companion.errors import NotationError
from companion.text import Text, same

from .options import LAST_SEED, SegmentsOptions
from .points import FEWEST, FIELD, MOST, Spot
from .rules import KEYS, Line, Pair, Segments, name_of

SEGMENT = re.compile(r"([AB]?)(\d{1,2})-(\d{1,2})([~?]?)")
LAYOUT = re.compile(r"random:(\d{1,2}):(\d{1,4})|circle:(\d{1,2})|by_hand:(\d{1,2})")
PLACE = re.compile(r"(\d{1,3}(?:\.\d)?),(\d{1,3}(?:\.\d)?)")
MOST_PLACED = 99
"""Points given one by one: people draw what they like, and the rules say what is wrong with it."""


def write(position: Segments) -> str:
    """The one-line notation."""
    return " ".join([layout(position.options), *_words(position)])


def layout(options: SegmentsOptions) -> str:
    """Where the points lie."""
    if options.placed:
        return ";".join(map(_millimetres, options.placed))
    if options.is_drawn:
        return f"by_hand:{options.points}"
    if options.placement == "printed_circle":
        return f"circle:{options.points}"
    return f"random:{options.points}:{options.seed}"


def _words(position: Segments) -> list[str]:
    first = [KEYS[1]] if position.first == 1 else []
    lines = [
        f"{KEYS[line.owner] if line.owner >= 0 else ''}{name_of(line.pair)}{line.fault}"
        for line in position.lines
    ]
    return [*first, *lines, *(f"+{_millimetres(spot)}" for spot in position.added)]


def spot_text(spot: Spot) -> Text:
    """A place in the field for people: `(45, 120.5)`, in mm."""
    return same(f"({spot[0] / 10:g}, {spot[1] / 10:g})")


def _millimetres(spot: Spot) -> str:
    return f"{spot[0] / 10:g},{spot[1] / 10:g}"


def parse(text: str, options: SegmentsOptions) -> Segments:
    """Reads the notation; points in the text go before the options'. Raises `NotationError`."""
    words = notation.split_words(text)
    if not words:
        raise notation.is_missing(
            text, "points and segments, such as random:15:7 1-5", "точки и отрезки: random:15:7 1-5"
        )
    options = _placed(text, words[0], options)
    first, lines, added = 0, [], []
    for word in words[1:]:
        if word.text in KEYS:
            first = KEYS.index(word.text)
        elif word.text.startswith("+"):
            added.append(_spot(text, notation.Word(word.text[1:], word.at + 1)))
        else:
            lines.append(_line(text, word, len(options.spots)))
    return Segments(tuple(sorted(lines)), first, options, tuple(added))


def _placed(text: str, word: notation.Word, options: SegmentsOptions) -> SegmentsOptions:
    """The options with the points that the first word tells."""
    if match := LAYOUT.fullmatch(word.text):
        count, seed, on_circle, by_hand = match.groups()
        number = int(count or on_circle or by_hand)
        if not FEWEST <= number <= MOST:
            raise NotationError(NO_COUNT.fill(seen=number), text, word.at + word.text.index(":") + 1)
        if by_hand:
            return replace(options, points=number, placement="by_hand", placed=())
        if on_circle:
            return replace(options, points=number, placement="printed_circle", placed=())
        seed = min(int(seed), LAST_SEED)
        return replace(options, points=number, placement="printed_random", seed=seed, placed=())
    spots, at = [], word.at
    for part in word.text.split(";"):
        spots.append(_spot(text, notation.Word(part, at)))
        if spots[-1] in spots[:-1]:
            raise NotationError(SAME_PLACE.fill(seen=part), text, at)
        at += len(part) + 1
    if len(spots) > MOST_PLACED:
        raise NotationError(NO_COUNT.fill(seen=len(spots)), text, word.at)
    return replace(options, placed=tuple(spots))


def _spot(text: str, word: notation.Word) -> Spot:
    match = PLACE.fullmatch(word.text)
    if match is None:
        raise NotationError(NO_POINTS.fill(seen=word.text), text, word.at)
    spot = (round(float(match.group(1)) * 10), round(float(match.group(2)) * 10))
    if spot[0] > FIELD[0] or spot[1] > FIELD[1]:
        raise NotationError(
            OUTSIDE.fill(seen=word.text, width=FIELD[0] // 10, height=FIELD[1] // 10), text, word.at
        )
    return spot


def _line(text: str, word: notation.Word, points: int) -> Line:
    match = SEGMENT.fullmatch(word.text)
    if match is None:
        raise NotationError(NO_SEGMENT.fill(seen=word.text), text, word.at)
    key, one, two, fault = match.groups()
    pair: Pair = (int(one) - 1, int(two) - 1)
    if pair[0] == pair[1] or min(pair) < 0 or max(pair) >= points:
        raise NotationError(NO_PAIR.fill(seen=word.text, points=points), text, word.at + len(key))
    return Line((min(pair), max(pair)), KEYS.index(key) if key else -1, fault)


# --- pictures -----------------------------------------------------------------------------------------

CELL = (50, 100)
"""Width and height of one letter of the map, in tenths of a millimetre."""
EDGE = "|"


def picture(position: Segments) -> str:
    """A map with the points' numbers, those with a segment in brackets, and the notation under it."""
    columns, rows = FIELD[0] // CELL[0] + 3, FIELD[1] // CELL[1] + 1
    grid = [[" "] * columns for _ in range(rows)]
    free = set(position.free)
    for number, (x, y) in enumerate(position.spots):
        name = str(number + 1) if number in free else f"({number + 1})"
        left = min(x // CELL[0], columns - len(name))
        for at, letter in enumerate(name, left):
            if grid[y // CELL[1]][at] == " ":
                grid[y // CELL[1]][at] = letter
    return "\n".join([*(f"{EDGE}{''.join(row).rstrip()}" for row in grid), write(position)])


def parse_board(text: str, options: SegmentsOptions) -> Segments:
    """Reads what stands under the map; raises `NotationError`."""
    lines = text.split("\n")
    kept = "\n".join(" " * len(line) if line.startswith(EDGE) else line for line in lines)
    return parse(kept, options)


def place_name(position: Segments, place: object) -> Text:
    """A point or a segment by the printed numbers; where the points are drawn, by the numbers from the top down."""
    match place:
        case ((int(one), 0), (int(two), 0)):
            return name_of((min(one, two), max(one, two)))
        case (int(number), 0):
            return POINT.fill(number=number + 1)
        case ((int(ax), int(ay)), (int(bx), int(by))):
            return _name_at(position, (ax, ay)) + same("-") + _name_at(position, (bx, by))
        case (int(x), int(y)):
            return POINT_AT.fill(name=_name_at(position, (x, y)))
    raise ValueError(f"{place!r} is no place")


def _name_at(position: Segments, spot: Spot) -> Text:
    """The number of the point drawn there, else the place in millimetres."""
    spots = position.spots
    return same(str(spots.index(spot) + 1)) if spot in spots else spot_text(spot)


POINT = Text(en="point {number}", ru="точка {number}")
POINT_AT = Text(en="point {name}", ru="точка {name}")
NO_COUNT = Text(
    en="{seen} points; expected 6..31, or up to 99 given one by one",
    ru="точек {seen}; нужно 6..31, по одной до 99",
)
NO_POINTS = Text(
    en="{seen!r} tells no points; expected random:15:7, circle:15 or places in mm such as 0,0;10,0;5,12.5",
    ru="{seen!r} не говорит, где точки; нужно random:15:7, circle:15 или места в мм: 0,0;10,0;5,12.5",
)
SAME_PLACE = Text(
    en="two points at {seen!r}; give each once", ru="две точки в {seen!r}; укажите каждую один раз"
)
OUTSIDE = Text(
    en="{seen!r} lies off the field; expected at most {width},{height}",
    ru="{seen!r} вне поля; нужно не больше {width},{height}",
)
NO_SEGMENT = Text(
    en="{seen!r} is no segment; expected two numbers of points, such as 1-5",
    ru="{seen!r} не отрезок; нужны два номера точек, например 1-5",
)
NO_PAIR = Text(
    en="{seen!r} names no two of the points 1..{points}", ru="{seen!r} не называет двух из точек 1..{points}"
)

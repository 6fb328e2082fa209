"""The printed page of Segments: pale squares, and on them numbered points wherever they happen to lie."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from companion.options import render_options
from companion.text import count
from printables.boards import free_field
from printables.compose import Edition
from printables.layout import Anchor, Ask, Board, Disc, Grid, Label, Line, PointMm, Shape, Sheet, Tone
from printables.marks import Kind, Symbol
from printables.one_board import Beside, Wanted, one_board
from printables.panels import PlayerRow
from printables.paper import paper_named
from printables.pens import GUIDE_WIDTH
from printables.typeset import CAP_HEIGHT
from printables.words import WORDS, checked_lang

from .options import SegmentsOptions
from .points import FIELD

BOARD = "field"
PITCH = 100
"""Side of the pale squares, in tenths of a millimetre: the paper's bend is seen by them."""
POINT_MM = 0.8
"""Radius of a printed point."""
NUMBER_MM = 2.6
NUMBER_AWAY_MM = 2.9
"""From a point to the middle of its number."""
WAYS = 24
"""Directions that are tried for a number."""
IN_THE_WAY_MM = 2.2
"""A stroke that passes so near to the middle of a number would run through it."""

TITLE = {"ru": "Отрезки", "en": "Segments"}
RULES = {
    "ru": (
        "По очереди соединяйте две точки прямым отрезком. У точки может быть только один отрезок.",
        "Отрезки не пересекаются и не касаются друг друга и третьих точек.",
        "Кто не может провести отрезок, проиграл.",
    ),
    "en": (
        "In turn join two points by a straight segment. A point takes one segment only.",
        "Segments neither cross nor touch each other or a third point.",
        "Who cannot draw a segment loses.",
    ),
}
MISERE = {"ru": "Кто не может провести отрезок, выиграл.", "en": "Who cannot draw a segment wins."}
DRAW = {
    "ru": "Жирные точки ({number}) по 2 мм ставьте не ближе 8 мм друг к другу и к рамке, не три в ряд.",
    "en": "Draw {number} points of 2 mm, at least 8 mm apart and from the frame, no three in line.",
}
SHORT = {
    "ru": ("По очереди проводите отрезки: один из точки, без касаний и пересечений.",),
    "en": ("In turn draw segments: one from a point, none touching or crossing.",),
}
BY_HAND = {"ru": "{points}, ставят сами", "en": "{points}, drawn by hand"}
AGREED = {
    "ru": "Уговор: каждый своим цветом",
    "en": "Agreed: each in his own colour",
}
NAMES = {"ru": ("A", "B"), "en": ("A", "B")}


def sheet(
    options: SegmentsOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    is_coloured = options.pens == "two"
    edition = Edition(
        game="segments",
        title=TITLE[lang],
        subtitle=_subtitle(options, lang),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    symbols = (Symbol.LINE, Symbol.CROOKED, Symbol.ASTRAY)
    asks = (
        Ask(Kind.LOOSE, (Symbol.DOT,), (0,)),
        Ask(Kind.JOIN, symbols, (0, 1) if is_coloured else (0,)),
    )
    columns, rows = FIELD[0] // PITCH, FIELD[1] // PITCH
    spots = tuple((x / PITCH, y / PITCH) for x, y in options.spots)
    wanted = Wanted(
        BOARD,
        Grid.FIELD,
        columns,
        rows,
        asks,
        PITCH / 10,
        loose=spots,
        drawn=options.points if options.is_drawn else 0,
    )
    words = WORDS[lang]
    mark = words.mark if is_coloured else None
    players = [PlayerRow(player, None, mark, NAMES[lang][player], words.begins, None) for player in (0, 1)]
    rules = [*RULES[lang][:2], MISERE[lang] if options.misere else RULES[lang][2]]
    if options.is_drawn:
        rules = [DRAW[lang].format(number=options.points), *SHORT[lang], rules[2]]
    beside = Beside(players, rules, [AGREED[lang]] if is_coloured else [])
    return one_board(edition, paper_named(paper), wanted, _printed, beside)


def _subtitle(options: SegmentsOptions, lang: str) -> str:
    if options.is_drawn:
        return BY_HAND[lang].format(points=_points(options.points, lang))
    return _points(len(options.spots), lang)


def _points(number: int, lang: str) -> str:
    return count(number, ("point", "points"), ("точка", "точки", "точек"))(lang)


def _printed(board: Board) -> tuple[Shape, ...]:
    """Pale squares, the frame, the points and their numbers."""
    left, top, right, bottom = board.box_mm
    pitch = board.pitch_mm
    xs = [left + pitch * column for column in range(board.columns + 1)]
    ys = [top + pitch * row for row in range(board.rows + 1)]
    lines = [
        *(Line((x, top), (x, bottom), GUIDE_WIDTH, Tone.GUIDE) for x in xs),
        *(Line((left, y), (right, y), GUIDE_WIDTH, Tone.GUIDE) for y in ys),
    ]
    points = [] if board.is_drawn else [Disc(spot, POINT_MM, 0.0, Tone.TEXT) for spot in board.loose]
    return (*lines, *free_field(board), *points, *_numbers(board))


# --- numbers ------------------------------------------------------------------------------------------


def _numbers(board: Board) -> list[Label]:
    """A number beside each point, where strokes from and past it are likely to leave it alone."""
    found: list[Label] = []
    taken = list(board.loose)
    for number, spot in enumerate(board.loose):
        turns = [2 * pi * step / WAYS - pi / 4 for step in range(WAYS)]
        middles = [
            (spot[0] + NUMBER_AWAY_MM * cos(turn), spot[1] + NUMBER_AWAY_MM * sin(turn)) for turn in turns
        ]
        middle = min(middles, key=lambda place: _crowding(place, number, board, taken))
        taken.append(middle)
        baseline = (middle[0], middle[1] + NUMBER_MM * CAP_HEIGHT / 2)
        found.append(Label(str(number + 1), baseline, NUMBER_MM, Tone.FRAME, Anchor.MIDDLE))
    return found


def _crowding(place: PointMm, number: int, board: Board, taken: list[PointMm]) -> float:
    """How many segments would run through a number there, those from its own point first; points count most."""
    spots = board.loose
    left, top, right, bottom = board.box_mm
    near = sum(hypot(place[0] - x, place[1] - y) < 2 * IN_THE_WAY_MM for x, y in taken) - 1
    near += not (left + 3 < place[0] < right - 3 and top + 3 < place[1] < bottom - 3)
    own = sum(
        max(0.0, 1 - _away(place, spots[number], other) / NUMBER_AWAY_MM)
        for other in spots
        if other is not spots[number]
    )
    past = sum(
        _away(place, one, two) < IN_THE_WAY_MM
        for k, one in enumerate(spots)
        for j, two in enumerate(spots[:k])
        if number not in (k, j) and _is_between(place, one, two)
    )
    return 100.0 * near + 10.0 * own + past + _inwards(place, spots[number], spots)


def _inwards(place: PointMm, spot: PointMm, spots: tuple[PointMm, ...]) -> float:
    """How far a number lies on the side where the other points are: it settles what is even otherwise."""
    across, down = place[0] - spot[0], place[1] - spot[1]
    ways = [(x - spot[0], y - spot[1]) for x, y in spots if (x, y) != spot]
    return sum((across * x + down * y) / hypot(x, y) for x, y in ways) / len(ways) / NUMBER_AWAY_MM


def _is_between(place: PointMm, one: PointMm, two: PointMm) -> bool:
    """Whether a place lies in the box round two points: what is outside cannot be in their way."""
    return all(min(one[k], two[k]) - 3 < place[k] < max(one[k], two[k]) + 3 for k in (0, 1))


def _away(place: PointMm, one: PointMm, two: PointMm) -> float:
    """Distance of a place from a segment, in mm."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    share = ((place[0] - one[0]) * dx + (place[1] - one[1]) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return hypot(place[0] - one[0] - share * dx, place[1] - one[1] - share * dy)

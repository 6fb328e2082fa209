"""The printed page of paper soccer: a squared field with two goals, its border and its centre."""

from __future__ import annotations

from itertools import pairwise

from companion.games.paper_soccer.field import Field, field_of
from companion.games.paper_soccer.options import SoccerOptions
from companion.options import render_options
from printables.boards import free_field
from printables.compose import Edition
from printables.layout import Ask, Board, Disc, Grid, Line, PointMm, Shape, Sheet, Tone
from printables.marks import Kind, Symbol
from printables.one_board import Beside, Wanted, one_board
from printables.panels import PlayerRow
from printables.paper import paper_named
from printables.pens import FRAME_GAP, GUIDE_WIDTH
from printables.words import WORDS, checked_lang

BOARD = "field"
LARGEST_PITCH_MM = 8.0
BORDER_WIDTH_MM = 0.5
CENTRE_MM = 0.6

TITLE = {"ru": "Футбол на бумаге", "en": "Paper soccer"}
SUBTITLE = {"ru": "поле {0}×{1} клеток", "en": "field of {0}×{1} cells"}
RULES = {
    "ru": (
        "Мяч в центре. Веди его на соседнюю точку, можно наискосок; по одной линии дважды нельзя, вдоль края нельзя.",
        "Пришёл в точку, где мяч уже был, или на край — ходи ещё. A бьёт вверх, B вниз.",
        "Гол — победа. Некуда ходить — поражение.",
    ),
    "en": (
        "The ball is in the centre. Lead it to a neighbouring point, slanting too; no line twice, none along the edge.",
        "On a point where the ball has been, or on the edge, go on. A plays up, B down.",
        "A goal wins. Who cannot go on loses.",
    ),
}
AGREEMENTS: tuple[tuple[str, object, dict[str, str]], ...] = (
    ("goal_points", "line", {"ru": "гол — на линии ворот", "en": "the goal line counts as goal"}),
    ("mouth_line", "border", {"ru": "по линии ворот нельзя", "en": "no step along the goal line"}),
    ("pens", "two", {"ru": "каждый своим цветом", "en": "each in his own colour"}),
    ("first", "A", {"ru": "начинает A", "en": "A begins"}),
    ("first", "B", {"ru": "начинает B", "en": "B begins"}),
)
AGREED = {"ru": "Уговор", "en": "Agreed"}
NAMES = {"ru": ("A, бьёт вверх", "B, бьёт вниз"), "en": ("A, plays up", "B, plays down")}


def sheet(
    options: SoccerOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    field = field_of(options)
    edition = Edition(
        game="paper_soccer",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(*options.size),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    ask = Ask(Kind.CHAIN, (Symbol.LINE,), (0, 1) if options.pens == "two" else (0,))
    wanted = Wanted(BOARD, Grid.POINTS, field.columns + 1, field.rows + 3, (ask,), LARGEST_PITCH_MM)
    words = WORDS[lang]
    rows = [PlayerRow(player, None, words.mark, NAMES[lang][player], words.begins, None) for player in (0, 1)]
    found = [texts[lang] for name, value, texts in AGREEMENTS if getattr(options, name) == value]
    agreements = [f"{AGREED[lang]}: {found[0]}", *found[1:]] if found else []
    return one_board(
        edition,
        paper_named(paper),
        wanted,
        lambda board: _printed(board, field),
        Beside(rows, RULES[lang], agreements),
    )


def _printed(board: Board, field: Field) -> tuple[Shape, ...]:
    """Pale squares, the border beside the outermost lines, and the centre; no letters where ink is looked for."""
    lines = []
    for x in range(field.columns + 1):
        lines.append(_line(board, (x, 0), (x, field.rows)))
    for y in range(field.rows + 1):
        lines.append(_line(board, (0, y), (field.columns, y)))
    left, right = field.mouth
    for top in (-1, field.rows):
        for x in range(left, right + 1):
            lines.append(_line(board, (x, top), (x, top + 1)))
        edge = -1 if top == -1 else field.rows + 1
        lines.append(_line(board, (left, edge), (right, edge)))
    centre = Disc(_mm(board, field.centre), CENTRE_MM, 0.0, Tone.FRAME)
    return (*lines, *_border(board, field), centre, *free_field(board))


def _line(board: Board, one: tuple[float, float], two: tuple[float, float]) -> Line:
    return Line(_mm(board, one), _mm(board, two), GUIDE_WIDTH, Tone.GUIDE)


def _mm(board: Board, point: tuple[float, float]) -> PointMm:
    return board.node_mm((point[0], point[1] + 1))


def _border(board: Board, field: Field) -> list[Line]:
    """The border with its goals, a little outside the lines that are played on."""
    gap = FRAME_GAP[Grid.POINTS] / board.pitch_mm
    left, right = field.mouth
    columns, rows = field.columns, field.rows
    half = [
        (-gap, rows / 2),
        (-gap, -gap),
        (left - gap, -gap),
        (left - gap, -1 - gap),
        (right + gap, -1 - gap),
        (right + gap, -gap),
        (columns + gap, -gap),
        (columns + gap, rows / 2),
    ]
    whole = [*half, *[(columns - x, rows - y) for x, y in half]]
    return [
        Line(_mm(board, one), _mm(board, two), BORDER_WIDTH_MM, Tone.FRAME)
        for one, two in pairwise(whole)
        if one != two
    ]

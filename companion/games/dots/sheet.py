"""The printed page of dots: one lattice as large as the paper allows, start dots on it, boxes beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.dots.options import DotsOptions, opening_zone, start_dots
from companion.options import render_options
from printables.boards import LABEL_ROOM_MM, board_room, points_board, start_dot
from printables.compose import CONTENT_INSET_MM, QR_MM, QR_QUIET_MM, Composer, Edition
from printables.layout import Ask, Board, BoxMm, Grid, PointMm, Shape, Sheet
from printables.marks import Kind, Point, Symbol
from printables.notes import edge_notes, rules
from printables.panels import (
    COLUMN_GAP_MM,
    FOOT_MARGIN_MM,
    FOOT_MM,
    PlayerRow,
    above_tag,
    below_tag,
    column,
    footer,
    player_cards,
    player_rows,
    qr_at_right,
)
from printables.paper import Page, Paper, pages, paper_named
from printables.pens import FRAME_GAP, FRAME_WIDTH
from printables.words import checked_lang

BOARD = "field"
LARGEST_PITCH_MM = 10.0
WIDEST_MM = 190.0
"""Of a landscape board: 39 points at 5 mm, which leaves a column for the boxes on Letter too."""
BOARD_GAP_MM = 6.1
"""Between a portrait board and the boxes under it, where the QR code's quiet zone lies."""
PITCH_STEPS_MM = (10.0, 9.0, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
"""Squared paper is 5 mm; larger lattices get a round pitch, smaller ones what is left."""
FINE_STEP_MM = 0.05
COLUMN_FOOT_MM = 4.6
"""Under the QR code of a column: its quiet zone ends where the bottom tag's white zone begins."""
ASKS = (
    Ask(Kind.POINT, (Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT)),
    Ask(Kind.CHAIN, (Symbol.LINE,), closes_up=True),
)

TITLE = {"ru": "Точки", "en": "Dots"}
SUBTITLE = {"ru": "поле {0}×{1} точек", "en": "field of {0}×{1} points"}
RULES = {
    "ru": (
        "По очереди ставьте точку своего цвета на свободное пересечение.",
        "Замкните вокруг точек соперника цепочку своих, можно и наискосок: они в плену. Край поля — не стена.",
        "Выиграл тот, у кого больше пленных.",
    ),
    "en": (
        "Take turns to put a dot of your colour on a free crossing.",
        "Close a chain of your dots round enemy dots, steps may be slanting: they are caught. The edge is no wall.",
        "Who catches more wins.",
    ),
}
RULES_BESIDE_AGREEMENTS = {
    "ru": (
        "Ставьте точки по очереди. Кольцо своих точек, можно наискосок, берёт чужие в плен; край — не стена.",
    ),
    "en": (
        "Take turns to put dots. A ring of your dots, slanting too, takes those inside; the edge is no wall.",
    ),
}
"""What is played otherwise than usual matters more than the rules that everybody knows."""

AGREEMENTS: tuple[tuple[str, object, dict[str, str]], ...] = (
    ("extra_move", True, {"ru": "после окружения ещё ход", "en": "a capture gives another move"}),
    ("border_ban", True, {"ru": "на край не ставить", "en": "no dots on the frame"}),
    ("capture_empty", True, {"ru": "пустые кольца тоже закрываются", "en": "empty rings are closed too"}),
    ("scoring", "area", {"ru": "считаем площадь", "en": "area counts"}),
    ("scoring", "dots_plus_territory", {"ru": "считаем пленных и землю", "en": "captives and land count"}),
    (
        "grounding",
        "immune_groups",
        {"ru": "кто дошёл до края, не берётся", "en": "groups at the edge are safe"},
    ),
    (
        "grounding",
        "stop_right",
        {"ru": "в безопасности — стоп и победа", "en": "a safe leader may stop and win"},
    ),
    ("house_moment", "owner_move", {"ru": "домик берёт своим ходом", "en": "a house takes on its own move"}),
    ("stop_mode", "auto", {"ru": "после СТОП сразу счёт", "en": "STOP: count at once"}),
    ("stop_mode", "off", {"ru": "без СТОП", "en": "no STOP"}),
    ("painting", "deferred", {"ru": "красить можно позже", "en": "areas may be painted later"}),
    ("time", "blitz_random", {"ru": "5 с на ход, потом жребий", "en": "5 s a move, then a random point"}),
)
"""What may be agreed otherwise: option, value, words; most important first."""
ZONE = {"ru": "первая точка каждого — в сером поле", "en": "each first dot lies in the grey zone"}
WIN_AT = {"ru": "до {0} пленных", "en": "first to {0} captives wins"}
TIME = {"ru": "{0} с на ход, запас {1} с", "en": "{0} s a move, reserve {1} s"}
AGREED = {"ru": "Уговор", "en": "Agreed"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the lattice lies on which page."""

    page: Page
    origin_mm: PointMm
    pitch_mm: float


def sheet(options: DotsOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    columns, rows = options.size
    place = _placed(paper_named(paper), columns, rows)
    edition = Edition(
        game="dots",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(columns, rows),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    composer = Composer(place.page, edition)
    board = Board(
        BOARD, Grid.POINTS, place.origin_mm, place.pitch_mm, columns, rows, ASKS, printed=start_dots(options)
    )
    composer.board(board, points_board(board, _zone(options)), board_room(board, has_labels=True))
    if place.page.is_landscape:
        _put_column(composer, _agreements(options, lang))
    else:
        _put_footer(composer, _agreements(options, lang))
    edge_notes(composer)
    return composer.sheet()


def _zone(options: DotsOptions) -> tuple[Point, Point] | None:
    """The first and the last point of the opening zone, when there is one."""
    zone = opening_zone(options)
    return None if zone is None else ((zone[0], zone[1]), (zone[2], zone[3]))


def _agreements(options: DotsOptions, lang: str) -> list[str]:
    """What is played otherwise than usual, in words."""
    found = [words[lang] for name, value, words in AGREEMENTS if getattr(options, name) == value]
    if options.win_at is not None:
        found.insert(0, WIN_AT[lang].format(options.win_at))
    if isinstance(options.time, tuple):
        found.append(TIME[lang].format(*options.time))
    if opening_zone(options) is not None:
        found.insert(0, ZONE[lang])
    return [f"{AGREED[lang]}: {found[0]}", *found[1:]] if found else []


# --- places -------------------------------------------------------------------------------------------


def _placed(paper: Paper, columns: int, rows: int) -> Place:
    """The way to hold the paper that gives the larger pitch; landscape when both are as good."""
    return max(
        (_place(page, columns, rows) for page in pages(paper)),
        key=lambda place: (place.pitch_mm, place.page.is_landscape),
    )


def _place(page: Page, columns: int, rows: int) -> Place:
    left, top, right, bottom = _room(page)
    widest = min((right - left) / (columns - 1), (bottom - top) / (rows - 1), LARGEST_PITCH_MM)
    pitch = _rounded(widest)
    x = left + (right - left - pitch * (columns - 1)) / 2
    y = top + (bottom - top - pitch * (rows - 1)) / 2
    return Place(page, (round(x, 2), round(y, 2)), pitch)


def _room(page: Page) -> BoxMm:
    """Where the lattice's outermost points may lie."""
    inset, frame = CONTENT_INSET_MM, FRAME_GAP[Grid.POINTS] + FRAME_WIDTH[Grid.POINTS] / 2
    left, top = inset + LABEL_ROOM_MM, inset + LABEL_ROOM_MM
    if page.is_landscape:
        return (left, top, column(page, WIDEST_MM)[0] - COLUMN_GAP_MM, page.height_mm - inset - frame)
    bottom = page.height_mm - inset - FOOT_MARGIN_MM - FOOT_MM - BOARD_GAP_MM
    return (left, top, page.width_mm - inset - frame, bottom)


def _rounded(pitch: float) -> float:
    for step in PITCH_STEPS_MM:
        if pitch >= step:
            return step
    return int(pitch / FINE_STEP_MM + 1e-6) * FINE_STEP_MM


# --- boxes --------------------------------------------------------------------------------------------


def _rows(composer: Composer) -> list[PlayerRow]:
    words = composer.edition.words
    return [
        PlayerRow(player, _sign(player), words.mark, words.name, words.begins, words.score)
        for player in (0, 1)
    ]


def _sign(player: int) -> Callable[[PointMm], Sequence[Shape]]:
    return lambda centre: (start_dot(centre, player),)


def _put_column(composer: Composer, agreements: Sequence[str]) -> None:
    page = composer.page
    box = column(page, WIDEST_MM)
    upper, lower = above_tag(page, box), below_tag(page, box)
    player_cards(composer, (box[0], upper[1] + 2.0), box[2] - box[0], _rows(composer))
    qr_top = lower[3] - COLUMN_FOOT_MM - QR_MM
    rules(
        composer,
        (lower[0], lower[1] + 1.2, lower[2], qr_top - QR_QUIET_MM),
        _rules(composer, agreements),
        agreements,
    )
    composer.qr((box[0], qr_top))


def _put_footer(composer: Composer, agreements: Sequence[str]) -> None:
    left, top, right, bottom = qr_at_right(
        composer, footer(composer, CONTENT_INSET_MM + LABEL_ROOM_MM, FOOT_MM)
    )
    taken = player_rows(composer, (left, top), right - left, _rows(composer))
    rules(composer, (left, top + taken + 4.0, right, bottom), _rules(composer, agreements), agreements)


def _rules(composer: Composer, agreements: Sequence[str]) -> Sequence[str]:
    return (RULES_BESIDE_AGREEMENTS if agreements else RULES)[composer.edition.lang]

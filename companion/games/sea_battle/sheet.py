"""The printed page of sea battle: a player's own field and his target field, side by side."""

from __future__ import annotations

from companion.games.sea_battle.options import SeaBattleOptions
from companion.options import render_options
from companion.text import count
from printables.boards import LETTER_ROOM_MM, board_room, cells_board
from printables.compose import QR_MM, Composer, Edition
from printables.layout import Ask, Board, Box, BoxMm, Grid, Sheet, Tone
from printables.marks import Kind, Symbol
from printables.notes import edge_notes, rules
from printables.panels import (
    CAPTION_MM,
    CAPTION_ROOM_MM,
    PANEL_GAP_MM,
    PlayerRow,
    footer,
    player_rows,
    qr_at_right,
)
from printables.paper import Orientation, Page, paper_named
from printables.pens import BOX_WIDTH
from printables.typeset import CAP_HEIGHT
from printables.words import checked_lang

CELL_MM = 10.0
FIELD_MM = 100.0
"""The widest a field may be: with more than ten columns the cells become smaller."""
FIELD_TITLE_MM = 3.6
FIELD_TITLE_ROOM_MM = 4.5
FIELD_GAP_MM = 5.6
"""Between the fields and the boxes under them."""
PLAYERS_WIDTH_MM = 90.0
FOOT_HEIGHT_MM = QR_MM + 3.0
MARGINS_MM = {"a4": 36.0, "letter": 32.5}
"""From the paper's left and right edges to the fields' outer frames."""
FLEET_CELL_MM = 4.0
SHIPS, SHOTS = 0, 1
"""The players of this sheet are two pens: one for ships, one for all shots."""
OWN_ASKS = (
    Ask(Kind.CELL, (Symbol.FILLED, Symbol.HATCHED, Symbol.CROSS), (SHIPS,)),
    Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS), (SHOTS,)),
    Ask(Kind.OUTLINE, (Symbol.LINE,), (SHIPS,), closes_up=True),
)
TARGET_ASKS = (
    Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS), (SHOTS,)),
    Ask(Kind.OUTLINE, (Symbol.LINE,), (SHOTS,), closes_up=True),
)

TITLE = {"ru": "Морской бой", "en": "Sea battle"}
SUBTITLE = {"ru": "два поля {size}×{size}", "en": "two fields of {size}×{size}"}
FIELDS = {"ru": ("Мои корабли", "Поле соперника"), "en": ("My ships", "Enemy waters")}
PENS = {
    "ru": ("ручка кораблей, 3 раза", "ручка выстрелов, 3 раза"),
    "en": ("pen for ships, 3 times", "pen for shots, 3 times"),
}
NAMES = {"ru": ("моё имя", "имя соперника"), "en": ("my name", "enemy's name")}
BEGINS = {"ru": ("начинаю я", "начинает соперник"), "en": ("I begin", "enemy begins")}
FLEET_TITLE = {
    "ru": "корабли соперника: зачёркивайте потопленные",
    "en": "enemy ships: cross out what you sink",
}
RULES = {
    "ru": (
        "Одной ручкой нарисуйте слева {ships}. Корабли прямые и не касаются друг друга {touch}.",
        "Другой ручкой отмечайте выстрелы: точка — мимо, крест — попал. Потопленный корабль обведите.",
        "{turn}. Кто первым потопит все корабли, победил.",
    ),
    "en": (
        "Draw your {ships} at the left with one pen. Ships are straight and never touch {touch}.",
        "Use the other pen for shots: a dot is a miss, a cross is a hit. Draw a line round a sunk ship.",
        "{turn}. First to sink all ships wins.",
    ),
}
TOUCH = {
    "ru": {"none": "даже углами", "corners": "боками, а углами можно"},
    "en": {"none": "at all, not even by corners", "corners": "by sides, but may by corners"},
}
TURN = {
    "ru": {
        True: "Попал — стреляй ещё, промах — ход переходит",
        False: "Стреляйте по одному разу, по очереди",
    },
    "en": {True: "A hit gives another shot, a miss ends the turn", False: "Take turns, one shot each"},
}


def sheet(
    options: SeaBattleOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    page = Page(paper_named(paper), Orientation.LANDSCAPE)
    edition = Edition(
        game="sea_battle",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(size=options.size),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    composer = Composer(page, edition)
    foot = footer(composer, MARGINS_MM[page.paper.name], FOOT_HEIGHT_MM)
    _put_fields(composer, options, foot)
    facts = {
        "ships": count(len(options.fleet), ("ship", "ships"), ("корабль", "корабля", "кораблей"))(lang),
        "touch": TOUCH[lang][options.touch],
        "turn": TURN[lang][options.hit_gives_shot],
    }
    _put_footer(composer, foot, options, [text.format(**facts) for text in RULES[lang]])
    edge_notes(composer)
    return composer.sheet()


def _put_fields(composer: Composer, options: SeaBattleOptions, foot: BoxMm) -> None:
    size = options.size
    cell = min(CELL_MM, round(FIELD_MM / size, 2))
    top, side = composer.content_mm[1], size * cell
    head = FIELD_TITLE_ROOM_MM + LETTER_ROOM_MM
    y = round(top + head + max(0.0, (foot[1] - FIELD_GAP_MM - top - side - head) / 2), 2)
    own, target = foot[0], foot[2] - side
    letters, numbers = tuple(options.letters), tuple(str(row) for row in range(1, size + 1))
    for name, x, asks, title in zip(
        ("own", "target"), (own, target), (OWN_ASKS, TARGET_ASKS), FIELDS[composer.edition.lang], strict=True
    ):
        board = Board(name, Grid.CELLS, (x, y), cell, size, size, asks)
        composer.board(board, cells_board(board, letters, numbers), board_room(board, has_labels=True))
        composer.text(title, (x, y - LETTER_ROOM_MM - 0.8), FIELD_TITLE_MM, is_bold=True)


def _put_footer(composer: Composer, foot: BoxMm, options: SeaBattleOptions, paragraphs: list[str]) -> None:
    lang = composer.edition.lang
    left, top, right, bottom = qr_at_right(composer, foot)
    rows = [
        PlayerRow(pen, None, PENS[lang][pen], NAMES[lang][pen], BEGINS[lang][pen], None)
        for pen in (SHIPS, SHOTS)
    ]
    taken = player_rows(composer, (left, top), PLAYERS_WIDTH_MM, rows)
    _put_fleet(composer, (left, top + taken + 3.5), options.fleet)
    rules(composer, (left + PLAYERS_WIDTH_MM + PANEL_GAP_MM, top, right, bottom), paragraphs)


def _put_fleet(composer: Composer, at: tuple[float, float], fleet: tuple[int, ...]) -> None:
    """A tally of the enemy's ships, to cross out."""
    x, y = at
    composer.text(FLEET_TITLE[composer.edition.lang], (x, y + CAPTION_MM * CAP_HEIGHT), CAPTION_MM)
    y += CAPTION_ROOM_MM
    room = sum(fleet) + len(fleet) / 4
    cell = min(FLEET_CELL_MM, PLAYERS_WIDTH_MM / room)
    for ship in fleet:
        width = ship * cell
        cells = [
            Box(
                (x + i * cell, y, x + (i + 1) * cell, y + cell),
                BOX_WIDTH,
                Tone.FRAME,
            )
            for i in range(ship)
        ]
        composer.drawing("fleet", (x, y, x + width, y + cell), cells)
        x += width + cell / 4

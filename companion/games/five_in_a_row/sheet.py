"""The printed page of five in a row: one large squared field, numbers along it, boxes for both players."""

from __future__ import annotations

from companion.games.five_in_a_row.options import FiveOptions, beginner
from companion.options import render_options
from printables.boards import LETTER_ROOM_MM, cells_board
from printables.compose import Edition
from printables.layout import Ask, Grid, PointMm, Shape, Sheet
from printables.marks import Kind, Symbol
from printables.one_board import Beside, Wanted, one_board
from printables.panels import PlayerRow
from printables.paper import paper_named
from printables.pens import FRAME_GAP, FRAME_WIDTH, sign_shapes
from printables.words import WORDS, checked_lang

BOARD = "field"
LARGEST_PITCH_MM = 14.0
NUMBER_EVERY = 5
SIGN_MM = 1.8
FRAME_MM = FRAME_GAP[Grid.CELLS] + FRAME_WIDTH[Grid.CELLS] / 2
SYMBOLS = (Symbol.CROSS, Symbol.NOUGHT)
ASKS = {
    "xo": Ask(Kind.CELL, SYMBOLS, is_by_sign=True),
    "colours": Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT)),
}

TITLE = {"ru": "Пять в ряд", "en": "Five in a row"}
TITLE_OTHER = {"ru": "{0} в ряд", "en": "{0} in a row"}
SUBTITLE = {"ru": "поле {0}×{1}, в ряд {2}", "en": "{0}×{1} cells, {2} in a row"}
MARK = {"ru": ("крестик, три раза", "нолик, три раза"), "en": ("cross, three times", "nought, three times")}
RULES = {
    "ru": (
        "По очереди ставьте свой знак в свободную клетку. Начинают {first}.",
        "Кто первым поставил {win} своих знаков подряд: в строку, в столбец или наискосок, тот выиграл. "
        "Проведите по ним черту.",
    ),
    "en": (
        "Take turns to put your sign into a free cell. {first} go first.",
        "Who first has {win} of his signs in an unbroken row, column or diagonal wins. Draw a line through them.",
    ),
}
FIRST = {
    "xo": {"ru": ("крестики", "нолики"), "en": ("Crosses", "Noughts")},
    "colours": {"ru": ("первые", "вторые"), "en": ("The first", "The second")},
}
AGREEMENTS: tuple[tuple[str, object, dict[str, str]], ...] = (
    (
        "renju",
        True,
        {
            "ru": "рэндзю: начавшему нельзя 3×3, 4×4 и длинный ряд",
            "en": "renju: no 3×3, no 4×4, no longer line for who begins",
        },
    ),
    ("exact_five", True, {"ru": "длиннее нужного не выигрывает", "en": "longer lines do not win"}),
    ("centre_start", True, {"ru": "первый знак около центра", "en": "first sign near the centre"}),
)
AGREED = {"ru": "Уговор", "en": "Agreed"}
SWAP2 = {
    "ru": ("swap2: ничего не менял", "поменял знаки", "добавил два"),
    "en": ("swap2: no change", "signs swapped", "two more put"),
}


def sheet(options: FiveOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    columns, rows = options.size
    edition = Edition(
        game="five_in_a_row",
        title=TITLE[lang] if options.win == 5 else TITLE_OTHER[lang].format(options.win),
        subtitle=SUBTITLE[lang].format(columns, rows, options.win),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    wanted = Wanted(
        BOARD,
        Grid.CELLS,
        columns,
        rows,
        (ASKS[options.signs],),
        LARGEST_PITCH_MM,
        (LETTER_ROOM_MM, LETTER_ROOM_MM, FRAME_MM, FRAME_MM),
    )
    facts = {"first": FIRST[options.signs][lang][beginner(options)], "win": options.win}
    beside = Beside(
        [_row(player, options, lang) for player in (0, 1)],
        [line.format(**facts) for line in RULES[lang]],
        _agreements(options, lang),
        SWAP2[lang] if options.opening == "swap2" else (),
    )
    return one_board(
        edition,
        paper_named(paper),
        wanted,
        lambda board: cells_board(board, _numbers(columns), _numbers(rows)),
        beside,
    )


def _numbers(count: int) -> list[str]:
    """The number of every fifth column or row, nothing for the others."""
    return [str(number) if number % NUMBER_EVERY == 0 else "" for number in range(1, count + 1)]


def _row(player: int, options: FiveOptions, lang: str) -> PlayerRow:
    words = WORDS[lang]
    if options.signs == "colours":
        return PlayerRow(player, None, words.mark, words.name, words.begins, None)
    return PlayerRow(
        player, lambda centre: _sign(player, centre), MARK[lang][player], words.name, words.begins, None
    )


def _sign(player: int, centre: PointMm) -> tuple[Shape, ...]:
    return sign_shapes(SYMBOLS[player], centre, SIGN_MM)


def _agreements(options: FiveOptions, lang: str) -> list[str]:
    """What is played otherwise than usual, in words."""
    found = [words[lang] for name, value, words in AGREEMENTS if getattr(options, name) == value]
    return [f"{AGREED[lang]}: {found[0]}", *found[1:]] if found else []

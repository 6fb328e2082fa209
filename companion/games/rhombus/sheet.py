"""The printed page of the rhombus."""

from __future__ import annotations

from companion.boxes.sheet import box_sheet
from companion.games.rhombus.options import RhombusOptions
from companion.options import render_options
from printables.compose import Edition
from printables.layout import Sheet
from printables.words import checked_lang

TITLE = {"ru": "Ромб", "en": "Rhombus"}
SUBTITLE = {"ru": "фигура из {0} клеток", "en": "{0} cells"}
RULES = {
    "ru": (
        "По очереди обводите одну сторону любой клетки фигуры.",
        "Обвёл четвёртую сторону клетки — поставь в ней свой знак и ходи ещё раз.",
        "Больше знаков — победа.",
    ),
    "en": (
        "Take turns to trace one side of any cell of the figure.",
        "Who traces the fourth side of a cell puts his sign inside and traces again.",
        "Most signs win.",
    ),
}
AGREEMENTS: tuple[tuple[str, object, dict[str, str]], ...] = (
    ("extra_turn", False, {"ru": "замкнул — ход всё равно переходит", "en": "no second move for a box"}),
    ("outline_drawn", True, {"ru": "край уже обведён", "en": "the outer sides count as drawn"}),
    ("lines", "colours", {"ru": "каждый своим цветом", "en": "each in his own colour"}),
)
AGREED = {"ru": "Уговор", "en": "Agreed"}


def sheet(
    options: RhombusOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    edition = Edition(
        game="rhombus",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(len(options.board.cells)),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    found = [words[lang] for name, value, words in AGREEMENTS if getattr(options, name) == value]
    agreements = [f"{AGREED[lang]}: {found[0]}", *found[1:]] if found else []
    return box_sheet(options, edition, paper, RULES[lang], agreements)

"""The printed page of dots and boxes."""

from __future__ import annotations

from companion.boxes.sheet import box_sheet
from companion.games.dots_and_boxes.options import BoxesOptions
from companion.options import render_options
from printables.compose import Edition
from printables.layout import Sheet
from printables.words import checked_lang

TITLE = {"ru": "Точки и квадраты", "en": "Dots and boxes"}
SUBTITLE = {"ru": "поле {0}×{1} клеток", "en": "{0}×{1} boxes"}
RULES = {
    "ru": (
        "По очереди соединяйте чертой две соседние точки, не наискосок.",
        "Провёл четвёртую сторону клетки — клетка твоя: поставь в ней свой знак и ходи ещё раз.",
        "Больше клеток — победа.",
    ),
    "en": (
        "Take turns to join two neighbouring dots by a line, not slanting.",
        "Who draws the fourth side of a box owns it: he puts his sign inside and draws again.",
        "Most boxes win.",
    ),
}
AGREEMENTS: tuple[tuple[str, object, dict[str, str]], ...] = (
    ("extra_turn", False, {"ru": "замкнул — ход всё равно переходит", "en": "no second move for a box"}),
    ("frame_drawn", True, {"ru": "края уже проведены", "en": "the outer sides count as drawn"}),
    ("lines", "colours", {"ru": "каждый своим цветом", "en": "each in his own colour"}),
)
AGREED = {"ru": "Уговор", "en": "Agreed"}


def sheet(options: BoxesOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    edition = Edition(
        game="dots_and_boxes",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(*options.size),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    found = [words[lang] for name, value, words in AGREEMENTS if getattr(options, name) == value]
    agreements = [f"{AGREED[lang]}: {found[0]}", *found[1:]] if found else []
    return box_sheet(options, edition, paper, RULES[lang], agreements)

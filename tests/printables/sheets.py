"""The sheets that these tests look at: every game and the odd sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.games.dots.options import DotsOptions
from companion.games.dots.sheet import sheet as dots_sheet
from companion.games.sea_battle.options import ALPHABETS, SeaBattleOptions
from companion.games.sea_battle.sheet import sheet as sea_battle_sheet
from companion.games.tic_tac_toe.options import TicTacToeOptions
from companion.games.tic_tac_toe.sheet import sheet as tic_tac_toe_sheet
from companion.options import pack_options
from printables.layout import Sheet

Make = Callable[..., Sheet]

GAMES: dict[str, tuple[Make, Any]] = {
    "dots": (dots_sheet, DotsOptions),
    "sea_battle": (sea_battle_sheet, SeaBattleOptions),
    "tic_tac_toe": (tic_tac_toe_sheet, TicTacToeOptions),
}
PAPERS = ("a4", "letter")
LANGS = ("ru", "en")
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("dots", {}),
    ("dots", {"size": (5, 5)}),
    ("dots", {"size": (10, 10), "start": "empty"}),
    ("dots", {"size": (40, 40), "start": "multi"}),
    ("dots", {"size": (20, 40), "start": "double_cross"}),
    (
        "dots",
        {"extra_move": True, "border_ban": True, "capture_empty": True, "scoring": "area", "win_at": 99},
    ),
    *(("sea_battle", {"alphabet": alphabet}) for alphabet in ALPHABETS),
    ("sea_battle", {"touch": "corners", "hit_gives_shot": False}),
    *(("tic_tac_toe", {"size": size, "win": 3, "first": "O"}) for size in (3, 4, 5, 6)),
    *(("tic_tac_toe", {"series": series}) for series in (2, 3, 4, 5, 6)),
)


@lru_cache(maxsize=256)
def usual_sheet(game: str, paper: str, lang: str, settings: tuple[tuple[str, Any], ...]) -> Sheet:
    """The same sheet again for every test that looks at it."""
    return make_sheet(game, paper=paper, lang=lang, **dict(settings))


def make_sheet(
    game: str, *, paper: str = "a4", lang: str = "ru", serial: int = 1234567, **settings: Any
) -> Sheet:
    """A sheet of one game with these options."""
    make, kind = GAMES[game]
    options = kind(**settings)
    return make(options, paper=paper, lang=lang, serial=serial, options_code=pack_options(options))

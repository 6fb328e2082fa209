"""Barriers: lines over two free cells; who cannot draw one loses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Game, Player
from companion.text import Text, same

from . import hints, notation, paper, rules, trial
from .options import BarriersOptions

if TYPE_CHECKING:
    from printables.layout import Sheet


def _sheet(
    options: BarriersOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The printed page; paper is loaded only here."""
    from .sheet import sheet

    return sheet(options, paper=paper, lang=lang, serial=serial, options_code=options_code)


GAME = Game(
    name=__name__.rpartition(".")[2],
    title=Text(en="Barriers", ru="Заграждения"),
    players=(
        Player("A", same("A")),
        Player("B", same("B")),
    ),
    options=BarriersOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=notation.parse,
    parse_board=notation.parse_board,
    picture=notation.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=lambda position: {"lines": float(len(position.lines)), "free": float(len(position.free))},
    score_names={
        "lines": Text(en="lines", ru="линий"),
        "free": Text(en="free cells", ru="свободных клеток"),
    },
    place_name=notation.place_name,
    on_board=paper.on_board,
    random_position=trial.random_position,
)

"""Tic-tac-toe: three in a row on a small board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Game, Player
from companion.text import Text, same

from . import highlights, hints, paper, rules
from .options import TicTacToeOptions

if TYPE_CHECKING:
    from printables.layout import Sheet


def _sheet(
    options: TicTacToeOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The printed page; paper is loaded only here."""
    from .sheet import sheet

    return sheet(options, paper=paper, lang=lang, serial=serial, options_code=options_code)


GAME = Game(
    name=__name__.rpartition(".")[2],
    title=Text(en="Tic-tac-toe", ru="Крестики-нолики"),
    players=(Player("X", same("X")), Player("O", same("O"))),
    options=TicTacToeOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=rules.parse,
    parse_board=rules.parse_board,
    picture=rules.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=lambda position: {
        "X": float(len(position.lines_of(0)) > 0),
        "O": float(len(position.lines_of(1)) > 0),
    },
    highlights=highlights.highlights,
    place_name=rules.place_name,
)

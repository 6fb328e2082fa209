"""The rhombus: dots and boxes on a stepped figure, with crosses and noughts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.boxes import highlights, hints, paper, picture, position, trial
from companion.game import Game, Player
from companion.text import Text, same

from . import rules
from .options import KEYS, RhombusOptions

if TYPE_CHECKING:
    from printables.layout import Sheet


def _sheet(
    options: RhombusOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The printed page; paper is loaded only here."""
    from .sheet import sheet

    return sheet(options, paper=paper, lang=lang, serial=serial, options_code=options_code)


GAME = Game(
    name=__name__.rpartition(".")[2],
    title=Text(en="Rhombus", ru="Ромб"),
    players=tuple(Player(key, same(key)) for key in KEYS),
    options=RhombusOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=rules.parse,
    parse_board=rules.parse_board,
    picture=picture.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=position.score,
    alternatives=position.alternatives,
    highlights=highlights.highlights,
    place_name=hints.side_name,
    random_position=trial.random_position,
    turn_reason=position.turn_reason,
)

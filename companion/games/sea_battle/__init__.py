"""Sea battle: find and sink the other player's fleet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Game, Player
from companion.text import Text

from . import highlights, hints, messages, notation, paper, rules, trial
from .options import SeaBattleOptions
from .questions import QUESTIONS

if TYPE_CHECKING:
    from companion.by_hand import Field
    from printables.layout import Sheet
    from vision.squares.clusters import Box
    from vision.squares.drawn import Drawn


def _sheet(
    options: SeaBattleOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The printed page; paper is loaded only here."""
    from .sheet import sheet

    return sheet(options, paper=paper, lang=lang, serial=serial, options_code=options_code)


def _fields(drawn: Drawn) -> tuple[Field, ...]:
    """Where the game is drawn on squared paper; vision is loaded only here."""
    from .by_hand import fields

    return fields(drawn)


def _field_in(drawn: Drawn, box: Box) -> Field | None:
    """The game in a field that was pointed out; vision is loaded only here."""
    from .by_hand import field_in

    return field_in(drawn, box)


GAME = Game(
    name=__name__.rpartition(".")[2],
    title=Text(en="Sea battle", ru="Морской бой"),
    players=(
        Player("own", Text(en="the owner of this sheet", ru="хозяин листа")),
        Player("enemy", Text(en="the enemy", ru="противник")),
    ),
    options=SeaBattleOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=notation.parse,
    parse_board=notation.parse_board,
    picture=notation.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=hints.score,
    score_names=messages.SCORE_NAMES,
    highlights=highlights.highlights,
    place_name=notation.place_name,
    random_position=trial.random_position,
    questions=QUESTIONS,
    moves_board=paper.TARGET_FIELD,
    turn_reason=hints.turn_reason,
    by_hand=_fields,
    by_hand_in=_field_in,
)

"""Dots and boxes: who draws the fourth side of a box owns it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.boxes import highlights, hints, paper, picture, position, trial
from companion.game import Game, Player
from companion.text import Text

from . import rules
from .options import KEYS, BoxesOptions

if TYPE_CHECKING:
    from companion.by_hand import Field
    from printables.layout import Sheet
    from vision.squares.clusters import Box
    from vision.squares.drawn import Drawn

SIGNS = (
    Text(en="A (crosses)", ru="A (крестики)"),
    Text(en="B (noughts)", ru="B (нолики)"),
    Text(en="C (dots)", ru="C (точки)"),
    Text(en="D (filled)", ru="D (закрашено)"),
)


def _sheet(
    options: BoxesOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
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
    title=Text(en="Dots and boxes", ru="Точки и квадраты"),
    players=tuple(Player(key, title) for key, title in zip(KEYS, SIGNS)),
    options=BoxesOptions,
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
    by_hand=_fields,
    by_hand_in=_field_in,
)

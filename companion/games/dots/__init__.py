"""Dots: surround the other player's dots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Format, Game, Player
from companion.text import Text

from . import (
    diagrams,
    highlights,
    hints,
    notation,
    paper,
    questions,
    rules,
    scores,
    sgf,
    trial,
    turns,
)
from .options import DotsOptions

if TYPE_CHECKING:
    from companion.by_hand import Field
    from printables.layout import Sheet
    from vision.squares.clusters import Box
    from vision.squares.drawn import Drawn


def _sheet(options: DotsOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0) -> Sheet:
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
    title=Text(en="Dots", ru="Точки"),
    players=(
        Player("R", Text(en="R (first colour)", ru="R (первый цвет)")),
        Player("B", Text(en="B (second colour)", ru="B (второй цвет)")),
    ),
    options=DotsOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=notation.parse,
    parse_board=notation.parse_board,
    picture=notation.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=scores.score,
    highlights=highlights.highlights,
    place_name=notation.place_name,
    alternatives=scores.alternatives,
    random_position=trial.random_position,
    formats={
        "sgf": sgf.FORMAT,
        "svg": Format(Text(en="picture (SVG)", ru="картинка (SVG)"), write=diagrams.one_diagram),
        "replay": Format(
            Text(en="moving picture of a game", ru="игра в движении"), write=diagrams.one_replay
        ),
        "sheet": Format(
            Text(en="sheet with the position on it", ru="лист с позицией"), write=diagrams.one_sheet
        ),
    },
    questions=questions.QUESTIONS,
    turn_reason=turns.turn_reason,
    by_hand=_fields,
    by_hand_in=_field_in,
)

"""Paper soccer: one ball, one track, two goals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Format, Game, Player
from companion.position import Highlight
from companion.text import Text

from . import hints, notation, paper, rules, trial
from .options import SoccerOptions

if TYPE_CHECKING:
    from companion.by_hand import Field
    from printables.layout import Sheet
    from vision.squares.clusters import Box
    from vision.squares.drawn import Drawn


def _sheet(
    options: SoccerOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The printed page; paper is loaded only here."""
    from .sheet import sheet

    return sheet(options, paper=paper, lang=lang, serial=serial, options_code=options_code)


def _ball(position: rules.Soccer) -> tuple[Highlight, ...]:
    """The ball, in the colour of who moves it."""
    if position.ball is None:
        return ()
    return (Highlight(position.turn, (paper.on_board(position.ball),), label="●"),)


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
    title=Text(en="Paper soccer", ru="Футбол на бумаге"),
    players=(
        Player("A", Text(en="A (plays up)", ru="A (бьёт вверх)")),
        Player("B", Text(en="B (plays down)", ru="B (бьёт вниз)")),
    ),
    options=SoccerOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=notation.parse,
    parse_board=notation.parse_board,
    picture=notation.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=lambda position: {"turns": float(position.finished_turns)},
    score_names={"turns": Text(en="turns finished", ru="ходов сделано")},
    highlights=_ball,
    place_name=notation.place_name,
    on_board=paper.on_board,
    random_position=trial.random_position,
    formats={
        "digits": Format(
            Text(
                en="a word of digits per turn, 0 up, clockwise",
                ru="слово из цифр на ход, 0 вверх, по часовой",
            ),
            notation.read_digits,
            notation.write_digits,
        )
    },
    by_hand=_fields,
    by_hand_in=_field_in,
)

"""Five in a row: a line of signs on a large squared field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Format, Game, Player
from companion.text import Text, same

from . import highlights, hints, letters, paper, proof, rules, sgf, trial
from .options import FiveOptions

if TYPE_CHECKING:
    from companion.by_hand import Field
    from printables.layout import Sheet
    from vision.squares.clusters import Box
    from vision.squares.drawn import Drawn


def _sheet(options: FiveOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0) -> Sheet:
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
    title=Text(en="Five in a row", ru="Пять в ряд"),
    players=(Player("X", same("X")), Player("O", same("O"))),
    options=FiveOptions,
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
    random_position=trial.random_position,
    formats={
        "sgf": Format(Text(en="SGF, GM[4]", ru="SGF, GM[4]"), sgf.read, sgf.write),
        "psq": Format(
            Text(en="game of the Gomocup", ru="партия Gomocup"), letters.read_psq, letters.write_psq
        ),
        "moves": Format(
            Text(en="moves in a row, such as h8i9", ru="ходы подряд, вроде h8i9"),
            letters.read_moves,
            letters.write_moves,
        ),
        "svg": Format(
            Text(en="picture with the hint's numbered line", ru="картинка с пронумерованной подсказкой"),
            write=proof.picture,
        ),
    },
    by_hand=_fields,
    by_hand_in=_field_in,
)

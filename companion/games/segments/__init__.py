"""Segments: loose points, two of them a move, and no segment touches another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.game import Game, Player
from companion.text import Text, same

from . import hints, notation, paper, questions, rules, trial
from .options import LAST_SEED, SegmentsOptions

if TYPE_CHECKING:
    from printables.layout import Sheet


def _sheet(
    options: SegmentsOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The printed page; paper is loaded only here."""
    from .sheet import sheet

    return sheet(options, paper=paper, lang=lang, serial=serial, options_code=options_code)


def _fresh(options: SegmentsOptions, chance: Random) -> SegmentsOptions:
    """The options with a layout drawn by lot, where none was asked for."""
    if options.seed or options.placed or options.placement != "printed_random":
        return options
    return replace(options, seed=chance.randint(1, LAST_SEED))


def _score(position: rules.Segments) -> dict[str, float]:
    """What can be counted: segments that are drawn, and that may be."""
    return {"drawn": float(len(position.lines)), "legal": float(len(position.legal_pairs()))}


GAME = Game(
    name=__name__.rpartition(".")[2],
    title=Text(en="Segments", ru="Отрезки"),
    players=(Player("A", Text(en="A", ru="A")), Player("B", Text(en="B", ru="B"))),
    options=SegmentsOptions,
    folder=Path(__file__).parent,
    start=rules.start,
    parse=notation.parse,
    parse_board=notation.parse_board,
    picture=notation.picture,
    sheet=_sheet,
    read=paper.read,
    ink=paper.ink,
    hint=hints.hint,
    score=_score,
    score_names={
        "drawn": Text(en="segments drawn", ru="проведено отрезков"),
        "legal": Text(en="may be drawn", ru="можно провести"),
    },
    place_name=notation.place_name,
    spot_name=lambda where: same(paper.spot_name(where)),
    random_position=trial.random_position,
    fresh=_fresh,
    questions=questions.QUESTIONS,
)

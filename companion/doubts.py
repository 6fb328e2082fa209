"""Marks that were not read for sure, and which problems each would settle when it is read the other way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.game import Game
from companion.position import Place
from companion.referee import Doubt
from printables.marks import Choice, Mark, Symbol

DOUBTFUL = 0.985
"""Marks read with less confidence are shown as doubtful; see docs/reference/accuracy.md."""

MOST_FLIPS = 8
"""So many doubtful marks are tried the other way to see whether that would settle a problem."""


def certain_enough(marks: Sequence[Mark]) -> list[Mark]:
    """The marks as read; spots read as empty are no marks."""
    return [mark for mark in marks if mark.symbol is not Symbol.NOTHING]


def doubtful_marks(marks: Sequence[Mark]) -> list[Mark]:
    """All doubtful marks, the least sure first."""
    return sorted((mark for mark in marks if mark.confidence < DOUBTFUL), key=lambda mark: mark.confidence)


def doubts_of(
    game: Game[Any, Any], options: Any, marks: Sequence[Mark], begins: int | None, position: Any
) -> tuple[Doubt, ...]:
    """The doubts about a position, in the order of `doubtful_marks`."""
    doubtful = doubtful_marks(marks)
    codes = {problem.code for problem in position.problems() if not problem.is_note} if doubtful else set()
    doubts = []
    for number, mark in enumerate(doubtful):
        settles: tuple[str, ...] = ()
        if codes and number < MOST_FLIPS and mark.other is not None:
            other = game.read(certain_enough(_flipped(marks, mark)), options, begins=begins)
            settles = tuple(sorted(codes - {problem.code for problem in other.problems()}))
        doubts.append(_doubt(game, mark, settles))
    return tuple(doubts)


def _flipped(marks: Sequence[Mark], doubtful: Mark) -> list[Mark]:
    """The marks with one doubtful mark read as its second choice."""
    assert doubtful.other is not None
    flipped = replace(
        doubtful, symbol=doubtful.other.symbol, player=doubtful.other.player, other=doubtful.choice
    )
    return [flipped if mark is doubtful else mark for mark in marks]


def _doubt(game: Game[Any, Any], mark: Mark, settles: tuple[str, ...]) -> Doubt:
    where: Place | tuple[Place, Place] = mark.at
    other = mark.other or Choice(Symbol.NOTHING)
    return Doubt(
        where,
        choice_text(game, mark.choice),
        choice_text(game, other),
        mark.confidence,
        mark.board,
        mark.kind,
        settles,
    )


def choice_text(game: Game[Any, Any], choice: Choice) -> str:
    """A sign and its player's key: `dot R`."""
    key = game.player_key(choice.player)
    return choice.symbol.value if key is None else f"{choice.symbol.value} {key}"

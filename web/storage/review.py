"""A kept position as values again: its marks, its corrections, and what the referee says after them."""

from __future__ import annotations

from typing import Any

from companion import catalog
from companion.corrections import Fix, Review, judge_again
from companion.game import Game
from companion.options import restore_options
from printables.marks import At, Choice, Kind, Mark, Symbol
from web.storage.tables import Correction, ReadPosition


def review(position: ReadPosition) -> Review:
    """What the referee says when the corrections count instead of what was read."""
    game, options = game_of(position)
    return judge_again(game, options, marks_of(position), fixes_of(position), position.begins)


def game_of(position: ReadPosition) -> tuple[Game[Any, Any], Any]:
    """The game and its options."""
    game = catalog.find_game(position.game)
    return game, restore_options(game.options, position.options)


def marks_of(position: ReadPosition) -> tuple[Mark, ...]:
    """The marks as they were read."""
    return tuple(_mark(kept) for kept in position.marks)


def fixes_of(position: ReadPosition) -> tuple[Fix, ...]:
    """The corrections in order."""
    return tuple(_fix(kept) for kept in position.corrections)


def _mark(kept: dict[str, Any]) -> Mark:
    other = kept["other"]
    return Mark(
        board=kept["board"],
        kind=Kind(kept["kind"]),
        at=place_of(kept["at"]),
        symbol=Symbol(kept["symbol"]),
        player=kept["player"],
        colour=kept["colour"],
        confidence=kept["confidence"],
        other=None if other is None else Choice(Symbol(other["symbol"]), other["player"]),
    )


def _fix(kept: Correction) -> Fix:
    return Fix(kept.board, Kind(kept.kind), place_of(kept.at), Choice(Symbol(kept.symbol), kept.player))


def place_of(kept: list[Any]) -> At:
    """A place as it was kept."""
    match kept:
        case [[int(ax), int(ay)], [int(bx), int(by)]]:
            return (ax, ay), (bx, by)
        case [int(x), int(y)]:
            return x, y
    raise ValueError(f"{kept!r} is no place")

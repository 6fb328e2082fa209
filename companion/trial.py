"""Random lawful positions, for pretend photos, demonstrations and tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

from companion.game import Game
from companion.position import Position

P = TypeVar("P", bound=Position)


def random_position(game: Game[Any, Any], options: Any, chance: Random) -> Any:
    """A position somewhere in a game with these options."""
    if game.random_position is not None:
        return game.random_position(options, chance)
    positions = list(random_game(game.start(options), chance))
    return chance.choice(positions)


def random_game(position: P, chance: Random) -> Iterator[P]:
    """The position and all that follow it with moves drawn at random, to the end."""
    yield position
    while position.turn is not None and (moves := position.moves()):
        position = position.play(chance.choice(moves))
        yield position

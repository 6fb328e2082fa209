"""Random lawful positions of barriers."""

from __future__ import annotations

from random import Random

from .options import BarriersOptions
from .rules import Barriers, start


def random_position(options: BarriersOptions, chance: Random) -> Barriers:
    """A position after a random number of lines, up to the end of the game."""
    columns, rows = options.size
    position = start(options)
    for _ in range(chance.randint(0, columns * rows // 2)):
        if position.turn is None:
            break
        position = position.play(chance.choice(position.moves()))
    return position

"""Random lawful games of boxes that look like people's: open boxes are taken, safe lines are played first."""

from __future__ import annotations

from random import Random

from .position import Boxes, BoxRules, start
from .solve import closing_sides, safe_sides

CARELESS = 0.2
"""How often a player draws any line at all."""


def random_position(options: BoxRules, chance: Random) -> Boxes:
    """A position after a random number of lines."""
    position = start(options)
    for _ in range(chance.randint(0, position.free.bit_count())):
        shape, free = options.board, position.free
        wanted = closing_sides(shape, free) or safe_sides(shape, free)
        if not wanted or chance.random() < CARELESS:
            wanted = tuple(shape.number[move] for move in position.moves())
        position = position.play(shape.sides[chance.choice(wanted)])
    return position

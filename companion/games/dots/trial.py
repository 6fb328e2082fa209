"""Random lawful positions that look like people's games: dots go near dots, and rings are closed when they can be."""

from __future__ import annotations

from random import Random

from companion.position import Place

from .areas import field_of
from .hints import captures
from .messages import KEYS
from .options import DotsOptions
from .rules import Dots, start

TRIED = 6
"""Points drawn per move; the one nearest to the last dots is played."""

TAKES = 0.3
"""How often a player looks for a capture."""

LONGEST = 240
"""Moves of the longest random game."""


def random_position(options: DotsOptions, chance: Random) -> Dots:
    """A position after a random number of moves."""
    position = start(options)
    points = options.size[0] * options.size[1]
    last: list[Place] = [(options.size[0] // 2, options.size[1] // 2)]
    for _ in range(chance.randint(0, min(LONGEST, points * 3 // 4))):
        if position.turn is None:
            break
        move = _move(position, chance, last)
        position = position.play(move)
        last = [*last[-7:], move]
    return position


def _move(position: Dots, chance: Random, last: list[Place]) -> Place:
    moves = position.moves()
    if chance.random() < TAKES and position.turn is not None:
        field = field_of(*position.options.size)
        legal = field.points(moves)
        taking = [point for point, _ in captures(position)[KEYS[position.turn]] if field.bit(point) & legal]
        if taking:
            return taking[0]
    goal = chance.choice(last)
    tried = [chance.choice(moves) for _ in range(TRIED)]
    return min(tried, key=lambda move: abs(move[0] - goal[0]) + abs(move[1] - goal[1]))

"""Random lawful positions that look like people's games: dots go near dots, and rings get closed."""

from __future__ import annotations

from random import Random

from companion.position import Place

from .options import DotsOptions
from .rules import Dots, start
from .settle import one_move_captures, rules_of

NEAR = 2
"""How many points a dot lies from one of the last dots at most, if there is room."""

TAKES = 0.4
"""How often a player looks for a capture."""

LONGEST = 240
"""Moves of the longest random game."""


def random_position(options: DotsOptions, chance: Random) -> Dots:
    """A position after a random number of moves."""
    position = start(options)
    width, height = options.size
    last: list[Place] = [(chance.randrange(width), chance.randrange(height)) for _ in range(3)]
    for _ in range(chance.randint(0, min(LONGEST, width * height * 3 // 4))):
        if position.turn is None:
            break
        position, last = step(position, chance, last)
    return position


def step(position: Dots, chance: Random, last: list[Place]) -> tuple[Dots, list[Place]]:
    """The position after one more move near the `last` ones, and these with the new one."""
    move = _take(position, chance) or _beside(position, chance, chance.choice(last))
    return position.play(move), [*last[-7:], move]


def _take(position: Dots, chance: Random) -> Place | None:
    """A point that captures, now and then."""
    if position.turn is None or chance.random() > TAKES:
        return None
    state = position.histories().likely.state
    for index, _ in one_move_captures(state, position.turn, rules_of(position.options)):
        if position.is_legal(state.field.place(index)):
            return state.field.place(index)
    return None


def _beside(position: Dots, chance: Random, goal: Place) -> Place:
    """A legal point near the goal, else any."""
    for _ in range(12):
        point = (goal[0] + chance.randint(-NEAR, NEAR), goal[1] + chance.randint(-NEAR, NEAR))
        if position.is_legal(point):
            return point
    return chance.choice(position.moves())

"""Random lawful positions of paper soccer that look like people's games: the ball mostly goes forward."""

from __future__ import annotations

from random import Random

from .options import SoccerOptions
from .rules import Soccer, start

LONGEST = 70
"""Steps of the longest random game."""
AIMED = 0.35
"""How often a step goes towards the goal."""


def random_position(options: SoccerOptions, chance: Random) -> Soccer:
    """A position after a random number of steps, in the middle of a turn or not."""
    position = start(options)
    for _ in range(chance.randint(0, LONGEST)):
        turn, moves = position.turn, list(position.moves())
        if turn is None:
            break
        alive = [move for move in moves if position.play(move).outcome() is None]
        if alive and chance.random() < 0.97:
            moves = alive
        if chance.random() < AIMED:
            ahead = min(moves, key=lambda move: move[1] if turn == 0 else -move[1])
            moves = [move for move in moves if move[1] == ahead[1]]
        position = position.play(chance.choice(moves))
    return position

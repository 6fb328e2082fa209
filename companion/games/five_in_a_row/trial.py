"""Random lawful positions that look like people's games: signs stand near signs, and lines get made and blocked."""

from __future__ import annotations

from random import Random

from companion.position import Place

from .options import FiveOptions
from .rules import FREE, SIGNS, Five, start

LONGEST = 120
"""Moves of the longest random game."""
CARELESS = 0.15
"""How often a player overlooks that a line can be completed."""


def random_position(options: FiveOptions, chance: Random) -> Five:
    """A position after a random number of moves."""
    position = start(options)
    columns, rows = options.size
    for _ in range(chance.randint(0, min(LONGEST, columns * rows))):
        if position.turn is None:
            break
        position = position.play(_move(position, position.turn, chance))
    return position


def _move(position: Five, turn: int, chance: Random) -> Place:
    """A line completed or blocked, else a cell near the others."""
    allowed, area = position.moves(), position.area
    free = position.board(FREE)
    if chance.random() > CARELESS:
        for player in (turn, 1 - turn):
            found = area.completing(position.board(SIGNS[player]), free, exact=position.is_exact(player))
            if places := [place for place in area.places(found) if place in allowed]:
                return chance.choice(places)
    taken = area.full & ~free
    near = [place for place in area.places(area.near(taken, 1) & free) if place in allowed]
    return chance.choice(near or list(allowed))

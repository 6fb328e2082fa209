"""Random lawful sheets: a fleet of one's own, and a battle against a hidden one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from .cells import Ship
from .fleet import random_fleet
from .options import SeaBattleOptions
from .rules import SUNK, SeaBattle, draw_ships, start
from .turns import ENEMY

LONGEST = 90
"""Shots of the longest random battle, both sides together."""


def random_position(options: SeaBattleOptions, chance: Random) -> SeaBattle:
    """A battle after a random number of shots."""
    hidden, own = (
        random_fleet(chance, options.ships, options.size, may_touch_corners=options.may_touch_corners)
        for _ in range(2)
    )
    position = replace(start(options), own=draw_ships(own, options), first=chance.randrange(2))
    for _ in range(chance.randint(0, LONGEST)):
        moves = position.moves()
        if position.turn is None or not moves:
            break
        cell = chance.choice(moves)
        if position.turn == ENEMY:
            position = position.play(cell)
        else:
            ship = next((ship for ship in hidden if cell in ship), None)
            position = _ringed(position.shoot(cell, "hit" if ship else "miss"), ship)
    return position


def _ringed(position: SeaBattle, ship: Ship | None) -> SeaBattle:
    """The position with a ring round the ship if that was its last cell."""
    if ship is None or not ship <= position.target_cells("x"):
        return position
    rows = [list(row) for row in position.target]
    for x, y in ship:
        rows[y][x] = SUNK
    return replace(position, target=tuple("".join(row) for row in rows))

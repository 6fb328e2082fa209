"""Random positions of Segments for pretend photos and tests: where players place the points, they come first."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.trial import random_game

from .options import SegmentsOptions
from .points import FIELD, Spot
from .rules import Segments, start

EDGE = 70
"""People keep so far from the frame, in tenths of a millimetre."""

APART = 75
TRIES = 2000


def random_position(options: SegmentsOptions, chance: Random) -> Segments:
    """A position somewhere in a game."""
    if options.is_drawn and not options.placed:
        options = replace(options, placed=as_people_place(options.points, chance))
    return chance.choice(list(random_game(start(options), chance)))


def as_people_place(number: int, chance: Random) -> tuple[Spot, ...]:
    """So many points, apart but nothing else: nobody measures whether three lie in one line."""
    spots: list[Spot] = []
    for _ in range(TRIES):
        if len(spots) == number:
            break
        spot = (chance.randint(EDGE, FIELD[0] - EDGE), chance.randint(EDGE, FIELD[1] - EDGE))
        if all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= APART**2 for x, y in spots):
            spots.append(spot)
    return tuple(sorted(spots, key=lambda spot: (spot[1], spot[0])))

"""Which of several grids found at one place is the true one, and which grids can stand side by side."""

from __future__ import annotations

import numpy as np

from vision.freehand.grids import Quad
from vision.freehand.ink import Floats

APART = 1.2
"""The middles of two grids are at least this many cells apart, also when they are careless and close."""
FAR = 5.0
"""And with this many they do not touch, whatever their lines do."""
CORE = 0.4
"""The part of a line beyond its crossings, in cells, that no line of another grid crosses."""
LARGER = 0.7
"""Power by which size counts when grids at one place are compared."""


def rank(quad: Quad) -> float:
    """How good a grid is beside others at its place: even, drawn all along, large.

    The strokes of crosses in neighbouring cells make small grids of their own, within the true one.
    """
    cover = float(np.prod([line.cover for line in (*quad.rows, *quad.columns)]))
    return float(quad.even * cover * quad.size**LARGER)


def distinct(quads: list[Quad]) -> list[Quad]:
    """The best of the grids at every place, best first."""
    kept: list[Quad] = []
    for quad in sorted(quads, key=rank, reverse=True):
        if all(is_apart(quad, other) for other in kept):
            kept.append(quad)
    return kept


def is_apart(one: Quad, two: Quad) -> bool:
    """Whether two grids can both be there: neither over the other, nor their lines across each other."""
    away = float(np.hypot(*(one.centre - two.centre)))
    cell = max(one.size, two.size)
    if away <= APART * cell or away >= FAR * cell:
        return away > APART * cell
    return not any(_do_cross(a, b) for a in _cores(one) for b in _cores(two))


def _cores(quad: Quad) -> list[Floats]:
    """The four lines from a little before their first crossing to a little behind their second, each (2, 2)."""
    (a, b), (c, d) = quad.crossings
    reach = CORE * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return [ends + reach @ ends for ends in (np.stack(pair) for pair in ((a, b), (c, d), (a, c), (b, d)))]


def _do_cross(one: Floats, two: Floats) -> bool:
    """Whether two straight pieces cross."""
    return _is_between(one, two) and _is_between(two, one)


def _is_between(line: Floats, points: Floats) -> bool:
    """Whether the straight line through `line` has a point on either side."""
    way = line[1] - line[0]
    sides = way[0] * (points[:, 1] - line[0, 1]) - way[1] * (points[:, 0] - line[0, 0])
    return bool(sides[0] * sides[1] < 0)

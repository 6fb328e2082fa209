"""Lines round something close up: a stroke that ends where no other goes on is seldom meant.

So strokes vouch for each other. Of all strokes that meet at a point an even number is drawn, as a rule; how
likely the others are says how welcome this one is. Not more than welcome: what is drawn clearly is read as drawn.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Point, Segment

Array = NDArray[np.float64]

CLOSING = 6.0
"""How much likelier an even number of strokes is at a point than an odd one."""

LOOSE = 0.5
"""An end is loose when an odd number of strokes is at least this likely at its point."""

SUREST = 1 - 1e-6
ROUNDS = 3


def as_closed_lines(board: Board, segments: list[Segment], likely: Array) -> Array:
    """The chances (n,) that strokes are drawn, with what their neighbours say, from their looks alone (`likely`)."""
    likely = np.clip(likely, 1 - SUREST, SUREST)
    ends = np.array(segments).reshape(-1, 2, 2)
    if not len(ends):
        return likely
    points, number = np.unique(ends.reshape(-1, 2), axis=0, return_inverse=True)
    number = number.reshape(-1, 2)
    is_free = np.array([_may_end(board, (int(x), int(y))) for x, y in points])[number]
    found = likely
    for _ in range(ROUNDS):
        # The chance of an odd number among independent strokes is (1 - prod(1 - 2p)) / 2.
        lean = np.log(np.maximum(np.abs(1 - 2 * found), 1e-6))
        sign = np.where(found > 0.5, -1.0, 1.0)
        total, turns = np.zeros(len(points)), np.ones(len(points))
        for k in (0, 1):
            np.add.at(total, number[:, k], lean)
            np.multiply.at(turns, number[:, k], sign)
        others = np.exp(total[number] - lean[:, None]) * turns[number] * sign[:, None]
        odd = (1 - others) / 2
        welcome = (odd * CLOSING + 1 - odd) / (odd + (1 - odd) * CLOSING)
        factor = np.where(is_free, 1.0, welcome).prod(axis=1)
        odds = likely / (1 - likely) * factor
        found = np.asarray(odds / (1 + odds))
    return found


def missing_links(board: Board, kind: Kind, segments: list[Segment], likely: Array) -> list[Segment]:
    """Strokes that nobody asked about, between two loose ends."""
    turns: dict[Point, float] = defaultdict(lambda: 1.0)
    for segment, chance in zip(segments, likely, strict=True):
        for end in segment:
            turns[end] *= 1 - 2 * float(chance)
    loose = {point for point, product in turns.items() if (1 - product) / 2 > LOOSE}
    known = set(segments)
    return [at for at in board.ats(kind) if at not in known and at[0] in loose and at[1] in loose]


def _may_end(board: Board, point: Point) -> bool:
    """Whether a line may end here: at the edge of a field of cells, whose printed frame often stands for a side."""
    return board.grid is Grid.CELLS and (point[0] in (0, board.columns) or point[1] in (0, board.rows))

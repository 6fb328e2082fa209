"""Lines round something close up: a stroke that ends where no other goes on is seldom meant.

So strokes vouch for each other: a point where just one stroke ends is rare, while two meet wherever a line goes on
and three where two rings share a side. Not more than rare: what is drawn clearly is read as drawn.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Point, Segment

Array = NDArray[np.float64]

CLOSING = 6.0
"""How much rarer a point with the end of one single stroke is than any other."""

LOOSE = 0.5
"""An end is loose when it is likelier than this that a single stroke ends there."""

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
        none, one = _none_and_one(found, number, len(points))
        # Drawn, it would be alone with no other stroke there; not drawn, it would leave one alone.
        welcome = (none / CLOSING + 1 - none) / (one / CLOSING + 1 - one)
        odds = likely / (1 - likely) * np.where(is_free, 1.0, welcome).prod(axis=1)
        found = np.asarray(odds / (1 + odds))
    return found


def _none_and_one(likely: Array, number: NDArray[np.int64], points: int) -> tuple[Array, Array]:
    """For both ends of each stroke, (n, 2): the chances that none, and that just one, of the others there is drawn."""
    absent, ratio = np.log1p(-np.minimum(likely, SUREST)), likely / (1 - np.minimum(likely, SUREST))
    all_absent, all_ratios = (
        np.bincount(number.ravel(), np.repeat(part, 2), minlength=points) for part in (absent, ratio)
    )
    none = np.exp(all_absent[number] - absent[:, None])
    return none, np.minimum(none * np.maximum(all_ratios[number] - ratio[:, None], 0), 1)


def missing_links(board: Board, kind: Kind, segments: list[Segment], likely: Array) -> list[Segment]:
    """Strokes that nobody asked about, between two loose ends."""
    none: dict[Point, float] = defaultdict(lambda: 1.0)
    ratios: dict[Point, float] = defaultdict(float)
    for segment, chance in zip(segments, np.clip(likely, 0, SUREST).tolist(), strict=True):
        for end in segment:
            none[end] *= 1 - chance
            ratios[end] += chance / (1 - chance)
    loose = {point for point, absent in none.items() if absent * ratios[point] > LOOSE}
    known = set(segments)
    return [at for at in board.ats(kind) if at not in known and at[0] in loose and at[1] in loose]


def _may_end(board: Board, point: Point) -> bool:
    """Whether a line may end here: at the edge of a field of cells, whose printed frame often stands for a side."""
    return board.grid is Grid.CELLS and (point[0] in (0, board.columns) or point[1] in (0, board.rows))

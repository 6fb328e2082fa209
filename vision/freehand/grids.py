"""Finds every 3x3 grid among the straight strokes of a photo: two strokes across two strokes.

An open `#` and the inner lines of a closed box look the same here: four crossings, an arm beyond each of
them. Squared paper and tables give themselves away by further parallel strokes across the same two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision.freehand.lines import Floats, Stroke

LEAST_CELL_PX = 11.0
"""The middle cell's sides are at least this long; a `#` of printed text is smaller."""
LEAST_ARM = 0.22
"""An arm beyond the crossing is at least this share of the middle cell: careless, but an arm."""
BORDER_PX = 8.0
"""A stroke that ends nearer to the edge of the photo was cut by it, and may be any length."""
PARALLEL = np.deg2rad(32.0)
"""The two strokes of a pair differ by less than this: careless hands and low cameras."""
ACROSS = np.deg2rad(30.0)
"""Strokes that cross at a smaller angle belong to no grid."""
REACH = 0.06
"""A crossing may lie this share of its length outside a stroke: lines stop just short of one another."""
LEAST_EVEN = 0.42
"""Geometric evenness (1: nine equal cells) below which four strokes are no grid."""
MOST_STROKES = 260
"""Only the longest strokes are combined; more of them are text or a pattern."""
MOST_QUADS = 30000
"""Combinations looked at before a pattern (squared paper, a grille) is given up."""


@dataclass(frozen=True, slots=True)
class Quad:
    """Four strokes that make a grid: two `rows` (upper, lower) and two `columns` (left, right).

    `crossings[r][c]` is where row line r meets column line c, shape (2, 2, 2), in pixels; `even` says how
    regular the nine cells are, 0 to 1.
    """

    rows: tuple[Stroke, Stroke]
    columns: tuple[Stroke, Stroke]
    crossings: Floats
    even: float

    @property
    def centre(self) -> Floats:
        """The middle of the middle cell."""
        return np.asarray(self.crossings.reshape(4, 2).mean(axis=0))

    @property
    def size(self) -> float:
        """The mean side of the middle cell in pixels."""
        (a, b), (d, c) = self.crossings
        return float(np.mean([np.hypot(*side) for side in (b - a, c - b, d - c, a - d)]))


def find_quads(strokes: list[Stroke], shape: tuple[int, int]) -> list[Quad]:
    """All grids among the strokes, most even first; overlapping ones are not yet sorted out."""
    strokes = strokes[:MOST_STROKES]
    if len(strokes) < 4:
        return []
    meet = _Meetings(strokes, shape)
    common = meet.is_met.astype(np.int32) @ meet.is_met.astype(np.int32)
    found = []
    looked = 0
    for i, j in combinations(range(len(strokes)), 2):
        if common[i, j] < 2 or meet.turn(i, j) > PARALLEL:
            continue
        across = np.flatnonzero(meet.is_met[i] & meet.is_met[j])
        for k, m in combinations(across.tolist(), 2):
            looked += 1
            if looked > MOST_QUADS:
                return sorted(found, key=lambda quad: -quad.even)
            if i < k and meet.turn(k, m) <= PARALLEL:
                even = meet.evenness(i, j, k, m)
                if even >= LEAST_EVEN and not meet.is_lattice(i, j, k, m):
                    found.append(_upright([strokes[n] for n in (i, j)], [strokes[n] for n in (k, m)], even))
    return sorted(found, key=lambda quad: -quad.even)


class _Meetings:
    """Where every stroke meets every other: `at[i, j]` is the place along stroke i, in pixels from its start."""

    def __init__(self, strokes: list[Stroke], shape: tuple[int, int]) -> None:
        starts = np.array([stroke.start for stroke in strokes])
        ends = np.array([stroke.end for stroke in strokes])
        self.axis = np.array([stroke.direction for stroke in strokes])
        self.length = np.array([stroke.length for stroke in strokes])
        cross = self.axis[:, None, 0] * self.axis[None, :, 1] - self.axis[:, None, 1] * self.axis[None, :, 0]
        between = starts[None] - starts[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            self.at = (between[..., 0] * self.axis[None, :, 1] - between[..., 1] * self.axis[None, :, 0]) / cross
        slack = np.maximum(3.0, REACH * self.length)[:, None]
        is_on = (self.at > -slack) & (self.at < self.length[:, None] + slack)
        self.is_met = is_on & is_on.T & (np.abs(cross) > np.sin(ACROSS))
        self.is_cut = np.stack([_near_border(starts, shape), _near_border(ends, shape)], axis=1)

    def turn(self, i: int, j: int) -> float:
        """The angle between two strokes, 0 to 90 degrees, in radians."""
        return float(np.arccos(min(1.0, abs(self.axis[i] @ self.axis[j]))))

    def evenness(self, i: int, j: int, k: int, m: int) -> float:
        """How regular the nine cells are that these four make; 0 when they make none."""
        logs = []
        middles = []
        for line, first, second in ((i, k, m), (j, k, m), (k, i, j), (m, i, j)):
            low, high = sorted((float(self.at[line, first]), float(self.at[line, second])))
            middle = high - low
            if middle < LEAST_CELL_PX:
                return 0.0
            middles.append(middle)
            for arm, is_cut in ((low, self.is_cut[line, 0]), (self.length[line] - high, self.is_cut[line, 1])):
                if is_cut:
                    continue
                if arm < LEAST_ARM * middle:
                    return 0.0
                # an arm may well be longer than a cell; one that is shorter is the worse sign
                ratio = np.log(arm / middle)
                logs.append(abs(ratio) if ratio < 0 else 0.4 * ratio)
        skew = abs(np.log(middles[0] / middles[1])) + abs(np.log(middles[2] / middles[3]))
        aspect = abs(np.log((middles[0] + middles[1]) / (middles[2] + middles[3])))
        if len(logs) < 4:
            return 0.0
        return float(np.exp(-np.mean(logs) - 0.4 * skew - 0.15 * aspect))

    def is_lattice(self, i: int, j: int, k: int, m: int) -> bool:
        """Whether further strokes run parallel across both of a pair, other than the sides of a closed box."""
        return self._has_more(i, j, k, m) or self._has_more(k, m, i, j)

    def _has_more(self, i: int, j: int, k: int, m: int) -> bool:
        both = self.is_met[i] & self.is_met[j]
        both[[k, m]] = False
        for other in np.flatnonzero(both):
            if min(self.turn(int(other), k), self.turn(int(other), m)) > ACROSS / 2:
                continue
            places = [
                (self.at[line, other] - self.at[line, k]) / (self.at[line, m] - self.at[line, k]) for line in (i, j)
            ]
            place = float(np.mean(places))
            is_twin = min(abs(place), abs(place - 1)) < 0.2
            is_side = 0.45 < -place < 1.7 or 0.45 < place - 1 < 1.7
            if not is_twin and not is_side and -3.2 < place < 4.2:
                return True
        return False


def _near_border(points: Floats, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    height, width = shape
    x, y = points[:, 0], points[:, 1]
    return np.asarray((np.minimum(x, y) < BORDER_PX) | (x > width - BORDER_PX) | (y > height - BORDER_PX))


def _upright(one: list[Stroke], two: list[Stroke], even: float) -> Quad:
    """The grid as the picture stands: the pair nearer to level is the rows, upper first, left first."""
    if sum(abs(stroke.direction[1]) for stroke in one) > sum(abs(stroke.direction[1]) for stroke in two):
        one, two = two, one
    upper, lower = sorted(one, key=lambda stroke: float(_middle(stroke, two)[1]))
    left, right = sorted(two, key=lambda stroke: float(_middle(stroke, one)[0]))
    crossings = np.array([[_crossing(row, column) for column in (left, right)] for row in (upper, lower)])
    return Quad((upper, lower), (left, right), crossings, even)


def _middle(stroke: Stroke, pair: list[Stroke]) -> Floats:
    """Half way between the crossings of a stroke with a pair."""
    return np.asarray((_crossing(stroke, pair[0]) + _crossing(stroke, pair[1])) / 2)


def _crossing(one: Stroke, two: Stroke) -> Floats:
    """Where the axes of two strokes meet."""
    a, b = one.direction, two.direction
    gap = two.start - one.start
    along = (gap[0] * b[1] - gap[1] * b[0]) / (a[0] * b[1] - a[1] * b[0])
    return np.asarray(one.start + along * a)

"""Finds every 3x3 grid among the straight strokes of a photo: two strokes across two strokes.

An open `#` and the inner lines of a closed box look the same here: four crossings, an arm beyond each of
them. Squared paper and tables give themselves away by further parallel strokes across the same two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.freehand.ink import Floats
from vision.freehand.stroke import Stroke

Indices = npt.NDArray[np.intp]

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
MOST_BOW = 0.1
"""A line leaves the straight way between its ends by at most this share of its length; more is an arc."""
LEAST_EVEN = 0.42
"""Geometric evenness (1: nine equal cells) below which four strokes are no grid."""
MOST_STROKES = 260
"""Only the longest strokes are combined; more of them are text or a pattern."""
MOST_LATTICES = 250
"""Grids among further parallel strokes, after which the photo is held for squared paper at this look."""
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
    strokes = [stroke for stroke in strokes if stroke.bow <= MOST_BOW][:MOST_STROKES]
    if len(strokes) < 4:
        return []
    meet = _Meetings(strokes, shape)
    common = meet.is_met.astype(np.int32) @ meet.is_met.astype(np.int32)
    pairs = np.argwhere(np.triu((common >= 2) & (meet.turn <= PARALLEL), 1))
    found: list[Quad] = []
    looked = lattices = 0
    for i, j in pairs.tolist():
        across = np.flatnonzero(meet.is_met[i] & meet.is_met[j])
        k, m = (across[part] for part in np.triu_indices(len(across), 1))
        # each four is met twice, once from either pair
        keep = (k > i) & (meet.turn[k, m] <= PARALLEL)
        k, m = k[keep], m[keep]
        looked += len(k)
        evens = meet.evenness(i, j, k, m)
        for n in np.flatnonzero(evens >= LEAST_EVEN).tolist():
            if meet.is_lattice(i, j, int(k[n]), int(m[n])):
                lattices += 1
            else:
                pair = [strokes[k[n]], strokes[m[n]]]
                found.append(_upright([strokes[i], strokes[j]], pair, float(evens[n])))
        if looked > MOST_QUADS or lattices > MOST_LATTICES:
            break
    return sorted(found, key=lambda quad: -quad.even)


class _Meetings:
    """Where every stroke meets every other: `at[i, j]` is the place along stroke i, in pixels from its start."""

    def __init__(self, strokes: list[Stroke], shape: tuple[int, int]) -> None:
        starts = np.array([stroke.start for stroke in strokes])
        ends = np.array([stroke.end for stroke in strokes])
        axis = np.array([stroke.direction for stroke in strokes])
        self.length = np.array([stroke.length for stroke in strokes])
        cross = axis[:, None, 0] * axis[None, :, 1] - axis[:, None, 1] * axis[None, :, 0]
        between = starts[None] - starts[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            self.at = (between[..., 0] * axis[None, :, 1] - between[..., 1] * axis[None, :, 0]) / cross
        slack = np.maximum(3.0, REACH * self.length)[:, None]
        is_on = (self.at > -slack) & (self.at < self.length[:, None] + slack)
        self.is_met = is_on & is_on.T & (np.abs(cross) > np.sin(ACROSS))
        self.is_cut = np.stack([_near_border(starts, shape), _near_border(ends, shape)], axis=1)
        self.turn = np.arcsin(np.minimum(np.abs(cross), 1.0))
        """The angle between two strokes, 0 to 90 degrees, in radians."""

    def evenness(self, i: int, j: int, k: Indices, m: Indices) -> Floats:
        """How regular the nine cells are that strokes i, j make with each pair of k, m; 0 where they make none."""
        is_fit = np.ones(len(k), bool)
        total, count = np.zeros(len(k)), np.zeros(len(k))
        middles = []
        fixed_i, fixed_j = np.full(len(k), i), np.full(len(k), j)
        for line, first, second in (
            (fixed_i, k, m),
            (fixed_j, k, m),
            (k, fixed_i, fixed_j),
            (m, fixed_i, fixed_j),
        ):
            places = np.stack([self.at[line, first], self.at[line, second]])
            low, high = places.min(axis=0), places.max(axis=0)
            middle = np.maximum(high - low, 1e-6)
            is_fit &= middle >= LEAST_CELL_PX
            middles.append(middle)
            for arm, is_cut in (
                (low, self.is_cut[line, 0]),
                (self.length[line] - high, self.is_cut[line, 1]),
            ):
                is_fit &= is_cut | (arm >= LEAST_ARM * middle)
                ratio = np.log(np.maximum(arm, 1e-6) / middle)
                # an arm may well be longer than a cell; one that is shorter is the worse sign
                total += np.where(is_cut, 0.0, np.where(ratio < 0, -ratio, 0.4 * ratio))
                count += ~is_cut
        skew = np.abs(np.log(middles[0] / middles[1])) + np.abs(np.log(middles[2] / middles[3]))
        aspect = np.abs(np.log((middles[0] + middles[1]) / (middles[2] + middles[3])))
        even = np.exp(-total / np.maximum(count, 1) - 0.4 * skew - 0.15 * aspect)
        return np.asarray(np.where(is_fit & (count >= 4), even, 0.0))

    def is_lattice(self, i: int, j: int, k: int, m: int) -> bool:
        """Whether further strokes run parallel across both of a pair, other than the sides of a closed box."""
        return self._has_more(i, j, k, m) or self._has_more(k, m, i, j)

    def _has_more(self, i: int, j: int, k: int, m: int) -> bool:
        is_more = self.is_met[i] & self.is_met[j] & (np.minimum(self.turn[k], self.turn[m]) <= ACROSS / 2)
        is_more[[k, m]] = False
        if not is_more.any():
            return False
        others = np.flatnonzero(is_more)
        lines = np.array([i, j])[:, None]
        first, second = self.at[lines, k], self.at[lines, m]
        place = ((self.at[lines, others] - first) / (second - first)).mean(axis=0)
        is_twin = np.minimum(np.abs(place), np.abs(place - 1)) < 0.2
        is_side = ((place < -0.45) & (place > -1.7)) | ((place > 1.45) & (place < 2.7))
        return bool((~is_twin & ~is_side & (place > -3.2) & (place < 4.2)).any())


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

"""Joins straight segments into strokes: over junctions, and over the gaps that a skipping pen leaves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from vision.freehand.ink import Floats
from vision.freehand.segments import Segments
from vision.freehand.stroke import Stroke, unit

SEED_PX = 13.0
"""A line is begun from a segment of at least this length."""
JOIN_ANGLE = np.deg2rad(20.0)
"""Hand-drawn lines bend by less than this from piece to piece."""
BOW = np.deg2rad(28.0)
"""And the last piece leaves the direction of the whole by less than this; a round sign soon does."""
LOOK_BACK_PX = 24.0
"""The direction of an end is taken over this length, so that a crumb does not turn it."""
JOIN_GAP = 0.25
"""A gap may be this share of the line so far: pens skip, but the next board is farther away."""
LEAST_GAP_PX = 9.0
"""A gap of this length is bridged by any line: a junction was cut out there."""


def join_segments(segments: Segments, shortest: float) -> list[Stroke]:
    """Segments that run on in one direction joined into strokes of at least `shortest` pixels, longest first."""
    strokes = _joined([_straight(ends) for ends in segments.ends], segments.widths)
    return sorted((each for each in strokes if each.length >= shortest), key=lambda stroke: -stroke.length)


def _straight(ends: Floats) -> Stroke:
    return Stroke(ends, ends[0], ends[1], 1.0)


def _joined(parts: list[Stroke], widths: Floats) -> list[Stroke]:
    """Parts that run on in one direction put together."""
    if not parts:
        return []
    loose = _Loose(parts, widths)
    strokes = []
    for seed in np.argsort(-loose.lengths, kind="stable").tolist():
        if loose.lengths[seed] < SEED_PX:
            break
        if loose.is_free[seed]:
            strokes.append(_grow(seed, loose))
    return strokes


class _Loose:
    """The parts not yet used: their ends, found by place."""

    def __init__(self, parts: list[Stroke], widths: Floats) -> None:
        self.parts = parts
        self.widths = widths
        self.ends = np.array([[part.start, part.end] for part in parts])
        self.ways = self.ends[:, 1] - self.ends[:, 0]
        self.lengths = np.hypot(self.ways[:, 0], self.ways[:, 1])
        self.ways = self.ways / np.maximum(self.lengths, 1e-9)[:, None]
        self.is_free = np.ones(len(parts), bool)
        self._places = cKDTree(self.ends.reshape(-1, 2))

    def near(self, place: Floats, radius: float) -> npt.NDArray[np.intp]:
        """The free parts with an end within `radius` of a place."""
        found = np.unique(np.array(self._places.query_ball_point(place, radius), np.intp) // 2)
        return found[self.is_free[found]]


def _grow(seed: int, loose: _Loose) -> Stroke:
    """The line begun at one part; what it is made of is no longer free."""
    pieces = [loose.parts[seed].points]
    loose.is_free[seed] = False
    width = float(loose.widths[seed])
    for heading in (loose.ways[seed], -loose.ways[seed]):
        while (grown := _next_piece(pieces, heading, width, loose)) is not None:
            pieces.append(grown)
        # from the far end backwards: the same walk with the pieces turned round
        pieces = [piece[::-1] for piece in reversed(pieces)]
    return loose.parts[seed] if len(pieces) == 1 else _stroke(pieces)


def _next_piece(pieces: list[Floats], heading: Floats, width: float, loose: _Loose) -> Floats | None:
    """The part that goes on from the last piece, its near end first; passed-over twins are used up too."""
    first, tip = pieces[0][0], pieces[-1][-1]
    length = float((tip - first) @ heading)
    widest = max(LEAST_GAP_PX, 1.6 * width, JOIN_GAP * length)
    rows = loose.near(tip, widest + 4.0)
    if not len(rows):
        return None
    points = np.vstack(pieces[-3:])
    far_back = points[np.hypot(*(points - tip).T) >= max(LOOK_BACK_PX, 2.0 * width)]
    ahead = unit(tip - (far_back[-1] if len(far_back) else first))
    overall = unit(tip - first)
    ends = loose.ends[rows] - tip
    along, beside = ends @ ahead, ends @ np.array([-ahead[1], ahead[0]])
    near_at = np.argmin(along, axis=1)
    each = np.arange(len(rows))
    near, far = along[each, near_at], along[each, 1 - near_at]
    offset, drift = np.abs(beside[each, near_at]), np.abs(beside[each, 1 - near_at])
    is_twin = (far <= 1.0) & (near > -length) & (np.maximum(offset, drift) < 3.0)
    loose.is_free[rows[is_twin]] = False
    gap = np.maximum(near, 0.0)
    fits = ~is_twin & (far > 2.0) & (near > -0.5 * (far - near) - 2.0)
    fits &= gap <= np.minimum(widest, 4.0 * (far - near) + 6.0)
    # thinning moves the end of a thick stroke sideways where another one leaves it
    fits &= offset <= 2.5 + 0.3 * max(0.0, width - 4.0) + 0.12 * gap
    ways = loose.ways[rows]
    fits &= (np.abs(ways @ ahead) > np.cos(JOIN_ANGLE)) & (np.abs(ways @ overall) > np.cos(BOW))
    if not fits.any():
        return None
    costs = np.where(fits, gap + 3.0 * offset + 0.5 * drift - 0.2 * (far - near), np.inf)
    best = int(np.argmin(costs))
    loose.is_free[rows[best]] = False
    grown = loose.parts[rows[best]].points
    return np.asarray(grown if near_at[best] == 0 else grown[::-1])


def _stroke(pieces: list[Floats]) -> Stroke:
    """The pieces in order as one stroke."""
    points = np.vstack(pieces)
    start, end = points[0], points[-1]
    axis = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    ends = np.array([(piece[0], piece[-1]) for piece in pieces])
    spans = np.sort((ends - start) @ axis, axis=1)
    length = max(float((end - start) @ axis), 1.0)
    return Stroke(points, start, end, min(1.0, _covered(spans) / length))


def _covered(spans: Floats) -> float:
    """The length of the union of intervals."""
    spans = spans[np.argsort(spans[:, 0])]
    reach = np.maximum.accumulate(spans[:, 1])
    before = np.concatenate([[spans[0, 0]], reach[:-1]])
    return float(np.sum(np.maximum(0.0, spans[:, 1] - np.maximum(spans[:, 0], before))))

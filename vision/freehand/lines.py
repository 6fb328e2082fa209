"""Long pen strokes that are nearly straight: the raw material of grids.

A stroke mask is thinned, cut at its junctions, every piece split into straight segments, and segments that
go on in one direction are joined over the junctions and the gaps a skipping pen leaves.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree
from skimage.morphology import skeletonize

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]

BEND_PX = 1.7
"""A piece is split where it leaves its chord by more than this: above thinning noise, below a sign's curve."""
LEAST_PX = 5.0
"""Shorter segments are the crumbs of round signs and noise."""
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
FOLLOW_STEP_PX = 2.5
"""Step of the walk along the ink beyond a stroke's end."""
FOLLOW_SIDE_PX = 1
"""How far sideways a step may go."""
FOLLOW_MISSES = 2
"""So many steps without ink end the walk."""
FOLLOW_MOST = 0.8
"""The walk is at most this long, in lengths of the stroke."""
MOST_STROKES = 300
"""Only so many of the longest strokes are followed."""
MOST_SEGMENTS = 2500
"""More is a page of text or a texture; only the longest are looked at."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A long, nearly straight stroke: the points it is made of (n, 2) in order along it, in pixels.

    `start` and `end` are its ends ends of its chord; `cover` is the share of the chord that
    carries ink.
    """

    points: Floats
    start: Floats
    end: Floats
    cover: float

    @property
    def length(self) -> float:
        """From end to end, in pixels."""
        return float(np.hypot(*(self.end - self.start)))

    @property
    def bow(self) -> float:
        """How far it leaves the straight way from end to end, relative to its length."""
        way = self.direction
        beside = (self.points - self.start) @ np.array([-way[1], way[0]])
        return float(np.abs(beside).max() / max(self.length, 1e-9))

    @property
    def direction(self) -> Floats:
        """The unit vector from start to end."""
        return np.asarray((self.end - self.start) / max(self.length, 1e-9))


@dataclass(frozen=True, slots=True)
class Segments:
    """Straight pieces of thinned strokes, longest first: `ends` (n, 2, 2) and pen `widths` (n,), in pixels; `depth`
    is the distance to the strokes' edge at every pixel of the mask.
    """

    ends: Floats
    widths: Floats
    depth: Field


def find_segments(mask: Mask) -> Segments:
    """The straight segments of the strokes in a mask."""
    thin = np.asarray(skeletonize(mask > 0), np.uint8)  # type: ignore[no-untyped-call]
    around = cv2.filter2D(thin, cv2.CV_8U, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT)
    junctions = cv2.dilate(((thin > 0) & (around > 3)).astype(np.uint8), np.ones((3, 3), np.uint8))
    cut = np.where(junctions > 0, 0, thin).astype(np.uint8)
    pieces, _ = cv2.findContours(cut, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    rows, widths = [], []
    for piece in pieces:
        if len(piece) < 2 * LEAST_PX:  # a contour runs along a thin piece and back
            continue
        path = _one_way(np.asarray(piece, np.int32))
        corners = cv2.approxPolyDP(path, BEND_PX, False)[:, 0, :]
        if len(corners) > 1:
            rows.append(np.stack([corners[:-1], corners[1:]], axis=1))
            middle = path[len(path) // 2, 0]
            widths.append(np.full(len(corners) - 1, 2 * depth[middle[1], middle[0]]))
    if not rows:
        return Segments(np.zeros((0, 2, 2)), np.zeros(0), np.asarray(depth, np.float32))
    ends, width = np.vstack(rows).astype(np.float64), np.concatenate(widths).astype(np.float64)
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    order = np.argsort(-lengths, kind="stable")[:MOST_SEGMENTS]
    order = order[lengths[order] >= LEAST_PX]
    return Segments(ends[order], width[order], np.asarray(depth, np.float32))


def _one_way(contour: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """The half of a contour that runs along a thin piece from one end to the other, without the way back."""
    away = contour[:, 0] - contour[0, 0]
    start = int(np.argmax(np.einsum("ij,ij->i", away, away)))
    turned = np.roll(contour, -start, axis=0)
    away = turned[:, 0] - turned[0, 0]
    return turned[: int(np.argmax(np.einsum("ij,ij->i", away, away))) + 1]


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
    ahead = _unit(tip - (far_back[-1] if len(far_back) else first))
    overall = _unit(tip - first)
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


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / max(float(np.hypot(*vector)), 1e-9))


def _stroke(pieces: list[Floats]) -> Stroke:
    """The pieces in order as one stroke."""
    points = np.vstack(pieces)
    start, end = points[0], points[-1]
    axis = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    ends = np.array([(piece[0], piece[-1]) for piece in pieces])
    spans = np.sort((ends - start) @ axis, axis=1)
    length = max(float((end - start) @ axis), 1.0)
    return Stroke(points, start, end, min(1.0, _covered(spans) / length))


def follow_ink(strokes: list[Stroke], depth: Field) -> list[Stroke]:
    """The strokes prolonged at both ends as far as ink goes on ahead: through junctions, where thinning lost it."""
    strokes = strokes[:MOST_STROKES]
    if not strokes:
        return []
    tips = np.array([tip for stroke in strokes for tip in (stroke.start, stroke.end)])
    ahead = np.array([way for stroke in strokes for way in _headings(stroke)])
    reached = tips.copy()
    misses = np.zeros(len(tips))
    added = np.zeros(len(tips))
    sides = np.arange(-FOLLOW_SIDE_PX, FOLLOW_SIDE_PX + 1)
    most = FOLLOW_MOST * np.repeat([stroke.length for stroke in strokes], 2)
    height, width = depth.shape
    for step in range(1, int(most.max() / FOLLOW_STEP_PX) + 1):
        going = np.flatnonzero((misses <= FOLLOW_MISSES) & (step * FOLLOW_STEP_PX <= most))
        if not len(going):
            break
        way = ahead[going]
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
        places = (tips[going] + FOLLOW_STEP_PX * way)[:, None] + sides[None, :, None] * normal[:, None]
        x = np.clip(np.round(places[..., 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(places[..., 1]).astype(int), 0, height - 1)
        values = depth[y, x] - 0.4 * np.abs(sides)
        best = np.argmax(values, axis=1)
        each = np.arange(len(going))
        is_in = (places >= 0).all(axis=-1) & (places[..., 0] < width - 0.5) & (places[..., 1] < height - 0.5)
        is_ink = (depth[y[each, best], x[each, best]] > 0) & is_in[each, best]
        side = np.where(is_ink, sides[best], 0)[:, None]
        tips[going] += FOLLOW_STEP_PX * way + side * normal
        turned = way + 0.02 * side * normal
        ahead[going] = turned / np.hypot(turned[:, 0], turned[:, 1])[:, None]
        misses[going] = np.where(is_ink, 0, misses[going] + 1)
        reached[going[is_ink]] = tips[going[is_ink]]
        added[going[is_ink]] += FOLLOW_STEP_PX
    grown = []
    for n, stroke in enumerate(strokes):
        points = np.vstack([reached[2 * n], stroke.points, reached[2 * n + 1]])
        long = Stroke(points, points[0], points[-1], stroke.cover)
        inked = stroke.length * stroke.cover + added[2 * n] + added[2 * n + 1]
        grown.append(Stroke(points, points[0], points[-1], min(1.0, inked / max(long.length, 1.0))))
    return sorted(grown, key=lambda stroke: -stroke.length)


def _headings(stroke: Stroke) -> tuple[Floats, Floats]:
    """The directions in which a stroke leaves at its start and at its end."""
    away = np.hypot(*(stroke.points - stroke.start).T)
    back = np.hypot(*(stroke.points - stroke.end).T)
    reach = min(2 * LOOK_BACK_PX, 0.6 * stroke.length)
    first = stroke.points[np.argmax(away >= reach)]
    last = stroke.points[len(back) - 1 - np.argmax(back[::-1] >= reach)]
    return _unit(stroke.start - first), _unit(stroke.end - last)


def _covered(spans: Floats) -> float:
    """The length of the union of intervals."""
    spans = spans[np.argsort(spans[:, 0])]
    reach = np.maximum.accumulate(spans[:, 1])
    before = np.concatenate([[spans[0, 0]], reach[:-1]])
    return float(np.sum(np.maximum(0.0, spans[:, 1] - np.maximum(spans[:, 0], before))))

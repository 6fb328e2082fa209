"""Long strokes followed from point to point: is there ink all the way, how does it bend, and does it end there?

Every two points are glanced at; where most of the way shows ink, the inkiest way through a narrow corridor is found
(dynamic programming, as in Amini, Weymouth and Jain 1990) and measured. Nothing here decides anything.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter1d

from vision.ink import Image
from vision.readers.field import FIELD_PX_PER_MM, Field

Array = NDArray[np.float64]
Pair = tuple[int, int]

FINE_MM = 0.28
COARSE_MM = 1.6
"""Sigmas of the two blurs whose difference leaves thin strokes and drops shadows, stains and coffee."""

FAINT, CLEAR = 2.5, 6.0
"""Contrast, in spreads of the bare field, from which a pixel may be and certainly is ink."""

LEAST_SPREAD = 0.006
"""No field's contrast is taken for quieter: the ghost of a printed line has more."""

NOISY = 0.0075
CALMED_MM = 4.5
"""With a larger spread, strokes drown among single pixels: then the mean over so long a stretch tells too."""

STEP_MM = 0.5
"""Between two samples along a stroke."""

REACH_MM = 3.6
"""Half width of the corridor: strokes bend by 3 mm at most."""

END_REACH_MM = 2.3
"""How far aside of its point a stroke may end."""

SLOPE_COST = 0.12
"""What one pixel aside costs against one sample of clear ink."""

GLANCE_COVER = 0.6
GLANCE_COVER_IN_NOISE = 0.4
"""Share of the way that must show ink somewhere in the corridor; half-drawn strokes are told from what they leave."""

GLANCES = 80
"""Places along a way that are looked at first."""

RUN_ON_MM = (3.0, 6.5)
"""Ink so far beyond a point, straight on, says that the stroke does not end there; hands overshoot by 2 mm."""

RUN_ON_TURNS = np.radians(np.arange(-20, 21, 4))
WAY_MM = 9.0
"""The stroke's way at its end is measured over this length."""

WINDOW_MM = 6.0
NEUTRAL = 0.5
"""What is believed of places that cannot be judged."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """How sure it is that each pixel of a field is ink (`seen`, 0..1), its contrast, and the contrast's spread."""

    seen: Image
    contrast: Image
    spread: float

    @property
    def least_cover(self) -> float:
        """The share of a way that must show ink for it to be followed."""
        return GLANCE_COVER if self.spread < NOISY else GLANCE_COVER_IN_NOISE


@dataclass(frozen=True, slots=True)
class Trace:
    """The inkiest way from one point to another: `path` (n, 2) in field pixels, and what it looks like.

    `seen` (n,) is how surely each sample is ink, `is_known` whether it could be judged. Lengths are in mm."""

    pair: Pair
    path: Array
    seen: Array
    is_known: NDArray[np.bool_]
    length: float
    strength: float
    """Median contrast of the inky samples, in densities."""
    bend: float
    """Largest distance from the straight line between the path's own ends."""
    aside: tuple[float, float]
    """How far beside its point the ink arrives at each end."""
    run_on: tuple[float, float]
    """How surely the ink goes on beyond each point."""

    @property
    def step(self) -> float:
        """Between two samples, in mm."""
        return self.length / max(len(self.path) - 1, 1)

    @property
    def cover(self) -> float:
        """The share of the way with ink."""
        return _mean(self.seen[self.is_known])

    @property
    def weakest(self) -> float:
        """The share of ink in the emptiest stretch."""
        size = max(1, round(WINDOW_MM / STEP_MM))
        known = self.is_known.astype(float)
        ink = np.convolve(np.where(self.is_known, self.seen, 0.0), np.ones(size), "valid")
        count = np.convolve(known, np.ones(size), "valid")
        parts = ink[count >= size / 2] / count[count >= size / 2]
        return float(parts.min()) if len(parts) else self.cover

    def bare_end(self, side: int) -> float:
        """How far from its point, at one end (0 or 1), the ink begins, in mm."""
        seen, known = (self.seen, self.is_known) if side == 0 else (self.seen[::-1], self.is_known[::-1])
        inky = known & (seen > NEUTRAL)
        pairs = inky[:-1] & inky[1:]
        return float(np.argmax(pairs)) * STEP_MM if pairs.any() else self.length


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else 0.0


def contrast_of(field: Field) -> Contrast:
    """What of a field's ink are thin strokes."""
    sigma = FINE_MM * FIELD_PX_PER_MM, COARSE_MM * FIELD_PX_PER_MM
    capped = np.minimum(field.ink, 1.2)
    fine, coarse = (cv2.GaussianBlur(capped, (0, 0), one) for one in sigma)
    contrast = np.asarray(fine - coarse, np.float32)
    bare = contrast[::3, ::3][field.known[::3, ::3] > 0]
    low, middle = np.percentile(bare, (16, 50)) if bare.size else (0.0, 0.0)
    spread = max(float(middle - low), LEAST_SPREAD)
    return Contrast(_certain(contrast, spread).astype(np.float32), contrast, spread)


def _certain(contrast: NDArray[Any], spread: float) -> NDArray[Any]:
    """How sure it is that a contrast is ink."""
    return np.asarray(np.clip((contrast / spread - FAINT) / (CLEAR - FAINT), 0, 1))


def traces_of(field: Field, contrast: Contrast) -> list[Trace]:
    """The traces of all pairs of points that have ink along most of their way."""
    return [
        trace
        for pair in _glanced(field, contrast)
        if (trace := follow(field, contrast, field.points[pair[0]], field.points[pair[1]], pair)) is not None
    ]


def _glanced(field: Field, contrast: Contrast) -> list[Pair]:
    """The pairs of points with ink near most of the straight way between them."""
    pairs = list(itertools.combinations(range(len(field.points)), 2))
    size = 2 * round(REACH_MM * FIELD_PX_PER_MM) + 1
    near = cv2.dilate(
        np.where(field.known > NEUTRAL, contrast.seen, NEUTRAL).astype(np.float32),
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)),
    )
    ends = field.points[np.array(pairs, int).reshape(-1, 2)]
    share = np.linspace(0.02, 0.98, GLANCES)[:, None]
    at = ends[:, None, 0] + share * (ends[:, None, 1] - ends[:, None, 0])
    cover = _sampled(np.asarray(near, np.float32), at).mean(axis=1)
    return [pair for pair, one in zip(pairs, cover, strict=True) if one >= contrast.least_cover]


def follow(
    field: Field, contrast: Contrast, start: Array, end: Array, pair: Pair, reach_mm: float = REACH_MM
) -> Trace | None:
    """The inkiest way between two places, `None` where too little of the corridor shows ink."""
    px = FIELD_PX_PER_MM
    length = float(np.hypot(*(end - start)))
    along = (end - start) / max(length, 1e-6)
    across = np.array([-along[1], along[0]])
    t = np.linspace(0, length, max(6, round(length / (STEP_MM * px)) + 1))
    reach = round(reach_mm * px)
    aside = np.arange(-reach, reach + 1)
    at = start + along * t[:, None, None] + across * aside[None, :, None]
    seen, known = _seen_along(contrast, at), _sampled(field.known, at) > NEUTRAL
    worth = np.where(known, seen, NEUTRAL)
    is_known = known.mean(1) > NEUTRAL
    if _mean(worth.max(1)[is_known]) < contrast.least_cover:
        return None
    rows = _best_way(worth, aside, END_REACH_MM * px)
    path = at[np.arange(len(t)), rows]
    known_way = known[np.arange(len(t)), rows]
    seen_way = seen[np.arange(len(t)), rows]
    values = _sampled(contrast.contrast, path[:, None])[:, 0]
    inky = values[known_way & (seen_way > NEUTRAL)]
    offsets = aside[rows] / px
    chord = np.linspace(offsets[0], offsets[-1], len(offsets))
    return Trace(
        pair=pair,
        path=path,
        seen=seen_way,
        is_known=known_way,
        length=length / px,
        strength=float(np.median(inky)) if len(inky) else 0.0,
        bend=float(np.abs(offsets - chord).max()),
        aside=(abs(float(offsets[0])), abs(float(offsets[-1]))),
        run_on=(_run_on(field, contrast, path[::-1], start), _run_on(field, contrast, path, end)),
    )


def ends_run_on(field: Field, contrast: Contrast, trace: Trace) -> tuple[float, float]:
    """How surely the ink of another contrast goes on beyond each end of a trace."""
    start, end = (field.points[number] for number in trace.pair)
    return _run_on(field, contrast, trace.path[::-1], start), _run_on(field, contrast, trace.path, end)


def _seen_along(contrast: Contrast, at: Array) -> Array:
    """How sure it is that each sample of a corridor (along, across) is ink; in noise also by its neighbours along."""
    strip = _sampled(contrast.contrast, at)
    seen = _certain(strip, contrast.spread)
    if contrast.spread < NOISY:
        return seen
    calm = uniform_filter1d(strip, round(CALMED_MM / STEP_MM), axis=0, mode="nearest")
    low, middle = np.percentile(calm, (16, 50))
    return np.asarray(np.maximum(seen, _certain(calm, max(float(middle - low), LEAST_SPREAD))), float)


def _sampled(layer: Image, at: Array) -> Array:
    """Values of a layer at places (h, w, 2) in pixels."""
    px = at.astype(np.float32)
    return np.asarray(
        cv2.remap(layer, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), float
    )


def _best_way(worth: Array, aside: NDArray[np.int64], end_reach: float) -> NDArray[np.int64]:
    """The row across for each sample along, so that the worth less the slopes is largest; ends lie near the points."""
    steps, width = worth.shape
    barred = np.where(np.abs(aside) > end_reach, -1e3, 0.0)
    score = worth[0] + barred
    came = np.zeros((steps, width), np.int64)
    for step in range(1, steps):
        ways = np.stack([np.roll(score, 1) - SLOPE_COST, score, np.roll(score, -1) - SLOPE_COST])
        ways[0, 0] = ways[2, -1] = -1e9
        best = ways.argmax(0)
        came[step] = np.arange(width) + best - 1
        score = ways[best, np.arange(width)] + worth[step]
    rows = np.zeros(steps, np.int64)
    rows[-1] = int(np.argmax(score + barred))
    for step in range(steps - 1, 0, -1):
        rows[step - 1] = came[step, rows[step]]
    return rows


def _run_on(field: Field, contrast: Contrast, path: Array, point: Array) -> float:
    """How surely ink goes straight on beyond the end of a path."""
    px = FIELD_PX_PER_MM
    back = min(len(path) - 1, max(2, round(WAY_MM / STEP_MM)))
    trim = min(back // 2, round(1.5 / STEP_MM))
    way = path[-1 - trim] - path[-1 - back]
    size = float(np.hypot(*way))
    if size < 1e-6:
        return 0.0
    way = way / size
    turned = np.stack(
        [
            way[0] * np.cos(RUN_ON_TURNS) - way[1] * np.sin(RUN_ON_TURNS),
            way[0] * np.sin(RUN_ON_TURNS) + way[1] * np.cos(RUN_ON_TURNS),
        ],
        1,
    )
    away = np.arange(RUN_ON_MM[0], RUN_ON_MM[1], STEP_MM / 2) * px
    best = 0.0
    for origin in (path[-1], point):
        # Beyond the point itself, wherever along its way the path's last sample lies.
        ahead = float((point - origin) @ way)
        at = origin + turned[:, None, :] * (away + ahead)[None, :, None]
        seen, known = _sampled(contrast.seen, at), _sampled(field.known, at) > NEUTRAL
        best = max(best, float(np.where(known, seen, 0.35).mean(1).max()))
    return best

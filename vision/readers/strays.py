"""Ink that no stroke explains: lines that bend too far, or end at no point. None of it may vanish in silence."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.marks import Symbol
from vision.readers.field import FIELD_PX_PER_MM, Field
from vision.readers.joins import EXPLAINED_MM
from vision.readers.traces import Contrast, Pair, Trace

Array = NDArray[np.float64]

SEEN = 0.5
"""Pixels surer than this are ink."""

BRIDGE_MM = 2.2
"""Gaps so wide do not part a stroke: another stroke or a printed number lies over it."""

SHORTEST_MM = 7.0
"""Shorter leavings are the rims and ends of other strokes, dots and dirt."""

WIDEST_MM = 2.2
"""Strokes are thinner; blots and shadows are not, taken over their length."""

LEAST_STRENGTH = 0.35
"""Ink much paler than the strokes of the field shows through from the back or was rubbed out."""

PRINT_SHARE = 0.6
PALE = 0.8
CLEAR_CONTRAST = 0.12
"""A piece of which so much lies along printed lines is print, unless it is as dark as strokes or darker than this."""

AT_POINT_MM = 4.0
"""An end so near to a point may be meant for it."""

STRAIGHT_MM = 3.0
"""A line that bends by more is not straight."""

LIKELY_STRAY = 0.7
LIKELY_LINE = 0.5


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that went wrong: the points that it is nearest to, what it most likely is, and how likely."""

    pair: Pair
    symbol: Symbol
    likely: float


def strays_of(field: Field, contrast: Contrast, explained: list[Trace], usual: float) -> list[Stray]:
    """What the ink beside the explained strokes is, one stray for every piece that is long, thin and dark enough."""
    rest = ((contrast.seen > SEEN) & (field.known > SEEN)).astype(np.uint8)
    for trace in explained:
        thickness = max(1, round(2 * EXPLAINED_MM * FIELD_PX_PER_MM))
        cv2.polylines(rest, [np.round(trace.path * 16).astype(np.int32)], False, 0, thickness, cv2.LINE_8, 4)
    size = round(BRIDGE_MM * FIELD_PX_PER_MM) | 1
    bridged = cv2.morphologyEx(
        rest, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    )
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bridged, connectivity=8)
    found: dict[Pair, Stray] = {}
    for number in range(1, count):
        left, top, width, height, _ = stats[number]
        if np.hypot(width, height) < SHORTEST_MM * FIELD_PX_PER_MM:
            continue
        window = (slice(top, top + height), slice(left, left + width))
        own = (labels[window] == number) & (rest[window] > 0)
        pixels = np.argwhere(own)[:, ::-1] + np.array([left, top])
        strength = float(np.median(contrast.contrast[window][own])) if own.any() else 0.0
        if strength < LEAST_STRENGTH * usual or _is_print(field, pixels, strength, usual):
            continue
        stray = _stray(field.points, pixels.astype(float))
        if stray is not None:
            found.setdefault(stray.pair, stray)
    return list(found.values())


def _is_print(field: Field, pixels: NDArray[np.int64], strength: float, usual: float) -> bool:
    """Whether it is what was left of the squares' lines: along them, and paler than strokes."""
    along = float(field.is_printed[pixels[:, 1], pixels[:, 0]].mean())
    return along > PRINT_SHARE and strength < max(PALE * usual, CLEAR_CONTRAST)


def _stray(points: Array, pixels: Array) -> Stray | None:
    """What a piece of ink (n, 2) is; `None` when it is no stroke."""
    px = FIELD_PX_PER_MM
    if len(pixels) < 4:
        return None
    one, two = _ends(pixels)
    length = float(np.hypot(*(two - one)))
    if length < SHORTEST_MM * px or len(pixels) / length > WIDEST_MM * px:
        return None
    away = np.hypot(*(points[None] - np.stack([one, two])[:, None]).transpose(2, 0, 1))
    near = away.argmin(1)
    is_at = away.min(1) < AT_POINT_MM * px
    way = (two - one) / length
    aside = np.abs((pixels - one) @ np.array([-way[1], way[0]]))
    if is_at.all() and near[0] != near[1]:
        pair = (int(near.min()), int(near.max()))
        if float(np.percentile(aside, 98)) > STRAIGHT_MM * px:
            return Stray(pair, Symbol.CROOKED, LIKELY_STRAY)
        return Stray(pair, Symbol.LINE, LIKELY_LINE)
    side = 0 if is_at[0] or not is_at[1] else 1
    start, end = int(near[side]), (one, two)[1 - side]
    if not is_at.any():
        start = int(near[0])
    other = _aimed_at(points, start, end, way if side == 0 else -way)
    return Stray(
        (min(start, other), max(start, other)), Symbol.ASTRAY, LIKELY_STRAY if is_at.any() else LIKELY_LINE
    )


def _ends(pixels: Array) -> tuple[Array, Array]:
    """The two ends of a long piece of ink: the pixels furthest apart, found from its middle outwards."""
    one = pixels[int(np.argmax(((pixels - pixels.mean(0)) ** 2).sum(1)))]
    two = pixels[int(np.argmax(((pixels - one) ** 2).sum(1)))]
    return pixels[int(np.argmax(((pixels - two) ** 2).sum(1)))], two


def _aimed_at(points: Array, start: int, end: Array, way: Array) -> int:
    """The point that a stroke from `start` comes nearest to or was drawn towards when it ended."""
    off = points - end
    ahead = off @ way
    aside = np.abs(off @ np.array([-way[1], way[0]]))
    cost = aside + 0.3 * np.abs(ahead) + np.where(ahead < -AT_POINT_MM * FIELD_PX_PER_MM, 1e3, 0.0)
    cost[start] = np.inf
    return int(np.argmin(cost))

"""Places in a field that may be dots: where they are, what they look like, and how likely each is one.

A dot is wider than a stroke in every direction. Where strokes run through a place, or end or cross there, as much ink
lies on a ring round it, for its width, as within: a filter that weighs one against the other is silent on strokes and
speaks on dots. What speaks is measured more closely and weighed by a small network, fitted by
`scripts/train_loose.py`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import Image
from vision.readers.field import FIELD_PX_PER_MM, Field
from vision.readers.joins import Weights

Array = NDArray[np.float64]

RINGS_MM = ((1.0, 2.0), (1.6, 3.2), (2.3, 4.2))
"""Radius of the disc and of the ring round it; dots are 1.2 to 3.5 mm across."""

FINE_MM, SOFT_MM = 0.15, 0.3
"""Sigmas of the blur before places are measured, and before they are compared: grain is finer."""

LEAST_EXCESS = 0.3
"""Ink of a dot beyond that of strokes, in mm²; places with less are none."""

LEAST_DEEP_MM = 0.42
LEAST_ROUND = 0.33
"""Or a place so far from bare paper, as in the middle of a dot of 1 mm, where the ink across it is at least this share
of the ink along it; a ballpoint's stroke has 0.25."""

LEVEL_SHARE, LEVEL_NOISE, LEAST_LEVEL = 0.22, 3.5, 0.05
"""Ink is cut off at this share of the pens' darkness, so many times the noise, and this density."""

INKY = 0.6
"""Ink of so much of that level is there."""

HALF = 0.5
NEAR_MM = 0.5
"""A dot's edge is where its ink is half as dark as in its middle; its deepest place is so near to its middle."""

REACH_PX = 19
"""Half the side of the window that is measured: the largest ring."""

LONG_SHARE = 0.85
USUAL_STROKE_MM = 0.7
"""Strokes fill so much of the longest line across a place; where there are none, what they usually leave."""

LEAST_DARK = 0.07
"""Density from which a blurred place may be a dot; a faint pencil's has 0.08."""

APART_MM = 3.0
"""No two dots are nearer to each other; people draw them 8 mm apart."""

OF_PRINTED_MM = 3.2
"""So near to a printed point all ink belongs to it and to the strokes that end there."""

EDGE_MM = 1.0
"""Dots nearer to the edge of the squares are none."""

CAP = 1.2
"""Darker ink counts no more: pens differ, dots of one pen do not."""

WIDTH_MM = 1.5
"""Half the length over which the ink across a place is added up."""

DIRECTIONS = 12
FILLED_MM = (0.6, 1.0)
"""Discs that a dot fills and a stroke does not, whatever passes beside it."""

AROUND_MM = (2.4, 3.4)
"""The ring on which strokes that leave a place are seen."""

MOST = 99
"""More dots are no game: a field full of scribble."""

FEATURES = (
    "excess_small", "excess", "excess_large", "dark", "dark_in_noise", "narrowest", "narrowest_for_strokes", "widest",
    "share", "deep", "deep_for_strokes", "round", "filled_small", "filled", "arms", "arm_count", "on_print", "is_drawn",
    "others",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be a dot: in field pixels, what it looks like (`FEATURES`), and how likely it is one."""

    place: tuple[float, float]
    features: tuple[float, ...]
    likely: float


@lru_cache(maxsize=1)
def fitted_weights() -> Weights:
    """What the script fitted."""
    found: Any = json.loads((files("vision") / "weights" / "loose.json").read_text("utf-8"))
    inner = np.array([*(found["inner"][name] for name in FEATURES), found["bias"]])
    return Weights(inner, np.array(found["outer"]))


def candidates_in(field: Field, how: Weights | None = None) -> list[Candidate]:
    """Every place of a field that may be a dot, the likeliest first."""
    how = how or fitted_weights()
    looks = _looks(field)
    found = []
    for number, place in enumerate(_places(field, looks)):
        features = _features(field, looks, place, number)
        found.append(Candidate(place, features, how.likely(features)))
    return sorted(found, key=lambda one: -one.likely)[:MOST]


@dataclass(frozen=True, slots=True)
class _Looks:
    """Layers of a field: `fine` and `soft` are its ink, blurred less and more.

    The others are of ink cut off at a low level, so that a dark stroke is no more than a pale dot: `excess` (mm²) is
    what is more of it than strokes leave, `share` the ink across a place in the direction with least against the one
    with most, times the former; `deep` is how far a place is from the nearest bare paper, in mm. `dark` is how dark
    pens are, `stroke_mm` how wide strokes are."""

    fine: Image
    soft: Image
    excess: Image
    narrow: Image
    wide: Image
    deep: Image
    dark: float
    stroke_mm: float


def _looks(field: Field) -> _Looks:
    px = FIELD_PX_PER_MM
    ink = np.asarray(np.minimum(field.ink, CAP) * (field.known > 0.5), np.float32)
    fine, soft = (
        np.asarray(cv2.GaussianBlur(ink, (0, 0), one * px), np.float32) for one in (FINE_MM, SOFT_MM)
    )
    inky = soft[soft > max(LEAST_DARK, 4 * field.noise)]
    dark = float(np.percentile(inky, 90)) if inky.size > 20 else LEAST_DARK
    level = max(LEVEL_SHARE * dark, LEVEL_NOISE * field.noise, LEAST_LEVEL)
    full = np.asarray(np.clip(soft / level, 0, 1), np.float32)
    excess = np.maximum.reduce([cv2.filter2D(full, -1, _ring(*ring)) for ring in RINGS_MM[:2]])
    narrow, wide = _across(full)
    deep = cv2.distanceTransform((full > INKY).astype(np.uint8), cv2.DIST_L2, 5) / px
    plain = np.asarray(np.clip(fine / dark, 0, 1), np.float32)
    thin, long = _across(plain)
    is_stroke = (plain > 0.7) & (long > LONG_SHARE * 2 * WIDTH_MM)
    stroke = float(np.median(thin[is_stroke])) if is_stroke.sum() > 50 else USUAL_STROKE_MM
    return _Looks(
        fine, soft, np.asarray(excess, np.float32), narrow, wide, np.asarray(deep, np.float32), dark, stroke
    )


def _across(layer: Image) -> tuple[Image, Image]:
    """The ink along a line through every place, in the direction with least and with most of it."""
    every = [cv2.filter2D(layer, -1, _bar(step * np.pi / DIRECTIONS)) for step in range(DIRECTIONS)]
    return np.asarray(np.minimum.reduce(every), np.float32), np.asarray(np.maximum.reduce(every), np.float32)


@lru_cache(maxsize=8)
def _ring(disc_mm: float, ring_mm: float) -> Image:
    """Weights of a disc against the ring round it: nothing for straight strokes through the middle; in mm²."""
    px = FIELD_PX_PER_MM
    reach = int(np.ceil(ring_mm * px)) + 1
    side = np.arange(-reach, reach + 1) / px
    away = np.hypot(*np.meshgrid(side, side))
    edge = 0.5 / px
    disc = np.clip((disc_mm + edge - away) * px, 0, 1)
    ring = np.clip((ring_mm + edge - away) * px, 0, 1) - disc
    return np.asarray((disc - ring * disc_mm / (ring_mm - disc_mm)) / px**2, np.float32)


@lru_cache(maxsize=32)
def _bar(angle: float) -> Image:
    """Adds up ink along a line through the middle, in mm."""
    px = FIELD_PX_PER_MM
    reach = int(np.ceil(WIDTH_MM * px)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    across, down = np.meshgrid(np.arange(-reach, reach + 1) / px, np.arange(-reach, reach + 1) / px)
    along = across * np.cos(angle) + down * np.sin(angle)
    aside = np.abs(across * np.sin(angle) - down * np.cos(angle))
    kernel = np.clip(1 - aside * px, 0, 1) * (np.abs(along) <= WIDTH_MM)
    return np.asarray(kernel / kernel.sum() * 2 * WIDTH_MM, np.float32)


def _places(field: Field, looks: _Looks) -> list[tuple[float, float]]:
    """Where the ink is deepest round about, or its excess largest, the widest first, apart from each other and from
    printed points. A stroke that passes beside a dot takes from its excess, not from its depth."""
    px = FIELD_PX_PER_MM
    excess, deep = (
        np.asarray(cv2.GaussianBlur(layer, (0, 0), 0.25 * px), np.float32)
        for layer in (looks.excess, looks.deep)
    )
    share = looks.narrow / np.maximum(looks.wide, 1e-3)
    peaks = _is_peak(excess) & (excess > LEAST_EXCESS)
    peaks |= _is_peak(deep) & (looks.deep > LEAST_DEEP_MM) & (share > LEAST_ROUND)
    rows, columns = np.nonzero(peaks & (looks.soft > LEAST_DARK))
    order = np.argsort(-(looks.narrow * share)[rows, columns])
    kept: list[tuple[float, float]] = []
    printed = [(float(x), float(y)) for x, y in field.points]
    for y, x in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        if not _is_inside(field, x, y):
            continue
        place = _middle(looks, x, y)
        if any(np.hypot(place[0] - a, place[1] - b) < OF_PRINTED_MM * px for a, b in printed):
            continue
        if all(np.hypot(place[0] - a, place[1] - b) >= APART_MM * px for a, b in kept):
            kept.append(place)
        if len(kept) >= 2 * MOST:
            break
    return kept


def _is_peak(layer: Image) -> NDArray[np.bool_]:
    """Whether a pixel is the largest within a millimetre."""
    size = 2 * round(1.0 * FIELD_PX_PER_MM) + 1
    return np.asarray(
        layer >= cv2.dilate(layer, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))), bool
    )


def _is_inside(field: Field, x: float, y: float) -> bool:
    """Whether a place lies on the squares, away from their edge."""
    left, top, right, bottom = field.inside
    reach = EDGE_MM * FIELD_PX_PER_MM
    return left + reach <= x <= right - reach and top + reach <= y <= bottom - reach


def _middle(looks: _Looks, x: int, y: int) -> tuple[float, float]:
    """The middle of the deepest part round a place: strokes that leave it to one side do not draw it there."""
    reach = round(1.0 * FIELD_PX_PER_MM)
    top, left = max(y - reach, 0), max(x - reach, 0)
    piece = looks.deep[top : y + reach + 1, left : x + reach + 1].astype(float)
    weight = np.maximum(piece - 0.7 * piece.max(), 0.0)
    if weight.sum() <= 0:
        return float(x), float(y)
    rows, columns = np.indices(weight.shape)
    middle = (columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()
    return left + float(middle[0]), top + float(middle[1])


def _features(field: Field, looks: _Looks, place: tuple[float, float], others: int) -> tuple[float, ...]:
    """What the network looks at, each about 0..3: the ink round a place against the darkness there, cut off at it."""
    x, y = round(place[0]), round(place[1])
    px = FIELD_PX_PER_MM
    peak = max(float(np.percentile(_window(looks.fine, x, y, 3), 80)), 1e-3)
    window = np.asarray(np.clip(_window(looks.fine, x, y, REACH_PX) / peak, 0, 1), np.float32)
    side = np.arange(-REACH_PX, REACH_PX + 1) / px
    radius = np.hypot(*np.meshgrid(side, side))
    excess = [_middle_of(window, _ring(*ring)) for ring in RINGS_MM]
    across = [_middle_of(window, _bar(step * np.pi / DIRECTIONS)) for step in range(DIRECTIONS)]
    narrow, wide = min(across), max(across)
    mask = np.asarray(window > HALF, np.uint8)
    deep = float(cv2.distanceTransform(mask, cv2.DIST_L2, 5)[radius < NEAR_MM].max()) / px
    arms, count = _arms(window)
    small, middle = (float(window[radius < reach].mean()) for reach in FILLED_MM)
    return (
        float(np.clip(excess[0], -1, 4)),
        float(np.clip(excess[1], -3, 6)) / 2,
        float(np.clip(excess[2], -4, 8)) / 2,
        float(np.log(peak / max(looks.dark, 1e-3))),
        float(np.log(peak / max(field.noise, 1e-3))) / 2,
        narrow,
        narrow / max(looks.stroke_mm, 0.2) / 2,
        wide / 2,
        2 * narrow / max(wide, 1e-3),
        2 * deep,
        2 * deep / max(looks.stroke_mm, 0.2),
        _roundness(window * (radius < 1.6)),
        2 * small,
        2 * middle,
        arms,
        count,
        float(field.is_printed[y - 1 : y + 2, x - 1 : x + 2].mean()),
        float(len(field.points) == 0),
        float(np.log1p(others)) / 2,
    )


def _middle_of(window: Image, kernel: Image) -> float:
    """What a filter says of the middle of a window."""
    cut = (window.shape[0] - kernel.shape[0]) // 2
    piece = window[cut : cut + kernel.shape[0], cut : cut + kernel.shape[1]]
    return float((piece * kernel).sum())


def _window(layer: Image, x: int, y: int, reach: int) -> Array:
    """A square of a layer round a place, with nothing beyond its edge."""
    padded = np.pad(layer[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1], 2 * reach)
    top, left = 2 * reach - max(reach - y, 0), 2 * reach - max(reach - x, 0)
    return np.asarray(padded[top : top + 2 * reach + 1, left : left + 2 * reach + 1], float)


def _arms(window: Image) -> tuple[float, float]:
    """How much of the ring round a place is ink, as stroke widths of 0.5 mm, and how many strokes leave it."""
    reach = window.shape[0] // 2
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    radii = np.linspace(*AROUND_MM, 5) * FIELD_PX_PER_MM
    at_x = (reach + radii[:, None] * np.cos(angles)).astype(np.float32)
    at_y = (reach + radii[:, None] * np.sin(angles)).astype(np.float32)
    ring = cv2.remap(window.astype(np.float32), at_x, at_y, cv2.INTER_LINEAR).mean(0)
    is_arm = ring > INKY
    count = int((is_arm & ~np.roll(is_arm, 1)).sum())
    length = 2 * np.pi * float(np.mean(AROUND_MM))
    return float(ring.mean()) * length / 0.5 / 4, count / 2


def _roundness(ink: Image) -> float:
    """How round the ink near a place is: the smaller against the larger of its spreads."""
    total = ink.sum()
    if total <= 0:
        return 0.0
    rows, columns = np.indices(ink.shape)
    dx = columns - (columns * ink).sum() / total
    dy = rows - (rows * ink).sum() / total
    xx, yy, xy = (dx * dx * ink).sum(), (dy * dy * ink).sum(), (dx * dy * ink).sum()
    half, root = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    return float(np.sqrt(max(half - root, 0.0) / max(half + root, 1e-9)))

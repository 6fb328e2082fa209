"""One grid looked at closely: its part of the photo at one scale, the ink in it, and the true course of its lines.

Lines drawn by hand are neither straight nor even, so each is followed as a curve, sideways step by step, and
the nine cells are what lies between the curves.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter1d, map_coordinates, median_filter

from vision.freehand.grids import Quad
from vision.freehand.lines import Floats, Stroke
from vision.freehand.strokes import Field, Image, Ink, measure_ink, resized

CELL_PX = 80.0
"""The side of the middle cell in a close-up: signs stay several pens wide, and a board costs milliseconds."""
MOST_ZOOM = 3.0
"""Small photos are not blown up further: there is nothing more to see."""
LONGEST_PX = 640
"""Limit of a close-up's side, for boards with very long lines."""
INK_WINDOW = 41
"""Widest stroke seen as ink, in close-up pixels: half a cell, which no pen draws."""
PENS_WIDE = 8.0
"""A sign's strokes are at most this many times as wide as the lines."""
LEAST_WINDOW = 17
"""Narrowest window in which ink is sought."""
SWAY_PX = 6
"""How far sideways a line is looked for from where it was guessed, in close-up pixels."""
STRAY_PX = 2.0
"""A line that leaves its smooth course by more than this follows something else, in close-up pixels."""
CALM = 25
"""Steps over which the typical sideways shift of a line is taken."""
SIDE_COVER = 0.72
"""Share of a box's side that must be inked."""
SIDE_SHIFT = 0.24
"""How far, in cells, the lines may end from a box's side."""
STEP_PX = 2.0
"""Distance of the points of a curve."""
BORDER = 0.3
"""Paper shown beyond the outer cells, as a share of the middle cell."""
COLOURED = 0.07
"""Density in one channel more than in another that makes ink coloured."""
WIDE_PX = 13
"""Coloured ink wider than this, in close-up pixels, is no pen's: a sixth of a cell."""
COLOURED_SHARE = 0.04
"""With this share of the close-up under such ink, coloured ink is left out."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line as drawn: points (n, 2) every STEP_PX, in close-up pixels, from left to right or top to bottom."""

    points: Floats
    width: float
    level: float
    """Its density along the middle (the median)."""
    cover: float
    """The share of it that carries ink."""


@dataclass(frozen=True, slots=True)
class CloseUp:
    """A grid in close-up pixels: `close-up = (photo - origin) * zoom`.

    `lattice` (4, 4, 2) holds the corners of the nine cells, row by row, the outer ones estimated; `rows` and
    `columns` the four lines; `strikes` other long strokes in it (sides of a box, a line through the winners).
    """

    density: Field
    origin: tuple[float, float]
    zoom: float
    lattice: Floats
    rows: tuple[Curve, Curve]
    columns: tuple[Curve, Curve]
    strikes: tuple[Curve, ...]
    paper: float
    """Typical density between the strokes."""

    @property
    def level(self) -> float:
        """Density of the grid's lines."""
        return float(np.median([line.level for line in (*self.rows, *self.columns)]))

    @property
    def width(self) -> float:
        """Width of the grid's lines."""
        return float(np.median([line.width for line in (*self.rows, *self.columns)]))

    def to_photo(self, points: Floats) -> Floats:
        """Close-up pixels as photo pixels."""
        return np.asarray(points / self.zoom + np.array(self.origin))


def outer_lattice(quad: Quad) -> Floats:
    """The corners of the nine cells (4, 4, 2) from the four crossings and the lengths of the arms."""
    lattice = np.zeros((4, 4, 2))
    lattice[1:3, 1:3] = quad.crossings
    for r, row in enumerate(quad.rows, 1):
        lattice[r, 0], lattice[r, 3] = _arms(row, lattice[r, 1], lattice[r, 2])
    for c, column in enumerate(quad.columns, 1):
        lattice[0, c], lattice[3, c] = _arms(column, lattice[1, c], lattice[2, c])
    for r, c, inner_r, inner_c in ((0, 0, 1, 1), (0, 3, 1, 2), (3, 0, 2, 1), (3, 3, 2, 2)):
        lattice[r, c] = lattice[r, inner_c] + lattice[inner_r, c] - lattice[inner_r, inner_c]
    return lattice


def _arms(stroke: Stroke, first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Where a line's outer cells end: at its ends, within what a cell beside the middle one may measure."""
    way = second - first
    middle = float(np.hypot(*way))
    way = way / middle
    ends = sorted(float((end - first) @ way) for end in (stroke.start, stroke.end))
    before = np.clip(-ends[0], 0.85 * middle, 1.5 * middle)
    after = np.clip(ends[1] - middle, 0.85 * middle, 1.5 * middle)
    return first - before * way, second + after * way


def look_closer(photo: Image, quad: Quad, others: list[Stroke]) -> CloseUp:
    """The close-up of a grid given in photo pixels; `others` are the remaining strokes of its neighbourhood."""
    lattice = outer_lattice(quad)
    margin = BORDER * quad.size
    low = np.maximum(lattice.reshape(-1, 2).min(axis=0) - margin, 0).astype(int)
    high = np.ceil(lattice.reshape(-1, 2).max(axis=0) + margin).astype(int)
    part = photo[low[1] : high[1], low[0] : high[0]]
    zoom = min(CELL_PX / quad.size, MOST_ZOOM, LONGEST_PX / max(part.shape[:2]))
    size = (max(8, round(part.shape[1] * zoom)), max(8, round(part.shape[0] * zoom)))
    # a pixel's middle stays a pixel's middle through the resizing
    origin = (low[0] - 0.5 + 0.5 / zoom, low[1] - 0.5 + 0.5 / zoom)

    def moved(stroke: Stroke) -> Floats:
        return np.asarray((stroke.points - np.array(origin)) * zoom)

    small = resized(part, size)
    ink = measure_ink(small, INK_WINDOW)
    is_coloured = _has_coloured_paper(ink)
    density = ink.neutral if is_coloured else ink.plain
    rows = [follow(density, moved(stroke), 0) for stroke in quad.rows]
    columns = [follow(density, moved(stroke), 1) for stroke in quad.columns]
    width = float(np.median([line.width for line in (*rows, *columns)]))
    if PENS_WIDE * width < INK_WINDOW:
        # a fine pen: with a narrower window soft shadows are no ink
        ink = measure_ink(small, max(LEAST_WINDOW, round(PENS_WIDE * width)))
        density = ink.neutral if is_coloured else ink.plain
    paper = float(np.percentile(density[::3, ::3], 50))
    strikes = [follow(density, moved(stroke), 0) for stroke in others] + _sides(density, rows, columns)
    return CloseUp(
        density,
        origin,
        zoom,
        (lattice - np.array(origin)) * zoom,
        (rows[0], rows[1]),
        (columns[0], columns[1]),
        tuple(strikes),
        paper,
    )


def _has_coloured_paper(ink: Ink) -> bool:
    """Whether highlighter or crayon covers the paper, so that only neutral ink counts.

    A pen's stroke is coloured too, but it is narrow.
    """
    coloured = (ink.plain - ink.neutral > COLOURED).astype(np.uint8)
    wide = cv2.morphologyEx(coloured, cv2.MORPH_OPEN, np.ones((WIDE_PX, WIDE_PX), np.uint8))
    return bool(wide.mean() > COLOURED_SHARE)


def _sides(density: Field, rows: list[Curve], columns: list[Curve]) -> list[Curve]:
    """The sides of a closed box: lines through the ends of both rows, or of both columns."""
    level = float(np.median([line.level for line in (*rows, *columns)]))
    found = []
    for pair, axis in ((rows, 1), (columns, 0)):
        for end in (0, -1):
            one, two = (line.points[end] for line in pair)
            side = follow(density, _likeliest_side(density, one, two), axis)
            is_inked = sample(density, side.points) > 0.5 * level
            if is_inked.any():
                first, last = np.flatnonzero(is_inked)[[0, -1]]
                inked = side.points[first : last + 1]
                reach = float(np.hypot(*(inked[-1] - inked[0])) / max(np.hypot(*(two - one)), 1.0))
                if is_inked[first : last + 1].mean() > SIDE_COVER and reach > 2.0:
                    found.append(Curve(inked, side.width, side.level, side.cover))
    return found


def _likeliest_side(density: Field, one: Floats, two: Floats) -> Floats:
    """The straight line near two ends of the grid's lines, one cell longer either way, that carries most ink."""
    way = two - one
    normal = np.array([-way[1], way[0]])
    steps = np.linspace(-1.1, 2.1, 48)[:, None]
    shifts = np.arange(-SIDE_SHIFT, SIDE_SHIFT + 0.01, 0.06)
    lines = [
        one + steps * way + ((1 - steps) * first + steps * second) * normal
        for first in shifts
        for second in shifts
    ]
    darkness = np.minimum(sample(density, np.array(lines)), 1.0).mean(axis=1)
    return np.asarray(lines[int(np.argmax(darkness - 0.02 * np.abs(np.repeat(shifts, len(shifts)))))])


def follow(density: Field, guess: Floats, axis: int) -> Curve:
    """The line near a guessed path, in the direction of growing x (axis 0) or y (axis 1)."""
    path = _resample(guess if guess[0, axis] <= guess[-1, axis] else guess[::-1])
    path = _extended(density, _snapped(density, _calmed(path)))
    heading = np.gradient(path, axis=0)
    normal = np.stack([-heading[:, 1], heading[:, 0]], axis=1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    reach = np.arange(-16, 17)
    profile = sample(density, path[:, None] + reach[None, :, None] * normal[:, None])
    peaks = profile[:, 15:18].max(axis=1)
    level = float(np.median(peaks))
    # the run round the middle that is at least half as dark: the pen's width
    is_dark = profile > 0.5 * peaks[:, None]
    left = np.argmin(is_dark[:, 16::-1], axis=1)
    right = np.argmin(is_dark[:, 16:], axis=1)
    width = float(np.median(left + right - 1))
    return Curve(path, max(width, 1.5), level, float(np.mean(peaks > 0.35 * level)))


def _resample(path: Floats) -> Floats:
    """Points every STEP_PX along a path."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    keep = np.concatenate([[True], steps > 1e-6])
    path = path[keep]
    places = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    wanted = np.linspace(0, places[-1], max(4, int(places[-1] / STEP_PX)))
    return np.stack([np.interp(wanted, places, path[:, k]) for k in (0, 1)], axis=1)


def _calmed(path: Floats) -> Floats:
    """The path as a smooth bow: where it strays onto a sign that touches the line, it is brought back."""
    way = path[-1] - path[0]
    length = max(float(np.hypot(*way)), 1e-9)
    axis, normal = way / length, np.array([-way[1], way[0]]) / length
    along, beside = (path - path[0]) @ axis / length, (path - path[0]) @ normal
    weights = np.ones(len(path))
    for _ in range(4):
        bow = np.polynomial.Polynomial.fit(along, beside, 3, w=weights)(along)
        weights = 1 / (1 + ((beside - bow) / STRAY_PX) ** 2)
    return np.asarray(path[0] + along[:, None] * way + bow[:, None] * normal)


def _snapped(density: Field, path: Floats) -> Floats:
    """The path moved sideways onto the ink."""
    heading = gaussian_filter1d(np.gradient(path, axis=0), 6.0, axis=0, mode="nearest")
    normal = np.stack([-heading[:, 1], heading[:, 0]], axis=1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    reach = np.arange(-SWAY_PX, SWAY_PX + 1)
    profile = sample(density, path[:, None] + reach[None, :, None] * normal[:, None])
    profile = gaussian_filter1d(gaussian_filter1d(profile, 2.5, axis=0), 1.2, axis=1)
    shift = reach[np.argmax(profile - 0.004 * np.abs(reach), axis=1)].astype(np.float64)
    # a sign that touches the line draws it aside for less than half the window
    shift = gaussian_filter1d(median_filter(shift, CALM, mode="nearest"), 4.0, mode="nearest")
    return np.asarray(path + shift[:, None] * normal)


def _extended(density: Field, path: Floats) -> Floats:
    """The path prolonged at both ends as long as there is ink ahead."""
    level = float(np.median(sample(density, path)))
    for _ in range(2):
        path = path[::-1]
        heading = path[-1] - path[-min(len(path), 14)]
        heading = heading / max(float(np.hypot(*heading)), 1e-9)
        normal = np.array([-heading[1], heading[0]])
        added: list[Floats] = []
        tip = path[-1]
        while len(added) < int(0.6 * CELL_PX / STEP_PX):
            ahead = tip + STEP_PX * heading
            sides = np.arange(-1, 2)
            values = sample(density, ahead + sides[:, None] * normal)
            if values.max() < 0.4 * level:
                break
            tip = ahead + sides[int(np.argmax(values - 0.02 * level * np.abs(sides)))] * normal
            added.append(tip)
        if added:
            path = np.vstack([path, *added])
    return path


def sample(density: Field, points: Floats) -> npt.NDArray[np.float32]:
    """The density at points (..., 2), 0 outside."""
    flat = points.reshape(-1, 2).T[::-1]
    values = map_coordinates(density, flat, order=1, mode="constant")
    return np.asarray(values.reshape(points.shape[:-1]), np.float32)

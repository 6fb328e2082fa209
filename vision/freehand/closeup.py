"""One grid looked at closely: its part of the photo at one scale, the ink in it, and the true course of its lines.

Lines drawn by hand are neither straight nor even, so each is followed as a curve, sideways step by step, and
the nine cells are what lies between the curves.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.freehand.curves import Curve, follow
from vision.freehand.grids import Quad
from vision.freehand.ink import Field, Floats, Image, Ink, measure_ink, resized
from vision.freehand.sides import box_sides
from vision.freehand.stroke import Stroke

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
BORDER = 0.3
"""Paper shown beyond the outer cells, as a share of the middle cell."""
COLOURED = 0.07
"""Density in one channel more than in another that makes ink coloured."""
WIDE_PX = 13
"""Coloured ink wider than this, in close-up pixels, is no pen's: a sixth of a cell."""
COLOURED_SHARE = 0.04
"""With this share of the close-up under such ink, coloured ink is left out."""


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
    strikes = [follow(density, moved(stroke), 0) for stroke in others] + box_sides(density, rows, columns)
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

"""Looks for grids in several ways: from near and from afar, for bold ink and for faint, with colour and without.

No single threshold serves a marker on plain paper, a pencil on squared paper and a pen on highlighter; a grid
that any of these looks finds is a candidate, and a closer look decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.freehand.closeup import outer_lattice
from vision.freehand.grids import Quad, find_quads
from vision.freehand.ink import Field, Image, measure_ink, shrink
from vision.freehand.lattice import runs_on
from vision.freehand.lines import join_segments
from vision.freehand.onward import follow_ink
from vision.freehand.places import distinct
from vision.freehand.segments import find_segments
from vision.freehand.stroke import Stroke

SHORTEST = 0.03
"""A grid's line is at least this share of the photo's longer side."""
STRIKE = 2.4
"""A stroke longer than this many cells is no part of a sign."""
SAME_PX = 4.0
"""A stroke that leaves a line by less than this (and a twentieth of its length) is a part of it."""
INK_WINDOW = 29
"""Widest stroke seen as ink, in pixels of the shrunken photo."""


@dataclass(frozen=True, slots=True)
class Look:
    """One way to look: at which size (longer side in pixels), in which ink, from which density on."""

    longest: int
    is_neutral: bool
    least: float


LOOKS = (
    # bold pens first: what is found there is not disturbed by the print of squared paper
    Look(1000, False, 0.30),
    Look(1000, False, 0.15),
    # ink on highlighter and crayon, which the neutral field leaves out
    Look(1000, True, 0.28),
    Look(1000, True, 0.12),
    # faint, blurred, pencil
    Look(1000, False, 0.08),
    # thick markers and skipping pens, which are whole only from afar
    Look(450, False, 0.30),
    Look(450, False, 0.12),
    Look(450, True, 0.30),
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A grid that a look found, in photo pixels, and what it was found in, in pixels of the look."""

    quad: Quad
    seen: Quad
    strokes: list[Stroke]
    field: Field
    scale: float

    def run_on(self) -> float:
        """As `lattice.runs_on`."""
        return runs_on(self.field, self.seen)

    def strikes(self) -> list[Stroke]:
        """Other strokes in the grid, in photo pixels, that are too long for a sign."""
        own = (*self.seen.rows, *self.seen.columns)
        lattice = outer_lattice(self.seen).reshape(-1, 2)
        low, high = lattice.min(axis=0), lattice.max(axis=0)
        long = [stroke for stroke in self.strokes if stroke.length > STRIKE * self.seen.size]
        near = [
            stroke for stroke in long if ((stroke.points > low) & (stroke.points < high)).all(axis=1).any()
        ]
        return [
            _enlarged(stroke, self.scale)
            for stroke in near
            if not any(_is_along(stroke, line) for line in own)
        ]


def search(photo: Image) -> Iterator[Candidate]:
    """The grids that each look finds, one at every place."""
    inks: dict[int, tuple[Field, Field, float]] = {}
    small, scale = photo, 1.0
    for look in LOOKS:
        if look.longest not in inks:
            small, more = shrink(small, look.longest)
            scale *= more
            ink = measure_ink(small, INK_WINDOW)
            inks[look.longest] = (_soft(ink.plain), _soft(ink.neutral), scale)
        plain, neutral, scale = inks[look.longest]
        field = neutral if look.is_neutral else plain
        mask = (field > look.least).astype(np.uint8)
        segments = find_segments(mask)
        strokes = join_segments(segments, SHORTEST * max(mask.shape))
        for quad in distinct(find_quads(follow_ink(strokes, segments.depth), (mask.shape[0], mask.shape[1]))):
            yield Candidate(_enlarged_quad(quad, scale), quad, strokes, field, scale)


def _soft(field: Field) -> Field:
    return np.asarray(cv2.GaussianBlur(field, (3, 3), 0), np.float32)


def _is_along(stroke: Stroke, line: Stroke) -> bool:
    """Whether a stroke is a part of a line."""
    off = np.abs((stroke.points - line.start) @ np.array([-line.direction[1], line.direction[0]]))
    return bool(off.max() < SAME_PX + 0.05 * line.length)


def _enlarged(stroke: Stroke, scale: float) -> Stroke:
    points, start, end = ((part + 0.5) / scale - 0.5 for part in (stroke.points, stroke.start, stroke.end))
    return Stroke(points, start, end, stroke.cover)


def _enlarged_quad(quad: Quad, scale: float) -> Quad:
    rows = (_enlarged(quad.rows[0], scale), _enlarged(quad.rows[1], scale))
    columns = (_enlarged(quad.columns[0], scale), _enlarged(quad.columns[1], scale))
    return Quad(rows, columns, (quad.crossings + 0.5) / scale - 0.5, quad.even)

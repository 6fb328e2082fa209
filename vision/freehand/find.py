"""The story: photo -> ink -> strokes -> grids -> close-ups -> cells -> signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from printables.marks import Mark
from vision.freehand.cells import drawn_cells
from vision.freehand.closeup import CloseUp, look_closer, outer_lattice
from vision.freehand.grids import Quad, find_quads
from vision.freehand.lattice import lines_beside, runs_on
from vision.freehand.lines import Floats, Stroke, find_segments, follow_ink, join_segments
from vision.freehand.signs import read_signs
from vision.freehand.strokes import Field, Image, measure_ink, shrink

PointPx = tuple[float, float]

SHORTEST = 0.03
"""A grid's line is at least this share of the photo's longer side."""
LATTICE = 0.65
"""With other parallel lines this dark, relative to its own, a grid is squared paper or a table."""
LATTICE_SPREAD = 0.3
"""Below the limit by this much, they do not matter."""
RUN_ON = 0.75
"""With this share of the way beyond its lines dark too, a grid is squared paper."""
RUN_ON_SPREAD = 0.3
SAME_PX = 4.0
"""A stroke that leaves a line by less than this (and a twentieth of its length) is a part of it."""
LEAST_TRUST = 0.3
"""A grid of lower confidence is not worth showing."""
CLEAR = 0.8
"""A cell read with at least this confidence speaks for a game,"""
CLEAR_CELLS = 4
"""and with fewer of them it may be anything: a pattern, a machine, a photo of something else."""
APART = 1.2
"""The middles of two grids are at least this many cells apart, also when they are careless and close."""
LARGER = 0.7
"""Power by which size counts when grids at one place are compared."""
MOST_REJECTED = 6
"""After so many closer looks in vain the photo shows something else."""
CORE = 0.4
"""The part of a line beyond its crossings, in cells, that no line of another grid crosses."""
STRIKE = 2.4
"""A stroke longer than this many cells is no part of a sign."""


@dataclass(frozen=True, slots=True)
class Look:
    """One way to look for grids: at which size, in which ink, from which density on."""

    longest: int
    window: int
    is_neutral: bool
    least: float


LOOKS = (
    # bold pens first: what is found there is not disturbed by the print of squared paper
    Look(1000, 29, False, 0.30),
    Look(1000, 29, False, 0.15),
    # ink on highlighter and crayon, which the neutral field leaves out
    Look(1000, 29, True, 0.28),
    Look(1000, 29, True, 0.12),
    # faint, blurred, pencil
    Look(1000, 29, False, 0.08),
    # thick markers and skipping pens, which are whole only from afar
    Look(450, 29, False, 0.30),
    Look(450, 29, False, 0.12),
    Look(450, 29, True, 0.30),
)


@dataclass(frozen=True, slots=True)
class FreehandGrid:
    """A hand-drawn 3x3 grid as read.

    `lattice_px[y][x]` is the photo pixel of board point (x, y), 0 to 3, the outer ones estimated;
    `corners_px` its four corners in reading order round (top left, top right, bottom right, bottom left).
    `marks` are on board "1": crosses are player 0's, noughts player 1's; a `NOTHING` is a doubtful cell.
    `confidence` is the chance that this is a grid and its cells are where they seem.
    """

    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]
    lattice_px: tuple[tuple[PointPx, ...], ...]
    marks: tuple[Mark, ...]
    confidence: float

    def place_px(self, point: tuple[float, float]) -> PointPx:
        """The photo pixel of a board point, `(0, 0)` the top left corner and `(3, 3)` the bottom right one."""
        column, row = (min(int(max(value, 0)), 2) for value in point)
        across, down = point[0] - column, point[1] - row
        lattice = np.array(self.lattice_px)[row : row + 2, column : column + 2]
        upper = lattice[0, 0] + across * (lattice[0, 1] - lattice[0, 0])
        lower = lattice[1, 0] + across * (lattice[1, 1] - lattice[1, 0])
        x, y = upper + down * (lower - upper)
        return (float(x), float(y))


@dataclass(frozen=True, slots=True)
class _Found:
    """A grid in photo pixels with the other long strokes that one look saw near it."""

    quad: Quad
    others: list[Stroke]
    run_on: float
    """As `lattice.runs_on`."""


def find_grids(photo: Image) -> list[FreehandGrid]:
    """All grids of an upright colour photo with their signs, from top to bottom and left to right."""
    kept: list[Quad] = []
    grids = []
    rejected = 0
    for found in sorted(_search(photo), key=lambda each: -_rank(each.quad)):
        if rejected > MOST_REJECTED:
            break
        if all(_is_apart(found.quad, other) for other in kept):
            grid = _read(photo, found)
            if grid is None:
                rejected += 1
            else:
                kept.append(found.quad)
                grids.append(grid)
    return _in_reading_order(grids)


def _search(photo: Image) -> Iterator[_Found]:
    """The grids that each look finds, in photo pixels."""
    inks: dict[int, tuple[Field, Field, float]] = {}
    small, scale = photo, 1.0
    for look in LOOKS:
        if look.longest not in inks:
            small, more = shrink(small, look.longest)
            scale *= more
            ink = measure_ink(small, look.window)
            soft = [np.asarray(cv2.GaussianBlur(field, (3, 3), 0), np.float32) for field in (ink.plain, ink.neutral)]
            inks[look.longest] = (soft[0], soft[1], scale)
        plain, neutral, scale = inks[look.longest]
        field = neutral if look.is_neutral else plain
        mask = (field > look.least).astype(np.uint8)
        segments = find_segments(mask)
        strokes = join_segments(segments, SHORTEST * max(mask.shape))
        quads = find_quads(follow_ink(strokes, segments.depth), (mask.shape[0], mask.shape[1]))
        for quad in _distinct(sorted(quads, key=_rank, reverse=True)):
            yield _enlarged(quad, strokes, scale, field)


def _enlarged(quad: Quad, strokes: list[Stroke], scale: float, field: Field) -> _Found:
    """A grid of the shrunken photo in pixels of the photo itself."""
    own = (*quad.rows, *quad.columns)
    lattice = outer_lattice(quad).reshape(-1, 2)
    low, high = lattice.min(axis=0), lattice.max(axis=0)
    near = [
        stroke
        for stroke in strokes
        if stroke.length > STRIKE * quad.size and ((stroke.points > low) & (stroke.points < high)).all(axis=1).any()
    ]
    others = [_scaled(stroke, scale) for stroke in near if not any(_is_along(stroke, line) for line in own)]
    rows = (_scaled(quad.rows[0], scale), _scaled(quad.rows[1], scale))
    columns = (_scaled(quad.columns[0], scale), _scaled(quad.columns[1], scale))
    moved = Quad(rows, columns, (quad.crossings + 0.5) / scale - 0.5, quad.even)
    return _Found(moved, others, runs_on(field, quad))


def _is_along(stroke: Stroke, line: Stroke) -> bool:
    """Whether a stroke is a part of a line."""
    off = np.abs((stroke.points - line.start) @ np.array([-line.direction[1], line.direction[0]]))
    return bool(off.max() < SAME_PX + 0.05 * line.length)


def _scaled(stroke: Stroke, scale: float) -> Stroke:
    points, start, end = ((part + 0.5) / scale - 0.5 for part in (stroke.points, stroke.start, stroke.end))
    return Stroke(points, start, end, stroke.cover)


def _rank(quad: Quad) -> float:
    """How good a grid is beside others at its place: even, drawn all along, large.

    The strokes of crosses in neighbouring cells make small grids of their own, within the true one.
    """
    cover = float(np.prod([line.cover for line in (*quad.rows, *quad.columns)]))
    return float(quad.even * cover * quad.size**LARGER)


def _distinct(quads: list[Quad]) -> list[Quad]:
    """The first of the grids at every place."""
    kept: list[Quad] = []
    for quad in quads:
        if all(_is_apart(quad, other) for other in kept):
            kept.append(quad)
    return kept


def _is_apart(one: Quad, two: Quad) -> bool:
    """Whether two grids can both be there: neither over the other, nor their lines across each other."""
    if np.hypot(*(one.centre - two.centre)) <= APART * max(one.size, two.size):
        return False
    return not any(_do_cross(a, b) for a in _cores(one) for b in _cores(two))


def _cores(quad: Quad) -> list[Floats]:
    """The four lines from a little before their first crossing to a little behind their second, each (2, 2)."""
    (a, b), (c, d) = quad.crossings
    reach = CORE * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return [ends + reach @ ends for ends in (np.stack(pair) for pair in ((a, b), (c, d), (a, c), (b, d)))]


def _do_cross(one: Floats, two: Floats) -> bool:
    """Whether two straight pieces cross."""

    def sides(line: Floats, points: Floats) -> Floats:
        way = line[1] - line[0]
        return np.asarray(way[0] * (points[:, 1] - line[0, 1]) - way[1] * (points[:, 0] - line[0, 0]))

    return bool(np.prod(np.sign(sides(one, two))) < 0 and np.prod(np.sign(sides(two, one))) < 0)


def _read(photo: Image, found: _Found) -> FreehandGrid | None:
    """The grid with its signs, or None when a closer look shows no grid."""
    view = look_closer(photo, found.quad, found.others)
    trust = _trust(view, found)
    if trust < LEAST_TRUST:
        return None
    marks = read_signs(drawn_cells(view), 1.0 if trust > 0.6 else 0.75)
    unsure = sum(mark.confidence < CLEAR for mark in marks)
    trust *= min(1.0, (9 - unsure) / CLEAR_CELLS)
    if trust < LEAST_TRUST:
        return None
    lattice = view.to_photo(view.lattice)
    corners = [lattice[y, x] for y, x in ((0, 0), (0, 3), (3, 3), (3, 0))]
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    rows = tuple(tuple((float(x), float(y)) for x, y in row) for row in lattice)
    return FreehandGrid((a, b, c, d), rows, marks, round(trust, 3))


def _trust(view: CloseUp, found: _Found) -> float:
    """The chance that this is a grid, from how even it is, how whole its lines are and how like one another."""
    lines = (*view.rows, *view.columns)
    cover = min(line.cover for line in lines)
    levels = [line.level for line in lines]
    alike = min(levels) / max(max(levels), 1e-3)
    clear = 1 - min(1.0, view.paper / max(view.level, 1e-3))
    chance = min(1.0, found.quad.even / 0.6) * min(1.0, cover / 0.85) * min(1.0, alike / 0.45) * min(1.0, clear / 0.7)
    chance *= min(1.0, max(0.0, (RUN_ON - found.run_on) / RUN_ON_SPREAD))
    chance *= min(1.0, max(0.0, (LATTICE - lines_beside(view)) / LATTICE_SPREAD))
    return float(np.clip(chance, 0, 0.99))


def _in_reading_order(grids: list[FreehandGrid]) -> list[FreehandGrid]:
    """From top to bottom, side by side ones from left to right."""
    rest = sorted(grids, key=lambda grid: _middle(grid)[1])
    ordered: list[FreehandGrid] = []
    while rest:
        top = rest[0]
        reach = 0.5 * abs(top.corners_px[3][1] - top.corners_px[0][1])
        row = [grid for grid in rest if _middle(grid)[1] - _middle(top)[1] < reach]
        ordered.extend(sorted(row, key=lambda grid: _middle(grid)[0]))
        rest = [grid for grid in rest if grid not in row]
    return ordered


def _middle(grid: FreehandGrid) -> Floats:
    return np.asarray(np.array(grid.corners_px).mean(axis=0))

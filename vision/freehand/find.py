"""The story: photo -> ink -> strokes -> grids -> close-ups -> cells -> signs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from printables.marks import Mark
from vision.freehand.cells import drawn_cells
from vision.freehand.closeup import CloseUp, look_closer
from vision.freehand.grids import Quad
from vision.freehand.ink import Floats, Image
from vision.freehand.lattice import lines_beside
from vision.freehand.places import is_apart, rank
from vision.freehand.search import Candidate, search
from vision.freehand.signs import read_signs

PointPx = tuple[float, float]

EVEN = 0.6
"""Evenness of a careful hand."""
COVER = 0.85
"""Share of a line that is inked when the pen does not skip."""
ALIKE = 0.45
"""Density of the faintest line relative to the boldest when one pen drew them."""
CLEAR_PAPER = 0.7
"""By how much the paper between is clearer than the lines."""
LATTICE = 0.65
"""With other parallel lines this dark, relative to its own, a grid is squared paper or a table."""
LATTICE_SPREAD = 0.3
"""Below the limit by this much, they do not matter."""
RUN_ON = 0.75
"""With this share of the way beyond its lines dark too, a grid is squared paper."""
RUN_ON_SPREAD = 0.3
"""As LATTICE_SPREAD."""
LEAST_TRUST = 0.3
"""A grid of lower confidence is not worth showing."""
DOUBTED = 0.6
"""Below this confidence in the grid its signs are trusted less too,"""
DOUBTED_SIGNS = 0.75
"""by this factor."""
CLEAR = 0.8
"""A cell read with at least this confidence speaks for a game,"""
CLEAR_CELLS = 4
"""and with fewer of them it may be anything: a pattern, a machine, a photo of something else."""
MOST_REJECTED = 6
"""After so many closer looks in vain the photo shows something else."""


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

    def moved(self, right: float, down: float) -> FreehandGrid:
        """The same grid in a photo of which the one it was found in is a part, so far from its top left."""
        corners = tuple((x + right, y + down) for x, y in self.corners_px)
        lattice = tuple(tuple((x + right, y + down) for x, y in row) for row in self.lattice_px)
        return replace(self, corners_px=corners, lattice_px=lattice)  # type: ignore[arg-type]

    def place_px(self, point: tuple[float, float]) -> PointPx:
        """The photo pixel of a board point, `(0, 0)` the top left corner and `(3, 3)` the bottom right one."""
        column, row = (min(int(max(value, 0)), 2) for value in point)
        across, down = point[0] - column, point[1] - row
        lattice = np.array(self.lattice_px)[row : row + 2, column : column + 2]
        upper = lattice[0, 0] + across * (lattice[0, 1] - lattice[0, 0])
        lower = lattice[1, 0] + across * (lattice[1, 1] - lattice[1, 0])
        x, y = upper + down * (lower - upper)
        return (float(x), float(y))


def find_grids(photo: Image) -> list[FreehandGrid]:
    """All grids of an upright colour photo (BGR) with their signs, from top to bottom and left to right."""
    kept: list[Quad] = []
    grids: list[FreehandGrid] = []
    rejected = 0
    for candidate in sorted(search(photo), key=lambda each: -rank(each.quad)):
        if rejected <= MOST_REJECTED and all(is_apart(candidate.quad, other) for other in kept):
            grid = _read(photo, candidate)
            if grid is None:
                rejected += 1
            else:
                kept.append(candidate.quad)
                grids.append(grid)
    return _in_reading_order(grids)


def _read(photo: Image, candidate: Candidate) -> FreehandGrid | None:
    """The grid with its signs, or None when a closer look shows no grid."""
    trust = _rise(RUN_ON - candidate.run_on(), RUN_ON_SPREAD)
    if trust < LEAST_TRUST:
        return None
    view = look_closer(photo, candidate.quad, candidate.strikes())
    trust *= _trust(view, candidate.quad.even)
    if trust < LEAST_TRUST:
        return None
    marks = read_signs(drawn_cells(view), 1.0 if trust > DOUBTED else DOUBTED_SIGNS)
    unsure = sum(mark.confidence < CLEAR for mark in marks)
    trust *= _rise(9 - unsure, CLEAR_CELLS)
    return _grid(view, marks, min(trust, 0.99)) if trust >= LEAST_TRUST else None


def _trust(view: CloseUp, even: float) -> float:
    """The chance that this is a grid, from how even it is, how whole its lines are and how like one another."""
    lines = (*view.rows, *view.columns)
    levels = [line.level for line in lines]
    chance = _rise(even, EVEN) * _rise(min(line.cover for line in lines), COVER)
    chance *= _rise(min(levels) / max(*levels, 1e-3), ALIKE)
    chance *= _rise(1 - view.paper / max(view.level, 1e-3), CLEAR_PAPER)
    return chance * _rise(LATTICE - lines_beside(view), LATTICE_SPREAD)


def _rise(value: float, full: float) -> float:
    """From 0 at 0 to 1 at `full`."""
    return min(1.0, max(0.0, value / full))


def _grid(view: CloseUp, marks: tuple[Mark, ...], confidence: float) -> FreehandGrid:
    lattice = tuple(tuple((float(x), float(y)) for x, y in row) for row in view.to_photo(view.lattice))
    corners = (lattice[0][0], lattice[0][3], lattice[3][3], lattice[3][0])
    return FreehandGrid(corners, lattice, marks, round(confidence, 3))


def _in_reading_order(grids: list[FreehandGrid]) -> list[FreehandGrid]:
    """From top to bottom, side by side ones from left to right."""
    rest = sorted(grids, key=lambda grid: float(_middle(grid)[1]))
    ordered: list[FreehandGrid] = []
    while rest:
        top = rest[0]
        reach = 0.5 * abs(top.corners_px[3][1] - top.corners_px[0][1])
        row = [grid for grid in rest if _middle(grid)[1] - _middle(top)[1] < reach]
        ordered.extend(sorted(row, key=lambda grid: float(_middle(grid)[0])))
        rest = [grid for grid in rest if grid not in row]
    return ordered


def _middle(grid: FreehandGrid) -> Floats:
    return np.asarray(np.array(grid.corners_px).mean(axis=0))

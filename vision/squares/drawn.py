"""What is drawn on squared paper, square by square, before anybody knows which game it is.

Everything is said on the paper's own lattice: crossing `(x, y)` with (0, 0) top left, square `(x, y)` to the right
of it and below. Games look at this to say where they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Symbol
from vision import nets
from vision.colours import PenColours
from vision.flatten import PX_PER_MM
from vision.ink import Ink
from vision.page import InkedPage
from vision.readers.signs import sign_chances
from vision.squares.clusters import Box
from vision.squares.find import SQUARE_MM, SquaredPaper, crossing_mm
from vision.squares.sheet import squared_sheet

Array = NDArray[np.float64]

LEAST_INK = 0.06
NOISES = 4.0
"""Density from which a pixel counts as drawn, and in spreads of the bare paper."""

MOST_GRAIN = 0.2
"""How much of the typical line of a page may be drawn over: most lines are nobody's."""

OFF_LINE = 0.34
"""How far a hand-drawn frame may be beside its line, in squares."""

RIM = 0.22
"""Width of a square's rim, where lines along its sides may lie."""

LONE_SQUARES = 0.62
"""A lone dot is at most this wide, in squares; letters and signs are wider."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn on squared paper.

    `dots` (rows + 1, columns + 1) is the chance of a dot on every crossing, `lone` the area, in squares, of a blot
    there that nothing touches, 0 where there is none. `crosses`, `noughts`, `shades` (rows, columns) are chances for
    every square. `across` (rows + 1, columns) is how much of the line from crossing (x, y) to the right is drawn
    over, `down` (rows, columns + 1) the same downwards: 0 to 1, up to `OFF_LINE` beside it.
    `inside` (rows, columns) is the share of the middle of each square that is drawn on, `spans` (rows, columns) how
    wide or high, in squares, the largest thing is that reaches there: a sign is no larger than its square.
    `is_inner` (rows + 1, columns + 1) says whether there is paper all round a crossing: at its edge much looks like
    a mark.
    """

    columns: int
    rows: int
    dots: Array
    lone: Array
    crosses: Array
    noughts: Array
    shades: Array
    across: Array
    down: Array
    inside: Array
    is_inner: NDArray[np.bool_]
    spans: Array

    def crossing_mm(self, x: float, y: float) -> tuple[float, float]:
        """Where a crossing lies on the page, whose squares have `SQUARE_MM`."""
        return crossing_mm(x, y)

    def within(self, is_in: NDArray[np.bool_]) -> Drawn:
        """The same with nothing outside: `is_in` (rows + 1, columns + 1) says which crossings are in."""
        squares = is_in[:-1, :-1] & is_in[1:, :-1] & is_in[:-1, 1:] & is_in[1:, 1:]
        return replace(
            self,
            dots=self.dots * is_in,
            lone=self.lone * is_in,
            crosses=self.crosses * squares,
            noughts=self.noughts * squares,
            shades=self.shades * squares,
            across=self.across * (is_in[:, :-1] & is_in[:, 1:]),
            down=self.down * (is_in[:-1] & is_in[1:]),
        )

    def inside_box(self, box: Box) -> Drawn:
        """The same with nothing outside a box of crossings."""
        return self.within(box.mask(self.dots.shape))

    def outside_box(self, box: Box) -> Drawn:
        """The same with nothing in a box of crossings."""
        return self.within(~box.mask(self.dots.shape))

    def turned(self, quarters: int) -> Drawn:
        """The same, with the page turned clockwise by so many quarters."""
        if quarters % 4 == 0:
            return self
        once = Drawn(
            columns=self.rows,
            rows=self.columns,
            dots=np.rot90(self.dots, -1),
            lone=np.rot90(self.lone, -1),
            crosses=np.rot90(self.crosses, -1),
            noughts=np.rot90(self.noughts, -1),
            shades=np.rot90(self.shades, -1),
            across=np.rot90(self.down, -1),
            down=np.rot90(self.across, -1),
            inside=np.rot90(self.inside, -1),
            is_inner=np.rot90(self.is_inner, -1),
            spans=np.rot90(self.spans, -1),
        )
        return once.turned(quarters - 1)

    @property
    def square_mm(self) -> float:
        """The side of a square on the page."""
        return SQUARE_MM


def whats_drawn(paper: SquaredPaper, ink: Ink) -> Drawn:
    """Everything drawn on a squared paper."""
    start = (SQUARE_MM, SQUARE_MM)
    ask = Ask(Kind.POINT, (Symbol.DOT,))
    points = Board("points", Grid.POINTS, start, SQUARE_MM, paper.columns + 1, paper.rows + 1, (ask,))
    cells = Board("cells", Grid.CELLS, start, SQUARE_MM, paper.columns, paper.rows, ())
    nobody = PenColours(np.zeros((2, 1)), np.eye(1), np.ones((2, 3)) / 3, (False, False))
    page = InkedPage(squared_sheet(paper, (points, cells)), ink, nobody, (None, None))
    on_points = sign_chances(page, points, Kind.POINT).reshape(paper.rows + 1, paper.columns + 1, -1)
    in_cells = sign_chances(page, cells, Kind.CELL).reshape(paper.rows, paper.columns, -1)
    mask = np.asarray(ink.total > max(LEAST_INK, NOISES * ink.noise), np.uint8)
    things = _things(mask)
    names = nets.symbols("cell")
    across, down = _covers(mask, paper)
    return Drawn(
        columns=paper.columns,
        rows=paper.rows,
        dots=on_points[..., nets.symbols("point").index(Symbol.DOT)],
        lone=_lone(things, paper),
        crosses=in_cells[..., names.index(Symbol.CROSS)],
        noughts=in_cells[..., names.index(Symbol.NOUGHT)],
        shades=in_cells[..., names.index(Symbol.FILLED)] + in_cells[..., names.index(Symbol.HATCHED)],
        across=across,
        down=down,
        inside=_shares(mask, paper),
        spans=_spans(things, paper),
        is_inner=cv2.erode(np.pad(paper.is_there, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1]
        > 0,
    )


def _square_px() -> int:
    return round(SQUARE_MM * PX_PER_MM)


def _covers(mask: NDArray[np.uint8], paper: SquaredPaper) -> tuple[Array, Array]:
    """How much of every line between neighbouring crossings is drawn over, to the right and downwards."""
    side = _square_px()
    reach = 2 * round(OFF_LINE * side) + 1
    found = []
    for turned, columns, rows in ((mask, paper.columns, paper.rows), (mask.T, paper.rows, paper.columns)):
        wide = cv2.dilate(np.ascontiguousarray(turned), np.ones((reach, 1), np.uint8))
        lines = wide[side : side * (rows + 2) : side, side : side * (columns + 1)]
        found.append(lines.reshape(rows + 1, columns, side).mean(axis=2))
    if np.median(np.concatenate([cover.ravel() for cover in found])) > MOST_GRAIN:
        # Where most lines seem drawn over, it is the phone's grain that is seen, and no frame can be told.
        found = [np.zeros_like(cover) for cover in found]
    return found[0], found[1].T


def _shares(mask: NDArray[np.uint8], paper: SquaredPaper) -> Array:
    """How much of the middle of every square is drawn on: lines along its sides do not count."""
    return np.asarray(_middles(mask, paper).mean(axis=(1, 3)), float)


def _middles(layer: NDArray[Any], paper: SquaredPaper) -> NDArray[Any]:
    """The middles of all squares of a layer of the flat page, (rows, height, columns, width)."""
    side = _square_px()
    rim = round(RIM * side)
    squares = layer[side : side * (paper.rows + 1), side : side * (paper.columns + 1)]
    return squares.reshape(paper.rows, side, paper.columns, side)[:, rim:-rim, :, rim:-rim]


@dataclass(frozen=True, slots=True)
class _Things:
    """Connected things drawn: which pixel belongs to which (0: none), their size and area in px, their middles."""

    labels: NDArray[np.int32]
    size: NDArray[np.int32]
    area: NDArray[np.int32]
    middles: Array


def _things(mask: NDArray[np.uint8]) -> _Things:
    """Everything drawn that hangs together."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    size = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    return _Things(
        np.asarray(labels, np.int32),
        size,
        np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32),
        np.asarray(middles),
    )


def _spans(things: _Things, paper: SquaredPaper) -> Array:
    """The size, in squares, of the largest thing that reaches into the middle of every square."""
    size = things.size / _square_px()
    size[0] = 0.0
    return np.asarray(_middles(size[things.labels], paper).max(axis=(1, 3)), float)


def _lone(things: _Things, paper: SquaredPaper) -> Array:
    """The area of small blots on crossings that nothing touches."""
    side = _square_px()
    lone = np.zeros((paper.rows + 1, paper.columns + 1))
    small = (things.size < LONE_SQUARES * side) & (things.area > (0.1 * side) ** 2)
    at = (things.middles + 0.5) / side - 1
    near = np.round(at).astype(int)
    on = small & (np.abs(at - near).max(axis=1) < OFF_LINE)
    on &= (near >= 0).all(axis=1) & (near[:, 0] <= paper.columns) & (near[:, 1] <= paper.rows)
    lone[near[on, 1], near[on, 0]] = things.area[on] / side**2
    return lone

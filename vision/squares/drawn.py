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
from vision.ink import Image, Ink
from vision.page import InkedPage
from vision.patches import SIGN_PX, sign_scale, stacked, windows
from vision.readers.signs import NETS as SIGN_NETS
from vision.squares.clusters import Box
from vision.squares.find import SQUARE_MM, SquaredPaper, crossing_mm
from vision.squares.sheet import squared_sheet

Array = NDArray[np.float64]

LEAST_INK = 0.06
NOISES = 4.0
"""Density from which a pixel counts as drawn, and in spreads of the bare paper."""

LEAST_PX = 4
"""Pixels of the flat page that must be drawn on for a network to be asked what is there."""

MOST_GRAIN = 0.2
"""How much of the typical line of a page may be drawn over: most lines are nobody's."""

OFF_LINE = 0.34
"""How far a hand-drawn frame may be beside its line, in squares."""

RIM = 0.22
"""Width of a square's rim, where lines along its sides may lie."""

SCRIBBLED = 0.12
"""Share of a square's middle that is drawn on where something stands in it that may hide the lines round it."""

THREAD_COVER = 0.85
THREAD_ENDS = 0.1
THREAD_STEPS = 24
THREAD_OFF = (-0.24, -0.16, -0.08, 0.0, 0.08, 0.16, 0.24)
"""Lines along which a narrow way is looked for: drawn over so much, how far from its crossings it may end and begin,
places looked at, and how far beside the crossings it may start and end, in squares."""

SMALLEST_LETTER, LARGEST_LETTER = 0.2, 1.5
"""Sides of what may be a letter or a number, in squares."""

LONE_SQUARES = 0.62
"""A lone dot is at most this wide, in squares; letters and signs are wider."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn on squared paper.

    `dots` (rows + 1, columns + 1) is the chance of a dot on every crossing, `lone` the area, in squares, of a blot
    there that nothing touches, 0 where there is none. `crosses`, `noughts`, `shades` (rows, columns) are chances for
    every square. `across` (rows + 1, columns) is how much of the line from crossing (x, y) to the right is drawn
    over, `down` (rows, columns + 1) the same downwards: 0 to 1, up to `OFF_LINE` beside it.
    `thread_across`, `thread_down` (as `across`, `down`) are how much of a narrow way along the line, wherever it goes
    best, is ink; 0 where the squares on both hands are bare, and a line can be seen without that.
    `inside` (rows, columns) is the share of the middle of each square that is drawn on, `spans` (rows, columns) how
    wide or high, in squares, the largest thing is that reaches there: a sign is no larger than its square.
    `things` (n, 4) are left, top, right and bottom, in squares from crossing (0, 0), of everything that hangs together
    and is no larger than a letter.
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
    thread_across: Array
    thread_down: Array
    inside: Array
    is_inner: NDArray[np.bool_]
    spans: Array
    things: Array

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
            thread_across=self.thread_across * (is_in[:, :-1] & is_in[:, 1:]),
            thread_down=self.thread_down * (is_in[:-1] & is_in[1:]),
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
            thread_across=np.rot90(self.thread_down, -1),
            thread_down=np.rot90(self.thread_across, -1),
            inside=np.rot90(self.inside, -1),
            is_inner=np.rot90(self.is_inner, -1),
            spans=np.rot90(self.spans, -1),
            things=np.stack(
                [
                    self.rows - self.things[:, 3],
                    self.things[:, 0],
                    self.rows - self.things[:, 1],
                    self.things[:, 2],
                ],
                1,
            ),
        )
        return once.turned(quarters - 1)

    @property
    def square_mm(self) -> float:
        """The side of a square on the page."""
        return SQUARE_MM


def is_drawn_on(total: Image, ink: Ink) -> NDArray[np.bool_]:
    """Where a part of the ink's `total` is more than bare paper shows."""
    return np.asarray(total > max(LEAST_INK, NOISES * ink.noise))


def whats_drawn(paper: SquaredPaper, ink: Ink) -> Drawn:
    """Everything drawn on a squared paper."""
    start = (SQUARE_MM, SQUARE_MM)
    ask = Ask(Kind.POINT, (Symbol.DOT,))
    points = Board("points", Grid.POINTS, start, SQUARE_MM, paper.columns + 1, paper.rows + 1, (ask,))
    cells = Board("cells", Grid.CELLS, start, SQUARE_MM, paper.columns, paper.rows, ())
    nobody = PenColours(np.zeros((2, 1)), np.eye(1), np.ones((2, 3)) / 3, (False, False))
    page = InkedPage(squared_sheet(paper, (points, cells)), ink, nobody, (None, None))
    mask = np.asarray(is_drawn_on(ink.total, ink), np.uint8)
    on_points = _chances(page, points, Kind.POINT, _around_crossings(mask, paper) >= LEAST_PX)
    in_cells = _chances(page, cells, Kind.CELL, _middles(mask, paper).sum(axis=(1, 3)) >= LEAST_PX)
    things = _things(mask)
    names = nets.symbols("cell")
    across, down = _covers(mask, paper)
    inside = _shares(mask, paper)
    thread_across = _threads(mask, across, inside)
    thread_down = _threads(np.ascontiguousarray(mask.T), down.T, inside.T).T
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
        thread_across=thread_across,
        thread_down=thread_down,
        inside=inside,
        spans=_spans(things, paper),
        things=_letter_boxes(things),
        is_inner=cv2.erode(np.pad(paper.is_there, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1]
        > 0,
    )


def _chances(page: InkedPage, board: Board, kind: Kind, is_inky: NDArray[np.bool_]) -> Array:
    """What the network says of the spots (rows, columns) that hold ink; nothing is in the others, and most are."""
    scale, name = sign_scale(kind), SIGN_NETS[kind]
    ink, printed = page.layer(board, scale), page.printed(board, scale)
    layers = (ink, printed, ink) if kind is Kind.CELL else (ink, printed)
    found = np.zeros((*is_inky.shape, len(nets.symbols(name))))
    found[..., nets.symbols(name).index(Symbol.NOTHING)] = 1.0
    spots = np.nonzero(is_inky.ravel())[0]
    patches = stacked(*(windows(layer, board, SIGN_PX, spots) for layer in layers))
    found[is_inky] = nets.probabilities(name, patches)
    return found


def _around_crossings(mask: NDArray[np.uint8], paper: SquaredPaper) -> NDArray[np.int_]:
    """How many pixels are drawn on near every crossing, (rows + 1, columns + 1)."""
    side = _square_px()
    half, rim = side // 2, round((0.5 - OFF_LINE) * side)
    rows, columns = paper.rows + 1, paper.columns + 1
    squares = mask[half : half + side * rows, half : half + side * columns]
    near = squares.reshape(rows, side, columns, side)[:, rim:-rim, :, rim:-rim]
    return np.asarray(near.sum(axis=(1, 3), dtype=int))


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


def _threads(mask: NDArray[np.uint8], across: Array, inside: Array) -> Array:
    """How much of the best narrow way from crossing to crossing is ink, (rows + 1, columns), beside drawn squares."""
    side = _square_px()
    beside = np.pad(inside > SCRIBBLED, ((1, 1), (0, 0)))
    rows, columns = np.nonzero((across > THREAD_COVER) & (beside[:-1] | beside[1:]))
    found = np.zeros(across.shape)
    if not len(rows):
        return found
    share = np.linspace(0.0, 1.0, THREAD_STEPS)
    x = (columns[:, None] + 1 + THREAD_ENDS + (1 - 2 * THREAD_ENDS) * share) * side
    best = np.zeros(len(rows))
    for start in THREAD_OFF:
        for end in THREAD_OFF:
            y = (rows[:, None] + 1 + start + (end - start) * share) * side
            best = np.maximum(best, mask[y.astype(int), x.astype(int)].mean(axis=1))
    found[rows, columns] = best
    return found


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
    """Connected things drawn: which pixel belongs to which (0: none), their boxes (n, 4: left, top, right, bottom),
    size and area in px, their middles."""

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    size: NDArray[np.int32]
    area: NDArray[np.int32]
    middles: Array


def _things(mask: NDArray[np.uint8]) -> _Things:
    """Everything drawn that hangs together."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    size = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    corners = stats[:, [cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP]]
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    return _Things(
        np.asarray(labels, np.int32),
        np.asarray(np.concatenate([corners, corners + sides], axis=1), np.int32),
        size,
        np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32),
        np.asarray(middles),
    )


def _spans(things: _Things, paper: SquaredPaper) -> Array:
    """The size, in squares, of the largest thing that reaches into the middle of every square."""
    size = things.size / _square_px()
    size[0] = 0.0
    return np.asarray(_middles(size[things.labels], paper).max(axis=(1, 3)), float)


def _letter_boxes(things: _Things) -> Array:
    """The boxes of what may be a letter or a number, in squares from the first crossing."""
    side = _square_px()
    is_letter = (things.size < LARGEST_LETTER * side) & (things.size > SMALLEST_LETTER * side)
    is_letter[0] = False
    return np.asarray(things.boxes[is_letter] / side - 1.0, float)


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

"""Pieces of the page that readers look at: one per spot, all of one size, scaled by the board's pitch.

A sign's patch is a square round its spot; a stroke's patch is a strip along it, turned so that it runs
from left to right. Channels are: ink, ink against the patch's own darkest place, print, and for cells all ink
where the first channel holds one pen's only. Patches for telling pens also hold
colour, and say which ink is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Point, Segment
from vision.flatten import PX_PER_MM
from vision.ink import Image

Array = NDArray[np.float64]

SIGN_PX = 36
"""Side of a sign's patch."""

SIGN_SPAN = {Kind.POINT: 1.5, Kind.CELL: 1.3}
"""Side of a sign's patch in pitches: a point's neighbours must be seen to be told from it."""

STROKE_PX = (36, 20)
"""Length and width of a stroke's patch."""

STROKE_ALONG = (-0.15, 1.15)
"""Where a stroke's patch begins and ends, in lengths of the stroke."""

STROKE_ACROSS = 0.42
"""Half width of a stroke's patch, in pitches."""

PEN_PX = 24
"""Side of a patch for telling pens; colour is coarse."""

PEN_SPAN = {Kind.POINT: 4 / 3, Kind.CELL: 1.0}
"""Side of that patch in pitches, for signs."""

PEN_REACH = {Kind.POINT: 0.36, Kind.CELL: 0.45}
"""How far from its spot a sign's own ink is looked for, in pitches."""

FAINTEST = 0.15
"""Ink paler than this is not stretched to full strength."""

DARKEST = 1.2
"""Ink darker than this is cut off."""


@dataclass(frozen=True, slots=True)
class Raster:
    """One layer of a board at a fixed number of pixels per pitch, with a margin around.

    Board coordinate (x, y), in pitches from the origin, lies at pixel `(x + margin) * scale - 0.5`.
    """

    values: Image
    scale: int
    margin: float

    def px(self, x: float, y: float) -> tuple[float, float]:
        """Pixel of a place on the board, in pitches."""
        return (x + self.margin) * self.scale - 0.5, (y + self.margin) * self.scale - 0.5


def raster(
    layer: Image, board: Board, scale: int, *, px_per_mm: float = PX_PER_MM, margin: float = 1.0
) -> Raster:
    """The board's part of a page layer at `px_per_mm`, (rows, columns[, 3]), resampled to `scale` px a pitch."""
    less = 1 if board.grid is Grid.POINTS else 0
    wide, high = board.columns - less + 2 * margin, board.rows - less + 2 * margin
    left = (board.origin_mm[0] - margin * board.pitch_mm) * px_per_mm
    top = (board.origin_mm[1] - margin * board.pitch_mm) * px_per_mm
    span = board.pitch_mm * px_per_mm
    exact = np.array([[1, 0, left], [0, 1, top]], np.float32)
    size = (round(wide * span), round(high * span))
    cut = cv2.warpAffine(layer, exact, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    target = (round(wide * scale), round(high * scale))
    way = cv2.INTER_AREA if target[0] < size[0] else cv2.INTER_LINEAR
    return Raster(np.asarray(cv2.resize(cut, target, interpolation=way), np.float32), scale, margin)


def sign_scale(kind: Kind) -> int:
    """Raster scale at which a sign's patch is `SIGN_PX` wide."""
    return round(SIGN_PX / SIGN_SPAN[kind])


def windows(source: Raster, board: Board, side: int, spots: NDArray[np.int64] | None = None) -> Image:
    """Square windows of `side` px round every spot, (rows * columns, side, side[, channels]), row by row; of some
    `spots` only where these are given, by their numbers."""
    shift = 0.0 if board.grid is Grid.POINTS else 0.5
    x, y = source.px(shift, shift)
    left, top = round(x + 0.5 - side / 2), round(y + 0.5 - side / 2)
    step = source.scale
    view = np.lib.stride_tricks.sliding_window_view(source.values, (side, side), axis=(0, 1))
    chosen = view[top : top + step * board.rows : step, left : left + step * board.columns : step]
    flat = (
        chosen.reshape(-1, *chosen.shape[2:])
        if spots is None
        else chosen[spots // chosen.shape[1], spots % chosen.shape[1]]
    )
    return np.asarray(np.moveaxis(flat, 1, -1) if flat.ndim == 4 else flat)


def sign_patches(board: Board, ink: Raster, printed: Raster, *others: Raster) -> Image:
    """Patches (n, 3 + others, SIGN_PX, SIGN_PX) of every spot of the board, row by row."""
    return stacked(*(windows(layer, board, SIGN_PX) for layer in (ink, printed, *others)))


def stacked(ink: Image, printed: Image, *others: Image) -> Image:
    """The channels of a network's input from windows (n, height, width) of ink, of print, and of other ink."""
    ink = np.clip(ink, 0, DARKEST)
    height, width = ink.shape[1:]
    middle = ink[:, height // 5 : -(height // 5), width // 5 : -(width // 5)]
    top = np.maximum(middle.max(axis=(1, 2), keepdims=True), FAINTEST)
    rest = [np.clip(layer, 0, DARKEST) for layer in others]
    return np.ascontiguousarray(
        np.stack([ink, np.minimum(ink / top, 1.0), printed * 3.0, *rest], 1), np.float32
    )


def sign_mask(kind: Kind) -> Image:
    """Which part of a pen's patch is the sign's own, (PEN_PX, PEN_PX), 1 inside."""
    away = (np.arange(PEN_PX) + 0.5) / PEN_PX * PEN_SPAN[kind] - PEN_SPAN[kind] / 2
    across, down = np.meshgrid(away, away)
    reach = np.hypot(across, down) if kind is Kind.POINT else np.maximum(abs(across), abs(down))
    return np.asarray(reach < PEN_REACH[kind], np.float32)


def stroke_mask() -> Image:
    """Which part of a pen's patch along a stroke is the stroke's own: its middle, away from both ends."""
    along = np.linspace(*STROKE_ALONG, PEN_PX)
    across = np.linspace(-1, 1, PEN_PX)
    return np.asarray(((along > 0.28) & (along < 0.72))[None, :] & (abs(across) < 0.6)[:, None], np.float32)


def pen_patches(tint: Image, total: Image, mask: Image) -> Image:
    """What tells pens: channels (n, 7, PEN_PX, PEN_PX) from tint (n, h, w, 3), total ink (n, h, w) and mask (h, w).

    Two are chroma (blue and red against the mean), two the same against the sign's own darkest place, one
    is all ink, one that against its darkest place, one the ink that is asked about.
    """
    own = total * mask
    top = np.maximum(own.max(axis=(1, 2), keepdims=True), FAINTEST)
    grey = tint.mean(-1)
    blue, red = tint[..., 0] - grey, tint[..., 2] - grey
    channels = [
        blue * 4,
        red * 4,
        blue / top * 2,
        red / top * 2,
        total,
        np.minimum(total / top, 1.5),
        own / top,
    ]
    return np.ascontiguousarray(np.stack(channels, 1), np.float32)


def stroke_strips(
    source: Raster, segments: list[Segment] | Array, size: tuple[int, int] = STROKE_PX, pieces: float = 1
) -> Image:
    """Strips (n, width, length) along board segments, whose ends are in lattice coordinates.

    Where segments are parts of strokes, so many `pieces` to a pitch, strips are as many times narrower."""
    length, width = size
    along = np.linspace(*STROKE_ALONG, length)
    across = np.linspace(-STROKE_ACROSS, STROKE_ACROSS, width) / pieces
    ends = np.array(segments, float).reshape(-1, 2, 2)
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    normal = np.stack([-way[:, 1], way[:, 0]], 1) / np.hypot(way[:, 0], way[:, 1])[:, None]
    at = (
        start[:, None, None]
        + way[:, None, None] * along[None, None, :, None]
        + normal[:, None, None] * across[None, :, None, None]
    )
    px = ((at + source.margin) * source.scale - 0.5).astype(np.float32).reshape(len(ends) * width, length, 2)
    values = _remapped(source.values, px)
    return np.asarray(values.reshape(len(ends), width, length, *source.values.shape[2:]))


def _remapped(values: Image, px: NDArray[np.float32]) -> Image:
    """`cv2.remap` in pieces, since it takes at most 32,767 rows."""
    most = 32_000
    pieces = [
        cv2.remap(
            values,
            px[k : k + most, :, 0],
            px[k : k + most, :, 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
        )
        for k in range(0, len(px), most)
    ]
    return np.concatenate(pieces) if pieces else np.zeros((0, *px.shape[1:2], *values.shape[2:]), np.float32)


def stroke_patches(ink: Raster, printed: Raster, segments: list[Segment] | Array, pieces: float = 1) -> Image:
    """Patches (n, 3, width, length) along the segments, `pieces` as in `stroke_strips`."""
    return stacked(
        stroke_strips(ink, segments, pieces=pieces), stroke_strips(printed, segments, pieces=pieces)
    )


def spot_number(board: Board, at: Point) -> int:
    """The row of a spot in arrays that list the board's spots row by row."""
    return at[1] * board.columns + at[0]

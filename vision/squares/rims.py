"""Frames drawn by hand, taken off the ink once they are known: they lie a third of a square beside the paper's lines,
and what is left in the squares along them would look like marks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.flatten import PX_PER_MM
from vision.ink import Image
from vision.squares.clusters import Box
from vision.squares.find import SQUARE_MM

REACH = 0.42
"""How far beside its line a frame may run, in squares."""

BEYOND = 0.35
"""How far it may run on beyond its corners."""

WIDEST_MM = 0.7
"""Half width of the widest pen's line."""

EDGE = 0.35
"""Ink under this share of the line's own is no longer the line."""

BENDING = 0.08
"""What a step aside costs the way along a frame, in densities."""


def without_frames(total: Image, frames: Sequence[Box]) -> Image:
    """The ink (rows, columns) without the lines along the rims of these boxes of squares."""
    cleared = total.copy()
    side = SQUARE_MM * PX_PER_MM
    for box in frames:
        left, right, top, bottom = ((k + 1) * side for k in (box.left, box.right, box.top, box.bottom))
        for layer, low, high, lines in (
            (cleared, left, right, (top, bottom)),
            (cleared.T, top, bottom, (left, right)),
        ):
            for line in lines:
                _take_off(layer, round(low - BEYOND * side), round(high + BEYOND * side), round(line), side)
    return cleared


def _take_off(layer: Image, start: int, end: int, line: int, side: float) -> None:
    """Take off, in place, the darkest way that runs near a row from one column to another."""
    reach = round(REACH * side)
    start, end = max(start, 0), min(end, layer.shape[1])
    low, high = max(line - reach, 0), min(line + reach + 1, layer.shape[0])
    if end - start < 2 or high - low < 3:
        return
    strip = layer[low:high, start:end]
    way = _darkest_way(np.minimum(strip, np.percentile(strip, 98)))
    columns = np.arange(strip.shape[1])
    own = strip[way, columns]
    usual = float(np.median(own))
    widest = round(WIDEST_MM * PX_PER_MM)
    for step in (1, -1):
        is_on = own > EDGE * usual
        for k in range(widest + 1):
            rows = way + step * k
            inside = (rows >= 0) & (rows < strip.shape[0])
            is_on = is_on & inside
            is_on[is_on] = strip[rows[is_on], columns[is_on]] > EDGE * usual
            if k or step == -1:
                # The way itself goes last: the other side of the line is told by it.
                strip[rows[is_on], columns[is_on]] = 0.0
    strip[way, columns] = np.where(own > EDGE * usual, 0.0, own)


def _darkest_way(strip: Image) -> NDArray[np.int64]:
    """The row in every column of the way with most ink, that moves by one row a column at most."""
    rows, columns = strip.shape
    best = np.zeros((rows, columns))
    came = np.zeros((rows, columns), np.int64)
    best[:, 0] = strip[:, 0]
    for x in range(1, columns):
        before = np.pad(best[:, x - 1], 1, constant_values=-np.inf)
        ways = np.stack([before[:-2] - BENDING, before[1:-1], before[2:] - BENDING])
        choice = ways.argmax(axis=0)
        came[:, x] = np.arange(rows) + choice - 1
        best[:, x] = strip[:, x] + ways[choice, np.arange(rows)]
    way = np.zeros(columns, np.int64)
    way[-1] = int(best[:, -1].argmax())
    for x in range(columns - 1, 0, -1):
        way[x - 1] = came[way[x], x]
    return way

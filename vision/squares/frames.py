"""Frames drawn by hand along the lines of squared paper: rectangles of a wanted size whose sides are all drawn over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.squares.clusters import Box

GAP = 1
"""Two frames lie at least so many squares apart."""

LEAST_SIDE = 0.4
"""How much of every side must be drawn."""


@dataclass(frozen=True, slots=True)
class Framed:
    """A frame with its corner at crossing `(left, top)`; `cover` is how much of it is drawn: the mean of all sides and
    of the worst one."""

    left: int
    top: int
    width: int
    height: int
    cover: float

    @property
    def size(self) -> tuple[int, int]:
        """Squares across and down."""
        return self.width, self.height

    @property
    def box(self) -> Box:
        """The crossings of its corners."""
        return Box(self.left, self.top, self.left + self.width, self.top + self.height)

    def meets(self, other: Framed) -> bool:
        """Whether two frames have squares in common, or lie too near to be two."""
        return (
            self.left < other.left + other.width + GAP
            and other.left < self.left + self.width + GAP
            and self.top < other.top + other.height + GAP
            and other.top < self.top + self.height + GAP
        )


def frames_of_size(
    across: NDArray[np.float64],
    down: NDArray[np.float64],
    size: tuple[int, int],
    least_cover: float,
    mouth: int = 0,
) -> list[Framed]:
    """Frames of `size` squares, the best drawn first, none meeting another.

    `across` (rows + 1, columns) and `down` (rows, columns + 1) say how much of each line between crossings is drawn.
    `mouth` squares in the middle of the upper and lower side need not be.
    """
    width, height = size
    rows, columns = down.shape[0], across.shape[1]
    if width > columns or height > rows:
        return []
    level = _running(across, width, axis=1, mouth=mouth)
    upright = _running(down, height, axis=0)
    tops = np.minimum(level[: rows - height + 1], level[height:])
    sides = np.minimum(upright[:, : columns - width + 1], upright[:, width:])
    # A hand leaves the paper's line for a stretch: one poor side is made up for by three good ones.
    worst = np.minimum(tops, sides)
    mean = (
        level[: rows - height + 1] + level[height:] + upright[:, : columns - width + 1] + upright[:, width:]
    ) / 4
    cover = np.where(worst > LEAST_SIDE, (worst + mean) / 2, 0.0)
    found: list[Framed] = []
    for place in np.argsort(-cover, axis=None):
        top, left = np.unravel_index(int(place), cover.shape)
        if cover[top, left] < least_cover:
            break
        frame = Framed(int(left), int(top), width, height, float(cover[top, left]))
        if not any(frame.meets(other) for other in found):
            found.append(frame)
    return found


def _running(values: NDArray[np.float64], length: int, *, axis: int, mouth: int = 0) -> NDArray[np.float64]:
    """Means over `length` neighbours along an axis, without the `mouth` in their middle."""
    windows = np.lib.stride_tricks.sliding_window_view(values, length, axis=axis)
    if not mouth:
        return np.asarray(windows.mean(axis=-1))
    before = (length - mouth) // 2
    return np.asarray(
        (windows[..., :before].sum(-1) + windows[..., before + mouth :].sum(-1)) / (length - mouth)
    )


def sides_of(box: Box) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of squares along a box's rim, between neighbouring crossings, smaller one first."""
    for x in range(box.left, box.right):
        yield (x, box.top), (x + 1, box.top)
        yield (x, box.bottom), (x + 1, box.bottom)
    for y in range(box.top, box.bottom):
        yield (box.left, y), (box.left, y + 1)
        yield (box.right, y), (box.right, y + 1)

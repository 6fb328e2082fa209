"""Marks on a large lattice that lie together: where a game is, and where its paper is empty."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of places on a lattice, its last row and column included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Steps from its first column to its last."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Steps from its first row to its last."""
        return self.bottom - self.top

    @property
    def inside(self) -> tuple[slice, slice]:
        """Rows and columns of an array that are inside."""
        return slice(self.top, self.bottom + 1), slice(self.left, self.right + 1)

    def mask(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """An array of this shape that is true inside."""
        mask = np.zeros(shape, bool)
        mask[self.inside] = True
        return mask

    def wider(self, by: int) -> Box:
        """The box with so many places more on every side, on or beyond the lattice; no lower than its first ones."""
        return Box(max(0, self.left - by), max(0, self.top - by), self.right + by, self.bottom + by)

    def turned(self, rows: int, columns: int, quarters: int) -> Box:
        """The same box on a page of so many squares that is turned clockwise by so many quarters."""
        box = self
        for _ in range(quarters % 4):
            box = Box(rows - box.bottom, box.left, rows - box.top, box.right)
            rows, columns = columns, rows
        return box

    def meets(self, other: Box) -> bool:
        """Whether two boxes have a place in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def grown(self, margin: int, least: int, most: int, last_column: int, last_row: int) -> Box:
        """The box with a margin, at least `least` and at most `most` places each way, on a lattice with these ends."""
        left, right = _grown(self.left, self.right, margin, least, most, last_column)
        top, bottom = _grown(self.top, self.bottom, margin, least, most, last_row)
        return Box(left, top, right, bottom)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Places that lie together: the box round them and how many there are."""

    box: Box
    count: int


def largest_cluster(marks: NDArray[np.bool_], gap: int) -> Cluster | None:
    """The most numerous marks (rows, columns) with no more than `gap` free places between neighbours."""
    if not marks.any():
        return None
    reach = 2 * ((gap + 1) // 2) + 1
    near = cv2.dilate(marks.astype(np.uint8), np.ones((reach, reach), np.uint8))
    _, labels = cv2.connectedComponents(near, connectivity=8)
    counts = np.bincount(labels[marks])
    rows, columns = np.nonzero(marks & (labels == int(counts.argmax())))
    box = Box(int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max()))
    return Cluster(box, int(counts.max()))


def _grown(low: int, high: int, margin: int, least: int, most: int, last: int) -> tuple[int, int]:
    low, high = max(0, low - margin), min(last, high + margin)
    while high - low + 1 < min(least, last + 1):
        low, high = max(0, low - 1), min(last, high + 1)
    while high - low + 1 > most and margin:
        low, high, margin = low + 1, high - 1, margin - 1
    return low, high

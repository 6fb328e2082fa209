"""Thins the ink to lines one pixel wide, cuts them at their junctions, and splits the pieces where they bend."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from skimage.morphology import skeletonize

from vision.freehand.ink import Field, Floats, Mask

BEND_PX = 1.7
"""A piece is split where it leaves its chord by more than this: above thinning noise, below a sign's curve."""
LEAST_PX = 5.0
"""Shorter segments are the crumbs of round signs and noise."""
MOST_SEGMENTS = 2500
"""More is a page of text or a texture; only the longest are looked at."""


@dataclass(frozen=True, slots=True)
class Segments:
    """Straight pieces of thinned strokes, longest first: `ends` (n, 2, 2) and pen `widths` (n,), in pixels; `depth`
    is the distance to the strokes' edge at every pixel of the mask.
    """

    ends: Floats
    widths: Floats
    depth: Field


def find_segments(mask: Mask) -> Segments:
    """The straight segments of the strokes in a mask."""
    thin = np.asarray(skeletonize(mask > 0), np.uint8)  # type: ignore[no-untyped-call]
    around = cv2.filter2D(thin, cv2.CV_8U, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT)
    junctions = cv2.dilate(((thin > 0) & (around > 3)).astype(np.uint8), np.ones((3, 3), np.uint8))
    cut = np.where(junctions > 0, 0, thin).astype(np.uint8)
    pieces, _ = cv2.findContours(cut, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    rows, widths = [], []
    for piece in pieces:
        if len(piece) < 2 * LEAST_PX:  # a contour runs along a thin piece and back
            continue
        path = _one_way(np.asarray(piece, np.int32))
        corners = cv2.approxPolyDP(path, BEND_PX, False)[:, 0, :]
        if len(corners) > 1:
            rows.append(np.stack([corners[:-1], corners[1:]], axis=1))
            middle = path[len(path) // 2, 0]
            widths.append(np.full(len(corners) - 1, 2 * depth[middle[1], middle[0]]))
    if not rows:
        return Segments(np.zeros((0, 2, 2)), np.zeros(0), np.asarray(depth, np.float32))
    ends, width = np.vstack(rows).astype(np.float64), np.concatenate(widths).astype(np.float64)
    lengths = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    order = np.argsort(-lengths, kind="stable")[:MOST_SEGMENTS]
    order = order[lengths[order] >= LEAST_PX]
    return Segments(ends[order], width[order], np.asarray(depth, np.float32))


def _one_way(contour: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """The half of a contour that runs along a thin piece from one end to the other, without the way back."""
    away = contour[:, 0] - contour[0, 0]
    start = int(np.argmax(np.einsum("ij,ij->i", away, away)))
    turned = np.roll(contour, -start, axis=0)
    away = turned[:, 0] - turned[0, 0]
    return turned[: int(np.argmax(np.einsum("ij,ij->i", away, away))) + 1]

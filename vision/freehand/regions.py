"""Which pixels of a close-up are which cell, and which are the grid's own lines."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.freehand.closeup import CloseUp
from vision.freehand.curves import Curve
from vision.freehand.ink import Floats, Mask
from vision.freehand.stroke import unit

Labels = npt.NDArray[np.int32]

ERASE = 1.2
"""Width of the band taken out for a line, in line widths, plus ERASE_PX."""
ERASE_PX = 2.5
SLACK = 0.3
"""Signs may stand this far outside the estimated outer cells, in cells."""


def cell_labels(view: CloseUp) -> Labels:
    """For every pixel the number of its cell, `3 * row + column`, or -1 outside the board."""
    shape = view.density.shape
    row = sum(_beyond(line, shape, np.array([0.0, 1.0])) for line in view.rows)
    column = sum(_beyond(line, shape, np.array([1.0, 0.0])) for line in view.columns)
    labels = np.asarray(3 * np.asarray(row, np.int32) + np.asarray(column, np.int32))
    outline = np.concatenate(
        [view.lattice[0], view.lattice[1:3, 3], view.lattice[3, ::-1], view.lattice[2:0:-1, 0]]
    )
    centre = view.lattice[1:3, 1:3].reshape(4, 2).mean(axis=0)
    outline = centre + (outline - centre) * (1 + SLACK / 1.5)
    inside = np.zeros(shape, np.uint8)
    cv2.fillPoly(inside, [cv2.convexHull(np.round(outline).astype(np.int32))], 1)
    return np.asarray(np.where(inside > 0, labels, -1), np.int32)


def _beyond(line: Curve, shape: tuple[int, ...], towards: Floats) -> Mask:
    """1 on the side of a line that lies `towards`, the line prolonged straight on at both ends."""
    points = line.points
    reach = 2.0 * max(shape)
    back = max(2, len(points) // 3)
    head = points[0] + reach * unit(points[0] - points[back])
    tail = points[-1] + reach * unit(points[-1] - points[-1 - back])
    along = unit(points[-1] - points[0])
    normal = np.array([-along[1], along[0]])
    normal = normal if normal @ towards > 0 else -normal
    side = np.vstack([head, points, tail, tail + 2 * reach * normal, head + 2 * reach * normal])
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(side).astype(np.int32)], 1)
    return mask


def line_mask(view: CloseUp) -> Mask:
    """1 where the grid's lines and other long strokes are."""
    return mask_of(view, (*view.rows, *view.columns, *view.strikes))


def proper(view: CloseUp, cell: int, share: float) -> Mask:
    """1 in a cell's own four corners, shrunken about its middle to a share of their distance."""
    row, column = divmod(cell, 3)
    corners = view.lattice[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
    corners = corners.mean(axis=0) + share * (corners - corners.mean(axis=0))
    mask = np.zeros(view.density.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask


def mask_of(view: CloseUp, lines: tuple[Curve, ...]) -> Mask:
    """1 where these lines are, a little wider than drawn."""
    mask = np.zeros(view.density.shape, np.uint8)
    for line in lines:
        thick = max(3, round(ERASE * min(line.width, 2.2 * view.width) + ERASE_PX))
        cv2.polylines(mask, [np.round(line.points * 8).astype(np.int32)], False, 1, thick, cv2.LINE_8, 3)
    return mask


def borders(labels: Labels) -> Mask:
    """1 where one cell ends and another begins, also where no line was drawn: ink does not connect across."""
    low = cv2.erode(labels.astype(np.int16), np.ones((2, 2), np.uint8))
    return np.asarray(low != labels, np.uint8)


def cut_share(view: CloseUp, cell: int) -> float:
    """The share of a cell that lies outside the photo."""
    height, width = view.density.shape
    row, column = divmod(cell, 3)
    quad = view.lattice[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
    steps = (np.arange(8) + 0.5) / 8
    across, down = np.meshgrid(steps, steps)
    upper = quad[0] + across[..., None] * (quad[1] - quad[0])
    lower = quad[3] + across[..., None] * (quad[2] - quad[3])
    places = upper + down[..., None] * (lower - upper)
    is_in = (places >= 0).all(axis=-1) & (places[..., 0] < width) & (places[..., 1] < height)
    return float(1 - is_in.mean())

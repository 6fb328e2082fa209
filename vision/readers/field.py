"""A field with loose points as the reader of long strokes sees it: the ink at a few pixels a millimetre."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, BoxMm, Label, Sheet
from printables.typeset import label_box
from vision.flatten import PX_PER_MM
from vision.ink import Image, Ink

Array = NDArray[np.float64]

FIELD_PX_PER_MM = 4.0
"""A ballpoint's line is nearly two pixels wide."""

MARGIN_MM = 6.0
"""Kept round the field: strokes may run over its edge."""

LABEL_MARGIN_MM = 0.35
"""Round a printed number, where its blurred rim looks like ink."""

PRINT_REACH_MM = 0.55
"""So near to a printed line of the squares what is seen may be its print."""

FRAME_MM = 0.6
"""So far inside the frame its blurred print reaches."""

POINT_REACH_MM = 1.3
"""Round a loose point its print and the ends of strokes cannot be told apart."""

DRAWN_REACH_MM = 1.7
"""The same for a point that was drawn by hand."""


@dataclass(frozen=True, slots=True)
class Field:
    """The ink of a field: `ink` (rows, columns) in densities, `known` where it can be judged, 0..1.

    `is_printed` says where pale lines are printed: what is left of them may look like a faint stroke.

    `corner_mm` is the page's place of the first pixel's corner, `points` (n, 2) are the loose points in pixels."""

    ink: Image
    known: Image
    is_printed: NDArray[np.bool_]
    points: Array
    noise: float
    corner_mm: tuple[float, float]

    @property
    def inside(self) -> tuple[float, float, float, float]:
        """The field's own edges in pixels: left, top, right, bottom."""
        height, width = self.ink.shape
        margin = MARGIN_MM * FIELD_PX_PER_MM
        return (margin, margin, width - margin, height - margin)


def field_of(ink: Ink, sheet: Sheet, board: Board) -> Field:
    """The field's part of a page."""
    left, top, right, bottom = board.box_mm
    box: BoxMm = (left - MARGIN_MM, top - MARGIN_MM, right + MARGIN_MM, bottom + MARGIN_MM)
    factor = FIELD_PX_PER_MM / PX_PER_MM
    rows, columns = ink.crop(box)
    values = np.asarray(
        cv2.resize(ink.total[rows, columns], None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA),
        np.float32,
    )
    corner = (columns.start / PX_PER_MM, rows.start / PX_PER_MM)
    known = np.ones(values.shape, np.float32)
    for shape in sheet.shapes:
        if isinstance(shape, Label):
            x0, y0, x1, y1 = label_box(shape)
            grown = (x0 - LABEL_MARGIN_MM, y0 - LABEL_MARGIN_MM, x1 + LABEL_MARGIN_MM, y1 + LABEL_MARGIN_MM)
            _blank(known, grown, corner)
    points = (np.array(board.loose, float).reshape(-1, 2) - corner) * FIELD_PX_PER_MM - 0.5
    reach = DRAWN_REACH_MM if board.is_drawn else POINT_REACH_MM
    for x, y in points:
        centre = (round(x * 16), round(y * 16))
        cv2.circle(known, centre, round(reach * FIELD_PX_PER_MM * 16), 0.0, -1, cv2.LINE_8, 4)
    frame = sheet.frame_of(board)
    if frame is not None:
        _blank_frame(known, frame, corner)
    return Field(values, known, _printed(board, values.shape, corner), points, ink.noise, corner)


def _printed(board: Board, shape: tuple[int, ...], corner: tuple[float, float]) -> NDArray[np.bool_]:
    """Where the squares' lines lie, blurred and a little beside their place."""
    reach = PRINT_REACH_MM * FIELD_PX_PER_MM
    steps = []
    for axis, size in ((0, shape[1]), (1, shape[0])):
        mm = (np.arange(size) + 0.5) / FIELD_PX_PER_MM + corner[axis] - board.origin_mm[axis]
        off = np.abs((mm + board.pitch_mm / 2) % board.pitch_mm - board.pitch_mm / 2)
        steps.append(off * FIELD_PX_PER_MM < reach)
    return np.asarray(steps[0][None, :] | steps[1][:, None])


def _blank(known: Image, box: BoxMm, corner: tuple[float, float]) -> None:
    left, top, right, bottom = (round((side - corner[k % 2]) * FIELD_PX_PER_MM) for k, side in enumerate(box))
    known[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = 0.0


def _blank_frame(known: Image, frame: BoxMm, corner: tuple[float, float]) -> None:
    """Nobody draws on the frame, what its print leaves looks like a long stroke, and beyond it is other print."""
    left, top, right, bottom = (
        round((side - corner[k % 2]) * FIELD_PX_PER_MM) for k, side in enumerate(frame)
    )
    inset = round(FRAME_MM * FIELD_PX_PER_MM)
    inside = known[top + inset : bottom - inset, left + inset : right - inset].copy()
    known[:] = 0.0
    known[top + inset : bottom - inset, left + inset : right - inset] = inside

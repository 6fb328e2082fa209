"""What pens left on the page: light and paper divided out, the known print subtracted.

Everything is optical density, `-ln(picture / paper)`, per channel. The paper is what stays bright under a
closing wider than any mark, so shadows, lamps and gradients drop out while strokes stay.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Box, BoxMm, Disc, Grid, Line, Sheet, Tone
from printables.pens import GREY
from vision.flatten import PX_PER_MM
from vision.photo import Picture

Image = NDArray[np.float32]

PAPER_PX_PER_MM = 1.0
"""Resolution at which the paper is looked for."""

POINTS_CLOSING_MM = 7
"""Marks on lattice points leave bare paper within a step of 5 mm."""

CELLS_CLOSING_PITCHES = 1.6
"""A filled cell is as wide as a cell; the closing must bridge it."""

PRINT_BLUR_MM = 0.13
"""Sigma of a printed edge as a phone sees it."""

PRINT_MARGIN = 1.1
"""The print is subtracted with this factor: rather a little too much than a ghost of lattice."""

DARKEST_DENSITY = 2.5
"""Beyond this, noise rules."""

_LOG = (-np.log((np.arange(256) + 1.0) / 256.0)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Ink:
    """The flat page as densities at `PX_PER_MM`: `colour` (rows, columns, 3) BGR without print, and `print`.

    `total` is the mean of the three channels. `paper` is the estimated paper in the picture's own values
    at 1 px a mm, `noise` the standard deviation of the density on bare paper.
    """

    colour: Image
    total: Image
    print: Image
    paper: NDArray[np.uint8]
    noise: float

    def crop(self, box_mm: BoxMm) -> tuple[slice, slice]:
        """Row and column slices of a box on the page."""
        left, top, right, bottom = (round(side * PX_PER_MM) for side in box_mm)
        rows, columns = self.total.shape
        return slice(max(top, 0), min(bottom, rows)), slice(max(left, 0), min(right, columns))


def separate_ink(flat: Picture, sheet: Sheet) -> Ink:
    """The ink on a flat page of this sheet."""
    paper = _paper(flat, sheet)
    level = cv2.resize(paper, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_LINEAR)
    colour = np.clip(_LOG[flat] - _LOG[level], 0.0, DARKEST_DENSITY)
    expected = _print(sheet, flat.shape[:2])
    total = cv2.transform(colour, np.full((1, 3), 1 / 3, np.float32)).reshape(colour.shape[:2])
    strength = _print_strength(total, expected)
    taken = expected * np.float32(strength * PRINT_MARGIN)
    colour = np.maximum(colour - taken[..., None], 0.0)
    total = cv2.transform(colour, np.full((1, 3), 1 / 3, np.float32)).reshape(colour.shape[:2])
    bare = total[::7, ::7][(expected[::7, ::7] < 0.01)]
    noise = float(np.median(bare) * 1.5) if bare.size else 0.02
    return Ink(colour, total, np.asarray(taken, np.float32), paper, max(noise, 0.004))


def _paper(flat: Picture, sheet: Sheet) -> NDArray[np.uint8]:
    """The paper's own brightness, at `PAPER_PX_PER_MM`, with ink and print closed over."""
    factor = PAPER_PX_PER_MM / PX_PER_MM
    small = np.asarray(cv2.resize(flat, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    closed = _closing(small, POINTS_CLOSING_MM)
    for board in sheet.boards:
        if board.grid is Grid.CELLS and _holds_fills(board):
            wide = _closing(small, int(CELLS_CLOSING_PITCHES * board.pitch_mm))
            rows, columns = _slices(board.box_mm, board.pitch_mm / 2, small.shape)
            closed[rows, columns] = wide[rows, columns]
    return np.asarray(cv2.GaussianBlur(closed, (0, 0), 1.5), np.uint8)


def _holds_fills(board: Board) -> bool:
    return any(symbol.value in ("filled", "hatched") for ask in board.asks for symbol in ask.symbols)


def _closing(small: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size | 1, size | 1))
    return np.asarray(cv2.morphologyEx(small, cv2.MORPH_CLOSE, kernel), np.uint8)


def _slices(box: BoxMm, margin: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    left, top, right, bottom = box
    return (
        slice(max(0, round((top - margin) * PAPER_PX_PER_MM)), min(shape[0], round((bottom + margin) * PAPER_PX_PER_MM))),
        slice(max(0, round((left - margin) * PAPER_PX_PER_MM)), min(shape[1], round((right + margin) * PAPER_PX_PER_MM))),
    )


def _print(sheet: Sheet, shape: tuple[int, int]) -> Image:
    """The density that the press put on the page, as a phone would see it at full strength."""
    grey = np.full(shape, 255, np.uint8)
    for shape_ in sheet.shapes:
        match shape_:
            case Line(start, end, width, tone):
                _stroke(grey, start, end, width, tone)
            case Box((left, top, right, bottom), width, tone, is_filled, _):
                if is_filled:
                    cv2.rectangle(grey, _px((left, top)), _px((right, bottom)), int(255 * GREY[tone]), -1, cv2.LINE_AA, 4)
                if width > 0:
                    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
                    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                        _stroke(grey, a, b, width, tone)
            case Disc(centre, radius, width, tone, is_filled):
                thickness = -1 if is_filled else max(1, round(width * PX_PER_MM))
                cv2.circle(grey, _px(centre), round(radius * PX_PER_MM * 16), int(255 * GREY[tone]), thickness, cv2.LINE_AA, 4)
            case _:
                continue
    return np.asarray(cv2.GaussianBlur(_LOG[grey], (0, 0), PRINT_BLUR_MM * PX_PER_MM), np.float32)


def _stroke(grey: NDArray[np.uint8], start: tuple[float, float], end: tuple[float, float], width: float, tone: Tone) -> None:
    """A line of the right density: thin ones are drawn 2 px wide and paler, as blur would leave them."""
    px = max(2, round(width * PX_PER_MM))
    pale = 1 - (1 - GREY[tone]) * width * PX_PER_MM / px
    cv2.line(grey, _px(start), _px(end), int(255 * pale), px, cv2.LINE_AA, 4)


def _px(point: tuple[float, float]) -> tuple[int, int]:
    return round((point[0] * PX_PER_MM - 0.5) * 16), round((point[1] * PX_PER_MM - 0.5) * 16)


def _print_strength(total: Image, expected: Image) -> float:
    """How dark this print is against the wanted one: the lower middle of the ratios on printed lines.

    Ink lies on some of the lines and only makes them darker, so the median is taken of the paler part.
    """
    on_line = expected[::3, ::3] > 0.6 * np.percentile(expected[::3, ::3], 98)
    ratios = total[::3, ::3][on_line] / expected[::3, ::3][on_line]
    return float(np.clip(np.percentile(ratios, 45), 0.2, 2.0)) if ratios.size > 50 else 1.0

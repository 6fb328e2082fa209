"""Squared paper as a sheet whose print is known: its lines, at squares of `SQUARE_MM`, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from printables.layout import Board, Line, Sheet, Tone
from printables.pens import GUIDE_WIDTH
from vision.flatten import PX_PER_MM
from vision.ink import Ink, separate_ink
from vision.photo import Picture
from vision.squares.find import SQUARE_MM, SquaredPaper

EDGE_SQUARES = 0.6
"""How far beyond the outermost crossings ink is believed: there the paper ends, or another begins."""


def squared_sheet(paper: SquaredPaper, boards: tuple[Board, ...] = ()) -> Sheet:
    """The page with its printed lines, each only as long as it was found."""
    return Sheet(
        game="",
        options=(),
        serial="",
        paper="",
        page_mm=paper.page.page_mm,
        lang="en",
        boards=boards,
        tags=(),
        codes=(),
        legends=(),
        shapes=tuple(_lines(paper)),
    )


def _lines(paper: SquaredPaper) -> list[Line]:
    lines = []
    for row in range(paper.rows + 1):
        there = np.nonzero(paper.is_there[row])[0]
        if len(there) > 1:
            start, end = paper.crossing_mm(there[0], row), paper.crossing_mm(there[-1], row)
            lines.append(Line(start, end, GUIDE_WIDTH, Tone.GUIDE))
    for column in range(paper.columns + 1):
        there = np.nonzero(paper.is_there[:, column])[0]
        if len(there) > 1:
            start, end = paper.crossing_mm(column, there[0]), paper.crossing_mm(column, there[-1])
            lines.append(Line(start, end, GUIDE_WIDTH, Tone.GUIDE))
    return lines


def squared_ink(flat: Picture, paper: SquaredPaper) -> Ink:
    """The ink on squared paper; none where there is no paper."""
    ink = separate_ink(flat, squared_sheet(paper))
    there = np.zeros((paper.rows + 3, paper.columns + 3), np.uint8)
    there[1:-1, 1:-1] = paper.is_there
    # A square is paper when a corner of it is; crossings lie at whole squares, so pixels between them count alike.
    side = SQUARE_MM * PX_PER_MM
    mask = cv2.warpAffine(
        cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)),
        np.array([[side, 0, 0], [0, side, 0]], np.float32),
        (ink.total.shape[1], ink.total.shape[0]),
        flags=cv2.INTER_NEAREST,
    )
    reach = round(EDGE_SQUARES * side)
    mask = cv2.dilate(mask, np.ones((reach, reach), np.uint8))
    return replace(ink, total=np.where(mask > 0, ink.total, np.float32(0.0)))

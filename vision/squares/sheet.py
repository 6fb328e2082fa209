"""Squared paper as a sheet whose print is known: its lines, at squares of `SQUARE_MM`, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Line, Sheet, Tone
from printables.pens import GUIDE_WIDTH
from vision.flatten import PX_PER_MM
from vision.ink import Image, Ink, separate_ink
from vision.photo import Picture
from vision.squares.find import SQUARE_MM, SquaredPaper, crossing_mm

CLOSING_MM = 16
"""Scribbled boxes and ships lie beside each other: dark things up to three squares wide are ink, not paper."""

EDGE_SQUARES = 0.3
"""How far beyond the outermost crossings ink is looked at: further out the paper ends, or another begins."""

LEAST_MARGIN = 0.5
MARGIN_COVER = 0.5
LEAST_MARGIN_INK = 0.04
"""A line of this density over so much of a paper, that is itself so long in the picture, is printed: a margin."""

DOT_PERCENT = 60.0
DOT_SPREAD_PX = 3
DOT_TAKEN = 1.25
"""Which percentile of the darkness round all crossings is a printed dot's, how far such a dot may be off its place, px
of the flat page, and how much of it is taken off."""

MOST_DOT = 2.5
"""Crossings with so many times the ink of a printed dot are written on."""

MARGIN_PARTS = 8
MOST_BARE_PARTS = 1
"""Of so many equal parts of its length, a margin may be hardly seen in so many."""

MARGIN_PX = 7
MARGIN_TAKEN = 1.5
"""How wide it may be, px of the flat page, and how much of its usual density is taken off."""


def squared_sheet(paper: SquaredPaper, boards: tuple[Board, ...] = ()) -> Sheet:
    """The page with its printed lines, each only as long as it was found; the dots of dotted paper are no shapes, since
    nobody knows how large they are."""
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
        shapes=() if paper.is_dotted else tuple(_lines(paper)),
    )


def _lines(paper: SquaredPaper) -> list[Line]:
    lines = []
    for row in range(paper.rows + 1):
        there = np.nonzero(paper.is_there[row])[0]
        if len(there) > 1:
            start, end = crossing_mm(there[0], row), crossing_mm(there[-1], row)
            lines.append(Line(start, end, GUIDE_WIDTH, Tone.GUIDE))
    for column in range(paper.columns + 1):
        there = np.nonzero(paper.is_there[:, column])[0]
        if len(there) > 1:
            start, end = crossing_mm(column, there[0]), crossing_mm(column, there[-1])
            lines.append(Line(start, end, GUIDE_WIDTH, Tone.GUIDE))
    return lines


def squared_ink(flat: Picture, paper: SquaredPaper) -> Ink:
    """The ink on squared paper; none where there is no paper."""
    ink = separate_ink(flat, squared_sheet(paper), CLOSING_MM)
    mask = _paper_mask(paper, ink.total.shape)
    total = np.where(mask > 0, ink.total, np.float32(0.0))
    if paper.is_dotted:
        _take_off_dots(total, paper)
    for one, there in ((total, mask), (total.T, mask.T)):
        _take_off_margins(one, there > 0)
    return replace(ink, total=total)


def _take_off_dots(total: Image, paper: SquaredPaper) -> None:
    """Take printed dots off, in place: most crossings are bare, and what they have in common is print."""
    side = round(SQUARE_MM * PX_PER_MM)
    half = side // 2
    rows, columns = paper.rows + 1, paper.columns + 1
    part = total[half : half + side * rows, half : half + side * columns]
    around = part.reshape(rows, side, columns, side).transpose(0, 2, 1, 3)
    printed = np.percentile(around[paper.is_there], DOT_PERCENT, axis=0).astype(np.float32)
    soft = cv2.dilate(printed, np.ones((DOT_SPREAD_PX, DOT_SPREAD_PX), np.uint8)) * np.float32(DOT_TAKEN)
    # Where a pen wrote there is much more than the dot, and what is left of a pen's dot without it would be a ring.
    amount = around.sum(axis=(2, 3)) / max(float(printed.sum()), 1e-6)
    is_bare = paper.is_there & (amount < MOST_DOT)
    around -= soft * is_bare[:, :, None, None]
    np.maximum(total, 0.0, out=total)


def _paper_mask(paper: SquaredPaper, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Where there is paper on the flat page: whole squares, and a little beyond."""
    side = round(SQUARE_MM * PX_PER_MM)
    there = paper.is_there
    whole = there[:-1, :-1] & there[1:, :-1] & there[:-1, 1:] & there[1:, 1:]
    squares = np.pad(whole.astype(np.uint8), 1)
    mask = np.zeros(shape[:2], np.uint8)
    wide = np.kron(squares, np.ones((side, side), np.uint8))
    height, width = min(shape[0], wide.shape[0]), min(shape[1], wide.shape[1])
    mask[:height, :width] = wide[:height, :width]
    reach = 2 * round(EDGE_SQUARES * side) + 1
    return np.asarray(cv2.dilate(mask, np.ones((reach, reach), np.uint8)), np.uint8)


def _take_off_margins(total: Image, is_paper: NDArray[np.bool_]) -> None:
    """Take lines off, in place, that run down most of the paper (total and is_paper are (rows, columns)): printed
    margins, and what is left of squares. What is drawn over them stays."""
    paper = np.maximum(is_paper.sum(axis=0), 1)
    long_enough = is_paper.sum(axis=0) > LEAST_MARGIN * total.shape[0]
    covered = ((total > LEAST_MARGIN_INK) & is_paper).sum(axis=0) / paper
    # Sides of frames drawn by hand are long too, but no line of the paper ends before its edge.
    parts = np.array_split(np.arange(total.shape[0]), MARGIN_PARTS)
    shares = [
        ((total[rows] > LEAST_MARGIN_INK) & is_paper[rows]).sum(axis=0)
        / np.maximum(is_paper[rows].sum(axis=0), 1)
        for rows in parts
    ]
    bare = sum(
        (share < MARGIN_COVER) & is_paper[rows].any(axis=0) for share, rows in zip(shares, parts, strict=True)
    )
    covered = np.where(bare > MOST_BARE_PARTS, 0.0, covered)
    is_line = (
        cv2.dilate((covered > MARGIN_COVER).astype(np.uint8)[None], np.ones((1, MARGIN_PX)))[0] > 0
    ) & long_enough
    for column in np.nonzero(is_line)[0]:
        own = total[is_paper[:, column], column]
        total[:, column] = np.maximum(total[:, column] - np.float32(MARGIN_TAKEN * np.median(own)), 0.0)

"""What was drawn into each of the nine cells: the ink between the lines, put together sign by sign.

The grid's own lines are taken out along their curves. A sign that runs over a line falls into two cells by
that; the smaller part is given back to the greater.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.freehand.closeup import CloseUp
from vision.freehand.ink import Field, Mask
from vision.freehand.regions import (
    ERASE,
    ERASE_PX,
    Labels,
    borders,
    cell_labels,
    cut_share,
    line_mask,
    mask_of,
    proper,
)

FAINTEST = 0.16
"""Ink weaker than this share of the lines' is never looked at: paper, print and shadows of its own."""
EDGE = 0.42
"""A pixel belongs to a sign when it is this share as dark as the sign's dark parts."""
SPECK = 0.10
"""Ink smaller than this share of a cell's side is a speck."""
RESIDUE = 0.07
"""A piece that nowhere leaves the line by more than this share of a cell is the line's own edge."""
OVERHANG = 0.4
"""A piece cut off by a line goes to its other part beyond the line when it is at most this share as large."""
NEAR = 0.16
"""Pieces nearer than this, in cells, are parts of one sign: strokes that just miss each other, skips of the pen."""
LEAST_SHARE = 0.06
"""Less than this share of a cell's ink is not looked at by itself."""
MOST_BLOBS = 4
"""Blobs of a cell that are looked at, largest first."""
OVERHANG_SIDE = 0.45
"""And no longer than this, in cells."""
INNER = 0.45
"""The middle part of a cell, where a long stroke may hide a sign."""


@dataclass(frozen=True, slots=True)
class Blob:
    """Ink that may be one sign: `box` round it (left, top, right, bottom) in close-up pixels.

    `density` is 0 outside it; `strength` is its darkness relative to the lines', `size` its longer side in
    cells, `thick` its stroke width in line widths; `inside` the share of it that lies within the cell proper;
    `share` its part of all ink in the cell.
    """

    box: tuple[int, int, int, int]
    density: Field
    strength: float
    size: float
    thick: float
    inside: float
    share: float


@dataclass(frozen=True, slots=True)
class CellInk:
    """What was drawn in one cell: what may be its sign.

    `cut` is the share of the cell outside the photo; `is_struck` says that a long stroke through its middle
    was taken out, and perhaps a sign with it.
    """

    blobs: tuple[Blob, ...]
    cut: float
    is_struck: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """A connected bit of ink: its number in the label picture, its cell, box and area."""

    number: int
    cell: int
    box: tuple[int, int, int, int]
    area: int


def drawn_cells(view: CloseUp) -> list[CellInk]:
    """The ink of the nine cells, row by row."""
    labels = cell_labels(view)
    lines = line_mask(view)
    away = np.asarray(cv2.distanceTransform(1 - lines, cv2.DIST_L2, 3), np.float32)
    between = borders(labels)
    ink = _ink_mask(view, labels, lines) * (1 - between)
    side = _cell_side(view)
    pieces, numbered = _pieces(ink, labels, away, side)
    pieces = _rejoined(pieces, numbered, np.maximum(lines, between), view.width, OVERHANG_SIDE * side)
    strikes = mask_of(view, view.strikes)
    return [
        CellInk(
            _blobs(view, cell, [piece for piece in pieces if piece.cell == cell], numbered, side),
            cut_share(view, cell),
            bool((strikes * proper(view, cell, INNER)).any()),
        )
        for cell in range(9)
    ]


def _cell_side(view: CloseUp) -> float:
    (a, b), (d, c) = view.lattice[1:3, 1:3]
    return float(np.mean([np.hypot(*way) for way in (b - a, c - b, d - c, a - d)]))


def _ink_mask(view: CloseUp, labels: Labels, lines: Mask) -> Mask:
    """1 where there is ink of a sign; what counts as ink is settled cell by cell, so a faint pen shows too."""
    soft = cv2.GaussianBlur(view.density, (0, 0), 0.7)
    least = max(FAINTEST * view.level, 2.5 * view.paper)
    bar = np.full(9, np.inf, np.float32)
    for cell in range(9):
        values = soft[(labels == cell) & (lines == 0)]
        if len(values) > 50:
            dark = min(float(np.percentile(values, 98)), 1.3 * view.level)
            if dark > least:
                bar[cell] = max(EDGE * dark, 0.8 * least)
    return np.asarray((soft > np.append(bar, np.inf)[labels]) & (lines == 0), np.uint8)


def _pieces(ink: Mask, labels: Labels, away: Field, side: float) -> tuple[list[_Piece], Labels]:
    """The connected bits of ink, without the edges of the lines."""
    _, found, stats, centres = cv2.connectedComponentsWithStats(ink, connectivity=8)
    numbered = np.asarray(found, np.int32)
    farthest = np.zeros(len(stats), np.float32)
    np.maximum.at(farthest, numbered.ravel(), away.ravel())
    pieces = []
    for number in range(1, len(stats)):
        left, top, width, height, area = (int(value) for value in stats[number])
        x, y = np.round(centres[number]).astype(int)
        cell = int(labels[y, x])
        if area < 5 or farthest[number] < RESIDUE * side or max(width, height) < 3:
            continue
        own = labels[top : top + height, left : left + width][
            numbered[top : top + height, left : left + width] == number
        ]
        own = own[own >= 0]
        if len(own) < 0.5 * area:
            continue
        cell = int(np.bincount(own).argmax()) if cell < 0 or cell not in own else cell
        pieces.append(_Piece(number, cell, (left, top, left + width, top + height), area))
    return pieces, numbered


def _rejoined(pieces: list[_Piece], numbered: Labels, lines: Mask, width: float, most: float) -> list[_Piece]:
    """Pieces up to `most` pixels long that a line cut from a greater one beyond it, given to the cell of that."""
    reach = int(ERASE * width + ERASE_PX + 3)
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    areas = {piece.number: piece for piece in pieces}
    out = []
    for piece in pieces:
        left, top, right, bottom = piece.box
        window = (slice(max(0, top - reach), bottom + reach), slice(max(0, left - reach), right + reach))
        near = cv2.dilate((numbered[window] == piece.number).astype(np.uint8), kernel)
        touched = near * cv2.dilate(lines[window], np.ones((3, 3), np.uint8))
        home = piece.cell
        if touched.any() and _longer(piece.box) <= most:
            numbers = np.unique(numbered[window][near > 0])
            beyond = [areas[n] for n in numbers.tolist() if n in areas and areas[n].cell != piece.cell]
            greater = [other for other in beyond if piece.area <= OVERHANG * other.area]
            if greater:
                home = max(greater, key=lambda other: other.area).cell
        out.append(_Piece(piece.number, home, piece.box, piece.area))
    return out


def _blobs(view: CloseUp, cell: int, pieces: list[_Piece], numbered: Labels, side: float) -> tuple[Blob, ...]:
    """The ink of one cell put together in all sensible ways: by nearness, and all of it at once."""
    if all(_longer(piece.box) < SPECK * side for piece in pieces):
        return ()
    mask = np.isin(numbered, [piece.number for piece in pieces]).astype(np.uint8)
    own = proper(view, cell, 1.0)
    reach = max(3, int(NEAR * side)) | 1
    count, clusters = cv2.connectedComponents(cv2.dilate(mask, np.ones((reach, reach), np.uint8)))
    clusters = clusters * mask
    areas = np.bincount(clusters.ravel(), minlength=count)
    areas[0] = 0
    least = max(1.0, LEAST_SHARE * float(mask.sum()))
    masks = [(clusters == n).astype(np.uint8) for n in np.argsort(-areas)[:MOST_BLOBS] if areas[n] >= least]
    if len(masks) > 1:
        masks.append(mask)
    blobs = [_blob(view, part, own, part.sum() / mask.sum(), side) for part in masks]
    return tuple(blob for blob in blobs if blob.size >= SPECK)


def _blob(view: CloseUp, mask: Mask, own: Mask, share: float, side: float) -> Blob:
    """The figures of a piece of ink."""
    left, top, width, height = cv2.boundingRect(mask)
    box = (left, top, left + width, top + height)
    wide = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    density = np.where(wide > 0, view.density, 0).astype(np.float32)
    strength = float(np.percentile(view.density[mask > 0], 65)) / max(view.level, 1e-3)
    deep = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    thick = 2 * float(np.percentile(deep[mask > 0], 90)) / max(view.width, 2.0)
    inside = float((mask & own).sum() / mask.sum())
    return Blob(box, density, strength, _longer(box) / side, thick, inside, float(share))


def _longer(box: tuple[int, int, int, int]) -> int:
    return max(box[2] - box[0], box[3] - box[1])

"""Cross, nought or nothing in each cell, with an honest confidence and the second choice.

Two opinions are weighed: the network's on the shape, and topology's (a nought holds a hole, a cross none).
Where they differ, or where the ink is faint, thick or cut off, the mark stays doubtful.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from printables.marks import Choice, Kind, Mark, Symbol
from vision.freehand.cells import Blob, CellInk
from vision.freehand.shapes import SIDE, Field, classify, cut_out

BOARD = "1"
FAINT = 0.24
"""Strength (relative to the lines) at which ink is as likely show-through or print as a sign."""
FAINT_SPREAD = 0.045
"""Spread of that limit."""
SMALL = 0.24
"""Longer side (in cells) at which ink is as likely a slip of the pen as a sign."""
SMALL_SPREAD = 0.03
OUTSIDE = 0.3
"""Share inside its cell at which ink is as likely something beside the board."""
OUTSIDE_SPREAD = 0.06
LARGE = 1.6
"""Longer side (in cells) at which ink is as likely more than one sign."""
LARGE_SPREAD = 0.06
STRUCK = 0.6
"""Highest confidence in an empty cell with a line through its middle."""
THICK = 3.2
"""Strokes this many times as wide as the lines are an object or a scribble, not a sign."""
SURELY_EMPTY = 0.9
"""An empty cell surer than this has no mark at all."""
EMPTY = 0.985
"""Confidence in a cell without any ink."""
SUREST = 0.995
"""No shape is surer than this."""
DISSENT = 0.6
"""Highest confidence in a sign whose holes speak against it."""
HOLE = 0.10
"""A hole of at least this share of the sign's box is a nought's; the loops of a double stroke are smaller."""
PUZZLING = 0.6
"""A cell below this confidence could not be read."""
MANY = 3
"""With so many of them something lies on the board, or it is none;"""
COMPANY = 0.8
"""the other cells are then trusted by this factor only."""
CROSS = Choice(Symbol.CROSS, 0)
NOUGHT = Choice(Symbol.NOUGHT, 1)
NOTHING = Choice(Symbol.NOTHING)
Chances = dict[Choice, float]
"""How likely each reading is."""


def read_signs(cells: list[CellInk], trust: float) -> tuple[Mark, ...]:
    """The marks of nine cells, row by row; surely empty cells have none. `trust` (0 to 1) scales them all."""
    pictures = [cut_out(blob.density, blob.box) for cell in cells for blob in cell.blobs]
    shapes = iter(zip(pictures, classify(np.stack(pictures)), strict=True)) if pictures else iter(())
    marks = []
    for place, cell in enumerate(cells):
        read = [_chances(blob, *next(shapes)) for blob in cell.blobs]
        chances = _weighed(cell, read)
        if cell.is_struck:
            chances[NOTHING] = min(chances[NOTHING], STRUCK)
        marks.append(_mark(place, chances, trust))
    if sum(mark.confidence < PUZZLING for mark in marks) >= MANY:
        marks = [replace(mark, confidence=round(COMPANY * mark.confidence, 3)) for mark in marks]
    return tuple(
        mark for mark in marks if mark.symbol is not Symbol.NOTHING or mark.confidence < SURELY_EMPTY
    )


def _weighed(cell: CellInk, read: list[Chances]) -> Chances:
    """The reading of a cell from those of its blobs: the best sign, less sure when other ink could be one too."""
    if not read:
        sure = EMPTY if cell.cut < 0.25 else 0.6 if cell.cut < 0.8 else 0.4
        return {NOTHING: sure, NOUGHT: (1 - sure) / 2, CROSS: (1 - sure) / 2}
    merits = [
        max(chances[CROSS], chances[NOUGHT]) * blob.share**0.3 * (0.4 + 0.6 * blob.inside)
        for blob, chances in zip(cell.blobs, read, strict=True)
    ]
    best = int(np.argmax(merits))
    blob, chances = cell.blobs[best], dict(read[best])
    if max(merits) < 0.25:
        # no sign among it: how much the ink matters is told by how much of it lies in the cell
        return max(read, key=lambda each: 1 - each[NOTHING])
    rivals = [
        sum(read[n][sign] for sign in (CROSS, NOUGHT))
        for n, other in enumerate(cell.blobs)
        if n != best and other.share < 1 and blob.share < 1
    ]
    doubt = 0.5 * max(rivals, default=0.0) + (0.15 if blob.share < 0.5 else 0.0)
    if cell.cut > 0.35:
        doubt = max(doubt, 0.3)
    for sign in (CROSS, NOUGHT):
        chances[sign] *= 1 - min(doubt, 0.6)
    return chances


def _chances(blob: Blob, picture: Field, shape: Field) -> Chances:
    """How likely each reading of a blob of ink is."""
    exists = _rises(blob.strength, FAINT, FAINT_SPREAD) * _rises(blob.size, SMALL, SMALL_SPREAD)
    exists *= _rises(blob.inside, OUTSIDE, OUTSIDE_SPREAD)
    fits = 1 - _rises(blob.size, LARGE, LARGE_SPREAD)
    cross, nought, other = (float(value) for value in shape)
    hole = _hole_share(picture)
    if cross > nought and hole > HOLE:
        cross = min(cross, DISSENT)
    if nought > cross and hole < HOLE / 2 and not _is_nearly_closed(picture):
        nought = min(nought, DISSENT)
    if blob.thick > THICK:
        cross, nought = 0.5 * cross, 0.5 * nought
    # ink that is no sign says nothing for sure: struck through, scribbled over, hidden
    nothing = max(1 - exists, min(exists * max(other, 1 - fits), 0.5))
    return {CROSS: exists * fits * cross, NOUGHT: exists * fits * nought, NOTHING: nothing}


def _mark(place: int, chances: Chances, trust: float) -> Mark:
    ranked = sorted(chances, key=lambda choice: -chances[choice])
    best, second = ranked[0], ranked[1]
    confidence = round(min(chances[best], SUREST) * trust, 3)
    at = (place % 3, place // 3)
    return Mark(BOARD, Kind.CELL, at, best.symbol, best.player, None, confidence, second)


def _rises(value: float, middle: float, spread: float) -> float:
    """A smooth step from 0 to 1 at `middle`."""
    return float(1 / (1 + np.exp(-(value - middle) / spread)))


def _hole_share(picture: Field) -> float:
    """The largest enclosed hole as a share of the sign's box."""
    paper = (np.pad(picture, 1) < 0.35).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(paper, connectivity=4)
    outside = labels[0, 0]
    holes = [int(stats[n, cv2.CC_STAT_AREA]) for n in range(1, count) if n != outside]
    return max(holes, default=0) / (SIDE * SIDE / 1.5)


def _is_nearly_closed(picture: Field) -> bool:
    """Whether the sign encloses a hole once small gaps in it are bridged."""
    bridged = cv2.morphologyEx(np.pad(picture, 8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))[8:-8, 8:-8]
    return _hole_share(np.asarray(bridged, np.float32)) > HOLE / 3

"""Strokes between lattice points (chains) and along the sides of cells (outlines), and whose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board, Grid
from printables.marks import Mark, Symbol
from vision import nets
from vision.page import InkedPage, Strokes
from vision.readers.choose import choose
from vision.readers.owners import line_owners
from vision.readers.strokes import NETS, strokes_on

SUREST_AT_FRAME = 0.9
"""Most that is believed of a line that runs along the outermost points: the frame beside it may be what is seen."""


def read_strokes(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All strokes of a kind on a board."""
    strokes = strokes_on(page, board, ask.kind)
    names = nets.symbols(NETS[ask.kind])
    has_frame = page.sheet.frame_of(board) is not None
    likely = _doubted_at_frame(board, strokes) if has_frame else strokes.likely
    chances = np.zeros((len(likely), len(names)))
    chances[:, names.index(Symbol.LINE)] = likely
    chances[:, names.index(Symbol.NOTHING)] = 1 - likely
    first = line_owners(page, board, ask.kind)
    return choose(page, board, ask, strokes.segments, names, chances, first, strokes.samples.densities)


def _doubted_at_frame(board: Board, strokes: Strokes) -> NDArray[np.float64]:
    """Chances that leave a doubt wherever a line seems to run along the outermost points, beside the printed frame."""
    if board.grid is not Grid.POINTS:
        return strokes.likely
    last = (board.columns - 1, board.rows - 1)
    at_frame = np.array(
        [
            any(start[axis] == end[axis] and start[axis] in (0, last[axis]) for axis in (0, 1))
            for start, end in strokes.segments
        ],
        bool,
    )
    return np.asarray(np.where(at_frame, np.minimum(strokes.likely, SUREST_AT_FRAME), strokes.likely))

"""Print is told from ink even where players draw along most of the printed lines; signs in the boxes they draw."""

from __future__ import annotations

import numpy as np

from companion.bench.pretend import draw
from companion.doubts import DOUBTFUL
from printables.marks import Kind, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from vision.photo import decode_photo
from vision.read import Stopwatch, read_sheets
from vision.readers.signs import agreed

SEED = 7_360_005
"""A game of boxes with more sides drawn than not, by a thin pen: two of them had been taken for print."""


def test_lines_over_most_of_the_print_are_ink() -> None:
    drawn = draw("dots_and_boxes", SEED)
    shot = pretend_photo(drawn.sheet, drawn.marks, level=Level.NORMAL, seed=SEED, begins=drawn.begins)
    (reading,) = read_sheets(decode_photo(shot.data), lambda sighting: drawn.sheet, Stopwatch({})).readings
    sides = {mark.at for mark in drawn.marks if mark.kind is Kind.OUTLINE}
    sure = {
        mark.at
        for mark in reading.marks
        if mark.kind is Kind.OUTLINE and mark.symbol is Symbol.LINE and mark.confidence >= DOUBTFUL
    }
    assert sides <= sure


def test_two_looks_that_differ_are_a_doubt() -> None:
    one = np.array([[0.99, 0.01], [0.99, 0.01]])
    two = np.array([[0.6, 0.4], [0.02, 0.98]])
    assert np.allclose(agreed(one, two), [[0.99, 0.01], [0.505, 0.495]])

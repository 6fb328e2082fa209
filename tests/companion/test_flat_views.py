"""Pictures of the flattened sheet: places told in millimetres are where they are told to be."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion import flat_views
from companion.flat_views import FlatView
from companion.found import Found, Wanted
from companion.reading import read_file
from printables.marks import Kind, Symbol

SAMPLES = Path(__file__).parents[2] / "samples"


def decoded(view: FlatView) -> NDArray[np.float64]:
    """The picture in grey, rows first."""
    return np.asarray(Image.open(io.BytesIO(view.jpeg)).convert("L"), float)


def signs_of(found: Found) -> int:
    """How many signs are drawn."""
    return sum(mark.symbol is not Symbol.NOTHING for mark in found.marks)


def darkest(view: FlatView, found: Found) -> tuple[float, float]:
    """How dark the darkest pixels are in cells with a sign, and in cells without, on the average."""
    grey = decoded(view)
    signs = {mark.at for mark in found.marks if mark.symbol is not Symbol.NOTHING and mark.kind is Kind.CELL}
    told: tuple[list[float], list[float]] = ([], [])
    board = found.boards[0]
    for at in board.ats(Kind.CELL):
        assert isinstance(at[0], int)
        x, y = board.centre_mm(at)  # type: ignore[arg-type]
        column, row = ((x - view.box_mm[0]) * view.px_per_mm, (y - view.box_mm[1]) * view.px_per_mm)
        half = 0.3 * board.pitch_mm * view.px_per_mm
        cell = grey[round(row - half) : round(row + half), round(column - half) : round(column + half)]
        told[at not in signs].append(float(np.percentile(cell, 2)))
    return float(np.mean(told[0])), float(np.mean(told[1]))


@pytest.mark.parametrize("name", ["two-pens", "by-hand-evening"])
def test_cells_lie_where_they_are_told(name: str) -> None:
    report = read_file(SAMPLES / "tic_tac_toe" / f"{name}.jpg", Wanted())
    found = max(report.found, key=signs_of)
    view = flat_views.flat_board(report, found)
    height, width = decoded(view).shape
    left, top, right, bottom = view.box_mm
    assert (
        abs((right - left) * view.px_per_mm - width) < 1 and abs((bottom - top) * view.px_per_mm - height) < 1
    )
    assert max(height, width) <= flat_views.MOST_PX
    for board in found.boards:
        assert left <= board.box_mm[0] and top <= board.box_mm[1]
        assert right >= board.box_mm[2] and bottom >= board.box_mm[3]
    with_sign, without = darkest(view, found)
    assert with_sign < without - 30


def test_names_are_cut_out() -> None:
    report = read_file(SAMPLES / "tic_tac_toe" / "two-pens.jpg", Wanted())
    names = dict(flat_views.written_names(report.found[0]))
    assert set(names) == {0, 1}
    for view in names.values():
        height, width = decoded(view).shape
        assert width > height > 20

"""Strokes from cell to cell: long ones in pieces, those that stand alone, and ink that is none of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.doubts import DOUBTFUL
from companion.games.barriers import GAME
from companion.games.barriers.options import BarriersOptions
from companion.press import make_sheet
from companion.reading import Found, Wanted, read_bytes
from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from vision.patches import Raster
from vision.pieces import cut_of, darkest_way, ends_of, pieces_along, shrunk
from vision.readers.bar import ALONE, standing_alone


def board(pitch: float, grid: Grid = Grid.CELLS, kind: Kind = Kind.BAR) -> Board:
    """A small board."""
    return Board("b", grid, (0.0, 0.0), pitch, 4, 4, (Ask(kind, (Symbol.LINE,), (0,)),))


# --- pieces -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pitch", "kind", "number"),
    [(5, Kind.CHAIN, 1), (8, Kind.CHAIN, 1), (11, Kind.OUTLINE, 1), (12, Kind.OUTLINE, 2), (18, Kind.BAR, 2)],
)
def test_only_long_strokes_are_cut(pitch: float, kind: Kind, number: int) -> None:
    assert cut_of(board(pitch), kind).number == number


def test_where_strokes_lie() -> None:
    ends = ends_of(board(5, Grid.POINTS, Kind.CHAIN), Kind.CHAIN, [((0, 0), (1, 1))])
    assert ends.tolist() == [[[0, 0], [1, 1]]]
    ((start, end),) = ends_of(board(18), Kind.BAR, [((0, 0), (1, 0))])
    assert start == pytest.approx([0.7, 0.5]) and end == pytest.approx([1.3, 0.5])
    assert shrunk(np.array([[[0.0, 0.0], [2.0, 0.0]]]), 0.5).tolist() == [[[0.5, 0.0], [1.5, 0.0]]]


@settings(max_examples=40, deadline=None)
@given(bow=st.floats(-0.2, 0.2), tilt=st.floats(-0.05, 0.05), noise=st.floats(0, 0.05))
def test_the_darkest_way_follows_the_line(bow: float, tilt: float, noise: float) -> None:
    """A bowed line is followed to a fiftieth of a pitch, whatever the grain round it."""
    scale, margin = 80, 1.0
    y, x = (np.mgrid[0 : 4 * scale, 0 : 4 * scale] + 0.5) / scale - margin
    middle = 1.5 + tilt * (x - 1.5) + bow * np.sin(np.pi * np.clip((x - 1) / 1, 0, 1))
    ink = 0.6 * np.exp(-(((y - middle) / 0.02) ** 2)) + noise * np.random.default_rng(1).random(x.shape)
    layer = Raster(ink.astype(np.float32), scale, margin)
    ends = np.array([[[1.0, 1.5], [2.0, 1.5]]])
    (aside,) = darkest_way(layer, ends, 4, 0.28)
    wanted = [tilt * (x - 0.5) + bow * np.sin(np.pi * x) for x in np.linspace(0, 1, 5)]
    assert np.abs(aside - wanted).max() < 0.03
    pieces = pieces_along(layer, ends, 4, 0.28)
    assert pieces.shape == (4, 2, 2)
    assert np.allclose(pieces[:-1, 1], pieces[1:, 0])


def test_bare_paper_is_followed_straight() -> None:
    layer = Raster(np.zeros((200, 200), np.float32), 40, 1.0)
    assert not darkest_way(layer, np.array([[[0.5, 0.5], [1.5, 0.5]]]), 2, 0.28).any()
    assert pieces_along(layer, np.zeros((0, 2, 2)), 2, 0.28).shape == (0, 2, 2)


# --- standing alone -----------------------------------------------------------------------------------

ROW = [((x, 0), (x + 1, 0)) for x in range(5)]


def test_strokes_that_share_no_cell_keep_their_chances() -> None:
    likely = np.array([0.9, 0.2])
    assert standing_alone([ROW[0], ROW[2]], likely) == pytest.approx(likely)
    assert standing_alone([], np.zeros(0)).shape == (0,)


def test_of_four_cells_in_a_row_the_middle_is_asked_about() -> None:
    first, middle, last = standing_alone(ROW[:3], np.full(3, 0.999))
    assert middle < DOUBTFUL < first == pytest.approx(last)
    two = standing_alone(ROW[:2], np.full(2, 0.9999))
    assert (two > DOUBTFUL).all(), "a clear line over three cells is told"
    weak, strong = standing_alone(ROW[:2], np.array([0.5, 0.999]))
    assert weak == pytest.approx(1 / (1 + ALONE), abs=0.01) and strong > DOUBTFUL


# --- photos -------------------------------------------------------------------------------------------


def read(text: str, seed: int, level: Level = Level.NORMAL, size: tuple[int, int] = (8, 8)) -> Found:
    """What a pretend photo of a position gives."""
    options = BarriersOptions(size=size)
    position = GAME.parse(text, options)
    shot = pretend_photo(make_sheet(GAME, options, serial=3), GAME.ink(position), level=level, seed=seed)
    report = read_bytes(shot.data, Wanted())
    assert report.error is None, report.error
    return report.found[0]


def test_every_fault_is_told_or_asked() -> None:
    text = "8x8 a7-a8-b8 c5-d4 f7 d1-e1-f1 g4-h4 h8-i8 a3/a4"
    found = read(text, 31)
    codes = {problem.code for problem in found.report.problems}
    assert {"LINE_BENT", "LINE_DIAGONAL", "LINE_LENGTH", "LINE_OUTSIDE", "LINE_ON_GRIDLINE"} <= codes
    odd = [mark for mark in found.marks if mark.kind is Kind.OUTLINE or mark.at[0] == mark.at[1]]
    assert odd and all(mark.confidence < DOUBTFUL for mark in odd)


def test_lines_end_to_end_are_two() -> None:
    text = "8x8 a1-b1 c1-d1 e1-f1 h1-h2 h3-h4 h5-h6"
    assert read(text, 32).report.position.lines == GAME.parse(text, BarriersOptions()).lines


@pytest.mark.parametrize("size", [(12, 12), (4, 5), (12, 4)])
def test_fields_of_every_size(size: tuple[int, int]) -> None:
    text = f"{size[0]}x{size[1]} a1-b1 a2-a3 c3-d3"
    assert read(text, 33, size=size).report.position == GAME.parse(text, BarriersOptions())

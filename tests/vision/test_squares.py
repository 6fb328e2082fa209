"""Squared paper: its lattice is found, games on it are read, and pictures without it give nothing."""

from __future__ import annotations

import numpy as np
import pytest
import skimage.data

from companion import catalog
from companion.found import Wanted
from companion.reading import read_bytes, read_photo
from samples.levels import Level
from samples.notebook import SquaredPage, notebook_photo
from tests.vision.notebook import notebook
from vision.photo import Photo, decode_photo
from vision.squares.find import SQUARE_MM, SquaredPaper, find_squares, turned


def _off(paper: SquaredPaper, page: SquaredPage, shot) -> np.ndarray:
    """How far the found crossings are from true ones, in squares of the true page."""
    px = paper.crossings_px()[paper.is_there]
    across, down = page.squares
    true = shot.to_px(np.array([page.crossing_mm(x, y) for y in range(down + 1) for x in range(across + 1)]))
    gaps = np.hypot(*(px[:, None] - true[None]).transpose(2, 0, 1)).min(axis=1)
    return gaps / paper.pitch_px


@pytest.mark.parametrize("seed", range(41, 47))
def test_the_lattice_is_found_with_a_residual_far_below_a_square(seed):
    page = SquaredPage.random(np.random.default_rng(seed))
    shot = notebook_photo(page, (), (), level=Level.NORMAL, seed=seed)
    papers = find_squares(decode_photo(shot.data).picture)
    assert papers, "no squared paper found"
    off = _off(papers[0], page, shot)
    on_page = off < 0.7
    # A ring of crossings beyond the paper, where its edge looks like a line, may be taken for paper.
    assert on_page.mean() > 0.85
    assert np.median(off[on_page]) < 0.04
    assert np.percentile(off[on_page], 95) < 0.12
    assert papers[0].is_there.sum() > 0.6 * np.prod(np.array(page.squares) + 1)


def test_a_page_turned_four_times_is_the_same_page():
    page = SquaredPage.random(np.random.default_rng(5))
    shot = notebook_photo(page, (), (), level=Level.EASY, seed=5)
    paper = find_squares(decode_photo(shot.data).picture)[0]
    again = turned(turned(paper, 3), 1)
    corner = np.array([[SQUARE_MM * 4, SQUARE_MM * 7]])
    assert again.columns == paper.columns
    assert np.allclose(again.page.to_px(corner), paper.page.to_px(corner), atol=0.3)


@pytest.mark.parametrize("game", ["dots", "five_in_a_row"])
@pytest.mark.parametrize("seed", [61, 62, 63])
def test_a_game_in_a_notebook_is_read(game, seed):
    drawn = notebook(game, seed)
    report = read_bytes(drawn.shot.data, Wanted(catalog.find_game(game)))
    assert report.error is None
    found = report.found[0]
    assert found.report.game.name == game
    assert not drawn.differences(found, with_players=game == "dots")


def test_the_game_is_guessed_from_what_is_drawn():
    report = read_bytes(notebook("five_in_a_row", 64).shot.data, Wanted())
    assert [found.report.game.name for found in report.found] == ["five_in_a_row"]


@pytest.mark.parametrize("name", ["brick", "grass", "page", "checkerboard", "astronaut", "coins"])
def test_pictures_without_a_game_give_nothing(name):
    picture = np.asarray(getattr(skimage.data, name)())
    colour = picture if picture.ndim == 3 else np.dstack([picture] * 3)
    report = read_photo(Photo(np.ascontiguousarray(colour[..., ::-1], np.uint8)), Wanted())
    assert not report.found
    assert report.error is not None


def test_empty_squared_paper_is_no_game():
    page = SquaredPage.random(np.random.default_rng(8))
    report = read_bytes(notebook_photo(page, (), (), level=Level.NORMAL, seed=8).data, Wanted())
    assert not report.found


def test_a_field_that_was_pointed_out_is_all_that_is_looked_at():
    drawn = notebook("five_in_a_row", 61)
    game = catalog.find_game("five_in_a_row")
    corners = drawn.shot.to_px(np.array([drawn.board.origin_mm, drawn.board.node_mm((16, 16))]))
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    there = read_bytes(drawn.shot.data, Wanted(game, field_px=(left, top, right - left, bottom - top)))
    assert there.found and not drawn.differences(there.found[0], with_players=False)
    elsewhere = read_bytes(drawn.shot.data, Wanted(game, field_px=(0.0, 0.0, 30.0, 30.0)))
    assert not elsewhere.found

"""Several games on one page are all found, listed and read; one game is never taken for two."""

from __future__ import annotations

import pytest

from companion.batch import describe, listed
from companion.found import Wanted
from companion.reading import read_bytes
from companion.seen_squares import PointedOut
from samples.levels import Level
from samples.notebook import photo_of_games
from tests.vision.games_on_a_page import PAGE, dots, five, tic_tac_toe
from tests.vision.notebook import Notebook


@pytest.mark.parametrize("seed", [701, 702])
def test_two_games_of_dots_side_by_side(seed):
    pair = [dots("left", (2, 8), (13, 13), seed)[0], dots("right", (27, 9), (13, 13), seed + 50)[0]]
    shot = photo_of_games(PAGE, pair, level=Level.NORMAL, seed=seed)
    report = read_bytes(shot.data, Wanted())
    assert [found.report.game.name for found in report.found] == ["dots", "dots"]
    for drawing in pair:
        drawn = Notebook(shot, drawing.board, drawing.marks)
        assert any(not drawn.differences(found, with_players=True) for found in report.found)


def test_dots_and_a_small_grid_on_one_page():
    game, grid = dots("dots", (4, 4), (16, 16), 701)[0], tic_tac_toe("grid", (14, 36), "XO./.X./O.X")
    shot = photo_of_games(PAGE, [game, grid[0]], level=Level.NORMAL, seed=701)
    report = read_bytes(shot.data, Wanted())
    assert [found.report.game.name for found in report.found] == ["dots", "tic_tac_toe"]
    assert str(report.found[1].report.position) == str(grid[1])
    text = describe(report, "en")
    assert text.startswith("2 games drawn by hand:\n1. Dots (")
    assert "\n2. Tic-tac-toe (a grid drawn by hand; --field " in text
    assert report.found[1].seen is not None
    where = PointedOut(report.found[1].report.game, report.found[1].seen.corners_px)
    again = read_bytes(shot.data, Wanted(pointed_out=(where,)))
    assert [str(found.report.position) for found in again.found] == [str(grid[1])]
    readings = report.to_json("ru", with_marks=False)["readings"]
    assert readings[1]["reason"] == "сетка, нарисованная от руки"


def test_dots_and_five_in_a_row_on_one_page():
    games = [five("five", (4, 6), (15, 15), 705)[0], dots("dots", (8, 36), (16, 16), 755)[0]]
    report = read_bytes(photo_of_games(PAGE, games, level=Level.NORMAL, seed=705).data, Wanted())
    assert sorted(found.report.game.name for found in report.found) == ["dots", "five_in_a_row"]


def test_one_game_is_listed_as_one():
    game = dots("dots", (4, 14), (20, 20), 709)[0]
    report = read_bytes(photo_of_games(PAGE, [game], level=Level.NORMAL, seed=709).data, Wanted())
    assert len(report.found) == 1
    line = listed(report)
    assert line is not None and line.en.startswith("Drawn by hand: Dots (") and "\n" not in line.en

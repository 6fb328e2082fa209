"""Games read in a field that somebody pointed out: as it stands, snapped to the paper's squares."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion import catalog
from companion.demo import sample_photos
from companion.found import Found, PhotoReport, Wanted
from companion.freehand import games_by_hand
from companion.reading import read_file
from companion.seen_squares import PointedOut, SeenPaper
from vision.squares.clusters import Box

NOTEBOOKS = ("dots", "dots_and_boxes", "five_in_a_row", "sea_battle")


@cache
def photo(game: str) -> Path:
    return next(path for path in sample_photos() if (path.parent.name, path.stem) == (game, "notebook"))


@cache
def guessed(game: str) -> PhotoReport:
    return read_file(photo(game), Wanted())


def pointed(game: str, photo_of: str, move: Callable[[tuple[int, ...]], tuple[int, ...]]) -> PhotoReport:
    """The photo read as a game in the guessed field of it, moved."""
    report = guessed(photo_of)
    assert report.squares is not None
    seen = report.found[0].seen
    assert seen is not None and seen.sides is not None and seen.paper is not None
    left, top, right, bottom = move(seen.sides)
    corners = report.squares.papers[seen.paper].corners_of((left, top, right, bottom))
    place = PointedOut(catalog.find_game(game), corners)
    return read_file(photo(photo_of), Wanted(pointed_out=(place,)))


def as_it_was(sides: tuple[int, ...]) -> tuple[int, ...]:
    return sides


@pytest.mark.parametrize("game", NOTEBOOKS)
def test_the_guessed_field_gives_the_same_when_it_is_pointed_out(game: str) -> None:
    told, again = guessed(game).found[0], pointed(game, game, as_it_was).found[0]
    assert str(again.report.position) == str(told.report.position)
    assert again.seen is not None and again.seen.why.en.startswith("pointed out, ")


def test_a_field_is_as_large_as_it_was_pointed_out() -> None:
    found: Found = pointed("dots", "dots", lambda s: (s[0], s[1], s[2] + 2, s[3] + 1)).found[0]
    before = guessed("dots").found[0].boards[0]
    assert (found.boards[0].columns, found.boards[0].rows) == (before.columns + 2, before.rows + 1)


def test_a_game_that_does_not_fit_says_so() -> None:
    report = pointed("sea_battle", "dots", lambda s: (s[0], s[1], s[0] + 3, s[1] + 3))
    assert report.error_code == "FIELD_UNFIT" and not report.found
    assert report.error is not None
    assert "3 by 3 squares" in report.error.en and "3 на 3" in report.error.ru


def test_no_grid_in_the_field_is_told() -> None:
    assert pointed("tic_tac_toe", "five_in_a_row", as_it_was).error_code == "FIELD_UNFIT"


def test_a_game_that_needs_its_sheet_is_told() -> None:
    assert "segments" not in games_by_hand() and "tic_tac_toe" in games_by_hand()
    assert pointed("segments", "five_in_a_row", as_it_was).error_code == "FIELD_UNFIT"


def test_corners_beside_the_paper_are_told() -> None:
    place = PointedOut(
        catalog.find_game("dots"), ((-900.0, -900.0), (-800.0, -900.0), (-800.0, -800.0), (-900.0, -800.0))
    )
    assert read_file(photo("dots"), Wanted(pointed_out=(place,))).error_code == "FIELD_UNFIT"


def test_a_paper_is_kept_whole() -> None:
    squares = guessed("sea_battle").squares
    assert squares is not None
    paper = squares.papers[0]
    again = SeenPaper.from_json(paper.to_json())
    assert np.abs(again.crossings_px - paper.crossings_px).max() <= 0.5
    assert (again.is_there == paper.is_there).all()
    sides = (2, 3, 9, 11)
    turned_round = paper.corners_of(sides)[2:] + paper.corners_of(sides)[:2]
    assert again.sides_between(turned_round) is not None
    assert again.sides_between(turned_round)[0] == sides  # type: ignore[index]


def test_a_box_turned_four_times_is_the_same_box() -> None:
    box = Box(1, 2, 7, 5)
    assert box.turned(20, 30, 4) == box
    assert box.turned(20, 30, 1) == Box(15, 1, 18, 7)
    assert box.turned(20, 30, 1).turned(30, 20, 3) == box

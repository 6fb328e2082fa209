"""Tic-tac-toe drawn by hand, in pretend photos: found, read in order, and nothing found where there is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from printables.marks import Kind, Symbol
from tests.vision.freehand.drawing import (
    Board,
    Canvas,
    Hand,
    draw_board,
    paper,
    photograph,
    random_photo,
)
from vision.freehand.find import FreehandGrid, find_grids

LETTERS = {Symbol.CROSS: "X", Symbol.NOUGHT: "O", Symbol.NOTHING: "."}
SURE = 0.85
"""Marks of lower confidence are doubtful."""
PLAYED = "XO.OX.X.O"


def _rows(grid: FreehandGrid) -> str:
    cells = ["."] * 9
    for mark in grid.marks:
        x, y = np.asarray(mark.at)
        cells[3 * int(y) + int(x)] = LETTERS[mark.symbol]
    return "".join(cells)


def _doubtful(grid: FreehandGrid) -> set[int]:
    places = [(np.asarray(mark.at), mark.confidence) for mark in grid.marks]
    return {3 * int(at[1]) + int(at[0]) for at, confidence in places if confidence < SURE}


def _turned(degrees: float, cell: float, shear: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    turn = np.deg2rad(degrees)
    across = cell * np.array([np.cos(turn), np.sin(turn)])
    return across, cell * np.array([-np.sin(turn), np.cos(turn)]) + shear * across


def _one_board(
    page: Canvas,
    rows: str,
    *,
    degrees: float = 0.0,
    shear: float = 0.0,
    hand: Hand | None = None,
    is_closed: bool = False,
) -> np.ndarray:
    rng = np.random.default_rng(3)
    across, down = _turned(degrees, 95.0, shear)
    middle = np.array([page.shape[1], page.shape[0]]) / 2
    origin = middle - 1.5 * (across + down)
    draw_board(page, rows, origin, across, down, hand or Hand(), rng, is_closed=is_closed)
    return photograph(page, rng)[0]


@pytest.mark.parametrize("kind", ["plain", "squared", "lined", "dotted"])
@pytest.mark.parametrize("is_closed", [False, True])
def test_reads_a_board_on_any_paper(kind: str, is_closed: bool) -> None:
    photo = _one_board(paper(kind, (900, 700)), PLAYED, is_closed=is_closed)
    (grid,) = find_grids(photo)
    assert _rows(grid) == PLAYED
    assert grid.confidence > 0.5


@pytest.mark.parametrize("degrees", [-35, -15, 10, 25, 40])
def test_reads_a_turned_board_upright_as_the_picture_stands(degrees: float) -> None:
    (grid,) = find_grids(_one_board(paper("plain", (900, 700)), "XXXOO....", degrees=degrees))
    assert _rows(grid) == "XXXOO...."


def test_reads_a_sheared_board() -> None:
    (grid,) = find_grids(_one_board(paper("plain", (900, 700)), PLAYED, shear=0.45))
    assert _rows(grid) == PLAYED


@pytest.mark.parametrize("width", [2.5, 5, 9, 14])
def test_reads_thin_and_thick_pens(width: float) -> None:
    (grid,) = find_grids(_one_board(paper("plain", (900, 700)), PLAYED, hand=Hand(width, 0.7)))
    assert _rows(grid) == PLAYED


@pytest.mark.parametrize(
    "pens", [("blue", "red", "black"), ("pencil", "pencil", "pencil"), ("red", "red", "blue")]
)
def test_reads_any_pen(pens: tuple[str, str, str]) -> None:
    (grid,) = find_grids(_one_board(paper("squared", (900, 700)), PLAYED, hand=Hand(5, 1.0, *pens)))
    assert _rows(grid) == PLAYED


def test_finds_an_empty_grid_and_an_impossible_position() -> None:
    (empty,) = find_grids(_one_board(paper("plain", (900, 700)), "........."))
    (full,) = find_grids(_one_board(paper("plain", (900, 700)), "OOOOOOOOO"))
    assert not empty.marks
    assert _rows(full) == "OOOOOOOOO"


def test_boards_come_in_reading_order_with_their_places() -> None:
    rng = np.random.default_rng(5)
    page = paper("squared", (1400, 1100))
    rows = ["X........", "O........", "XX.......", "OO......."]
    for n, each in enumerate(rows):
        across, down = _turned(rng.normal(0, 5), 80.0)
        origin = np.array([150 + 700 * (n % 2), 130 + 480 * (n // 2) + 30 * (n % 2)])
        draw_board(page, each, origin, across, down, Hand(), rng)
    photo, _ = photograph(page, rng)
    grids = find_grids(photo)
    assert [_rows(grid) for grid in grids] == rows
    for n, grid in enumerate(grids):
        x, y = grid.place_px((1.5, 1.5))
        assert abs(x - (270 + 700 * (n % 2))) < 40
        assert abs(y - (250 + 480 * (n // 2) + 30 * (n % 2))) < 40
        left, top = grid.corners_px[0]
        right, bottom = grid.corners_px[2]
        assert left < x < right and top < y < bottom


def test_marks_say_whose_they_are() -> None:
    (grid,) = find_grids(_one_board(paper("plain", (900, 700)), "XO......."))
    cross, nought = grid.marks
    assert (cross.symbol, cross.player, cross.at, cross.kind) == (Symbol.CROSS, 0, (0, 0), Kind.CELL)
    assert (nought.symbol, nought.player, nought.at) == (Symbol.NOUGHT, 1, (1, 0))
    assert cross.confidence > SURE and cross.other is not None
    assert cross.board == "1"


def test_a_scribbled_out_cell_is_doubtful() -> None:
    rng = np.random.default_rng(8)
    page = paper("plain", (900, 700))
    across, down = _turned(0, 95.0)
    draw_board(page, "X...O....", np.array([307.0, 207.0]), across, down, Hand(), rng)
    points = np.array([545, 445]) + rng.normal(0, 18, (60, 2))
    cv2.polylines(page, [points.astype(np.int32)], False, (0.15, 0.15, 0.15), 5, cv2.LINE_AA)
    (grid,) = find_grids(photograph(page, rng)[0])
    assert grid.confidence < 0.5 or 8 in _doubtful(grid)


def test_highlighter_under_a_board_does_no_harm() -> None:
    page = paper("plain", (900, 700))
    for x in range(260, 660, 45):
        cv2.line(page, (x, 560), (x + 90, 130), (0.35, 0.88, 0.62), 26, cv2.LINE_AA)
    (grid,) = find_grids(_one_board(page, PLAYED))
    assert _rows(grid) == PLAYED


def _text_page() -> Canvas:
    page = paper("plain", (1000, 1300))
    for n in range(36):
        words = "The quick brown fox #3 jumps over HTLEF grid + lines 41/17"[n % 9 :]
        cv2.putText(
            page, words, (60, 60 + 34 * n), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0.1, 0.1, 0.1), 2, cv2.LINE_AA
        )
    return page


def _table_page() -> Canvas:
    page = paper("plain", (1000, 1300))
    for k in range(11):
        cv2.line(page, (100 + 70 * k, 100), (100 + 70 * k, 800), (0.2, 0.2, 0.2), 3)
        cv2.line(page, (100, 100 + 70 * k), (800, 100 + 70 * k), (0.2, 0.2, 0.2), 3)
    return page


def _stray_lines() -> Canvas:
    page = paper("plain", (1000, 1300))
    upright = [((200, 200), (210, 900)), ((500, 250), (480, 950))]
    for ends in [*upright, ((150, 1100), (900, 1000)), ((700, 100), (900, 400))]:
        cv2.line(page, *ends, (0.2, 0.2, 0.2), 4, cv2.LINE_AA)
    return page


@pytest.mark.parametrize(
    "page",
    [
        *(paper(kind, (1000, 1300), strength=0.25) for kind in ("plain", "squared", "lined", "dotted")),
        paper("squared", (1000, 1300), pitch=90, strength=0.6),
        _text_page(),
        _table_page(),
        _stray_lines(),
    ],
    ids=["plain", "squared", "lined", "dotted", "bold squares", "text", "table", "stray lines"],
)
@pytest.mark.parametrize("tilt", [0.0, 0.4])
def test_pages_without_a_game_give_nothing(page: Canvas, tilt: float) -> None:
    photo, _ = photograph(page.copy(), np.random.default_rng(1), tilt=tilt, shade=0.3)
    assert find_grids(photo) == []


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 400, 3), (300, 300, 3), (40, 40, 3)])
def test_tiny_and_blank_pictures_give_nothing(shape: tuple[int, int, int]) -> None:
    assert find_grids(np.full(shape, 200, np.uint8)) == []


def test_noise_gives_nothing() -> None:
    assert find_grids(np.random.default_rng(0).integers(0, 256, (400, 500, 3), np.uint8)) == []


def _nearest(grids: list[FreehandGrid], board: Board) -> FreehandGrid | None:
    away = [float(np.hypot(*(np.array(grid.corners_px).mean(axis=0) - board.centre))) for grid in grids]
    return grids[int(np.argmin(away))] if away and min(away) < 90 else None


def test_random_photos_are_read_and_no_error_is_silent() -> None:
    right = total = false = 0
    silent = []
    for seed in range(500, 512):
        photo, boards = random_photo(seed)
        grids = find_grids(photo)
        false += max(0, len(grids) - len(boards))
        for board in boards:
            total += 1
            grid = _nearest(grids, board)
            if grid is not None:
                wrong = {n for n in range(9) if _rows(grid)[n] != board.rows[n]}
                right += not wrong
                if grid.confidence >= 0.5 and not wrong <= _doubtful(grid):
                    silent.append((seed, _rows(grid), board.rows))
    assert not silent
    assert false == 0
    assert right >= 0.9 * total

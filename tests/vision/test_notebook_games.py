"""Games in notebooks as people draw them: filled ships, scribbled boxes, large fields, odd frames, other papers."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.bench import notebook, notebook_score
from companion.found import Wanted
from companion.games.dots.by_hand import fields
from companion.games.sea_battle.labels import Labels, faults
from companion.reading import read_bytes
from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Mark, Symbol
from samples.levels import Level
from samples.notebook import SquaredPage, Written, notebook_photo
from vision.flatten import PX_PER_MM
from vision.ink import Ink
from vision.photo import decode_photo
from vision.squares.clusters import Box
from vision.squares.drawn import Drawn
from vision.squares.find import SQUARE_MM, Squares, find_squares
from vision.squares.rims import without_frames
from vision.squares.shading import with_hidden_crosses
from vision.tags import find_tags

SQUARE = round(SQUARE_MM * PX_PER_MM)
SHIPS, SHOTS = 0, 1
ASKS = (
    Ask(Kind.CELL, (Symbol.FILLED, Symbol.HATCHED), (SHIPS,)),
    Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS), (SHOTS,)),
)


def _ink(total: np.ndarray) -> Ink:
    small = np.zeros((2, 2, 3), np.float32)
    return Ink(total, small, np.zeros_like(total), np.zeros((2, 2, 3), np.uint8), 0.004)


def _shaded(gap_px: int) -> np.ndarray:
    """One square of the page with slanting strokes so far apart."""
    square = np.zeros((3 * SQUARE, 3 * SQUARE), np.float32)
    for shift in range(-SQUARE, SQUARE, gap_px):
        cv2.line(square, (SQUARE + shift, 2 * SQUARE), (2 * SQUARE + shift, SQUARE), 1.0, 3, cv2.LINE_AA)
    square[:, :SQUARE] = square[:, 2 * SQUARE :] = 0
    return square


@pytest.mark.parametrize(("gap_px", "hides"), [(4, True), (14, False)])
def test_dense_shading_may_hide_a_cross_and_bare_paper_rules_it_out(gap_px, hides):
    board = Board("own", Grid.CELLS, (SQUARE_MM, SQUARE_MM), SQUARE_MM, 1, 1, ASKS)
    ship = Mark("own", Kind.CELL, (0, 0), Symbol.FILLED, SHIPS, None, 0.999)
    marks = with_hidden_crosses(_ink(_shaded(gap_px)), board, [ship])
    asked = [mark for mark in marks if mark.symbol is Symbol.NOTHING]
    assert bool(asked) is hides
    assert all(mark.other.symbol is Symbol.CROSS and mark.other.player == SHOTS for mark in asked)


def test_a_shot_that_was_seen_is_not_asked_about_again():
    board = Board("own", Grid.CELLS, (SQUARE_MM, SQUARE_MM), SQUARE_MM, 1, 1, ASKS)
    ship = Mark("own", Kind.CELL, (0, 0), Symbol.FILLED, SHIPS, None, 0.999)
    shot = Mark("own", Kind.CELL, (0, 0), Symbol.CROSS, SHOTS, None, 0.999)
    assert with_hidden_crosses(_ink(_shaded(4)), board, [ship, shot]) == [ship, shot]


def test_a_frame_beside_its_line_is_taken_off_and_a_dot_in_the_field_stays():
    total = np.zeros((8 * SQUARE, 8 * SQUARE), np.float32)
    corner, end = round(1.75 * SQUARE), round(6.2 * SQUARE)
    cv2.rectangle(total, (corner, corner), (end, end), 0.8, 3, cv2.LINE_AA)
    cv2.circle(total, (4 * SQUARE, 4 * SQUARE), 5, 0.8, -1)
    cleared = without_frames(total, [Box(1, 1, 5, 5)])
    assert total.sum() > 4 * cleared.sum()
    assert cleared[4 * SQUARE, 4 * SQUARE] == pytest.approx(0.8)
    assert cleared[corner + 3 * SQUARE, corner] == 0


# --- dots ---------------------------------------------------------------------------------------------


def _drawn(places: list[tuple[int, int]], columns: int, rows: int) -> Drawn:
    """Dots alone on paper of this size."""
    dots = np.zeros((rows + 1, columns + 1))
    for x, y in places:
        dots[y, x] = 1.0
    cells, nothing = np.zeros((rows, columns)), np.zeros((rows + 1, columns + 1))
    return Drawn(
        columns=columns,
        rows=rows,
        dots=dots,
        lone=dots * 0.08,
        crosses=cells,
        noughts=cells,
        shades=cells,
        across=nothing[:, :-1],
        down=nothing[:-1],
        thread_across=nothing[:, :-1],
        thread_down=nothing[:-1],
        inside=cells,
        is_inner=np.pad(np.ones((rows - 1, columns - 1), bool), 1),
        spans=cells,
        things=np.zeros((0, 4)),
    )


CLUSTER = [(x, y) for x in range(5, 12) for y in range(5, 10)]


def test_a_dot_far_from_the_others_is_in_the_field_and_asked_about():
    (field,) = fields(_drawn([*CLUSTER, (35, 20)], 45, 50))
    board = field.boards[0]
    far = (35 - (round(board.origin_mm[0] / SQUARE_MM) - 1), 20 - (round(board.origin_mm[1] / SQUARE_MM) - 1))
    assert far[0] < board.columns and far[1] < board.rows
    marks = [Mark(board.name, Kind.POINT, at, Symbol.DOT, 0, None, 0.999) for at in (far, (2, 2), (20, 9))]
    kept = {mark.at: mark.confidence for mark in field.sheetlike(marks)}
    assert kept == {far: 0.9, (2, 2): 0.999}, "what is drawn between is no dot like the others"


def test_dots_that_no_field_can_hold_are_told():
    (field,) = fields(_drawn([*CLUSTER, (10, 70)], 45, 74))
    assert max(field.options.size) <= 52
    assert [problem.code for problem in field.problems(None)] == ["DOT_OUT_OF_FIELD"]
    (near,) = fields(_drawn(CLUSTER, 45, 74))
    assert not near.problems(None)


# --- sea battle ---------------------------------------------------------------------------------------


def test_where_the_widest_number_stands_tells_which_way_the_numbers_run():
    ten = (0.8, *(0.4,) * 9)
    full = (True,) * 10
    assert list(faults(Labels(full, full, ten))) == [("NUMBERS_UPWARDS", True)]
    assert list(faults(Labels(full, full, ten[::-1]))) == []
    assert list(faults(Labels(full, full, (0.0, *ten[1:])))) == [], "one was not seen alone: nothing is said"
    assert list(faults(Labels((False, *full[1:]), full, ten[::-1]))) == [("LETTERS_FEW", False)]
    assert list(faults(Labels((False,) * 10, (False,) * 10, (0.0,) * 10))) == [("LABELS_MISSING", False)]


@pytest.mark.parametrize(("size", "codes"), [((10, 10), set()), ((9, 10), {"FIELD_SIZE_WRONG"})])
def test_a_frame_of_a_wrong_size_is_read_as_drawn_and_told(size, codes):
    page = SquaredPage((160.0, 202.0), 5.0, (2.5, 2.5))
    asks = (Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS)),)
    boards = tuple(
        Board(name, Grid.CELLS, page.crossing_mm(3 + number * 14, 6), 5.0, *size, asks)
        for number, name in enumerate(("own", "target"))
    )
    marks = [
        Mark(board.name, Kind.CELL, (x, y), Symbol.CROSS, 1)
        for board in boards
        for x, y in ((1, 1), (5, 4), (7, 8), (3, 6))
    ]
    shot = notebook_photo(
        page,
        boards,
        marks,
        level=Level.EASY,
        seed=3,
        frames=[notebook.rim(board) for board in boards],
        drawings=list(notebook.labels(boards, "АБВГДЕЖЗИК")),
    )
    report = read_bytes(shot.data, Wanted())
    (found,) = report.found
    assert found.report.game.name == "sea_battle"
    assert {(board.columns, board.rows) for board in found.boards} == {size}
    assert {problem.code for problem in found.report.problems} & {
        "FIELD_SIZE_WRONG",
        "COORDINATES_WRONG",
    } == codes


# --- photos -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seed"), [("dots_and_boxes", 101), ("dots_and_boxes", 106), ("sea_battle", 107), ("dots", 103)]
)
def test_what_is_read_otherwise_than_drawn_is_asked_about(game, seed):
    drawn = notebook.draw(game, seed, (Level.NORMAL, Level.EASY)[seed % 2])
    report, _ = notebook_score.read(drawn, is_told=False)
    score = notebook_score.score_of(drawn, report)
    assert score.verdict in ("right", "right when answered"), score.silent


def test_the_score_sees_a_wrong_mark():
    drawn = notebook.draw("five_in_a_row", 108, Level.NORMAL)
    report, _ = notebook_score.read(drawn, is_told=False)
    less = replace(drawn, plan=replace(drawn.plan, marks=drawn.plan.marks[1:]))
    assert notebook_score.score_of(drawn, report).verdict == "right"
    assert notebook_score.score_of(less, report).verdict == "wrong"


@pytest.mark.parametrize(("square_mm", "is_dotted"), [(4.0, False), (7.0, False), (10.0, False), (5.0, True)])
def test_other_papers_are_found(square_mm, is_dotted):
    page = SquaredPage.random(np.random.default_rng(7), square_mm, is_dotted=is_dotted)
    shot = notebook_photo(page, (), (), level=Level.EASY, seed=7)
    paper = find_squares(decode_photo(shot.data).picture)[0]
    assert paper.is_dotted is is_dotted
    rows, columns = np.nonzero(paper.is_seen)
    px = paper.page.to_px(np.stack([columns + 1.0, rows + 1.0], 1) * SQUARE_MM)
    across, down = page.squares
    true = shot.to_px(np.array([page.crossing_mm(x, y) for y in range(down + 1) for x in range(across + 1)]))
    off = np.hypot(*(px[:, None] - true[None]).transpose(2, 0, 1)).min(axis=1) / paper.pitch_px
    assert (off < 0.1).mean() > 0.9
    assert paper.is_seen.sum() > 0.6 * len(true)


def test_hidden_squares_leave_what_lies_on_them():
    page = SquaredPage((160.0, 202.0), 5.0, (2.5, 2.5))
    word = Written(0, "ВОДА", (80.0, 100.0), 12.0)
    shot = notebook_photo(page, (), (), level=Level.EASY, seed=9, drawings=(word,))
    picture = decode_photo(shot.data).picture.copy()
    where = np.round(shot.to_px(np.array([(60.0, 150.0), (80.0, 150.0), (80.0, 170.0), (60.0, 170.0)])))
    cv2.fillConvexPoly(picture, where.astype(np.int32), (255, 255, 255))
    tag = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12), 3, 400
    )
    inner = shot.to_px(np.array([(63.0, 153.0), (77.0, 153.0), (77.0, 167.0), (63.0, 167.0)]))
    corners = np.array([(0, 0), (400, 0), (400, 400), (0, 400)], np.float32)
    way = cv2.getPerspectiveTransform(corners, inner.astype(np.float32))
    laid = cv2.warpPerspective(np.dstack([tag] * 3), way, picture.shape[1::-1], borderValue=(255, 255, 255))
    picture = np.minimum(picture, laid)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    hidden = Squares(picture).hidden(grey)
    assert hidden is not None
    assert [tag.id for tag in find_tags(hidden, enough=1)[0]] == [3]
    assert cv2.Laplacian(hidden, cv2.CV_32F).std() < cv2.Laplacian(grey, cv2.CV_32F).std()

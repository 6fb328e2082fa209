"""Every sheet can be printed, played on and read: places inside the page, apart, and the same in any language."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printables.boards import board_room
from printables.compose import QR_QUIET_MM, Composer, Edition
from printables.errors import LayoutError, PrintError
from printables.fiducials import WHITE_MM, tag_box
from printables.layout import (
    Box,
    BoxMm,
    CodeForm,
    Disc,
    Grid,
    Label,
    Line,
    Pattern,
    Purpose,
    Shape,
    Sheet,
    Tone,
)
from printables.paper import A4, EDGE_MM, Orientation, Page
from printables.typeset import label_box
from tests.printables.sheets import make_sheet

SLACK_MM = 0.05


def box_of(shape: Shape) -> BoxMm:
    match shape:
        case Line((x1, y1), (x2, y2), width):
            half = width / 2
            return (min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half)
        case Box((left, top, right, bottom), width):
            return (left - width / 2, top - width / 2, right + width / 2, bottom + width / 2)
        case Disc((x, y), radius, width):
            reach = radius + width / 2
            return (x - reach, y - reach, x + reach, y + reach)
        case Label():
            return label_box(shape)
        case Pattern(box):
            return box


def grown(box: BoxMm, by: float) -> BoxMm:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def meet(a: BoxMm, b: BoxMm) -> bool:
    return (
        a[0] < b[2] - SLACK_MM
        and b[0] < a[2] - SLACK_MM
        and a[1] < b[3] - SLACK_MM
        and b[1] < a[3] - SLACK_MM
    )


def test_nothing_is_printed_near_the_edge(sheet: Sheet) -> None:
    width, height = sheet.page_mm
    for shape in sheet.shapes:
        left, top, right, bottom = box_of(shape)
        assert min(left, top) >= EDGE_MM - SLACK_MM, shape
        assert right <= width - EDGE_MM + SLACK_MM, shape
        assert bottom <= height - EDGE_MM + SLACK_MM, shape


def test_tags_and_qr_have_their_white_zones(sheet: Sheet) -> None:
    qr = next(code.box_mm for code in sheet.codes if code.form is CodeForm.QR)
    zones = [(tag_box(tag), WHITE_MM) for tag in sheet.tags] + [(qr, QR_QUIET_MM)]
    for box, white in zones:
        inside = [shape for shape in sheet.shapes if meet(grown(box, white), box_of(shape))]
        assert len(inside) == 1
        assert isinstance(inside[0], Pattern)
        assert inside[0].box == box


def test_boards_legends_and_codes_lie_apart(sheet: Sheet) -> None:
    boxes = [
        *(board_room(board, has_labels=False) for board in sheet.boards),
        *(legend.box_mm for legend in sheet.legends),
        *(code.box_mm for code in sheet.codes),
        *(tag_box(tag) for tag in sheet.tags),
    ]
    assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]


def test_no_text_runs_into_another_or_into_a_box(sheet: Sheet) -> None:
    labels = [box_of(shape) for shape in sheet.shapes if isinstance(shape, Label)]
    solid = [
        box_of(shape) for shape in sheet.shapes if isinstance(shape, Box | Pattern) and shape_is_dark(shape)
    ]
    assert not [pair for pair in combinations(labels, 2) if meet(*pair)]
    assert not [(label, box) for label in labels for box in solid if meet(label, box)]


def shape_is_dark(shape: Box | Pattern) -> bool:
    return isinstance(shape, Pattern) or shape.tone is not Tone.WASH


def test_spots_lie_on_the_page_and_apart(plain_sheet: Sheet) -> None:
    width, height = plain_sheet.page_mm
    for board in plain_sheet.boards:
        centres = [spot.place_mm[0] for spot in board.spots() if len(spot.place_mm) == 1]
        assert len(set(centres)) >= board.columns * board.rows
        assert all(EDGE_MM < x < width - EDGE_MM and EDGE_MM < y < height - EDGE_MM for x, y in centres)


def test_every_sheet_has_what_a_reader_needs(sheet: Sheet) -> None:
    assert len(sheet.tags) == 8
    assert {code.form for code in sheet.codes} == set(CodeForm)
    assert {legend.player for legend in sheet.legends if legend.purpose is Purpose.MARK} == {0, 1}
    assert {legend.player for legend in sheet.legends if legend.purpose is Purpose.BEGINS} == {0, 1}
    for board in sheet.boards:
        inner = [
            shape
            for shape in sheet.shapes
            if isinstance(shape, Line) and shape.tone is Tone.GUIDE and meet(board.box_mm, box_of(shape))
        ]
        less = 2 if board.grid is Grid.POINTS else 1
        assert len(inner) >= board.columns - less + board.rows - less


@pytest.mark.parametrize("game", ["dots", "sea_battle", "tic_tac_toe"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_places_do_not_depend_on_language_or_serial(game: str, paper: str) -> None:
    russian = make_sheet(game, paper=paper, lang="ru", serial=1)
    english = make_sheet(game, paper=paper, lang="en", serial=2**24 - 1)
    assert russian.boards == english.boards
    assert russian.tags == english.tags
    assert russian.legends == english.legends
    assert [code.box_mm for code in russian.codes if code.form is not CodeForm.TEXT] == [
        code.box_mm for code in english.codes if code.form is not CodeForm.TEXT
    ]


def test_serial_may_be_a_number_or_its_letters() -> None:
    assert make_sheet("dots", serial=1234567) == make_sheet("dots", serial="15NM7")  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(st.integers(5, 40), st.integers(5, 40), st.sampled_from(["a4", "letter"]))
def test_every_size_of_dots_fits(columns: int, rows: int, paper: str) -> None:
    board = make_sheet("dots", paper=paper, size=(columns, rows)).board("field")
    assert 3.9 <= board.pitch_mm <= 10.0  # 40x40 on one page: the squares of a 4 mm notebook
    assert (board.columns, board.rows) == (columns, rows)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_usual_dots_board_is_squared_paper(paper: str) -> None:
    board = make_sheet("dots", paper=paper).board("field")
    left, top, right, bottom = board.box_mm
    assert board.pitch_mm == 5.0
    assert (right - left, bottom - top) == pytest.approx((190.0, 155.0))


def test_start_dots_are_printed_as_disc_and_ring() -> None:
    sheet = make_sheet("dots")
    board = sheet.board("field")
    assert board.printed == (((18, 15), 0), ((19, 15), 1), ((18, 16), 1), ((19, 16), 0))
    for at, player in board.printed:
        disc = next(s for s in sheet.shapes if isinstance(s, Disc) and s.centre == board.centre_mm(at))
        assert disc.is_filled == (player == 0)


def test_things_over_each_other_are_refused() -> None:
    composer = Composer(Page(A4, Orientation.PORTRAIT), Edition("dots", "Dots", "", "en", 1))
    composer.legend(0, Purpose.NAME, (50, 50, 80, 60))
    with pytest.raises(LayoutError, match=r"score of player 0 .* lies over name of player 0"):
        composer.legend(0, Purpose.SCORE, (79, 50, 90, 60))
    with pytest.raises(LayoutError, match="runs off the page"):
        composer.legend(0, Purpose.SCORE, (190, 50, 205, 60))


@pytest.mark.parametrize(("setting", "value"), [("paper", "a5"), ("lang", "de")])
def test_unknown_paper_or_language_is_told_in_one_line(setting: str, value: Any) -> None:
    with pytest.raises(PrintError) as caught:
        make_sheet("dots", **{setting: value})
    assert "\n" not in str(caught.value)

"""Segments: every example of the rules, layouts, the exact search against a plain one, and photos."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from math import hypot
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import cli, press
from companion.corrections import Fix, boards_of, judge_again, nearest_spot, with_points
from companion.doubts import DOUBTFUL
from companion.errors import IllegalMove, NotationError
from companion.games.segments import GAME
from companion.games.segments.hints import hint, judged, solver_of
from companion.games.segments.options import SegmentsOptions
from companion.games.segments.paper import ink, read
from companion.games.segments.points import APART, FIELD, MARGIN, Spot, circle, do_cross, is_near, scattered
from companion.games.segments.rules import Line, Pair, Segments, parse, start, stroke_of
from companion.games.segments.solve import MisereSolver, Solver, kayles, table_of
from companion.questions import Given
from companion.reading import Wanted, read_photo
from companion.same_places import as_drawn
from companion.trial import random_game, random_position
from printables.marks import Choice, Kind, Mark, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.companion.data import examples
from vision.photo import decode_photo

EXAMPLES = {example["id"]: example for example in examples("segments")}
MOVERS = ("first", "second")


def position_of(example: dict[str, Any]) -> Segments:
    """The position of an example, whose points are in whole millimetres."""
    spots = tuple((10 * x, 10 * y) for x, y in example["points"])
    lines = tuple(sorted(Line((min(pair), max(pair))) for pair in example["segments"]))
    return Segments(lines, 0, SegmentsOptions(placed=spots))


def strokes(pairs: list[list[int]]) -> set[Any]:
    return {stroke_of((min(pair), max(pair))) for pair in pairs}


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 10


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_example(example: dict[str, Any]) -> None:
    expect = example["expect"]
    if example["ask"] == "convex":
        check_convex(example["n"], expect["values"])
        return
    position = position_of(example)
    assert parse(str(position), SegmentsOptions()) == position
    if example["ask"] == "winner":
        found = hint(position)
        assert found is not None
        assert found.value == ("win" if expect["mover"] == "wins" else "loss")
        if "winning" in expect:
            assert set(found.best) == strokes(expect["winning"])
        return
    assert [problem.code for problem in position.problems()] == expect["violations"]
    if "to_move" in expect:
        assert MOVERS[position.mover] == expect["to_move"]
    if "legal" in expect:
        assert set(position.moves()) == strokes(expect["legal"])
    if "loser" in expect:
        outcome = position.outcome()
        assert outcome is not None and MOVERS[1 - (outcome.winner or 0)] == expect["loser"]


def check_convex(numbers: list[int], values: list[int]) -> None:
    """By the formula, and up to nine points by searching the circle itself."""
    assert [kayles(number) for number in numbers] == values
    for number in range(2, 10):
        table = table_of(circle(number))
        parts = table.parts((1 << len(table.pairs)) - 1)
        assert sum(len(table.points_of(part)) for part in parts) == number
        assert plain_value(table.spots, ()) == values[number]


# --- layouts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [6, 11, 15, 20, 31])
def test_points_lie_apart_and_off_each_others_lines(number: int) -> None:
    least = {6: 30, 11: 30, 15: 19, 20: 9, 31: 2}[number]
    for seed in (1, 2, 77):
        spots = scattered(number, seed)
        assert len(set(spots)) == number
        for x, y in spots:
            assert MARGIN <= x <= FIELD[0] - MARGIN and MARGIN <= y <= FIELD[1] - MARGIN
        for (ax, ay), (bx, by) in combinations(spots, 2):
            assert hypot(ax - bx, ay - by) >= APART
        for one, two in combinations(spots, 2):
            assert not any(is_near(spot, one, two, least) for spot in spots if spot not in (one, two))


def test_a_layout_is_the_same_wherever_it_is_built() -> None:
    """Printed sheets must be readable for ever: these points may not change."""
    assert scattered(15, 1)[:3] == FIRST_OF_LAYOUT_1
    assert circle(15)[:3] == ((750, 210), (1010, 265), (1226, 422))


FIRST_OF_LAYOUT_1 = ((711, 108), (367, 246), (99, 274))


def test_a_new_print_has_new_points_and_a_reprint_the_same() -> None:
    one, two = (press.make_sheet(GAME, SegmentsOptions(), lang="en") for _ in range(2))
    assert one.board("field").loose != two.board("field").loose
    asked = SegmentsOptions(seed=1234)
    three, four = (press.make_sheet(GAME, asked, lang="en") for _ in range(2))
    assert three.board("field").loose == four.board("field").loose
    assert dict(three.options) == {"seed": "1234"}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_points_do_not_depend_on_the_paper(paper: str) -> None:
    board = press.make_sheet(GAME, SegmentsOptions(seed=5), paper=paper, serial=1).board("field")
    left, top = board.origin_mm
    for (x, y), (px, py) in zip(scattered(15, 5), board.loose, strict=True):
        assert (px, py) == pytest.approx((left + x / 10, top + y / 10))


# --- rules --------------------------------------------------------------------------------------------

SQUARE = "0,0;10,0;10,10;0,10"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"{SQUARE} 1-2 3-4", []),
        (f"{SQUARE} 1-3 2-4", ["SEGMENTS_CROSS"]),
        (f"{SQUARE} 1-2 1-4", ["POINT_USED_TWICE"]),
        (f"{SQUARE} 1-2~", ["SEGMENT_NOT_STRAIGHT"]),
        (f"{SQUARE} 1-2?", ["SEGMENT_END_OFF_POINT"]),
        (f"{SQUARE} 1-2 +20,30.5", ["POINT_ADDED"]),
        (f"{SQUARE} A1-2 A3-4", ["COUNT_MISMATCH"]),
        (f"{SQUARE} A1-2 B3-4", []),
        (f"{SQUARE} B A1-2 B3-4", []),
        (f"{SQUARE} B A1-2", ["COUNT_MISMATCH"]),
        ("0,0;20,0;10,1 1-2", ["SEGMENT_THROUGH_POINT"]),
        ("0,0;20,0;10,1.1 1-2", []),
        ("0,0;20,0;10,0;10,20 1-2 3-4", ["SEGMENT_THROUGH_POINT", "SEGMENTS_CROSS"]),
    ],
)
def test_violations(text: str, codes: list[str]) -> None:
    position = parse(text, SegmentsOptions())
    assert [problem.code for problem in position.problems()] == codes
    assert str(position) == text
    for problem in position.problems():
        assert problem.text("ru") and problem.text("en")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (((0, 0), (2, 0)), "POINT_USED_TWICE"),
        (((2, 0), (3, 0)), "SEGMENTS_CROSS"),
        (((4, 0), (6, 0)), "SEGMENT_THROUGH_POINT"),
        (((4, 0), (4, 0)), "NO_SUCH_POINT"),
        (((4, 0), (9, 0)), "NO_SUCH_POINT"),
        ((4, 0), "NO_SUCH_POINT"),
    ],
)
def test_refused_moves_say_why(move: Any, reason: str) -> None:
    position = parse("0,10;40,10;20,0;20,20;0,50;20,50;40,50 1-2", SegmentsOptions())
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("square", 0),
        ("random:5:1", 7),
        ("circle:99", 7),
        ("0,0;10,x;3,3", 4),
        ("0,0;10,0;0,0", 9),
        ("0,0;200,0", 4),
        ("random:15:1 1-2 3-99", 16),
        ("random:15:1 4-4", 12),
        ("random:15:1 A4", 12),
        ("random:15:1 1-2 +7", 17),
    ],
)
def test_a_typo_is_shown(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, SegmentsOptions())
    assert caught.value.at == at


def test_who_cannot_move_loses_or_wins() -> None:
    for misere, winner in ((False, 0), (True, 1)):
        position = parse(f"{SQUARE} 1-3", SegmentsOptions(misere=misere))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == winner
        assert position.turn is None and position.moves() == ()


def test_who_has_one_more_began() -> None:
    options = SegmentsOptions(pens="two")
    marks = [replace(mark, player=1) for mark in ink(parse("random:15:0 1-2", options))]
    assert read(marks, options).first == 1
    assert read(marks, options, begins=0).first == 0


# --- the exact search ---------------------------------------------------------------------------------


@cache
def plain_value(spots: tuple[Spot, ...], drawn: tuple[Pair, ...]) -> int:
    """The nim number of a position by trying everything, with no parts and no formula."""
    used = {number for pair in drawn for number in pair}
    free = [number for number in range(len(spots)) if number not in used]
    after = set()
    for pair in combinations(free, 2):
        ends = [spots[number] for number in pair]
        if any(is_near(spot, *ends, 10) for spot in spots if spot not in ends):
            continue
        if any(do_cross(*ends, spots[one], spots[two]) for one, two in drawn):
            continue
        after.add(plain_value(spots, tuple(sorted((*drawn, pair)))))
    return next(number for number in range(len(after) + 1) if number not in after)


@cache
def plain_misere(spots: tuple[Spot, ...], drawn: tuple[Pair, ...]) -> bool:
    """Whether the side to move wins where who cannot move wins."""
    position = Segments(tuple(Line(pair) for pair in drawn), 0, SegmentsOptions(placed=spots))
    pairs = position.legal_pairs()
    return not pairs or any(not plain_misere(spots, tuple(sorted((*drawn, pair)))) for pair in pairs)


few_spots = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=4, max_size=8, unique=True
).map(lambda spots: tuple((20 * x, 20 * y) for x, y in spots))


@settings(max_examples=60, deadline=None)
@given(spots=few_spots)
def test_the_search_agrees_with_a_plain_one(spots: tuple[Spot, ...]) -> None:
    table = table_of(spots)
    alive = table.alive(Segments((), 0, SegmentsOptions(placed=spots)))
    value = plain_value(spots, ())
    solver = Solver(table)
    for heap in range(5):
        assert solver.is_won(alive, heap) == (value != heap)
    found = 0
    for part in table.parts(alive):
        found ^= solver.value(part)
    assert found == value


@settings(max_examples=25, deadline=None)
@given(spots=few_spots.filter(lambda spots: len(spots) < 8))
def test_the_misere_search_agrees_with_a_plain_one(spots: tuple[Spot, ...]) -> None:
    table = table_of(spots)
    alive = table.alive(Segments((), 0, SegmentsOptions(placed=spots)))
    assert MisereSolver(table).is_won(alive) == plain_misere(spots, ())


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_hints_name_all_winning_moves(seed: int, misere: bool) -> None:
    options = SegmentsOptions(points=8, seed=seed + 1, misere=misere)
    for position in list(random_game(start(options), Random(seed)))[:3]:
        found = hint(position)
        if found is None:
            continue
        winning = {move for move in position.moves() if not mover_wins(position.play(move))}
        assert (found.value == "win") == bool(winning)
        if winning:
            assert set(found.best) == winning


def mover_wins(position: Segments) -> bool:
    if position.options.misere:
        return plain_misere(position.spots, position.pairs)
    return plain_value(position.spots, position.pairs) > 0


def test_the_second_player_wins_on_a_circle_of_fifteen() -> None:
    position = start(SegmentsOptions(placement="printed_circle"))
    found = hint(position)
    assert found is not None and found.value == "loss"
    table = table_of(position.spots)
    choices = judged(table, position, solver_of(table, position))
    assert all(choice.is_winning is False for choice in choices)


def test_beyond_the_budget_a_hint_is_still_a_move() -> None:
    position = start(SegmentsOptions(points=31, seed=3))
    table = table_of(position.spots)
    choices = judged(table, position, solver_of(table, position, budget=50))
    assert None in {choice.is_winning for choice in choices}
    found = hint(position)
    assert found is not None and found.move in position.moves()


# --- command line -------------------------------------------------------------------------------------


def test_the_command_line_judges_moves_and_hints(capsys: pytest.CaptureFixture[str]) -> None:
    text = "5,5;30,3;55,8;60,30;50,55;28,50;6,52;30,28 1-2 4-5"
    assert cli.main(["judge", "segments", text, "--lang", "ru"]) == 0
    assert "Ход: A" in capsys.readouterr().out
    assert cli.main(["moves", "segments", text, "--lang", "en"]) == 0
    assert "3-6" in capsys.readouterr().out
    assert cli.main(["hint", "segments", text, "--lang", "ru"]) == 0
    assert "[win]" in capsys.readouterr().out
    assert cli.main(["judge", "segments", "random:15:1 1-99", "--lang", "en"]) == 2
    assert "letter 13" in capsys.readouterr().err


# --- corrections --------------------------------------------------------------------------------------


def test_a_tap_on_the_middle_of_a_segment_finds_it_and_a_fix_settles_it() -> None:
    options = SegmentsOptions(seed=5)
    board = boards_of(GAME, options)["field"]
    one, two = board.loose[3], board.loose[11]
    x = ((one[0] + two[0]) / 2 - board.origin_mm[0]) / board.pitch_mm
    y = ((one[1] + two[1]) / 2 - board.origin_mm[1]) / board.pitch_mm
    at = ((3, 0), (11, 0))
    assert nearest_spot(board, x, y) == (Kind.JOIN, at)
    doubtful = Mark("field", Kind.JOIN, at, Symbol.LINE, 0, None, 0.6, Choice(Symbol.NOTHING))
    for choice, lines in ((Choice(Symbol.LINE, 0), ((3, 11),)), (Choice(Symbol.NOTHING), ())):
        review = judge_again(GAME, options, [doubtful], [Fix("field", Kind.JOIN, at, choice)], 0)
        assert review.doubtful == ()
        assert review.report.position.pairs == lines  # type: ignore[attr-defined]


# --- photos -------------------------------------------------------------------------------------------


def photographed(options: SegmentsOptions, marks: tuple[Mark, ...], seed: int, level: Level) -> Any:
    sheet = press.make_sheet(GAME, options, lang="en", serial=seed)
    shot = pretend_photo(sheet, marks, level=level, seed=seed, long_px=2400, begins=0)
    report = read_photo(decode_photo(shot.data), Wanted())
    assert report.error is None
    return report.found[0]


@pytest.mark.parametrize(("seed", "pens"), [(71, "one"), (72, "one"), (73, "two")])
def test_the_same_position_comes_back(seed: int, pens: str) -> None:
    """A random lawful position through a pretend photo: whatever differs is shown as doubtful."""
    options = SegmentsOptions(seed=seed, pens=pens)
    position = random_position(GAME, options, Random(seed))
    found = photographed(options, ink(position), seed, Level.NORMAL)
    wanted = {mark.at: mark.choice for mark in ink(position)}
    seen = {mark.at: mark.choice for mark in ink(found.report.position)}
    doubtful = {mark.at for mark in found.marks if mark.confidence < DOUBTFUL}
    assert not {at for at in {**wanted, **seen} if wanted.get(at) != seen.get(at)} - doubtful


@pytest.mark.parametrize("symbol", [Symbol.CROOKED, Symbol.ASTRAY])
def test_a_line_that_went_wrong_does_not_vanish(symbol: Symbol) -> None:
    """It is read as what it is, or shown as doubtful at a point that it touches."""
    options = SegmentsOptions(seed=4)
    (good, bad) = ink(parse("random:15:4 1-4 12-15", options))
    found = photographed(options, (good, replace(bad, symbol=symbol)), 31, Level.EASY)
    assert good.at in {mark.at for mark in found.marks if mark.symbol is Symbol.LINE}
    doubtful = [mark for mark in found.marks if mark.confidence < DOUBTFUL]
    assert any(set(mark.at) & set(bad.at) for mark in doubtful)
    codes = {problem.code for problem in found.report.problems}
    assert codes & {"SEGMENT_NOT_STRAIGHT", "SEGMENT_END_OFF_POINT"} or any(
        mark.at == bad.at for mark in doubtful
    )


def test_an_empty_sheet_is_read_as_empty() -> None:
    found = photographed(SegmentsOptions(seed=9), (), 12, Level.EASY)
    assert found.marks == ()
    assert np.isfinite(found.report.sheet.residual_mm)


# --- points drawn by hand -------------------------------------------------------------------------------

BY_HAND = SegmentsOptions(placement="by_hand", points=12)


def test_points_drawn_by_hand_in_notation() -> None:
    assert str(start(BY_HAND)) == "by_hand:12"
    assert parse("by_hand:12", SegmentsOptions()) == start(BY_HAND)
    assert start(BY_HAND).outcome() is None and start(BY_HAND).problems() == ()
    position = parse("10,20;100.5,33;70,140 1-3", BY_HAND)
    assert position.spots == ((100, 200), (1005, 330), (700, 1400))
    assert parse(str(position), BY_HAND) == position
    with pytest.raises(NotationError):
        parse(";".join(f"{x},{x}" for x in range(1, 101)), BY_HAND)


@pytest.mark.parametrize("seed", range(6))
def test_points_and_segments_are_ink_and_come_back(seed: int) -> None:
    position = random_position(GAME, BY_HAND, Random(seed))
    assert len(position.spots) == 12 and position.problems() == ()
    assert read(ink(position), BY_HAND, begins=position.first) == position


def test_a_point_said_to_be_none_leaves_an_end_off_point() -> None:
    position = parse("10,20;100,30;70,60;20,140;120,140;60,100 1-2", BY_HAND)
    marks = [mark for mark in ink(position) if mark.at != (100, 200)]
    found = read(marks, BY_HAND)
    assert [line.fault for line in found.lines] == ["?"]
    assert "SEGMENT_END_OFF_POINT" in {problem.code for problem in found.problems()}


def test_another_number_of_points_is_said() -> None:
    six = parse("10,20;100,30;70,60;20,140;120,140;60,100", BY_HAND)
    assert [(problem.code, problem.is_note) for problem in six.problems()] == [("POINT_COUNT", True)]
    five = parse("10,20;100,30;70,60;20,140;120,140", BY_HAND)
    assert [(problem.code, problem.is_note) for problem in five.problems()] == [("POINT_COUNT", False)]


def test_a_dot_on_a_sheet_with_printed_points_was_added() -> None:
    options = SegmentsOptions(seed=5)
    added = Mark("field", Kind.LOOSE, (451, 620), Symbol.DOT, 0)
    position = read([*ink(parse("random:15:5 1-5", options)), added], options)
    assert position.added == ((451, 620),)
    assert [problem.code for problem in position.problems()] == ["POINT_ADDED"]
    assert read(ink(position), options, begins=position.first) == position


def test_photos_of_one_sheet_tell_what_was_added() -> None:
    """On the later photo all places are a little off, and a new point changes the numbers of the others."""
    one = parse("10,20;100,30;70,60;20,140;120,140;60,100 1-2", BY_HAND)
    two = parse("100.9,29.2;10.4,20.8;50,40;69,61;60,101;20,139;120,141 1-2 4-5", BY_HAND)
    asked = GAME.questions["photos"].answer(Given((one, two), BY_HAND, {}, Random(0)))
    assert asked.data["photos"] == [
        {"new": [[4, 5]], "gone": [], "points_added_mm": [[50, 40]], "points_lost_mm": []}
    ]
    assert "POINT_ADDED" in {problem.code for problem in asked.problems}
    back = GAME.questions["photos"].answer(Given((two, one), BY_HAND, {}, Random(0)))
    assert back.data["photos"][0]["gone"] == [[4, 5]]
    assert back.data["photos"][0]["points_lost_mm"] == [[50, 40]]


def test_taps_on_points_drawn_by_hand() -> None:
    """A tap on a point or on the middle of two means them, a tap elsewhere one more point."""
    marks = ink(parse("10,20;100,30;70,160", BY_HAND))
    board = with_points(boards_of(GAME, BY_HAND)["field"], marks)
    assert nearest_spot(board, 1.1, 2.05) == (Kind.LOOSE, (100, 200))
    assert nearest_spot(board, 5.5, 2.5) == (Kind.JOIN, ((100, 200), (1000, 300)))
    assert nearest_spot(board, 12.0, 12.0) == (Kind.LOOSE, (1200, 1200))
    fix = Fix("field", Kind.LOOSE, (1200, 1200), Choice(Symbol.DOT, 0))
    review = judge_again(GAME, BY_HAND, marks, [fix], 0)
    assert len(review.report.position.spots) == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seed", "pens"), [(81, "one"), (82, "two")])
def test_points_drawn_by_hand_are_read(seed: int, pens: str) -> None:
    """Points and segments through a pretend photo: whatever differs is shown as doubtful."""
    options = replace(BY_HAND, pens=pens)
    wanted = ink(random_position(GAME, options, Random(seed)))
    found = photographed(options, wanted, seed, Level.NORMAL)
    seen = as_drawn(wanted, ink(found.report.position))
    doubtful = {mark.at for mark in as_drawn(wanted, found.marks) if mark.confidence < DOUBTFUL}
    differ = {(mark.at, mark.choice) for mark in wanted} ^ {(mark.at, mark.choice) for mark in seen}
    assert not {at for at, _ in differ} - doubtful
    assert found.report.options == options
    assert found.boards[0].loose  # so that pictures can show them


def test_a_dot_added_to_printed_points_is_read() -> None:
    options = SegmentsOptions(seed=5)
    position = replace(parse("random:15:5 1-5", options), added=((760, 850),))
    found = photographed(options, ink(position), 12, Level.EASY)
    assert "POINT_ADDED" in {problem.code for problem in found.report.problems}
    ((x, y),) = found.report.position.added
    assert np.hypot(x - 760, y - 850) < 10

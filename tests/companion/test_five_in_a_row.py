"""Five in a row: the worked examples, lines against a slow reference, forced wins against full search, formats."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, NotationError, OptionError
from companion.formats import read_games, write_games
from companion.games.five_in_a_row import GAME, exact
from companion.games.five_in_a_row.hints import find_win, hint, win_now
from companion.games.five_in_a_row.options import FiveOptions
from companion.games.five_in_a_row.rules import FREE, SIGNS, Five, parse, parse_board, start
from companion.games.five_in_a_row.trial import random_position
from companion.options import parse_options
from companion.position import Place
from companion.press import make_sheet
from printables.errors import LayoutError
from printables.marks import Kind, Mark, Symbol
from tests.companion.data import examples, places

EXAMPLES = {example["id"]: example for example in examples("five_in_a_row")}
SMALL = FiveOptions(size=(5, 5), win=4)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_example(example: dict[str, Any]) -> None:
    pairs = [(name, str(value)) for name, value in example.get("options", {}).items()]
    position = parse_board(example["board"], parse_options(FiveOptions, [(a, b.lower()) for a, b in pairs]))
    expect = example["expect"]
    assert (position.problems() == ()) is expect["valid"]
    assert [problem.code for problem in position.problems()] == expect.get("violations", [])
    outcome = position.outcome()
    if expect.get("state") == "running":
        assert outcome is None
        assert position.turn == SIGNS.index(expect["to_move"])
        assert set(win_now(position, position.turn)) == places(expect["win_now"])
        assert set(win_now(position, 1 - position.turn)) == places(expect["must_block"])
    if "winner" in expect:
        assert outcome is not None and outcome.winner == SIGNS.index(expect["winner"])


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 9


# --- problems -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options", "codes"),
    [
        ("5x5 XXX../5./5./5./5.", {}, ["COUNT_MISMATCH"]),
        ("5x5 5X/5O/5./5./5.", {}, ["TWO_WINNERS"]),
        ("5x5 #X.../5./5./5./5.", {}, ["CELL_TWO_MARKS"]),
        ("5x5 ?X.../5./5./5./5.", {}, ["MARK_UNREADABLE"]),
        ("5x5 5X/4O./5./5./5. 0,0-4,0", {}, []),
        ("5x5 5X/4O./5./5./5. 0,0-3,0", {}, ["LINE_WRONG"]),
        ("5x5 5X/4O./5./5./5. 0,0-2,1", {}, ["LINE_WRONG"]),
        ("5x5 5X/4O./5./5./5. 0,1-4,1", {}, ["LINE_WRONG"]),
        ("9x9 X8./9./9./9./9./9./9./9./9.", {"centre_start": True}, ["START_NOT_CENTRE"]),
        ("9x9 9./9./9./9./4.X4./9./9./9./9.", {"centre_start": True}, []),
        ("10x5 6X4./3O.OO4./10./10./10.", {"renju": True}, ["OVERLINE"]),
        ("10x5 6O4./3X.XX4./10./10./10. O", {"renju": True}, ["OVERLINE"]),
    ],
)
def test_problems(text: str, options: dict[str, Any], codes: list[str]) -> None:
    assert [one.code for one in parse(text, FiveOptions(**options)).problems()] == codes


def test_a_line_of_ten_took_two_moves() -> None:
    position = parse("10x3 10X/4O.4O./O9.", FiveOptions())
    assert [one.code for one in position.problems()] == ["FIVE_NOT_BY_ONE_MARK"]
    assert parse("9x2 9X/4O.4O", FiveOptions()).problems() == ()


def test_a_line_must_fit() -> None:
    with pytest.raises(OptionError):
        FiveOptions(size=(4, 4))
    with pytest.raises(NotationError):
        parse("4x3 4./4./4.", FiveOptions())


def test_marks_that_a_photo_can_show() -> None:
    marks = [
        Mark("field", Kind.CELL, (0, 0), Symbol.CROSS, 0),
        Mark("field", Kind.CELL, (0, 0), Symbol.NOUGHT, 1),
        Mark("field", Kind.CELL, (1, 1), Symbol.DOT, None),
    ]
    codes = [one.code for one in GAME.read(marks, FiveOptions()).problems()]
    assert codes == ["CELL_TWO_MARKS", "MARK_UNREADABLE"]
    coloured = GAME.read(marks, FiveOptions(signs="colours"))
    assert (coloured.at((0, 0)), coloured.at((1, 1))) == ("#", "?")


# --- against slow references --------------------------------------------------------------------------


def slow_wins(position: Five, player: int, *, is_exact: bool) -> bool:
    """Whether there is a line, looked for cell by cell."""
    columns, rows = position.options.size
    own = set(position.cells(SIGNS[player]))
    for x in range(columns):
        for y in range(rows):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = 0
                while (x + run * dx, y + run * dy) in own:
                    run += 1
                before = (x - dx, y - dy) in own
                if (not before and run == position.options.win) or (
                    not is_exact and run >= position.options.win
                ):
                    return True
    return False


@st.composite
def boards(draw: st.DrawFn) -> Five:
    """Any board, possible or not."""
    size = (draw(st.integers(3, 8)), draw(st.integers(3, 8)))
    options = FiveOptions(
        size=size, win=draw(st.integers(3, min(6, max(size)))), exact_five=draw(st.booleans())
    )
    rows = tuple(draw(st.text(alphabet="XXXO.", min_size=size[0], max_size=size[0])) for _ in range(size[1]))
    return Five(rows, 0, options)


@settings(max_examples=150, deadline=None)
@given(position=boards())
def test_lines_and_wins_as_found_cell_by_cell(position: Five) -> None:
    for player in (0, 1):
        is_exact = position.options.exact_five
        assert bool(position.lines_of(player)) == slow_wins(position, player, is_exact=is_exact)
        if not position.lines_of(player):
            slow = {
                place
                for place in position.cells(FREE)
                if slow_wins(position.with_sign(place, player), player, is_exact=is_exact)
            }
            assert set(win_now(position, player)) == slow


@cache
def slow_value(position: Five) -> int:
    """1, 0, -1 for the player to move, all moves tried."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else -1
    return max(-slow_value(position.play(move)) for move in position.moves())


def filled(options: FiveOptions, seed: int, free: int) -> Five | None:
    """A random running position with so many free cells."""
    chance, position = Random(seed), start(options)
    while len(position.cells(FREE)) > free:
        if position.outcome() is not None:
            return None
        position = position.play(chance.choice(position.moves()))
    return position


@pytest.mark.parametrize("seed", range(5))
def test_forced_wins_are_wins(seed: int) -> None:
    """What the threat search calls won is won by full search; small boards are searched right."""
    for options, free in (
        (SMALL, 8),
        (FiveOptions(size=(4, 4), win=3), 8),
        (FiveOptions(size=(4, 4), win=4), 9),
    ):
        position = filled(options, seed, free)
        if position is None or position.turn is None:
            continue
        if find_win(position, position.turn):
            assert slow_value(position) == 1
        found = hint(position)
        assert found is not None
        word = {1: "win", 0: "draw", -1: "loss"}[slow_value(position)]
        if exact.is_small(position):
            assert found.value == word
            best = {m for m in position.moves() if -slow_value(position.play(m)) == slow_value(position)}
            assert set(found.best) == best or found.value == "win"
        elif found.value is not None:
            assert found.value == word


def test_three_by_three_is_a_draw_and_so_is_four_by_four() -> None:
    for size, win, value in (((3, 3), 3, "draw"), ((4, 4), 4, "draw"), ((4, 4), 3, "win")):
        found = hint(start(FiveOptions(size=size, win=win)))
        assert found is not None and found.value == value


# --- hints --------------------------------------------------------------------------------------------


def board(*rows: str, **options: Any) -> Five:
    """A position from rows."""
    return parse_board("\n".join(rows), FiveOptions(**options))


EMPTY = ". . . . . . . . . . ."


def test_an_open_three_becomes_a_won_game() -> None:
    position = board(
        EMPTY, EMPTY, ". . . . O . O . . . .", ". . . . X X X . . . .", ". . . . O . . . . . .", EMPTY, EMPTY
    )
    found = hint(position)
    assert found is not None
    assert found.value == "win" or found.move in {(3, 3), (7, 3)}


def test_fours_win_with_a_numbered_proof() -> None:
    position = board(
        EMPTY,
        ". O X X X . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . X . O . . .",
        ". . . . . X . O . . .",
        ". . . . . X . O . . .",
        ". . . . . O . . . . .",
        EMPTY,
    )
    found = hint(position)
    assert found is not None and found.value == "win"
    assert [one.label for one in found.shows] == [str(n + 1) for n in range(len(found.shows))]
    assert found.shows


def test_an_open_three_of_the_other_side_is_stopped() -> None:
    position = board(
        EMPTY,
        EMPTY,
        EMPTY,
        ". . . X X X . . . . .",
        ". . . . O . . . . . .",
        ". . . . . O . . . . .",
        EMPTY,
        EMPTY,
    )
    found = hint(position)
    assert found is not None and "stops" in found.reason.en
    assert found.move in {(1, 3), (2, 3), (6, 3), (7, 3)}
    assert found.remarks and "win" in found.remarks[0].text.en


@pytest.mark.parametrize(
    ("rows", "banned"),
    [
        (
            (
                ". . . . . . .",
                ". . . . . . .",
                ". . . . X . .",
                "O . X X . O .",
                ". . . . X . .",
                ". . . . . . .",
            ),
            None,
        ),
        (
            (
                ". . . . . . . . .",
                ". . . . X . . . .",
                ". . . . X . . . .",
                ". . X X . . . . .",
                ". . . . . . . . .",
                ". . . . . . . . .",
                ". . . . . . . . .",
            ),
            (4, 3),
        ),
        (
            (
                ". . . . X . . . .",
                ". . . . X . . . .",
                ". . . . X . . . .",
                ". X X X . . . . .",
                ". . . . . . . . .",
                ". . . . . . . . .",
            ),
            (4, 3),
        ),
        (("X X X . X X . . .", ". . . . . . . . .", ". . . . . . . . ."), (3, 0)),
    ],
)
def test_points_that_renju_forbids(rows: tuple[str, ...], banned: Place | None) -> None:
    position = board(*rows, renju=True)
    if banned is None:
        assert (4, 3) not in position.forbidden()
    else:
        assert banned in position.forbidden()


def test_a_four_with_a_three_is_allowed_and_so_is_five() -> None:
    four_three = board(
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . X . . . .",
        ". . . . X . . . .",
        "O X X X . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        renju=True,
    )
    assert (4, 4) not in four_three.forbidden()
    five = board(
        "X X X X . . . .",
        ". . . . X . . .",
        ". . . . X . . .",
        ". . . . X . . .",
        ". . . . . . . .",
        renju=True,
    )
    assert (4, 0) not in five.forbidden()


# --- formats and paper --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sgf", "psq", "moves"])
@pytest.mark.parametrize("seed", range(6))
def test_formats_round_trip(name: str, seed: int) -> None:
    options = FiveOptions(size=(15, 15))
    position = random_position(options, Random(seed))
    (again,) = read_games(GAME, options, name, write_games(GAME, name, [position]))
    assert again == position
    assert again.course == position.course
    bare = parse(str(position), options)  # a board alone: an order of moves is made up
    (third,) = read_games(GAME, options, name, write_games(GAME, name, [bare]))
    assert third == position
    assert [one.code for one in third.problems()] == []


@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("moves", "h8i9 h7", {"X": {(7, 7), (7, 8)}, "O": {(8, 6)}}),
        ("sgf", "(;FF[4]GM[4]SZ[15];B[hh];W[h9](;B[aa])(;B[bb]))", {"X": {(7, 7), (0, 0)}, "O": {(7, 6)}}),
        ("sgf", "(;GM[4]SZ[15]AB[aa][bb]AW[cc])", {"X": {(0, 0), (1, 1)}, "O": {(2, 2)}}),
        (
            "psq",
            "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,7,1500\nsome.zip\nother.zip\n0, 1\n",
            {"X": {(7, 7)}, "O": {(8, 6)}},
        ),
    ],
)
def test_formats_as_others_write_them(name: str, text: str, cells: dict[str, set[Place]]) -> None:
    (position,) = read_games(GAME, FiveOptions(size=(15, 15)), name, text)
    assert {sign: set(position.cells(sign)) for sign in SIGNS} == cells


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("moves", "h8h8"),
        ("moves", "h8z9"),
        ("moves", "h8 !"),
        ("sgf", "(;GM[1]SZ[15];B[hh])"),
        ("sgf", "(;GM[4]SZ[15];B[hh]"),
        ("sgf", "(;GM[4]SZ[15];B[hh];W[hh])"),
        ("psq", "8,8,0"),
        ("psq", "Piskvorky 15x15, 11:11, 1\n8,8,0\n8,8,0\n"),
    ],
)
def test_formats_say_where_they_are_wrong(name: str, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_games(GAME, FiveOptions(size=(15, 15)), name, text)
    assert caught.value.at is not None


def test_a_picture_numbers_the_proof() -> None:
    position = random_position(FiveOptions(size=(15, 15)), Random(3))
    assert write_games(GAME, "svg", [position]).startswith("<svg")
    with pytest.raises(CompanionError):
        write_games(GAME, "svg", [position, position])


@pytest.mark.parametrize("size", ["3x3", "5x5", "15x15", "19x19", "20x20", "20x28", "30x40", "40x30"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_of_all_sizes(size: str, paper: str) -> None:
    options = parse_options(
        FiveOptions, [("size", size), ("win", "3"), ("renju", "true"), ("exact_five", "true")]
    )
    sheet = make_sheet(GAME, options, paper=paper, lang="ru", serial=1)
    assert sheet.boards[0].pitch_mm >= 4
    swap = parse_options(FiveOptions, [("size", "15x15"), ("opening", "swap2"), ("signs", "colours")])
    assert make_sheet(GAME, swap, paper=paper, lang="en", serial=1)


def test_too_large_a_board_is_refused() -> None:
    with pytest.raises(LayoutError):
        make_sheet(GAME, FiveOptions(size=(40, 40)), serial=1)

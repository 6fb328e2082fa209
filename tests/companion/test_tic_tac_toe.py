"""Tic-tac-toe: the worked examples, all reachable boards, and what a photo can show."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.errors import OptionError
from companion.games.tic_tac_toe.hints import hint
from companion.games.tic_tac_toe.options import TicTacToeOptions
from companion.games.tic_tac_toe.paper import read
from companion.games.tic_tac_toe.rules import SIGNS, TicTacToe, parse, parse_board, start
from companion.options import parse_options
from printables.marks import Kind, Mark, Symbol
from tests.companion.data import examples, places

OPTIONS = TicTacToeOptions()
EXAMPLES = {example["id"]: example for example in examples("tic_tac_toe")}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_example(example: dict[str, Any]) -> None:
    position = parse_board(
        example["board"], parse_options(TicTacToeOptions, example.get("options", {}).items())
    )
    expect = example["expect"]
    assert (position.problems() == ()) is expect["valid"]
    assert [problem.code for problem in position.problems()] == expect.get("violations", [])
    outcome = position.outcome()
    if expect.get("state") == "running":
        assert outcome is None
    if "to_move" in expect:
        assert position.turn == SIGNS.index(expect["to_move"])
    if expect.get("state") == "draw":
        assert outcome is not None and outcome.is_draw
    if "winner" in expect:
        assert outcome is not None and outcome.winner == SIGNS.index(expect["winner"])
    if "best" in expect:
        found = hint(position)
        assert found is not None
        assert (set(found.best), found.value) == (places(expect["best"]), expect["value"])
        assert found.move in found.best


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 11


def reachable() -> set[str]:
    """The boards that lawful play can reach."""
    seen: set[str] = set()
    todo = [start(OPTIONS)]
    while todo:
        position = todo.pop()
        if str(position) not in seen:
            seen.add(str(position))
            todo += [position.play(move) for move in position.moves()]
    return seen


def test_exactly_the_reachable_boards_are_fine() -> None:
    boards = (
        ("".join(signs[0:3]), "".join(signs[3:6]), "".join(signs[6:9])) for signs in product(".XO", repeat=9)
    )
    fine = {str(position) for rows in boards if not (position := TicTacToe(rows, 0, OPTIONS)).problems()}
    assert fine == reachable()
    assert len(fine) == 5478


def test_marks_that_a_photo_can_show() -> None:
    marks = [
        Mark("2", Kind.CELL, (0, 0), Symbol.CROSS, 0),
        Mark("2", Kind.CELL, (0, 0), Symbol.NOUGHT, 1),
        Mark("2", Kind.CELL, (1, 1), Symbol.DOT, None),
    ]
    position = read(marks, OPTIONS)
    assert str(position) == "#../.?./3."
    assert [problem.code for problem in position.problems()] == ["CELL_TWO_MARKS", "MARK_UNREADABLE"]
    assert position.turn is None


def test_the_beginner_alternates_in_a_series() -> None:
    series = TicTacToeOptions(series=4)
    mark = Mark("2", Kind.CELL, (0, 0), Symbol.NOUGHT, 1)
    assert read([mark], series).problems() == ()
    assert read([mark], OPTIONS).problems()[0].code == "COUNT_MISMATCH"
    assert read([mark], OPTIONS, begins=1).problems() == ()


def test_a_line_must_fit_on_the_board() -> None:
    with pytest.raises(OptionError):
        TicTacToeOptions(size=3, win=4)


def test_two_lines_far_apart_took_two_moves() -> None:
    options = TicTacToeOptions(size=6, win=3)
    assert [one.code for one in parse("3X3./6./6./3.3O/6./3X3O", options).problems()] == ["TWO_WINNERS"]
    two_lines = parse("3X3./6./6./O.O.O./6./3X3O".replace("3X3O", "3X.OO"), options)
    assert [one.code for one in two_lines.problems()] == ["MOVED_AFTER_WIN"]


@pytest.mark.parametrize(
    ("board", "move", "word"),
    [("XX./OO./3.", (2, 0), "win"), ("X.X/.O./3.", (1, 0), "block"), ("X../.O./..X", None, "")],
)
def test_reasons_for_children(board: str, move: tuple[int, int] | None, word: str) -> None:
    found = hint(parse(board, OPTIONS))
    assert found is not None
    assert move is None or found.move == move
    assert word in found.reason.en


def test_big_boards_get_a_hint_too() -> None:
    found = hint(parse("6./6./..XX../..OO../6./6.", TicTacToeOptions(size=6, win=4)))
    assert found is not None and found.value == "win"

"""Corrections: fixes count instead of what was read, which stays as it is; taps find places and turn marks round."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.corrections import (
    EMPTY,
    Fix,
    boards_of,
    choices_at,
    corrected,
    judge_again,
    nearest_move,
    nearest_spot,
    next_choice,
)
from companion.trial import random_position
from printables.marks import Choice, Kind, Mark, Symbol

TTT = catalog.find_game("tic_tac_toe")
DOTS = catalog.find_game("dots")
SEA = catalog.find_game("sea_battle")
CROSS, NOUGHT = Choice(Symbol.CROSS, 0), Choice(Symbol.NOUGHT, 1)


def ttt_marks(text: str) -> tuple[Mark, ...]:
    return TTT.ink(TTT.parse(text, TTT.options()))


def test_a_fix_counts_and_nothing_that_was_read_is_lost() -> None:
    marks = ttt_marks("XXX/OO./...")
    fixes = [Fix("1", Kind.CELL, (2, 0), EMPTY), Fix("1", Kind.CELL, (2, 1), CROSS)]
    review = judge_again(TTT, TTT.options(), marks, fixes, None)
    assert str(review.report.position) == "XX./OOX/3." and review.report.outcome is None
    assert judge_again(TTT, TTT.options(), marks, [], None).report.outcome is not None
    assert len(marks) == 5


def test_a_fixed_mark_is_no_longer_in_doubt() -> None:
    sure = ttt_marks("X../.O./...")
    unsure = Mark("1", Kind.CELL, (2, 2), Symbol.CROSS, 0, confidence=0.6, other=NOUGHT)
    options = TTT.options()
    before = judge_again(TTT, options, [*sure, unsure], [], None)
    assert [mark.at for mark in before.doubtful] == [(2, 2)] and len(before.report.doubtful) == 1
    after = judge_again(TTT, options, [*sure, unsure], [Fix("1", Kind.CELL, (2, 2), CROSS)], None)
    assert after.doubtful == () and after.report.doubtful == ()
    assert str(after.report.position) == str(before.report.position)


def test_one_question_of_a_place_is_corrected_without_the_other() -> None:
    boards = boards_of(SEA, SEA.options())
    ship = Mark("own", Kind.CELL, (4, 4), Symbol.FILLED, 0)
    shot = Mark("own", Kind.CELL, (4, 4), Symbol.DOT, 1)
    hit = Fix("own", Kind.CELL, (4, 4), Choice(Symbol.CROSS, 1))
    kept = corrected([ship, shot], [hit], boards)
    assert {mark.choice for mark in kept} == {ship.choice, hit.choice}
    assert corrected([ship, shot], [Fix("own", Kind.CELL, (4, 4), Choice(Symbol.NOTHING, 1))], boards) == (
        ship,
    )
    assert corrected([ship, shot], [Fix("own", Kind.CELL, (4, 4), EMPTY)], boards) == ()


@pytest.mark.parametrize("name", catalog.game_names())
def test_marks_fixed_as_they_are_give_the_same_position(name: str) -> None:
    game = catalog.find_game(name)
    options = game.options()
    marks = game.ink(random_position(game, options, Random(5)))
    fixes = [Fix(mark.board, mark.kind, mark.at, mark.choice) for mark in marks]
    plain = judge_again(game, options, marks, [], None).report
    fixed = judge_again(game, options, marks, fixes, None).report
    assert str(fixed.position) == str(plain.position)
    erased = [Fix(mark.board, mark.kind, mark.at, EMPTY) for mark in marks]
    assert judge_again(game, options, marks, erased, None).marks == ()


@pytest.mark.parametrize("name", catalog.game_names())
def test_taps_go_round_through_every_answer_and_back(name: str) -> None:
    game = catalog.find_game(name)
    options = game.options()
    for board in boards_of(game, options).values():
        for kind in dict.fromkeys(ask.kind for ask in board.asks):
            at = next(iter(board.ats(kind)), (37, 40))  # dots anywhere cannot be listed
            marks: tuple[Mark, ...] = ()
            seen = []
            for _ in range(12):
                choice = next_choice(board, kind, at, marks)
                seen.append(choice)
                marks = corrected(marks, [Fix(board.name, kind, at, choice)], {board.name: board})
                if choice.symbol is Symbol.NOTHING:
                    break
            assert seen[-1].symbol is Symbol.NOTHING and len(seen) > 1
            assert len(set(seen)) == len(seen) and marks == ()


def test_answers_use_the_sign_that_a_pen_draws_on_this_paper() -> None:
    (board,) = boards_of(DOTS, DOTS.options()).values()
    assert choices_at(board, Kind.POINT, (3, 3), ()) == (EMPTY, Choice(Symbol.DOT, 0), Choice(Symbol.DOT, 1))
    crosses = [Mark(board.name, Kind.POINT, (x, 0), Symbol.CROSS, 1) for x in range(3)]
    assert choices_at(board, Kind.POINT, (3, 3), crosses)[2] == Choice(Symbol.CROSS, 1)


@settings(deadline=None)  # the first tap on a game lays out its sheet
@given(
    st.sampled_from(catalog.game_names()),
    st.randoms(use_true_random=False),
    st.floats(-0.2, 0.2),
    st.floats(-0.2, 0.2),
)
def test_a_tap_near_a_sign_finds_it(name: str, chance: Random, dx: float, dy: float) -> None:
    game = catalog.find_game(name)
    board = chance.choice(list(boards_of(game, game.options()).values()))
    kinds = [ask.kind for ask in board.asks if ask.kind in (Kind.POINT, Kind.CELL)]
    if not kinds:
        return
    x, y = chance.randrange(board.columns), chance.randrange(board.rows)
    shift = 0.0 if board.grid.value == "points" else 0.5
    assert nearest_spot(board, x + shift + dx, y + shift + dy) == (kinds[0], (x, y))


def test_a_tap_on_a_stroke_finds_it_and_one_beside_the_board_finds_nothing() -> None:
    (board,) = boards_of(DOTS, DOTS.options()).values()
    assert nearest_spot(board, 4.5, 7.05) == (Kind.CHAIN, ((4, 7), (5, 7)))
    assert nearest_spot(board, -3, 5) is None and nearest_spot(board, 5, 99) is None
    assert nearest_spot(board, float("nan"), 1.0) is None


def test_a_tap_finds_only_moves_that_are_near() -> None:
    board = boards_of(TTT, TTT.options())["1"]
    moves = TTT.parse("X../.O./...", TTT.options()).moves()
    assert nearest_move(TTT, board, moves, 2.4, 2.6) == (2, 2)
    assert nearest_move(TTT, board, moves, 0.5, 0.5) is None or nearest_move(TTT, board, moves, 0.5, 0.5) != (
        0,
        0,
    )
    assert nearest_move(TTT, board, moves, 40.0, 40.0) is None
    assert nearest_move(TTT, board, (), 1.0, 1.0) is None

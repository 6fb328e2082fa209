"""Advice on a dots field: the move, the reason in words and drawn, and everything else worth knowing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import process_time

import pytest

from companion import referee, screen
from companion.games.dots import GAME
from companion.games.dots.engine import Budget
from companion.games.dots.hints import hint
from companion.games.dots.notation import parse_board
from companion.games.dots.options import DotsOptions
from companion.games.dots.rules import Dots
from companion.games.dots.trial import random_position
from companion.position import Hint
from companion.text import LANGUAGES

EMPTY = DotsOptions(start="empty", opening_zone="none")


def advised(board: str, mover: int = 0) -> tuple[Dots, Hint]:
    position = replace(parse_board(board, EMPTY), mover=mover)
    found = hint(position)
    assert found is not None
    return position, found


def said(found: Hint, lang: str = "en") -> str:
    return "\n".join([found.reason(lang), *(remark.text(lang) for remark in found.remarks)])


TAKE = ". . . . . . .\n. . R . . . .\n. R B R . B .\n. . . . B R B\n. B . . . . .\n. . . . . . .\n"


def test_a_capture_is_taken_and_drawn() -> None:
    position, found = advised(TAKE)
    assert (found.move, found.value) == ((2, 3), 1)
    (ring,) = found.shows
    assert (ring.player, set(ring.corners)) == (0, {(2, 1), (3, 2), (2, 3), (1, 2)})
    assert "you can take 1 dot at (2, 3)" in said(found)
    assert "the enemy can take 1 dot at (5, 4); saved by a dot on (5, 4)" in said(found)
    assert found.move in position.moves()


def test_dots_in_danger_are_saved() -> None:
    board = ". . . . . . .\n. . B B . . .\n. B R R . . .\n. . B B . . .\n. . . . . . .\n. . . . . . .\n"
    _, found = advised(board)
    assert (found.move, found.value) == ((4, 2), 2)
    assert "2 точки" in found.reason("ru") and "(4, 2)" in found.reason("ru")
    assert found.shows[0].player == 1
    assert "saved by a dot on (4, 2)" in said(found)


def test_a_double_threat_is_a_forced_capture() -> None:
    """One R dot leaves two rings open that B cannot both stop."""
    board = (
        ". . . . . . . .\n. . R R R . . .\n. R B . B R . .\n. . R . R . . .\n"
        ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . B\n"
    )
    position, found = advised(board)
    after = position.play(found.move)
    wins = [
        referee.judge(GAME, after.play(answer).play(reply)).score
        for answer in after.moves()
        for reply in [
            max(after.play(answer).moves(), key=lambda one: after.play(answer).play(one).captured[0])
        ]
    ]
    assert all(score is not None and score["R"] >= 1 for score in wins)
    assert "can force a capture" in said(found) or "takes" in found.reason("en")


def test_houses_are_named() -> None:
    board = ". . . . .\n. . B . .\n. B . B .\n. . B . .\n. R R R .\n"
    _, found = advised(board)
    assert "do not step into a house of B: (2, 2)" in said(found)
    assert found.move != (2, 2)


def test_the_safe_score_of_both() -> None:
    board = ". . . . . . .\n. . . . . . .\n. . . R . . .\n. . R B R . .\n. . . R . . .\n. . . . . . .\n. . . . . . .\n"
    _, found = advised(board)
    assert "if R said STOP now, safe would be R 0, B 4" in said(found)
    assert "if B said STOP now, safe would be R 1, B 0" in said(found)


def test_no_hint_when_nobody_moves() -> None:
    assert hint(parse_board(TAKE.replace(". . . . . . .\n", "R R R . . . .\n", 1), EMPTY)) is None
    full = parse_board("\n".join(["R B R B R"] * 5), EMPTY)
    assert hint(replace(full, mover=0)) is None


@pytest.mark.parametrize("seed", range(8))
def test_hints_of_random_games_have_words_and_drawings(seed: int) -> None:
    position = random_position(DotsOptions(size=(14, 12)), Random(seed))
    found = hint(position)
    if found is None:
        assert position.turn is None
        return
    assert found.move in position.moves() and set(found.best) <= set(position.moves())
    shown = referee.hint_json(GAME, found, "ru")
    assert shown is not None and len(shown["remarks"]) >= 2
    for lang in LANGUAGES:
        assert all(remark.text(lang) for remark in found.remarks)
        assert "{" not in said(found, lang)
    (picture,) = screen.board_pictures(GAME, position, lang="ru", hint=found)
    plain = screen.board_pictures(GAME, position, lang="ru", hint=replace(found, shows=()))[0]
    assert picture.svg.count("<polygon") + picture.svg.count("<line") == plain.svg.count(
        "<polygon"
    ) + plain.svg.count("<line") + len(found.shows)


def test_a_hint_on_a_full_size_field_keeps_its_time() -> None:
    """Processor time, which other jobs on the machine do not spoil."""
    position = random_position(DotsOptions(), Random(4))
    started = process_time()
    assert hint(position, Budget(seconds=1.0)) is not None
    assert process_time() - started < 1.5

"""Whose turn it is, why, and what to ask when the marks do not tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.sea_battle import GAME
from companion.games.sea_battle.notation import parse
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.rules import SeaBattle
from companion.referee import judge

OPTIONS = SeaBattleOptions()


def field(*shown: str) -> str:
    return "/".join([*shown, *["10."] * (10 - len(shown))])


def position(own: str, target: str, began: str, options: SeaBattleOptions = OPTIONS) -> SeaBattle:
    return parse(f"{own} {target} {began}", options)


def reason(found: SeaBattle) -> str:
    text = judge(GAME, found).turn_reason()
    assert text is not None
    assert text("ru") != text("en")
    return text("en")


def test_equal_misses_and_a_known_beginner() -> None:
    found = position(field("oo8."), field("oo8."), "own")
    assert found.turn == 0
    assert reason(found) == "misses: yours 2, the enemy's 2; you began; so you shoot"


def test_equal_misses_and_an_unknown_beginner() -> None:
    found = position(field("oo8."), field("oo8."), "?")
    assert found.turn is None
    assert reason(found).endswith("who began?")


def test_one_miss_more_tells_without_a_beginner() -> None:
    found = position(field("o9."), field("oo8."), "?")
    assert found.turn == 1
    assert reason(found).endswith("so the enemy shoots")


def test_dots_round_a_sunk_ship_leave_the_turn_open() -> None:
    found = position(field("o9."), field("#o8.", "oo8."), "own")
    assert found.turn is None
    assert reason(found).endswith("how many of the 3 dots round sunk ships were shots?")
    strict = replace(OPTIONS, halo_dots=False)
    assert position(field("o9."), field("#o8."), "own", strict).turn == 0


def test_every_shot_counts_where_a_hit_gives_none() -> None:
    options = replace(OPTIONS, hit_gives_shot=False)
    found = position(field("o9."), field("xo8."), "own", options)
    assert found.turn == 1
    assert reason(found).startswith("shots: yours 2, the enemy's 1")


@pytest.mark.parametrize(
    ("target", "code"),
    [
        (field("ooo7."), "TURN_COUNT_IMPOSSIBLE"),
        (field("#oo7.", "oo8.", "10.", "5.oo3."), "TURN_COUNT_IMPOSSIBLE"),
        (field("10.", "2.o7.", "3.x6.", "2.o1.o5."), "HALO_WRONG"),
    ],
)
def test_dots_too_many(target: str, code: str) -> None:
    assert [problem.code for problem in position(field(), target, "own").problems()] == [code]

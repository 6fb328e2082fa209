"""Paper soccer: every example of the rules, every oracle game, and turns against a slow search."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.errors import NotationError
from companion.games.paper_soccer import GAME
from companion.games.paper_soccer.field import step
from companion.games.paper_soccer.hints import table_of
from companion.games.paper_soccer.notation import read_digits, write_digits
from companion.games.paper_soccer.options import SoccerOptions
from companion.games.paper_soccer.rules import Soccer, State, start
from companion.games.paper_soccer.turns import shortest
from companion.position import Place
from companion.trial import random_game, random_position
from tests.companion.data import examples, oracle

EXAMPLES = list(examples("paper_soccer"))
GAMES = list(oracle("paper_soccer_games"))
UNORDERED = 40
"""Oracle games that are also judged without the order of their steps."""

MOVERS = ("first", "second")
GOALS = ("top", "bottom")


def drawn(steps: list[list[Place]], options: SoccerOptions) -> Soccer:
    """The position that these steps show; the first player began."""
    lines = tuple(sorted((step(tuple(a), tuple(b)), None) for a, b in steps))  # type: ignore[arg-type]
    return replace(start(options), lines=lines, first=0)


def options_of(example: dict[str, Any]) -> SoccerOptions:
    return SoccerOptions(**example.get("options", {}))


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_example(example: dict[str, Any]) -> None:
    options, expect = options_of(example), example["expect"]
    match example["ask"]:
        case "read":
            check_reading(drawn(example["steps"], options), expect)
        case "play":
            position, ends = replace(start(options), first=0), 0
            for place in example["path"][1:]:
                mover = position.mover
                position = position.play(tuple(place))
                ends += position.state in (State.GOAL, State.STUCK) or position.mover != mover
            assert position.state is not None
            assert expect["state"].startswith(position.state.value)
            assert ends == expect["turns"]
            assert MOVERS[position.mover] == expect["last_mover"]
        case "exits":
            empty = start(options)
            assert [sorted(map(list, empty.exits(tuple(at)))) for at in example["points"]] == expect["exits"]
        case "turn_ends":
            table = table_of(drawn(example["steps"], options))
            assert table is not None
            ends_of_turn = shortest(table)
            assert len(ends_of_turn) == expect["count"]
            assert {tuple(end) for end in expect["contains"]} <= set(ends_of_turn)
            assert [end for end in ends_of_turn if end in table.field.goal_of] == expect["goals"]
        case other:
            raise AssertionError(f"no such example: {other}")


def check_reading(position: Soccer, expect: dict[str, Any]) -> None:
    codes = {problem.code for problem in position.problems() if not problem.is_note}
    assert codes == set(expect["violations"])
    if codes:
        return
    assert position.ball == tuple(expect["ball"])
    assert position.finished_turns == expect["finished_turns"]
    assert position.state is not None and position.state.value == expect["state"]
    if "to_move" in expect:
        assert position.turn is not None and MOVERS[position.turn] == expect["to_move"]
    if "next_count" in expect:
        assert len(position.moves()) == expect["next_count"]
    if "next" in expect:
        assert sorted(map(list, position.moves())) == expect["next"]
    if "last_mover" in expect:
        assert MOVERS[position.mover] == expect["last_mover"]
    outcome = position.outcome()
    if "goal" in expect:
        assert outcome is not None and GOALS[outcome.winner or 0] == expect["goal"]
    if "loser" in expect:
        assert outcome is not None and MOVERS[1 - (outcome.winner or 0)] == expect["loser"]


def test_every_oracle_game_replays() -> None:
    """Every step is legal, and who won by what is as told; the picture of the steps tells it without the order."""
    assert len(GAMES) == 400
    for number, game in enumerate(GAMES):
        (position,) = read_digits(game["turns"], SoccerOptions(first="A"))
        for shown in (position, replace(position, course=()))[: 2 if number < UNORDERED else 1]:
            outcome = shown.outcome()
            if game["end"] in ("goal", "stuck"):
                assert outcome is not None and outcome.winner == game["result"] - 1, game["id"]
                assert shown.state is (State.GOAL if game["end"] == "goal" else State.STUCK), game["id"]
            else:
                assert outcome is None, game["id"]
                assert shown.state is (State.MID_TURN if game["end"] == "unfinished" else State.TURN_DONE)
            assert shown.problems() == (), game["id"]
        assert write_digits([position]) == game["turns"]


def test_a_game_without_its_order_is_written_as_some_game_of_the_same_steps() -> None:
    for game in GAMES[:UNORDERED]:
        (position,) = read_digits(game["turns"], SoccerOptions(first="A"))
        (again,) = read_digits(write_digits([replace(position, course=())]), SoccerOptions(first="A"))
        assert again.lines == position.lines


def ends_by_walking(position: Soccer) -> set[Place]:
    """Where the turn can end, by trying every way to play it."""
    mover, found, todo = position.turn, set[Place](), [position]
    seen = {position.lines}
    while todo:
        here = todo.pop()
        for move in here.moves():
            after = here.play(move)
            if after.state is State.GOAL or after.turn not in (mover, None):
                found.add(move)
            elif after.lines not in seen and after.turn == mover:
                seen.add(after.lines)
                todo.append(after)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_ends_of_a_turn_are_those_of_every_walk(seed: int) -> None:
    options = SoccerOptions(size=(6, 8))
    for position in list(random_game(start(options), Random(seed)))[:9]:
        table = table_of(position)
        if table is not None:
            assert set(shortest(table)) == ends_by_walking(position)


@pytest.mark.parametrize("seed", range(5))
def test_a_goal_in_one_turn_is_taken(seed: int) -> None:
    """Wherever the ball can be brought into the enemy's goal in this turn, the hint says so."""
    chance, found = Random(seed), 0
    for _ in range(12):
        position = random_position(GAME, SoccerOptions(size=(6, 8)), chance)
        table = table_of(position)
        if table is None:
            continue
        goals = [end for end in shortest(table) if table.field.goal_of.get(end) == table.mover]
        hint = GAME.hint(position)
        assert hint is not None
        found += bool(goals)
        assert (hint.value == "win") or not goals
    assert found or seed


@pytest.mark.parametrize(
    ("text", "at"),
    [("0 0 9", 4), ("0 00", 3), ("5 1", 2)],
    ids=["no digit", "two turns in one", "drawn back"],
)
def test_games_with_a_fault_say_where(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_digits(text, SoccerOptions(first="A"))
    assert caught.value.at == at

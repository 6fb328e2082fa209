"""Every move of every game that two public engines agree on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.dots.areas import closed_points
from companion.games.dots.notation import parse
from companion.games.dots.options import DotsOptions
from companion.games.dots.orders import read_histories
from companion.games.dots.rules import Dots, start
from companion.games.dots.settle import Rules, State, empty_state, put_dot
from companion.games.dots.stop import score_after_stop
from tests.companion.data import oracle

GAMES = [
    pytest.param(game, rules, id=f"{game['kind']}-{game['id']}-{game['rules']}")
    for name, rules in (("dots_games", Rules()), ("dots_games_capture_empty", Rules(capture_empty=True)))
    for game in oracle(name)
]

Letters = dict[tuple[int, int], str]


def played(game: dict[str, Any], rules: Rules) -> Iterator[tuple[State, Letters]]:
    """The state after every move, with its letters."""
    state = empty_state(game["w"], game["h"])
    freed = [0, 0]
    for player, x, y in game["moves"]:
        before = state
        state = put_dot(state, player - 1, y * state.field.stride + x, rules).state
        for side in (0, 1):
            freed[side] |= before.dots[side] & before.owned[1 - side] & state.owned[side]
        yield state, letters(state, freed)


def letters(state: State, freed: list[int]) -> Letters:
    """The oracle's letter of every point."""
    found = dict.fromkeys(state.field.places(state.field.board), ".")
    sets = (
        (closed_points(state.field, state.live[0]) & state.free(), "p"),
        (closed_points(state.field, state.live[1]) & state.free(), "q"),
        (state.owned[0], "b"),
        (state.owned[1], "w"),
        (state.dots[0], "X"),
        (state.dots[1], "O"),
        (state.dots[0] & state.owned[0] & freed[0], "F"),
        (state.dots[1] & state.owned[1] & freed[1], "G"),
        (state.dots[0] & state.owned[1], "x"),
        (state.dots[1] & state.owned[0], "o"),
    )
    for points, letter in sets:
        found.update(dict.fromkeys(state.field.places(points), letter))
    return found


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_move(game: dict[str, Any], rules: Rules) -> None:
    changes = dict(game["diff"])
    wanted: Letters = {(x, y): "." for x in range(game["w"]) for y in range(game["h"])}
    for number, (state, seen) in enumerate(played(game, rules)):
        player, x, y = game["moves"][number]
        assert (state.captured(0), state.captured(1)) == (game["cap1"][number], game["cap2"][number])
        wanted[x, y] = "XO"[player - 1]
        for change in filter(None, changes.get(number, "").split(";")):
            column, row, letter = change.split(",")
            wanted[int(column), int(row)] = letter
        assert seen == wanted, f"move {number}"
    final = ["".join(wanted[x, y] for x in range(game["w"])) for y in range(game["h"])]
    assert final == game["final"]


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_paper_tells_the_same(game: dict[str, Any], rules: Rules) -> None:
    """Dots and drawn outlines alone give the state that was played; dots alone give it among the alternatives."""
    options = DotsOptions(
        size=(game["w"], game["h"]), start="empty", opening_zone="none", capture_empty=rules.capture_empty
    )
    position = start(options)
    for number, (player, x, y) in enumerate(game["moves"]):
        position = replace(position, mover=player - 1).play((x, y))
        assert position.captured == (game["cap1"][number], game["cap2"][number])
        if number % 40 == 39 or number + 1 == len(game["moves"]):
            check_paper(position, rules)


def check_paper(position: Dots, rules: Rules) -> None:
    """Forgets how the position was played and looks at the paper again."""
    assert position.settled is not None
    truth = position.settled.likely.state
    fresh = replace(
        position, settled=None, mover=position.mover if position.mover is not None else position.turn
    )
    assert fresh.problems() == ()
    assert fresh.histories().is_certain
    assert fresh.histories().likely.state == truth
    if min(position.options.size) >= 5:
        assert parse(str(position), position.options) == position
    undrawn = read_histories(position.unsettled(), rules)
    if undrawn.is_complete:
        assert position.captured in undrawn.scores()
        assert not undrawn.free() & ~truth.free()
        assert not truth.free() & ~undrawn.may_be_free()


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_stop_hands_over_what_is_not_safe(game: dict[str, Any], rules: Rules) -> None:
    """The oracle hands over all that is not joined to the edge; our rule keeps what hangs together by houses too.

    The net score is that of the side that did not stop.
    """
    *_, (state, _) = played(game, rules)
    for player, name in ((0, "net_if_1_stops"), (1, "net_if_2_stops")):
        red, blue = score_after_stop(state, player)
        net = blue - red if player == 0 else red - blue
        assert net <= game[name]
        if not closed_points(state.field, state.live[player]) & state.free():
            assert net == game[name]

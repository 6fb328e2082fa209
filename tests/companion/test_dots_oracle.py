"""Every move of every game that two public engines agree on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.dots.areas import closed_points, field_of
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

Letters = dict[str, int]
"""The points of every letter that stands somewhere, as bits."""


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
    """The oracle's letters."""
    dots, owned, free = state.dots, state.owned, state.free()
    houses = [closed_points(state.field, state.live[side]) & free for side in (0, 1)]
    kept = [freed[side] & owned[side] for side in (0, 1)]
    found = {
        "p": houses[0] & ~houses[1],
        "q": houses[1],
        "b": owned[0] & ~(dots[0] | dots[1]),
        "w": owned[1] & ~(dots[0] | dots[1]),
        "X": dots[0] & ~owned[1] & ~kept[0],
        "O": dots[1] & ~owned[0] & ~kept[1],
        "F": dots[0] & kept[0],
        "G": dots[1] & kept[1],
        "x": dots[0] & owned[1],
        "o": dots[1] & owned[0],
    }
    return {letter: points for letter, points in found.items() if points}


def put_letter(wanted: Letters, point: int, letter: str) -> None:
    """Writes a letter over whatever stood on a point."""
    for other in [other for other, points in wanted.items() if points & point]:
        wanted[other] &= ~point
        if not wanted[other]:
            del wanted[other]
    if letter != ".":
        wanted[letter] = wanted.get(letter, 0) | point


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_move(game: dict[str, Any], rules: Rules) -> None:
    changes, field = dict(game["diff"]), field_of(game["w"], game["h"])
    wanted: Letters = {}
    for number, (state, seen) in enumerate(played(game, rules)):
        player, x, y = game["moves"][number]
        assert (state.captured(0), state.captured(1)) == (game["cap1"][number], game["cap2"][number])
        put_letter(wanted, field.bit((x, y)), "XO"[player - 1])
        for change in filter(None, changes.get(number, "").split(";")):
            column, row, letter = change.split(",")
            put_letter(wanted, field.bit((int(column), int(row))), letter)
        assert seen == wanted, f"move {number}"
    for y, row in enumerate(game["final"]):
        for x, letter in enumerate(row):
            assert letter == "." or wanted[letter] & field.bit((x, y))


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_paper_tells_the_same(game: dict[str, Any], rules: Rules) -> None:
    """Dots and outlines give the state that was played; dots alone give it among the alternatives."""
    options = DotsOptions(
        size=(game["w"], game["h"]), start="empty", opening_zone="none", capture_empty=rules.capture_empty
    )
    position, every = start(options), max(40, game["w"] * game["h"] // 6)
    for number, (player, x, y) in enumerate(game["moves"]):
        position = replace(position, mover=player - 1).play((x, y))
        assert position.captured == (game["cap1"][number], game["cap2"][number])
        if number % every == every - 1 or number + 1 == len(game["moves"]):
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
    """The oracle hands over all that is not joined to the edge; our rule keeps what hangs together by houses
    too.

    The net score is that of the side that did not stop.
    """
    *_, (state, _) = played(game, rules)
    for player, name in ((0, "net_if_1_stops"), (1, "net_if_2_stops")):
        red, blue = score_after_stop(state, player)
        net = blue - red if player == 0 else red - blue
        assert net <= game[name]
        if not closed_points(state.field, state.live[player]) & state.free():
            assert net == game[name]

"""The look ahead in dots: forced captures hold against every answer, and the engine sees what it should."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.dots.areas import field_of, indices
from companion.games.dots.engine import QUICK, Thinking
from companion.games.dots.evaluate import links, value
from companion.games.dots.notation import parse_board
from companion.games.dots.options import DotsOptions
from companion.games.dots.settle import STANDARD, State, empty_state, one_move_captures, put_dot
from companion.games.dots.tactics import Attack, Line
from companion.games.dots.threats import gain_of, houses_of, lead, threats_of, threats_through

EMPTY = DotsOptions(start="empty", opening_zone="none")


def board(text: str) -> State:
    return parse_board(text, EMPTY).histories().likely.state


def at(state: State, place: tuple[int, int]) -> int:
    return place[1] * state.field.stride + place[0]


def positions(seed: int, size: tuple[int, int], moves: int) -> Iterator[tuple[State, int]]:
    """Positions of a game in which dots go near dots and most captures are made."""
    chance = Random(seed)
    state, player, last = empty_state(*size), 0, 0
    for _ in range(moves):
        free = state.free()
        near = state.field.around(state.field.around(last or state.field.bit((3, 3)))) & free
        if not free:
            return
        found = one_move_captures(state, player)
        if found and chance.random() < 0.7:
            point = found[0][0]
        else:
            point = chance.choice(list(indices(near or free)))
        state, last, player = put_dot(state, player, point).state, 1 << point, 1 - player
        yield state, player


def test_a_capture_that_cannot_be_stopped_is_found() -> None:
    """Each line holds against every single answer, not only those the search looked at."""
    found = 0
    for seed in range(20):
        for state, player in positions(seed, (8, 8), 40):
            line = Attack(player, STANDARD, 2000).best(state, 1)
            if line is not None:
                found += 1
                check_line(state, player, line)
    assert found > 30


def test_longer_lines_hold_as_well() -> None:
    """After any answer to the first of two forcing moves there is a capture or a shorter line."""
    found = 0
    for seed in range(30):
        for state, player in list(positions(seed, (8, 8), 34))[10::3]:
            line = Attack(player, STANDARD, 3000).best(state, 2)
            if line is None or len(line.moves) < 5:
                continue
            found += 1
            first = put_dot(state, player, line.moves[0]).state
            for answer in indices(first.free()):
                reply = put_dot(first, 1 - player, answer).state
                more = threats_of(reply, player, STANDARD) or Attack(player, STANDARD, 3000).best(reply, 1)
                assert more, (seed, line, answer)
    assert found > 4


def check_line(state: State, player: int, line: Line) -> None:
    """Tries every answer to the first move: the attacker can still gain what the line says."""
    first = put_dot(state, player, line.moves[0]).state
    for answer in indices(first.free()):
        reply = put_dot(first, 1 - player, answer).state
        best = (
            max(lead(put_dot(reply, player, point).state, player) for point in indices(reply.free()))
            if reply.free()
            else lead(reply, player)
        )
        assert best - lead(state, player) >= line.gain


def test_threats_are_what_trying_every_point_finds() -> None:
    for seed in range(6):
        for state, player in positions(seed, (9, 9), 60):
            found = {threat.point: threat.gain for threat in threats_of(state, player, STANDARD)}
            tried = {point: gain_of(state, player, point, STANDARD) for point in indices(state.free())}
            assert found == {point: gain for point, gain in tried.items() if gain > 0}


def test_threats_through_a_dot_are_those_that_are_new_with_it() -> None:
    for seed in range(6):
        for state, player in positions(seed, (9, 9), 60):
            for point in list(indices(state.free()))[::7]:
                after = put_dot(state, player, point).state
                if not after.live[player] & 1 << point:
                    continue
                all_now = {one.point for one in threats_of(after, player, STANDARD)}
                before = {one.point for one in threats_of(state, player, STANDARD)}
                through = {one.point for one in threats_through(after, player, 1 << point, STANDARD)}
                assert all_now - before <= through <= all_now


def test_houses() -> None:
    state = board(". . . . .\n. . R . .\n. R . R .\n. . R . .\n. B B B .\n")
    assert state.field.places(houses_of(state, 0, STANDARD)) == ((2, 2),)
    broken = board(". . . B . . .\n. . B R B . .\n. . R . R . .\n. . . R . . .\n. . . . . . .\n")
    assert houses_of(broken, 0, STANDARD) == 0


def test_links_need_two_free_points() -> None:
    state = board(". . . . .\n. R . R .\n. . . . .\n. . . . .\n. . . . .\n")
    linked = links(state.field, state.live[0], state.free())
    assert set(state.field.places(linked)) == {(2, 0), (2, 1), (2, 2)}
    cut = board(". . B . .\n. R B R .\n. . . . .\n. . . . .\n. . . . .\n")
    assert links(cut.field, cut.live[0], cut.free()) == 0
    knight = board("R . . . .\n. . R . .\n. . . . .\n. . . . .\n. . . . .\n")
    linked = links(knight.field, knight.live[0], knight.free())
    assert set(knight.field.places(linked)) == {(1, 0), (1, 1)}
    edge = board(". . . . R\n. R . . .\n. . . . .\n. . . . .\n. . . . .\n")
    assert links(edge.field, edge.live[0], edge.free()) == 0


def test_value_has_two_equal_sides() -> None:
    for state, player in positions(3, (12, 10), 80):
        assert value(state, player) == pytest.approx(-value(state, 1 - player))


def test_a_nearly_closed_ring_is_worth_something() -> None:
    state = board(
        ". . . . . . .\n. . R . R . .\n. . . B . . .\n. . R . R . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n"
    )
    assert value(state, 0) > 0.4


@pytest.mark.parametrize("seed", range(4))
def test_the_engine_takes_what_is_there(seed: int) -> None:
    """Whenever some capture is the best move by far, the engine takes as much or holds more."""
    for state, player in list(positions(seed, (9, 9), 50))[5::9]:
        thinking = Thinking(state, player, state.free(), STANDARD, QUICK, clock=lambda: 0.0)
        choices = thinking.choose()
        assert choices and all(1 << choice.point & state.free() for choice in choices)
        assert [one.worth for one in choices] == sorted((one.worth for one in choices), reverse=True)


def test_the_engine_stops_at_its_time() -> None:
    """A clock that has run out leaves the first look only, and still a move."""
    state = list(positions(1, (12, 12), 60))[-1][0]
    ticks = iter(range(10_000))
    thinking = Thinking(
        state, 0, state.free(), STANDARD, replace(QUICK, seconds=1.0), clock=lambda: next(ticks)
    )
    assert len(thinking.choose()) == 1


def test_the_engine_beats_a_greedy_player() -> None:
    script = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "dots_tournament.py"))
    movers = script["MOVERS"]
    result = script["play"]((10, 10), (movers["engine"], movers["greedy"]), Random(5), mercy=12)
    assert result.lead > 0
    assert script["interval"](200, 200) == pytest.approx((0.9812, 1.0), abs=1e-4)


def test_linking_points_are_those_with_two_groups_round_them() -> None:
    for bits in range(512):
        square = field_of(5, 5)
        dots = square.points((1 + bit % 3, 1 + bit // 3) for bit in range(9) if bits >> bit & 1 and bit != 4)
        ring, groups = dots, 0
        while ring:
            ring &= ~square.flood_any_way(ring & -ring, dots)
            groups += 1
        assert bool(square.linking(dots) & square.bit((2, 2))) == (groups > 1)

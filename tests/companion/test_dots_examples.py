"""The worked examples of the rules of dots, all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import IllegalMove
from companion.games.dots.areas import field_of, region_at
from companion.games.dots.hints import captures
from companion.games.dots.messages import KEYS
from companion.games.dots.notation import parse_board
from companion.games.dots.options import DotsOptions, opening_zone, start_dots
from companion.games.dots.orders import read_histories
from companion.games.dots.rules import NO_LINES, Dots
from companion.games.dots.stop import count_territory, score_after_stop
from companion.games.dots.strokes import ring_steps
from companion.options import parse_options
from tests.companion.data import examples, places

EXAMPLES = {example["id"]: example for example in examples("dots")}


def asked(what: str) -> list[Any]:
    """The examples that ask this, with their names."""
    return [pytest.param(one, id=name) for name, one in EXAMPLES.items() if one["ask"] == what]


def board(example: dict[str, Any], **changes: Any) -> Dots:
    """The position of an example's picture; nothing is printed on these boards."""
    pairs = [(name, str(value).lower()) for name, value in example.get("options", {}).items()]
    options = replace(parse_options(DotsOptions, pairs), start="empty", opening_zone="none")
    return replace(parse_board(example["board"], options), **changes)


def outlined(position: Dots, closed: dict[str, list[list[int]]]) -> Dots:
    """The position with outlines drawn round areas that were closed before."""
    field, lines = field_of(*position.options.size), list(NO_LINES)
    for key, inside in closed.items():
        player = KEYS.index(key)
        walls = position.unsettled().live[player]
        for place in inside:
            region = region_at(field, field.bit((place[0], place[1])), walls)
            assert region is not None
            lines[player] |= ring_steps([field.place(index) for index in region.ring])
    return replace(position, lines=(lines[0], lines[1]))


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 22
    assert {one["ask"] for one in EXAMPLES.values()} == {
        "play", "read", "start", "zone", "territory", "stop", "captures",
    }  # fmt: skip


@pytest.mark.parametrize("example", asked("play"))
def test_play(example: dict[str, Any]) -> None:
    position = outlined(
        board(example, mover=KEYS.index(example["first"]), first=None), example.get("pre_closed", {})
    )
    error = None
    for x, y in example["moves"]:
        try:
            position = position.play((x, y))
        except IllegalMove as refused:
            error = refused.reason
    expect = example["expect"]
    assert error == expect["error"]
    assert dict(zip(KEYS, position.captured, strict=True)) == expect["score"]
    assert position.turn == KEYS.index(expect["to_move"])
    state = position.histories().likely.state
    for player, key in enumerate(KEYS):
        assert set(state.field.places(state.owned[player])) == places(expect["closed"][key])


@pytest.mark.parametrize("example", asked("read"))
def test_read(example: dict[str, Any]) -> None:
    position = board(example, first=KEYS.index(example["first"]))
    expect = example["expect"]
    histories = position.histories()
    assert histories.is_certain is not expect["ambiguous"]
    scores = [dict(zip(KEYS, score, strict=True)) for score in histories.scores()]
    assert sorted(map(str, scores)) == sorted(map(str, expect.get("alternatives", [expect.get("score")])))
    assert (None if position.turn is None else KEYS[position.turn]) == expect["to_move"]
    assert [problem.code for problem in position.problems()] == expect["violations"]
    for player, key in enumerate(KEYS):
        if "area_points" in expect:
            assert histories.likely.state.owned[player].bit_count() == expect["area_points"][key]


@pytest.mark.parametrize("example", asked("start"))
def test_start_dots(example: dict[str, Any]) -> None:
    printed = start_dots(DotsOptions(size=tuple(example["size"]), start=example["kind"]))
    for player, key in enumerate(KEYS):
        assert {place for place, owner in printed if owner == player} == places(example["expect"][key])


@pytest.mark.parametrize("example", asked("zone"))
def test_zone(example: dict[str, Any]) -> None:
    zone = opening_zone(DotsOptions(size=tuple(example["size"]), start="empty"))
    assert zone is not None
    left, top, right, bottom = zone
    expect = example["expect"]
    assert list(zone) == expect["zone"]
    assert (right - left + 1) * (bottom - top + 1) == expect["points"]
    assert all(left <= x <= right and top <= y <= bottom for x, y in expect["inside"])
    assert not any(left <= x <= right and top <= y <= bottom for x, y in expect["outside"])


@pytest.mark.parametrize("example", asked("territory"))
def test_territory(example: dict[str, Any]) -> None:
    pair = [(one["R"], one["B"]) for one in (example["captured"], example["unpainted_empty"])]
    count, expect = count_territory(*pair), example["expect"]
    assert dict(zip(KEYS, count.territory, strict=True)) == expect["territory"]
    assert dict(zip(KEYS, count.bonus, strict=True)) == expect["bonus"]
    assert dict(zip(KEYS, count.total, strict=True)) == expect["total"]
    assert count.winner is not None and KEYS[count.winner] == expect["winner"]


@pytest.mark.parametrize("example", asked("stop"))
def test_stop(example: dict[str, Any]) -> None:
    state = read_histories(board(example).unsettled()).likely.state
    score = score_after_stop(state, KEYS.index(example["who"]))
    assert dict(zip(KEYS, score, strict=True)) == example["expect"]["score"]


@pytest.mark.parametrize("example", asked("captures"))
def test_captures(example: dict[str, Any]) -> None:
    found = captures(board(example))
    for key in KEYS:
        assert [[list(place), gain] for place, gain in found[key]] == example["expect"][key]

"""The worked examples of the rules of sea battle, all of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.games.sea_battle.cells import cell_name, opened, parse_cell
from companion.games.sea_battle.compare import compare_photos, compare_records
from companion.games.sea_battle.fleet import check_fleet, diagonal_pattern, placements
from companion.games.sea_battle.notation import parse_board
from companion.games.sea_battle.options import ALPHABETS, SeaBattleOptions
from companion.games.sea_battle.shots import Waters, answers, next_cells
from companion.games.sea_battle.turns import turn_by_misses
from tests.companion.data import examples, places

EXAMPLES = {example["id"]: example for example in examples("sea_battle")}


def asked(what: str) -> list[Any]:
    """The examples that ask this, with their names."""
    return [pytest.param(one, id=name) for name, one in EXAMPLES.items() if one["ask"] == what]


def rows(picture: str) -> list[str]:
    return ["".join(line.split()) for line in picture.splitlines()]


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 15
    assert {one["ask"] for one in EXAMPLES.values()} == {
        "placement", "opened", "replies", "names", "turn", "next_cells", "counts", "two_photos", "compare",
    }  # fmt: skip


@pytest.mark.parametrize("example", asked("placement"))
def test_placement(example: dict[str, Any]) -> None:
    position = parse_board(example["board"], SeaBattleOptions())
    expect = example["expect"]
    assert {problem.code for problem in position.problems()} == set(expect["violations"])
    counts = {
        fault.length: [fault.found, fault.wanted] for fault in check_fleet(position.ships()) if fault.length
    }
    assert counts == expect.get("count", {})


def test_opened() -> None:
    expect = EXAMPLES["SEA-06"]["expect"]
    for length in (1, 2, 3, 4):
        along = [(x, 0) for x in range(3, 3 + length)]
        assert len(opened([(x, 5) for x, _ in along])) == expect["open_water"][length]
        assert len(opened(along)) == expect["along_wall"][length]
        assert len(opened([(x, 0) for x in range(length)])) == expect["corner"][length]
        if length > 1:
            assert len(opened([(5, y) for y in range(length)])) == expect["end_on_wall"][length]


def test_replies() -> None:
    example = EXAMPLES["SEA-07"]
    position = parse_board(EXAMPLES[example["use"]]["board"], SeaBattleOptions())
    shots = [parse_cell(name, example["alphabet"]) for name in example["shots"]]
    assert answers(position.ships(), shots) == example["expect"]["replies"]


def test_names() -> None:
    example = EXAMPLES["SEA-08"]
    names = {alphabet: [cell_name((x, y), alphabet) for x, y in example["cells"]] for alphabet in ALPHABETS}
    assert names == example["expect"]


def test_turn() -> None:
    example = EXAMPLES["SEA-09"]
    turns = [turn_by_misses(first, second) for first, second in example["cases"]]
    words = [None if turn is None else ("first", "second")[turn] for turn in turns]
    assert words == example["expect"]["to_move"]


@pytest.mark.parametrize("example", asked("next_cells"))
def test_next_cells(example: dict[str, Any]) -> None:
    hits, misses = (frozenset(places(example[name])) for name in ("hits", "misses"))
    waters = Waters(hits, misses, (), example["fleet"])
    expect = example["expect"]
    assert set(next_cells(waters)) == places(expect["cells"])
    assert places(expect.get("cannot", [])) <= waters.water()


def test_counts() -> None:
    expect = EXAMPLES["SEA-13"]["expect"]
    assert {length: len(list(placements(length))) for length in (4, 3, 2, 1)} == expect["places"]
    cover = Counter(cell for ship in placements(4) for cell in ship)
    assert {"corner": cover[0, 0], "centre": cover[4, 4], "edge_middle": cover[4, 0]} == expect["cover_4"]
    for step, name in (
        (4, "every_fourth_diagonal"),
        (3, "every_third_diagonal"),
        (2, "every_second_diagonal"),
    ):
        pattern = set(diagonal_pattern(step))
        assert len(pattern) == expect[name]
        assert all(pattern & ship for ship in placements(step))


def test_two_photos() -> None:
    example = EXAMPLES["SEA-14"]
    (found,) = compare_photos(rows(example["board"]), rows(example["board2"]))
    assert [found.code] == example["expect"]["violations"]
    assert set(found.cells) == places(example["expect"]["cells"])


def test_compare() -> None:
    example = EXAMPLES["SEA-15"]
    kinds = compare_records(rows(example["target"]), rows(example["own"]))
    assert {kind: set(cells) for kind, cells in kinds.items()} == {
        kind: places(cells) for kind, cells in example["expect"]["kinds"].items()
    }

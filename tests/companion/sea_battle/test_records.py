"""Target fields that no fleet fits: found out, and with the fewest marks to blame."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from companion.games.sea_battle.cells import around
from companion.games.sea_battle.fleet import random_fleet
from companion.games.sea_battle.notation import parse
from companion.games.sea_battle.options import FLEET, SeaBattleOptions
from companion.games.sea_battle.records import Marks, to_blame

OPTIONS = SeaBattleOptions()
NO_SHIPS = "/".join(["10."] * 10)


def blamed(target: str) -> list[str]:
    """Cells of the contradiction, and whether it is a problem, from the rows of a target field."""
    position = parse(f"{NO_SHIPS} {target} own", OPTIONS)
    (found,) = [one for one in position.problems() if one.code == "RECORD_IMPOSSIBLE"]
    assert found.board == "target"
    assert set(found.where) == set(position.blamed())
    return found.text("en").partition(": ")[2].split(", ")


def rows(*shown: str) -> str:
    return "/".join([*shown, *["10."] * (10 - len(shown))])


def test_hits_that_touch_at_a_corner() -> None:
    assert blamed(rows("o9.", "3.xo5.", "4.x5.")) == ["Г2", "Д3"]


def test_five_hits_in_a_row() -> None:
    assert blamed(rows("10.", "2.5x3.")) == ["В2", "Г2", "Д2", "Е2", "Ж2"]


def test_two_four_deckers() -> None:
    assert blamed(rows("4#6.", "10.", "3.4#o2.")) == ["А1", "Б1", "В1", "Г1", "Г3", "Д3", "Е3", "Ж3"]


def test_a_ring_that_is_too_long() -> None:
    assert len(blamed(rows("5#5.", "o9."))) == 5


def test_a_hit_beside_a_sunk_ship() -> None:
    assert blamed(rows("##8.", "2.x7.", "o9.")) == ["А1", "Б1", "В2"]


def test_dots_that_leave_no_room() -> None:
    position = parse(f"{NO_SHIPS} {'/'.join(['o.o.o.o.o.', '.o.o.o.o.o'] * 5)} own", OPTIONS)
    assert position.blamed()
    assert "RECORD_IMPOSSIBLE" not in [problem.code for problem in position.problems()]


def true_marks(chance: random.Random, size: int, fleet: dict[int, int]) -> Marks:
    """Marks of a game against a real fleet, some ships ringed."""
    ships = random_fleet(chance, fleet, size)
    cells = [(x, y) for x in range(size) for y in range(size)]
    shot = set(chance.sample(cells, chance.randint(0, size * size)))
    rings = tuple(ship for ship in ships if ship <= shot and chance.random() < 0.7)
    ringed = frozenset().union(*rings)
    water = {cell for cell in shot if not any(cell in ship for ship in ships)}
    water |= {cell for ring in rings for cell in around(ring, size) if chance.random() < 0.5}
    hits = frozenset(shot - water - ringed)
    return Marks(hits, frozenset(water), rings, size, fleet)


@pytest.mark.parametrize("seed", range(30))
def test_true_records_are_never_blamed(seed: int) -> None:
    assert to_blame(true_marks(random.Random(seed), 10, dict(FLEET))) == ()


@pytest.mark.parametrize("seed", range(25))
def test_the_blamed_marks_are_fewest(seed: int) -> None:
    chance = random.Random(seed)
    cells = [(x, y) for x in range(5) for y in range(5)]
    marked = chance.sample(cells, 9)
    hits = frozenset(marked[: chance.randint(1, 4)])
    marks = Marks(hits, frozenset(marked) - hits, (), 5, {3: 1, 2: 1, 1: 1})
    guilty = to_blame(marks)
    assert bool(guilty) != marks.fit()
    assert not guilty or not marks.only(frozenset({cell}) for cell in guilty).fit()
    for number in range(len(guilty)):
        assert all(marks.only(some).fit() for some in combinations(marks.items(), number))

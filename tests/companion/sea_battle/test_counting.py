"""The number of fleets that fit, counted, searched and drawn, against each other and against brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from companion.games.sea_battle.cells import Ship, around
from companion.games.sea_battle.counting import count_fleets, take_census
from companion.games.sea_battle.fits import has_fleet
from companion.games.sea_battle.fleet import check_fleet, placements
from companion.games.sea_battle.options import FLEET
from companion.games.sea_battle.puzzle import Puzzle
from companion.games.sea_battle.sampling import draw_fleets, uniform_fleets
from companion.games.sea_battle.tables import fitting, flags, table_of

TOTAL = 1_855_545_978_831_780


def all_fleets(puzzle: Puzzle) -> list[frozenset[Ship]]:
    """Every fleet that fits, by trying all of them."""

    def fits(ship: Ship) -> bool:
        is_afloat = len(ship) not in puzzle.told or not ship <= puzzle.must
        return is_afloat and not ship & puzzle.water

    lengths = [length for length, number in puzzle.left.items() for _ in range(number)]
    places = [ship for length in set(lengths) for ship in placements(length, puzzle.size) if fits(ship)]
    found = []
    for some in combinations(places, len(lengths)):
        if sorted(map(len, some)) == sorted(lengths) and puzzle.must <= frozenset().union(*some):
            rims = [
                ship | around(ship, puzzle.size, has_corners=not puzzle.may_touch_corners) for ship in some
            ]
            if all(not one & rim for one, rim in combinations_of(some, rims)):
                found.append(frozenset(some))
    return found


def combinations_of(ships: tuple[Ship, ...], rims: list[Ship]) -> list[tuple[Ship, Ship]]:
    return [(ships[one], rims[two]) for one, two in combinations(range(len(ships)), 2)]


def random_puzzle(seed: int) -> Puzzle:
    chance = random.Random(seed)
    cells = [(x, y) for x in range(5) for y in range(5)]
    marked = chance.sample(cells, chance.randint(0, 9))
    hits = frozenset(marked[: chance.randint(0, 2)])
    return Puzzle(
        5,
        chance.choice(({2: 1, 1: 2}, {3: 1, 2: 1}, {3: 1, 1: 2}, {2: 2, 1: 1}, {4: 1, 1: 1})),
        frozenset(marked) - hits,
        hits,
        frozenset(chance.sample((1, 2, 3, 4), chance.randint(0, 4))),
        chance.random() < 0.3,
    )


@pytest.mark.parametrize("seed", range(40))
def test_small_seas_against_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    fleets = all_fleets(puzzle)
    assert count_fleets(puzzle) == len(fleets)
    assert has_fleet(puzzle) == bool(fleets)
    census = take_census(puzzle)
    assert census is not None and census.is_exact
    assert census.ships == Counter(ship for fleet in fleets for ship in fleet)


@pytest.mark.parametrize("seed", range(12))
def test_drawn_fleets_are_those_that_fit(seed: int) -> None:
    puzzle = random_puzzle(seed)
    fleets = all_fleets(puzzle)
    shown, (water, must) = table_of(puzzle), flags(puzzle)
    fits = fitting(shown, water, must, puzzle.told)
    drawn = draw_fleets(shown, fits, must, puzzle.left, 4000, np.random.default_rng(seed))
    assert {frozenset(shown.places[place] for place in row) for row in drawn.chosen} <= set(fleets)
    assert drawn.total == pytest.approx(len(fleets), rel=0.15)


def test_the_number_of_fleets() -> None:
    assert count_fleets(Puzzle(10, dict(FLEET))) == TOTAL


def test_an_estimate_of_the_number_of_fleets() -> None:
    puzzle = Puzzle(10, dict(FLEET))
    shown, (water, must) = table_of(puzzle), flags(puzzle)
    fits = fitting(shown, water, must, frozenset())
    drawn = draw_fleets(shown, fits, must, puzzle.left, 4000, np.random.default_rng(1))
    assert drawn.total == pytest.approx(TOTAL, rel=0.1)


def test_a_census_that_would_take_too_long_is_not_begun() -> None:
    assert take_census(Puzzle(10, dict(FLEET)), 10_000) is None


def test_uniform_fleets_are_lawful_and_uniform() -> None:
    chance = np.random.default_rng(0)
    for fleet in uniform_fleets(10, FLEET, 20, chance):
        assert check_fleet(fleet) == ()
    small = {2: 1, 1: 1}
    every = all_fleets(Puzzle(4, small))
    drawn = Counter(map(frozenset, uniform_fleets(4, small, 200 * len(every), chance)))
    assert set(drawn) == set(every)
    surprise = sum((number - 200) ** 2 / 200 for number in drawn.values())
    # Chi-square with n - 1 degrees of freedom has deviation sqrt(2 (n - 1)).
    assert abs(surprise - len(every)) < 5 * (2 * len(every)) ** 0.5

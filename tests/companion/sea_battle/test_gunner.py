"""The gunner: chances against brute force, speed, and that he never looks at the own field."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import numpy as np
import pytest

from companion.games.sea_battle.admiral import hard_fleet, rate
from companion.games.sea_battle.duel import Gunner
from companion.games.sea_battle.fleet import check_fleet
from companion.games.sea_battle.gunner import aim
from companion.games.sea_battle.hints import hint
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.questions import QUESTIONS
from companion.games.sea_battle.rules import SeaBattle, draw_ships, empty, start
from companion.games.sea_battle.sampling import uniform_fleets
from companion.games.sea_battle.shots import known_waters
from companion.games.sea_battle.trial import random_position
from companion.questions import Given

OPTIONS = SeaBattleOptions()
SECONDS = 1.0
"""Processor time that a hint may take."""


def test_chances_are_shares_of_all_fleets() -> None:
    """On 3x3 cells a two-decker leaves room for a one-decker only along the opposite side: with the two-decker
    in a row or column of the edge, three cells, in 8 places; elsewhere none."""
    found = aim(known_waters([], [], size=3, fleet={2: 1, 1: 1}, told=frozenset({1, 2})))
    assert found is not None and found.is_exact
    assert found.total == 8 * 3
    assert sum(found.chances.values()) == pytest.approx(3.0)
    assert found.chances[1, 1] == 0.0
    assert found.chances[0, 0] == pytest.approx((2 * 3 + 4) / 24)


def test_drawn_chances_come_near_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    misses = [(x, y) for x in range(10) for y in range(10) if (3 * x + y) % 4 == 0]
    waters = known_waters([(1, 2)], misses, fleet={3: 1, 2: 2, 1: 2}, told=frozenset({1, 2, 3}))
    monkeypatch.setattr("companion.games.sea_battle.gunner.MOST_NUMBERS", float("inf"))
    exact = aim(waters)
    monkeypatch.setattr("companion.games.sea_battle.gunner.MOST_NUMBERS", 10)
    drawn = aim(waters)
    assert exact is not None and drawn is not None
    assert exact.is_exact and not drawn.is_exact
    assert drawn.total == pytest.approx(exact.total, rel=0.1)
    for cell, chance in exact.chances.items():
        assert drawn.chances[cell] == pytest.approx(chance, abs=0.05)


def battle(number: int, seed: int) -> SeaBattle:
    """A sheet after so many shots of the gunner at a uniformly drawn fleet; the ships he sank are ringed."""
    (fleet,) = uniform_fleets(10, OPTIONS.ships, 1, np.random.default_rng(seed))
    shots = set(Gunner(OPTIONS, seed, fleets=100).shots(fleet)[:number])
    rows = [["."] * 10 for _ in range(10)]
    for x, y in shots:
        rows[y][x] = "o"
    for ship in fleet:
        for x, y in ship & shots:
            rows[y][x] = "#" if ship <= shots else "x"
    return replace(start(OPTIONS), target=tuple("".join(row) for row in rows), first=None)


@pytest.mark.parametrize("shots", [0, 8, 16, 25, 33, 40])
def test_a_hint_within_a_second(shots: int) -> None:
    position = battle(shots, seed=shots)
    assert position.blamed() == ()
    hint(battle(3, seed=1))
    started = time.process_time()
    found = hint(position)
    assert time.process_time() - started < SECONDS
    assert found is not None and found.move in position.moves()


def test_what_the_owner_is_told_never_depends_on_his_own_ships() -> None:
    """Nor can it tell the other's ships: hints and chances come from the target field alone."""
    chance = random.Random(8)
    for _ in range(3):
        position = random_position(OPTIONS, chance)
        (fleet,) = uniform_fleets(10, OPTIONS.ships, 1, np.random.default_rng(1))
        bare = replace(position, own=empty(OPTIONS), first=0)
        other = replace(position, own=draw_ships(fleet, OPTIONS), first=0)
        texts = [
            QUESTIONS["chances"].answer(Given((one,), OPTIONS, {}, chance)).lines for one in (bare, other)
        ]
        assert texts[0] == texts[1]
        assert bare.waters() == other.waters()


def test_the_gunner_sinks_every_fleet() -> None:
    gunner = Gunner(OPTIONS, seed=1, fleets=200)
    fleets = uniform_fleets(10, OPTIONS.ships, 12, np.random.default_rng(2))
    for fleet in fleets:
        shots = gunner.shots(fleet)
        assert len(set(shots)) == len(shots)
        assert frozenset().union(*fleet) <= set(shots)
    assert np.mean([len(gunner.shots(fleet)) for fleet in fleets]) < 65


@pytest.mark.parametrize("change", [{"answer_sunk": False}, {"touch": "corners"}])
def test_the_gunner_plays_other_rules(change: dict[str, object]) -> None:
    options = SeaBattleOptions(**change)  # type: ignore[arg-type]
    (fleet,) = uniform_fleets(
        10, options.ships, 1, np.random.default_rng(2), may_touch_corners=options.may_touch_corners
    )
    assert frozenset().union(*fleet) <= set(Gunner(options, fleets=200).shots(fleet))


def test_ratings_and_placements() -> None:
    options = SeaBattleOptions(size=6, fleet=(3, 2, 1, 1))
    fleet = hard_fleet(options, random.Random(1))
    assert check_fleet(fleet, options.ships) == ()
    found = rate(fleet, options, games=4)
    assert 7 <= found.mean <= 36
    assert found.spread >= 0
    assert {len(ship): number for ship, number in found.opened}[3] in (8, 10, 12, 15)

"""Sea battle: everything that can be wrong on a sheet, drawn ships, turns and hints."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.games.sea_battle.cells import outline_of
from companion.games.sea_battle.fleet import check_fleet, random_fleet
from companion.games.sea_battle.hints import hint
from companion.games.sea_battle.notation import parse
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.paper import read
from companion.games.sea_battle.rules import SeaBattle, empty
from printables.marks import Kind, Mark, Symbol

OPTIONS = SeaBattleOptions()
FLEET = "4S5.S/10./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./S8.S"


def codes(position: SeaBattle) -> list[str]:
    return [problem.code for problem in position.problems()]


@pytest.mark.parametrize(
    ("own", "code"),
    [
        ("4S5.S/10./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./x8.S", "HIT_ON_WATER"),
        ("O3S5.S/10./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./S8.S", "MISS_ON_SHIP"),
        ("4S5.S/10./S.3S4.S/S%8./S.SS5.S/10./5.SS3./10./S9./S8.S", "SHOT_REPEATED"),
        ("4S5.S/!9./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./S8.S", "WRONG_MARK"),
        ("4S5.S/?9./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./S8.S", "MARK_UNREADABLE"),
        ("4S5.S/10./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./S8.L", "LATE_PLACEMENT"),
    ],
)
def test_marks(own: str, code: str) -> None:
    assert code in codes(parse(own, OPTIONS))


def test_ring_round_a_ship_that_is_not_hit() -> None:
    assert codes(parse(f"{FLEET} #S8.{'/10.' * 9}", OPTIONS)) == ["SUNK_NOT_COMPLETE"]


def test_misses_that_no_order_of_turns_gives() -> None:
    target = "3o7." + "/10." * 9
    assert codes(parse(f"{FLEET} {target} own", OPTIONS)) == ["TURN_COUNT_IMPOSSIBLE"]


def test_turns() -> None:
    one_miss = "o9." + "/10." * 9
    assert parse(f"{FLEET} - own", OPTIONS).turn == 0
    assert parse(f"{FLEET} - enemy", OPTIONS).turn == 1
    assert parse(f"{FLEET} - ?", OPTIONS).turn is None
    assert parse(f"{FLEET} {one_miss} own", OPTIONS).turn == 1
    assert parse(f"{FLEET} {one_miss} ?", OPTIONS).turn == 1
    every_shot = replace(OPTIONS, hit_gives_shot=False)
    assert parse(f"{FLEET} {'x9.' + '/10.' * 9} own", every_shot).turn == 1
    assert parse(f"{FLEET} {'x9.' + '/10.' * 9} own", OPTIONS).turn == 0


def test_a_dot_beside_a_sunk_ship_may_be_a_note() -> None:
    target = "#o8./oo8." + "/10." * 8
    assert parse(f"{FLEET} {target} own", OPTIONS).problems() == ()
    strict = replace(OPTIONS, halo_dots=False)
    assert codes(parse(f"{FLEET} {target} own", strict)) == ["TURN_COUNT_IMPOSSIBLE"]


def outlines(*ships: set[tuple[int, int]]) -> list[Mark]:
    """Outlines drawn round some ships."""
    sides = {side for ship in ships for side in outline_of(ship)}
    return [Mark("own", Kind.OUTLINE, side, Symbol.LINE, 0) for side in sorted(sides)]


def test_outlines_tell_ships_that_touch_from_a_bent_one() -> None:
    side_by_side = read(outlines({(0, 0), (1, 0)}, {(0, 1)}), OPTIONS)
    assert "SHIPS_TOUCH_SIDE" in codes(side_by_side)
    assert "SHIP_BENT" not in codes(side_by_side)
    assert parse(str(side_by_side), OPTIONS) == replace(side_by_side, first=None)
    bent = read(outlines({(0, 0), (1, 0), (0, 1)}), OPTIONS)
    assert "SHIP_BENT" in codes(bent)
    assert "SHIPS_TOUCH_SIDE" not in codes(bent)


def test_an_outline_that_does_not_close() -> None:
    position = read(outlines({(3, 3), (4, 3)})[:-1], OPTIONS)
    assert position.ships() == ()
    assert codes(position) == ["MARK_UNREADABLE"]
    assert parse(str(position), OPTIONS) == position


@pytest.mark.parametrize("symbol", [Symbol.FILLED, Symbol.HATCHED, Symbol.CROSS])
def test_filled_ships(symbol: Symbol) -> None:
    fleet = random_fleet(random.Random(3))
    marks = [Mark("own", Kind.CELL, cell, symbol, 0) for ship in fleet for cell in ship]
    position = read(marks, OPTIONS)
    assert set(position.ships()) == set(fleet)
    assert position.problems() == ()


def test_ships_may_touch_at_corners_in_lenient_families() -> None:
    ships = [frozenset({(0, 0)}), frozenset({(1, 1)})]
    assert "SHIPS_TOUCH_DIAGONALLY" in {fault.code for fault in check_fleet(ships)}
    assert "SHIPS_TOUCH_DIAGONALLY" not in {
        fault.code for fault in check_fleet(ships, may_touch_corners=True)
    }


def test_the_end() -> None:
    sunk = parse(FLEET.replace("S", "X"), OPTIONS)
    outcome = sunk.outcome()
    assert outcome is not None and outcome.winner == 1
    assert sunk.turn is None and sunk.moves() == ()


def test_a_hint_goes_on_along_the_ship_and_never_looks_at_the_own_field() -> None:
    target = "10./10./10./10./4.xx4./10./10./10./10./10."
    position = parse(f"{FLEET} {target} own", OPTIONS)
    found = hint(position)
    assert found is not None and set(found.best) == {(3, 4), (6, 4)}
    assert hint(replace(position, own=empty(OPTIONS))) == found


def test_random_fleets_are_lawful() -> None:
    chance = random.Random(1)
    for _ in range(50):
        assert check_fleet(random_fleet(chance)) == ()

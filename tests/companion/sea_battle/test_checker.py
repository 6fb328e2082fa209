"""The check of placements against a second, slow one on random drawings, and what messages say."""

from __future__ import annotations

from companion.games.sea_battle.cells import outline_of
from companion.games.sea_battle.field import check_field
from companion.games.sea_battle.notation import parse
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.paper import ink, read
from printables.marks import Kind, Mark, Symbol
from tests.companion.sea_battle.slow_checker import disagreements

OPTIONS = SeaBattleOptions()


def test_against_the_slow_checker() -> None:
    wrong, seen = disagreements(400, seed=5)
    assert wrong == []
    assert {"lawful", "FLEET_COUNT", "SHIP_BENT", "SHIPS_TOUCH_SIDE", "SHIPS_TOUCH_DIAGONALLY"} <= set(seen)


def outlined(*ships: set[tuple[int, int]]) -> list[Mark]:
    sides = {side for ship in ships for side in outline_of(ship)}
    return [Mark("own", Kind.OUTLINE, side, Symbol.LINE, 0) for side in sorted(sides)]


def filled(*cells: tuple[int, int]) -> list[Mark]:
    return [Mark("own", Kind.CELL, cell, Symbol.FILLED, 0) for cell in cells]


def texts(marks: list[Mark], code: str) -> list[str]:
    position = read(marks, OPTIONS)
    assert parse(str(position), OPTIONS) == position
    assert read(ink(position), OPTIONS) == position
    return [problem.text("en") for problem in position.problems() if problem.code == code]


def test_a_bent_ship_with_an_outline_is_one_ship_without_it_may_be_two() -> None:
    bend = {(3, 3), (4, 3), (4, 4)}
    (sure,) = texts(outlined(bend), "SHIP_BENT")
    assert "two ships" not in sure
    (either,) = texts(filled(*bend), "SHIP_BENT")
    assert "two ships" in either


def test_a_long_run_with_an_outline_is_one_ship_without_it_may_be_two() -> None:
    run = {(x, 3) for x in range(2, 7)}
    (sure,) = texts(outlined(run), "SHIP_TOO_LONG")
    assert "two ships" not in sure
    (either,) = texts(filled(*run), "SHIP_TOO_LONG")
    assert "two ships" in either


def test_an_outline_over_the_edge() -> None:
    (text,) = texts(outlined({(9, 4), (10, 4)}), "SHIP_OUT_OF_FIELD")
    assert "К5" in text


def test_the_message_names_cells_in_every_alphabet() -> None:
    for alphabet, name in (
        ("cyr_no_yo_j", "Ж4"),
        ("cyr_yo", "Ё4"),
        ("respublika", "Л4"),
        ("snegurochka", "О4"),
        ("latin", "G4"),
    ):
        options = SeaBattleOptions(alphabet=alphabet)
        position = read(filled((6, 3), (7, 4)), options)
        (touching,) = [one for one in position.problems() if one.code == "SHIPS_TOUCH_DIAGONALLY"]
        assert name in touching.text("en") and name in touching.text("ru")


def test_fields_drawn_by_hand() -> None:
    def codes(columns: int, rows: int, letters: str, numbers: list[int]) -> list[str]:
        found = check_field(columns, rows, OPTIONS, letters=letters, numbers=numbers)
        return [problem.code for problem in found]

    right = list(range(1, 11))
    assert codes(10, 10, "абвгдежзик", right) == []
    assert codes(9, 10, "АБВГДЕЖЗИК", right) == ["FIELD_SIZE_WRONG"]
    assert codes(10, 10, "АБВГДЕЖЗИЙ", right) == ["COORDINATES_WRONG"]
    assert codes(10, 10, "АББГДЕЖЗИК", right) == ["COORDINATES_WRONG"]
    assert codes(10, 10, "АБВГДЕЖЗИК", right[::-1]) == ["COORDINATES_WRONG"]
    assert list(check_field(10, 10, OPTIONS)) == []

"""Other fields and other fleets: sheets, notation, ink and hints from 6x6 to 12x12."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion import press
from companion.errors import NotationError, OptionError
from companion.games.sea_battle import GAME
from companion.games.sea_battle.cells import cell_name, parse_cell
from companion.games.sea_battle.fleet import check_fleet, random_fleet
from companion.games.sea_battle.fleet_option import FleetKind, all_fleets
from companion.games.sea_battle.notation import parse
from companion.games.sea_battle.options import ALPHABETS, SeaBattleOptions
from companion.games.sea_battle.paper import ink, read
from companion.games.sea_battle.trial import random_position
from companion.options import pack_options, parse_options, unpack_options

GAMES = [
    SeaBattleOptions(size=6, fleet=(3, 2, 1, 1)),
    SeaBattleOptions(size=7, fleet=(3, 2, 2, 1, 1)),
    SeaBattleOptions(size=8, fleet=(4, 3, 2, 2, 1, 1), touch="corners"),
    SeaBattleOptions(size=9, fleet=(4, 3, 3, 2, 2, 1, 1), answer_sunk=False),
    SeaBattleOptions(size=11, alphabet="cyr_yo"),
    SeaBattleOptions(size=12, alphabet="latin", fleet=(6, 5, 4, 3, 3, 2, 2, 1, 1, 1)),
]
every_game = pytest.mark.parametrize("options", GAMES, ids=lambda options: f"size{options.size}")


@every_game
def test_positions_come_back_from_text_and_ink(options: SeaBattleOptions) -> None:
    for seed in range(4):
        position = random_position(options, random.Random(seed))
        assert position.problems() == ()
        assert parse(str(position), options) == position
        assert read(ink(position), options, begins=position.first) == position
        assert GAME.parse_board(GAME.picture(position), options).own == position.own
        hint = GAME.hint(position)
        assert hint is None or hint.move in position.moves()


@every_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_has_the_fields(options: SeaBattleOptions, paper: str) -> None:
    sheet = press.make_sheet(GAME, options, paper=paper, lang="ru", serial=1)
    assert [(board.columns, board.rows) for board in sheet.boards] == [(options.size, options.size)] * 2
    own, target = sheet.boards
    assert own.box_mm[2] + 5 < target.box_mm[0]
    for spot in sheet.spots():
        for x, y in spot.place_mm:
            assert 8 <= x <= sheet.page_mm[0] - 8
            assert 8 <= y <= sheet.page_mm[1] - 8


@every_game
def test_options_come_back_from_the_sheet(options: SeaBattleOptions) -> None:
    assert unpack_options(SeaBattleOptions, pack_options(options)) == options


def test_sheets_printed_before_these_options_still_read() -> None:
    old = replace(SeaBattleOptions(), alphabet="latin", hit_gives_shot=False)
    assert pack_options(old) == 4 + 5
    assert list(all_fleets()).index((4, 3, 3, 2, 2, 2, 1, 1, 1, 1)) == 318


@pytest.mark.parametrize(
    "text", ["4,3,3,2,2,2,1,1,1,1", "{4:1,3:2,2:3,1:4}", "1 1 1 1 2 2 2 3 3 4", "4-3-3-2-2-2-1-1-1-1"]
)
def test_ways_to_write_a_fleet(text: str) -> None:
    assert parse_options(SeaBattleOptions, [("fleet", text)]) == SeaBattleOptions()


@pytest.mark.parametrize("text", ["", "7", "4,x", "2:9", "0", "-1"])
def test_fleets_that_are_none(text: str) -> None:
    if text == "-1":
        assert FleetKind().parse(text) == (1,)
        return
    with pytest.raises(OptionError):
        parse_options(SeaBattleOptions, [("fleet", text)])


@pytest.mark.parametrize(
    "change",
    [
        {"size": 11, "alphabet": "respublika"},
        {"size": 6},
        {"size": 6, "fleet": (6, 5, 5, 4, 4)},
    ],
)
def test_what_does_not_go_together(change: dict[str, object]) -> None:
    with pytest.raises(OptionError) as refused:
        replace(SeaBattleOptions(), **change)  # type: ignore[arg-type]
    assert refused.value.text("ru") != refused.value.text("en")


def test_every_fleet_that_is_allowed_can_be_placed() -> None:
    chance = random.Random(3)
    for size in range(6, 13):
        fleets = [fleet for fleet in all_fleets() if is_allowed(size, fleet)]
        for fleet in chance.sample(fleets, 6):
            options = SeaBattleOptions(size=size, alphabet="latin", fleet=fleet)
            assert check_fleet(random_fleet(chance, options.ships, size), options.ships) == ()


def is_allowed(size: int, fleet: tuple[int, ...]) -> bool:
    try:
        SeaBattleOptions(size=size, alphabet="latin", fleet=fleet)
    except OptionError:
        return False
    return True


def test_names_of_cells_at_the_edges() -> None:
    for alphabet, letters in ALPHABETS.items():
        size = len(letters)
        corner = (size - 1, size - 1)
        assert parse_cell(cell_name(corner, alphabet), alphabet, size) == corner
        with pytest.raises(NotationError):
            parse_cell(f"{letters[0]}{size + 1}", alphabet, size)

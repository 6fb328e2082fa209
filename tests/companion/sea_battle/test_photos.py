"""From paper to answers: pretend photos of other fields, of one sheet at two times, and of its seal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import press
from companion.cli import main
from companion.games.sea_battle import GAME
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.rules import SeaBattle, empty
from companion.games.sea_battle.trial import random_position
from samples.levels import Level
from samples.pretend import pretend_photo

SMALL = SeaBattleOptions(size=7, fleet=(3, 2, 2, 1, 1))


def photo(position: SeaBattle, path: Path, serial: int, seed: int) -> str:
    sheet = press.make_sheet(GAME, position.options, lang="ru", serial=serial)
    shot = pretend_photo(
        sheet,
        GAME.ink(position),
        level=Level.EASY,
        seed=seed,
        pens=("gel_blue", "gel_red"),
        begins=position.first,
        long_px=1800,
    )
    path.write_bytes(shot.data)
    return str(path)


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object]]:
    code = main(["ask", "sea_battle", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("options", [SMALL, SeaBattleOptions(size=12, alphabet="latin")], ids=["7", "12"])
def test_a_sheet_of_another_size(
    options: SeaBattleOptions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = random_position(options, Random(2))
    path = photo(position, tmp_path / "sheet.jpg", serial=5, seed=3)
    main(["read", path, "--json"])
    (reading,) = json.loads(capsys.readouterr().out)["readings"]
    assert GAME.parse(reading["position"], options) == position
    assert reading["options"]["size"] == str(options.size)


def test_seal_play_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = random_position(SMALL, Random(9))
    fleet = tuple("".join("S" if sign in "SX" else "." for sign in row) for row in played.own)
    fresh = replace(played, own=fleet, target=empty(SMALL))
    before, after = (
        photo(position, tmp_path / name, serial=6, seed=seed)
        for position, name, seed in ((fresh, "before.jpg", 4), (played, "after.jpg", 5))
    )
    code, sealed = ask(capsys, "seal", before)
    assert code == 0
    code, checked = ask(capsys, "check", after, f"seal={sealed['seal']}", f"key={sealed['key']}")
    assert (code, checked["is_sealed"]) == (0, True)
    code, history = ask(capsys, "photos", before, after)
    assert (code, history["problems"]) == (0, [])
    (step,) = history["steps"]  # type: ignore[misc]
    assert len(step["enemy_shots"]) == len(played.own_cells("oX"))

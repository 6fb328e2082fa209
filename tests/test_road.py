"""The whole road: print, photograph, read, judge, draw; and everything that can be wrong with the photos."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import catalog, cli, press
from companion.trial import random_position
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.vision.sheets import GAMES, marks_of, photo_of, sheet_of


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An easy photo of every game, drawn with pens that are told easily."""
    folder = tmp_path_factory.mktemp("photos")
    for game in GAMES:
        shot = pretend_photo(
            sheet_of(game),
            marks_of(game, 5),
            level=Level.EASY,
            seed=5,
            pens=("gel_blue", "gel_red"),
            long_px=2400,
        )
        (folder / f"{game}.jpg").write_bytes(shot.data)
    return {game: folder / f"{game}.jpg" for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_print_photograph_read(
    game: str, photos: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.main(["read", str(photos[game]), "--json", "--marks", "--lang", "en"])
    shown = json.loads(capsys.readouterr().out)
    assert shown["error"] is None
    reading = shown["readings"][0]
    record = catalog.find_game(game)
    position = record.parse(reading["position"], record.options())
    drawn = {(mark.board, mark.at, mark.symbol) for mark in marks_of(game, 5)}
    assert {(mark.board, mark.at, mark.symbol) for mark in record.ink(position)} == drawn
    assert reading["game"] == game
    assert reading["sheet"]["tags_seen"] >= 6
    assert reading["sheet"]["residual_mm"] < 0.15
    assert len(reading["corners_px"]) == 4
    assert {"board", "at", "symbol", "player", "colour", "confidence"} == set(reading["marks"][0])
    assert code == (1 if reading["problems"] else 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [71, 72])
def test_the_same_position_comes_back(game: str, seed: int) -> None:
    """A random lawful position through a pretend photo: whatever differs is shown as doubtful."""
    from random import Random

    from companion.doubts import DOUBTFUL
    from companion.found import Wanted
    from companion.reading import read_photo
    from vision.photo import decode_photo

    record = catalog.find_game(game)
    position = random_position(record, record.options(), Random(seed))
    sheet = press.make_sheet(record, record.options(), lang="en", serial=seed)
    shot = pretend_photo(
        sheet, record.ink(position), level=Level.NORMAL, seed=seed, long_px=2400, begins=position.first
    )
    report = read_photo(decode_photo(shot.data), Wanted())
    assert report.error is None
    first = report.found[0]
    wanted = {(mark.board, mark.at): mark.choice for mark in record.ink(position)}
    read = {(mark.board, mark.at): mark.choice for mark in record.ink(first.report.position)}
    doubtful = {(mark.board, mark.at) for mark in first.marks if mark.confidence < DOUBTFUL}
    silent = {spot for spot in {**wanted, **read} if wanted.get(spot) != read.get(spot)} - doubtful
    assert not silent


def bad_files(folder: Path) -> dict[str, Path]:
    """Files that are no usable photos, by what is wrong with them."""
    good = photo_of("dots").data
    blank = np.full((900, 1200, 3), 205, np.uint8)
    foreign = blank.copy()
    other = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate([(50, 50), (1000, 50), (50, 700), (1000, 700)]):
        foreign[y : y + 120, x : x + 120] = cv2.aruco.generateImageMarker(other, number, 120)[..., None]
    contents = {
        "letter.txt": b"Dear all, this is not a picture.",
        "empty.jpg": b"",
        "short.jpg": good[: len(good) // 2],
        "dot.png": cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes(),
        "blank.jpg": cv2.imencode(".jpg", blank)[1].tobytes(),
        "foreign.jpg": cv2.imencode(".jpg", foreign)[1].tobytes(),
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    (folder / "folder.jpg").mkdir()
    return {name: folder / name for name in [*contents, "folder.jpg", "absent.jpg"]}


def test_bad_photos_get_one_line_each_and_the_good_one_is_read(
    photos: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = bad_files(tmp_path)
    table = tmp_path / "out.csv"
    paths = [*map(str, bad.values()), str(photos["tic_tac_toe"])]
    code = cli.main(["read", *paths, "--json", "--workers", "1", "--lang", "en", "--csv", str(table)])
    said = capsys.readouterr()
    assert code == 2
    lines = said.err.strip().split("\n")
    assert len(lines) == len(bad)
    assert all(line.startswith("companion: ") and "Traceback" not in line for line in lines)
    shown = [json.loads(line) for line in said.out.strip().split("\n")]
    assert [one["error"] is None for one in shown] == [False] * len(bad) + [True]
    assert shown[-1]["readings"]
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [row["error"] for row in rows[: len(bad)]] == [one["error"]["code"] for one in shown[:-1]]


def test_pictures_are_written_whole_or_not_at_all(
    photos: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(
        ["read", str(photos["sea_battle"]), "--annotate", str(tmp_path / "new"), "--lang", "ru"]
    ) in (0, 1)
    (picture,) = (tmp_path / "new").iterdir()
    assert cv2.imread(str(picture)).shape[1] > 1000
    assert "Морской бой" in capsys.readouterr().out
    taken = tmp_path / "taken"
    taken.write_text("a file, not a folder")
    assert cli.main(["read", str(photos["sea_battle"]), "--annotate", str(taken), "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "cannot write" in said


def test_the_wrong_game_is_said(photos: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", str(photos["dots"]), "--game", "sea_battle", "--lang", "en"]) == 2
    assert "sheet of dots" in capsys.readouterr().err


def test_import_contracts_hold() -> None:
    """The house has one way through it; see pyproject.toml."""
    from importlinter.cli import lint_imports

    assert lint_imports(no_cache=True) == 0

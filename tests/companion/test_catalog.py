"""Games are an open set found by folder: adding one touches nothing else."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path
from random import Random

import pytest

import companion.games
from companion import catalog, press, referee
from companion.cli import main
from companion.errors import UnknownGame
from companion.trial import random_position


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A copy of tic-tac-toe under a new name, in a folder outside the package."""
    source = Path(companion.games.__path__[0]) / "tic_tac_toe"
    shutil.copytree(source, tmp_path / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(tmp_path)])
    return "noughts"


def test_a_new_game_works_at_once(copied: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert copied in catalog.game_names()
    game = catalog.find_game(copied)
    assert game.name == copied
    assert "Tic-tac-toe" in game.rules("en")
    position = random_position(game, game.options(), Random(1))
    assert game.parse(str(position), game.options()) == position
    assert game.read(game.ink(position), game.options()) == position
    assert referee.judge(game, position).to_json("en")["game"] == copied
    assert press.make_sheet(game, game.options(), serial=1).boards
    assert main(["judge", copied, "X../3./3."]) == 0
    assert main(["print", copied, "--out", str(tmp_path / "sheet.pdf")]) == 0
    assert str(tmp_path) in capsys.readouterr().out


def test_names_are_forgiving() -> None:
    assert catalog.find_game("Tic-Tac-Toe") is catalog.find_game("tic_tac_toe")


@pytest.mark.parametrize(
    ("name", "guess"), [("dot", "dots"), ("seabattle", "sea_battle"), ("tictactoe", "tic_tac_toe")]
)
def test_unknown_games_get_a_guess(name: str, guess: str) -> None:
    with pytest.raises(UnknownGame, match=f"did you mean {guess}"):
        catalog.find_game(name)


@pytest.mark.parametrize("name", catalog.game_names())
def test_a_game_goes_to_a_worker_process_and_is_the_same_there(name: str) -> None:
    game = catalog.find_game(name)
    assert pickle.loads(pickle.dumps(game)) is game

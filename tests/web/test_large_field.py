"""A game of dots in a notebook that is larger than any sheet: shown, corrected and taken along like others."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import catalog
from companion.game import Game
from companion.options import render_options, restore_options
from companion.trial import random_position
from samples.levels import Level
from samples.notebook import photo_of_games
from tests.vision.games_on_a_page import PAGE, dots
from tests.web.test_snap import ENGLISH, send


@pytest.fixture(scope="module")
def tall_page() -> bytes:
    """Dots over 30 by 50 crossings."""
    drawing, _ = dots("dots", (5, 4), (30, 50), 5)
    return photo_of_games(PAGE, [drawing], level=Level.EASY, seed=31, long_px=1700).data


def test_a_field_larger_than_any_sheet_is_corrected(client: FlaskClient, tall_page: bytes) -> None:
    address = send(client, tall_page).headers["Location"]
    page = client.get(address, headers=ENGLISH)
    assert page.status_code == 200
    notation = re.search(r"<textarea[^>]*>(\d+)x(\d+) ", page.text)
    assert notation is not None and int(notation[2]) > 40
    free = {"board": "field", "x": "12", "y": "46"}
    sent = client.post(f"{address}/1/1/correct", data={**free, "answer": "dot:1"})
    assert sent.status_code == 303
    corrected = client.get(address, headers=ENGLISH).text
    assert "Corrected by you" in corrected
    after = re.search(r"<textarea[^>]*>([^<]+)</textarea>", corrected)
    assert after is not None and after[1] not in page.text
    for taken in ("1/1/what-if", "1/1/report.pdf", "1/1/position.json", "1/1/annotated.svg", "1/1/as/sgf"):
        with client.get(f"{address}/{taken}", headers=ENGLISH) as answer:
            assert answer.status_code == 200, taken


def test_options_of_a_large_field_come_back_from_their_text() -> None:
    game = catalog.find_game("dots")
    for size in ((52, 45), (5, 52), (39, 32)):
        options = game.options(size=size, start="empty", win_at=20)
        assert restore_options(game.options, dict(render_options(options))) == options


@pytest.mark.parametrize("game", catalog.all_games(), ids=lambda game: game.name)
def test_options_of_every_game_come_back_from_their_text(game: Game[Any, Any]) -> None:
    options = random_position(game, game.options(), Random(1)).options
    assert restore_options(game.options, dict(render_options(options))) == options

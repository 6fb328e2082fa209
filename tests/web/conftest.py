"""The application with an empty data folder, and photos to send to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web
from companion import catalog, press
from samples.levels import Level
from samples.pretend import pretend_photo

UNGUARDED = {"WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Without the tokens of forms and the limits of visitors, which `test_security.py` tests."""
    return web.create_app(data=tmp_path / "data", settings=UNGUARDED)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def photo() -> bytes:
    """A sheet of tic-tac-toe with a game in its first grid: X has won."""
    game = catalog.find_game("tic_tac_toe")
    sheet = press.make_sheet(game, game.options(), lang="en", serial=1)
    position = game.parse("XXX/OO./...", game.options())
    return pretend_photo(sheet, game.ink(position), level=Level.EASY, seed=3, long_px=1600).data

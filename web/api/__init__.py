"""The HTTP API: sheets, readings, corrections, positions and hints for programs; described by `openapi.json`."""

from __future__ import annotations

from flask import Blueprint

from web.api.asked import check_lang
from web.api.games import pages as games
from web.api.openapi import pages as openapi
from web.api.positions import pages as positions
from web.api.problems import set_up
from web.api.readings import pages as readings

__all__ = ["pages"]

pages = Blueprint("api", __name__, url_prefix="/api/v1")
for part in (games, positions, readings, openapi):
    pages.register_blueprint(part)
pages.before_request(check_lang)
set_up(pages)

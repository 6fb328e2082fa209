"""The first page: all games, with pictures drawn from their own sheets."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template

from companion import catalog, screen
from web.languages import current_lang

pages = Blueprint("gallery", __name__)


@pages.get("/")
def games() -> str:
    """All games and the two things to do: print and snap."""
    return render_template("games.html", games=catalog.all_games())


@pages.get("/games/<name>/example.svg")
def example(name: str) -> Response:
    """The picture of a game: its first board in mid-play."""
    if name not in catalog.game_names():
        abort(404)
    response = Response(screen.example_picture(name, current_lang()), mimetype="image/svg+xml")
    response.cache_control.max_age = 3600
    response.cache_control.private = True
    return response

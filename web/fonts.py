"""The font of the sheets, for the pages too."""

from __future__ import annotations

from flask import Blueprint, Response, abort, send_file

from companion import screen

pages = Blueprint("fonts", __name__)

MONTH_SECONDS = 30 * 24 * 3600


@pages.get("/fonts/<name>")
def font(name: str) -> Response:
    """One of the bundled font files."""
    path = screen.font_path(name)
    if path is None:
        abort(404)
    response = send_file(path, mimetype="font/ttf", max_age=MONTH_SECONDS)
    response.cache_control.public = True
    return response

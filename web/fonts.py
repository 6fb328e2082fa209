"""The font of the sheets, for the pages too."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

from companion import screen

pages = Blueprint("fonts", __name__)

MONTH_SECONDS = 30 * 24 * 3600


@pages.get("/fonts/<name>")
def font(name: str) -> Response:
    """One of the bundled font files, packed where the browser can unpack it."""
    path = screen.font_path(name)
    if path is None:
        abort(404)
    is_packed = bool(request.accept_encodings["gzip"])
    response = Response(_packed(path) if is_packed else path.read_bytes(), mimetype="font/ttf")
    if is_packed:
        response.content_encoding = "gzip"
    response.cache_control.public = True
    response.cache_control.max_age = MONTH_SECONDS
    response.vary.add("Accept-Encoding")
    return response


@lru_cache(maxsize=4)
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)

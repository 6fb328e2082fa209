"""Photos of played sheets that come with the program: to see what is read without a printer."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.demo import sample_photos
from web import visitor
from web.guard import UPLOADS, limiter
from web.languages import current_lang
from web.storage.sent import Said
from web.work import QueueFull
from web.work.intake import take_in

pages = Blueprint("samples", __name__, url_prefix="/games")

SMALL_PX = 320
"""Longer side of the small pictures to choose from."""

DAY_SECONDS = 24 * 3600


@lru_cache(maxsize=1)
def _photos() -> dict[tuple[str, str], Path]:
    return {(path.parent.name, path.stem): path for path in sample_photos()}


def samples_of(game: str) -> list[str]:
    """The names of a game's sample photos."""
    return [name for owner, name in _photos() if owner == game]


def _found(game: str, sample: str) -> Path:
    """A sample's file; only names that we listed ourselves lead to one."""
    path = _photos().get((game, sample))
    if path is None:
        abort(404)
    return path


@pages.get("/<name>/samples/<sample>.jpg")
def small(name: str, sample: str) -> Response:
    """A sample made small."""
    response = Response(_small(_found(name, sample)), mimetype="image/jpeg")
    response.cache_control.public = True
    response.cache_control.max_age = DAY_SECONDS
    return response


@lru_cache(maxsize=64)
def _small(path: Path) -> bytes:
    from PIL import Image

    with Image.open(path) as photo:
        photo.thumbnail((SMALL_PX, SMALL_PX))
        content = io.BytesIO()
        photo.save(content, "JPEG", quality=72)
    return content.getvalue()


@pages.post("/<name>/samples/<sample>")
@limiter.limit(UPLOADS)
def send(name: str, sample: str) -> AnyResponse:
    """Read a sample as if the visitor had sent it."""
    path = _found(name, sample)
    said = Said(lang=current_lang(), visitor=visitor.name())
    try:
        sent = take_in([(path.name, path.read_bytes())], said)
    except QueueFull:
        abort(503)
    return redirect(url_for("results.result", token=sent.token), 303)

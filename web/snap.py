"""Photos come in here: the snap page, where a sheet's QR code leads, and the upload."""

from __future__ import annotations

import base64
import re

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import catalog
from companion.codes import NamedSheet, name_sheet
from companion.errors import CompanionError, OutputError
from companion.text import Text
from web import visitor, words
from web.cards import PhotoCard, cards_of
from web.guard import MOST_MEGABYTES, UPLOADS, limiter
from web.languages import current_lang
from web.storage.store import Said, current_store
from web.work import QueueFull
from web.work.door import wait_for
from web.work.intake import MOST_PHOTOS, take_in

pages = Blueprint("snap", __name__)

PATIENCE_SECONDS = 60
"""How long an upload waits for its result."""

_COMMAND_LINE = re.compile(r"\s*\(--\w+\)")
"""Advice in error messages that only helps on the command line."""


@pages.get("/snap")
def snap() -> str:
    """The page with the big button."""
    return _snap_page()


@pages.get("/s/<path:code>")
@pages.get("/S/<path:code>")
def sheet(code: str) -> str | tuple[str, int]:
    """Where a sheet's QR code leads: which sheet it is, and the big button."""
    try:
        return _snap_page(name_sheet(code))
    except CompanionError as error:
        return _snap_page(error=error.text), 404


@pages.post("/snap")
@limiter.limit(UPLOADS)
def upload() -> Response | str | tuple[str, int]:
    """Take the photos in, wait until they are read, and lead to the result."""
    photos = [file for file in request.files.getlist("photos") if file.filename]
    if not photos:
        return _snap_page(error=words.NO_PHOTO), 422
    if len(photos) > MOST_PHOTOS:
        return _snap_page(error=words.TOO_MANY.fill(number=len(photos), most=MOST_PHOTOS)), 422
    try:
        said = _said()
    except CompanionError as error:
        return _snap_page(error=error.text), 422
    try:
        sent = take_in([(photo.filename or "photo", photo.read()) for photo in photos], said)
    except QueueFull:
        abort(503)
    except OutputError as error:
        return render_template("error.html", title=words.BROKEN_TITLE, text=error.text), 507
    done = wait_for(current_store(), sent.token, PATIENCE_SECONDS)
    if done is None or not done.is_done:
        abort(503)
    cards = cards_of(done)
    if not any(card.cards for card in cards):
        return _not_read(done.token, cards), 422
    return redirect(url_for("results.result", token=done.token), 303)


def _snap_page(named: NamedSheet | None = None, error: Text | None = None) -> str:
    return render_template("snap.html", named=named, error=error, **_form_values())


def _form_values() -> dict[str, object]:
    """What the snap form needs, on whichever page it stands."""
    return {
        "games": catalog.all_games(),
        "most_photos": MOST_PHOTOS,
        "most_megabytes": MOST_MEGABYTES,
        "typed_code": request.form.get("code", ""),
        "chosen_game": request.form.get("game", ""),
    }


def _said() -> Said:
    """What the visitor said about the sheet. Raises `CompanionError`."""
    code, name = request.form.get("code", "").strip(), request.form.get("game", "").strip()
    return Said(
        lang=current_lang(),
        game=catalog.find_game(name).name if name else None,
        code=name_sheet(code).typed if code else None,
        visitor=visitor.name(),
    )


def _not_read(token: str, cards: tuple[PhotoCard, ...]) -> str:
    """Why none of the photos could be read, and what to do."""
    failures = [(card, plain_error(card), _inline(token, card.picture)) for card in cards]
    codes = dict.fromkeys(card.error_code or "" for card in cards)
    advice = [line for code in codes for line in words.ADVICE.get(code, ())]
    return render_template("not_read.html", failures=failures, advice=advice, **_form_values())


def plain_error(card: PhotoCard) -> Text | None:
    """The sentence about a photo, without what only helps on the command line."""
    if card.error is None:
        return None
    return Text(en=_COMMAND_LINE.sub("", card.error.en), ru=_COMMAND_LINE.sub("", card.error.ru))


def _inline(token: str, name: str | None) -> str | None:
    """A picture that goes into the page itself."""
    content = None if name is None else current_store().files.get(token, name)
    return None if content is None else "data:image/jpeg;base64," + base64.b64encode(content).decode()

"""Photos come in here: the snap page, where a sheet's QR code leads, and the upload."""

from __future__ import annotations

import base64
import json
import re
from threading import BoundedSemaphore

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from companion import catalog
from companion.codes import NamedSheet, name_sheet
from companion.errors import CompanionError, OutputError
from companion.reading import PhotoReport, Wanted, read_bytes
from companion.text import LANGUAGES, Text
from web import words
from web.cards import Files, PhotoCard, photo_card
from web.guard import MOST_MEGABYTES
from web.store import Result, current_store

pages = Blueprint("snap", __name__)

MOST_PHOTOS = 10
MOST_AT_ONCE = 2
"""Photos read at the same time: each one keeps a core busy and takes some hundred megabytes."""
PATIENCE_SECONDS = 60
"""How long an upload waits for its turn."""

_turn = BoundedSemaphore(MOST_AT_ONCE)

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
def upload() -> Response | str | tuple[str, int]:
    """Read the photos and lead to the result."""
    photos = [file for file in request.files.getlist("photos") if file.filename]
    if not photos:
        return _snap_page(error=words.NO_PHOTO), 422
    if len(photos) > MOST_PHOTOS:
        return _snap_page(error=words.TOO_MANY.fill(number=len(photos), most=MOST_PHOTOS)), 422
    try:
        wanted = _wanted()
    except CompanionError as error:
        return _snap_page(error=error.text), 422
    files = Files()
    reports = [_read(photo, wanted) for photo in photos]
    cards = tuple(photo_card(report, number, files) for number, report in enumerate(reports, 1))
    if not any(card.cards for card in cards):
        return _not_read(cards, files), 422
    for lang in LANGUAGES:
        files.put(f"report-{lang}.json", _json(reports, lang))
    try:
        token = current_store().save(Result(cards), files.contents)
    except OutputError as error:
        return render_template("error.html", title=words.BROKEN_TITLE, text=error.text), 507
    return redirect(url_for("results.result", token=token), 303)


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


def _wanted() -> Wanted:
    """What the visitor said about the sheet. Raises `CompanionError`."""
    code, name = request.form.get("code", "").strip(), request.form.get("game", "").strip()
    typed = name_sheet(code).typed if code else None
    return Wanted(game=catalog.find_game(name) if name else None, code=typed)


def _read(photo: FileStorage, wanted: Wanted) -> PhotoReport:
    """Read one photo when its turn comes."""
    data = photo.read()
    if not _turn.acquire(timeout=PATIENCE_SECONDS):
        abort(503)
    try:
        return read_bytes(data, wanted, name=photo.filename or "photo")
    finally:
        _turn.release()


def _not_read(cards: tuple[PhotoCard, ...], files: Files) -> str:
    """Why none of the photos could be read, and what to do."""
    failures = [(card, plain_error(card), _inline(card.picture, files)) for card in cards]
    codes = dict.fromkeys(card.error_code or "" for card in cards)
    advice = [line for code in codes for line in words.ADVICE.get(code, ())]
    return render_template("not_read.html", failures=failures, advice=advice, **_form_values())


def plain_error(card: PhotoCard) -> Text | None:
    """The sentence about a photo, without what only helps on the command line."""
    if card.error is None:
        return None
    return Text(en=_COMMAND_LINE.sub("", card.error.en), ru=_COMMAND_LINE.sub("", card.error.ru))


def _inline(name: str | None, files: Files) -> str | None:
    """A picture that goes into the page itself: a photo that failed is not kept."""
    if name is None:
        return None
    return "data:image/jpeg;base64," + base64.b64encode(files.contents[name]).decode()


def _json(reports: list[PhotoReport], lang: str) -> str:
    shown = [report.to_json(lang, with_marks=True) for report in reports]
    return json.dumps(shown if len(shown) > 1 else shown[0], ensure_ascii=False, indent=1)

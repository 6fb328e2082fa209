"""Photos come in here: the snap page, where a sheet's QR code leads, and the upload."""

from __future__ import annotations

import re

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import catalog, screen
from companion.codes import NamedSheet, name_sheet
from companion.errors import CompanionError, OutputError
from companion.text import LANGUAGES, Text
from web import visitor, words
from web.guard import MOST_MEGABYTES, UPLOADS, limiter
from web.languages import current_lang
from web.storage.sent import Said
from web.storage.tables import Upload
from web.work import QueueFull
from web.work.intake import MOST_PHOTOS, take_in

pages = Blueprint("snap", __name__)

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


@pages.get("/cards.pdf")
def cards_pdf() -> Response:
    """The page of marker cards, to be laid beside games on any paper."""
    pdf = screen.cards_pdf(paper=asked_paper(), lang=asked_sheet_lang())
    response = Response(pdf, mimetype="application/pdf")
    response.headers["Content-Disposition"] = 'inline; filename="cards.pdf"'
    return response


@pages.post("/snap")
@limiter.limit(UPLOADS)
def upload() -> Response | str | tuple[str, int]:
    """Take the photos in and lead to their page, which tells how far they are."""
    photos = [file for file in request.files.getlist("photos") if file.filename]
    if not photos:
        return _snap_page(error=words.NO_PHOTO), 422
    if len(photos) > MOST_PHOTOS:
        return _snap_page(error=words.TOO_MANY.fill(number=len(photos), most=MOST_PHOTOS)), 422
    try:
        said = said_of_sheet()
    except CompanionError as error:
        return _snap_page(error=error.text), 422
    try:
        sent = take_in([(photo.filename or "photo", photo.read()) for photo in photos], said)
    except QueueFull:
        abort(503)
    except OutputError as error:
        return render_template("error.html", title=words.BROKEN_TITLE, text=error.text), 507
    return redirect(url_for("results.result", token=sent.token), 303)


def _snap_page(named: NamedSheet | None = None, error: Text | None = None) -> str:
    return render_template("snap.html", named=named, error=error, **form_values())


def form_values(sent: Upload | None = None) -> dict[str, object]:
    """What the snap form needs, on whichever page it stands; `sent` is what was sent before."""
    return {
        "most_photos": MOST_PHOTOS,
        "most_megabytes": MOST_MEGABYTES,
        "typed_code": (sent.code or "") if sent else request.form.get("code", ""),
        "chosen_game": (sent.game or "") if sent else request.form.get("game", ""),
    }


def said_of_sheet() -> Said:
    """What the visitor said about the sheet. Raises `CompanionError`."""
    code, name = request.form.get("code", "").strip(), request.form.get("game", "").strip()
    return Said(
        lang=current_lang(),
        game=catalog.find_game(name).name if name else None,
        code=name_sheet(code).typed if code else None,
        visitor=visitor.name(),
    )


def asked_paper() -> str:
    """The paper that the address asks for."""
    paper = request.args.get("paper", "a4")
    return paper if paper in screen.PAPERS else "a4"


def asked_sheet_lang() -> str:
    """The language of what is to be printed, if the address tells one."""
    lang = request.args.get("lang", "")
    return lang if lang in LANGUAGES else current_lang()


def plain_error(error: Text) -> Text:
    """The sentence about a photo, without what only helps on the command line."""
    return Text(en=_COMMAND_LINE.sub("", error.en), ru=_COMMAND_LINE.sub("", error.ru))

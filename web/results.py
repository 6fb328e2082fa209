"""The result page of an upload: what was read, corrected by taps, judged anew. Whoever has the link may look."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import corrections
from companion.errors import CompanionError
from companion.text import Text
from printables.layout import Board
from printables.marks import At, Choice, Kind, Symbol, segment
from web import words
from web.guard import UPLOADS, limiter
from web.languages import current_lang
from web.reviews import Sheet, hint_for, hint_layers
from web.snap import form_values, plain_error, said_of_sheet
from web.storage.store import current_store
from web.storage.tables import ReadPosition, State, Upload, UploadedPhoto
from web.work.door import current_door

pages = Blueprint("results", __name__, url_prefix="/results")

DAY_SECONDS = 24 * 3600
FRAGMENT = "X-Fragment"
"""The header by which our script asks for the changed parts instead of a whole page."""

_POSITION = "/<token>/<int(min=1, max=99):number>/<int(min=1, max=99):place>"


# --- pages --------------------------------------------------------------------------------------------


@pages.get("/<token>")
def result(token: str) -> AnyResponse | tuple[str, int]:
    """All positions of all photos of one upload; while they are read, how far that is.

    Where it is open which game is drawn on squared paper, whoever sent the only photo is asked first.
    """
    upload = found_upload(token)
    if not upload.is_done:
        return hidden(Response(_waiting(upload)))
    only = upload.photos[0]
    if len(upload.photos) == 1 and is_open(only) and not ("shown" in request.args and only.positions):
        return redirect(url_for("fields.field", token=token, number=1))
    photos = [(photo, sheets_of(upload, photo)) for photo in upload.photos]
    if not any(sheets for _, sheets in photos):
        return _not_read(upload), 200
    page = render_template(
        "result.html",
        token=token,
        photos=photos,
        error_of=error_of,
        again_with=again_with,
        refusals_of=refusals_of,
        stays_as_read=stays_as_read,
        is_open=is_open,
        upload=upload,
    )
    return hidden(Response(page))


@pages.get("/<token>/state")
def state(token: str) -> Response:
    """How far the photos are, for the waiting page."""
    upload = found_upload(token)
    response = Response(json.dumps({"done": upload.is_done, "read": _done(upload), "of": len(upload.photos)}))
    response.mimetype = "application/json"
    return hidden(response)


@pages.post("/<token>/delete")
def delete(token: str) -> AnyResponse:
    """Throw the photos away with everything read from them."""
    if not current_store().delete(token):
        abort(404)
    return redirect(url_for("gallery.games", deleted=1), 303)


@pages.post("/<token>/again/<int(min=1, max=99):number>")
@limiter.limit(UPLOADS)
def again(token: str, number: int) -> AnyResponse | tuple[str, int]:
    """Read a refused photo once more; which sheet it is counts from now on as the form says it."""
    upload = found_upload(token)
    try:
        said = said_of_sheet() if "game" in request.form else None
    except CompanionError as error:
        back = url_for("results.result", token=token)
        return render_template("error.html", title=words.NOT_READ, text=error.text, back=back), 422
    if not current_store().read_again(token, number, said):
        abort(404)
    current_door().submit([photo.id for photo in upload.photos if photo.number == number])
    return redirect(url_for("results.result", token=token), 303)


def _waiting(upload: Upload) -> str:
    return render_template("waiting.html", token=upload.token, read=_done(upload), of=len(upload.photos))


def _done(upload: Upload) -> int:
    return sum(photo.state in (State.READ, State.REFUSED) for photo in upload.photos)


def _not_read(upload: Upload) -> str:
    """Why none of the photos could be read, and what to do."""
    codes = dict.fromkeys(photo.error_code or "" for photo in upload.photos)
    advice = [line for code in codes for line in words.ADVICE.get(code, ())]
    return render_template(
        "not_read.html",
        token=upload.token,
        upload=upload,
        photos=upload.photos,
        error_of=error_of,
        again_with=again_with,
        advice=advice,
        is_open=is_open,
        **form_values(upload),
    )


def is_open(photo: UploadedPhoto) -> bool:
    """Whether the squares of a photo are known, but not which game is drawn on them."""
    if photo.squares is None or photo.state not in (State.READ, State.REFUSED):
        return False
    return photo.error_code is not None or not photo.squares["is_sure"]


OUR_FAULTS = ("READER_STOPPED", "BROKEN", "PHOTO_GONE", "TOO_LARGE")
"""Refusals that another try may be spared: they come of how busy we are, or of what we have mended since."""


MISNAMED = ("FIELD_CROPPED", "FIELD_UNCLEAR")
"""How a sheet looks that is taken for another one."""


def again_with(photo: UploadedPhoto, upload: Upload) -> str | None:
    """Whether reading a refused photo once more is of use: `plain`, or when the sheet is `named`, or otherwise."""
    if photo.file is None:
        return None
    is_named = upload.game is not None or upload.code is not None
    if photo.error_code == "WRONG_SHEET" or (is_named and photo.error_code in MISNAMED):
        return "named"
    return "plain" if photo.error_code in OUR_FAULTS else None


def refusals_of(photo: UploadedPhoto) -> list[Text]:
    """Why further sheets in a photo that was read could not be used."""
    by_lang = {lang: (report or {}).get("refused", ()) for lang, report in (photo.report or {}).items()}
    pairs = zip(by_lang.get("en", ()), by_lang.get("ru", ()), strict=True)
    return [plain_error(Text(en=en["text"], ru=ru["text"])) for en, ru in pairs]


def stays_as_read(photo: UploadedPhoto) -> Text | None:
    """Why the field that was pointed out last could not be read, where something was read before."""
    told = (photo.pointed_out or {}).get("refused")
    if told is None:
        return None
    return words.STAYS_AS_READ.fill(why=plain_error(Text(en=told["en"], ru=told["ru"])))


def error_of(photo: UploadedPhoto) -> Text | None:
    """The sentence about a photo that could not be read."""
    if photo.error_code is None:
        return None
    return plain_error(Text(en=photo.error_en or "", ru=photo.error_ru or ""))


# --- one position -------------------------------------------------------------------------------------


@pages.post(f"{_POSITION}/correct")
def correct(token: str, number: int, place: int) -> AnyResponse:
    """Say what stands at a place; a tap without an answer turns to the next one."""
    sheet = found_sheet(token, number, place)
    board, kind, at = _asked_place(sheet)
    answer = request.form.get("answer")
    if answer is None:
        choice = corrections.next_choice(board, kind, at, sheet.review.marks)
    else:
        choice = _asked_choice(answer)
    row = current_store().correct(token, number, place, board=board.name, kind=kind, at=at, choice=choice)
    return _changed(row, token, number, (board, kind, at) if answer is None else None)


@pages.post(f"{_POSITION}/undo")
def undo(token: str, number: int, place: int) -> AnyResponse:
    """Take the last correction back."""
    return _changed(current_store().undo(token, number, place), token, number)


@pages.post(f"{_POSITION}/confirm")
def confirm(token: str, number: int, place: int) -> AnyResponse:
    """All right, or no longer."""
    is_right = request.form.get("right", "1") == "1"
    row = current_store().confirm(token, number, place, is_right=is_right)
    return _changed(row, token, number)


@pages.get(f"{_POSITION}/place")
def place_of(token: str, number: int, place: int) -> Response:
    """What stands at a place and what else may: for the keyboard and for a long look."""
    sheet = found_sheet(token, number, place)
    return hidden(Response(render_template("_editor.html", sheet=sheet, chosen=_asked_place(sheet))))


@pages.get(f"{_POSITION}/hint")
def hint(token: str, number: int, place: int) -> Response:
    """A good move with its reasons, and what shows it on board and photo."""
    sheet = found_sheet(token, number, place)
    advice = hint_for(sheet.game, sheet.position)
    layers: dict[str, dict[str, Any]] = {"photo": {}, "clean": {}}
    if advice is not None:
        for view, boards in (
            ("photo", list(sheet.photo_boards)),
            ("clean", [board for board, _ in sheet.pictures]),
        ):
            layers[view] = hint_layers(sheet.game, boards, advice)
    page = "_hint.html" if request.headers.get(FRAGMENT) else "hint.html"
    return hidden(Response(render_template(page, sheet=sheet, hint=advice, layers=layers)))


def _changed(
    row: ReadPosition | None, token: str, number: int, chosen: tuple[Board, Kind, At] | None = None
) -> AnyResponse:
    """The position's parts as they are now for the script, its place on the page for a plain form."""
    if row is None:
        abort(404)
    sheet = Sheet(row, token, number)
    if request.headers.get(FRAGMENT):
        page = render_template("_sheet.html", sheet=sheet, chosen=chosen, heading="h2")
        return hidden(Response(page))
    return redirect(url_for("results.result", token=token, _anchor=sheet.id), 303)


def _asked_place(sheet: Sheet) -> tuple[Board, Kind, At]:
    """The place that a request names by kind and lattice, or by a tap in pitches; 400 when there is none."""
    values = request.values
    board = sheet.board(values.get("board", ""))
    try:
        if "x" in values:
            spot = corrections.nearest_spot(board, float(values["x"]), float(values["y"]))
            if spot is None:
                abort(400)
            return board, *spot
        kind, at = Kind(values["kind"]), _at(values["at"])
    except (KeyError, ValueError):
        abort(400)
    is_read = any((mark.kind, mark.at) == (kind, at) for mark in sheet.marks)
    if not is_read and not (board.holds(kind, at) and any(ask.kind is kind for ask in board.asks)):
        abort(400)
    return board, kind, at


def _asked_choice(answer: str) -> Choice:
    """`dot:0`: a sign and its player; `nothing:` for nobody's."""
    symbol, _, player = answer.partition(":")
    try:
        return Choice(Symbol(symbol), int(player) if player in ("0", "1") else None)
    except ValueError:
        abort(400)


def _at(text: str) -> At:
    """`3,4`, or `3,4-3,5` for a stroke. Raises `ValueError`."""
    if not re.fullmatch(r"-?\d+,-?\d+(--?\d+,-?\d+)?", text):
        raise ValueError(f"{text!r} is no place")
    ends = [(int(x), int(y)) for x, y in re.findall(r"(?:^|(?<=-))(-?\d+),(-?\d+)", text)]
    match ends:
        case [(x, y)]:
            return (x, y)
        case [(ax, ay), (bx, by)]:
            return segment((ax, ay), (bx, by))
    raise ValueError(f"{text!r} is no place")


# --- files --------------------------------------------------------------------------------------------


@pages.get("/<token>/report.json")
def report(token: str) -> Response:
    """What was read as data, the same as `companion read --json --marks` prints."""
    upload = found_upload(token)
    shown = [photo.report[current_lang()] for photo in upload.photos if photo.report is not None]
    content = json.dumps(shown if len(shown) != 1 else shown[0], ensure_ascii=False, indent=1)
    return hidden(Response(content, mimetype="application/json"))


@pages.get("/<token>/files/<name>")
def file(token: str, name: str) -> Response:
    """A picture of a result."""
    if not name.endswith(".jpg"):
        abort(404)
    content = current_store().files.get(token, name)
    if content is None or current_store().upload(token) is None:
        abort(404)
    response = hidden(Response(content, mimetype="image/jpeg"))
    response.cache_control.no_store = False
    response.cache_control.max_age = DAY_SECONDS
    return response


# --- for the modules beside ---------------------------------------------------------------------------


def found_upload(token: str) -> Upload:
    """The upload with that token, or 404."""
    upload = current_store().upload(token)
    if upload is None:
        abort(404)
    return upload


def found_sheet(token: str, number: int, place: int) -> Sheet:
    """One position of an upload, or 404."""
    row = current_store().position(token, number, place)
    if row is None:
        abort(404)
    return Sheet(row, token, number)


def sheets_of(upload: Upload, photo: UploadedPhoto) -> list[Sheet]:
    """The positions of a photo that are played on; the first one when none is."""
    sheets = [Sheet(row, upload.token, photo.number, photo) for row in photo.positions]
    return [sheet for sheet in sheets if sheet.is_played] or sheets[:1]


def hidden(response: Response) -> Response:
    """Not for shared caches, not for search engines."""
    response.cache_control.private = True
    response.cache_control.no_store = True
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response

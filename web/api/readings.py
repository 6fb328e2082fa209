"""Readings of photos: sent, waited for, corrected, confirmed, thrown away. Whoever has the token may do all of it."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, url_for

from companion.codes import name_sheet
from companion.errors import CompanionError
from companion.options import parse_options, render_options
from companion.text import Text
from printables.layout import TENTHS
from printables.marks import At, Choice, Kind, Symbol, segment
from web.api.asked import MOST_NOTATION, Body, body, lang, option_texts
from web.api.problems import Wrong
from web.guard import UPLOADS, limiter
from web.storage.review import review
from web.storage.sent import Said
from web.storage.store import current_store
from web.storage.tables import Correction, ReadPosition, State, Upload, UploadedPhoto
from web.work.door import current_door
from web.work.intake import MOST_PHOTOS, take_in

pages = Blueprint("readings", __name__, url_prefix="/readings")

PICTURE_KINDS = {
    "jpg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
    "heic": "image/heic",
    "avif": "image/avif",
}
NO_PHOTOS = Text(
    en="no photo came along; send 1 to {most} files in the field 'photos' of a multipart form",
    ru="снимка нет; пришлите от 1 до {most} файлов в поле 'photos' формы multipart",
)


class NoPhotos(CompanionError):
    """An upload without a photo, or with too many."""

    code = "NO_PHOTOS"


# --- photos -------------------------------------------------------------------------------------------


@pages.post("")
@limiter.limit(UPLOADS)
def send() -> tuple[Response, int]:
    """Take photos in; they are read when their turn comes."""
    if request.mimetype != "multipart/form-data":
        abort(415, "expected multipart/form-data")
    photos = [file for file in request.files.getlist("photos") if file.filename]
    if not 1 <= len(photos) <= MOST_PHOTOS:
        raise NoPhotos(NO_PHOTOS.fill(most=MOST_PHOTOS))
    upload = take_in([(photo.filename or "photo", photo.read()) for photo in photos], _said())
    response = jsonify(_upload_json(_found(upload.token)))
    response.headers["Location"] = url_for("api.readings.show", token=upload.token)
    return response, 202


FIELDS = ("photos", "game", "options", "code")


def _said() -> Said:
    """What the form says about the sheet. Raises `CompanionError`."""
    for name in (*request.form, *request.files):
        if name not in FIELDS:
            raise Wrong(name, "no such field; there are " + ", ".join(FIELDS))
    asked = Body({name: value for name, value in request.form.items() if value.strip()})
    options = None
    game = asked.game() if "game" in asked.fields else None
    if game is not None and "options" in asked.fields:
        texts = option_texts(_object("options", asked.word("options", most=MOST_NOTATION)))
        options = dict(render_options(parse_options(game.options, texts.items())))
    return Said(
        lang=lang(),
        game=None if game is None else game.name,
        options=options,
        code=name_sheet(asked.word("code").strip()).typed if "code" in asked.fields else None,
    )


def _object(field: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Wrong(field, "a JSON object as text") from None


@pages.get("/<token>")
def show(token: str) -> Response:
    """How far the photos have come, and what was read."""
    return _private(jsonify(_upload_json(_found(token))))


@pages.delete("/<token>")
def throw_away(token: str) -> tuple[str, int]:
    """Delete the photos and everything read from them."""
    if not current_store().delete(token):
        abort(404)
    return "", 204


@pages.post("/<token>/photos/<int(min=1, max=99):number>/again")
def read_again(token: str, number: int) -> tuple[Response, int]:
    """Read a refused photo once more."""
    upload = _found(token)
    if not current_store().read_again(token, number):
        abort(404)
    current_door().submit([photo.id for photo in upload.photos if photo.number == number])
    return jsonify(_upload_json(_found(token))), 202


@pages.get("/<token>/files/<name>")
def file(token: str, name: str) -> Response:
    """A picture of a reading."""
    kind = PICTURE_KINDS.get(name.rpartition(".")[2])
    content = current_store().files.get(token, name) if kind else None
    if content is None or current_store().upload(token) is None:
        abort(404)
    return _private(Response(content, mimetype=kind))


# --- positions of photos ------------------------------------------------------------------------------

_POSITION = "/<token>/photos/<int(min=1, max=99):number>/positions/<int(min=1, max=99):place>"


@pages.get(_POSITION)
def position(token: str, number: int, place: int) -> Response:
    """One position as it was read, with its corrections."""
    return _position_answer(current_store().position(token, number, place))


@pages.post(f"{_POSITION}/corrections")
def correct(token: str, number: int, place: int) -> tuple[Response, int]:
    """Say what stands at a place; what was read is kept beside it."""
    read = current_store().position(token, number, place)
    if read is None:
        abort(404)
    asked = body()
    board = asked.one_of("board", [board["name"] for board in read.boards], read.boards[0]["name"])
    kind = Kind(asked.one_of("kind", [kind.value for kind in Kind]))
    at = _spot(read, board, kind, asked.place("at"))
    symbol = Symbol(asked.one_of("symbol", [symbol.value for symbol in Symbol]))
    player = asked.number("player", 0, 1)
    asked.done()
    corrected = current_store().correct(
        token, number, place, board=board, kind=kind, at=at, choice=Choice(symbol, player)
    )
    return _position_answer(corrected), 201


def _spot(read: ReadPosition, name: str, kind: Kind, at: Any) -> At:
    """The place, if the board has it. Raises `Wrong`."""
    board = next(board for board in read.boards if board["name"] == name)
    points = at if isinstance(at[0], tuple) else (at,)
    edge = 1 if kind is Kind.OUTLINE else 0  # strokes lie between corners, of which there is one more
    is_stroke = kind in (Kind.OUTLINE, Kind.CHAIN, Kind.BAR, Kind.JOIN)
    columns, rows = board["columns"] + edge, board["rows"] + edge
    if kind is Kind.LOOSE or board.get("drawn"):
        columns, rows = (round(TENTHS * board["pitch_mm"] * number) + 1 for number in (columns, rows))
    elif "loose_mm" in board:
        columns, rows = len(board["loose_mm"]), 1
    if len(points) != 1 + is_stroke or any(x >= columns or y >= rows for x, y in points):
        raise Wrong("at", f"a {kind.value} of a board of {columns} x {rows}")
    return segment(*at) if is_stroke else at


@pages.delete(f"{_POSITION}/corrections/last")
def undo(token: str, number: int, place: int) -> Response:
    """Take the last correction back."""
    return _position_answer(current_store().undo(token, number, place))


@pages.put(f"{_POSITION}/confirmation")
def confirm(token: str, number: int, place: int) -> Response:
    """Say that all of it is right now, or no longer."""
    asked = body()
    is_right = asked.flag("is_right", default=True)
    asked.done()
    return _position_answer(current_store().confirm(token, number, place, is_right=is_right))


# --- as JSON ------------------------------------------------------------------------------------------


def _found(token: str) -> Upload:
    upload = current_store().upload(token)
    if upload is None:
        abort(404)
    return upload


def _upload_json(upload: Upload) -> dict[str, Any]:
    return {
        "token": upload.token,
        "created": upload.created.isoformat(),
        "is_done": upload.is_done,
        "photos": [_photo_json(upload.token, photo) for photo in upload.photos],
    }


def _photo_json(token: str, photo: UploadedPhoto) -> dict[str, Any]:
    error = None
    if photo.error_code is not None:
        text = Text(en=photo.error_en or "", ru=photo.error_ru or "")
        error = {"code": photo.error_code, "text": text(lang())}
    return {
        "number": photo.number,
        "name": photo.name,
        "state": photo.state,
        "error": error,
        "can_be_read_again": photo.state == State.REFUSED and photo.file is not None,
        "files": {name: _file_url(token, file) for name, file in (photo.files or {}).items()},
        "positions": [_position_json(token, photo, position) for position in photo.positions],
    }


def _position_json(token: str, photo: UploadedPhoto, position: ReadPosition) -> dict[str, Any]:
    readings = (photo.report or {}).get(lang(), {}).get("readings", [])
    return {
        "place": position.place,
        "game": position.game,
        "serial": position.serial,
        "as_read": readings[position.place - 1],
        "now": review(position).report.to_json(lang())
        if position.corrections
        else readings[position.place - 1],
        "marks": position.marks,
        "boards": position.boards,
        "corrections": [_correction_json(one) for one in position.corrections],
        "confirmed": None if position.confirmed is None else position.confirmed.isoformat(),
        "pictures": _with_urls(token, position.pictures),
    }


def _correction_json(correction: Correction) -> dict[str, Any]:
    return {
        "board": correction.board,
        "kind": correction.kind,
        "at": correction.at,
        "symbol": correction.symbol,
        "player": correction.player,
        "made": correction.made.isoformat(),
    }


def _with_urls(token: str, value: Any, key: str = "") -> Any:
    """What is told of pictures, with addresses for names of files."""
    match value:
        case dict():
            return {name: _with_urls(token, one, name) for name, one in value.items()}
        case list():
            return [_with_urls(token, one, key) for one in value]
        case str() if key in ("file", "photo"):
            return _file_url(token, value)
    return value


def _file_url(token: str, name: str) -> str:
    return url_for("api.readings.file", token=token, name=name)


def _position_answer(position: ReadPosition | None) -> Response:
    if position is None:
        abort(404)
    return _private(jsonify(_position_json(position.photo.upload.token, position.photo, position)))


def _private(response: Response) -> Response:
    response.cache_control.private = True
    response.cache_control.no_store = True
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response

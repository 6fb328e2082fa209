"""A position to take along: data, notation, the game's own formats, the annotated picture, a page to print."""

from __future__ import annotations

import base64
import json

from flask import Blueprint, Response, abort
from flask_babel import format_date
from markupsafe import Markup

from companion import formats
from companion.errors import CompanionError
from companion.report_page import report_page
from web import words
from web.languages import current_lang
from web.results import found_sheet, hidden
from web.reviews import Sheet, at_text, hint_for
from web.storage.store import current_store

pages = Blueprint("exports", __name__, url_prefix="/results")

_POSITION = "/<token>/<int(min=1, max=99):number>/<int(min=1, max=99):place>"
SHOWN_LAYERS = ("areas", "marks", "doubts", "problems")


@pages.get(f"{_POSITION}/position.json")
def data(token: str, number: int, place: int) -> Response:
    """The position as it counts now, with the corrections beside what was read."""
    sheet = found_sheet(token, number, place)
    lang = current_lang()
    shown = sheet.report.to_json(lang)
    del shown["corners_px"], shown["sheet"]
    shown |= {
        "serial": sheet.row.serial,
        "position_read": sheet.row.notation,
        "confirmed": None if sheet.row.confirmed is None else sheet.row.confirmed.isoformat(),
        "corrections": [
            {
                "board": fix.board,
                "kind": fix.kind.value,
                "at": at_text(fix.at),
                "symbol": fix.choice.symbol.value,
                "player": fix.choice.player,
            }
            for fix in sheet.fixes
        ],
    }
    content = json.dumps(shown, ensure_ascii=False, indent=1)
    return _download(content, "application/json", sheet, "json")


@pages.get(f"{_POSITION}/as/<format>")
def written(token: str, number: int, place: int, format: str) -> Response:
    """The position in one of the game's formats."""
    sheet = found_sheet(token, number, place)
    if format not in formats.formats_of(sheet.game):
        abort(404)
    try:
        text = formats.write_games(sheet.game, format, [sheet.position])
    except CompanionError as error:
        return Response(error.text(current_lang()), 422, mimetype="text/plain")
    if text.lstrip().startswith("<svg"):
        return _download(text, "image/svg+xml", sheet, f"{format}.svg" if format != "svg" else "svg")
    return _download(text, "text/plain", sheet, "txt" if format in ("notation", "board") else format)


@pages.get(f"{_POSITION}/annotated.svg")
def picture(token: str, number: int, place: int) -> Response:
    """The flattened photo with what counts now drawn on it, as one file."""
    sheet = found_sheet(token, number, place)
    photo = current_store().files.get(token, sheet.flat["file"])
    if photo is None:
        abort(404)
    left, top, right, bottom = sheet.flat["box_mm"]
    size = Markup('x="{}" y="{}" width="{}" height="{}"').format(left, top, right - left, bottom - top)
    layers = Markup("").join(sheet.photo_layers[name] for name in SHOWN_LAYERS)
    svg = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}">'
        '<image {} href="data:image/jpeg;base64,{}"/>{}</svg>'
    ).format(left, top, right - left, bottom - top, size, base64.b64encode(photo).decode(), layers)
    return _download(str(svg), "image/svg+xml", sheet, "svg")


@pages.get(f"{_POSITION}/report.pdf")
def pdf(token: str, number: int, place: int) -> Response:
    """The report on one page."""
    sheet = found_sheet(token, number, place)
    lang = current_lang()
    number_text = (
        words.BY_HAND if sheet.row.serial is None else words.SHEET_NUMBER.fill(serial=sheet.row.serial)
    )
    made = words.MADE_ON.fill(date=format_date(format="long"))
    content = report_page(
        sheet.game,
        sheet.report,
        lang=lang,
        heading=f"{number_text[lang]}, {made[lang]}",
        jpeg=current_store().files.get(token, sheet.flat["file"]),
        hint=hint_for(sheet.game, sheet.position),
    )
    response = hidden(Response(content, mimetype="application/pdf"))
    response.headers["Content-Disposition"] = f'inline; filename="{_name(sheet)}.pdf"'
    return response


def _download(content: str, kind: str, sheet: Sheet, ending: str) -> Response:
    response = hidden(Response(content, mimetype=kind))
    response.headers["Content-Disposition"] = f'attachment; filename="{_name(sheet)}.{ending}"'
    return response


def _name(sheet: Sheet) -> str:
    return f"{sheet.game.name}-{sheet.row.serial or 'by-hand'}"

"""The result page of an upload, and the files behind it. Whoever has the link may look."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, render_template
from markupsafe import Markup

from companion import screen
from web import words
from web.cards import Card, cards_of
from web.languages import current_lang
from web.snap import plain_error
from web.storage.store import current_store

pages = Blueprint("results", __name__, url_prefix="/results")

DAY_SECONDS = 24 * 3600


@pages.get("/<token>")
def result(token: str) -> Response:
    """All positions of all photos of one upload."""
    found = current_store().upload(token)
    if found is None:
        abort(404)

    def boards(card: Card) -> list[tuple[str, Markup]]:
        return [(board.name, _board(token, board.files[current_lang()], card)) for board in card.boards]

    page = render_template(
        "result.html", token=token, photos=cards_of(found), boards=boards, plain_error=plain_error
    )
    return _hidden(Response(page))


@pages.get("/<token>/report.json")
def report(token: str) -> Response:
    """The report as data, the same as `companion read --json --marks` prints."""
    found = current_store().upload(token)
    if found is None:
        abort(404)
    shown = [photo.report[current_lang()] for photo in found.photos if photo.report is not None]
    content = json.dumps(shown if len(shown) != 1 else shown[0], ensure_ascii=False, indent=1)
    return _hidden(Response(content, mimetype="application/json"))


@pages.get("/<token>/<name>")
def file(token: str, name: str) -> Response:
    """A picture of a result."""
    kinds = {"jpg": "image/jpeg", "svg": "image/svg+xml"}
    kind = kinds.get(name.rpartition(".")[2])
    if kind is None:
        abort(404)
    response = _hidden(_send(token, name, kind))
    response.cache_control.no_store = False
    response.cache_control.max_age = DAY_SECONDS
    return response


def _send(token: str, name: str, kind: str) -> Response:
    content = current_store().files.get(token, name)
    if content is None or current_store().upload(token) is None:
        abort(404)
    return Response(content, mimetype=kind)


def _hidden(response: Response) -> Response:
    """Not for shared caches, not for search engines."""
    response.cache_control.private = True
    response.cache_control.no_store = True
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _board(token: str, name: str, card: Card) -> Markup:
    """A clean board as part of the page."""
    content = current_store().files.get(token, name)
    if content is None:
        return Markup("")
    label = words.POSITION_OF.fill(title=card.title)(current_lang())
    return Markup(screen.describe_svg(content.decode(), label))

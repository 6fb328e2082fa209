"""Games, their options, and sheets to print."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion import catalog, press, screen
from companion.errors import CompanionError, UnknownGame
from companion.game import Game
from companion.options import describe
from companion.text import LANGUAGES, same
from web.api.asked import body, lang

pages = Blueprint("games", __name__)

FORMATS = {"pdf": "application/pdf", "svg": "image/svg+xml", "layout": "application/json"}


@pages.get("/games")
def all_games() -> Response:
    """Every game with its title and players."""
    return jsonify(games=[_brief(game) for game in catalog.all_games()])


@pages.get("/games/<name>")
def one_game(name: str) -> Response:
    """A game with its options and rules."""
    try:
        game = catalog.find_game(name)
    except UnknownGame:
        abort(404)
    options = [
        {
            "name": option.name,
            "title": option.text(lang()),
            "default": option.kind.render(option.default),
            "allowed": option.kind.allowed(),
        }
        for option in describe(game.options)
    ]
    return jsonify(_brief(game) | {"options": options, "rules": game.rules(lang())})


def _brief(game: Game[Any, Any]) -> dict[str, Any]:
    players = [{"key": player.key, "title": player.title(lang())} for player in game.players]
    return {"name": game.name, "title": game.title(lang()), "players": players}


@pages.post("/sheets")
def new_sheet() -> tuple[Response, int]:
    """A new sheet with its own serial number: as PDF, as SVG, or where everything lies on it as JSON."""
    asked = body()
    game = asked.game()
    options = asked.options(game)
    paper = asked.one_of("paper", screen.PAPERS, "a4")
    sheet_lang = asked.one_of("lang", LANGUAGES, lang())
    kind = asked.one_of("format", FORMATS, "pdf")
    asked.done()
    serial, content = _made(game, options, paper, sheet_lang, kind)
    response = Response(content, mimetype=FORMATS[kind])
    response.headers["Sheet-Serial"] = serial
    if kind == "pdf":
        response.headers["Content-Disposition"] = f'inline; filename="{game.name}-{serial}.pdf"'
    return response, 201


def _made(game: Game[Any, Any], options: Any, paper: str, lang: str, kind: str) -> tuple[str, bytes]:
    from printables.errors import PrintError
    from printables.layout_json import layout
    from printables.pdf import pdf_bytes
    from printables.svg import sheet_svg

    try:
        sheet = press.make_sheet(game, options, paper=paper, lang=lang)
    except PrintError as error:
        raise CompanionError(same(str(error))) from None
    match kind:
        case "pdf":
            return sheet.serial, pdf_bytes(sheet)
        case "svg":
            return sheet.serial, sheet_svg(sheet).encode()
        case _:
            return sheet.serial, json.dumps(layout(sheet), ensure_ascii=False).encode()

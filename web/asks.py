"""Questions that a game answers about one position, or about none at all, each on a page of its own."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, url_for

from companion import catalog, questions
from companion.errors import CompanionError
from companion.game import Game
from companion.questions import Question, Source
from web.results import found_sheet, hidden
from web.together import CHECK, SEAL

pages = Blueprint("asks", __name__)


def questions_about(game: Game[Any, Any], positions: int) -> dict[str, Question]:
    """The questions that so many positions are enough for; sealing is a matter of two players."""
    return {
        name: one
        for name, one in game.questions.items()
        if one.least <= positions <= one.most and name not in (SEAL, CHECK)
    }


@pages.get("/results/<token>/<int(min=1, max=99):number>/<int(min=1, max=99):place>/ask/<question>")
def about_photo(token: str, number: int, place: int, question: str) -> Response:
    """An answer about a position from a photo."""
    sheet = found_sheet(token, number, place)
    source = Source(sheet.id, sheet.position, sheet.report)
    back = url_for("results.result", token=token, _anchor=sheet.id)
    return hidden(Response(_page(sheet.game, question, [source], sheet.options, back)))


@pages.get("/games/<name>/ask/<question>")
def about_nothing(name: str, question: str) -> str:
    """An answer that needs no position."""
    if name not in catalog.game_names():
        abort(404)
    game = catalog.find_game(name)
    return _page(game, question, [], game.options(), url_for("sheets.game", name=name))


def _page(game: Game[Any, Any], name: str, sources: list[Source], options: Any, back: str) -> str:
    asked = questions_about(game, len(sources)).get(name)
    if asked is None:
        abort(404)
    try:
        answer, trouble = questions.ask(asked, sources, options, {}, None), None
    except CompanionError as error:
        answer, trouble = None, error.text
    return render_template(
        "answer.html", game=game, question=asked, answer=answer, trouble=trouble, back=back
    )

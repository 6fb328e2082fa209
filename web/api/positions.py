"""Positions by notation: judged, with their moves, played on, and hints for them. Nothing is kept."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from companion import referee
from companion.errors import IllegalMove
from companion.game import Game
from companion.text import Text
from web.api.asked import body, lang

pages = Blueprint("positions", __name__)

NOT_A_MOVE = Text(
    en="this is no legal move here; POST /positions/moves lists them",
    ru="так пойти нельзя; возможные ходы даёт POST /positions/moves",
)


def _asked() -> tuple[Game[Any, Any], Any]:
    asked = body()
    game = asked.game()
    position = asked.position(game)
    asked.done()
    return game, position


@pages.post("/positions")
def judge() -> Response:
    """What the referee says about a position."""
    game, position = _asked()
    return jsonify(referee.judge(game, position).to_json(lang()))


@pages.post("/positions/moves")
def moves() -> Response:
    """All legal moves."""
    game, position = _asked()
    return jsonify(game=game.name, position=str(position), moves=[list(move) for move in position.moves()])


@pages.post("/positions/play")
def play() -> Response:
    """The position after a move, judged."""
    asked = body()
    game = asked.game()
    position = asked.position(game)
    move = asked.place("move")
    asked.done()
    if move not in position.moves():
        raise IllegalMove(NOT_A_MOVE)
    return jsonify(referee.judge(game, position.play(move)).to_json(lang()))


@pages.post("/hints")
def hint() -> Response:
    """A good move and why; `null` when there is none."""
    game, position = _asked()
    found = referee.hint_json(game, game.hint(position), lang())
    return jsonify(game=game.name, position=str(position), hint=found)

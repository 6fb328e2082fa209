"""What if: moves tried on a position, one after the other, and taken back; the paper stays as it is.

Everything is in the address - the position and the moves tried - so that nothing is kept and every step can be
sent to somebody. A position comes from a photo or is written in the address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup

from companion import catalog, corrections, notation, overlays, referee
from companion.errors import CompanionError
from companion.game import Game
from companion.options import parse_options
from companion.position import Hint, Move
from companion.text import Text
from printables.layout import Board
from web import words
from web.results import found_sheet
from web.reviews import at_text, board_svgs, facts, hint_for, hint_layers, score_text

pages = Blueprint("what_if", __name__)

MOST_TRIED = 400
MOST_NOTATION = 6_000
"""Letters of a position in an address."""

_OURS = frozenset({"position", "moves", "x", "y", "board", "move", "hint", "ui"})


@dataclass(frozen=True, slots=True)
class Trial:
    """A position after the moves tried, and the way there."""

    game: Game[Any, Any]
    position: Any
    tried: tuple[Move, ...]
    tried_names: tuple[Text, ...]
    report: referee.Report
    boards: list[tuple[Board, Markup]]
    hint: Hint | None
    token: str = ""

    @property
    def score(self) -> tuple[Any, ...]:
        """Counted points."""
        return () if self.report.score is None else tuple(facts(self.game, self.report.score))

    @property
    def scores(self) -> tuple[Text, ...]:
        """The scores that are possible when it is open."""
        if self.report.score is not None:
            return ()
        return tuple(score_text(self.game, score) for score in self.report.alternatives.scores[:6])

    @property
    def is_duel(self) -> bool:
        """Whether the score is two players' points."""
        return len(self.score) == 2 and all(fact.player is not None for fact in self.score)


@pages.get("/results/<token>/<int(min=1, max=99):number>/<int(min=1, max=99):place>/what-if")
def after_photo(token: str, number: int, place: int) -> str | tuple[str, int]:
    """Moves tried on a position from a photo."""
    sheet = found_sheet(token, number, place)
    back = url_for("results.result", token=token, _anchor=sheet.id)

    def here(**more: Any) -> str:
        return url_for("what_if.after_photo", token=token, number=number, place=place, **more)

    return _page(sheet.game, sheet.position, back, here)


@pages.get("/games/<name>/play")
def after_notation(name: str) -> str | tuple[str, int]:
    """Moves tried on a position in the address, or on the empty board."""
    if name not in catalog.game_names():
        abort(404)
    game = catalog.find_game(name)
    given = {key: value for key, value in request.args.items() if key not in _OURS}
    text = request.args.get("position", "").strip()
    if len(text) > MOST_NOTATION:
        abort(400)
    try:
        options = parse_options(game.options, given.items())
        if not text:
            position = game.start(options)
        elif notation.is_picture(text):
            position = game.parse_board(text, options)
        else:
            position = game.parse(text, options)
    except CompanionError as error:
        return render_template(
            "error.html",
            title=words.WRONG_REQUEST_TITLE,
            text=error.text,
            back=url_for("sheets.game", name=name),
        ), 422
    kept: dict[str, Any] = given | ({"position": text} if text else {})

    def here(**more: Any) -> str:
        return url_for("what_if.after_notation", name=name, **kept, **more)

    return _page(game, position, url_for("sheets.game", name=name), here)


def _page(game: Game[Any, Any], start: Any, back: str, here: Callable[..., str]) -> str | tuple[str, int]:
    try:
        trial = _trial(game, start)
    except (CompanionError, ValueError):
        return render_template("error.html", title=words.WHAT_IF, text=words.BAD_MOVES, back=back), 422
    layers = {}
    if trial.hint is not None:
        boards = [board for board, _ in trial.boards]
        layers = hint_layers(game, boards, trial.hint)
    return render_template(
        "what_if.html", trial=trial, back=back, here=here, moves=moves_text(trial.tried), layers=layers,
        moves_text=moves_text,
    )  # fmt: skip


def _trial(game: Game[Any, Any], position: Any) -> Trial:
    """The moves of the address played, a tap or a chosen move as the last one. Raises when they do not fit."""
    names: list[Text] = []
    moves = _moves(request.args.get("moves", ""))
    for move in moves:
        names.append(game.place_name(position, move))
        position = _played(position, move)
    if (new := _new_move(game, position)) is not None:
        names.append(game.place_name(position, new))
        moves.append(new)
        position = _played(position, new)
    report = referee.judge(game, position)
    boards = board_svgs(game, position, report.problems, "trial", tuple(moves[-1:]))
    hint = hint_for(game, position) if request.args.get("hint") else None
    return Trial(game, position, tuple(moves), tuple(names), report, boards, hint)


def _played(position: Any, move: Move) -> Any:
    if move not in position.moves():
        raise ValueError("no legal move")
    return position.play(move)


def _new_move(game: Game[Any, Any], position: Any) -> Move | None:
    """The move that was tapped or chosen, if any."""
    args = request.args
    if chosen := args.get("move"):
        (move,) = _moves(chosen)
        return move
    if "x" in args and "y" in args:
        boards = list(corrections.boards_of(game, getattr(position, "options", game.options())).values())
        boards = [board for board in boards if board.group == boards[0].group]
        played = overlays.board_of_moves(game, boards)
        if played is not None and args.get("board", played.name) == played.name:
            return corrections.nearest_move(
                game, played, position.moves(), float(args["x"]), float(args["y"])
            )
    return None


def _moves(text: str) -> list[Move]:
    """`3,4;5,6-5,7`. Raises `ValueError`."""
    parts = [part for part in text.split(";") if part]
    if len(parts) > MOST_TRIED:
        raise ValueError("too many moves")
    return [_move(part) for part in parts]


def _move(text: str) -> Move:
    ends = [tuple(int(number) for number in end.split(",")) for end in text.split("-")]
    match ends:
        case [(x, y)]:
            return (x, y)
        case [(ax, ay), (bx, by)]:
            return ((ax, ay), (bx, by))
    raise ValueError(f"{text!r} is no move")


def moves_text(moves: tuple[Move, ...]) -> str:
    """Moves as the address tells them."""
    return ";".join(at_text(move) for move in moves)

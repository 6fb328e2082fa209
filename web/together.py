"""Two players, two phones: each sees his own sheet only, until both say that the game is over.

A game can be played so when it can be asked about the sheets of both players. The link of a seat is its player's
key. The other player comes by an invitation that is good once: whoever takes the seat gets a link of his own,
which not even the inviter knows.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import catalog, questions
from companion.errors import CompanionError
from companion.game import Game
from companion.questions import Answer, Source
from companion.text import Text
from web import visitor
from web.guard import UPLOADS, limiter
from web.results import found_upload, hidden, sheets_of
from web.reviews import Sheet
from web.storage.store import current_store
from web.storage.tables import ReadPosition, Seat

pages = Blueprint("together", __name__, url_prefix="/together")

SHEETS, SEAL, CHECK = "sheets", "seal", "check"
"""What a game for two phones is asked."""

MOST_RECENT = 8


def is_for_two(game: Game[Any, Any]) -> bool:
    """Whether the sheets of both players can be compared."""
    return SHEETS in game.questions


@pages.post("/new/<name>")
@limiter.limit(UPLOADS)
def start(name: str) -> AnyResponse:
    """A new game for two; whoever starts it is the first player."""
    if name not in catalog.game_names() or not is_for_two(catalog.find_game(name)):
        abort(404)
    store = current_store()
    shared = store.share(name)
    mine = store.take_seat(shared.seats[0].token)
    assert mine is not None
    return redirect(url_for("together.seat", token=mine), 303)


@pages.get("/<token>")
def seat(token: str) -> Response:
    """A player's own page, or the invitation for a seat that nobody has taken."""
    mine = _seat(token)
    if mine.taken is None:
        game = catalog.find_game(mine.shared.game)
        return hidden(Response(render_template("invited.html", seat=mine, game=game)))
    return hidden(Response(_seat_page(mine)))


def _seat_page(mine: Seat, complaint: Text | None = None) -> str:
    """A player's page; `complaint` is why what he asked for cannot be."""
    game = catalog.find_game(mine.shared.game)
    other = next(one for one in mine.shared.seats if one.player != mine.player)
    answer, trouble, checks = _compared(game, mine.shared.seats)
    return render_template(
        "seat.html",
        seat=mine,
        other=other,
        game=game,
        sheet=_sheet(mine),
        recent=_recent(mine),
        invitation=url_for("together.seat", token=other.token, _external=True)
        if other.taken is None
        else None,
        local_host=request.host if _is_local(request.host) else None,
        can_seal=SEAL in game.questions,
        trouble=complaint or trouble,
        answer=answer,
        checks=checks,
    )


@pages.post("/<token>/take")
def take(token: str) -> AnyResponse:
    """Take the seat; the invitation is dead from now on."""
    mine = current_store().take_seat(token)
    if mine is None:
        abort(404)
    return redirect(url_for("together.seat", token=mine), 303)


@pages.post("/<token>/lay")
def lay(token: str) -> AnyResponse:
    """Lay one of the visitor's own positions before his seat."""
    mine = _seat(token, is_taken=True)
    upload_token, number, place = _asked_position()
    row = current_store().position(upload_token, number, place)
    if row is None or row.game != mine.shared.game or mine.opened is not None:
        abort(400)
    current_store().sit(token, upload_token, number, place)
    return redirect(url_for("together.seat", token=token), 303)


@pages.post("/<token>/seal")
def seal(token: str) -> AnyResponse:
    """Fix what is drawn without telling it; the seal is for both, the key for its owner."""
    mine = _seat(token, is_taken=True)
    sheet = _sheet(mine)
    game = catalog.find_game(mine.shared.game)
    if sheet is None or SEAL not in game.questions or mine.seal is not None:
        abort(400)
    try:
        answer = _ask(game, SEAL, [sheet], {})
    except CompanionError as error:
        return hidden(Response(_seat_page(mine, error.text), 422))
    if answer.has_problems:
        return hidden(Response(_seat_page(mine, answer.lines[0]), 422))
    row = sheet.row
    current_store().sit(token, sheet.token, sheet.number, row.place, dict(answer.data))
    return redirect(url_for("together.seat", token=token), 303)


@pages.post("/<token>/open")
def open_sheet(token: str) -> AnyResponse:
    """The game is over for this player."""
    _seat(token, is_taken=True)
    current_store().open_sheet(token)
    return redirect(url_for("together.seat", token=token), 303)


@pages.post("/<token>/leave")
def leave(token: str) -> AnyResponse:
    """Withdraw the link; nobody sees the sheet from this game any more."""
    if not current_store().withdraw(token):
        abort(404)
    return redirect(url_for("gallery.games", left=1), 303)


# --- what is asked ------------------------------------------------------------------------------------


def _compared(
    game: Game[Any, Any], seats: list[Seat]
) -> tuple[Answer | None, Text | None, list[tuple[int, Answer]]]:
    """Both sheets compared and their seals checked, once both players have opened theirs."""
    sheets = [sheet for one in seats if one.opened is not None and (sheet := _sheet(one)) is not None]
    if len(sheets) < len(seats):
        return None, None, []
    try:
        answer = _ask(game, SHEETS, sheets, {})
        checks = [
            (one.player, _ask(game, CHECK, [sheet], {key: str(one.seal[key]) for key in ("seal", "key")}))
            for one, sheet in zip(seats, sheets, strict=True)
            if one.seal is not None and CHECK in game.questions
        ]
    except CompanionError as error:
        return None, error.text, []
    return answer, None, checks


def _ask(game: Game[Any, Any], name: str, sheets: list[Sheet], given: dict[str, str]) -> Answer:
    sources = [Source(sheet.id, sheet.position, sheet.report) for sheet in sheets]
    return questions.ask(questions.find_question(game, name), sources, sheets[0].options, given, None)


def _is_local(host: str) -> bool:
    """Whether an address leads every device to itself."""
    name = host.rpartition(":")[0] if not host.endswith("]") else host
    return (name or host) in ("localhost", "127.0.0.1", "[::1]")


# --- what is found ------------------------------------------------------------------------------------


def _seat(token: str, *, is_taken: bool = False) -> Seat:
    found = current_store().seat(token)
    if found is None or (is_taken and found.taken is None):
        abort(404)
    return found


def _sheet(seat: Seat) -> Sheet | None:
    row: ReadPosition | None = seat.position
    return None if row is None else Sheet(row, row.photo.upload.token, row.photo.number)


def _recent(seat: Seat) -> list[Sheet]:
    """What this visitor has sent of the game lately, the newest first."""
    known = visitor.known_name()
    if known is None:
        return []
    tokens = current_store().recent(known, seat.shared.game, MOST_RECENT)
    uploads = [found_upload(token) for token in tokens]
    found = [sheet for upload in uploads for photo in upload.photos for sheet in sheets_of(upload, photo)]
    return [sheet for sheet in found if sheet.game.name == seat.shared.game][:MOST_RECENT]


def _asked_position() -> tuple[str, int, int]:
    """`TOKEN/1/1`, as the form sends it."""
    token, _, rest = request.form.get("sheet", "").partition("/")
    number, _, place = rest.partition("/")
    if not (number.isdecimal() and place.isdecimal() and len(rest) < 8):
        abort(400)
    return token, int(number), int(place)

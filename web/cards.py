"""What a result page shows of a photo, as plain values in every language: made once, kept on disk."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion import cutouts, screen
from companion.game import Game
from companion.position import Hint, Score
from companion.reading import Found, PhotoReport
from companion.referee import Doubt, Report
from companion.text import LANGUAGES, Text, join, same
from web import words
from web.storage.store import current_store
from web.storage.tables import State, Upload, UploadedPhoto

MOST_CUT_OUTS = 12
"""Doubtful marks shown with a piece of the photo; the others are only named."""

MOST_DOUBTS = 60
NOTHING = "nothing"
"""The sign of a spot where no mark is."""
MOST_SCORES = 6


@dataclass(frozen=True, slots=True)
class Fact:
    """A counted thing; `player` when it is the points of one."""

    label: Text
    value: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem in words."""

    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A mark not read for sure: where, as what, what else it may be; `cut_out` names a piece of the photo."""

    where: Text
    read: Text
    other: Text
    percent: int
    is_settling: bool
    cut_out: str | None


@dataclass(frozen=True, slots=True)
class Advice:
    """A good move and why."""

    move: Text
    reason: Text


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board drawn clean; one file per language, since letters and numbers may differ."""

    name: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Card:
    """One position of a photo. Its `picture` is the piece of the photo where it lies."""

    game: str
    title: Text
    serial: str | None
    notation: str
    score: tuple[Fact, ...]
    scores: tuple[Text, ...]
    scores_note: tuple[Text, ...]
    verdict: Text
    winner: int | None
    is_over: bool
    turn: int | None
    problems: tuple[Fault, ...]
    notes: tuple[Fault, ...]
    doubts: tuple[Doubtful, ...]
    doubt_count: int
    hint: Advice | None
    moves: tuple[Text, ...]
    boards: tuple[BoardFile, ...]
    picture: str | None

    @property
    def is_duel(self) -> bool:
        """Whether the score is two players' points, to be shown large."""
        return len(self.score) == 2 and all(fact.player is not None for fact in self.score)


@dataclass(frozen=True, slots=True)
class PhotoCard:
    """One photo: its positions, or why it could not be read."""

    name: str
    error_code: str | None
    error: Text | None
    picture: str | None
    cards: tuple[Card, ...]
    empty_boards: int


class Files:
    """The files that belong to a result, gathered while its cards are made."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}

    def put(self, name: str, content: bytes | str | None) -> str | None:
        """Keep a file; its name, or `None` when there is nothing to keep."""
        if content is None:
            return None
        self.contents[name] = content.encode() if isinstance(content, str) else content
        return name


def photo_card(report: PhotoReport, number: int, files: Files) -> PhotoCard:
    """The cards of one photo; pictures go into `files`."""
    if report.error is not None:
        small = files.put(f"{number}-photo.jpg", cutouts.thumbnail(report))
        return PhotoCard(report.photo, report.error_code, report.error, small, (), 0)
    played = [found for found in report.found if _is_played(found)] or list(report.found[:1])
    photo, pieces = cutouts.annotated(report, played)
    whole = files.put(f"{number}-photo.jpg", photo)
    cards = []
    for place, (found, piece) in enumerate(zip(played, pieces, strict=True), 1):
        prefix = f"{number}-{place}"
        card = _card(report, found, prefix, files)
        cards.append(replace(card, picture=files.put(f"{prefix}-photo.jpg", piece)))
    return PhotoCard(report.photo, None, None, whole, tuple(cards), len(report.found) - len(played))


def _is_played(found: Found) -> bool:
    return any(mark.symbol.value != NOTHING for mark in found.marks)


def _card(report: PhotoReport, found: Found, prefix: str, files: Files) -> Card:
    judged = found.report
    game, position = judged.game, judged.position
    hint = game.hint(position)
    texts = judged.alternatives
    shown = [_score_text(game, score) for score in texts.scores[:MOST_SCORES]]
    if len(texts.scores) > len(shown) or not texts.is_complete:
        shown.append(words.AND_MORE)
    return Card(
        game=game.name,
        title=game.title,
        serial=None if judged.sheet is None else judged.sheet.serial,
        notation=str(position),
        score=() if judged.score is None else tuple(_facts(game, judged.score)),
        scores=tuple(shown) if judged.score is None else (),
        scores_note=texts.texts if judged.score is None else (),
        verdict=judged.verdict(),
        winner=None if judged.outcome is None else judged.outcome.winner,
        is_over=judged.outcome is not None,
        turn=judged.turn,
        problems=tuple(Fault(one.code, one.text) for one in judged.problems if not one.is_note),
        notes=tuple(Fault(one.code, one.text) for one in judged.problems if one.is_note),
        doubts=tuple(_doubts(report, found, prefix, files)),
        doubt_count=len(judged.doubtful),
        hint=None if hint is None else Advice(game.place_name(position, hint.move), hint.reason),
        moves=tuple(game.place_name(position, move) for move in position.moves()),
        boards=_boards(judged, hint, prefix, files),
        picture=None,
    )


# --- score --------------------------------------------------------------------------------------------


def _facts(game: Game[Any, Any], score: Score) -> Iterator[Fact]:
    keys = [player.key for player in game.players]
    for key, value in score.items():
        player = keys.index(key) if key in keys else None
        yield Fact(_score_name(game, key), f"{value:g}", player)


def _score_text(game: Game[Any, Any], score: Score) -> Text:
    return join([_score_name(game, key) + same(f": {value:g}") for key, value in score.items()])


def _score_name(game: Game[Any, Any], key: str) -> Text:
    titles = {player.key: player.title for player in game.players} | dict(game.score_names)
    return titles.get(key, same(key))


# --- doubts and boards --------------------------------------------------------------------------------


def _doubts(report: PhotoReport, found: Found, prefix: str, files: Files) -> Iterator[Doubtful]:
    for number, doubt in enumerate(found.report.doubtful[:MOST_DOUBTS], 1):
        piece = cutouts.cut_mark(report, found, doubt) if number <= MOST_CUT_OUTS else None
        yield Doubtful(
            where=_where(found, doubt),
            read=_sign_text(found.report.game, doubt.read),
            other=_sign_text(found.report.game, doubt.other),
            percent=round(100 * doubt.confidence),
            is_settling=bool(doubt.settles),
            cut_out=files.put(f"{prefix}-doubt-{number}.jpg", piece),
        )


def _where(found: Found, doubt: Doubt) -> Text:
    """The place of a doubtful mark by name; a line by its two ends, the side of a cell by that cell."""
    judged = found.report
    board = next((board for board in found.boards if board.name == doubt.board), found.boards[0])
    match doubt.where:
        case ((ax, ay), (bx, by)) if board.grid.value == "cells":
            cell = (min(ax, board.columns - 1), min(ay, board.rows - 1))
            return words.CELL_SIDE.fill(cell=judged.game.place_name(judged.position, cell))
        case ((ax, ay), (bx, by)):
            ends = [judged.game.place_name(judged.position, end) for end in ((ax, ay), (bx, by))]
            return join(ends, " - ")
        case (int(x), int(y)):
            return judged.game.place_name(judged.position, (x, y))
    raise ValueError(f"{doubt.where!r} is no place")


def _sign_text(game: Game[Any, Any], sign: str) -> Text:
    """`dot R` in people's words."""
    symbol, _, key = sign.partition(" ")
    text = words.SYMBOLS.get(symbol, same(symbol))
    player = next((player.title for player in game.players if player.key == key), None)
    return text if player is None or player.en == key else text + same(", ") + player


def _boards(judged: Report, hint: Hint | None, prefix: str, files: Files) -> tuple[BoardFile, ...]:
    kept: dict[str, dict[str, str]] = {}
    for lang in LANGUAGES:
        pictures = screen.board_pictures(
            judged.game, judged.position, lang=lang, hint=hint, problems=judged.problems
        )
        for number, board in enumerate(pictures, 1):
            name = f"{prefix}-board-{number}-{lang}.svg"
            files.put(name, board.svg)
            kept.setdefault(board.name, {})[lang] = name
    return tuple(BoardFile(name, names) for name, names in kept.items())


# --- kept cards ---------------------------------------------------------------------------------------


def cards_of(upload: Upload) -> tuple[PhotoCard, ...]:
    """The cards of all photos of an upload that are read or refused."""
    done = [photo for photo in upload.photos if photo.state in (State.READ, State.REFUSED)]
    return tuple(_card_of(upload.token, photo) for photo in done)


def _card_of(token: str, photo: UploadedPhoto) -> PhotoCard:
    kept = current_store().files.get(token, f"{photo.number}-card.json")
    if kept is None:
        error = Text(en=photo.error_en or "", ru=photo.error_ru or "")
        return PhotoCard(photo.name, photo.error_code, error, None, (), 0)
    card = _revive(PhotoCard, json.loads(kept))
    assert isinstance(card, PhotoCard)
    return card


def _revive(kind: Any, value: Any) -> Any:
    """The value of a type that `asdict` and JSON took apart."""
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(one for one in get_args(kind) if one is not type(None))
        return None if value is None else _revive(kind, value)
    if get_origin(kind) is tuple:
        return tuple(_revive(get_args(kind)[0], one) for one in value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        known = {field.name for field in fields(kind)}
        return kind(**{name: _revive(hints[name], one) for name, one in value.items() if name in known})
    return value

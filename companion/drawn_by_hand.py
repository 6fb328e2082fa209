"""Games without a printed sheet: on squared paper, whose squares are found, or a small grid on any paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion import catalog
from companion.by_hand import Field
from companion.found import Found, Wanted, found_in
from companion.freehand import FREEHAND_GAME, found_freehand
from companion.game import Game

if TYPE_CHECKING:
    from vision.photo import Photo
    from vision.read import Stopwatch
    from vision.squares.find import Squares
    from vision.squares.read import SquaredPage

SURE_FIT = 0.86
CLEAR_FIT = 0.4
"""A game on squared paper with the first fit is read at once, with the second before small grids are, unless its marks
seem to be theirs."""

MOST_COVERED = 0.5
"""Small grids may cover so many squares for each mark of a game, and still be something else beside it."""

LEAST_FIT = 0.25
"""Less speaks for scribbles, not for a game."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A game that seems to be drawn in a field of a squared page."""

    game: Game[Any, Any]
    field: Field
    page: SquaredPage


def found_by_hand(
    photo: Photo, wanted: Wanted, watch: Stopwatch, squares: Squares, *, has_tags: bool
) -> tuple[Found, ...]:
    """What is drawn by hand in a photo without printed sheets; nothing when there is no game to be seen.

    With `has_tags`, something in the photo looks like a sheet's tag: then only a clear game on squares counts.
    """
    guesses = list(_guesses(photo, wanted, watch, squares)) if _may_be_on_squares(wanted) else []
    best = max(guesses, key=lambda guess: guess.field.fit, default=None)
    if best is not None and has_tags and best.field.fit < CLEAR_FIT:
        best = None
    if best is not None and (best.field.fit >= SURE_FIT or best.field.is_plain):
        return (_read(best, photo, wanted, watch),)
    grids: tuple[Found, ...] = ()
    if wanted.game is None or wanted.game.name == FREEHAND_GAME:
        with watch.stage("freehand"):
            grids = found_freehand(photo, wanted)
    if best is not None and _outranks(best, grids, photo):
        return (_read(best, photo, wanted, watch),)
    return grids


def _outranks(guess: Guess, grids: tuple[Found, ...], photo: Photo) -> bool:
    """Whether a game on squared paper is taken for what was photographed, and not the small grids."""
    if not grids:
        return guess.field.fit >= LEAST_FIT
    square = (guess.page.paper.pitch_px / photo.decoded_scale) ** 2
    covered = sum(_area(grid.report.corners_px) for grid in grids) / square
    return guess.field.fit >= CLEAR_FIT and covered < MOST_COVERED * guess.field.marks


def _area(corners: Sequence[tuple[float, float]]) -> float:
    """The area of a polygon, by the shoelace formula."""
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def _may_be_on_squares(wanted: Wanted) -> bool:
    return wanted.game is None or wanted.game.name != FREEHAND_GAME


def _guesses(photo: Photo, wanted: Wanted, watch: Stopwatch, squares: Squares) -> Iterator[Guess]:
    """All games that may be drawn on the squared papers of a photo."""
    from vision.squares.read import squared_pages, within

    games = catalog.all_games() if wanted.game is None else (wanted.game,)
    for page in squared_pages(squares, watch):
        page = page if wanted.field_px is None else within(page, wanted.field_px, photo.decoded_scale)
        for game in games:
            for field in game.by_hand(page.drawn):
                yield Guess(game, field, page)


def _read(guess: Guess, photo: Photo, wanted: Wanted, watch: Stopwatch) -> Found:
    from vision.squares.read import as_reading, page_turned, read_squares

    game, field, page = guess.game, guess.field, guess.page
    if field.turns:
        page = page_turned(page, field.turns, watch)
        field = max(game.by_hand(page.drawn), key=lambda one: one.fit, default=field)
    looked_at = field.looked_at or field.boards
    marks = field.sheetlike(read_squares(page, looked_at, watch, field.frames))
    reading = as_reading(page, field.boards, game.name, marks)
    options = wanted.options if wanted.game is not None and wanted.options is not None else field.options
    found = found_in(reading, game, options, photo.decoded_scale)
    told = wanted.options if wanted.game is not None else None
    report = replace(found.report, problems=(*field.problems(told), *found.report.problems))
    return replace(found, report=report)

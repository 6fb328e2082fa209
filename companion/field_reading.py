"""Games read in their fields on squared paper: where they seem to be, or where somebody pointed them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.by_hand import Field
from companion.found import Found, Wanted, found_in
from companion.freehand import FREEHAND_GAME, found_freehand
from companion.game import Game
from companion.guesses import Guess, seen_field
from companion.polygons import is_inside, middle_of
from companion.seen_squares import (
    MOST_OFF,
    PointedOut,
    SeenField,
    no_game,
    no_grid,
    off_paper,
    paper_under,
    seen_paper,
    unfit,
)
from vision.photo import Photo
from vision.read import Stopwatch
from vision.squares.clusters import Box
from vision.squares.read import SquaredPage, as_reading, page_turned, read_squares

AROUND = 0.35
"""Of a field with a small grid that was pointed out, so much is looked at on every side."""


def read_guess(guess: Guess, photo: Photo, wanted: Wanted, watch: Stopwatch) -> Found:
    """A game read where it seems to be."""
    game, field, page = guess.game, guess.field, guess.page
    if field.turns:
        page = page_turned(page, field.turns, watch)
        field = max(game.by_hand(page.drawn), key=lambda one: one.fit, default=field)
    options = wanted.options if wanted.game is not None and wanted.options is not None else field.options
    seen = seen_field(guess, seen_paper(guess.page, photo.decoded_scale))
    told = wanted.options if wanted.game is not None else None
    return _read_field(game, field, page, options, told, seen, photo, watch)


def _read_field(
    game: Game[Any, Any],
    field: Field,
    page: SquaredPage,
    options: Any,
    told: Any,
    seen: SeenField,
    photo: Photo,
    watch: Stopwatch,
) -> Found:
    """The marks of a field, and what they make; `told` are the options that somebody asked for, if anybody did."""
    looked_at = field.looked_at or field.boards
    marks = field.sheetlike(read_squares(page, looked_at, watch, field.frames))
    reading = as_reading(page, field.boards, game.name, marks)
    found = found_in(reading, game, options, photo.decoded_scale)
    report = replace(found.report, problems=(*field.problems(told), *found.report.problems))
    return replace(found, report=report, seen=seen)


def read_pointed_out(
    place: PointedOut, pages: Sequence[SquaredPage], photo: Photo, watch: Stopwatch
) -> Iterator[Found]:
    """The game in its field as it stands; of small grids all that lie in it. Raises `PhotoError` (`FIELD_UNFIT`)."""
    game = place.game
    if game.name == FREEHAND_GAME:
        with watch.stage("freehand"):
            grids = found_freehand(photo, Wanted(game), _window_round(place, photo))
        inside = [grid for grid in grids if is_inside(middle_of(grid.report.corners_px), place.corners_px)]
        if not inside:
            raise no_grid()
        yield from inside
        return
    if game.by_hand_in is None:
        raise no_game(game)
    papers = [seen_paper(page, photo.decoded_scale) for page in pages]
    under = paper_under(papers, place.corners_px)
    if under is None or under[2] >= MOST_OFF:
        raise off_paper()
    number, sides, _ = under
    page, box = pages[number], Box(*sides)
    field = game.by_hand_in(page.drawn, box)
    if field is None:
        raise unfit(game, box.width, box.height)
    seen = seen_field(Guess(game, field, page, number), papers[number])
    if field.turns:
        box = box.turned(page.paper.rows, page.paper.columns, field.turns)
        page = page_turned(page, field.turns, watch)
        field = game.by_hand_in(page.drawn, box) or field
    yield _read_field(game, field, page, field.options, None, seen, photo, watch)


def _window_round(place: PointedOut, photo: Photo) -> tuple[int, int, int, int]:
    """The part of the picture with a field that was pointed out and some paper round it, in its pixels."""
    corners = np.array(place.corners_px) * photo.decoded_scale
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = AROUND * float((high - low).max())
    limits = photo.picture.shape[1::-1]
    left, top = (int(max(0.0, side - margin)) for side in low)
    right, bottom = (int(min(limit, side + margin)) for limit, side in zip(limits, high, strict=True))
    return left, top, max(right, left + 1), max(bottom, top + 1)

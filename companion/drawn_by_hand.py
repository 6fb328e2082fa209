"""Games without a printed sheet: on squared paper, whose squares are found, or a small grid on any paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion import catalog
from companion.by_hand import Field
from companion.found import Found, Wanted, found_in
from companion.freehand import FREEHAND_GAME, found_freehand
from companion.game import Game
from companion.seen_squares import (
    MOST_GAMES,
    PointedOut,
    PointPx,
    SeenField,
    SeenPaper,
    SeenSquares,
    box_of,
    no_game,
    no_grid,
    off_paper,
    paper_under,
    seen_paper,
    unfit,
)
from printables.marks import Symbol
from vision.locate import find_cards
from vision.squares.clusters import Box, largest_cluster
from vision.squares.read import (
    Corners,
    SquaredPage,
    as_reading,
    page_turned,
    read_squares,
    squared_pages,
    window_px,
    within,
)

if TYPE_CHECKING:
    from vision.errors import SheetNotFound
    from vision.photo import Photo
    from vision.read import Stopwatch
    from vision.squares.find import Squares

SURE_FIT = 0.86
CLEAR_FIT = 0.4
"""A game on squared paper with the first fit is read at once, with the second before small grids are, unless its marks
seem to be theirs."""

NEAR_FIT = 0.02
"""Fits that differ by less are as good: then the game that explains more of what is drawn is it."""

MOST_COVERED = 0.5
"""Small grids may cover so many squares for each mark of a game, and still be something else beside it."""

LEAST_FIT = 0.25
"""Less speaks for scribbles, not for a game."""

LEAST_MARKS = 12
LEAST_DENSE = 0.05
"""What a game beside another must have drawn, in all and for each square of its field: words beside a game, and holes
along a page's edge, look like a few signs."""

ROOM = 2
"""Squares round a game that are its own: letters along its frame, a stray mark."""

GRID_LINE, GRID_SIDES = 0.7, 8
GRID_GAP = 3
"""Share of a square's side that is drawn over, how many such sides a small grid has at least, and how many squares lie
between them."""

MOST_LOOKS = 2
CLOSE = 3
"""Places beside a game that are looked at closer, and squares round them that are looked at too."""

AROUND = 0.35
"""Of a field with a small grid that was pointed out, so much is looked at on every side."""

MOST_OFF = 1.5
"""Corners that were pointed out lie at most so many squares beside the paper they are meant for."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A game that seems to be drawn in a field of a squared page, the `number`th of the photo."""

    game: Game[Any, Any]
    field: Field
    page: SquaredPage
    number: int

    @property
    def box(self) -> Box:
        """The crossings round it."""
        return box_of(self.field, self.page.drawn.square_mm)


@dataclass(frozen=True, slots=True)
class ByHand:
    """What is drawn by hand in a photo: what was read, and the squared paper with all that may be on it."""

    found: tuple[Found, ...] = ()
    squares: SeenSquares | None = None


def found_by_hand(
    photo: Photo, wanted: Wanted, watch: Stopwatch, squares: Squares, missing: SheetNotFound
) -> ByHand:
    """What is drawn by hand in a photo without printed sheets; nothing is read when there is no game to be seen.

    Where what is `missing` says that something looks like a sheet's tag, only a clear game on squares counts.
    """
    has_tags = missing.tags_seen > 0
    pages = _pages(photo, wanted, watch, squares, missing.cards_px) if _may_be_on_squares(wanted) else []
    guesses = [guess for number, page in enumerate(pages) for guess in _guesses(page, number, wanted)]
    best = _best(guesses)
    if best is not None and has_tags and best.field.fit < CLEAR_FIT:
        best = None
    games, beside = ([], []) if best is None else _and_others(best, pages, wanted)
    grids: tuple[Found, ...] = ()
    if _may_be_grids(wanted, games, pages):
        with watch.stage("freehand"):
            grids = _grids(photo, wanted, games, pages)
    games, grids = _settled(games, grids, photo)
    found = (*(_read(guess, photo, wanted, watch) for guess in games), *grids)
    if not found and wanted.game is not None and wanted.field_px is not None:
        # Nothing says where the game is but whoever asked: its field is what was pointed out.
        place = PointedOut(wanted.game, _corners_of(wanted.field_px))
        found = tuple(one for one in _read_pointed_out(place, pages, photo, watch) if _is_played(one))
    seen = None
    if pages:
        is_clear = best is not None and best.field.fit >= CLEAR_FIT
        is_sure = bool(found) and (wanted.game is not None or is_clear == bool(games))
        seen = _seen(pages, [*guesses, *games[1:], *beside], photo, is_sure=is_sure)
    return ByHand(found, seen)


def _best(guesses: Sequence[Guess]) -> Guess | None:
    most = max((guess.field.fit for guess in guesses), default=0.0)
    near = [guess for guess in guesses if guess.field.fit > most - NEAR_FIT]
    return max(near, key=lambda guess: (guess.field.marks, guess.field.fit), default=None)


def found_pointed_out(
    photo: Photo, pointed: Sequence[PointedOut], watch: Stopwatch, squares: Squares
) -> ByHand:
    """The games that somebody pointed out, each in its field as it stands. Raises `PhotoError`, `FIELD_UNFIT`."""
    pages = _pages(photo, Wanted(), watch, squares, find_cards(photo.picture, squares.hidden))
    found = [one for place in pointed for one in _read_pointed_out(place, pages, photo, watch)]
    guesses = [guess for number, page in enumerate(pages) for guess in _guesses(page, number, Wanted())]
    return ByHand(tuple(found), _seen(pages, guesses, photo, is_sure=True) if pages else None)


def _corners_of(field_px: tuple[float, float, float, float]) -> tuple[PointPx, ...]:
    left, top, width, height = field_px
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def _is_played(found: Found) -> bool:
    return any(mark.symbol is not Symbol.NOTHING for mark in found.marks)


# --- which games there are ----------------------------------------------------------------------------


def _may_be_on_squares(wanted: Wanted) -> bool:
    return wanted.game is None or wanted.game.name != FREEHAND_GAME


def _pages(
    photo: Photo, wanted: Wanted, watch: Stopwatch, squares: Squares, cards_px: Sequence[Corners]
) -> list[SquaredPage]:
    """The squared papers of a photo; nothing is drawn on them outside a field that is wanted."""
    pages = squared_pages(squares, watch, cards_px)
    if wanted.field_px is None:
        return pages
    return [within(page, wanted.field_px, photo.decoded_scale) for page in pages]


def _guesses(page: SquaredPage, number: int, wanted: Wanted) -> Iterator[Guess]:
    """All games that may be drawn on a squared paper."""
    games = catalog.all_games() if wanted.game is None else (wanted.game,)
    for game in games:
        for field in game.by_hand(page.drawn):
            yield Guess(game, field, page, number)


def _and_others(best: Guess, pages: Sequence[SquaredPage], wanted: Wanted) -> tuple[list[Guess], list[Guess]]:
    """The best guess with further games that are clear where it is not; and what else may be there."""
    found = [best]
    rest = list(pages)
    while True:
        taken = found[-1]
        page = rest[taken.number]
        rest[taken.number] = replace(page, drawn=page.drawn.outside_box(taken.box.wider(ROOM)))
        beside = [
            guess
            for number, page in enumerate(rest)
            for guess in _guesses(page, number, wanted)
            if not any(_are_one(guess, one) for one in found)
        ]
        clear = [guess for guess in beside if guess.field.fit >= CLEAR_FIT and _is_full(guess)]
        if not clear or len(found) == MOST_GAMES:
            return found, [guess for guess in beside if guess.field.fit >= LEAST_FIT]
        found.append(max(clear, key=lambda guess: guess.field.fit))


def _is_full(guess: Guess) -> bool:
    """Whether enough is drawn in a field for a game of its own."""
    return guess.field.marks >= max(LEAST_MARKS, LEAST_DENSE * guess.box.width * guess.box.height)


def _are_one(one: Guess, two: Guess) -> bool:
    """Whether two games claim the same squares."""
    return one.number == two.number and one.box.meets(two.box)


def _may_be_grids(wanted: Wanted, games: Sequence[Guess], pages: Sequence[SquaredPage]) -> bool:
    """Whether small grids are worth a look: not where a game is beyond doubt and nothing else is drawn."""
    if wanted.game is not None and wanted.game.name != FREEHAND_GAME:
        return False
    is_sure = bool(games) and (games[0].field.fit >= SURE_FIT or games[0].field.is_plain)
    return not is_sure or bool(_drawn_beside(games, pages))


def _grids(
    photo: Photo, wanted: Wanted, games: Sequence[Guess], pages: Sequence[SquaredPage]
) -> tuple[Found, ...]:
    """Small grids; beside a clear game, which keeps all looks to itself, they are looked for closer."""
    grids = found_freehand(photo, wanted)
    clear = [guess for guess in games if guess.field.fit >= CLEAR_FIT]
    if not clear or not all(any(_lies_in(grid, guess, photo) for guess in clear) for grid in grids):
        return grids
    beside = _drawn_beside(clear, pages)
    closer = [
        grid
        for page, box in beside
        for grid in found_freehand(photo, wanted, window_px(page, box.wider(CLOSE)))
    ]
    return (*grids, *closer)


def _drawn_beside(games: Sequence[Guess], pages: Sequence[SquaredPage]) -> list[tuple[SquaredPage, Box]]:
    """Where lines are drawn on the pages outside the games, as many as a small grid has."""
    found = []
    for number, page in enumerate(pages):
        drawn = page.drawn
        for guess in games:
            if guess.number == number:
                drawn = drawn.outside_box(guess.box.wider(ROOM))
        lines = np.pad(drawn.across > GRID_LINE, ((0, 0), (0, 1)))
        lines |= np.pad(drawn.down > GRID_LINE, ((0, 1), (0, 0)))
        for _ in range(MOST_LOOKS):
            group = largest_cluster(lines, GRID_GAP)
            if group is None or group.count < GRID_SIDES:
                break
            found.append((page, group.box))
            lines &= ~group.box.mask(lines.shape)
    return found


def _settled(
    games: Sequence[Guess], grids: tuple[Found, ...], photo: Photo
) -> tuple[list[Guess], tuple[Found, ...]]:
    """The games on squares and the small grids that are read: of two that claim one place, the likelier."""
    kept = []
    for guess in games:
        if guess.field.fit < (CLEAR_FIT if grids else LEAST_FIT):
            continue
        inside = [grid for grid in grids if _lies_in(grid, guess, photo)]
        square = (guess.page.paper.pitch_px / photo.decoded_scale) ** 2
        covered = sum(_area(grid.report.corners_px) for grid in inside) / square
        if covered < MOST_COVERED * guess.field.marks:
            kept.append(guess)
            grids = tuple(grid for grid in grids if grid not in inside)
    return kept, grids


def _lies_in(grid: Found, guess: Guess, photo: Photo) -> bool:
    """Whether the middle of a small grid is where a game on squares seems to be."""
    paper = seen_paper(guess.page, photo.decoded_scale)
    (at,), (off,) = paper.crossings_at([_middle(grid.report.corners_px)])
    return off < MOST_OFF and guess.box.wider(ROOM).meets(Box(*at, *at))


def _middle(corners: Sequence[PointPx]) -> PointPx:
    x, y = (sum(corner[k] for corner in corners) / len(corners) for k in (0, 1))
    return x, y


def _area(corners: Sequence[PointPx]) -> float:
    """The area of a polygon, by the shoelace formula."""
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def _window_round(place: PointedOut, photo: Photo) -> tuple[int, int, int, int]:
    """The part of the picture with a field that was pointed out and some paper round it, in its pixels."""
    corners = np.array(place.corners_px) * photo.decoded_scale
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = AROUND * float((high - low).max())
    limits = photo.picture.shape[1::-1]
    left, top = (int(max(0.0, side - margin)) for side in low)
    right, bottom = (int(min(limit, side + margin)) for limit, side in zip(limits, high, strict=True))
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _is_inside(at: PointPx, corners: Sequence[PointPx]) -> bool:
    """Whether a point lies in a convex polygon: on the same side of all its edges."""
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    sides = {(bx - ax) * (at[1] - ay) > (by - ay) * (at[0] - ax) for (ax, ay), (bx, by) in pairs}
    return len(sides) == 1


def _seen(
    pages: Sequence[SquaredPage], guesses: Sequence[Guess], photo: Photo, *, is_sure: bool
) -> SeenSquares:
    one_each = {(guess.game.name, guess.number, guess.box): guess for guess in guesses}
    ranked = sorted(one_each.values(), key=lambda guess: -guess.field.fit)
    papers = tuple(seen_paper(page, photo.decoded_scale) for page in pages)
    height, width = (round(side / photo.decoded_scale) for side in photo.picture.shape[:2])
    fields = tuple(_seen_field(guess, papers[guess.number]) for guess in ranked)
    return SeenSquares((width, height), papers, fields, is_sure)


def _seen_field(guess: Guess, paper: SeenPaper) -> SeenField:
    box = guess.box
    sides = (box.left, box.top, box.right, box.bottom)
    return SeenField(
        guess.game,
        guess.field.fit,
        guess.field.why,
        guess.number,
        sides,
        paper.corners_of(sides),
    )


# --- reading ------------------------------------------------------------------------------------------


def _read(guess: Guess, photo: Photo, wanted: Wanted, watch: Stopwatch) -> Found:
    """A game read where it seems to be."""
    game, field, page = guess.game, guess.field, guess.page
    if field.turns:
        page = page_turned(page, field.turns, watch)
        field = max(game.by_hand(page.drawn), key=lambda one: one.fit, default=field)
    options = wanted.options if wanted.game is not None and wanted.options is not None else field.options
    seen = _seen_field(guess, seen_paper(guess.page, photo.decoded_scale))
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
    looked_at = field.looked_at or field.boards
    marks = field.sheetlike(read_squares(page, looked_at, watch, field.frames))
    reading = as_reading(page, field.boards, game.name, marks)
    found = found_in(reading, game, options, photo.decoded_scale)
    report = replace(found.report, problems=(*field.problems(told), *found.report.problems))
    return replace(found, report=report, seen=seen)


def _read_pointed_out(
    place: PointedOut, pages: Sequence[SquaredPage], photo: Photo, watch: Stopwatch
) -> Iterator[Found]:
    """The game in its field as it stands; of small grids all that lie in it. Raises `PhotoError`, `FIELD_UNFIT`."""
    game = place.game
    if game.name == FREEHAND_GAME:
        with watch.stage("freehand"):
            grids = found_freehand(photo, Wanted(game), _window_round(place, photo))
        inside = [grid for grid in grids if _is_inside(_middle(grid.report.corners_px), place.corners_px)]
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
    seen = _seen_field(Guess(game, field, page, number), papers[number])
    if field.turns:
        box = box.turned(page.paper.rows, page.paper.columns, field.turns)
        page = page_turned(page, field.turns, watch)
        field = game.by_hand_in(page.drawn, box) or field
    yield _read_field(game, field, page, field.options, None, seen, photo, watch)

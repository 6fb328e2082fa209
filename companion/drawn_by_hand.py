"""Games without a printed sheet: on squared paper, whose squares are found, or a small grid on any paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.field_reading import read_guess, read_pointed_out
from companion.found import Found, Wanted
from companion.freehand import FREEHAND_GAME
from companion.guesses import CLEAR_FIT, Guess, best_of, guesses_on, seen_field, with_others
from companion.polygons import corners_of_box
from companion.seen_squares import PointedOut, SeenSquares, seen_paper
from companion.small_grids import grids_beside, may_be_grids, settled
from printables.marks import Symbol
from vision.locate import find_cards
from vision.squares.read import Corners, SquaredPage, squared_pages, within

if TYPE_CHECKING:
    from vision.errors import SheetNotFound
    from vision.photo import Photo
    from vision.read import Stopwatch
    from vision.squares.find import Squares


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
    guesses = list(guesses_on(pages, wanted))
    best = best_of(guesses)
    if best is not None and has_tags and best.field.fit < CLEAR_FIT:
        best = None
    games, beside = ([], []) if best is None else with_others(best, pages, wanted)
    grids: tuple[Found, ...] = ()
    if may_be_grids(wanted, games, pages):
        with watch.stage("freehand"):
            grids = grids_beside(photo, wanted, games, pages)
    games, grids = settled(games, grids, photo)
    found = (*(read_guess(guess, photo, wanted, watch) for guess in games), *grids)
    if not found and wanted.game is not None and wanted.field_px is not None:
        # Nothing says where the game is but whoever asked: its field is what was pointed out.
        place = PointedOut(wanted.game, corners_of_box(wanted.field_px))
        found = tuple(one for one in read_pointed_out(place, pages, photo, watch) if _is_played(one))
    seen = None
    if pages:
        is_clear = best is not None and bool(best.field.fit >= CLEAR_FIT)  # fits may be NumPy's
        is_sure = bool(found) and (wanted.game is not None or is_clear == bool(games))
        seen = _seen(pages, [*guesses, *games[1:], *beside], photo, is_sure=is_sure)
    return ByHand(found, seen)


def found_pointed_out(
    photo: Photo, pointed: Sequence[PointedOut], watch: Stopwatch, squares: Squares
) -> ByHand:
    """The games that somebody pointed out, each in its field as it stands. Raises `PhotoError` (`FIELD_UNFIT`)."""
    pages = _pages(photo, Wanted(), watch, squares, find_cards(photo.picture, squares.hidden))
    found = [one for place in pointed for one in read_pointed_out(place, pages, photo, watch)]
    guesses = list(guesses_on(pages, Wanted()))
    return ByHand(tuple(found), _seen(pages, guesses, photo, is_sure=True) if pages else None)


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


def _is_played(found: Found) -> bool:
    return any(mark.symbol is not Symbol.NOTHING for mark in found.marks)


def _seen(
    pages: Sequence[SquaredPage], guesses: Sequence[Guess], photo: Photo, *, is_sure: bool
) -> SeenSquares:
    """The papers with every game that may be on them, each field once, the likeliest first."""
    one_each = {(guess.game.name, guess.number, guess.box): guess for guess in guesses}
    ranked = sorted(one_each.values(), key=lambda guess: -guess.field.fit)
    papers = tuple(seen_paper(page, photo.decoded_scale) for page in pages)
    height, width = (round(side / photo.decoded_scale) for side in photo.picture.shape[:2])
    fields = tuple(seen_field(guess, papers[guess.number]) for guess in ranked)
    return SeenSquares((width, height), papers, fields, is_sure)

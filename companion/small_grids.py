"""Small grids on squared paper: where they are looked for beside other games, and which of both is meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.found import Found, Wanted
from companion.freehand import FREEHAND_GAME, found_freehand
from companion.guesses import CLEAR_FIT, LEAST_FIT, ROOM, Guess
from companion.polygons import area_of, middle_of
from companion.seen_squares import MOST_OFF, seen_paper
from vision.photo import Photo
from vision.squares.clusters import Box, largest_cluster
from vision.squares.read import SquaredPage, window_px

SURE_FIT = 0.86
"""Beside a game with this fit no small grids are looked for where nothing else is drawn."""

MOST_COVERED = 0.5
"""Small grids may cover so many squares for each mark of a game, and still be something else beside it."""

GRID_LINE, GRID_SIDES = 0.7, 8
GRID_GAP = 3
"""Share of a square's side that is drawn over, how many such sides a small grid has at least, and how many squares lie
between them."""

MOST_LOOKS = 2
CLOSE = 3
"""Places beside a game that are looked at closer, and squares round them that are looked at too."""


def may_be_grids(wanted: Wanted, games: Sequence[Guess], pages: Sequence[SquaredPage]) -> bool:
    """Whether small grids are worth a look: not where a game is beyond doubt and nothing else is drawn."""
    if wanted.game is not None and wanted.game.name != FREEHAND_GAME:
        return False
    is_sure = bool(games) and (games[0].field.fit >= SURE_FIT or games[0].field.is_plain)
    return not is_sure or bool(_drawn_beside(games, pages))


def grids_beside(
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


def settled(
    games: Sequence[Guess], grids: tuple[Found, ...], photo: Photo
) -> tuple[list[Guess], tuple[Found, ...]]:
    """The games on squares and the small grids that are read: of two that claim one place, the likelier."""
    kept = []
    for guess in games:
        if guess.field.fit < (CLEAR_FIT if grids else LEAST_FIT):
            continue
        inside = [grid for grid in grids if _lies_in(grid, guess, photo)]
        square = (guess.page.paper.pitch_px / photo.decoded_scale) ** 2
        covered = sum(area_of(grid.report.corners_px) for grid in inside) / square
        if covered < MOST_COVERED * guess.field.marks:
            kept.append(guess)
            grids = tuple(grid for grid in grids if grid not in inside)
    return kept, grids


def _lies_in(grid: Found, guess: Guess, photo: Photo) -> bool:
    """Whether the middle of a small grid is where a game on squares seems to be."""
    paper = seen_paper(guess.page, photo.decoded_scale)
    (at,), (off,) = paper.crossings_at([middle_of(grid.report.corners_px)])
    return off < MOST_OFF and guess.box.wider(ROOM).meets(Box(*at, *at))

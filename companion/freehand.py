"""Grids drawn by hand on any paper, read as games of tic-tac-toe."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion import catalog, referee
from companion.doubts import certain_enough, doubts_of
from companion.found import Found, Wanted
from companion.seen_squares import SeenField
from companion.text import Text
from printables.marks import Symbol

if TYPE_CHECKING:
    from vision.photo import Photo

FREEHAND_GAME = "tic_tac_toe"
"""The game that is read when a board is drawn by hand on any paper."""

GRID = Text(en="a grid drawn by hand", ru="сетка, нарисованная от руки")

LEAST_GRID_CONFIDENCE = 0.5
"""A hand-drawn grid less sure than this is not taken for a board."""


def games_by_hand() -> list[str]:
    """The names of the games that are read where they are drawn by hand."""
    return [
        game.name for game in catalog.all_games() if game.by_hand_in is not None or game.name == FREEHAND_GAME
    ]


def found_freehand(
    photo: Photo, wanted: Wanted, window: tuple[int, int, int, int] | None = None
) -> tuple[Found, ...]:
    """Hand-drawn grids, read as games of tic-tac-toe; only those in a window: left, top, right, bottom in px."""
    import numpy as np

    from printables.layout import Ask, Board, Grid
    from printables.marks import Kind
    from vision.freehand.find import FreehandGrid, find_grids

    game = catalog.find_game(FREEHAND_GAME)
    options = wanted.options if wanted.options is not None and wanted.game is not None else game.options()
    ask = Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True)
    board = Board("1", Grid.CELLS, (0.0, 0.0), 10.0, 3, 3, (ask,))

    def found(grid: FreehandGrid) -> Found:
        def to_px(points: Any) -> Any:
            return np.array([grid.place_px((x / board.pitch_mm, y / board.pitch_mm)) for x, y in points])

        position = game.read(certain_enough(grid.marks), options, begins=None)
        report = replace(
            referee.judge(game, position),
            options=options,
            corners_px=tuple(
                (round(x / photo.decoded_scale, 1), round(y / photo.decoded_scale, 1))
                for x, y in grid.corners_px
            ),
            doubtful=doubts_of(game, options, grid.marks, None, position),
        )
        seen = SeenField(game, grid.confidence, GRID, None, None, report.corners_px)
        return Found(report, grid.marks, (board,), to_px, seen=seen)

    left, top, right, bottom = window or (0, 0, *photo.picture.shape[1::-1])
    grids = find_grids(np.ascontiguousarray(photo.picture[top:bottom, left:right]))
    return tuple(found(grid.moved(left, top)) for grid in grids if grid.confidence >= LEAST_GRID_CONFIDENCE)

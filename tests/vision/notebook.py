"""Games on pretend notebook pages, and how to tell whether they were read: by where every mark lies in the photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from companion import catalog
from companion.found import Found
from companion.trial import random_position
from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Mark, Symbol
from samples.camera import PretendPhoto
from samples.levels import Level
from samples.notebook import SquaredPage, notebook_photo


@dataclass(frozen=True, slots=True)
class Notebook:
    """A photo of a game in a notebook, with the board and the marks that were drawn."""

    shot: PretendPhoto
    board: Board
    marks: tuple[Mark, ...]

    def differences(self, found: Found, *, with_players: bool) -> list[str]:
        """Marks that are not where they were drawn, or are read as another sign; doubtful ones are left out."""
        read = {}
        for mark in found.marks:
            key = self._key(np.asarray(found.to_px(_ends_mm(mark, found.boards)), float))
            read[key] = mark
        doubtful = {(doubt.board, str(doubt.where)) for doubt in found.report.doubtful}
        wrong = []
        exchanged = []
        for mark in self.marks:
            key = self._key(self.shot.to_px(_ends_mm(mark, (self.board,))))
            seen = read.pop(key, None)
            if seen is None:
                wrong.append(f"{mark.symbol.value} at {mark.at} not seen")
            elif (seen.board, str(seen.at)) in doubtful:
                continue
            elif seen.symbol is not mark.symbol:
                wrong.append(f"{mark.symbol.value} at {mark.at} read as {seen.symbol.value}")
            elif with_players:
                exchanged.append(seen.player != mark.player)
        wrong += [
            f"{mark.symbol.value} at {mark.at} is not there"
            for mark in read.values()
            if mark.symbol is not Symbol.NOTHING and (mark.board, str(mark.at)) not in doubtful
        ]
        # Nothing on the paper says whose pen is whose: all exchanged is as right.
        mixed = min(sum(exchanged), len(exchanged) - sum(exchanged))
        return wrong + ([f"{mixed} marks of the other player"] if mixed else [])

    def _key(self, px: np.ndarray) -> tuple[tuple[int, int], ...]:
        """The crossings or squares nearest to places in the photo, on the drawn page's own lattice."""
        board = self.board
        halves = np.array(
            [(x / 2, y / 2) for y in range(2 * board.rows + 1) for x in range(2 * board.columns + 1)]
        )
        places = np.array([board.node_mm((x, y)) for x, y in halves])
        true = self.shot.to_px(places)
        nearest = [int(np.hypot(*(true - point).T).argmin()) for point in px]
        return tuple(sorted(tuple((halves[k] * 2).astype(int)) for k in nearest))


def _ends_mm(mark: Mark, boards: Sequence[Board]) -> np.ndarray:
    board = next(board for board in boards if board.name == mark.board)
    return np.array(board.place_mm(mark.kind, mark.at), float)


def notebook(
    game_name: str, seed: int, level: Level = Level.NORMAL, size: tuple[int, int] = (16, 16)
) -> Notebook:
    """A random game on a notebook page."""
    rng, chance = np.random.default_rng([seed, 5]), Random(seed)
    page = SquaredPage.random(rng)
    game = catalog.find_game(game_name)
    options = (
        replace(game.options(), size=size) if game_name != "dots" else game.options(size=size, start="empty")
    )
    marks = game.ink(random_position(game, options, chance))
    across, down = page.squares
    left, top = (
        chance.randrange(3, room - side - 3) for room, side in zip((across, down), size, strict=True)
    )
    grid, asks = {
        "dots": (Grid.POINTS, (Ask(Kind.POINT, (Symbol.DOT,)), Ask(Kind.CHAIN, (Symbol.LINE,)))),
        "five_in_a_row": (Grid.CELLS, (Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True),)),
    }[game_name]
    board = Board("field", grid, page.crossing_mm(left, top), page.square_mm, *size, asks)
    shot = notebook_photo(page, (board,), marks, level=level, seed=seed)
    return Notebook(shot, board, marks)

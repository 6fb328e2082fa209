"""What became of games on pretend notebook pages when they were read.

Marks are compared by where they lie in the photo: nobody says which crossing of the paper the first one is, nor
which way up the page lies, nor whose pen is whose.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from companion import catalog
from companion.bench.notebook import NotebookGame, box_round
from companion.found import Found, PhotoReport, Wanted
from companion.reading import read_bytes
from printables.layout import Grid
from printables.marks import Kind, Symbol

Key = tuple[Any, ...]
"""Where a mark lies on the drawn page: board, and both coordinates of its ends in half squares."""

NEAR = 0.4
"""How far from its place, in squares, a mark may be found."""

SHIPS = {
    ".": (0, ""),
    "S": (1, ""),
    "o": (0, "miss"),
    "X": (1, "hit"),
    "#": (1, "hit"),
    "x": (0, "hit"),
    "O": (1, "miss"),
}
"""What the letters of sea battle say on either field: whether there is a ship, and the shot."""


@dataclass(frozen=True, slots=True)
class Score:
    """What became of one photo: how many marks there were, were read otherwise, and were so without a doubt."""

    verdict: str
    marks: int = 0
    wrong: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    doubtful: int = 0


def read(drawn: NotebookGame, *, is_told: bool) -> tuple[PhotoReport, float]:
    """What is read from a photo, and the seconds of one core it took."""
    start = time.process_time()
    report = read_bytes(drawn.shot.data, Wanted(catalog.find_game(drawn.game) if is_told else None))
    return report, time.process_time() - start


def score_of(drawn: NotebookGame, report: PhotoReport) -> Score:
    """The score of one photo."""
    if not report.found:
        return Score("refused")
    found = report.found[0]
    if found.report.game.name != drawn.game:
        return Score(f"taken for {found.report.game.name}")
    keys = _Keys(drawn)
    wanted, seen, asked = (
        _fields(drawn, found, keys) if drawn.game == "sea_battle" else _marks(drawn, found, keys)
    )
    wrong = _differences(wanted, seen, is_by_player=drawn.game in ("dots", "dots_and_boxes"))
    silent = [key for key in wrong if key not in asked]
    verdict = verdict_of(wrong, silent)
    if silent and any(problem.code == "DOT_OUT_OF_FIELD" for problem in found.report.problems):
        # No field that can be written down is so large: the report says that dots are left out.
        verdict = "too large, told"
    told = [
        tuple(f"{key}: {wanted.get(key)} read as {seen.get(key)}" for key in some) for some in (wrong, silent)
    ]
    return Score(verdict, len(wanted), told[0], told[1], len(found.report.doubtful))


def verdict_of(wrong: Sequence[Any], silent: Sequence[Any]) -> str:
    """What marks that were read otherwise, and those of them that nobody is asked about, make of a photo."""
    return "wrong" if silent else "right when answered" if wrong else "right"


def _differences(
    wanted: dict[Key, tuple[str, int | None]], seen: dict[Key, tuple[str, int | None]], *, is_by_player: bool
) -> list[Key]:
    """Places that were read otherwise; whose pen is whose nobody says, so both ways are tried."""

    def differ(key: Key, exchanged: int) -> bool:
        one, two = wanted.get(key), seen.get(key)
        if one is None or two is None or one[0] != two[0]:
            return True
        if not is_by_player or one[1] is None:
            return False
        return one[1] ^ exchanged != two[1]

    ways = [[key for key in {*wanted, *seen} if differ(key, exchanged)] for exchanged in (0, 1)]
    return min(ways, key=len)


def _marks(
    drawn: NotebookGame, found: Found, keys: _Keys
) -> tuple[dict[Key, tuple[str, int | None]], dict[Key, tuple[str, int | None]], set[Key]]:
    """What was drawn, what was read, and what is asked about, by place."""
    owners_count = drawn.game == "dots"
    wanted: dict[Key, tuple[str, int | None]] = {
        keys.drawn(mark.board, mark.kind, mark.at): (mark.symbol.value, mark.player if owners_count else None)
        for mark in drawn.plan.marks
        if mark.board == drawn.plan.boards[0].name
    }
    seen: dict[Key, tuple[str, int | None]] = {}
    for mark in found.marks:
        if mark.symbol is not Symbol.NOTHING and not (
            drawn.game == "dots_and_boxes" and mark.kind is Kind.CELL
        ):
            seen[keys.found(found, mark.board, mark.kind, mark.at)] = (mark.symbol.value, mark.player)
    asked = {
        keys.found(found, doubt.board, _kind_at(found, doubt.board, doubt.where), doubt.where)
        for doubt in found.report.doubtful
    }
    if drawn.game == "dots_and_boxes":
        position: Any = found.report.position
        for cell, letter in zip(position.options.board.cells, position.signs, strict=True):
            if letter in position.options.keys:
                owner = position.options.keys.index(letter)
                seen[keys.found(found, found.boards[0].name, Kind.CELL, cell)] = ("box", owner)
        for cell, letter in zip(
            drawn.plan.position.options.board.cells, drawn.plan.position.signs, strict=True
        ):
            if letter in drawn.plan.position.options.keys:
                owner = drawn.plan.position.options.keys.index(letter)
                wanted[keys.drawn("field", Kind.CELL, cell)] = ("box", owner)
    return wanted, seen, asked


def _kind_at(found: Found, board_name: str, at: Any) -> Kind:
    """The kind of mark at a place, as far as its place on the page goes."""
    if isinstance(at[0], tuple):
        return Kind.CHAIN
    board = next(board for board in found.boards if board.name == board_name)
    return Kind.CELL if board.grid is Grid.CELLS else Kind.POINT


def _fields(
    drawn: NotebookGame, found: Found, keys: _Keys
) -> tuple[dict[Key, tuple[str, int | None]], dict[Key, tuple[str, int | None]], set[Key]]:
    """The cells of both sea battle fields: whether there is a ship, and the shot."""
    wanted: dict[Key, tuple[str, int | None]] = {}
    seen: dict[Key, tuple[str, int | None]] = {}
    position: Any = found.report.position
    for rows, name in ((drawn.plan.position.own, "own"), (drawn.plan.position.target, "target")):
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                wanted[keys.drawn(name, Kind.CELL, (x, y))] = (str(SHIPS.get(letter)), None)
    names = [board.name for board in found.boards]
    for rows, name in ((position.own, "own"), (position.target, "target")):
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if name in names:
                    seen[keys.found(found, name, Kind.CELL, (x, y))] = (str(SHIPS.get(letter)), None)
    asked = set()
    for doubt in found.report.doubtful:
        kind = _kind_at(found, doubt.board, doubt.where)
        # A doubtful side of a cell asks about the cells on either hand of it.
        places = [doubt.where] if kind is Kind.CELL else _beside(doubt.where)
        asked |= {keys.found(found, doubt.board, Kind.CELL, place) for place in places}
    return wanted, seen, asked


def _beside(side: Any) -> list[tuple[int, int]]:
    (ax, ay), (_, by) = side
    return [(ax, ay), (ax, ay - 1)] if ay == by else [(ax, ay), (ax - 1, ay)]


class _Keys:
    """Places on the drawn page, in half squares of its first board, for places of either side."""

    def __init__(self, drawn: NotebookGame) -> None:
        self.boards = {board.name: board for board in drawn.plan.boards}
        first = drawn.plan.boards[0]
        self.origin, self.pitch = np.array(first.origin_mm), first.pitch_mm
        left, top, right, bottom = box_round(drawn.plan.boards)
        low = np.floor((np.array([left, top]) - self.origin) / self.pitch * 2).astype(int) - 8
        high = np.ceil((np.array([right, bottom]) - self.origin) / self.pitch * 2).astype(int) + 8
        halves = np.array([(x, y) for y in range(low[1], high[1]) for x in range(low[0], high[0])])
        px = drawn.shot.to_px(self.origin + halves / 2 * self.pitch)
        side = float(np.hypot(*(px[1] - px[0]))) * 2
        self.halves, self.tree, self.near = halves, cKDTree(px), NEAR * side

    def drawn(self, board_name: str, kind: Kind, at: Any) -> Key:
        """The key of a place that was drawn."""
        mm = np.array(self.boards[board_name].place_mm(kind, at), float)
        halves = np.round((mm - self.origin) / self.pitch * 2).astype(int)
        return tuple(sorted((int(x), int(y)) for x, y in halves))

    def found(self, found: Found, board_name: str, kind: Kind, at: Any) -> Key:
        """The key of a place that was read."""
        board = next(board for board in found.boards if board.name == board_name)
        px: NDArray[Any] = np.asarray(found.to_px(np.array(board.place_mm(kind, at), float)), float)
        away, nearest = self.tree.query(px)
        if (away > self.near).any():
            return ("elsewhere", board_name, at)
        return tuple(sorted((int(x), int(y)) for x, y in self.halves[nearest]))

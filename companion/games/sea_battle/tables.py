"""Every place of every ship on a field as matrices, made once: what the counting and the sampling share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .cells import Ship, around
from .fleet import placements
from .puzzle import Puzzle

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float32]
Index = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Table:
    """All places of ships of some lengths, longest first, one row each.

    Cells are numbered row by row. `covers[p, c]` and `rims[p, c]` are 1 where place `p` has a ship cell, or a
    cell beside it that must be water; `parts[p, q]` says that both ships may stand together."""

    places: tuple[Ship, ...]
    lengths: Index
    covers: Numbers
    rims: Numbers
    parts: Flags


@lru_cache(maxsize=16)
def table(size: int, lengths: tuple[int, ...], may_touch_corners: bool) -> Table:
    """The table of a field."""
    order = sorted(set(lengths), reverse=True)
    places = tuple(ship for length in order for ship in placements(length, size))
    covers = np.zeros((len(places), size * size), np.float32)
    rims = np.zeros_like(covers)
    for number, ship in enumerate(places):
        for x, y in ship:
            covers[number, y * size + x] = 1
        for x, y in around(ship, size, has_corners=not may_touch_corners):
            rims[number, y * size + x] = 1
    parts = (covers @ (covers + rims).T) == 0
    return Table(places, np.array([len(ship) for ship in places]), covers, rims, parts)


def table_of(puzzle: Puzzle) -> Table:
    """The table for the ships that are left."""
    lengths = tuple(length for length, number in puzzle.left.items() if number)
    return table(puzzle.size, lengths, puzzle.may_touch_corners)


def fitting(shown: Table, water: Flags, must: Flags, told: frozenset[int]) -> Flags:
    """Which places fit the marks one by one: on no water, beside no hit, and not hit everywhere if told."""
    fits = (shown.covers @ water == 0) & (shown.rims @ must == 0)
    if told:
        is_told = np.isin(shown.lengths, list(told))
        fits &= ~is_told | (shown.covers @ must < shown.lengths)
    return np.asarray(fits)


def flags(puzzle: Puzzle) -> tuple[Flags, Flags]:
    """Water and hits of a puzzle, one flag a cell."""
    water, must = (np.zeros(puzzle.size**2, bool) for _ in range(2))
    for known, cells in ((water, puzzle.water), (must, puzzle.must)):
        for x, y in cells:
            known[y * puzzle.size + x] = True
    return water, must

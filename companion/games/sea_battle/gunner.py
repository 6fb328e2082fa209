"""The gunner: how likely a ship is in every cell of the target field, and where the next shot does most.

Where the fleets that fit can be counted in time, the chances are exact; else many fleets are drawn. A cell is
worth the chance of a hit, and a little for each cell that becomes known when the ship there is sunk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.position import Place

from .counting import take_census
from .puzzle import Puzzle
from .sampling import draw_fleets
from .shots import Waters
from .tables import Flags, Index, Table, fitting, flags, table_of

MOST_NUMBERS = 1_000_000
"""Counts that an exact census may take, about a third of a second of them."""
FLEETS = 4_000
"""Fleets drawn for a hint."""
OPENED = 0.0
"""What a cell opened by sinking is worth, as a part of a hit; from trials with scripts/gunner_benchmark.py."""
SAME = 1e-9
"""Worths that differ by less are equal."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Aim:
    """The chances of a hit in all open cells, the best cells, and how many fleets fit."""

    chances: Mapping[Place, float]
    best: tuple[Place, ...]
    total: float
    is_exact: bool


def aim(waters: Waters, *, seed: int = 0) -> Aim | None:
    """Where to shoot; `None` if no fleet fits.

    A hit without a ring counts as a ship still afloat, unless only fleets fit where it is not."""
    puzzle = waters.puzzle()
    return _aim(puzzle, seed) or _aim(replace(puzzle, told=frozenset()), seed)


def _aim(puzzle: Puzzle, seed: int) -> Aim | None:
    shown = table_of(puzzle)
    water, must = flags(puzzle)
    census = take_census(puzzle, MOST_NUMBERS)
    if census is not None:
        numbers = np.array([census.ships.get(ship, 0.0) for ship in shown.places])
        total, is_exact = census.total, census.is_exact
    else:
        chance = np.random.default_rng(seed)
        fits = fitting(shown, water, must, puzzle.told)
        drawn = draw_fleets(shown, fits, must, puzzle.left, FLEETS, chance)
        numbers, total, is_exact = drawn.place_weights(len(shown.places)), drawn.total, False
    if not total:
        return None
    hits, worth = values(shown, numbers / total, ~(water | must))
    if not is_exact:
        same = _symmetries(water, must, puzzle.size)
        hits, worth = hits[same].mean(axis=0), worth[same].mean(axis=0)
    open_cells = np.flatnonzero(~(water | must))
    if not open_cells.size:
        return None
    most = worth[open_cells].max()
    best = open_cells[worth[open_cells] >= most - SAME]
    size = puzzle.size
    chances = {(int(cell % size), int(cell // size)): float(hits[cell]) for cell in open_cells}
    return Aim(chances, tuple((int(cell % size), int(cell // size)) for cell in best), total, is_exact)


def values(shown: Table, shares: Vector, is_open: Flags) -> tuple[Vector, Vector]:
    """The chance of a hit and the worth of every cell, from the share of fleets with each place."""
    hits = shares @ shown.covers
    if not OPENED:
        return hits, hits
    opened = shown.rims @ is_open.astype(np.float32)
    return hits, hits + OPENED * ((shares * opened) @ shown.covers)


def _symmetries(water: Flags, must: Flags, size: int) -> Index:
    """The turns and mirrors of the field that leave all marks where they are, one row of cells each.

    Cells that they exchange have the same chances; draws of fleets come out a little apart."""
    cells = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(side, quarter) for side in (cells, cells.T) for quarter in range(4)]
    rows = [one.ravel() for one in turned]
    return np.array([row for row in rows if (water[row] == water).all() and (must[row] == must).all()])

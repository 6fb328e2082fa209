"""The gunner: how likely a ship is in every cell of the target field, and where to shoot next.

Where the fleets that fit can be counted in time, the chances are exact; else many fleets are drawn. The best
shot is the likeliest hit. Trials gave no fewer shots to a gunner who also weighs what a hit or a miss would
tell him, neither by the cells that a sunk ship opens nor by looking one shot ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.position import Place

from .counting import Census, take_census
from .puzzle import Puzzle
from .sampling import draw_fleets
from .shots import Waters
from .tables import Flags, Index, fitting, flags, table_of

MOST_NUMBERS = 1_000_000
"""Counts that an exact census may take, about a third of a second of them."""
FLEETS = 4_000
"""Fleets drawn for a hint."""
SAME = 1e-9
"""Chances that differ by less are equal."""


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
    census = take_census(puzzle, MOST_NUMBERS) or _draw(puzzle, seed) or take_census(puzzle)
    assert census is not None
    if not census.total:
        return None
    total, is_exact = census.total, census.is_exact
    hits = np.array([census.ships.get(ship, 0.0) for ship in shown.places]) / total @ shown.covers
    if not is_exact:
        hits = hits[_symmetries(water, must, puzzle.size)].mean(axis=0)
    open_cells = np.flatnonzero(~(water | must))
    if not open_cells.size:
        return None
    best = open_cells[hits[open_cells] >= hits[open_cells].max() - SAME]
    size = puzzle.size
    chances = {(int(cell % size), int(cell // size)): float(hits[cell]) for cell in open_cells}
    return Aim(chances, tuple((int(cell % size), int(cell // size)) for cell in best), total, is_exact)


def _draw(puzzle: Puzzle, seed: int) -> Census | None:
    """A census from drawn fleets; `None` if none of them came to an end, as where hardly any fleet fits."""
    shown = table_of(puzzle)
    water, must = flags(puzzle)
    fits = fitting(shown, water, must, puzzle.told)
    drawn = draw_fleets(shown, fits, must, puzzle.left, FLEETS, np.random.default_rng(seed))
    if not drawn.total:
        return None
    weights = drawn.place_weights(len(shown.places))
    return Census(drawn.total, dict(zip(shown.places, weights.tolist(), strict=True)), False)


def _symmetries(water: Flags, must: Flags, size: int) -> Index:
    """The turns and mirrors of the field that leave all marks where they are, one row of cells each.

    Cells that they exchange have the same chances; draws of fleets come out a little apart."""
    cells = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(side, quarter) for side in (cells, cells.T) for quarter in range(4)]
    rows = [one.ravel() for one in turned]
    return np.array([row for row in rows if (water[row] == water).all() and (must[row] == must).all()])

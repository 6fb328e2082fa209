"""How many fleets fit what is known, counted exactly.

A transfer matrix over a broken profile: the field is filled cell by cell, row by row, and all partial
placements that look alike from the cells still to come are counted together. What they look like is one
value per column: free, closed (the next cell must be water), or how many cells of an upright ship are still
to come. Beside it goes a vector with one count per number of ships used of every length. A ship is put in at
its first cell, so any list of allowed places can be counted; the water at its right is jumped over.

Going back through the same steps gives for every place the number of fleets with a ship there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.position import Place

from .cells import Ship
from .puzzle import Puzzle
from .tables import fitting, flags, table_of

Codes = npt.NDArray[np.int64]
Counts = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]

EXACT_BELOW = 2.0**53
"""Sums of whole numbers up to this are exact in double precision."""

FREE, CLOSED = 0, 1
"""Values of a column; a larger value is one more than the cells of an upright ship still to come."""
BITS = 3
"""Of a code for each column: ships have six cells at most."""
MASK = (1 << BITS) - 1


@dataclass(frozen=True, slots=True)
class Census:
    """How many fleets fit, and for every place of a ship how many of them have it.

    `is_exact` is false when the numbers are estimates."""

    total: float
    ships: Mapping[Ship, float]
    is_exact: bool


def count_fleets(puzzle: Puzzle) -> int:
    """The number of fleets that fit; exact up to `EXACT_BELOW`.

    >>> count_fleets(Puzzle(6, {2: 1, 1: 1}))
    1584
    """
    walk = _Walk(puzzle, None)
    walk.go_through()
    return round(walk.total)


def take_census(puzzle: Puzzle, most_numbers: float = float("inf")) -> Census | None:
    """The number of fleets in all and for every place; `None` if that takes more than `most_numbers` counts."""
    walk = _Walk(puzzle, most_numbers)
    if not walk.go_through():
        return None
    return Census(walk.total, walk.count_places(), walk.total < EXACT_BELOW)


@dataclass(frozen=True, slots=True)
class _Step:
    """One way on from some states of a cell: to which states of a later cell, and with which new ship."""

    at: int
    sources: Index
    codes: Codes
    ship: Ship | None


@dataclass(slots=True)
class _Layer:
    """The states before one cell: their codes, and how many partial placements there are by ships used."""

    codes: Codes
    counts: Counts
    steps: list[_Step]


class _Walk:
    """One walk over the field. Cells are numbered row by row."""

    def __init__(self, puzzle: Puzzle, most_numbers: float | None) -> None:
        self.puzzle = puzzle
        self.size = puzzle.size
        self.must = {y * self.size + x for x, y in puzzle.must}
        self.starts = _starts(puzzle)
        self.is_kept = most_numbers is not None
        self.most_numbers = most_numbers or float("inf")
        self.used = _Used(puzzle.left)
        self.total = 0.0
        self.layers: dict[int, _Layer] = {}

    def go_through(self) -> bool:
        """Fill the field; false if it became too large. Sets `total`."""
        end = self.size * self.size
        arriving: dict[int, list[tuple[Codes, Counts]]] = {0: [(np.zeros(1, np.int64), self.used.start())]}
        numbers = 0
        for at in range(end):
            if at not in arriving:
                continue
            codes, counts = _merge(arriving.pop(at))
            numbers += counts.size
            if numbers > self.most_numbers:
                return False
            steps = list(self._steps(at, codes))
            for step in steps:
                taken = counts[step.sources]
                moved = taken if step.ship is None else self.used.with_ship(taken, len(step.ship))
                arriving.setdefault(step.at, []).append((step.codes, moved))
            if self.is_kept:
                self.layers[at] = _Layer(codes, counts, steps)
        if end in arriving:
            codes, counts = _merge(arriving.pop(end))
            self.layers[end] = _Layer(codes, counts, [])
            # An upright ship never reaches over the lower edge, so every state that is left is complete.
            self.total = float(counts[:, -1].sum())
        return True

    def count_places(self) -> dict[Ship, float]:
        """For every place the number of fleets with a ship there."""
        found: dict[Ship, float] = {}
        if not self.total:
            return found
        end = self.size * self.size
        last = self.layers[end]
        ways: dict[int, Counts] = {end: np.zeros_like(last.counts)}
        ways[end][:, -1] = 1.0
        for at in range(end - 1, -1, -1):
            if at not in self.layers:
                continue
            layer = self.layers[at]
            here = np.zeros_like(layer.counts)
            for step in layer.steps:
                if step.at not in ways:
                    continue
                onward = ways[step.at][np.searchsorted(self.layers[step.at].codes, step.codes)]
                if step.ship is not None:
                    onward = self.used.without_ship(onward, len(step.ship))
                    found[step.ship] = float(np.vdot(layer.counts[step.sources], onward))
                here[step.sources] += onward
            ways[at] = here
        return {ship: number for ship, number in found.items() if number}

    def _steps(self, at: int, codes: Codes) -> Iterator[_Step]:
        """All ways on from the states before a cell."""
        x = at % self.size
        here = codes >> BITS * x & MASK
        is_water = at not in self.must
        going_on = np.flatnonzero(here > CLOSED)
        if going_on.size:
            rest = here[going_on] - 1
            column = np.where(rest > CLOSED, rest, CLOSED)
            yield _Step(self._after(at, 2), going_on, self._put(codes[going_on], x, 1, column), None)
        water = np.flatnonzero(here <= CLOSED)
        if is_water and water.size:
            yield _Step(at + 1, water, codes[water] & ~(MASK << BITS * x), None)
        for ship, length, is_upright in self.starts.get(at, ()):
            width = 1 if is_upright else length
            taken = codes >> BITS * x & (1 << BITS * width) - 1
            fits = taken == FREE
            if x + width < self.size:
                fits &= (codes >> BITS * (x + width) & MASK) <= CLOSED
            sources = np.flatnonzero(fits)
            if sources.size:
                value = length if is_upright and length > 1 else CLOSED
                put = self._put(codes[sources], x, width, value)
                yield _Step(self._after(at, width + 1), sources, put, ship)

    def _after(self, at: int, cells: int) -> int:
        """The cell so many cells on, or the first of the next row."""
        return min(at + cells, (at // self.size + 1) * self.size)

    def _put(self, codes: Codes, x: int, width: int, value: Any) -> Codes:
        """The codes after ship cells in some columns: their new value, and the columns beside them closed.

        Where corners may touch, the water beside leaves the cell under it free."""
        beside = FREE if self.puzzle.may_touch_corners else CLOSED
        for column in range(x, x + width):
            codes = codes & ~(MASK << BITS * column) | value << BITS * column
        if x + width < self.size:
            codes = codes & ~(MASK << BITS * (x + width)) | beside << BITS * (x + width)
        if x and not self.puzzle.may_touch_corners:
            codes = codes & ~(MASK << BITS * (x - 1)) | CLOSED << BITS * (x - 1)
        return codes


class _Used:
    """The vector of counts by ships used: mixed radix, one digit for every length."""

    def __init__(self, left: Mapping[int, int]) -> None:
        self.shifts: dict[int, tuple[Index, Index]] = {}
        weight = 1
        lengths = [(length, number) for length, number in sorted(left.items()) if number]
        size = int(np.prod([number + 1 for _, number in lengths], dtype=np.int64)) if lengths else 1
        numbers = np.arange(size)
        for length, number in lengths:
            room = numbers[numbers // weight % (number + 1) < number]
            self.shifts[length] = (room, room + weight)
            weight *= number + 1
        self.size = size

    def start(self) -> Counts:
        """One placement, nothing used."""
        counts = np.zeros((1, self.size))
        counts[0, 0] = 1.0
        return counts

    def with_ship(self, counts: Counts, length: int) -> Counts:
        """The counts after one more ship of this length is used."""
        moved = np.zeros_like(counts)
        before, after = self.shifts[length]
        moved[:, after] = counts[:, before]
        return moved

    def without_ship(self, ways: Counts, length: int) -> Counts:
        """The ways on, seen from before that ship."""
        moved = np.zeros_like(ways)
        before, after = self.shifts[length]
        moved[:, before] = ways[:, after]
        return moved


def _starts(puzzle: Puzzle) -> dict[int, list[tuple[Ship, int, bool]]]:
    """By first cell: the places of ships that begin there, with length and whether they stand upright."""
    found: dict[int, list[tuple[Ship, int, bool]]] = {}
    shown, (water, must) = table_of(puzzle), flags(puzzle)
    for number in np.flatnonzero(fitting(shown, water, must, puzzle.told)):
        ship = shown.places[number]
        x, y = min(ship, key=_row_by_row)
        is_upright = len({column for column, _ in ship}) == 1
        found.setdefault(y * puzzle.size + x, []).append((ship, len(ship), is_upright))
    return found


def _row_by_row(cell: Place) -> tuple[int, int]:
    return (cell[1], cell[0])


def _merge(pieces: list[tuple[Codes, Counts]]) -> tuple[Codes, Counts]:
    """States that look alike counted together, sorted by code."""
    codes = np.concatenate([codes for codes, _ in pieces])
    counts = np.concatenate([counts for _, counts in pieces])
    order = np.argsort(codes, kind="stable")
    codes, counts = codes[order], counts[order]
    firsts = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))
    return codes[firsts], np.add.reduceat(counts, firsts, axis=0)

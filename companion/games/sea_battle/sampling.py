"""Whole fleets drawn at random: uniformly on an empty sea, and with weights where marks must be fitted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial

import numpy as np
import numpy.typing as npt

from .cells import Ship
from .tables import Flags, Index, Table, table

Weights = npt.NDArray[np.float64]

BATCH = 100_000
"""Fleets tried at once by the uniform sampler; about one in four thousand stands."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Fleets that fit: the numbers of their places in the table, one row a fleet, and their weights.

    The weights of all fleets together estimate how many fleets fit; each fleet is drawn in proportion to the
    inverse of its weight, so weighted means are those of a uniform draw."""

    chosen: Index
    weights: Weights

    @property
    def total(self) -> float:
        """The estimated number of fleets that fit."""
        return float(self.weights.sum())

    def place_weights(self, places: int) -> Weights:
        """For every place of the table the estimated number of fleets with a ship there."""
        weights = np.repeat(self.weights, self.chosen.shape[1])
        return np.bincount(self.chosen.ravel(), weights, minlength=places).astype(np.float64)


def draw_fleets(
    shown: Table,
    fits: Flags,
    must: Flags,
    left: Mapping[int, int],
    number: int,
    chance: np.random.Generator,
) -> Draw:
    """Fleets that fit, drawn ship by ship; at most `number`, fewer where many attempts come to no end.

    First every hit gets a ship, then the ships that are left follow, longest first, each on any place that
    the earlier ones leave open. How many places there were to choose from makes the weight."""
    hand = _Hand(shown, fits, left, number, chance)
    for cell in np.flatnonzero(must):
        hand.cover(shown.covers[:, cell] > 0)
    for length in sorted((length for length, ships in left.items() if ships), reverse=True):
        hand.place_rest(length)
    return hand.draw(number)


class _Hand:
    """Many fleets in the making, one row each."""

    def __init__(
        self, shown: Table, fits: Flags, left: Mapping[int, int], number: int, chance: np.random.Generator
    ) -> None:
        self.shown, self.chance = shown, chance
        self.open = np.repeat(fits[None, :], number, axis=0)
        self.weights = np.ones(number)
        self.ships = sum(left.values())
        self.chosen = np.full((number, self.ships), -1, np.intp)
        self.placed = np.zeros(number, np.intp)
        self.left = np.zeros((number, max(left, default=0) + 1), np.intp)
        for length, ships in left.items():
            self.left[:, length] = ships
            self.weights /= factorial(ships)

    def cover(self, covering: Flags) -> None:
        """A ship over a hit, in every fleet that has none there yet."""
        numbers = np.flatnonzero(covering)
        has_one = np.isin(self.chosen, numbers).any(axis=1)
        rows = np.flatnonzero(~has_one)
        if rows.size:
            open_places = self.open[np.ix_(rows, numbers)] & (
                self.left[rows][:, self.shown.lengths[numbers]] > 0
            )
            rows, chosen = self._choose(rows, numbers, open_places)
            # Ships of one length are alike: it could have been any of those that are left.
            self.weights[rows] *= self.left[rows, self.shown.lengths[chosen]] + 1

    def place_rest(self, length: int) -> None:
        """All ships of this length that are left."""
        numbers = np.flatnonzero(self.shown.lengths == length)
        first, end = numbers[0], numbers[-1] + 1
        while (rows := np.flatnonzero(self.left[:, length] > 0)).size:
            everyone = rows.size == len(self.open)
            open_places = self.open[:, first:end] if everyone else self.open[rows, first:end]
            self._choose(rows, numbers, open_places)

    def _choose(self, rows: Index, numbers: Index, open_places: Flags) -> tuple[Index, Index]:
        """One open place for each of these fleets; those without any are given up."""
        found = np.flatnonzero(open_places)
        ways = np.count_nonzero(open_places, axis=1)
        before = np.cumsum(ways) - ways
        stands = ways > 0
        pick = before + (self.chance.random(len(rows)) * ways).astype(np.intp)
        chosen = numbers[found[pick[stands]] % open_places.shape[1]]
        self.weights[rows] *= ways
        self.chosen[rows[stands], self.placed[rows[stands]]] = chosen
        self.placed[rows[stands]] += 1
        self.left[rows[stands], self.shown.lengths[chosen]] -= 1
        self.left[rows[~stands]] = 0
        rows = rows[stands]
        if rows.size == len(self.open):
            self.open &= self.shown.parts[chosen]
        else:
            self.open[rows] &= self.shown.parts[chosen]
        return rows, chosen

    def draw(self, number: int) -> Draw:
        """The fleets that came to an end."""
        done = (self.weights > 0) & (self.placed == self.ships)
        return Draw(self.chosen[done], self.weights[done] / number)


def uniform_fleets(
    size: int,
    fleet: Mapping[int, int],
    number: int,
    chance: np.random.Generator,
    *,
    may_touch_corners: bool = False,
) -> list[tuple[Ship, ...]]:
    """Fleets drawn uniformly from all that are lawful: ships thrown at random, kept if none touch."""
    shown = table(size, tuple(fleet), may_touch_corners)
    lengths = [length for length in sorted(fleet, reverse=True) for _ in range(fleet[length])]
    found: list[tuple[Ship, ...]] = []
    while len(found) < number:
        thrown = np.empty((BATCH, 0), np.intp)
        for length in lengths:
            numbers = np.flatnonzero(shown.lengths == length)
            more = numbers[0] + chance.integers(len(numbers), size=(len(thrown), 1))
            stands = shown.parts[thrown, more].all(axis=1)
            thrown = np.concatenate((thrown, more), axis=1)[stands]
        found += [tuple(shown.places[place] for place in ships) for ships in thrown]
    return found[:number]

"""Whole games of the gunner against a fleet that we know: for the admiral, and for trials of the gunner.

It aims as `gunner.aim` does, from fewer fleets: those drawn once are kept while they fit what was learnt since,
and new ones are drawn when few are left."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from companion.boards.lattice import KING, neighbours
from companion.position import Place

from .cells import Ship, around
from .counting import take_census
from .options import SeaBattleOptions
from .puzzle import Puzzle
from .sampling import Draw, Weights, draw_fleets
from .tables import Flags, Index, fitting, table

FLEETS = 1_000
"""Fleets drawn at a time."""
FEW = 0.4
"""New ones are drawn when so small a part of them still fits."""


class Gunner:
    """A gunner who plays many games; openings that he has thought about once he remembers."""

    def __init__(
        self, options: SeaBattleOptions, seed: int = 0, fleets: int = FLEETS, *, is_remembering: bool = True
    ) -> None:
        self.options, self.fleets, self.is_remembering = options, fleets, is_remembering
        self.shown = table(options.size, tuple(options.ships), options.may_touch_corners)
        self.covers = self.shown.covers > 0
        self.numbers = {ship: number for number, ship in enumerate(self.shown.places)}
        self.chance = np.random.default_rng(seed)
        self.book: dict[bytes, int] = {}

    def shots(self, ships: Collection[Ship]) -> list[Place]:
        """The shots at these ships in order, until all are sunk."""
        game = _Game(self, ships)
        while game.unhit:
            game.shoot(game.choose())
        return game.shots


class _Game:
    """One game: what the gunner knows, and the fleets he has in mind."""

    def __init__(self, gunner: Gunner, ships: Collection[Ship]) -> None:
        self.gunner, self.size = gunner, gunner.options.size
        self.afloat = {cell: gunner.numbers[ship] for ship in ships for cell in self._cells(ship)}
        self.unhit = set(self.afloat)
        self.water, self.must = (np.zeros(self.size**2, bool) for _ in range(2))
        self.left = dict(gunner.options.ships)
        self.told = gunner.options.told
        self.pool: Draw | None = None
        self.shots: list[Place] = []

    def _cells(self, ship: Collection[Place]) -> list[int]:
        return [y * self.size + x for x, y in ship]

    def choose(self) -> int:
        """The cell to shoot at next."""
        key = self.water.tobytes() + self.must.tobytes() + bytes(self.left.values())
        if key in self.gunner.book:
            return self.gunner.book[key]
        chances = self._ship_weights() @ self.gunner.shown.covers
        cell = int(np.where(self.water | self.must, -1.0, chances).argmax())
        if self.gunner.is_remembering:
            self.gunner.book[key] = cell
        return cell

    def _ship_weights(self) -> Weights:
        """For every place in how many fleets a ship is there, but for a factor."""
        pool = self._fleets()
        if len(pool.weights):
            return pool.place_weights(len(self.gunner.shown.places))
        # So few fleets fit that none was drawn: count them.
        census = take_census(self._puzzle())
        assert census is not None
        return np.array([census.ships.get(ship, 0.0) for ship in self.gunner.shown.places])

    def _puzzle(self) -> Puzzle:
        water, must = (
            frozenset((int(cell % self.size), int(cell // self.size)) for cell in np.flatnonzero(known))
            for known in (self.water, self.must)
        )
        corners = self.gunner.options.may_touch_corners
        return Puzzle(self.size, self.left, water, must, self.told, corners)

    def _fleets(self) -> Draw:
        """The fleets in mind, or new ones where few of them are left."""
        gunner, number = self.gunner, self.gunner.fleets
        if self.pool is not None and len(self.pool.weights) >= FEW * number:
            return self.pool
        fits = fitting(gunner.shown, self.water, self.must, self.told)
        self.pool = draw_fleets(gunner.shown, fits, self.must, self.left, number, gunner.chance)
        return self.pool

    def shoot(self, cell: int) -> None:
        """Shoot, hear the answer, and note what it tells."""
        self.shots.append((cell % self.size, cell // self.size))
        ship = self.afloat.get(cell)
        if ship is None:
            self.water[cell] = True
            self._keep(lambda places: np.asarray(~self.gunner.covers[places, cell].any(axis=1)))
            return
        self.must[cell] = True
        self.unhit.discard(cell)
        place = self.gunner.shown.places[ship]
        if all(self.must[one] for one in self._cells(place)) and len(place) in self.told:
            self._sink(ship, place)
            return
        if not self.gunner.options.may_touch_corners:
            self.water[self._cells(_corners(self.shots[-1], self.size))] = True
        fits = fitting(self.gunner.shown, self.water, self.must, self.told)
        may_be = np.flatnonzero(fits & self.gunner.covers[:, cell])
        self._keep(lambda places: _has_any(places, may_be))

    def _sink(self, ship: int, place: Ship) -> None:
        rim = around(place, self.size, has_corners=not self.gunner.options.may_touch_corners)
        self.must[self._cells(place)] = False
        self.water[self._cells(place | rim)] = True
        self.left[len(place)] -= 1
        self._keep(lambda places: _has_any(places, np.array([ship])))

    def _keep(self, fits: Callable[[Index], Flags]) -> None:
        """Forget the fleets that do not fit what was learnt."""
        if self.pool is not None:
            kept = fits(self.pool.chosen)
            self.pool = Draw(self.pool.chosen[kept], self.pool.weights[kept])


def _has_any(places: Index, wanted: Index) -> Flags:
    """Which fleets have a ship on any of the wanted places."""
    return np.asarray(np.isin(places, wanted).any(axis=1), bool)


def _corners(cell: Place, size: int) -> list[Place]:
    """The cells that touch this one by a corner."""
    return list(neighbours(cell, KING[1::2], size, size))

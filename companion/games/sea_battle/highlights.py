"""What a picture of a sea-battle sheet shows: ships that are sunk, on both fields."""

from __future__ import annotations

from collections.abc import Iterable

from companion.position import Highlight, Place

from .cells import split_ships
from .rules import RINGED, SeaBattle
from .turns import ENEMY, OWNER


def highlights(position: SeaBattle) -> tuple[Highlight, ...]:
    """A rectangle round every sunk ship, in the colour of who sank it."""
    own = [_box(ship, ENEMY, "own") for ship in position.sunk_ships()]
    ringed = split_ships(position.target_cells(RINGED))
    return (*own, *(_box(ship, OWNER, "target") for ship in ringed))


def _box(ship: Iterable[Place], player: int, board: str) -> Highlight:
    xs, ys = zip(*ship, strict=True)
    left, top, right, bottom = min(xs), min(ys), max(xs) + 1.0, max(ys) + 1.0
    return Highlight(player, ((left, top), (right, top), (right, bottom), (left, bottom)), board)

"""What a shooter is up against: the ships still hidden, what is water, and the hits still to be explained.

A fleet fits a puzzle if it has as many ships of each length as are left, if they keep apart, and if together
they cover every hit of `must` and no cell of `water`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.position import Place


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Ships left by length, cells where none of them is, and hits of ships that are not known as sunk.

    `told` are the lengths of ships whose sinking is announced: such a ship is not yet hit everywhere."""

    size: int
    left: Mapping[int, int]
    water: frozenset[Place] = frozenset()
    must: frozenset[Place] = frozenset()
    told: frozenset[int] = frozenset()
    may_touch_corners: bool = False

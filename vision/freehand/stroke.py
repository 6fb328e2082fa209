"""A long pen stroke that is nearly straight: what grids are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.freehand.ink import Floats


def unit(vector: Floats) -> Floats:
    """The vector at length 1."""
    return np.asarray(vector / max(float(np.hypot(*vector)), 1e-9))


@dataclass(frozen=True, slots=True)
class Stroke:
    """A long, nearly straight stroke: the points it is made of (n, 2) in order along it, in pixels.

    `start` and `end` are its ends ends of its chord; `cover` is the share of the chord that
    carries ink.
    """

    points: Floats
    start: Floats
    end: Floats
    cover: float

    @property
    def length(self) -> float:
        """From end to end, in pixels."""
        return float(np.hypot(*(self.end - self.start)))

    @property
    def bow(self) -> float:
        """How far it leaves the straight way from end to end, relative to its length."""
        way = self.direction
        beside = (self.points - self.start) @ np.array([-way[1], way[0]])
        return float(np.abs(beside).max() / max(self.length, 1e-9))

    @property
    def direction(self) -> Floats:
        """The unit vector from start to end."""
        return np.asarray((self.end - self.start) / max(self.length, 1e-9))

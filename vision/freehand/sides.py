"""The sides of a closed box, so that they can be told from signs."""

from __future__ import annotations

import numpy as np

from vision.freehand.curves import Curve, follow, sample
from vision.freehand.ink import Field, Floats

SIDE_COVER = 0.72
"""Share of a box's side that must be inked."""
SIDE_SHIFT = 0.24
"""How far, in cells, the lines may end from a box's side."""


def box_sides(density: Field, rows: list[Curve], columns: list[Curve]) -> list[Curve]:
    """The sides of a closed box: lines through the ends of both rows, or of both columns."""
    level = float(np.median([line.level for line in (*rows, *columns)]))
    found = []
    for pair, axis in ((rows, 1), (columns, 0)):
        for end in (0, -1):
            one, two = (line.points[end] for line in pair)
            side = follow(density, _likeliest_side(density, one, two), axis)
            is_inked = sample(density, side.points) > 0.5 * level
            if is_inked.any():
                first, last = np.flatnonzero(is_inked)[[0, -1]]
                inked = side.points[first : last + 1]
                reach = float(np.hypot(*(inked[-1] - inked[0])) / max(np.hypot(*(two - one)), 1.0))
                if is_inked[first : last + 1].mean() > SIDE_COVER and reach > 2.0:
                    found.append(Curve(inked, side.width, side.level, side.cover))
    return found


def _likeliest_side(density: Field, one: Floats, two: Floats) -> Floats:
    """The straight line near two ends of the grid's lines, one cell longer either way, that carries most ink."""
    way = two - one
    normal = np.array([-way[1], way[0]])
    steps = np.linspace(-1.1, 2.1, 48)[:, None]
    shifts = np.arange(-SIDE_SHIFT, SIDE_SHIFT + 0.01, 0.06)
    lines = [
        one + steps * way + ((1 - steps) * first + steps * second) * normal
        for first in shifts
        for second in shifts
    ]
    darkness = np.minimum(sample(density, np.array(lines)), 1.0).mean(axis=1)
    return np.asarray(lines[int(np.argmax(darkness - 0.02 * np.abs(np.repeat(shifts, len(shifts)))))])

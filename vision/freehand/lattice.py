"""Tells a drawn grid from squared paper, tables and grilles, whose lines go on and have like ones beside them."""

from __future__ import annotations

import numpy as np

from vision.freehand.closeup import CloseUp
from vision.freehand.curves import Curve, sample
from vision.freehand.grids import Quad
from vision.freehand.ink import Field, Floats

BESIDE = (-0.62, 1.62)
"""Where other lines are looked for, in cells from the first of the two: not as far as a closed box's sides."""
COVER = 20
"""Percentile of the density along a line: a printed line is dark along four fifths of it, signs are not."""
SIDEWAYS_PX = 4
"""How far beside the straight prolongation of a line its going on is looked for."""
RUN = (0.35, 1.7)
"""Where a line is looked for beyond its end, in cells."""
DARK = 0.45
"""Share of the line's density that counts as its going on."""


def lines_beside(view: CloseUp) -> float:
    """How dark the darkest other line parallel to the grid's own is, relative to them: near 1 on squared paper."""
    return max(_darkest_between(view, first, second) for first, second in (view.rows, view.columns))


def _darkest_between(view: CloseUp, first: Curve, second: Curve) -> float:
    one, two = (_spaced(line.points, 60) for line in (first, second))
    gap = max(float(np.median(np.hypot(*(two - one).T))), 4.0)
    margin = max(0.14, 1.3 * max(first.width, second.width) / gap)
    places = np.arange(*BESIDE, 1.2 / gap)
    places = places[np.min(np.abs(places[:, None] - np.array([0.0, 1.0])), axis=1) > margin]
    if not len(places):
        return 0.0
    values = sample(view.density, one + places[:, None, None] * (two - one))
    return float(np.percentile(values, COVER, axis=1).max()) / max(view.level, 1e-3)


def _spaced(path: Floats, count: int) -> Floats:
    """So many points evenly along a path."""
    places = np.linspace(0, len(path) - 1, count)
    return np.stack([np.interp(places, np.arange(len(path)), path[:, k]) for k in (0, 1)], axis=1)


def runs_on(density: Field, quad: Quad) -> float:
    """The typical share of the way beyond the lines' ends that is as dark as they are: near 1 on squared paper."""
    shares = []
    for stroke in (*quad.rows, *quad.columns):
        level = float(np.median(sample(density, _spaced(stroke.points, 40))))
        for end, heading in ((stroke.start, -stroke.direction), (stroke.end, stroke.direction)):
            normal = np.array([-heading[1], heading[0]])
            steps = np.arange(RUN[0] * quad.size, RUN[1] * quad.size, 2.0)
            sides = np.arange(-SIDEWAYS_PX, SIDEWAYS_PX + 1)
            places = end + steps[:, None, None] * heading + sides[None, :, None] * normal
            height, width = density.shape
            is_in = (places[:, SIDEWAYS_PX] > 0).all(axis=1) & (places[:, SIDEWAYS_PX] < (width, height)).all(
                axis=1
            )
            if is_in.mean() > 0.5:
                shares.append(float((sample(density, places[is_in]).max(axis=1) > DARK * level).mean()))
    return float(np.median(shares)) if len(shares) > 2 else 0.0

"""Walks on along the ink beyond a stroke's ends: through junctions, where thinning lost the line."""

from __future__ import annotations

import numpy as np

from vision.freehand.ink import Field, Floats
from vision.freehand.stroke import Stroke, unit

LOOK_BACK_PX = 48.0
"""The direction of an end is taken over this length."""
STEP_PX = 2.5
"""Step of the walk along the ink beyond a stroke's end."""
SIDE_PX = 1
"""How far sideways a step may go."""
MISSES = 2
"""So many steps without ink end the walk."""
MOST = 0.8
"""The walk is at most this long, in lengths of the stroke."""
MOST_STROKES = 300
"""Only so many of the longest strokes are followed."""


def follow_ink(strokes: list[Stroke], depth: Field) -> list[Stroke]:
    """The strokes prolonged at both ends as far as ink goes on ahead: through junctions, where thinning lost it."""
    strokes = strokes[:MOST_STROKES]
    if not strokes:
        return []
    tips = np.array([tip for stroke in strokes for tip in (stroke.start, stroke.end)])
    ahead = np.array([way for stroke in strokes for way in _headings(stroke)])
    reached = tips.copy()
    misses = np.zeros(len(tips))
    added = np.zeros(len(tips))
    sides = np.arange(-SIDE_PX, SIDE_PX + 1)
    most = MOST * np.repeat([stroke.length for stroke in strokes], 2)
    height, width = depth.shape
    for step in range(1, int(most.max() / STEP_PX) + 1):
        going = np.flatnonzero((misses <= MISSES) & (step * STEP_PX <= most))
        if not len(going):
            break
        way = ahead[going]
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
        places = (tips[going] + STEP_PX * way)[:, None] + sides[None, :, None] * normal[:, None]
        x = np.clip(np.round(places[..., 0]).astype(int), 0, width - 1)
        y = np.clip(np.round(places[..., 1]).astype(int), 0, height - 1)
        values = depth[y, x] - 0.4 * np.abs(sides)
        best = np.argmax(values, axis=1)
        each = np.arange(len(going))
        is_in = (places >= 0).all(axis=-1) & (places[..., 0] < width - 0.5) & (places[..., 1] < height - 0.5)
        is_ink = (depth[y[each, best], x[each, best]] > 0) & is_in[each, best]
        side = np.where(is_ink, sides[best], 0)[:, None]
        tips[going] += STEP_PX * way + side * normal
        turned = way + 0.02 * side * normal
        ahead[going] = turned / np.hypot(turned[:, 0], turned[:, 1])[:, None]
        misses[going] = np.where(is_ink, 0, misses[going] + 1)
        reached[going[is_ink]] = tips[going[is_ink]]
        added[going[is_ink]] += STEP_PX
    grown = []
    for n, stroke in enumerate(strokes):
        points = np.vstack([reached[2 * n], stroke.points, reached[2 * n + 1]])
        long = Stroke(points, points[0], points[-1], stroke.cover)
        inked = stroke.length * stroke.cover + added[2 * n] + added[2 * n + 1]
        grown.append(Stroke(points, points[0], points[-1], min(1.0, inked / max(long.length, 1.0))))
    return sorted(grown, key=lambda stroke: -stroke.length)


def _headings(stroke: Stroke) -> tuple[Floats, Floats]:
    """The directions in which a stroke leaves at its start and at its end."""
    away = np.hypot(*(stroke.points - stroke.start).T)
    back = np.hypot(*(stroke.points - stroke.end).T)
    reach = min(LOOK_BACK_PX, 0.6 * stroke.length)
    first = stroke.points[np.argmax(away >= reach)]
    last = stroke.points[len(back) - 1 - np.argmax(back[::-1] >= reach)]
    return unit(stroke.start - first), unit(stroke.end - last)

"""Follows a hand-drawn line as a curve, sideways step by step, from a rough guess of its course."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d, map_coordinates, median_filter

from vision.freehand.ink import Field, Floats

SWAY_PX = 6
"""How far sideways a line is looked for from where it was guessed, in close-up pixels."""
STRAY_PX = 2.0
"""A line that leaves its smooth course by more than this follows something else, in close-up pixels."""
CALM = 25
"""Steps over which the typical sideways shift of a line is taken."""
STEP_PX = 2.0
"""Distance of the points of a curve."""
ONWARD_PX = 48.0
"""A line is prolonged by at most this much at either end while there is ink ahead."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line as drawn: points (n, 2) every STEP_PX, in close-up pixels, from left to right or top to bottom."""

    points: Floats
    width: float
    level: float
    """Its density along the middle (the median)."""
    cover: float
    """The share of it that carries ink."""


def follow(density: Field, guess: Floats, axis: int) -> Curve:
    """The line near a guessed path, in the direction of growing x (axis 0) or y (axis 1)."""
    path = _resample(guess if guess[0, axis] <= guess[-1, axis] else guess[::-1])
    path = _extended(density, _snapped(density, _calmed(path)))
    heading = np.gradient(path, axis=0)
    normal = np.stack([-heading[:, 1], heading[:, 0]], axis=1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    reach = np.arange(-16, 17)
    profile = sample(density, path[:, None] + reach[None, :, None] * normal[:, None])
    peaks = profile[:, 15:18].max(axis=1)
    level = float(np.median(peaks))
    # the run round the middle that is at least half as dark: the pen's width
    is_dark = profile > 0.5 * peaks[:, None]
    left = np.argmin(is_dark[:, 16::-1], axis=1)
    right = np.argmin(is_dark[:, 16:], axis=1)
    width = float(np.median(left + right - 1))
    return Curve(path, max(width, 1.5), level, float(np.mean(peaks > 0.35 * level)))


def _resample(path: Floats) -> Floats:
    """Points every STEP_PX along a path."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    keep = np.concatenate([[True], steps > 1e-6])
    path = path[keep]
    places = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    wanted = np.linspace(0, places[-1], max(4, int(places[-1] / STEP_PX)))
    return np.stack([np.interp(wanted, places, path[:, k]) for k in (0, 1)], axis=1)


def _calmed(path: Floats) -> Floats:
    """The path as a smooth bow: where it strays onto a sign that touches the line, it is brought back."""
    way = path[-1] - path[0]
    length = max(float(np.hypot(*way)), 1e-9)
    axis, normal = way / length, np.array([-way[1], way[0]]) / length
    along, beside = (path - path[0]) @ axis / length, (path - path[0]) @ normal
    weights = np.ones(len(path))
    for _ in range(4):
        bow = np.polynomial.Polynomial.fit(along, beside, 3, w=weights)(along)
        weights = 1 / (1 + ((beside - bow) / STRAY_PX) ** 2)
    return np.asarray(path[0] + along[:, None] * way + bow[:, None] * normal)


def _snapped(density: Field, path: Floats) -> Floats:
    """The path moved sideways onto the ink."""
    heading = gaussian_filter1d(np.gradient(path, axis=0), 6.0, axis=0, mode="nearest")
    normal = np.stack([-heading[:, 1], heading[:, 0]], axis=1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    reach = np.arange(-SWAY_PX, SWAY_PX + 1)
    profile = sample(density, path[:, None] + reach[None, :, None] * normal[:, None])
    profile = gaussian_filter1d(gaussian_filter1d(profile, 2.5, axis=0), 1.2, axis=1)
    shift = reach[np.argmax(profile - 0.004 * np.abs(reach), axis=1)].astype(np.float64)
    # a sign that touches the line draws it aside for less than half the window
    shift = gaussian_filter1d(median_filter(shift, CALM, mode="nearest"), 4.0, mode="nearest")
    return np.asarray(path + shift[:, None] * normal)


def _extended(density: Field, path: Floats) -> Floats:
    """The path prolonged at both ends as long as there is ink ahead."""
    level = float(np.median(sample(density, path)))
    for _ in range(2):
        path = path[::-1]
        heading = path[-1] - path[-min(len(path), 14)]
        heading = heading / max(float(np.hypot(*heading)), 1e-9)
        normal = np.array([-heading[1], heading[0]])
        added: list[Floats] = []
        tip = path[-1]
        while len(added) < int(ONWARD_PX / STEP_PX):
            ahead = tip + STEP_PX * heading
            sides = np.arange(-1, 2)
            values = sample(density, ahead + sides[:, None] * normal)
            if values.max() < 0.4 * level:
                break
            tip = ahead + sides[int(np.argmax(values - 0.02 * level * np.abs(sides)))] * normal
            added.append(tip)
        if added:
            path = np.vstack([path, *added])
    return path


def sample(density: Field, points: Floats) -> Field:
    """The density at points (..., 2), 0 outside."""
    flat = points.reshape(-1, 2).T[::-1]
    values = map_coordinates(density, flat, order=1, mode="constant")
    return np.asarray(values.reshape(points.shape[:-1]), np.float32)

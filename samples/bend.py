"""Where a point of a bent page lands in the picture, and which point of the page a pixel shows.

The page is a height over the table: curl (a cylinder arc), folds (soft creases) and slow waves. The
camera is a pinhole with radial distortion. Lengths in mm, pixels as (x, y) with pixel centres at integers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.levels import Ranges

Array = NDArray[np.float64]

GRID_PX = 12
"""Spacing of the coarse grid on which the inverse map is solved; bends are smooth at this scale."""


@dataclass(frozen=True, slots=True)
class Bend:
    """Height of the page over the table."""

    size_mm: tuple[float, float]
    curl_mm: float
    curl_angle: float
    curl_centre: float
    fold_mm: tuple[float, float]
    fold_at: tuple[float, float]
    wave_mm: float
    wave_phase: float

    @staticmethod
    def random(size_mm: tuple[float, float], ranges: Ranges, rng: np.random.Generator) -> Bend:
        """A bend of that level."""
        is_folded = rng.random() < ranges.fold_chance
        folds = rng.uniform(*ranges.fold_mm, 2) * rng.choice([-1, 1], 2) if is_folded else np.zeros(2)
        return Bend(
            size_mm=size_mm,
            curl_mm=float(rng.uniform(*ranges.curl_mm)) * (0.4 if is_folded else 1.0),
            curl_angle=float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])),
            curl_centre=float(rng.uniform(-0.35, 0.35)),
            fold_mm=(float(folds[0]), float(folds[1])),
            fold_at=(size_mm[0] * float(rng.normal(0.5, 0.004)), size_mm[1] * float(rng.normal(0.5, 0.004))),
            wave_mm=float(rng.uniform(0, 0.08) * (ranges.curl_mm[1] + 2)),
            wave_phase=float(rng.uniform(0, 6.28)),
        )

    def height(self, points: Array) -> Array:
        """Height in mm at page points, shape (n, 2) -> (n,)."""
        width, depth = self.size_mm
        x, y = points[:, 0], points[:, 1]
        along = ((x - width / 2) * np.cos(self.curl_angle) + (y - depth / 2) * np.sin(self.curl_angle)) / (
            max(width, depth) / 2
        )
        height = self.curl_mm * (along - self.curl_centre) ** 2
        for amount, at, where, span in zip(self.fold_mm, self.fold_at, (x, y), self.size_mm, strict=True):
            height = height + amount * (np.sqrt((where - at) ** 2 + 4.0) / (span / 2))
        wave = np.sin(x / 31 + self.wave_phase) * np.cos(y / 43 - self.wave_phase)
        return np.asarray(height + self.wave_mm * wave)


@dataclass(frozen=True, slots=True)
class Lens:
    """A pinhole camera with radial distortion, looking at the page."""

    rotation: Array
    position: Array
    focal_px: float
    centre_px: tuple[float, float]
    distortion: float
    half_diagonal_px: float

    def project(self, points: Array) -> Array:
        """Points of space, (n, 3) mm, to pixels (n, 2)."""
        seen = (points - self.position) @ self.rotation.T
        flat = seen[:, :2] / seen[:, 2:3] * self.focal_px
        radius = (flat**2).sum(1, keepdims=True) / self.half_diagonal_px**2
        return np.asarray(flat * (1 + self.distortion * radius) + np.array(self.centre_px))


@dataclass(frozen=True, slots=True)
class View:
    """A bent page before a camera."""

    bend: Bend
    lens: Lens
    size_px: tuple[int, int]

    def to_px(self, points: Array) -> Array:
        """Page millimetres (n, 2) to pixels (n, 2)."""
        # The page's y runs down, so its height points towards the camera along -z of a right-handed frame.
        return self.lens.project(np.column_stack([points, -self.bend.height(points)]))

    def page_map(self) -> tuple[Array, Array]:
        """For every pixel of a coarse grid, the page point it shows: x and y in mm, each (rows, columns).

        Solved by Newton steps from the flat page; the grid spacing is `GRID_PX`, from pixel (0, 0).
        """
        columns = self.size_px[0] // GRID_PX + 2
        rows = self.size_px[1] // GRID_PX + 2
        target = np.stack(
            np.meshgrid(np.arange(columns) * float(GRID_PX), np.arange(rows) * float(GRID_PX)), -1
        ).reshape(-1, 2)
        guess = self._flat(target)
        # Far beyond the page a curl has no meaning; keep Newton inside a margin.
        low, high = -0.6 * np.array(self.bend.size_mm), 1.6 * np.array(self.bend.size_mm)
        step = 0.5
        for _ in range(7):
            guess = np.clip(guess, low, high)
            here = self.to_px(guess)
            dx = (self.to_px(guess + np.array([step, 0.0])) - here) / step
            dy = (self.to_px(guess + np.array([0.0, step])) - here) / step
            error = target - here
            det = dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0]
            det = np.where(np.abs(det) < 1e-6, 1e-6, det)
            move = (
                np.stack(
                    [
                        error[:, 0] * dy[:, 1] - error[:, 1] * dy[:, 0],
                        error[:, 1] * dx[:, 0] - error[:, 0] * dx[:, 1],
                    ],
                    1,
                )
                / det[:, None]
            )
            guess = guess + np.clip(move, -40, 40)
        guess = np.clip(guess, low, high)
        return guess[:, 0].reshape(rows, columns), guess[:, 1].reshape(rows, columns)

    def _flat(self, pixels: Array) -> Array:
        """Where the pixels' rays meet the table."""
        rays = (
            np.column_stack(
                [(pixels - np.array(self.lens.centre_px)) / self.lens.focal_px, np.ones(len(pixels))]
            )
            @ self.lens.rotation
        )
        down = np.where(np.abs(rays[:, 2]) < 1e-3, 1e-3, rays[:, 2])
        distance = -self.lens.position[2] / down
        return np.asarray(self.lens.position[:2] + rays[:, :2] * np.clip(distance, 0, 4000)[:, None])


def aim(bend: Bend, ranges: Ranges, long_px: int, rng: np.random.Generator) -> View:
    """Place a phone's camera so that the page fills the wanted share of the frame."""
    width, depth = bend.size_mm
    quarter = int(rng.choice([0, 1, 2, 3], p=[0.7, 0.12, 0.06, 0.12]))
    is_wide = (width > depth) != (quarter % 2 == 1)
    if rng.random() < 0.08:
        is_wide = not is_wide
    size = (long_px, long_px * 3 // 4) if is_wide else (long_px * 3 // 4, long_px)
    tilt = np.radians(rng.uniform(*ranges.tilt_deg))
    azimuth = rng.uniform(0, 2 * np.pi)
    roll = np.radians(90 * quarter + rng.normal(0, ranges.turn_sd_deg))
    rotation = _about_z(roll) @ _about_z(-azimuth) @ _about_x(tilt) @ _about_z(azimuth)
    focal = long_px * float(rng.uniform(0.72, 0.95))
    edge = np.linspace(0, 1, 7)
    outline = np.array([(x * width, y * depth) for x in edge for y in edge])
    solid = np.column_stack([outline, -bend.height(outline)])
    fill = rng.uniform(*ranges.fill)
    distortion = float(rng.normal(0, ranges.lens_sd))
    half_diagonal = float(np.hypot(*size)) / 2
    near, far = 80.0, 4000.0
    centre = np.array([width / 2, depth / 2, 0.0])
    for _ in range(40):
        distance = float(np.sqrt(near * far))
        position = centre - rotation.T @ np.array([0, 0, distance])
        lens = Lens(rotation, position, focal, (0.0, 0.0), distortion, half_diagonal)
        seen = lens.project(solid)
        span = (seen.max(0) - seen.min(0)) / np.array(size)
        near, far = (distance, far) if span.max() > fill else (near, distance)
    middle = (seen.max(0) + seen.min(0)) / 2
    slack = np.maximum(0.0, (1 - span) / 2 - 0.01) * np.array(size)
    shift = np.clip(rng.normal(0, 0.4, 2), -1, 1) * slack
    centre_px = np.array(size) / 2 - middle + shift
    return View(
        bend,
        Lens(
            rotation, position, focal, (float(centre_px[0]), float(centre_px[1])), distortion, half_diagonal
        ),
        size,
    )


def _about_x(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])

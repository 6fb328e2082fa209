"""Curl, folds and lens distortion taken out: where every millimetre of the page is in the photo.

The page's mm are first mapped by the homography of the tags. What is left, up to several mm on curled
paper, is a smooth displacement field `d(m)`, a cubic B-spline: `px = H(m + d(m))`. It is fitted by least
squares to the tags' corners and to thousands of samples of the printed lines, each of which tells the
displacement across its line. Bending is penalised; samples spoilt by ink are weighted down (Tukey).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator
from scipy.sparse import csr_array

from printables.layout import Box, Line, Sheet, Tone
from vision.locate import Sighting, project
from vision.photo import Picture

Array = NDArray[np.float64]

PX_PER_MM = 8.0
"""Of the flat page: a ballpoint line is 3 px wide."""

KNOT_MM = 16.0
"""Spacing of the spline's knots: fine enough for a crease softened by the paper's stiffness."""

SAMPLE_MM = 2.5
"""Spacing of the samples along printed lines: half the smallest lattice step."""

LEAST_LINE_MM = 6.0
"""Shorter lines (ticks, ruler marks) are left out: their neighbours look the same."""

ACROSS_STEP_MM = 0.15
"""Sampling step across a line."""

REACH_MM = (2.1, 1.2, 0.8)
"""How far across its line each round looks; the first stays under half of the smallest lattice step."""

LINE_SIGMA_MM = 0.22
"""Half width of a printed line as a phone sees it, for the matched filter."""

LEAST_CONTRAST = 0.025
"""Optical density under which a peak across a line is noise."""

BENDING = 0.03
"""Weight of the spline's second differences against one line sample."""

TAG_WEIGHT = 6.0
"""A tag corner against one line sample: sharp, black, and in both directions."""

ROBUST_MM = 0.30
"""Residual at which a sample has lost most of its weight."""

MOST_SAMPLES = 3200
"""Line samples used in a round; more only cost time."""

NEAR_TAG_MM = 70.0
"""With few tags, the first fits use only lines this near to them; then the fit grows outwards."""


@dataclass(frozen=True, slots=True)
class Spline:
    """A displacement field on the page: cubic B-spline coefficients, shape (rows, columns, 2), mm."""

    coefficients: Array

    def at(self, points_mm: Array) -> Array:
        """Displacements (n, 2) mm at page points (n, 2) mm."""
        index, weight = _basis(points_mm, self.coefficients.shape[:2])
        flat = self.coefficients.reshape(-1, 2)
        return np.asarray((flat[index] * weight[..., None]).sum(1))


@dataclass(frozen=True, slots=True)
class PageMap:
    """Page mm to photo px, both ways of use: points, and the flattened picture.

    `residual_mm` is the median distance of the line samples from the fit, `seen_share` the share of
    printed lines that were found where they were expected.
    """

    page_mm: tuple[float, float]
    homography: Array
    spline: Spline
    residual_mm: float
    seen_share: float

    def to_px(self, points_mm: Array) -> Array:
        """Page mm (n, 2) to photo pixels (n, 2)."""
        points_mm = np.asarray(points_mm, float)
        return project(self.homography, points_mm + self.spline.at(points_mm))

    def px_per_mm(self, point_mm: tuple[float, float]) -> float:
        """How large the page is in the photo at a point."""
        here = np.array([point_mm, (point_mm[0] + 1, point_mm[1]), (point_mm[0], point_mm[1] + 1)])
        px = self.to_px(here)
        return float(min(np.hypot(*(px[1] - px[0])), np.hypot(*(px[2] - px[0]))))


def fit_page(picture: Picture, sighting: Sighting, sheet: Sheet) -> PageMap:
    """The page's map, from the sighting's tags and the printed lines of the sheet."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    samples = _line_samples(sheet)
    anchors = np.array([corner for tag in sighting.tags for corner in tag.corners_mm])
    away = project(np.linalg.inv(sighting.homography), sighting.tags_px.reshape(-1, 2)) - anchors
    spline = _first_spline(sheet.page_mm, anchors, away)
    page = PageMap(sheet.page_mm, sighting.homography, spline, np.nan, 0.0)
    tag_middles = np.array([np.mean(tag.corners_mm, axis=0) for tag in sighting.tags])
    for near_mm, reach in _rounds(len(sighting.tags)):
        chosen = samples.near(tag_middles, near_mm)
        page = _refit(grey, page, chosen, anchors, away, reach)
    return page


def flat_picture(picture: Picture, page: PageMap) -> Picture:
    """The page as if scanned: `PX_PER_MM` px a mm, its top left corner at pixel (0, 0)."""
    step = 16
    width, height = (round(side * PX_PER_MM) for side in page.page_mm)
    columns, rows = width // step + 2, height // step + 2
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2) * float(step)
    px = page.to_px((grid + 0.5) / PX_PER_MM).astype(np.float32).reshape(rows, columns, 2)
    fine = _between(px, step, width, height)
    return np.asarray(cv2.remap(picture, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _between(coarse: NDArray[np.float32], step: int, width: int, height: int) -> NDArray[np.float32]:
    """Values at every pixel from a grid whose node k stands at pixel k * step."""
    wide = cv2.resize(coarse, None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR)
    # cv2.resize puts node k at pixel (k + 0.5) * step - 0.5; read it shifted back by that much.
    shift = np.float32([[1, 0, -(step - 1) / 2], [0, 1, -(step - 1) / 2]])
    return np.asarray(cv2.warpAffine(wide, shift, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


# --- the printed lines --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Samples:
    """Points on printed lines, (n, 2) mm, with the unit normal of their line."""

    points: Array
    normals: Array

    def near(self, anchors: Array, reach_mm: float) -> _Samples:
        """Those within reach of any anchor, thinned to `MOST_SAMPLES`."""
        points, normals = self.points, self.normals
        if np.isfinite(reach_mm):
            distance = np.hypot(points[:, None, 0] - anchors[None, :, 0], points[:, None, 1] - anchors[None, :, 1]).min(1)
            points, normals = points[distance < reach_mm], normals[distance < reach_mm]
        step = max(1, -(-len(points) // MOST_SAMPLES))
        return _Samples(points[::step], normals[::step])


def _line_samples(sheet: Sheet) -> _Samples:
    points, normals = [], []
    for start, end in _printed_lines(sheet):
        a, b = np.array(start), np.array(end)
        length = float(np.hypot(*(b - a)))
        along = (b - a) / length
        at = np.arange(SAMPLE_MM / 2, length - SAMPLE_MM / 4, SAMPLE_MM)
        points.append(a + along * at[:, None])
        normals.append(np.tile([-along[1], along[0]], (len(at), 1)))
    if not points:
        return _Samples(np.zeros((0, 2)), np.zeros((0, 2)))
    return _Samples(np.concatenate(points), np.concatenate(normals))


def _printed_lines(sheet: Sheet) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    lines = []
    for shape in sheet.shapes:
        match shape:
            case Line(start, end, _, Tone.GUIDE | Tone.FRAME):
                lines.append((start, end))
            case Box((left, top, right, bottom), width, Tone.GUIDE | Tone.FRAME, False, radius) if width > 0:
                lines += [
                    ((left + radius, top), (right - radius, top)),
                    ((left + radius, bottom), (right - radius, bottom)),
                    ((left, top + radius), (left, bottom - radius)),
                    ((right, top + radius), (right, bottom - radius)),
                ]
            case _:
                continue
    return [line for line in lines if np.hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]) >= LEAST_LINE_MM]


def _measure(grey: NDArray[np.uint8], page: PageMap, samples: _Samples, reach_mm: float) -> tuple[Array, Array]:
    """For each sample: how far across, in mm, its line really is, and the contrast found there."""
    across = np.arange(-reach_mm - 0.45, reach_mm + 0.46, ACROSS_STEP_MM)
    along = np.array([-0.6, -0.2, 0.2, 0.6])
    tangents = np.stack([samples.normals[:, 1], -samples.normals[:, 0]], 1)
    # The map is locally affine: evaluate it at the sample and use its derivatives.
    here = page.to_px(samples.points)
    d_across = page.to_px(samples.points + samples.normals * 0.5) - here
    d_along = page.to_px(samples.points + tangents * 0.5) - here
    px = here[:, None, None, :] + d_across[:, None, None, :] * (across / 0.5)[None, :, None, None] + d_along[:, None, None, :] * (along / 0.5)[None, None, :, None]
    shape = (len(samples.points), len(across) * len(along))
    px = px.reshape(*shape, 2).astype(np.float32)
    values = cv2.remap(grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    density = -np.log((values.astype(np.float32) + 3.0) / 258.0).reshape(len(samples.points), len(across), len(along)).mean(2)
    density -= np.percentile(density, 30, axis=1, keepdims=True)
    kernel = np.exp(-0.5 * (np.arange(-3, 4) * ACROSS_STEP_MM / LINE_SIGMA_MM) ** 2)
    kernel -= kernel.mean()
    matched = cv2.filter2D(density, -1, (kernel / (kernel**2).sum()).astype(np.float32)[None, :], borderType=cv2.BORDER_REPLICATE)
    inner = slice(3, len(across) - 3)
    preference = np.exp(-0.5 * (across[inner] / reach_mm) ** 2)
    peak = np.argmax(matched[:, inner] * preference, axis=1) + 3
    rows = np.arange(len(peak))
    left, top, right = matched[rows, peak - 1], matched[rows, peak], matched[rows, peak + 1]
    curve = left - 2 * top + right
    offset = np.where(np.abs(curve) > 1e-9, 0.5 * (left - right) / np.where(np.abs(curve) > 1e-9, curve, 1.0), 0.0)
    return across[peak] + np.clip(offset, -0.5, 0.5) * ACROSS_STEP_MM, np.asarray(top, float)


# --- the fit ------------------------------------------------------------------------------------------


def _rounds(tags: int) -> list[tuple[float, float]]:
    """How near to the tags, and how far across the lines, each round of the fit looks."""
    first, second, third = REACH_MM
    if tags >= 6:
        return [(np.inf, first), (np.inf, second), (np.inf, third)]
    growing = [(NEAR_TAG_MM * k, first) for k in (1.0, 1.5, 2.1, 2.8)]
    return [*growing, (np.inf, first), (np.inf, second), (np.inf, third)]


def _first_spline(page_mm: tuple[float, float], anchors: Array, away: Array) -> Spline:
    """A thin plate through the tags' corners; with two tags only, no bend at all."""
    rows, columns = (int(np.ceil(side / KNOT_MM)) + 3 for side in (page_mm[1], page_mm[0]))
    knots = np.stack(np.meshgrid(np.arange(columns) - 1.0, np.arange(rows) - 1.0), -1).reshape(-1, 2) * KNOT_MM
    if len(anchors) < 12:
        return Spline(np.zeros((rows, columns, 2)))
    plate = RBFInterpolator(anchors, away, kernel="thin_plate_spline", smoothing=2.0)
    return Spline(plate(knots).reshape(rows, columns, 2))


def _refit(grey: NDArray[np.uint8], page: PageMap, samples: _Samples, anchors: Array, away: Array, reach_mm: float) -> PageMap:
    if len(samples.points) == 0:
        return page
    found, contrast = _measure(grey, page, samples, reach_mm)
    was = page.spline.at(samples.points)
    # The line lies `found` mm across from where the page's map puts it, in the map's own direction.
    target = (was * samples.normals).sum(1) + found
    trust = np.clip((contrast - LEAST_CONTRAST) / 0.05, 0.0, 1.0)
    spline, residual = _solve(page.spline, samples, target, trust, anchors, away)
    good = trust > 0
    is_near = good & (np.abs(residual) < ROBUST_MM)
    median = float(np.median(np.abs(residual[is_near]))) if is_near.any() else np.inf
    return replace(page, spline=spline, residual_mm=median, seen_share=float(is_near.mean()))


def _solve(before: Spline, samples: _Samples, target: Array, trust: Array, anchors: Array, away: Array) -> tuple[Spline, Array]:
    """Iteratively reweighted least squares for the spline's coefficients; also the samples' residuals."""
    shape = before.coefficients.shape[:2]
    index, weight = _basis(samples.points, shape)
    count = shape[0] * shape[1]
    both = np.concatenate([weight * samples.normals[:, :1], weight * samples.normals[:, 1:]], 1)
    starts = np.arange(len(target) + 1) * 32
    design = csr_array((both.ravel(), np.concatenate([index, index + count], 1).ravel(), starts), shape=(len(target), 2 * count))
    turned = design.T.tocsr()
    base, right = _anchor_part(anchors, away, shape)
    base += BENDING * _bending(shape)
    solution = np.concatenate([before.coefficients[..., 0].ravel(), before.coefficients[..., 1].ravel()])
    residual = design @ solution - target
    spread = max(ROBUST_MM, 1.5 * float(np.median(np.abs(residual[trust > 0]))) if (trust > 0).any() else 1.0)
    for _ in range(3):
        robust = trust * np.clip(1 - (residual / (3 * spread)) ** 2, 0, 1) ** 2
        weighted = _scaled(design, robust)
        normal = base + (turned @ weighted).toarray()
        solution = np.linalg.solve(normal, right + weighted.T @ target)
        residual = design @ solution - target
        spread = max(ROBUST_MM, spread * 0.5)
    coefficients = np.stack([solution[:count].reshape(shape), solution[count:].reshape(shape)], -1)
    return Spline(coefficients), np.asarray(residual, float)


def _scaled(design: csr_array, factors: Array) -> csr_array:
    """The sparse matrix with each row times its factor; every row has as many entries."""
    a_row = len(design.data) // len(factors)
    return csr_array((design.data * np.repeat(factors, a_row), design.indices, design.indptr), shape=design.shape)


def _anchor_part(anchors: Array, away: Array, shape: tuple[int, int]) -> tuple[Array, Array]:
    """The tags' share of the normal equations."""
    index, weight = _basis(anchors, shape)
    count = shape[0] * shape[1]
    rows = np.zeros((len(anchors), count))
    np.put_along_axis(rows, index, weight, axis=1)
    square = TAG_WEIGHT * rows.T @ rows
    normal = np.zeros((2 * count, 2 * count))
    normal[:count, :count] = square
    normal[count:, count:] = square
    right = np.concatenate([TAG_WEIGHT * rows.T @ away[:, 0], TAG_WEIGHT * rows.T @ away[:, 1]])
    return normal, right


def _bending(shape: tuple[int, int]) -> Array:
    """Squares of second differences along rows, columns and diagonals, and a whisper of ridge."""
    rows, columns = shape
    count = rows * columns
    number = np.arange(count).reshape(shape)
    penalty = 1e-6 * np.eye(count)
    for a, b, c in (
        (number[:-2], number[1:-1], number[2:]),
        (number[:, :-2], number[:, 1:-1], number[:, 2:]),
    ):
        penalty += _squares(count, [(a.ravel(), 1.0), (b.ravel(), -2.0), (c.ravel(), 1.0)])
    twist = [(number[:-1, :-1], 1.0), (number[1:, :-1], -1.0), (number[:-1, 1:], -1.0), (number[1:, 1:], 1.0)]
    penalty += 2.0 * _squares(count, [(part.ravel(), sign) for part, sign in twist])
    whole = np.zeros((2 * count, 2 * count))
    whole[:count, :count] = penalty
    whole[count:, count:] = penalty
    return whole


def _squares(count: int, parts: list[tuple[NDArray[np.int64], float]]) -> Array:
    rows = np.zeros((len(parts[0][0]), count))
    for index, sign in parts:
        rows[np.arange(len(index)), index] += sign
    return np.asarray(rows.T @ rows)


def _basis(points_mm: Array, shape: tuple[int, int]) -> tuple[NDArray[np.int64], Array]:
    """Indices (n, 16) and weights (n, 16) of the uniform cubic B-spline at page points."""
    place = np.asarray(points_mm, float) / KNOT_MM
    cell = np.clip(np.floor(place).astype(int), 0, [shape[1] - 4, shape[0] - 4])
    t = np.clip(place - cell, -1.0, 2.0)
    cubic = np.stack([(1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3], -1) / 6
    columns = cell[:, 0, None] + np.arange(4)
    rows = cell[:, 1, None] + np.arange(4)
    index = (rows[:, :, None] * shape[1] + columns[:, None, :]).reshape(len(place), 16)
    weight = (cubic[:, 1, :, None] * cubic[:, 0, None, :]).reshape(len(place), 16)
    return index, weight

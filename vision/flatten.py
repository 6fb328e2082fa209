"""Curl, folds and lens distortion taken out: where every millimetre of the page is in the photo.

The page's mm are first mapped by the homography of the tags. What is left, up to several mm on curled
paper, is a smooth displacement field `d(m)`, a cubic B-spline: `px = H(m + d(m))`. It is fitted by least
squares to the tags' corners and to thousands of samples of the printed lines, each of which tells the
displacement across its line. Bending is penalised; samples spoilt by ink are weighted down (Tukey).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator
from scipy.linalg import solveh_banded
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

from printables.layout import Box, CodeForm, Line, Sheet, Tone
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

FRAME_REACH_MM = 3.0
FRAME_ROUNDS = 2
"""Where lines or frames are missed, frames are looked for first and further away, so that no square is skipped."""

FRAME_SEEN = 0.55
"""How clearly every stretch of a frame must be where it should be: on right maps of poor photos it is 0.6 and more, on
wrong ones hardly more than 0.4."""

SLIPPING_MM = 12.0
"""On wider lattices no page slips by a whole square: it would have to be that far off."""

STRETCH_MM = 40.0
FRAME_SIGNAL = 2.0
FRAME_OFF_MM = 0.5
"""A frame is looked at in stretches this long; such a peak in the mean profile, in spreads, so near, counts as 1."""

REACH_MM = (2.1, 1.2, 0.8)
"""How far across its line each round looks; the first stays under half of the smallest lattice step."""

ALONG_MM = 2.4
FAINT_ALONG_MM = 7.5
"""Each sample is averaged this far to both sides along its line: paper does not bend within the first, and hardly
within the second, which is for lines that drown in noise otherwise."""

CLEARLY_SEEN = 0.6
"""With less of the lines seen at first, they are taken for faint."""

LINE_SIGMA_MM = 0.2
LINE_SIGMA_PX = 0.75
"""Half width of a printed line as a phone sees it, for the matched filter: the larger of the two."""

LEAST_SIGNAL = 1.0
CLEAR_SIGNAL = 4.0
"""Height of a peak across a line, in standard deviations of the profile: noise below, trusted in full above."""

BENDING = 0.03
"""Weight of the spline's second differences against one line sample."""

TAG_WEIGHT = 6.0
QR_WEIGHT = 1.5
"""Corners of tags and of the QR code against one line sample: they tell both directions."""

ANCHOR_ROBUST_MM = 1.2
"""Distance at which a corner has lost most of its weight: a spline cannot follow everything at once."""

FLAT_TAG_MM = 9.0
"""Tags further off the flat page than this (lifted corners) have no say in the first, stiff guess."""

ROBUST_MM = 0.30
"""Residual at which a sample has lost most of its weight."""

LEAST_NOISE = 0.004
"""Optical density; a profile flatter than this is a picture without noise."""

QUIET_PERCENT = 30
QUIET_SHARE = 0.5
"""The 30th percentile of a profile's size over its spread, when lines fill a third of the window."""

MOST_SAMPLES = 1600
"""Line samples used in a round; more only cost time."""

GROWING_MM = (70.0, 105.0, 150.0, 200.0)
MANY_TAGS = 6
"""With fewer tags, the first fits use only lines this near to them; then the fit grows outwards."""

BESIDE_MM = 12.0
SURE_SHARE = 0.6
FRONT_MM = 14.0
MOST_GROWTH = 14
"""The map is sure where the lines around are seen nearly as well as anywhere, at least to this share; from there
it grows by this much a round."""

MOST_ROUNDS = 7
LEAST_GAIN = 0.015
ALL_SEEN = 0.97
"""A lifted corner is won step by step: rounds go on while they find more of the lines."""

POINT_ROUNDS = ((100.0, 3.0), (30.0, 1.5), (10.0, 1.0), (3.0, 0.6), (1.0, 0.4), (1.0, 0.4))
"""Fitting through points, stiff at first: how much bending is penalised, and how far off a point loses its say, mm.
Where two parts of a lattice contradict each other, the one that goes on smoothly wins."""

POINT_COARSE_MM = 3.0
"""How far off a flat page points may lie at first."""


_DENSITY = (-np.log((np.arange(256) + 3.0) / 258.0)).astype(np.float32)


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
    printed lines that were found where they were expected, `frame_signal` how clearly the worst stretch of a board's
    frame is there: where the page has slipped by a square, lines fall on lines, but no frame is where it should be.
    """

    page_mm: tuple[float, float]
    homography: Array
    spline: Spline
    residual_mm: float
    seen_share: float
    frame_signal: float = 1.0

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
    samples = _line_samples(sheet, (Tone.GUIDE, Tone.FRAME, Tone.TEXT))
    frames = _line_samples(sheet, (Tone.FRAME, Tone.TEXT))
    anchors = _anchors(sighting, sheet)
    page = PageMap(sheet.page_mm, sighting.homography, _first_spline(sheet.page_mm, anchors), np.inf, 0.0)
    if len(samples.points) == 0:
        return page
    some = _Samples(samples.points[::5], samples.normals[::5])
    noise = max(_measure(grey, page, some, REACH_MM[0]).noise, LEAST_NOISE)
    tag_middles = np.array([np.mean(tag.corners_mm, axis=0) for tag in sighting.tags])
    for near_mm in GROWING_MM if len(sighting.tags) < MANY_TAGS else ():
        page = _refit(grey, page, samples.near(tag_middles, near_mm), anchors, REACH_MM[0], noise)
    found = _judged(grey, _settled(grey, page, samples, anchors, noise, ALONG_MM), sheet)
    if found.seen_share > CLEARLY_SEEN and found.frame_signal >= FRAME_SEEN:
        return found
    quiet = max(_measure(grey, found, some, REACH_MM[0], FAINT_ALONG_MM).noise, LEAST_NOISE / 2)
    by_frames = page
    for _ in range(FRAME_ROUNDS if len(frames.points) else 0):
        by_frames = _refit(grey, by_frames, frames, anchors, FRAME_REACH_MM, noise)
    ways = [found]
    for start in (found, by_frames):
        grown = _grown(grey, start, samples, anchors, quiet)
        ways.append(_judged(grey, _settled(grey, grown, samples, anchors, quiet, FAINT_ALONG_MM), sheet))
        if ways[-1].frame_signal >= FRAME_SEEN:
            break
    return max(ways, key=lambda one: (one.frame_signal >= FRAME_SEEN, one.seen_share))


def page_through(points_mm: Array, px: Array, page_mm: tuple[float, float], trust: Array) -> PageMap:
    """The map through points known in both: page mm (n, 2), photo px (n, 2), each trusted from 0 to 1.

    For paper whose every crossing was found. `seen_share` is the share of the trusted points that the map meets.
    """
    sure = trust > 0.5
    found, _ = cv2.findHomography(points_mm[sure], px[sure], cv2.RANSAC, _coarse_px(points_mm, px))
    homography = np.asarray(found, float)
    away = project(np.linalg.inv(homography), px) - points_mm
    anchors = _Anchors(points_mm, away, np.maximum(trust, 1e-3))
    rows, columns = (int(np.ceil(side / KNOT_MM)) + 3 for side in (page_mm[1], page_mm[0]))
    spline = Spline(np.zeros((rows, columns, 2)))
    nothing = _Samples(np.zeros((0, 2)), np.zeros((0, 2)))
    for stiffness, reach_mm in POINT_ROUNDS:
        spline, _ = _solve(spline, nothing, np.zeros(0), np.zeros(0), anchors, BENDING * stiffness, reach_mm)
    off = np.hypot(*(spline.at(points_mm) - away).T)[sure]
    return PageMap(page_mm, homography, spline, float(np.median(off)), float((off < ROBUST_MM).mean()))


def _coarse_px(points_mm: Array, px: Array) -> float:
    """How far a point of bent paper may be from a flat map, px."""
    spans = np.ptp(px, axis=0) / np.maximum(np.ptp(points_mm, axis=0), 1e-6)
    return float(POINT_COARSE_MM * max(spans.mean(), 1.0))


def _judged(grey: NDArray[np.uint8], page: PageMap, sheet: Sheet) -> PageMap:
    """The map with what the frames say of it."""
    return replace(page, frame_signal=_frame_signal(grey, page, sheet))


def _frame_signal(grey: NDArray[np.uint8], page: PageMap, sheet: Sheet) -> float:
    """How clearly each stretch of the boards' frames is where it should be, for the worst of them: 1 and more clearly.

    The profiles of a stretch are averaged, so that a frame shows that no single sample can tell from the grain.
    """
    stretches = list(_frame_stretches(sheet))
    if not stretches:
        return 1.0
    every = _Samples(
        np.concatenate([one.points for one in stretches]), np.concatenate([one.normals for one in stretches])
    )
    across, matched = _profiles(grey, page, every, REACH_MM[0], ALONG_MM)
    ends = np.cumsum([len(one.points) for one in stretches])[:-1]
    mean = np.array([part.mean(0) for part in np.split(matched, ends)])
    height = mean[:, np.abs(across) < FRAME_OFF_MM].max(axis=1)
    return float(height.min() / max(_quiet(mean), LEAST_NOISE / 4) / FRAME_SIGNAL)


def _frame_stretches(sheet: Sheet) -> Iterator[_Samples]:
    """The frames round the boards, in stretches of about `STRETCH_MM`."""
    for board in sheet.boards:
        frame = sheet.frame_of(board)
        if frame is None or board.pitch_mm > SLIPPING_MM:
            continue
        left, top, right, bottom = frame
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            points, normal = _along(start, end)
            for part in np.array_split(points, max(1, round(len(points) * SAMPLE_MM / STRETCH_MM))):
                yield _Samples(part, np.tile(normal, (len(part), 1)))


def _settled(
    grey: NDArray[np.uint8],
    page: PageMap,
    samples: _Samples,
    anchors: _Anchors,
    noise: float,
    along_mm: float,
) -> PageMap:
    """The map after as many rounds as find more of the lines, each sample averaged over `along_mm` to both sides."""
    for number in range(MOST_ROUNDS):
        seen = page.seen_share
        page = _refit(grey, page, samples, anchors, REACH_MM[0], noise, along_mm)
        if page.seen_share > ALL_SEEN or (number > 0 and page.seen_share < seen + LEAST_GAIN):
            break
    for reach in REACH_MM[1:]:
        page = _refit(grey, page, samples, anchors, reach, noise, along_mm)
    return page


def _grown(
    grey: NDArray[np.uint8], page: PageMap, samples: _Samples, anchors: _Anchors, noise: float
) -> PageMap:
    """The map fitted outwards from where its lines are seen: what lies beyond has no say until they reach it."""
    beside = cKDTree(samples.points).query_ball_point(samples.points, BESIDE_MM)
    reached = 0
    for _ in range(MOST_GROWTH):
        measured = _measure(grey, page, samples, REACH_MM[0], FAINT_ALONG_MM)
        is_seen = (measured.height / noise > CLEAR_SIGNAL) & (np.abs(measured.found) < ROBUST_MM)
        around = np.array([is_seen[rows].mean() for rows in beside])
        is_sure = around > SURE_SHARE * np.percentile(around, 90)
        if is_sure.sum() <= reached or is_sure.all():
            break
        reached = int(is_sure.sum())
        front = samples.near(samples.points[is_sure], FRONT_MM)
        page = _refit(grey, page, front, anchors, REACH_MM[0], noise, FAINT_ALONG_MM)
    return page


def flat_picture(picture: Picture, page: PageMap) -> Picture:
    """The page as if scanned: `PX_PER_MM` px a mm, its top left corner at pixel (0, 0)."""
    step = 16
    width, height = (round(side * PX_PER_MM) for side in page.page_mm)
    columns, rows = width // step + 2, height // step + 2
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2).astype(float) * step
    px = page.to_px(np.asarray((grid + 0.5) / PX_PER_MM, float)).astype(np.float32).reshape(rows, columns, 2)
    fine = _between(px, step, width, height)
    return np.asarray(
        cv2.remap(picture, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _between(coarse: NDArray[np.float32], step: int, width: int, height: int) -> NDArray[np.float32]:
    """Values at every pixel from a grid whose node k stands at pixel k * step."""
    wide = cv2.resize(coarse, None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR)
    # cv2.resize puts node k at pixel (k + 0.5) * step - 0.5; read it shifted back by that much.
    shift = np.array([[1, 0, -(step - 1) / 2], [0, 1, -(step - 1) / 2]], np.float32)
    return np.asarray(
        cv2.warpAffine(wide, shift, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


# --- the printed lines --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Samples:
    """Points on printed lines, (n, 2) mm, with the unit normal of their line."""

    points: Array
    normals: Array

    def near(self, anchors: Array, reach_mm: float) -> _Samples:
        """Those within reach of any anchor."""
        points = self.points
        distance = np.hypot(
            points[:, None, 0] - anchors[None, :, 0], points[:, None, 1] - anchors[None, :, 1]
        ).min(1)
        return _Samples(points[distance < reach_mm], self.normals[distance < reach_mm])


def _line_samples(sheet: Sheet, tones: tuple[Tone, ...]) -> _Samples:
    points, normals = [], []
    for start, end in _printed_lines(sheet, tones):
        places, normal = _along(start, end)
        points.append(places)
        normals.append(np.tile(normal, (len(places), 1)))
    if not points:
        return _Samples(np.zeros((0, 2)), np.zeros((0, 2)))
    step = max(1, -(-sum(len(at) for at in points) // MOST_SAMPLES))
    return _Samples(np.concatenate(points)[::step], np.concatenate(normals)[::step])


def _along(start: tuple[float, float], end: tuple[float, float]) -> tuple[Array, Array]:
    """Points (n, 2) every `SAMPLE_MM` along a line, and its normal."""
    a, b = np.array(start), np.array(end)
    length = float(np.hypot(*(b - a)))
    along = (b - a) / length
    at = np.arange(SAMPLE_MM / 2, length - SAMPLE_MM / 4, SAMPLE_MM)
    return a + along * at[:, None], np.array([-along[1], along[0]])


def _printed_lines(
    sheet: Sheet, tones: tuple[Tone, ...]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    lines = []
    for shape in sheet.shapes:
        match shape:
            case Line(start, end, _, tone) if tone in tones:
                lines.append((start, end))
            case Box((left, top, right, bottom), width, tone, False, radius) if width > 0 and tone in tones:
                lines += [
                    ((left + radius, top), (right - radius, top)),
                    ((left + radius, bottom), (right - radius, bottom)),
                    ((left, top + radius), (left, bottom - radius)),
                    ((right, top + radius), (right, bottom - radius)),
                ]
            case _:
                continue
    return [
        line for line in lines if np.hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]) >= LEAST_LINE_MM
    ]


@dataclass(frozen=True, slots=True)
class _Measured:
    """Per sample: `found` mm across, and the `height` of its peak in density; `noise` is the profiles' spread."""

    found: Array
    height: Array
    noise: float


def _measure(
    grey: NDArray[np.uint8], page: PageMap, samples: _Samples, reach_mm: float, along_mm: float = ALONG_MM
) -> _Measured:
    """For each sample, how far across its line really is."""
    across, matched = _profiles(grey, page, samples, reach_mm, along_mm)
    inner = slice(6, len(across) - 6)
    preference = np.exp(-0.5 * (across[inner] / reach_mm) ** 2)
    peak = np.argmax(matched[:, inner] * preference, axis=1) + 6
    rows = np.arange(len(peak))
    left, top, right = matched[rows, peak - 1], matched[rows, peak], matched[rows, peak + 1]
    curve = left - 2 * top + right
    offset = np.where(
        np.abs(curve) > 1e-9, 0.5 * (left - right) / np.where(np.abs(curve) > 1e-9, curve, 1.0), 0.0
    )
    return _Measured(
        across[peak] + np.clip(offset, -0.5, 0.5) * ACROSS_STEP_MM, np.asarray(top, float), _quiet(matched)
    )


def _profiles(
    grey: NDArray[np.uint8], page: PageMap, samples: _Samples, reach_mm: float, along_mm: float
) -> tuple[Array, NDArray[np.float32]]:
    """Places across a line (k,) in mm, and for each sample how much like a line it is there, (n, k) in density."""
    across = np.arange(-reach_mm - 6 * ACROSS_STEP_MM, reach_mm + 6.5 * ACROSS_STEP_MM, ACROSS_STEP_MM)
    along = np.linspace(-along_mm, along_mm, 8 if along_mm == ALONG_MM else 20)
    tangents = np.stack([samples.normals[:, 1], -samples.normals[:, 0]], 1)
    # The map is locally affine: evaluate it at the sample and use its derivatives.
    here = page.to_px(samples.points)
    d_across = (page.to_px(samples.points + samples.normals * 0.5) - here) / 0.5
    d_along = (page.to_px(samples.points + tangents * 0.5) - here) / 0.5
    px = (
        here[:, None, None, :]
        + d_across[:, None, None, :] * across[None, :, None, None]
        + d_along[:, None, None, :] * along[None, None, :, None]
    )
    px = px.reshape(len(here), len(across) * len(along), 2).astype(np.float32)
    values = cv2.remap(grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    density = _DENSITY[values].reshape(len(here), len(across), len(along))
    # Ink covers part of the line; the paler half of the samples along it is line or bare paper.
    profile = np.sort(density, axis=2)[..., : len(along) * 3 // 4].mean(2)
    profile -= cv2.blur(profile, (len(across) | 1, 1), borderType=cv2.BORDER_REFLECT)
    sigma = max(LINE_SIGMA_MM, LINE_SIGMA_PX / float(np.median(np.hypot(*d_across.T)))) / ACROSS_STEP_MM
    kernel = np.exp(-0.5 * (np.arange(-6, 7) / sigma) ** 2)
    kernel -= kernel.mean()
    matched = cv2.filter2D(
        profile, -1, (kernel / (kernel**2).sum()).astype(np.float32)[None, :], borderType=cv2.BORDER_REFLECT
    )
    return across, np.asarray(matched, np.float32)


def _quiet(matched: NDArray[np.float32]) -> float:
    """The spread of profiles (n, k) without lines, whose lobes fill much of a narrow window: from the quieter part."""
    return float(np.median(np.percentile(np.abs(matched), QUIET_PERCENT, axis=1))) / QUIET_SHARE


# --- the fit ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Anchors:
    """Points known in both directions: page mm (n, 2), displacement found there (n, 2) mm, weight (n,)."""

    points: Array
    away: Array
    weight: Array


def _anchors(sighting: Sighting, sheet: Sheet) -> _Anchors:
    """The corners of all tags, and of the QR code when it was read."""
    points = [np.array(tag.corners_mm) for tag in sighting.tags]
    px = list(sighting.tags_px)
    weight = [TAG_WEIGHT] * (4 * len(px))
    for code in sheet.codes:
        if code.form is CodeForm.QR and sighting.qr_px is not None:
            left, top, right, bottom = code.box_mm
            points.append(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))
            px.append(sighting.qr_px)
            weight += [QR_WEIGHT] * 4
    mm = np.concatenate(points)
    away = project(np.linalg.inv(sighting.homography), np.concatenate(px)) - mm
    return _Anchors(mm, away, np.array(weight))


def _first_spline(page_mm: tuple[float, float], anchors: _Anchors) -> Spline:
    """A thin plate through the corners of flat tags; with two tags only, no bend at all."""
    rows, columns = (int(np.ceil(side / KNOT_MM)) + 3 for side in (page_mm[1], page_mm[0]))
    knots = (
        np.stack(np.meshgrid(np.arange(columns) - 1.0, np.arange(rows) - 1.0), -1).reshape(-1, 2) * KNOT_MM
    )
    flat = np.hypot(*anchors.away.T) < FLAT_TAG_MM
    if flat.sum() < 12:
        return Spline(np.zeros((rows, columns, 2)))
    plate = RBFInterpolator(
        anchors.points[flat], anchors.away[flat], kernel="thin_plate_spline", smoothing=2.0
    )
    return Spline(plate(knots).reshape(rows, columns, 2))


def _refit(
    grey: NDArray[np.uint8],
    page: PageMap,
    samples: _Samples,
    anchors: _Anchors,
    reach_mm: float,
    noise: float,
    along_mm: float = ALONG_MM,
) -> PageMap:
    measured = _measure(grey, page, samples, reach_mm, along_mm)
    signal = measured.height / noise
    was = page.spline.at(samples.points)
    # The line lies `found` mm across from where the page's map puts it, in the map's own direction.
    target = (was * samples.normals).sum(1) + measured.found
    trust = np.clip((signal - LEAST_SIGNAL) / (CLEAR_SIGNAL - LEAST_SIGNAL), 0.0, 1.0)
    spline, residual = _solve(page.spline, samples, target, trust, anchors)
    is_near = (signal > CLEAR_SIGNAL) & (np.abs(residual) < ROBUST_MM)
    median = float(np.median(np.abs(residual[is_near]))) if is_near.any() else np.inf
    return replace(page, spline=spline, residual_mm=median, seen_share=float(is_near.mean()))


def _solve(
    before: Spline,
    samples: _Samples,
    target: Array,
    trust: Array,
    anchors: _Anchors,
    stiffness: float = BENDING,
    anchor_reach_mm: float = ANCHOR_ROBUST_MM,
) -> tuple[Spline, Array]:
    """Iteratively reweighted least squares for the spline's coefficients; also the samples' residuals."""
    shape = before.coefficients.shape[:2]
    index, weight = _basis(samples.points, shape)
    count = shape[0] * shape[1]
    both = np.concatenate([weight * samples.normals[:, :1], weight * samples.normals[:, 1:]], 1)
    knots = np.concatenate([index, index + count], 1)
    starts = np.arange(len(target) + 1) * 32
    design = csr_array(
        (both.ravel(), knots.ravel(), starts),
        shape=(len(target), 2 * count),
    )
    turned = design.T.tocsr()
    cells = _by_cell(index)
    bending = stiffness * _bending(shape)
    current = before
    solution = np.concatenate([before.coefficients[..., 0].ravel(), before.coefficients[..., 1].ravel()])
    residual = design @ solution - target
    spread = max(ROBUST_MM, 1.5 * float(np.median(np.abs(residual[trust > 0]))) if (trust > 0).any() else 1.0)
    for _ in range(2):
        robust = trust * np.clip(1 - (residual / (3 * spread)) ** 2, 0, 1) ** 2
        fixed, right = _anchor_part(anchors, current, shape, anchor_reach_mm)
        normal = bending + fixed + _squared(knots, both, robust, cells, 2 * count)
        solution = _banded_solution(normal, right + turned @ (robust * target), shape)
        current = Spline(np.stack([solution[:count].reshape(shape), solution[count:].reshape(shape)], -1))
        residual = design @ solution - target
        spread = max(ROBUST_MM, spread * 0.5)
    return current, np.asarray(residual, float)


def _banded_solution(normal: Array, right: Array, shape: tuple[int, int]) -> Array:
    """The solution of the normal equations: a knot knows three neighbours each way, so they are a narrow band."""
    order, band = _band(shape)
    ordered = normal[order[:, None], order]
    size = len(order)
    # Row k of the band holds the k-th diagonal: read along the memory of the square matrix, one step longer a row.
    lower = np.zeros((band + 1, size))
    for k in range(band + 1):
        lower[k, : size - k] = ordered.ravel()[k * size :: size + 1]
    found = np.empty(size)
    found[order] = solveh_banded(lower, right[order], lower=True, check_finite=False)
    return found


@lru_cache(maxsize=4)
def _band(shape: tuple[int, int]) -> tuple[NDArray[np.int64], int]:
    """The order of unknowns that keeps the band narrow, short side first, both directions of a knot together."""
    count = shape[0] * shape[1]
    number = np.arange(count).reshape(shape)
    knots = number.ravel() if shape[1] <= shape[0] else number.T.ravel()
    return np.stack([knots, knots + count], 1).ravel(), 2 * (3 * min(shape) + 3) + 1


def _squared(
    knots: NDArray[np.int64], values: Array, factors: Array, cells: NDArray[np.int64], count: int
) -> Array:
    """The samples' normal matrix: samples of one cell of the spline know the same knots, so they are added up first.

    `cells` (cells, most) lists the samples of each cell, filled up with -1.
    """
    if len(cells) == 0:
        return np.zeros((count, count))
    some = values[cells]
    weighted = some * np.where(cells < 0, 0.0, factors[cells])[..., None]
    blocks = np.matmul(some.transpose(0, 2, 1), weighted)
    own = knots[cells[:, 0]]
    flat = (own[:, :, None] * count + own[:, None, :]).ravel()
    added = np.bincount(flat, blocks.ravel(), minlength=count * count)
    return np.asarray(added.reshape(count, count), float)


def _by_cell(index: NDArray[np.int64]) -> NDArray[np.int64]:
    """The samples of each cell of the spline, (cells, most), filled up with -1; `index` are their knots (n, 16)."""
    order = np.argsort(index[:, 0], kind="stable")
    _, starts, counts = np.unique(index[order, 0], return_index=True, return_counts=True)
    if len(starts) == 0:
        return np.zeros((0, 0), np.int64)
    place = np.arange(counts.max())[None]
    rows = np.minimum(starts[:, None] + place, len(order) - 1)
    return np.asarray(np.where(place < counts[:, None], order[rows], -1), np.int64)


def _anchor_part(
    anchors: _Anchors, current: Spline, shape: tuple[int, int], reach_mm: float
) -> tuple[Array, Array]:
    """The corners' share of the normal equations, each weighed by how near the current spline comes to it."""
    off = np.hypot(*(current.at(anchors.points) - anchors.away).T)
    weight = anchors.weight * np.maximum(1 / (1 + (off / reach_mm) ** 2), 0.02)
    index, basis = _basis(anchors.points, shape)
    count = shape[0] * shape[1]
    square = _squared(index, basis, weight, _by_cell(index), count)
    normal = np.zeros((2 * count, 2 * count))
    normal[:count, :count] = square
    normal[count:, count:] = square
    pulls = [
        np.bincount(index.ravel(), (basis * (weight * anchors.away[:, axis])[:, None]).ravel(), count)
        for axis in (0, 1)
    ]
    return normal, np.concatenate(pulls)


@lru_cache(maxsize=4)
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

"""Whose pen is it? Colours learnt on this very photo, from the legend's boxes or from the marks themselves.

A pen is described by the shares of its density in blue, green and red, and by how dark it is. Ink on ink
adds densities (Beer and Lambert), so two pens in one place are told apart by solving for their amounts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printables.layout import Purpose, Sheet
from vision.ink import Image, Ink

Array = NDArray[np.float64]

BOX_MARGIN_MM = 0.8
"""Legend boxes are read this far inside their printed frame."""

LEAST_LEGEND_INK_MM2 = 0.3
"""Less ink than a very small dot: the box counts as empty."""

CORE_SHARE = 0.55
"""A stroke's core: pixels with at least this share of the mark's darkest density."""

LEAST_DENSITY = 0.10
"""Below this a pixel says nothing about colour."""

ALIKE = 0.045
"""Pens whose shares lie nearer than this cannot be told by colour."""

DARKNESS_WEIGHT = 0.12
"""How much of a pen's log density counts against its shares: pressure changes it, colour does not."""

LEAST_SPREAD = np.array([0.012, 0.012, 0.035])
"""Floor of a pen's spread in features: JPEG and noise keep it above this."""


@dataclass(frozen=True, slots=True)
class PenColour:
    """A pen on this photo: its mean features (3,) and their spread (3,), and its density direction (3,) BGR."""

    features: Array
    spread: Array
    direction: Array


@dataclass(frozen=True, slots=True)
class PenColours:
    """The two players' pens; `is_learnt` says for each whether its legend box was filled in."""

    pens: tuple[PenColour, PenColour]
    is_learnt: tuple[bool, bool]

    @property
    def are_alike(self) -> bool:
        """Whether colour cannot tell the two pens."""
        gap = np.abs(self.pens[0].features[:2] - self.pens[1].features[:2])
        return bool(np.hypot(*gap) < ALIKE)


def features(densities: Array) -> Array:
    """Mean densities (n, 3) BGR of marks' cores -> features (n, 3): two chroma shares and the weighted darkness."""
    densities = np.maximum(np.atleast_2d(densities), 1e-4)
    total = densities.sum(1, keepdims=True)
    shares = densities / total
    return np.concatenate([shares[:, :1], shares[:, 2:], DARKNESS_WEIGHT * np.log(total)], 1)


def core_density(colour: Image, total: Image) -> Array | None:
    """Mean density (3,) of the darkest pixels of a piece of page, `None` where there is no ink."""
    top = np.percentile(total, 99.5) if total.size else 0.0
    if top < LEAST_DENSITY:
        return None
    core = total >= max(LEAST_DENSITY, CORE_SHARE * top)
    return np.asarray(colour[core].mean(0), float)


def legend_density(ink: Ink, sheet: Sheet, player: int) -> Array | None:
    """The density of a player's pen in his legend box, `None` when the box is empty."""
    for legend in sheet.legends:
        if legend.player == player and legend.purpose is Purpose.MARK:
            left, top, right, bottom = legend.box_mm
            m = BOX_MARGIN_MM
            window = ink.crop((left + m, top + m, right - m, bottom - m))
            total = ink.total[window]
            covered = (total > LEAST_DENSITY + 3 * ink.noise).sum() / 64.0
            if covered >= LEAST_LEGEND_INK_MM2:
                return core_density(ink.colour[window], total)
    return None


def learn_pens(ink: Ink, sheet: Sheet, marks: Array, owners: NDArray[np.int64]) -> PenColours:
    """The players' pens from legend boxes and from the marks of the boards.

    `marks` are core densities (n, 3) of everything that looks like a mark, `owners` (n,) the player where
    only one may have drawn it, else -1. Where a box is empty, the marks are split into two clusters.
    """
    known = [legend_density(ink, sheet, player) for player in (0, 1)]
    points = features(marks) if len(marks) else np.zeros((0, 3))
    starts = [features(k[None])[0] if k is not None else None for k in known]
    if starts[0] is None or starts[1] is None:
        starts = _guess(points, owners, starts)
    means = np.array([starts[0], starts[1]])
    spreads = np.tile(3 * LEAST_SPREAD, (2, 1))
    if len(points) >= 4:
        means, spreads = _settle(points, owners, means, spreads, [k is not None for k in known])
    pens = [PenColour(mean, spread, _direction(mean)) for mean, spread in zip(means, spreads, strict=True)]
    return PenColours((pens[0], pens[1]), (known[0] is not None, known[1] is not None))


def _direction(mean: Array) -> Array:
    blue, red = mean[0], mean[1]
    return np.array([blue, max(1 - blue - red, 0.02), red])


def _guess(points: Array, owners: NDArray[np.int64], starts: list[Array | None]) -> list[Array | None]:
    """Starting points for pens whose legend box is empty."""
    if len(points) < 2:
        there = next((s for s in starts if s is not None), np.array([1 / 3, 1 / 3, 0.0]))
        return [s if s is not None else there for s in starts]
    for player in (0, 1):
        own = points[owners == player]
        if starts[player] is None and len(own) >= 3:
            starts[player] = np.median(own, axis=0)
    if starts[0] is None and starts[1] is None:
        order = points[:, 1] - points[:, 0]  # red ink takes blue away: the reddest and the bluest mark
        a, b = points[np.argsort(order)[: max(1, len(points) // 8)]].mean(0), points[np.argsort(order)[-max(1, len(points) // 8) :]].mean(0)
        a, b = _two_means(points, a, b)
        # Nobody said who is who: red ink has the lowest share of red density, and goes first.
        first, second = (a, b) if a[1] <= b[1] else (b, a)
        return [first, second]
    for player in (0, 1):
        other = starts[1 - player]
        if starts[player] is None and other is not None:
            far = np.argsort(np.hypot(*(points[:, :2] - other[:2]).T))[-max(1, len(points) // 6) :]
            starts[player] = np.median(points[far], axis=0)
    return starts


def _two_means(points: Array, a: Array, b: Array) -> tuple[Array, Array]:
    for _ in range(12):
        near_a = ((points - a) ** 2).sum(1) <= ((points - b) ** 2).sum(1)
        if near_a.all() or not near_a.any():
            break
        a, b = points[near_a].mean(0), points[~near_a].mean(0)
    return a, b


def _settle(
    points: Array, owners: NDArray[np.int64], means: Array, spreads: Array, is_learnt: list[bool]
) -> tuple[Array, Array]:
    """A few rounds of expectation and maximisation, anchored at the legend's colours."""
    anchors = means.copy()
    for _ in range(6):
        likely = np.stack([_log_likelihood(points, means[k], spreads[k]) for k in (0, 1)], 1)
        share = np.exp(likely - likely.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        for k in (0, 1):
            share[owners == k] = np.eye(2)[k]
            # A mark far from both pens (a smudge, two inks in one place) teaches nothing.
            weight = share[:, k] * (likely.max(1) > -14)
            pull = 2.0 if is_learnt[k] else 0.5
            total = weight.sum() + pull
            means[k] = (weight @ points + pull * anchors[k]) / total
            spreads[k] = np.sqrt((weight @ (points - means[k]) ** 2 + pull * (2 * LEAST_SPREAD) ** 2) / total)
            spreads[k] = np.maximum(spreads[k], LEAST_SPREAD)
    return means, spreads


def _log_likelihood(points: Array, mean: Array, spread: Array) -> Array:
    return np.asarray(-0.5 * (((points - mean) / spread) ** 2).sum(1) - np.log(spread).sum() + np.log(LEAST_SPREAD).sum())


def whose(pens: PenColours, densities: Array) -> Array:
    """The probability (n,) that marks with these core densities (n, 3) are player 0's.

    Heavy tails keep an odd mark doubtful: its distance from both pens counts less and less.
    """
    points = features(densities)
    distances = [(((points - pen.features) / pen.spread) ** 2).sum(1) for pen in pens.pens]
    scores = [-2.0 * np.log1p(d / 4.0) - 0.5 * np.minimum(d, 40) * 0.5 - np.log(pen.spread).sum() for d, pen in zip(distances, pens.pens, strict=True)]
    return np.asarray(1 / (1 + np.exp(np.clip(scores[1] - scores[0], -60, 60))))


def unmix(pens: PenColours, colour: Image) -> tuple[Image, Image]:
    """The amounts of each pen's ink at every pixel, as mean densities; both get all of it when they look alike."""
    total = colour.mean(-1)
    if pens.are_alike:
        return total, total
    basis = np.stack([pen.direction for pen in pens.pens], 1)
    first, second = (np.asarray(colour @ row.astype(np.float32)) for row in np.linalg.pinv(basis))
    # Non-negative least squares with two pens: where one amount is negative, the other alone explains best.
    only = [np.maximum(colour @ (pen.direction / (pen.direction**2).sum()).astype(np.float32), 0) for pen in pens.pens]
    a = np.where(second < 0, only[0], np.where(first < 0, 0, first))
    b = np.where(first < 0, only[1], np.where(second < 0, 0, second))
    return np.asarray(a / 3, np.float32), np.asarray(b / 3, np.float32)

"""Whose pen is it? Colours learnt on this very photo, from the legend's boxes or from the marks themselves.

A pen is described by the shares of its density in blue, green and red, and by how dark it is. Shares stay
what they are under any lamp, once the paper is divided out; pressure and blur change the darkness only.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Purpose, Sheet
from vision.flatten import PX_PER_MM
from vision.ink import TINT_PX_PER_MM, Image, Ink

Array = NDArray[np.float64]

BOX_MARGIN_MM = 0.8
"""Legend boxes are read this far inside their printed frame."""

LEAST_LEGEND_INK_MM2 = 1.5
"""Three signs of the smallest dots have twice as much ink; an empty box in a grainy photo has less than this."""

LEAST_DENSITY = 0.10
"""Below this a pixel says nothing about colour."""

ALIKE = 1.8
"""Pens whose means lie nearer than this, in spreads of one pen's marks, cannot be told by colour."""

DARKNESS_WEIGHT = 0.12
"""How much of a pen's log density counts against its shares: pressure changes it, colour does not."""

LEAST_SPREAD = np.array([0.0045, 0.0045, 0.03])
"""Floor of a pen's spread in features: JPEG and noise keep it above this."""

FIRST_SPREAD = np.array([0.02, 0.02, 0.08])
"""Spread of a pen before its marks have been looked at: legend and board may be lit differently."""

NEUTRAL = 0.03
"""A pen whose shares lie this near to a third each is black, grey or pencil."""

SAFE_BLEACHING = 0.12
MOST_RISK = 0.45
"""Strewn this much, coloured marks are just pens; strewn twice as much, many have lost their colour."""

FEW_MARKS = 3
"""From fewer marks of a pen no spread is told."""

GUESSED = 0.9
"""Most that is believed of a pen's owner when only the usual order of colours tells him."""

GREY_CHANCE = 0.9
"""Most that is believed of a grey mark between two coloured pens."""

SMEAR_PX = 1.2
"""Sigma of the tint's blur before pens are split, in raster pixels."""

STEEPNESS = 1.5
"""Ink nearer to one pen than a sixth of the way to the other is that pen's alone."""

TAIL = 10.0
"""Degrees of freedom of the spread's tails: an odd mark stays doubtful instead of choosing sides for sure."""


@dataclass(frozen=True, slots=True)
class PenColours:
    """The two players' pens on this photo.

    `means` (2, 3) are their features, `spread` (3, 3) the covariance of the features of one pen's marks.
    `is_learnt` says for each pen whether its legend box was filled in.
    """

    means: Array
    spread: Array
    is_learnt: tuple[bool, bool]
    bleaching: float = 0.0
    """How far marks of coloured ink stray towards grey, as a share of the way; strong compression does that."""
    is_guess: bool = False
    """Too little says which of the two pens is whose: a legend box is empty and no board is one player's."""

    @property
    def neutral_risk(self) -> tuple[float, float]:
        """For each player, the chance that a mark without colour is not his neutral pen's but a bleached one.

        Compression sets weak colours of whole blocks to zero; then a pale blue dot is a grey one.
        """
        off = np.hypot(*(self.means[:, :2] - 1 / 3).T)
        risk = float(np.clip((self.bleaching - SAFE_BLEACHING) / SAFE_BLEACHING, 0, 1)) * MOST_RISK
        return (risk if off[0] < off[1] / 2 else 0.0, risk if off[1] < off[0] / 2 else 0.0)

    @property
    def are_alike(self) -> bool:
        """Whether colour cannot tell the two pens."""
        gap = self.means[0] - self.means[1]
        return bool(gap @ np.linalg.solve(self.spread, gap) < ALIKE**2)


def features(densities: Array) -> Array:
    """Densities (n, 3) BGR of marks -> features (n, 3): two chroma shares and the weighted darkness."""
    densities = np.atleast_2d(densities)
    total = np.maximum(densities.sum(1, keepdims=True), 1e-3)
    shares = densities / total
    return np.concatenate([shares[:, :1], shares[:, 2:], DARKNESS_WEIGHT * np.log(total)], 1)


def legend_density(ink: Ink, sheet: Sheet, player: int) -> Array | None:
    """The density of a player's pen in his legend box, `None` when the box is empty."""
    for legend in sheet.legends:
        if legend.player == player and legend.purpose is Purpose.MARK:
            left, top, right, bottom = legend.box_mm
            m = BOX_MARGIN_MM
            inside = (left + m, top + m, right - m, bottom - m)
            covered = (ink.total[ink.crop(inside)] > LEAST_DENSITY + 3 * ink.noise).sum() / PX_PER_MM**2
            if covered >= LEAST_LEGEND_INK_MM2:
                added = ink.tint[ink.crop(inside, TINT_PX_PER_MM)].sum(axis=(0, 1)) / TINT_PX_PER_MM**2
                return np.asarray(added / covered, float)
    return None


def learn_pens(ink: Ink, sheet: Sheet, marks: Array, owners: NDArray[np.int64]) -> PenColours:
    """The players' pens from legend boxes and from the marks of the boards.

    `marks` are densities (n, 3) of everything that looks like a mark, `owners` (n,) the player where
    only one may have drawn it, else -1. Where a box is empty, the marks are split into two clusters.
    """
    known = [legend_density(ink, sheet, player) for player in (0, 1)]
    points = features(marks) if len(marks) else np.zeros((0, 3))
    starts = [features(k[None])[0] if k is not None else None for k in known]
    if starts[0] is None or starts[1] is None:
        starts = _guess(points, owners, starts)
    is_learnt = (known[0] is not None, known[1] is not None)
    means = np.array([starts[0], starts[1]])
    spread = np.diag(FIRST_SPREAD**2)
    if len(points) >= 4:
        means, spread = _settle(points, owners, means, spread, is_learnt)
    is_guess = not all(is_learnt) and bool((owners < 0).all())
    return PenColours(means, spread, is_learnt, _bleaching(points, means, spread), is_guess)


def _bleaching(points: Array, means: Array, spread: Array) -> float:
    """How far the marks of the more colourful pen are strewn along the way to grey, as a share of the way."""
    off = np.hypot(*(means[:, :2] - 1 / 3).T)
    pen = int(np.argmax(off))
    if len(points) < FEW_MARKS or off[pen] < 1e-3:
        return 0.0
    own = points[np.argmin(_distances(points, means, spread), axis=1) == pen]
    if len(own) < FEW_MARKS:
        return 0.0
    way = (1 / 3 - means[pen, :2]) / off[pen]
    return float(np.std((own[:, :2] - means[pen, :2]) @ way) / off[pen])


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
        a, b = (
            points[np.argsort(order)[: max(1, len(points) // 8)]].mean(0),
            points[np.argsort(order)[-max(1, len(points) // 8) :]].mean(0),
        )
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
    points: Array, owners: NDArray[np.int64], means: Array, spread: Array, is_learnt: tuple[bool, bool]
) -> tuple[Array, Array]:
    """Expectation and maximisation for two pens of one common spread, anchored at the legend's colours."""
    anchors = means.copy()
    pull = np.array([1.5 if learnt else 0.3 for learnt in is_learnt])
    for _ in range(12):
        distance = _distances(points, means, spread)
        share = 1 / (1 + np.exp(np.clip(0.5 * (distance - distance[:, ::-1]), -60, 60)))
        for k in (0, 1):
            share[owners == k] = np.eye(2)[k]
        # A mark far from both pens (a smudge, two inks in one place) teaches little.
        weight = share * (TAIL / (TAIL + distance.min(1)))[:, None]
        total = weight.sum(0)
        means = (weight.T @ points + pull[:, None] * anchors) / (total + pull)[:, None]
        scatter = np.diag(4.0 * FIRST_SPREAD**2)
        for k in (0, 1):
            off = points - means[k]
            scatter += (off * weight[:, k : k + 1]).T @ off
        spread = scatter / (total.sum() + 4.0) + np.diag(LEAST_SPREAD**2)
    return means, spread


def _distances(points: Array, means: Array, spread: Array) -> Array:
    """Squared distances (n, 2) of points from both means, in spreads."""
    off = points[:, None, :] - means[None]
    return np.asarray(np.einsum("nki,ij,nkj->nk", off, np.linalg.inv(spread), off))


def whose(pens: PenColours, densities: Array) -> Array:
    """The probability (n,) that marks with these densities (n, 3) are player 0's."""
    distance = _distances(features(densities), pens.means, pens.spread)
    scores = -(TAIL + 3) / 2 * np.log1p(distance / TAIL)
    first = 1 / (1 + np.exp(np.clip(scores[:, 1] - scores[:, 0], -60, 60)))
    mine, yours = pens.neutral_risk
    if pens.is_guess:
        first = np.clip(first, 1 - GUESSED, GUESSED)
    return np.asarray(np.clip(_doubting_grey(pens, densities, distance, first), yours, 1 - mine))


def _doubting_grey(pens: PenColours, densities: Array, distance: Array, first: Array) -> Array:
    """With two coloured pens, a mark that is nearer to grey than to either of them may be anybody's."""
    if min(np.hypot(*(pens.means[:, :2] - 1 / 3).T)) < NEUTRAL:
        return first
    off = features(densities)[:, :2] - 1 / 3
    grey = np.einsum("ni,ij,nj->n", off, np.linalg.inv(pens.spread[:2, :2]), off)
    return np.where(grey < distance.min(1), np.clip(first, 1 - GREY_CHANCE, GREY_CHANCE), first)


def unmix(pens: PenColours, total: Image, tint: Image) -> tuple[Image, Image]:
    """The amounts of each pen's ink at every pixel; both get all of it when the pens look alike.

    `total` and `tint` are rasters of one size. The tint is smeared a little more, since that is how it
    arrives; its shares say which pen, the total says how much.
    """
    if pens.are_alike:
        return total, total
    smeared = cv2.GaussianBlur(tint, (0, 0), SMEAR_PX)
    shares = smeared / np.maximum(smeared.sum(-1, keepdims=True), 1e-3)
    gap = pens.means[1] - pens.means[0]
    # How far from the first pen to the second, along the line between them in the space of shares.
    place = (shares[..., 0] - pens.means[0, 0]) * gap[0] + (shares[..., 2] - pens.means[0, 1]) * gap[1]
    second = np.clip(place / (gap[0] ** 2 + gap[1] ** 2) * STEEPNESS + (1 - STEEPNESS) / 2, 0, 1).astype(
        np.float32
    )
    return np.asarray(total * (1 - second), np.float32), np.asarray(total * second, np.float32)

"""Whose pen is it? Pens learnt on this very photo, from the legend's boxes and from the marks themselves.

A small network turns the ink of a mark into a few numbers, its traits, in which marks of one pen lie together
and pens lie apart, whatever the lamp, the phone and the compression did to their colour. On each photo the two
pens are two clusters of one common spread: this is what prototypical networks do (Snell, Swersky and Zemel 2017),
with the legend's signs as prototypes and the unlabelled marks drawing them to their places. It begins with what is
usual for pens on other photos (`scripts/pen_spread.py`, decision 0017).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import nets
from vision.ink import Image

Array = NDArray[np.float64]

LEAST_DENSITY = 0.10
"""Below this a pixel says nothing about colour."""

ALIKE = 3.0
"""Pens whose means lie nearer than this, in spreads of one pen's marks, cannot be told by colour."""

PAPER_TRAITS = nets.PEN_TRAITS + 1
TRAITS = PAPER_TRAITS + 3
"""Numbers that tell of a mark's ink: the network's, then how dark it is at most, and blue, red and level of the paper
under it (from `PAPER_TRAITS` on)."""

SPREAD_WEIGHT = 80.0
"""How many marks the usual spread of a pen's marks counts for."""

LEGEND_WEIGHT = 1.0
"""How many marks of the board one sign of a legend box counts for."""

GUESSED_WEIGHT = 0.3
"""The same for a starting point that was guessed."""

CAUTION = 1.4
MORE_CAUTION = 2.5
"""Odds are weakened by this: marks of one photo err together, which it does not see. By more
where the pens lie near each other on this photo: its light has taken much of their colour away."""

APART = 8.0
NEAR = 6.5
"""Distances of the pens, in their spread, from which the one holds and up to which the other does."""

GUESSED = 0.9
"""Most that is believed of a pen's owner when only the usual order of colours tells him."""

SMEAR_PX = 1.2
"""Sigma of the tint's blur before pens are split, in raster pixels."""

STEEPNESS = 1.5
"""Ink nearer to one pen than a sixth of the way to the other is that pen's alone."""

TAIL = 10.0
"""Degrees of freedom of the spread's tails: an odd mark stays doubtful instead of choosing sides for sure."""

ROUNDS = 12


@dataclass(frozen=True, slots=True)
class InkSamples:
    """What the ink of n marks is like: `traits` (n, t), mean BGR `densities` (n, 3), and whether it `has_ink`."""

    traits: Array
    densities: Array
    has_ink: NDArray[np.bool_]

    def __getitem__(self, rows: NDArray[np.bool_] | NDArray[np.int64] | slice) -> InkSamples:
        """The samples of some rows."""
        return InkSamples(self.traits[rows], self.densities[rows], self.has_ink[rows])

    def __len__(self) -> int:
        return len(self.traits)

    @staticmethod
    def joined(parts: list[InkSamples]) -> InkSamples:
        """All samples in one table; `parts` must not be empty."""
        return InkSamples(
            np.concatenate([part.traits for part in parts]),
            np.concatenate([part.densities for part in parts]),
            np.concatenate([part.has_ink for part in parts]),
        )


NO_SAMPLES = InkSamples(np.zeros((0, TRAITS)), np.zeros((0, 3)), np.zeros(0, bool))


@dataclass(frozen=True, slots=True)
class PenColours:
    """The two players' pens on this photo.

    `means` (2, t) are their traits, `spread` (t, t) the covariance of one pen's marks, `shares` (2, 3) the shares
    of blue, green and red in their density. `is_learnt` says for each pen whether its legend box was filled in.
    """

    means: Array
    spread: Array
    shares: Array
    is_learnt: tuple[bool, bool]
    is_guess: bool = False
    """Too little says which of the two pens is whose: a legend box is empty and no board is one player's."""

    @property
    def are_alike(self) -> bool:
        """Whether colour cannot tell the two pens."""
        return self.distance < ALIKE

    @property
    def distance(self) -> float:
        """How far the pens lie from each other, in the spread of one pen's marks."""
        gap = self.means[0] - self.means[1]
        return float(np.sqrt(gap @ np.linalg.solve(self.spread, gap)))


def learn_pens(
    legend: tuple[InkSamples, InkSamples], marks: InkSamples, owners: NDArray[np.int64]
) -> PenColours:
    """The players' pens from the signs in their legend boxes (none where a box is empty) and from the boards' marks.

    `owners` (n,) is the player where only one may have drawn a mark, else -1. Where a box is empty, the marks
    are split into two clusters.
    """
    is_learnt = (len(legend[0]) > 0, len(legend[1]) > 0)
    starts: list[Array | None] = [own.traits.mean(0) if len(own) else None for own in legend]
    if not all(is_learnt):
        starts = [*_guessed(marks, owners, starts)]
    means = np.array(starts)
    weights = [LEGEND_WEIGHT * len(own) if len(own) else GUESSED_WEIGHT for own in legend]
    means, spread, share = _settled(marks.traits, owners, means, np.array(weights))
    is_guess = not all(is_learnt) and bool((owners < 0).all())
    return PenColours(means, spread, _shares(legend, marks, share), is_learnt, is_guess)


def _guessed(marks: InkSamples, owners: NDArray[np.int64], starts: list[Array | None]) -> list[Array]:
    """Starting points for pens whose legend box is empty."""
    traits = marks.traits
    if len(traits) < 2:
        there = next((s for s in starts if s is not None), np.zeros(traits.shape[1]))
        return [s if s is not None else there for s in starts]
    for player in (0, 1):
        own = traits[owners == player]
        if starts[player] is None and len(own) >= 3:
            starts[player] = np.median(own, axis=0)
    first, second = starts
    if first is None:
        return _two_clusters(marks) if second is None else [_far(traits, second), second]
    return [first, _far(traits, first) if second is None else second]


def _far(traits: Array, there: Array) -> Array:
    """The middle of the sixth of the marks that is furthest from a pen: the other one's."""
    few = max(1, len(traits) // 6)
    return np.asarray(np.median(traits[np.argsort(((traits - there) ** 2).sum(1))[-few:]], axis=0))


def _two_clusters(marks: InkSamples) -> list[Array]:
    """The middles of two clusters. Nobody said who is who: the redder pen goes first."""
    traits = marks.traits
    off = traits - traits.mean(0)
    way = np.linalg.svd(off, full_matrices=False)[2][0]
    along = off @ way
    near_a = along <= 0
    for _ in range(ROUNDS):
        if near_a.all() or not near_a.any():
            break
        a, b = traits[near_a].mean(0), traits[~near_a].mean(0)
        near_a = ((traits - a) ** 2).sum(1) <= ((traits - b) ** 2).sum(1)
    if near_a.all() or not near_a.any():
        return [traits.mean(0), traits.mean(0)]
    a, b = traits[near_a].mean(0), traits[~near_a].mean(0)
    # Red ink lets red light pass: it has the lowest share of red density.
    red = [_share(marks.densities[some])[2] for some in (near_a, ~near_a)]
    return [a, b] if red[0] <= red[1] else [b, a]


def _settled(
    points: Array, owners: NDArray[np.int64], means: Array, weights: Array
) -> tuple[Array, Array, Array]:
    """Expectation and maximisation for two pens of one common spread, anchored at the legend's traits.

    What is usual for pens is the prior: how the marks of one pen spread, and how far, in which directions, two pens
    lie apart (probabilistic linear discriminants, Prince and Elder 2007). Returns means, spread, and each mark's
    share (n, 2) in the pens.
    """
    usual, apart = nets.pen_spreads()
    anchors, size, spread = means.copy(), means.shape[1], usual
    means = _drawn_together(means, weights, spread, apart)
    share = np.zeros((len(points), 2))
    for _ in range(ROUNDS if len(points) else 0):
        distance = _distances(points, means, spread)
        share = 1 / (1 + np.exp(np.clip(0.5 * (distance - distance[:, ::-1]), -60, 60)))
        for k in (0, 1):
            share[owners == k] = np.eye(2)[k]
        # A mark far from both pens (a smudge, two inks in one place) teaches little.
        weight = share * ((TAIL + size) / (TAIL + distance.min(1)))[:, None]
        total = weight.sum(0) + weights
        means = (weight.T @ points + weights[:, None] * anchors) / total[:, None]
        means = _drawn_together(means, total, spread, apart)
        scatter = SPREAD_WEIGHT * usual
        for k in (0, 1):
            off = points - means[k]
            scatter = scatter + (off * weight[:, k : k + 1]).T @ off
        spread = scatter / (weight.sum() + SPREAD_WEIGHT)
    return means, spread, share


def _drawn_together(means: Array, weights: Array, spread: Array, apart: Array) -> Array:
    """The means, nearer to each other where few marks tell that they differ in a way that pens seldom do."""
    error = spread * (1 / max(weights[0], 1e-3) + 1 / max(weights[1], 1e-3))
    gap = apart @ np.linalg.solve(apart + error, means[0] - means[1])
    share = weights / max(float(weights.sum()), 1e-3)
    middle = share @ means
    return np.stack([middle + share[1] * gap, middle - share[0] * gap])


def _shares(legend: tuple[InkSamples, InkSamples], marks: InkSamples, share: Array) -> Array:
    """Shares (2, 3) of blue, green and red in each pen's density."""
    found = []
    for player in (0, 1):
        own = marks.densities[share[:, player] > 0.5] if len(marks) else np.zeros((0, 3))
        found.append(_share(np.concatenate([own, legend[player].densities])))
    return np.array(found)


def _share(densities: Array) -> Array:
    total = densities.sum(0) if len(densities) else np.ones(3)
    return np.asarray(total / max(float(total.sum()), 1e-3), float)


def _distances(points: Array, means: Array, spread: Array) -> Array:
    """Squared distances (n, 2) of points from both means, in spreads."""
    off = points[:, None, :] - means[None]
    return np.asarray(np.einsum("nki,ij,nkj->nk", off, np.linalg.inv(spread), off))


def leaning(pens: PenColours, samples: InkSamples) -> Array:
    """How far marks lean to player 0's pen: log odds (n,), as if marks did not err together."""
    distance = _distances(samples.traits, pens.means, pens.spread)
    scores = -(TAIL + pens.means.shape[1]) / 2 * np.log1p(distance / TAIL)
    return np.asarray(scores[:, 0] - scores[:, 1])


def legend_agreement(pens: PenColours, legend: tuple[InkSamples, InkSamples]) -> float:
    """How far the signs in the legend's boxes lean to their own pens: the lower of both means, in log odds."""
    means = [
        float(side * leaning(pens, own).mean()) for side, own in zip((1, -1), legend, strict=True) if len(own)
    ]
    return min(means, default=np.inf)


def whose(pens: PenColours, samples: InkSamples) -> Array:
    """The probability (n,) that marks are player 0's; a half where there is no ink to tell."""
    caution = float(np.interp(pens.distance, (NEAR, APART), (MORE_CAUTION, CAUTION)))
    odds = np.clip(leaning(pens, samples) / caution, -60, 60)
    first = 1 / (1 + np.exp(-odds))
    if pens.is_guess:
        first = np.clip(first, 1 - GUESSED, GUESSED)
    return np.where(samples.has_ink, first, 0.5)


def unmix(pens: PenColours, total: Image, tint: Image) -> tuple[Image, Image]:
    """The amounts of each pen's ink at every pixel; both get all of it when the pens look alike.

    `total` and `tint` are rasters of one size. The tint is smeared a little more, since that is how it
    arrives; its shares say which pen, the total says how much.
    """
    gap = pens.shares[1] - pens.shares[0]
    if pens.are_alike or float(gap @ gap) < 1e-6:
        return total, total
    smeared = cv2.GaussianBlur(tint, (0, 0), SMEAR_PX)
    shares = smeared / np.maximum(smeared.sum(-1, keepdims=True), 1e-3)
    # How far from the first pen to the second, along the line between them in the space of shares.
    place = ((shares - pens.shares[0].astype(np.float32)) @ gap.astype(np.float32)) / np.float32(gap @ gap)
    second = np.clip(place * STEEPNESS + (1 - STEEPNESS) / 2, 0, 1).astype(np.float32)
    return np.asarray(total * (1 - second), np.float32), np.asarray(total * second, np.float32)

"""Whose ink is it?"""

from __future__ import annotations

import numpy as np
import pytest

from vision.colours import TRAITS, InkSamples, PenColours, learn_pens, legend_agreement, unmix, whose
from vision.nets import pen_spreads

BLUE, RED = np.array([0.25, 0.6, 0.9]), np.array([0.8, 0.75, 0.15])
"""Densities of blue and of red ink in B, G, R: ink takes the other colours away."""

USUAL = np.linalg.cholesky(pen_spreads()[0])
"""Turns noise of spread 1 into the usual spread of one pen's marks."""

WAY = USUAL @ np.eye(TRAITS)[0]
"""The direction in which the two pens' traits differ here, as long as one spread."""


def samples(rng: np.random.Generator, owners: np.ndarray, *, gap: float = 9.0) -> InkSamples:
    """Marks of two pens whose traits lie `gap` spreads apart."""
    traits = rng.normal(0, 0.9, (len(owners), TRAITS)) @ USUAL.T + owners[:, None] * gap * WAY
    densities = np.stack([BLUE, RED])[owners] * rng.normal(1, 0.12, (len(owners), 1))
    return InkSamples(traits, densities, np.ones(len(owners), bool))


def nobody() -> InkSamples:
    return samples(np.random.default_rng(0), np.zeros(0, int))


def learnt(marks: InkSamples, owners: np.ndarray | None = None) -> PenColours:
    told = np.full(len(marks), -1) if owners is None else owners
    return learn_pens((nobody(), nobody()), marks, told)


@pytest.mark.parametrize("seed", range(5))
def test_two_pens_without_a_legend_are_two_clusters_and_the_redder_one_goes_first(seed: int) -> None:
    rng = np.random.default_rng(seed)
    owners = rng.integers(2, size=60)
    marks = samples(rng, owners)
    pens = learnt(marks)
    first = whose(pens, marks)
    assert ((first < 0.5) == (owners == 0)).all()  # the blue pen comes second
    assert pens.is_guess
    assert first.max() <= 0.9  # nobody said whose it is


def test_legend_signs_say_whose_pen_it_is() -> None:
    rng = np.random.default_rng(1)
    owners = rng.integers(2, size=60)
    marks = samples(rng, owners)
    legend = (samples(rng, np.zeros(3, int)), samples(rng, np.ones(3, int)))
    first = whose(learn_pens(legend, marks, np.full(60, -1)), marks)
    assert ((first > 0.98) == (owners == 0)).mean() > 0.95
    assert ((first > 0.5) == (owners == 0)).all()


def test_one_pen_is_not_made_two() -> None:
    rng = np.random.default_rng(3)
    assert learnt(samples(rng, rng.integers(2, size=60), gap=0.0)).are_alike


def test_a_mark_between_two_pens_is_doubtful() -> None:
    rng = np.random.default_rng(4)
    owners = rng.integers(2, size=60)
    pens = learnt(samples(rng, owners), owners)
    between = InkSamples(4.5 * WAY[None], BLUE[None], np.ones(1, bool))
    assert 0.03 < whose(pens, between)[0] < 0.97


def test_no_ink_is_nobodys() -> None:
    rng = np.random.default_rng(5)
    owners = rng.integers(2, size=20)
    pens = learnt(samples(rng, owners), owners)
    bare = InkSamples(np.zeros((1, TRAITS)), np.zeros((1, 3)), np.zeros(1, bool))
    assert whose(pens, bare)[0] == 0.5


def test_ink_is_split_by_pen() -> None:
    rng = np.random.default_rng(5)
    owners = rng.integers(2, size=60)
    pens = learnt(samples(rng, owners), owners)
    tint = np.zeros((40, 80, 3), np.float32)
    tint[10:30, 10:30], tint[10:30, 50:70] = BLUE, RED
    total = tint.mean(-1)
    blue, red = unmix(pens, total, tint)
    assert blue[12:28, 12:28].mean() > 9 * red[12:28, 12:28].mean()
    assert red[12:28, 52:68].mean() > 9 * blue[12:28, 52:68].mean()
    assert np.allclose(blue + red, total, atol=1e-5)


def test_a_legend_agrees_with_the_pens_it_was_drawn_by_and_with_no_others() -> None:
    """Marks may fall into two kinds for another reason than their pens: the legend's signs then lie on one side."""
    rng = np.random.default_rng(6)
    owners = rng.integers(2, size=60)
    pens = learnt(samples(rng, owners), owners)
    zeros, ones = samples(rng, np.zeros(3, int)), samples(rng, np.ones(3, int))
    assert legend_agreement(pens, (zeros, ones)) > 2
    assert legend_agreement(pens, (zeros, zeros)) < 0
    assert legend_agreement(pens, (nobody(), ones)) > 2

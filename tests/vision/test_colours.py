"""Whose ink is it?"""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.sheets import sheet_of
from vision.colours import PenColours, learn_pens, unmix, whose
from vision.ink import Ink

BLUE, RED = np.array([0.25, 0.6, 0.9]), np.array([0.8, 0.75, 0.15])
"""Densities of blue and of red ink in B, G, R: ink takes the other colours away."""


def blank_page() -> Ink:
    width, height = (round(side * 8) for side in sheet_of("dots").page_mm)
    layer = np.zeros((height, width), np.float32)
    return Ink(
        layer,
        np.zeros((height // 2, width // 2, 3), np.float32),
        layer,
        np.full((9, 9, 3), 255, np.uint8),
        0.005,
    )


def drawn(rng: np.random.Generator, count: int, *, gap: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Marks of two pens, their densities and their owners."""
    owners = rng.integers(2, size=count)
    pens = np.stack([BLUE, BLUE + gap * (RED - BLUE)])
    return pens[owners] * rng.normal(1, 0.12, (count, 1)) + rng.normal(0, 0.008, (count, 3)), owners


def learnt(marks: np.ndarray, owners: np.ndarray | None = None) -> PenColours:
    told = np.full(len(marks), -1) if owners is None else owners
    return learn_pens(blank_page(), sheet_of("dots"), marks, told)


@pytest.mark.parametrize("seed", range(5))
def test_two_pens_without_a_legend_are_two_clusters(seed: int) -> None:
    marks, owners = drawn(np.random.default_rng(seed), 60)
    first = whose(learnt(marks), marks)
    same = ((first > 0.5) == (owners == 0)).mean()
    assert same in (0.0, 1.0)
    assert (np.abs(first - 0.5) > 0.35).mean() > 0.9
    assert learnt(marks).is_guess


def test_one_pen_is_not_made_two() -> None:
    marks, _ = drawn(np.random.default_rng(3), 60, gap=0.0)
    assert learnt(marks).are_alike


def test_a_mark_between_two_pens_is_doubtful() -> None:
    marks, owners = drawn(np.random.default_rng(4), 60)
    between = np.array([0.5 * BLUE + 0.5 * RED])
    assert 0.03 < whose(learnt(marks, owners), between)[0] < 0.97


def test_ink_is_split_by_pen() -> None:
    marks, owners = drawn(np.random.default_rng(5), 60)
    pens = learnt(marks, owners)
    tint = np.zeros((40, 80, 3), np.float32)
    tint[10:30, 10:30], tint[10:30, 50:70] = BLUE, RED
    total = tint.mean(-1)
    blue, red = unmix(pens, total, tint)
    assert blue[12:28, 12:28].mean() > 9 * red[12:28, 12:28].mean()
    assert red[12:28, 52:68].mean() > 9 * blue[12:28, 52:68].mean()
    assert np.allclose(blue + red, total, atol=1e-5)

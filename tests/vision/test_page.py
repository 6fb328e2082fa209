"""What readers are given: patches for telling pens."""

from __future__ import annotations

import numpy as np

from printables.marks import Kind
from vision.page import ink_samples
from vision.patches import PEN_PX, pen_patches, sign_mask, stroke_mask


def disc(colour: tuple[float, float, float], at: tuple[int, int] = (12, 12)) -> tuple[np.ndarray, np.ndarray]:
    """Tint and ink of one dot on bare paper."""
    rows, columns = np.mgrid[:PEN_PX, :PEN_PX]
    inside = (np.hypot(rows - at[0], columns - at[1]) < 3).astype(np.float32)
    return inside[None, ..., None] * np.array(colour, np.float32), inside[None] * np.float32(np.mean(colour))


WHITE = np.full((1, 3), 0.1, np.float32)
"""The density of bright paper."""


def test_ink_beside_the_spot_is_not_the_spots() -> None:
    tint, total = disc((0.9, 0.6, 0.3), at=(2, 2))
    assert not ink_samples(tint, total, sign_mask(Kind.POINT), WHITE).has_ink[0]
    assert ink_samples(tint, total, np.ones((PEN_PX, PEN_PX), np.float32), WHITE).has_ink[0]


def test_a_marks_density_is_its_inks() -> None:
    samples = ink_samples(*disc((0.9, 0.6, 0.3)), sign_mask(Kind.POINT), WHITE)
    assert np.allclose(samples.densities[0], (0.9, 0.6, 0.3), atol=0.02)


def test_traits_tell_red_from_blue_and_little_else() -> None:
    """One pen pressed harder stays one pen; another colour lies further away."""
    red, pale_red, blue = (
        ink_samples(*disc(colour), sign_mask(Kind.POINT), WHITE).traits[0]
        for colour in ((0.9, 0.9, 0.3), (0.72, 0.72, 0.24), (0.3, 0.7, 0.9))
    )
    assert np.linalg.norm(red - blue) > 2 * np.linalg.norm(red - pale_red)


def test_grey_ink_has_no_chroma_channels() -> None:
    patches = pen_patches(*disc((0.5, 0.5, 0.5)), sign_mask(Kind.POINT))
    assert np.allclose(patches[:, :4], 0, atol=1e-6)
    assert patches[:, 4:].max() > 0.4


def test_a_strokes_mask_is_its_middle() -> None:
    mask = stroke_mask()
    assert mask[PEN_PX // 2, PEN_PX // 2] == 1
    assert mask[:, :5].max() == 0
    assert mask[0].max() == 0

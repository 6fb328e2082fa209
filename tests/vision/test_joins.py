"""Strokes between loose points on made-up fields: passing by, crossing, sharing ink, going wrong, drowning in noise."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.doubts import DOUBTFUL
from printables.marks import Symbol
from vision.readers.field import FIELD_PX_PER_MM, Field
from vision.readers.join import SIGNS, seen_in

POINTS = ((20, 20), (90, 25), (55, 25.5), (20, 80), (90, 90), (25, 50), (70, 120), (15, 120))
"""In mm; point 2 lies 3 mm beside the way from 0 to 1."""

INK = 0.35
WIDTH_MM = 0.5


def field_with(*ways: list[tuple[float, float]], noise: float = 0.01, ink: float = INK) -> Field:
    """A field of 110 x 130 mm with polylines of ink on it."""
    rng = np.random.default_rng(5)
    scale = FIELD_PX_PER_MM
    shape = (round(130 * scale), round(110 * scale))
    drawn = np.zeros(shape, np.uint8)
    for way in ways:
        points = np.round(np.array(way) * scale * 16).astype(np.int32)
        cv2.polylines(drawn, [points], False, 255, round(WIDTH_MM * scale), cv2.LINE_AA, 4)
    layer = cv2.GaussianBlur(drawn, (0, 0), 0.7).astype(np.float32) / 255 * ink
    layer += np.abs(rng.normal(0, noise, shape)).astype(np.float32)
    known = np.ones(shape, np.float32)
    spots = np.array(POINTS) * scale
    for x, y in spots:
        cv2.circle(known, (round(x), round(y)), round(1.3 * scale), 0.0, -1)
    return Field(layer, known, np.zeros(shape, bool), spots, noise, (0.0, 0.0))


def bent(one: tuple[float, float], two: tuple[float, float], rise: float) -> list[tuple[float, float]]:
    """A way that bows aside by `rise` mm."""
    a, b = np.array(one, float), np.array(two, float)
    aside = np.array([-(b - a)[1], (b - a)[0]]) / np.hypot(*(b - a))
    return [tuple(a + t * (b - a) + rise * np.sin(np.pi * t) * aside) for t in np.linspace(0, 1, 60)]


def read(field: Field) -> dict[tuple[int, int], tuple[Symbol, float]]:
    """What is read of every pair that is not surely nothing."""
    found: dict[tuple[int, int], Any] = {}
    for one in seen_in(field):
        best = int(np.argmax(one.chances))
        if best or one.chances[0] < DOUBTFUL:
            found[one.pair] = (SIGNS[best], one.chances[best])
    return found


def sure_lines(field: Field) -> set[tuple[int, int]]:
    return {pair for pair, (sign, sure) in read(field).items() if sign is Symbol.LINE and sure >= DOUBTFUL}


def test_bare_paper_is_empty() -> None:
    assert read(field_with()) == {}


@pytest.mark.parametrize("rise", [0.0, 0.8, -1.2])
def test_a_stroke_is_read_though_it_bends_a_little(rise: float) -> None:
    assert sure_lines(field_with(bent(POINTS[3], POINTS[4], rise))) == {(3, 4)}


def test_a_stroke_passes_a_point_without_ending_there() -> None:
    found = read(field_with([POINTS[0], POINTS[1]]))
    assert found[0, 1][0] is Symbol.LINE
    assert all(sign is Symbol.NOTHING for pair, (sign, _) in found.items() if pair != (0, 1))


def test_crossing_strokes_are_both_read() -> None:
    assert sure_lines(field_with([POINTS[0], POINTS[4]], [POINTS[1], POINTS[3]])) == {(0, 4), (1, 3)}


def test_two_strokes_from_one_point_are_both_read() -> None:
    lines = {pair for pair, (sign, _) in read(field_with([POINTS[3], POINTS[4]], [POINTS[3], POINTS[6]])).items()
             if sign is Symbol.LINE}  # fmt: skip
    assert lines == {(3, 4), (3, 6)}


def test_ends_may_miss_by_a_millimetre_and_overshoot_by_two() -> None:
    assert sure_lines(field_with([(21, 81.2), (92, 90.3)])) == {(3, 4)}


def test_a_line_that_ends_nowhere_is_told() -> None:
    found = read(field_with([POINTS[3], (60, 86)]))
    assert found[3, 4][0] is Symbol.ASTRAY
    assert found[3, 4][1] < DOUBTFUL


def test_a_line_that_bends_too_far_is_told() -> None:
    found = read(field_with(bent(POINTS[3], POINTS[6], 6.5)))
    assert found[3, 6][0] is Symbol.CROOKED
    assert found[3, 6][1] < DOUBTFUL


@pytest.mark.parametrize("seed_ink", [0.10, 0.14, 0.2])
def test_faint_ink_in_noise_does_not_vanish(seed_ink: float) -> None:
    """Read or doubtful, but not passed over."""
    assert (3, 4) in read(field_with([POINTS[3], POINTS[4]], noise=0.05, ink=seed_ink))


def test_a_bent_stroke_past_a_point_is_never_two_sure_ones() -> None:
    """From 3 to 4 with a bow that touches point 8 on its way."""
    middle = (55.0, 88.0)
    field = field_with(bent(POINTS[3], POINTS[4], 3.0))
    spots = np.concatenate([field.points, np.array([middle]) * FIELD_PX_PER_MM])
    sure = sure_lines(Field(field.ink, field.known, field.is_printed, spots, field.noise, field.corner_mm))
    assert not {(3, 8), (4, 8)} <= sure

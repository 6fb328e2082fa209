"""Dots anywhere in a field, on made-up fields: alone, joined, passed by, pale; and what is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.doubts import DOUBTFUL
from vision.readers.dots import Candidate, candidates_in
from vision.readers.field import FIELD_PX_PER_MM, MARGIN_MM, Field
from vision.readers.loose import as_agreed

Way = list[tuple[float, float]]

INK = 0.5
PEN_MM = 0.5


def field_with(
    dots: dict[tuple[float, float], float],
    *ways: Way,
    noise: float = 0.01,
    ink: float = INK,
    line_ink: float | None = None,
    points: tuple[tuple[float, float], ...] = (),
) -> Field:
    """A field of 100 x 120 mm with dots (place in mm: size across in mm) and polylines of ink on it."""
    rng = np.random.default_rng(3)
    scale = FIELD_PX_PER_MM
    shape = (round((120 + 2 * MARGIN_MM) * scale), round((100 + 2 * MARGIN_MM) * scale))
    fine = 4
    layers = []
    for is_dot in (True, False):
        drawn = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
        for (x, y), size in dots.items() if is_dot else ():
            centre = (round((x + MARGIN_MM) * scale * fine), round((y + MARGIN_MM) * scale * fine))
            cv2.circle(drawn, centre, round(size / 2 * scale * fine), 255, -1, cv2.LINE_AA)
        for way in () if is_dot else ways:
            px = np.round((np.array(way) + MARGIN_MM) * scale * fine).astype(np.int32)
            cv2.polylines(drawn, [px], False, 255, round(PEN_MM * scale * fine), cv2.LINE_AA)
        layers.append(cv2.resize(drawn, (shape[1], shape[0]), interpolation=cv2.INTER_AREA))
    strength = (ink, line_ink or ink)
    layer = np.maximum(*(part.astype(np.float32) / 255 * one for part, one in zip(layers, strength)))
    layer = cv2.GaussianBlur(layer, (0, 0), 0.7) + np.abs(rng.normal(0, noise, shape)).astype(np.float32)
    spots = np.array([((x + MARGIN_MM) * scale, (y + MARGIN_MM) * scale) for x, y in points]).reshape(-1, 2)
    return Field(layer, np.ones(shape, np.float32), np.zeros(shape, bool), spots, noise, (0.0, 0.0))


def places(found: list[Candidate], least: float) -> list[tuple[float, float]]:
    """Where dots at least so likely lie, in mm."""
    mm = [np.array(dot.place) / FIELD_PX_PER_MM - MARGIN_MM for dot in found if dot.likely >= least]
    return sorted((float(x), float(y)) for x, y in mm)


DOTS = {(20.0, 20.0): 2.0, (70.0, 30.0): 1.6, (40.0, 90.0): 2.4, (85.0, 100.0): 1.8, (15.0, 60.0): 3.0}


def assert_found(field: Field, dots: dict[tuple[float, float], float]) -> None:
    """All dots, each surely and where it is, and nothing else that would be taken for one."""
    found = candidates_in(field)
    sure = places(found, DOUBTFUL)
    assert len(sure) == len(dots) == len(places(found, 0.5))
    for (x, y), (a, b) in zip(sure, sorted(dots), strict=True):
        assert np.hypot(x - a, y - b) < 0.6


def test_dots_by_themselves() -> None:
    assert_found(field_with(DOTS), DOTS)


def test_dots_with_segments_between_them() -> None:
    ways: tuple[Way, ...] = ([(20, 20), (70, 30)], [(40, 90), (85, 100)])
    assert_found(field_with(DOTS, *ways), DOTS)


def test_a_dark_segment_that_passes_close_by() -> None:
    """2.5 mm beside the middle of a dot of 2.4 mm."""
    assert_found(field_with(DOTS, [(20, 92.5), (85, 92.5)], line_ink=1.0), DOTS)


@pytest.mark.parametrize("ink", [0.15, 0.3, 1.1])
def test_pale_and_dark_pens(ink: float) -> None:
    assert_found(field_with(DOTS, [(20, 20), (70, 30)], ink=ink), DOTS)


@pytest.mark.parametrize(
    "ways",
    [
        ([(10, 10), (80, 90)], [(80, 15), (12, 80)]),
        ([(10, 10), (80, 90)], [(10, 20), (82, 80)]),
        ([(10, 60), (50, 60)],),
        ([(10, 60), (50, 60), (55, 90)],),
    ],
    ids=["crossing", "crossing at an acute angle", "ends", "corner"],
)
def test_strokes_without_dots_have_none(ways: tuple[Way, ...]) -> None:
    """Ends, corners and crossings may be asked about; none is taken for a dot in silence."""
    assert places(candidates_in(field_with({}, *ways)), DOUBTFUL) == []


def test_an_empty_field_has_no_dots() -> None:
    assert places(candidates_in(field_with({}, noise=0.02)), 0.02) == []


def test_printed_points_are_none() -> None:
    """What is drawn on a printed point is the end of a stroke; a dot elsewhere was added."""
    field = field_with({(20.0, 20.0): 2.0, (60.0, 60.0): 2.0}, points=((20.0, 20.0), (80.0, 80.0)))
    assert [(round(x), round(y)) for x, y in places(candidates_in(field), 0.5)] == [(60, 60)]


def test_a_missing_dot_is_asked_about_where_it_most_likely_is() -> None:
    """Of three agreed dots two are seen: the third may be at the likeliest other place, never surely."""
    seen = [0.99, 0.98, 0.04, 0.002, 0.0001]
    assert as_agreed(seen, 2) == seen == as_agreed(seen, 0)
    raised = as_agreed(seen, 3)
    assert raised[:2] == seen[:2]
    assert raised[2] == pytest.approx(0.75 * 0.04 / 0.0621, rel=0.01) and raised[4] == seen[4]
    assert as_agreed([0.99, 0.0005, 0.0005], 3)[1] < 0.1

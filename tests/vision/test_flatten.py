"""The page's map against the truth of pretend photos."""

from __future__ import annotations

import numpy as np
import pytest

from samples.levels import Level
from tests.vision.sheets import GAMES, photo_of, sheet_of
from vision import flatten
from vision.flatten import KNOT_MM, PX_PER_MM, Spline, fit_page, flat_picture
from vision.locate import locate
from vision.photo import decode_photo


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [8, 9])
def test_a_bent_page_is_mapped(game: str, seed: int) -> None:
    """On 5 mm squares a node must not be mistaken: 99 % within a tenth of a step."""
    shot = photo_of(game, Level.NORMAL, seed)
    sheet = sheet_of(game)
    photo = decode_photo(shot.data)
    page = fit_page(photo.picture, locate(photo)[0], sheet)
    points = np.array(
        [
            board.node_mm((x, y))
            for board in sheet.boards
            for x in range(board.columns)
            for y in range(board.rows)
        ]
    )
    scale = page.px_per_mm((sheet.page_mm[0] / 2, sheet.page_mm[1] / 2))
    off = np.hypot(*(page.to_px(points) - shot.to_px(points)).T) / scale
    assert np.percentile(off, 99) < 0.5
    assert np.median(off) < 0.12
    assert page.residual_mm < 0.1
    flat = flat_picture(photo.picture, page)
    assert flat.shape[:2] == (round(sheet.page_mm[1] * PX_PER_MM), round(sheet.page_mm[0] * PX_PER_MM))


def test_a_spline_of_equal_coefficients_is_a_shift() -> None:
    spline = Spline(np.full((9, 12, 2), 1.5))
    points = np.array([(3.0, 4.0), (5 * KNOT_MM, 3 * KNOT_MM)])
    assert np.allclose(spline.at(points), 1.5)


@pytest.mark.parametrize("shape", [(17, 22), (22, 17), (6, 6)])
def test_the_banded_solution_is_the_solution(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(sum(shape))
    size = 2 * shape[0] * shape[1]
    normal = 0.03 * flatten._bending(shape) + np.diag(rng.uniform(0.1, 1.0, size))
    right = rng.normal(size=size)
    assert np.allclose(flatten._banded_solution(normal, right, shape), np.linalg.solve(normal, right))


def test_samples_added_up_by_cell_make_the_same_normal_matrix() -> None:
    rng = np.random.default_rng(3)
    shape, count = (9, 8), 72
    points = rng.uniform(0, [5 * KNOT_MM, 6 * KNOT_MM], (60, 2))
    index, weight = flatten._basis(points, shape)
    knots, values = np.concatenate([index, index + count], 1), np.concatenate([weight, 2 * weight], 1)
    factors = rng.uniform(0, 1, 60)
    design = np.zeros((60, 2 * count))
    np.put_along_axis(design, knots, values, axis=1)
    expected = design.T @ (design * factors[:, None])
    assert np.allclose(flatten._squared(knots, values, factors, flatten._by_cell(index), 2 * count), expected)

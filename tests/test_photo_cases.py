"""Cases for photos made elsewhere: written and read back, and their truth."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

import photo_cases


@pytest.mark.parametrize("game", ["dots", "sea_battle", "tic_tac_toe"])
def test_a_case_is_read_back_as_it_was_written(game: str, tmp_path: Path) -> None:
    case = photo_cases.lawful_case(game, "hard", 12)
    photo_cases.write_case(case, tmp_path)
    assert (tmp_path / f"{case.name}.pdf").stat().st_size > 5000
    again = photo_cases.read_case(tmp_path / f"{case.name}{photo_cases.CASE}")
    assert again == case
    assert list(photo_cases.photographed(tmp_path)) == []  # nobody has taken its photo yet


def test_the_true_map_goes_through_its_points(tmp_path: Path) -> None:
    mm = [(x, y) for x in range(0, 60, 12) for y in range(0, 60, 12)]
    px = [(3 * x + 0.01 * y * y + 100.5, 3 * y + 20.5) for x, y in mm]
    (tmp_path / "a.json").write_text(json.dumps({"points": {"grid": {"mm": mm, "px": px}}}))
    to_px = photo_cases.true_map(tmp_path / "a.jpg")
    assert np.allclose(to_px(np.array(mm, float)), np.array(px) - 0.5)
    assert np.allclose(to_px(np.array([[5.0, 7.0]])), [[115.49, 41.0]], atol=0.02)

"""Hand-drawn boards on real photos, where they were fetched: `scripts/get_real_photos CLONES_DIR`."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PHOTOS = ROOT / ".photos"
LEAST_RIGHT = 0.93
"""Share of the listed boards that must be wholly right (96.9 % when this was written)."""

LISTED: list[dict[str, Any]] = json.loads((ROOT / "samples" / "real_photos.json").read_text("utf-8"))[
    "photos"
]


def _score() -> Any:
    spec = importlib.util.spec_from_file_location(
        "real_photos_score", ROOT / "scripts" / "real_photos_score.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # dataclasses look their module up while it is being run
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_list_names_68_photos_and_96_boards() -> None:
    assert len(LISTED) == 68
    assert sum(len(photo["truth"].get("boards", [])) for photo in LISTED) == 96


def test_real_boards_are_read_and_no_error_is_silent() -> None:
    score = _score()
    paths = [(photo, PHOTOS / (photo["id"] + Path(photo["path"]).suffix)) for photo in LISTED]
    there = [(photo, path) for photo, path in paths if path.is_file()]
    if not there:
        pytest.skip("no real photos here: run scripts/get_real_photos CLONES_DIR")
    total: dict[str, int] = {}
    for photo, path in there:
        for name, count in score.count_photo(photo, path, None, False).counts.items():
            total[name] = total.get(name, 0) + count
    assert total["right"] >= LEAST_RIGHT * total["boards"]
    assert total.get("silent", 0) == 0
    assert total.get("false", 0) == 0

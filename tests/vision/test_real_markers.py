"""Marker sheets among the real photos: every marker that a person can see is found by the program's passes.

The photos are of other programs' sheets, so the search is given their dictionary; see scripts/get_real_photos.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import tags
from vision.photo import load_photo

ROOT = Path(__file__).resolve().parents[2]
LISTED = json.loads((ROOT / "samples" / "real_photos.json").read_text(encoding="utf-8"))["photos"]
MARKED = [photo for photo in LISTED if "markers" in photo["truth"]]


@pytest.mark.parametrize("photo", MARKED, ids=lambda photo: photo["id"])
def test_every_marker_is_found(photo: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / ".photos" / (str(photo["id"]) + Path(str(photo["path"])).suffix)
    if not path.is_file():
        pytest.skip("the real photos are not here; run scripts/get_real_photos")
    markers = photo["truth"]["markers"]  # type: ignore[index]
    own = tags._detector
    theirs = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, markers["dictionary"]))
    monkeypatch.setattr(
        tags,
        "_detector",
        lambda **how: cv2.aruco.ArucoDetector(theirs, own(**how).getDetectorParameters()),
    )
    grey = np.asarray(cv2.cvtColor(load_photo(path).picture, cv2.COLOR_BGR2GRAY), np.uint8)
    seen, _ = tags.find_tags(grey, enough=3)
    assert {tag.id for tag in seen} == set(markers["ids"])

"""Pictures without any game must give no position: `python scripts/refused_pictures.py [--seed 1]`.

Photographs, textures and pages of text from scikit-image, in two sizes and turned by random angles, and empty
squared paper from the pretend camera. Prints what was read from each, which should be nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np
import skimage.data

from companion.found import Wanted
from companion.reading import read_photo
from samples.levels import Level
from samples.notebook import SquaredPage, notebook_photo
from vision.photo import LEAST_SIDE_PX, Photo, Picture, decode_photo, use_one_core

NAMES = [
    "astronaut",
    "brick",
    "camera",
    "cat",
    "checkerboard",
    "chelsea",
    "clock",
    "coffee",
    "coins",
    "colorwheel",
    "grass",
    "gravel",
    "horse",
    "hubble_deep_field",
    "immunohistochemistry",
    "logo",
    "moon",
    "page",
    "text",
    "rocket",
    "microaneurysms",
    "retina",
]
ZOOMS = (1.0, 2.5)
TURNS = 4
EMPTY_PAGES = 24


def pictures(seed: int) -> Iterator[tuple[str, Picture]]:
    """Names and pictures, the same for the same seed."""
    rng = np.random.default_rng(seed)
    for name in NAMES:
        picture = _colour(np.asarray(getattr(skimage.data, name)()))
        for zoom in ZOOMS:
            wide = np.asarray(cv2.resize(picture, None, fx=zoom, fy=zoom), np.uint8)
            height, width = wide.shape[:2]
            if min(height, width) < LEAST_SIDE_PX:
                continue
            for turn in range(TURNS):
                angle = float(rng.uniform(-45, 45)) if turn else 0.0
                way = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
                turned = cv2.warpAffine(wide, way, (width, height), borderMode=cv2.BORDER_REFLECT)
                yield f"{name} x{zoom} {angle:.0f}", np.asarray(turned, np.uint8)
    for number in range(EMPTY_PAGES):
        page = SquaredPage.random(np.random.default_rng([seed, number]))
        level = (Level.NORMAL, Level.HARD)[number % 2]
        yield (
            f"empty page {number}",
            decode_photo(notebook_photo(page, (), (), level=level, seed=number).data).picture,
        )


def _colour(picture: Any) -> Picture:
    """A BGR picture of 8 bits."""
    if picture.dtype == bool:
        picture = picture.astype(np.uint8) * 255
    if picture.ndim == 2:
        picture = np.dstack([picture] * 3)
    return np.ascontiguousarray(picture[..., 2::-1], np.uint8)


def main() -> None:
    """Read them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    use_one_core()
    count, taken, seconds = 0, 0, []
    for name, picture in pictures(arguments.seed):
        start = time.process_time()
        report = read_photo(Photo(picture), Wanted())
        seconds.append(time.process_time() - start)
        count += 1
        if report.found:
            taken += 1
            print(
                f"{name}: {[(found.report.game.name, str(found.report.position)) for found in report.found]}"
            )
    print(
        f"{count} pictures, {taken} taken for a game; "
        f"seconds: median {np.median(seconds):.2f}, longest {max(seconds):.2f}"
    )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes the pictures of docs/explanation/how-a-photo-is-read.md: every stage of one photo, as the program sees it.

    python scripts/show_stages.py [--out docs/explanation/stages] [--seed 3000013]

The photo is a pretend one of a sea-battle sheet at level *normal*; the same seed gives the same pictures.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import cv2
import numpy as np
from numpy.typing import NDArray

from companion import catalog, picture, press
from companion.found import Wanted
from companion.reading import read_photo
from companion.trial import random_position
from printables.layout import Sheet
from samples.levels import Level
from samples.pretend import pretend_photo
from vision.annotate import Frame, Layer, Ring, Role, annotate
from vision.flatten import PX_PER_MM, PageMap, fit_page, flat_picture
from vision.ink import separate_ink
from vision.locate import Sighting, locate
from vision.photo import Photo, Picture, decode_photo
from vision.quality import outlines_of

GAME = "sea_battle"
WIDTH_PX = 760
"""Of the pictures on the page."""

QUALITY = 72
"""JPEG; eight pictures stay under 600 kB together."""


def take_photo(seed: int) -> tuple[Photo, Sheet]:
    """A random position on a sheet, photographed."""
    game = catalog.find_game(GAME)
    sheet = press.make_sheet(game, game.options(), lang="en", serial=7)
    marks = game.ink(random_position(game, game.options(), Random(seed)))
    shot = pretend_photo(sheet, marks, level=Level.NORMAL, seed=seed, long_px=2400)
    return decode_photo(shot.data), sheet


def tags_seen(photo: Photo, sighting: Sighting) -> Picture:
    """The tags that were found, and where the flat page would be."""
    frames = tuple(
        Frame(outline.corners_px, Role.HINT if outline.is_good else Role.PROBLEM, is_bold=True)
        for outline in outlines_of(sighting)
    )
    return annotate(photo.picture, [Layer(frames, lambda points: points)])


def lattice(photo: Photo, page: PageMap, sheet: Sheet) -> Picture:
    """Every spot of the boards where the page's map puts it."""
    rings = tuple(
        Ring(board.node_mm((x, y)), 0.9, Role.DOUBT, is_bold=True)
        for board in sheet.boards
        for x in range(board.columns + 1)
        for y in range(board.rows + 1)
    )
    return annotate(photo.picture, [Layer(rings, page.to_px)])


def bend(page: PageMap) -> Picture:
    """How far the paper is from flat: the spline's displacement, warm where it is large."""
    step = 1.0
    x, y = (np.arange(0, side, step) for side in page.page_mm)
    places = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    away = np.hypot(*page.spline.at(places).T).reshape(len(y), len(x))
    shown = cv2.applyColorMap(
        np.clip(away / max(away.max(), 1e-6) * 255, 0, 255).astype(np.uint8), cv2.COLORMAP_VIRIDIS
    )
    large = cv2.resize(shown, None, fx=6, fy=6, interpolation=cv2.INTER_LINEAR)
    text = f"largest: {away.max():.1f} mm"
    cv2.putText(large, text, (20, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (255, 255, 255), 3, cv2.LINE_AA)
    return np.asarray(large, np.uint8)


def as_grey(density: NDArray[np.float32]) -> Picture:
    """Optical density as a picture: white is none, black is 1."""
    grey = np.clip(255 * (1 - density), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def stages(seed: int) -> dict[str, Picture]:
    """The picture of every stage, by the name of its file."""
    photo, sheet = take_photo(seed)
    (sighting,) = locate(photo)
    page = fit_page(photo.picture, sighting, sheet)
    flat = flat_picture(photo.picture, page)
    ink = separate_ink(flat, sheet)
    report = read_photo(photo, Wanted())
    assert report.error is None, report.error
    return {
        "1-photo": photo.picture,
        "2-located": tags_seen(photo, sighting),
        "3-bend": bend(page),
        "4-lattice": lattice(photo, page, sheet),
        "5-flat": flat,
        "6-print": as_grey(ink.print),
        "7-ink": as_grey(ink.total),
        "8-marks": picture.draw(report, None),
    }


def main() -> int:
    """Writes the pictures and says how large they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "explanation" / "stages")
    parser.add_argument("--seed", type=int, default=3_000_013)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    total = 0
    for name, shown in stages(given.seed).items():
        factor = WIDTH_PX / shown.shape[1]
        small = cv2.resize(shown, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        (given.out / f"{name}.jpg").write_bytes(data)
        total += len(data)
    print(f"{given.out}: {total / 1000:.0f} kB, {PX_PER_MM:g} px a mm on the flat page")
    return 0


if __name__ == "__main__":
    sys.exit(main())

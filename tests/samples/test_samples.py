"""The sample photos and the program that makes pretend ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import samples
from companion import catalog
from companion.doubts import DOUBTFUL
from companion.found import Wanted
from companion.reading import read_file
from companion.same_places import as_drawn
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.vision.sheets import marks_of, sheet_of

FOLDER = Path(samples.__file__).parent
PHOTOS = sorted(FOLDER.glob("*/*.jpg"))


def test_there_are_a_dozen_and_they_are_small() -> None:
    """A dozen stay under 5 MB, and so in proportion."""
    assert len(PHOTOS) >= 12
    assert sum(photo.stat().st_size for photo in PHOTOS) < 5_000_000 / 12 * len(PHOTOS)


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: f"{photo.parent.name}/{photo.stem}")
def test_a_sample_is_read_as_expected(photo: Path) -> None:
    """Every position is the expected one, or differs only where a mark is shown as doubtful."""
    report = read_file(photo, Wanted())
    assert report.error is None, report.error
    game = catalog.find_game(photo.parent.name)
    expected = photo.with_suffix(".txt").read_text(encoding="utf-8").split("\n")[:-1]
    assert len(report.found) == len(expected)
    for found, text in zip(report.found, expected, strict=True):
        options = found.report.options
        drawn = game.ink(game.parse(text, options))
        wanted = {_key(mark) for mark in drawn}
        doubtful = {mark.at for mark in as_drawn(drawn, found.marks) if mark.confidence < DOUBTFUL}
        read = {_key(mark) for mark in as_drawn(drawn, game.ink(found.report.position))}
        silent = [key for key in wanted ^ read if key[0] not in doubtful]
        assert not silent, silent


def _key(mark: object) -> tuple[object, ...]:
    return (mark.at, mark.symbol, mark.player)  # type: ignore[attr-defined]


def test_the_same_seed_gives_the_same_photo() -> None:
    shots = [
        pretend_photo(
            sheet_of("tic_tac_toe"), marks_of("tic_tac_toe", 1), level=Level.HARD, seed=4, long_px=1600
        )
        for _ in range(2)
    ]
    assert shots[0].data == shots[1].data


@pytest.mark.parametrize("level", list(Level))
def test_a_pretend_photo_knows_where_things_are(level: Level) -> None:
    """A printed tag is black where the truth says it is."""
    from vision.photo import decode_photo

    sheet = sheet_of("dots")
    shot = pretend_photo(sheet, (), level=level, seed=11, long_px=2000)
    picture = decode_photo(shot.data).picture
    height, width = picture.shape[:2]
    assert (width, height) == shot.size_px
    dark = bright = 0.0
    for tag in sheet.tags:
        (left, top), _, (right, bottom), _ = tag.corners_mm
        edge = np.array([(left + 0.75, (top + bottom) / 2), (right - 0.75, (top + bottom) / 2)])
        beside = np.array([(left - 0.9, (top + bottom) / 2), (right + 0.9, (top + bottom) / 2)])
        dark += _mean(picture, shot.to_px(edge))
        bright += _mean(picture, shot.to_px(beside))
    assert dark < 0.7 * bright


def _mean(picture: np.ndarray, px: np.ndarray) -> float:
    height, width = picture.shape[:2]
    inside = [(int(x), int(y)) for x, y in np.round(px) if 0 <= x < width and 0 <= y < height]
    return float(np.mean([picture[y, x].mean() for x, y in inside])) if inside else 0.0

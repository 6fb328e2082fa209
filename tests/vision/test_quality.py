"""Distance, sharpness and glare are judged before reading is tried; refusals show what they speak of."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion import picture
from companion.found import Wanted
from companion.reading import read_photo
from samples.levels import Level
from tests.vision.sheets import GAMES, photo_of, sheet_of
from vision.errors import PhotoBlurred, PhotoGlaring, PhotoTooFar
from vision.locate import Sighting, locate
from vision.photo import Photo, Picture, decode_photo
from vision.quality import MOST_BLUR_MM, Quality, blur_of, check_quality, outlines_of

GAME = "sea_battle"


def caught(level: Level = Level.EASY) -> tuple[Picture, Sighting]:
    shown = decode_photo(photo_of(GAME, level).data).picture.copy()
    return shown, locate(Photo(shown))[0]


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL, Level.HARD])
def test_usual_photos_pass(level: Level) -> None:
    quality = check_quality(*caught(level), sheet_of(GAME))
    assert quality.px_per_mm > 2
    assert quality.blur_mm < MOST_BLUR_MM - 0.15
    assert quality.glare < 0.1


def test_blur_is_measured_in_millimetres() -> None:
    shown, sighting = caught()
    scale = float(np.hypot(*np.diff(sighting.to_px(np.array([[100.0, 100.0], [101.0, 100.0]])), axis=0)[0]))
    sharp = blur_of(shown, sighting)
    wanted = 0.5
    blurred = np.asarray(cv2.GaussianBlur(shown, (0, 0), wanted * scale), np.uint8)
    assert blur_of(blurred, sighting) == pytest.approx(np.hypot(wanted, sharp), rel=0.25)


def test_a_blurred_photo_is_refused() -> None:
    shown, sighting = caught()
    with pytest.raises(PhotoBlurred) as error:
        check_quality(np.asarray(cv2.GaussianBlur(shown, (0, 0), 14), np.uint8), sighting, sheet_of(GAME))
    assert "focus" in error.value.en and "резкость" in error.value.ru


def test_a_shaken_photo_is_blurred_though_sharp_one_way() -> None:
    shown, sighting = caught()
    shaken = np.asarray(cv2.blur(shown, (31, 1)), np.uint8)
    with pytest.raises(PhotoBlurred):
        check_quality(shaken, sighting, sheet_of(GAME))


def test_a_sheet_far_away_is_refused() -> None:
    shown, sighting = caught()
    far = np.diag([0.12, 0.12, 1.0])
    with pytest.raises(PhotoTooFar, match="come closer"):
        check_quality(
            shown,
            replace(sighting, homography=far @ sighting.homography, tags_px=sighting.tags_px * 0.12),
            sheet_of(GAME),
        )


def test_glare_on_a_field_is_refused_and_shown() -> None:
    shown, sighting = caught()
    left, top, right, bottom = sheet_of(GAME).boards[0].box_mm
    middle = sighting.to_px(np.array([[(left + right) / 2, (top + bottom) / 2]]))[0]
    reach = sighting.to_px(np.array([[left, (top + bottom) / 2]]))[0]
    cv2.circle(shown, tuple(map(round, middle)), int(np.hypot(*(reach - middle)) * 0.8), (255, 255, 255), -1)
    with pytest.raises(PhotoGlaring) as error:
        check_quality(shown, sighting, sheet_of(GAME))
    (patch,) = (outline for outline in error.value.outlines if len(outline.corners_px) > 8)
    assert np.hypot(*(np.mean(patch.corners_px, axis=0) - middle)) < 60


def test_quality_is_a_value() -> None:
    assert Quality(3.0, 0.2, 0.0) == Quality(3.0, 0.2, 0.0)


# --- what is drawn ------------------------------------------------------------------------------------


def red_pixels(shown: Picture) -> int:
    return int(((shown[..., 2] > 180) & (shown[..., 1] < 80) & (shown[..., 0] < 80)).sum())


def test_missing_tags_are_shown_where_they_should_be() -> None:
    shown, sighting = caught()
    gone = replace(sighting, tags=sighting.tags[2:], tags_px=sighting.tags_px[2:])
    _page, *tags = outlines_of(gone)
    assert sum(not outline.is_good for outline in tags) == 2
    for outline in tags:
        if not outline.is_good:
            near = np.hypot(*(sighting.tags_px[:2].mean(1) - np.mean(outline.corners_px, axis=0)).T)
            assert near.min() < 15
    del shown


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_photo_shows_what_is_cut_off(game: str) -> None:
    shot = photo_of(game)
    whole = decode_photo(shot.data).picture
    tall = whole.shape[0] > whole.shape[1]
    cut = whole[: int(whole.shape[0] * 0.5)] if tall else whole[:, : int(whole.shape[1] * 0.5)]
    report = read_photo(Photo(np.ascontiguousarray(cut)), Wanted())
    assert report.error_code == "FIELD_CROPPED"
    assert any(not outline.is_good for outline in report.outlines)
    for lang in ("en", "ru"):
        assert red_pixels(picture.draw(report, lang)) > red_pixels(np.ascontiguousarray(cut)) + 200


@pytest.mark.parametrize(
    ("spoil", "english", "russian"),
    [
        (lambda shown: (shown * 0.12).astype(np.uint8), "dark", "тёмный"),
        (lambda shown: cv2.GaussianBlur(shown, (0, 0), 30), "blurred", "нерезкий"),
        (lambda shown: np.full_like(shown, 210), "show the whole sheet", "снимите весь лист"),
    ],
)
def test_what_is_to_blame_when_nothing_is_seen(spoil: object, english: str, russian: str) -> None:
    shown = decode_photo(photo_of(GAME).data).picture
    if english == "dark":  # even a dark photo would be read, so its tags are taken away
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), 12), np.uint8)
    report = read_photo(Photo(np.asarray(spoil(shown), np.uint8)), Wanted())  # type: ignore[operator]
    assert report.error_code == "MARKERS_MISSING"
    assert report.error is not None
    assert english in report.error("en") and russian in report.error("ru")

"""Tags and codes in photos."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from printables.fiducials import tags
from printables.paper import A4, LETTER, Orientation, Page
from samples.camera import PretendPhoto
from samples.levels import Level
from tests.vision.sheets import GAMES, photo_of, sheet_of
from vision.errors import SheetNotFound
from vision.locate import Sighting, locate
from vision.photo import Photo, decode_photo
from vision.poses import group_tags, poses
from vision.sheet_codes import strip_on
from vision.tags import find_tags


def test_own_tags_are_the_dictionary_s() -> None:
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    from printables.fiducials import tag_rows

    for number in range(16):
        image = cv2.aruco.generateImageMarker(whole, number, 8)
        assert tag_rows(number) == tuple("".join("." if v else "#" for v in row) for row in image)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_is_found_and_named(game: str, paper: str) -> None:
    shot = photo_of(game, Level.NORMAL, 8, paper)
    (sighting,) = locate(decode_photo(shot.data))
    sheet = sheet_of(game, paper)
    assert sighting.page.paper.name == paper
    assert (sighting.page.width_mm, sighting.page.height_mm) == sheet.page_mm
    assert sighting.code is not None and sighting.code.game == game
    assert sighting.identity is not None and sighting.identity.serial == 77
    corners = np.array([corner for tag in sighting.tags for corner in tag.corners_mm])
    off = np.hypot(*(sighting.tags_px.reshape(-1, 2) - shot.to_px(corners)).T)
    assert np.median(off) < 1.0


@pytest.mark.parametrize("kept", list(itertools.combinations(range(8), 2))[::3])
def test_any_two_tags_suffice(kept: tuple[int, int]) -> None:
    shot = photo_of("dots")
    picture = decode_photo(shot.data).picture.copy()
    for tag in tags(Page(A4, Orientation.LANDSCAPE)):
        if tag.id not in kept:
            around = np.array(tag.corners_mm) + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
            cv2.fillConvexPoly(picture, shot.to_px(around).astype(np.int32), (200, 205, 210))
    (sighting,) = locate(Photo(picture))
    assert {tag.id for tag in sighting.tags} == set(kept)
    assert sighting.code is not None


def test_nothing_to_find() -> None:
    with pytest.raises(SheetNotFound) as caught:
        locate(Photo(np.full((900, 1200, 3), 210, np.uint8)))
    assert caught.value.tags_seen == 0


def test_tags_of_other_programs_are_not_ours() -> None:
    other = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    page = np.full((1200, 900, 3), 235, np.uint8)
    for number, (x, y) in enumerate([(60, 60), (700, 60), (60, 1000), (700, 1000)]):
        page[y : y + 120, x : x + 120] = cv2.aruco.generateImageMarker(other, number, 120)[..., None]
    with pytest.raises(SheetNotFound):
        locate(Photo(page))


def test_papers_have_their_own_ids() -> None:
    ids = [{tag.id for tag in tags(Page(paper, Orientation.PORTRAIT))} for paper in (A4, LETTER)]
    assert ids[0].isdisjoint(ids[1])


# --- hard cases ---------------------------------------------------------------------------------------


def truth_of(shot: PretendPhoto, game: str) -> dict[int, np.ndarray]:
    return {tag.id: shot.to_px(np.array(tag.corners_mm)) for tag in sheet_of(game).tags}


def assert_in_place(sighting: Sighting, truth: dict[int, np.ndarray]) -> None:
    for tag, corners in zip(sighting.tags, sighting.tags_px, strict=True):
        side = np.hypot(*(corners[1] - corners[0]))
        assert np.hypot(*(corners - truth[tag.id]).T).max() < 0.2 * side


@pytest.mark.parametrize("covered", [(0, 1, 2), (0, 3, 5), (1, 4, 6)])
def test_three_covered_tags_leave_five(covered: tuple[int, ...]) -> None:
    shot = photo_of("sea_battle", Level.HARD, 13)
    picture = decode_photo(shot.data).picture.copy()
    truth = truth_of(shot, "sea_battle")
    for number in covered:
        middle = truth[number].mean(0)
        cv2.fillConvexPoly(
            picture, (middle + 1.5 * (truth[number] - middle)).astype(np.int32), (90, 110, 150)
        )
    (sighting,) = locate(Photo(picture))
    assert {tag.id for tag in sighting.tags} == set(range(8)) - set(covered)
    assert_in_place(sighting, truth)


def test_a_dark_grainy_photo_is_found() -> None:
    shot = photo_of("sea_battle", Level.NORMAL, 8)
    bright = decode_photo(shot.data).picture
    grain = np.random.default_rng(0).normal(0, 6, bright.shape)
    dark = np.clip(bright * 0.22 + grain, 0, 255).astype(np.uint8)
    (sighting,) = locate(Photo(dark))
    assert len(sighting.tags) == 8 and sighting.code is not None
    assert_in_place(sighting, truth_of(shot, "sea_battle"))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_any_way_up(turns: int) -> None:
    shot = photo_of("sea_battle")
    (sighting,) = locate(Photo(np.ascontiguousarray(np.rot90(decode_photo(shot.data).picture, turns))))
    assert len(sighting.tags) == 8
    assert sighting.code is not None and sighting.identity is not None


@pytest.mark.parametrize("seed", [31, 33, 34, 35])
def test_extreme_photos_are_found(seed: int) -> None:
    game = GAMES[seed % 3]
    shot = photo_of(game, Level.EXTREME, seed)
    (sighting,) = locate(decode_photo(shot.data))
    assert len(sighting.tags) >= 3
    assert_in_place(sighting, truth_of(shot, game))


def test_white_stripes_of_a_poor_print_are_closed() -> None:
    """Nozzles that fail leave white lines through tags, QR code and strip, as wide as the QR code's modules."""
    shot = photo_of("sea_battle")
    picture = decode_photo(shot.data).picture.copy()
    scale = float(np.hypot(*np.diff(shot.to_px(np.array([[100.0, 100.0], [110.0, 100.0]])), axis=0)[0])) / 10
    for y in np.arange(20.0, 200.0, 5.0):
        ends = shot.to_px(np.array([[5.0, y], [290.0, y]])).astype(int)
        cv2.line(picture, ends[0].tolist(), ends[1].tolist(), (215, 215, 215), max(1, round(0.7 * scale)))
    (sighting,) = locate(Photo(picture))
    assert len(sighting.tags) >= 6
    assert sighting.code is not None or sighting.identity is not None
    assert_in_place(sighting, truth_of(shot, "sea_battle"))


def test_a_tilt_of_fifty_degrees() -> None:
    """An easy photo seen from the side: shortened by cos 50 one way, the far edge smaller than the near one."""
    shot = photo_of("dots")
    picture = decode_photo(shot.data).picture
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    low = height * np.cos(np.radians(50))
    seen = np.array([[0.2 * width, 0], [0.8 * width, 0], [width, low], [0, low]], np.float32)
    tilt = cv2.getPerspectiveTransform(corners, seen)
    tilted = cv2.warpPerspective(picture, tilt, (width, round(low)))
    (sighting,) = locate(Photo(np.asarray(tilted, np.uint8)))
    assert len(sighting.tags) == 8 and sighting.identity is not None


def test_a_strip_on_curled_paper_is_found_without_the_qr_code() -> None:
    """The QR code is painted over and the strip bowed by 2 mm: thousands of tries find it."""
    shot = photo_of("sea_battle")
    picture = decode_photo(shot.data).picture.copy()
    (whole,) = locate(Photo(picture))
    assert whole.qr_px is not None
    cv2.fillConvexPoly(picture, whole.qr_px.astype(np.int32), (190, 190, 190))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    (ways,) = [poses(group) for group in group_tags(find_tags(grey)[0])]
    off = replace(ways[0], homography=ways[0].homography @ np.array([[1, 0, 1.4], [0, 1, -2.1], [0, 0, 1.0]]))
    off = replace(off, tags=off.tags[2:], tags_px=off.tags_px[2:])
    assert strip_on(grey, off, is_needed=False) is None
    found = strip_on(grey, off, is_needed=True)
    assert found is not None and found == whole.identity

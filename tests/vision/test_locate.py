"""Tags and codes in photos."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from printables.fiducials import tags
from printables.paper import A4, LETTER, Orientation, Page
from samples.levels import Level
from tests.vision.sheets import GAMES, photo_of, sheet_of
from vision.errors import SheetNotFound
from vision.locate import locate
from vision.photo import Photo, decode_photo


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

"""Marker cards: they tell slant and scale of the table, the lattice is found from them, and they are no game."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from companion.found import Wanted
from companion.reading import read_bytes
from printables.fiducials import CARD_IDS, CARD_TAG_MM
from samples.camera import PretendPhoto
from samples.levels import Level
from samples.notebook import Card, photo_of_games
from tests.vision.games_on_a_page import PAGE, dots
from tests.vision.notebook import Notebook
from vision.errors import SheetNotFound
from vision.locate import find_cards
from vision.photo import decode_photo
from vision.poses import project
from vision.quality import explained
from vision.squares import find
from vision.squares.find import SquaredPaper, find_squares
from vision.squares.table import _at_card, tables_under
from vision.tags import CORRECTED_BITS

CARDS = (Card(16, (40, 255), 20), Card(19, (165, 250), -35), Card(17, (105, 30), 100))

SLANTED = np.array([[3.1, 0.4, 500], [-0.3, 2.2, 700], [0.0002, -0.0016, 1.0]])
"""From table mm to px: tilted so that far millimetres have half the pixels of near ones."""


def laid(middle: tuple[float, float], turn: float, side: float = CARD_TAG_MM) -> np.ndarray:
    """The corners of a card on the table, in px of the slanted photo."""
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * side
    cos, sin = np.cos(turn), np.sin(turn)
    return project(SLANTED, square @ np.array([[cos, sin], [-sin, cos]]) + np.array(middle))


def test_two_cards_tell_the_slant_and_the_scale() -> None:
    (table,) = tables_under([laid((-80, 60), 0.3), laid((90, -70), 2.0)])
    assert table.is_whole
    # Distances between far places come out in true millimetres, wherever they are.
    places = np.array([[-120.0, -90.0], [120.0, -90.0], [120.0, 90.0], [-120.0, 90.0]])
    there = project(np.linalg.inv(table.homography), project(SLANTED, places))
    for one, two in itertools.combinations(range(4), 2):
        told = np.hypot(*(there[one] - there[two]))
        assert told == pytest.approx(np.hypot(*(places[one] - places[two])), rel=0.002)


def test_one_card_is_not_enough() -> None:
    assert tables_under([laid((0, 0), 0.3)]) == []


def test_cards_that_lie_on_no_plane_speak_for_their_own_surroundings() -> None:
    # A card of another size lies on another plane, as far as anybody can tell.
    odd = laid((90, -70), 2.0, side=1.5 * CARD_TAG_MM)
    tables = tables_under([laid((-80, 60), 0.3), odd])
    assert [table.is_whole for table in tables] == [False, False]
    (table,) = tables_under([laid((-80, 60), 0.3), laid((60, 90), 1.0), odd])
    assert table.is_whole and len(table.cards_mm) == 2, "one odd card among three is left out"


def test_tags_of_cards_are_far_from_those_of_sheets() -> None:
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    faces = [
        cv2.aruco.generateImageMarker(family, number, 8)[1:7, 1:7] > 0 for number in range(CARD_IDS.stop)
    ]
    least = min(
        int((np.rot90(one, turn) != two).sum())
        for one, two in itertools.combinations(faces, 2)
        for turn in range(4)
    )
    assert least > 2 * CORRECTED_BITS


def shot_of(seed: int, level: Level = Level.NORMAL) -> tuple[PretendPhoto, Notebook]:
    drawing = dots("dots", (8, 14), (20, 20), seed)[0]
    shot = photo_of_games(PAGE, [drawing], level=level, seed=seed, cards=CARDS)
    return shot, Notebook(shot, drawing.board, drawing.marks)


def share_right(papers: list[SquaredPaper], shot: PretendPhoto) -> float:
    """How many of the page's crossings are among those found first, to a seventh of a square."""
    if not papers:
        return 0.0
    paper = papers[0]
    px = paper.crossings_px()[paper.is_there]
    across, down = PAGE.squares
    true = shot.to_px(np.array([PAGE.crossing_mm(x, y) for y in range(down + 1) for x in range(across + 1)]))
    gaps = np.hypot(*(true[:, None] - px[None]).transpose(2, 0, 1)).min(axis=1)
    return float((gaps < paper.pitch_px / 7).mean())


@pytest.mark.parametrize("seed", [901, 902])
def test_the_search_starts_from_the_cards(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shot, _ = shot_of(seed)
    picture = decode_photo(shot.data).picture
    cards = find_cards(picture)
    assert len(cards) == len(CARDS)
    monkeypatch.setattr(find, "starts", lambda lines, side: [])
    assert find_squares(picture) == []
    assert share_right(find_squares(picture, tables_under(cards)), shot) > 0.9


def test_single_cards_on_a_curled_page_are_a_start_too(monkeypatch: pytest.MonkeyPatch) -> None:
    shot, _ = shot_of(901)
    picture = decode_photo(shot.data).picture
    alone = [_at_card(card) for card in find_cards(picture)]
    monkeypatch.setattr(find, "starts", lambda lines, side: [])
    assert share_right(find_squares(picture, alone), shot) > 0.9


def test_a_game_beside_cards_is_read_and_the_cards_are_none() -> None:
    shot, drawn = shot_of(903)
    report = read_bytes(shot.data, Wanted())
    assert [found.report.game.name for found in report.found] == ["dots"]
    assert not drawn.differences(report.found[0], with_players=True)


def test_cards_are_not_forgotten_in_the_dark() -> None:
    cards = (laid((-80, 60), 0.3), laid((90, -70), 2.0))
    missing = SheetNotFound("nothing; more light", "ничего; больше света", cards_px=cards)
    for picture in (np.full((400, 600, 3), 20, np.uint8), np.full((400, 600, 3), 200, np.uint8)):
        assert explained(missing, picture).cards_px == cards


def test_cards_alone_are_no_game() -> None:
    shot = photo_of_games(PAGE, [], level=Level.NORMAL, seed=905, cards=CARDS)
    report = read_bytes(shot.data, Wanted())
    assert not report.found and report.squares is not None and not report.squares.fields

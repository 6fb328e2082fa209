"""Segments with points drawn by hand on the result page: points and lines can be put right, numbers follow."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games.segments import GAME
from companion.games.segments.options import SegmentsOptions
from companion.press import make_sheet
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.web.test_bars import notation
from tests.web.test_snap import ENGLISH, send

FRAGMENT = {**ENGLISH, "X-Fragment": "1"}


@pytest.fixture(scope="module")
def photo() -> bytes:
    """Seven points, two segments."""
    options = SegmentsOptions(placement="by_hand", points=7)
    text = "30,25;110,30;70,60;25,90;120,95;40,140;105,150 1-2 4-5"
    sheet = make_sheet(GAME, options, lang="en", serial=5)
    ink = GAME.ink(GAME.parse(text, options))
    return pretend_photo(sheet, ink, level=Level.EASY, seed=9, long_px=2000, begins=0).data


def test_points_and_lines_are_put_right(client: FlaskClient, photo: bytes) -> None:
    result = send(client, photo).headers["Location"]
    page = client.get(result, headers=ENGLISH).text
    points, *lines = notation(page).split()
    assert lines == ["1-2", "4-5"]
    places = [tuple(round(10 * float(part)) for part in point.split(",")) for point in points.split(";")]
    assert len(places) == 7
    assert len(re.findall(r"<text [^>]*>7</text>", page)) >= 1  # the numbers are shown

    def correct(**data: str) -> str:
        answer = client.post(f"{result}/1/1/correct", data={"board": "field", **data}, headers=FRAGMENT)
        assert answer.status_code == 200
        return answer.text

    # A tap on bare paper is one more point; the ones under it get other numbers.
    page = correct(x="7.0", y="12.0")
    assert notation(page).split()[1:] == ["1-2", "4-5"] and notation(page).count(";") == 7
    # Point 1 said to be none: its segment ends nowhere.
    x, y = places[0]
    page = correct(kind="loose", at=f"{x},{y}", answer="nothing:")
    assert [line[-1] for line in notation(page).split()[1:]].count("?") == 1
    # And the segment said to be none as well.
    (ax, ay), (bx, by) = sorted(places[:2])
    page = correct(kind="join", at=f"{ax},{ay}-{bx},{by}", answer="nothing:")
    assert notation(page).split()[1:] == ["3-4"]


def test_places_off_the_field(client: FlaskClient, photo: bytes) -> None:
    result = send(client, photo).headers["Location"]
    for kind, at in (("loose", "1501,20"), ("loose", "-1,20"), ("join", "1,2-3,4"), ("loose", "3,0-5,0")):
        data = {"board": "field", "kind": kind, "at": at, "answer": "dot:0"}
        assert client.post(f"{result}/1/1/correct", data=data).status_code == 400

"""Barriers on the result page: odd marks have names and can be settled, a tap between two cells is a line."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games.barriers import GAME
from companion.games.barriers.options import BarriersOptions
from companion.press import make_sheet
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.web.test_snap import ENGLISH, send

FRAGMENT = {**ENGLISH, "X-Fragment": "1"}


@pytest.fixture(scope="module")
def faults() -> bytes:
    """A line over the left edge, one inside a cell, one along a border, and a lawful one."""
    options = BarriersOptions()
    position = GAME.parse("8x8 @5-a5 d7 g3/g4 d2-e2", options)
    sheet = make_sheet(GAME, options, lang="en", serial=5)
    return pretend_photo(sheet, GAME.ink(position), level=Level.EASY, seed=9, long_px=2000).data


def notation(page: str) -> str:
    """The position that a page shows."""
    return str(re.findall(r"readonly[^>]*>([^<]+)<", page)[0])


def test_odd_marks_are_settled(client: FlaskClient, faults: bytes) -> None:
    result = send(client, faults).headers["Location"]
    page = client.get(result, headers=ENGLISH).text
    assert set(notation(page).split()) == {"8x8", "@5-a5", "d7", "g3/g4", "d2-e2"}
    for kind, at in (("bar", "-1,3-0,3"), ("bar", "3,1-3,1"), ("outline", "6,5-7,5")):
        answer = client.post(
            f"{result}/1/1/correct",
            data={"board": "field", "kind": kind, "at": at, "answer": "nothing:"},
            headers=FRAGMENT,
        )
        assert answer.status_code == 200
        page = answer.text
    assert notation(page) == "8x8 d2-e2"
    tapped = client.post(
        f"{result}/1/1/correct", data={"board": "field", "x": "2.0", "y": "0.5"}, headers=FRAGMENT
    )
    assert notation(tapped.text) == "8x8 b8-c8 d2-e2"


def test_places_that_are_none(client: FlaskClient, faults: bytes) -> None:
    result = send(client, faults).headers["Location"]
    for at in ("9,9-9,8", "1,2-", "a,b", "1,2-3,4-5,6", "0,0-3,3"):
        data = {"board": "field", "kind": "bar", "at": at, "answer": "line:0"}
        assert client.post(f"{result}/1/1/correct", data=data).status_code == 400

"""The result page: corrections beside what was read, judged at once; what if, history, exports, deleting."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from pypdfium2 import PdfDocument

import web
from companion import catalog, press
from companion.games.dots import GAME as DOTS
from companion.options import parse_options
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.web.conftest import UNGUARDED
from tests.web.test_snap import ENGLISH, send

OPTIONS = parse_options(DOTS.options, {"size": "15x15", "start": "empty"}.items())
EARLY = [(7, 7), (7, 8), (6, 8), (3, 3), (8, 8)]
LATER = [*EARLY, (3, 4), (7, 9)]
FRAGMENT = {**ENGLISH, "X-Fragment": "1"}


def dots_photo(moves: list[tuple[int, int]], seed: int) -> bytes:
    """A photo of one printed sheet after so many moves; R takes the dot at (7, 8) with the last one."""
    position = DOTS.start(OPTIONS)
    for move in moves:
        position = position.play(move)
    sheet = press.make_sheet(DOTS, OPTIONS, lang="en", serial=77)
    return pretend_photo(sheet, DOTS.ink(position), level=Level.EASY, seed=seed, long_px=1800).data


@pytest.fixture(scope="module")
def two_photos() -> tuple[bytes, bytes]:
    return dots_photo(EARLY, 5), dots_photo(LATER, 6)


@pytest.fixture(scope="session")
def read_once(tmp_path_factory: pytest.TempPathFactory, photo: bytes) -> tuple[Path, str]:
    """A folder in which a photo has been read, and the address of the result."""
    folder = tmp_path_factory.mktemp("read") / "data"
    app = web.create_app(data=folder, settings=UNGUARDED)
    address = send(app.test_client(), photo).headers["Location"]
    app.extensions["store"].database.engine.dispose()
    return folder, address


@pytest.fixture
def app(tmp_path: Path, read_once: tuple[Path, str]) -> Flask:
    """With that folder's content: reading takes longer than everything else that is tested here."""
    shutil.copytree(read_once[0], tmp_path / "data")
    return web.create_app(data=tmp_path / "data", settings=UNGUARDED)


@pytest.fixture
def result(read_once: tuple[Path, str]) -> str:
    """The address of a result: `XXX/OO./...`, X has won."""
    return read_once[1]


def test_a_correction_is_judged_at_once_and_undone(client: FlaskClient, result: str) -> None:
    where = {"board": "1", "kind": "cell", "at": "2,0"}
    page = client.post(f"{result}/1/1/correct", data={**where, "answer": "nothing:"}, headers=FRAGMENT).text
    assert "X wins" not in page and ">XX./OO./3.<" in page and "read as cross, now nothing" in page
    assert "<html" not in page
    page = client.post(f"{result}/1/1/undo", headers=FRAGMENT).text
    assert "X wins" in page and "now nothing" not in page


def test_a_tap_turns_a_mark_round(client: FlaskClient, result: str) -> None:
    seen = []
    for _ in range(3):
        page = client.post(
            f"{result}/1/1/correct", data={"board": "1", "x": "2.4", "y": "1.6"}, headers=FRAGMENT
        ).text
        seen.append(re.findall(r"readonly[^>]*>([^<]+)<", page)[0])
    assert seen == ["3X/OOX/3.", "3X/3O/3.", "3X/OO./3."]


def test_a_plain_form_leads_back_to_its_place(client: FlaskClient, result: str) -> None:
    answer = client.post(
        f"{result}/1/1/correct", data={"board": "1", "kind": "cell", "at": "2,2", "answer": "cross:0"}
    )
    assert answer.status_code == 303 and answer.headers["Location"] == f"{result}#p1-1"


MAKES_NO_SENSE: list[dict[str, str]] = [
    {"kind": "cell", "at": "9,9", "answer": "cross:0"},
    {"kind": "chain", "at": "0,0-1,0", "answer": "line:0"},
    {"kind": "cell", "at": "zero", "answer": "cross:0"},
    {"kind": "cell", "at": "0,0", "answer": "queen:0"},
    {"x": "50", "y": "50"},
    {"x": "nan", "y": "nan"},
    {},
]


def test_what_makes_no_sense_is_refused(client: FlaskClient, result: str) -> None:
    for wrong in MAKES_NO_SENSE:
        assert client.post(f"{result}/1/1/correct", data=wrong).status_code == 400, wrong


def test_all_right_is_kept_until_something_changes(client: FlaskClient, result: str) -> None:
    assert "Checked by you" in client.post(f"{result}/1/1/confirm", headers=FRAGMENT).text
    assert "Checked by you" in client.get(result, headers=ENGLISH).text
    page = client.post(f"{result}/1/1/correct", data={"x": "2.5", "y": "2.5"}, headers=FRAGMENT).text
    assert "Checked by you" not in page


def test_what_was_read_is_kept_beside_the_corrections(client: FlaskClient, result: str) -> None:
    client.post(f"{result}/1/1/correct", data={"kind": "cell", "at": "2,0", "answer": "nothing:"})
    data = json.loads(client.get(f"{result}/1/1/position.json", headers=ENGLISH).text)
    assert data["position"] == "XX./OO./3." and data["position_read"] == "3X/OO./3."
    assert data["corrections"] == [
        {"board": "1", "kind": "cell", "at": "2,0", "symbol": "nothing", "player": None}
    ]
    read = client.get(f"{result}/report.json", headers=ENGLISH).get_json()
    assert read["readings"][0]["position"] == "3X/OO./3."


def test_exports(client: FlaskClient, two_photos: tuple[bytes, bytes]) -> None:
    address = send(client, two_photos[0]).headers["Location"] + "/1/1"
    sgf = client.get(f"{address}/as/sgf", headers=ENGLISH)
    assert sgf.status_code == 200 and "GM[40]" in sgf.text
    assert DOTS.parse(client.get(f"{address}/as/notation").text.strip(), OPTIONS).at((7, 7)) == "R"
    picture = client.get(f"{address}/annotated.svg")
    assert picture.mimetype == "image/svg+xml" and "data:image/jpeg;base64," in picture.text
    assert client.get(f"{address}/as/nonsense").status_code == 404
    for lang in ("en", "ru"):
        pdf = client.get(f"{address}/report.pdf", headers={"Accept-Language": lang})
        assert pdf.mimetype == "application/pdf"
        document = PdfDocument(pdf.data)
        assert len(document) == 1
        assert ("Nothing breaks the rules" if lang == "en" else "Ошибок нет") in document[
            0
        ].get_textpage().get_text_range()


def test_what_if_plays_and_takes_back(client: FlaskClient, result: str) -> None:
    client.post(f"{result}/1/1/correct", data={"kind": "cell", "at": "2,0", "answer": "nothing:"})
    page = client.get(f"{result}/1/1/what-if?moves=2,0", headers=ENGLISH)
    assert page.status_code == 200 and "X wins" in page.text
    page = client.get(f"{result}/1/1/what-if?x=2.5&y=0.4&board=1", headers=ENGLISH)
    assert "X wins" in page.text and "moves=2%2C0" in page.text.replace("moves=2,0", "moves=2%2C0")
    assert "X wins" not in client.get(f"{result}/1/1/what-if?x=40&y=40", headers=ENGLISH).text
    assert client.get(f"{result}/1/1/what-if?moves=0,0", headers=ENGLISH).status_code == 422
    assert client.get(f"{result}/1/1/what-if?moves=a;b", headers=ENGLISH).status_code == 422


@pytest.mark.parametrize("name", catalog.game_names())
def test_what_if_on_the_empty_board_of_every_game(client: FlaskClient, name: str) -> None:
    page = client.get(f"/games/{name}/play?hint=1", headers=ENGLISH)
    assert page.status_code == 200 and "data-pane" in page.text
    assert client.get(f"/games/{name}/play?position=nonsense", headers=ENGLISH).status_code == 422


def test_history_shows_what_was_added_and_the_score_over_time(
    client: FlaskClient, two_photos: tuple[bytes, bytes]
) -> None:
    first = send(client, two_photos[0]).headers["Location"]
    assert "One photo so far" in client.get(f"{first}/1/1/history", headers=ENGLISH).text
    second = send(client, two_photos[1]).headers["Location"]
    page = client.get(f"{second}/1/1/history", headers=ENGLISH).text
    assert "2 photos" in page and "New since the photo before: (3, 4), (7, 9)" in page
    assert page.count("<polyline") == 2 and 'aria-label="Score from photo to photo. 1: ' in page
    assert "Between the photos" in page


def test_history_is_shown_only_to_whoever_sent_the_photos(
    app: Flask, two_photos: tuple[bytes, bytes]
) -> None:
    one, other = app.test_client(), app.test_client()
    send(one, two_photos[0])
    second = send(one, two_photos[1]).headers["Location"]
    told = other.get(f"{second}/1/1/history", headers=ENGLISH).text
    assert "sent from another phone or browser" in told and "data-step" not in told
    told = one.get(f"{second}/1/1/history", headers=ENGLISH).text
    assert "recognised by a cookie" in told and "data-step" in told


def test_delete_deletes(client: FlaskClient, result: str) -> None:
    page = client.get(result, headers=ENGLISH).text
    picture = re.findall(rf"{result}/files/[\w-]+\.jpg", page)[0]
    answer = client.post(f"{result}/delete")
    assert (
        answer.status_code == 303
        and "Deleted" in client.get(answer.headers["Location"], headers=ENGLISH).text
    )
    assert client.get(result).status_code == 404 and client.get(picture).status_code == 404


def test_a_sample_photo_is_read_without_a_printer(client: FlaskClient) -> None:
    page = client.get("/games/tic_tac_toe", headers=ENGLISH).text
    small, *_ = re.findall(r'src="(/games/tic_tac_toe/samples/[^"]+)"', page)
    assert Image.open(io.BytesIO(client.get(small).data)).size[0] <= 320
    assert client.get("/games/tic_tac_toe/samples/..%2f..%2fsecret.jpg").status_code == 404
    answer = client.post("/games/tic_tac_toe/samples/two-pens")
    assert "Tic-tac-toe" in client.get(answer.headers["Location"], headers=ENGLISH).text


def test_pages_are_light(client: FlaskClient, two_photos: tuple[bytes, bytes]) -> None:
    """Without photos and with everything a page loads, under 120 KB as sent."""
    result = send(client, two_photos[1]).headers["Location"]
    shared = ["/static/style.css", "/static/app.js", "/static/icon.svg"]
    shared += ["/fonts/GolosText-Regular.ttf", "/fonts/GolosText-Bold.ttf"]
    common = sum(_sent(client, path) for path in shared)
    pages = [
        "/",
        "/snap",
        "/games/dots",
        "/games/sea_battle",
        result,
        f"{result}/1/1/what-if",
        f"{result}/1/1/history",
    ]
    for path in pages:
        pictures = re.findall(r'src="(/games/[^"]+\.svg)"', client.get(path, headers=ENGLISH).text)
        weight = common + _sent(client, path) + sum(_sent(client, picture) for picture in set(pictures))
        assert weight < 120_000, (path, weight)


def _sent(client: FlaskClient, path: str) -> int:
    return len(client.get(path, headers={**ENGLISH, "Accept-Encoding": "gzip"}).data)


# --- two players --------------------------------------------------------------------------------------


@pytest.fixture
def seats(app: Flask) -> Iterator[tuple[FlaskClient, str, FlaskClient, str]]:
    one, two = app.test_client(), app.test_client()
    mine = one.post("/together/new/sea_battle").headers["Location"]
    invitation = re.findall(r">http://localhost(/together/[^<]+)<", one.get(mine, headers=ENGLISH).text)[0]
    assert "You are invited" in two.get(invitation, headers=ENGLISH).text
    theirs = two.post(f"{invitation}/take").headers["Location"]
    assert one.get(invitation).status_code == 404 and two.post(f"{invitation}/take").status_code == 404
    yield one, mine, two, theirs


def test_only_games_for_two_can_be_shared(client: FlaskClient) -> None:
    assert client.post("/together/new/tic_tac_toe").status_code == 404
    assert client.post("/together/new/nonsense").status_code == 404


def test_two_players_see_only_their_own_until_both_open(
    seats: tuple[FlaskClient, str, FlaskClient, str],
) -> None:
    one, mine, two, theirs = seats
    for player, seat, sample in ((one, mine, "fleet-ready"), (two, theirs, "battle")):
        sent = player.post(f"/games/sea_battle/samples/{sample}").headers["Location"]
        token = sent.rpartition("/")[2]
        page = player.get(seat, headers=ENGLISH).text
        assert f"{token}/1/1" in page
        player.post(f"{seat}/lay", data={"sheet": f"{token}/1/1"})
        assert f"/results/{token}" in player.get(seat, headers=ENGLISH).text
    hers = re.findall(r"/results/([\w-]{24})", two.get(theirs).text)
    assert hers and not any(token in one.get(mine).text for token in hers)
    one.post(f"{mine}/seal")
    seal, key = re.findall(r"<code>([^<]+)</code>", one.get(mine).text)
    shown = two.get(theirs).text
    assert seal in shown and key not in shown
    one.post(f"{mine}/open")
    page = two.get(theirs, headers=ENGLISH).text
    assert "has opened his sheet" in page and "Both sheets compared" not in page
    two.post(f"{theirs}/open")
    for player, seat in ((one, mine), (two, theirs)):
        page = player.get(seat, headers=ENGLISH).text
        assert "Both sheets compared" in page and "The seal holds" in page


def test_a_withdrawn_link_is_dead(seats: tuple[FlaskClient, str, FlaskClient, str]) -> None:
    one, mine, two, theirs = seats
    assert one.post(f"{mine}/leave").status_code == 303
    assert one.get(mine).status_code == 404 and one.post(f"{mine}/open").status_code == 404
    assert "Has left the game" in two.get(theirs, headers=ENGLISH).text


def test_nobody_lays_what_is_not_his(seats: tuple[FlaskClient, str, FlaskClient, str]) -> None:
    one, mine, _, _ = seats
    for wrong in ("", "x/1/1", f"{'a' * 24}/1/1", "../1/1"):
        assert one.post(f"{mine}/lay", data={"sheet": wrong}).status_code == 400


# --- questions ----------------------------------------------------------------------------------------


def test_questions_about_one_position_and_about_none(client: FlaskClient) -> None:
    """In the other language they are looked at in `test_every_page.py`."""
    headers = ENGLISH
    address = client.post("/games/sea_battle/samples/battle").headers["Location"]
    links = re.findall(r'href="(/results/[^"]+/ask/[^"]+)"', client.get(address, headers=headers).text)
    assert len(links) == 2
    for link in links:
        assert 'class="told"' in client.get(link, headers=headers).text
    assert "<pre" in client.get("/games/sea_battle/ask/place", headers=headers).text
    assert client.get(f"{address}/1/1/ask/seal").status_code == 404
    assert client.get("/games/dots/ask/place").status_code == 404


@pytest.mark.parametrize("name", catalog.game_names())
def test_a_hint_is_drawn_on_board_and_photo_of_every_game(client: FlaskClient, name: str) -> None:
    sample = re.findall(rf'action="(/games/{name}/samples/[^"]+)"', client.get(f"/games/{name}").text)
    if not sample:
        pytest.skip("no sample photo")
    address = client.post(sample[0]).headers["Location"]
    links = re.findall(r'data-lazy="([^"]+)"', client.get(address, headers=ENGLISH).text)
    for link in links:
        page = client.get(link, headers=FRAGMENT).text
        if 'class="hint-move"' in page:
            drawn = re.findall(r'class="layer-hint" id="[^"]+" data-part>(<?)', page)
            assert drawn == ["<", "<"]

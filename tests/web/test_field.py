"""Where a game is, pointed out on the page: the photo with its squares, a frame to drag, one tap on a game's name."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server

import web
from companion.demo import sample_photos
from samples.levels import Level
from samples.notebook import photo_of_games
from tests.vision.games_on_a_page import PAGE, dots
from tests.web.browsers import CHROMIUM, FLAGS, OVERFLOW, PHONE
from tests.web.conftest import UNGUARDED
from tests.web.test_every_page import notebook_sample
from tests.web.test_snap import ENGLISH, send
from web.storage.sent import Said
from web.storage.store import Store

playwright = pytest.importorskip("playwright.sync_api")


def field_form(page: str, **changes: object) -> dict[str, str]:
    """What the form on the page would send, with some of it changed."""
    values = {
        side: re.search(rf'name="{side}"[^>]* value="(\d+)"', page)[1]  # type: ignore[index]
        for side in ("left", "top", "right", "bottom")
    }
    place = re.search(r'name="place" value="(\d+)"', page)
    assert place is not None
    told = {**values, "paper": "0", "place": place[1], **changes}
    return {name: str(value) for name, value in told.items()}


@pytest.fixture(scope="module")
def few_dots() -> bytes:
    """A page with four dots: the squares are clear, the game is not."""
    drawing = dots("dots", (8, 10), (16, 16), 5)[0]
    few = type(drawing)(drawing.board, drawing.marks[:4])
    return photo_of_games(PAGE, [few], level=Level.EASY, seed=31, long_px=1800).data


def test_squares_without_a_game_lead_to_the_page_and_one_tap_reads_them(
    client: FlaskClient, few_dots: bytes
) -> None:
    address = send(client, few_dots).headers["Location"]
    led = client.get(address, headers=ENGLISH)
    assert led.status_code == 302 and led.headers["Location"] == f"{address}/1/field"
    page = client.get(led.headers["Location"], headers=ENGLISH).text
    assert "Where is the game?" in page and "not what is drawn on them" in page
    assert page.count('name="game" value="') == 6 and 'class="squares"' in page
    assert len(page.encode()) < 90_000
    form = field_form(page, left=8, top=8, right=25, bottom=26, game="dots")
    answer = client.post(f"{address}/1/field", data=form, headers=ENGLISH)
    assert answer.status_code == 303 and answer.headers["Location"] == f"{address}?shown=1#p1-1"
    result = client.get(address, headers=ENGLISH).text
    assert "drawn by hand: pointed out, 17 by 18 squares" in result and ">18x19 " in result
    assert f"{address}/1/field?place=1" in result


@pytest.mark.parametrize(
    "sample", [one for one in sample_photos() if one.stem == "notebook"], ids=lambda one: one.parent.name
)
def test_every_notebook_sample_is_shown_with_its_game(client: FlaskClient, sample: Path) -> None:
    answer = send(client, sample.read_bytes())
    assert answer.status_code == 303
    report = client.get(f"{answer.headers['Location']}/report.json").get_json()
    assert [one["game"] for one in report["readings"]] == [sample.parent.name]
    assert client.get(f"{answer.headers['Location']}/1/field?place=1").status_code == 200


def test_a_field_that_is_no_use_leaves_what_was_read(client: FlaskClient) -> None:
    address = send(client, notebook_sample("five_in_a_row").read_bytes()).headers["Location"]
    before = client.get(address, headers=ENGLISH).text
    notation = re.search(r"<textarea[^>]*>([^<]+)</textarea>", before)
    assert notation is not None
    correction = {"board": "field", "x": "0.5", "y": "0.5", "answer": "cross:0"}
    assert client.post(f"{address}/1/1/correct", data=correction).status_code == 303
    page = client.get(f"{address}/1/field?place=1", headers=ENGLISH).text
    form = field_form(page, right=form_side(page, "left") + 3, bottom=form_side(page, "top") + 3)
    client.post(f"{address}/1/field", data={**form, "game": "sea_battle"}, headers=ENGLISH)
    after = client.get(f"{address}?shown=1", headers=ENGLISH).text
    assert "Nothing was changed" in after and "3 by 3 squares" in after
    assert "Corrected by you" in after
    again = client.get(f"{address}/1/field?place=1", headers=ENGLISH).text
    assert form_side(again, "right") == form_side(again, "left") + 3, "the frame stands where it was put"


def form_side(page: str, side: str) -> int:
    return int(field_form(page)[side])


def test_another_game_is_read_beside_the_first_which_keeps_its_corrections(client: FlaskClient) -> None:
    address = send(client, notebook_sample("five_in_a_row").read_bytes()).headers["Location"]
    correction = {"board": "field", "x": "0.5", "y": "0.5", "answer": "cross:0"}
    client.post(f"{address}/1/1/correct", data=correction)
    page = client.get(f"{address}/1/field?place=2", headers=ENGLISH).text
    form = field_form(page, left=1, top=1, right=9, bottom=9, game="dots")
    assert form["place"] == "2"
    client.post(f"{address}/1/field", data=form, headers=ENGLISH)
    result = client.get(f"{address}?shown=1", headers=ENGLISH).text
    report = client.get(f"{address}/report.json").get_json()
    assert [one["game"] for one in report["readings"]] == ["five_in_a_row", "dots"]
    assert "Corrected by you" in result
    pictures = set(re.findall(rf"{address}/files/([\w-]+\.jpg)", result))
    assert all(name.startswith("1x1-") for name in pictures), "no picture of before is shown from a cache"


NO_FIELDS: list[dict[str, object]] = [
    {"right": 500},
    {"left": "x"},
    {"paper": 7},
    {"game": "segments"},
    {"game": ""},
    {"left": 20, "right": 20},
]


def test_a_field_that_cannot_be_is_refused(client: FlaskClient, few_dots: bytes) -> None:
    address = send(client, few_dots).headers["Location"]
    page = client.get(f"{address}/1/field", headers=ENGLISH).text
    for changes in NO_FIELDS:
        form = field_form(page, **{"game": "dots", **changes})
        assert client.post(f"{address}/1/field", data=form).status_code == 400, changes


def test_photos_without_squares_have_no_such_page(client: FlaskClient, photo: bytes) -> None:
    address = send(client, photo).headers["Location"]
    assert client.get(f"{address}/1/field").status_code == 404
    assert client.post(f"{address}/1/field", data={"game": "dots"}).status_code == 404
    assert "Another game or another field" not in client.get(address, headers=ENGLISH).text


def test_the_other_way_to_say_what_it_is_forgets_the_field(app: Flask, few_dots: bytes) -> None:
    client = app.test_client()
    address = send(client, few_dots).headers["Location"]
    page = client.get(f"{address}/1/field", headers=ENGLISH).text
    form = field_form(page, right=form_side(page, "left") + 3, bottom=form_side(page, "top") + 3)
    client.post(f"{address}/1/field", data={**form, "game": "sea_battle"})
    store = app.extensions["store"]
    assert isinstance(store, Store)
    token = address.rpartition("/")[2]
    assert store.read_again(token, 1, Said())
    upload = store.upload(token)
    assert upload is not None and upload.photos[0].pointed_out is None


def test_cards_are_printed_in_both_languages(client: FlaskClient) -> None:
    for lang in ("en", "ru"):
        answer = client.get(f"/cards.pdf?lang={lang}&paper=letter")
        assert answer.mimetype == "application/pdf" and answer.data.startswith(b"%PDF")


# --- in a browser -------------------------------------------------------------------------------------


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    app = web.create_app(data=tmp_path / "site", settings=UNGUARDED)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_frame_is_dragged_and_a_tap_reads_the_game(address: str, lang: str) -> None:
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phone = chromium.new_context(
            viewport=PHONE, locale={"ru": "ru-RU", "en": "en-US"}[lang], has_touch=True
        )
        phone.set_default_timeout(60_000)
        page = phone.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}/snap")
        page.set_input_files("input[multiple]", notebook_sample("dots"))
        page.wait_for_url("**/results/*")
        page.click(".other-game")
        page.wait_for_selector("#paper-pan")
        assert page.evaluate(OVERFLOW) <= 0
        before = sides(page)
        drag(page, "right bottom", -30, -24)
        dragged = sides(page)
        assert dragged["right"] < before["right"] and dragged["bottom"] < before["bottom"]
        assert (dragged["left"], dragged["top"]) == (before["left"], before["top"])
        page.locator("[data-handle='left top']").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowUp")
        moved = sides(page)
        assert moved["left"] == before["left"] + 1 and moved["top"] == max(0, before["top"] - 5)
        width, height = moved["right"] - moved["left"], moved["bottom"] - moved["top"]
        size = page.locator("#field-size")
        assert size.inner_text().startswith(f"{width} × {height} ")
        drag(page, "all", 0, 18)
        assert sides(page)["bottom"] - sides(page)["top"] == height
        page.click("[data-closer='1.6']")
        assert page.evaluate(OVERFLOW) <= 0
        page.click("button[value=five_in_a_row]")
        page.wait_for_url("**shown=1*")
        page.wait_for_selector("article.card")
        told = page.inner_text(".card-kind")
        assert str(width) in told and str(height) in told
        assert {"ru": "Пять в ряд", "en": "Five in a row"}[lang] in page.inner_text("article h1")
        assert complaints == []
        chromium.close()


def sides(page: Any) -> dict[str, int]:
    """The field as the form would send it."""
    names = ("left", "top", "right", "bottom")
    return {name: int(page.locator(f"#side-{name}").input_value()) for name in names}


def drag(page: Any, handle: str, right: float, down: float) -> None:
    """Move a handle by so many pixels of the screen."""
    box = page.locator(f"[data-handle='{handle}']").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=6)
    page.mouse.up()

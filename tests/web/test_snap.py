"""Sending photos: good ones lead to a result, others to one clear sentence."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageDraw, ImageOps
from pypdfium2 import PdfDocument
from werkzeug.test import TestResponse

import web
from companion import catalog, press
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.web.conftest import UNGUARDED
from web import snap
from web.work import InlineDoor

ENGLISH = {"Accept-Language": "en"}


def send(
    client: FlaskClient, *photos: bytes, headers: dict[str, str] | None = None, **fields: str
) -> TestResponse:
    files = [(io.BytesIO(photo), f"photo {number}.jpg") for number, photo in enumerate(photos)]
    data: dict[str, Any] = {"photos": files, **fields}
    return client.post("/snap", data=data, headers=headers or ENGLISH)


def grey(width: int = 640, height: int = 480) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), (128, 128, 128)).save(buffer, "JPEG")
    return buffer.getvalue()


def test_good_photo_gives_a_result_page(client: FlaskClient, photo: bytes) -> None:
    response = send(client, photo)
    assert response.status_code == 303
    address = response.headers["Location"]
    assert re.fullmatch(r"/results/[\w-]{24}", address)
    for lang, seen in (("en", "X wins"), ("ru", "Выигрывает X")):
        page = client.get(address, headers={"Accept-Language": lang})
        assert page.status_code == 200 and seen in page.text
        assert "no-store" in page.headers["Cache-Control"] and "noindex" in page.headers["X-Robots-Tag"]
        assert ">3X/OO./3.<" in page.text
        assert page.text.count("<h1") == 1
    pictures = set(re.findall(rf"{address}/files/[\w-]+\.jpg", page.text))
    assert pictures
    for picture in pictures:
        content = client.get(picture)
        assert content.mimetype == "image/jpeg" and Image.open(io.BytesIO(content.data)).size[0] > 20
    report = client.get(f"{address}/report.json", headers=ENGLISH).get_json()
    assert report["readings"][0]["outcome"]["winner"] == "X"


def test_pictures_tell_nothing_of_the_camera(client: FlaskClient, photo: bytes, tmp_path: Path) -> None:
    token = send(client, photo).headers["Location"].rpartition("/")[2]
    kept = list((tmp_path / "data" / "photos" / token).glob("*-*.jpg"))
    assert len(kept) > 4
    for path in kept:
        with Image.open(path) as picture:
            assert not picture.getexif()


def test_good_and_bad_photo_together(client: FlaskClient, photo: bytes) -> None:
    page = client.get(send(client, photo, grey()).headers["Location"], headers=ENGLISH).text
    assert "X wins" in page and "Photo 2" in page and "photo 1.jpg" in page


@pytest.mark.parametrize(
    ("content", "seen"),
    [
        (b"not a picture at all", "This is not a picture"),
        (b"\xff\xd8\xff\xe0 <script>alert(1)</script>", "picture"),
        (b"", "The file is empty"),
        (grey(8, 8), "pixels"),
        (grey(), "tags"),
    ],
)
def test_bad_photo_gives_one_clear_sentence(client: FlaskClient, content: bytes, seen: str) -> None:
    response = client.get(send(client, content).headers["Location"], headers=ENGLISH)
    assert response.status_code == 200
    sentences = re.findall(r'class="sentence"[^>]*>([^<]+)<', response.text)
    assert len(sentences) == 1 and seen in sentences[0]
    assert (
        "Traceback" not in response.text and "alert(" not in response.text and "--game" not in response.text
    )
    assert "What to do" in response.text and "<form" in response.text


def test_photo_without_sheet_is_shown_again(client: FlaskClient) -> None:
    address = send(client, grey()).headers["Location"]
    page = client.get(address, headers=ENGLISH).text
    (picture,) = re.findall(r'src="(/results/[^"]+\.jpg)"', page)
    assert client.get(picture).mimetype == "image/jpeg"
    assert f"{address}/again/1" not in page, "it would be refused again"
    assert f"{address}/delete" in page
    client.post(f"{address}/delete")
    assert client.get(picture).status_code == 404


def test_the_qr_code_of_a_print_opens_its_snap_page(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "https://sheets.example")
    printed = client.get("/games/dots/sheet.pdf?lang=en&size=20x20", headers=ENGLISH)
    page = PdfDocument(printed.data)[0].render(scale=2).to_pil()
    links = [
        code.text for code in zxingcpp.read_barcodes(page) if code.format == zxingcpp.BarcodeFormat.QRCode
    ]
    assert len(links) == 1 and links[0].upper().startswith("HTTPS://SHEETS.EXAMPLE/")
    answer = client.get(urlsplit(links[0]).path, headers=ENGLISH)
    serial = re.findall(r"dots-(\w+)\.pdf", printed.headers["Content-Disposition"])[0]
    assert answer.status_code == 200 and f"Dots, sheet {serial}" in answer.text
    assert 'type="file"' in answer.text and re.search(r'name="code" value="\w{4}-\w{4}-\w{4}', answer.text)


@lru_cache(maxsize=1)
def nameless() -> bytes:
    """A played sheet with its codes under a cup and a spoon."""
    game = catalog.find_game("tic_tac_toe")
    sheet = press.make_sheet(game, game.options(), lang="en", serial=1)
    marks = game.ink(game.parse("XXX/OO./...", game.options()))
    taken = pretend_photo(sheet, marks, level=Level.EASY, seed=3, long_px=1600)
    with Image.open(io.BytesIO(taken.data)) as stored:
        photo = ImageOps.exif_transpose(stored)
        pen = ImageDraw.Draw(photo)
        for code in sheet.codes:
            left, top, right, bottom = code.box_mm
            corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
            pen.polygon([tuple(point) for point in taken.to_px(corners)], fill=(120, 110, 100))
        buffer = io.BytesIO()
        photo.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def test_a_sheet_without_its_codes_is_read_once_its_game_is_named(client: FlaskClient) -> None:
    address = send(client, nameless()).headers["Location"]
    page = client.get(address, headers=ENGLISH).text
    assert "Which sheet is it?" in page and f"{address}/again/1" in page
    wrong = client.post(f"{address}/again/1", data={"code": "AAAA", "game": ""}, headers=ENGLISH)
    assert wrong.status_code == 422 and "is not the code of a sheet" in wrong.text and address in wrong.text
    other = client.post(f"{address}/again/1", data={"code": "", "game": "dots"})
    page = client.get(other.headers["Location"], headers=ENGLISH).text
    assert "Which sheet is it?" in page and '<option value="dots" selected>' in page
    again = client.post(f"{address}/again/1", data={"code": "", "game": "tic_tac_toe"})
    assert again.status_code == 303
    assert "X wins" in client.get(again.headers["Location"], headers=ENGLISH).text
    assert client.post(f"{address}/again/1", data={"game": ""}).status_code == 404, "it has been read"


def test_a_second_sheet_that_cannot_be_read_is_told(client: FlaskClient, photo: bytes) -> None:
    with Image.open(io.BytesIO(photo)) as whole:
        half = whole.crop((0, 0, round(0.55 * whole.width), whole.height))
        table = Image.new("RGB", (whole.width + half.width, whole.height), (96, 84, 70))
        table.paste(whole, (0, 0))
        table.paste(half, (whole.width, 0))
    buffer = io.BytesIO()
    table.save(buffer, "JPEG", quality=90)
    page = client.get(send(client, buffer.getvalue()).headers["Location"], headers=ENGLISH).text
    assert "X wins" in page
    assert "Another sheet in this photo could not be read" in page and "step back" in page


def test_no_photo_or_too_many(client: FlaskClient) -> None:
    response = send(client)
    assert response.status_code == 422 and "No photo came along" in response.text
    response = send(client, *[b"x"] * (snap.MOST_PHOTOS + 1))
    assert response.status_code == 422 and "11 photos at once" in response.text


def test_too_large(app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 10_000
    response = send(app.test_client(), b"x" * 20_000)
    assert response.status_code == 413
    assert "too much at once" in response.text and "Traceback" not in response.text


def test_wrong_code_or_game(client: FlaskClient, photo: bytes) -> None:
    response = send(client, photo, code="AAAA")
    assert (
        response.status_code == 422
        and "not the code of a sheet" in response.text
        and 'value="AAAA"' in response.text
    )
    response = send(client, photo, game="chess")
    assert response.status_code == 422 and "No game" in response.text


@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "http://localhost"}, True),
        ({}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
    ],
)
def test_forms_of_other_sites_are_refused(
    client: FlaskClient, headers: dict[str, str], is_taken: bool
) -> None:
    assert send(client, headers={**ENGLISH, **headers}).status_code == (422 if is_taken else 403)


def test_our_own_mistake_shows_no_traceback(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(snap, "take_in", fail)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    response = send(app.test_client(), grey())
    assert response.status_code == 500
    assert "our fault" in response.text and "secret" not in response.text


def test_busy(tmp_path: Path, photo: bytes) -> None:
    app = web.create_app(
        data=tmp_path, settings=UNGUARDED, door=lambda store: InlineDoor(store, most_waiting=0)
    )
    response = send(app.test_client(), photo)
    assert response.status_code == 503 and "Wait half a minute" in response.text


def test_nothing_is_left_when_a_photo_cannot_be_saved(tmp_path: Path, photo: bytes) -> None:
    client = web.create_app(data=tmp_path, settings=UNGUARDED).test_client()
    (tmp_path / "photos").write_text("in the way")
    response = send(client, photo)
    assert response.status_code == 507 and "cannot be saved" in response.text


def test_results_survive_a_restart(client: FlaskClient, photo: bytes, tmp_path: Path) -> None:
    address = send(client, photo).headers["Location"]
    again = web.create_app(data=tmp_path / "data").test_client()
    assert again.get(address).status_code == 200

"""The whole story in a real browser, on a phone and on a screen, in both languages.

Print, try a sample, answer a doubtful mark, correct another, see the score change, hint, what if, history with a
second photo, export, delete. Skipped where there is no Chromium.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from pypdfium2 import PdfDocument
from sqlalchemy import select
from werkzeug.serving import make_server

import web
from tests.web.browsers import CHROMIUM, FLAGS, OVERFLOW, PHONE, SCREEN
from tests.web.test_results import EARLY, LATER, dots_photo
from web.storage.store import Store
from web.storage.tables import ReadPosition

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

WORDS = {
    "en": {
        "what_if": "What if?",
        "deleted": "Deleted",
        "hint": "A good move",
        "added": "New since the photo before",
    },
    "ru": {
        "what_if": "А что, если?",
        "deleted": "Удалено",
        "hint": "Хороший ход",
        "added": "Новое с прошлого снимка",
    },
}


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("photos")
    paths = folder / "early.jpg", folder / "later.jpg"
    for path, moves, seed in zip(paths, (EARLY, LATER), (5, 6), strict=True):
        path.write_bytes(dots_photo(moves, seed))
    return paths


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """With the tokens of forms, as visitors meet it."""
    return web.create_app(data=tmp_path_factory.mktemp("data"), settings={"RATELIMIT_ENABLED": False})


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def make_doubtful(app: Flask, token: str, most: int = 1) -> None:
    """Readers get better, so marks are made doubtful here: the dot at (7, 8), and further ones if asked."""
    store = app.extensions["store"]
    assert isinstance(store, Store)
    found = store.upload(token)
    assert found is not None
    with store.database.writing() as session:
        row = session.scalars(select(ReadPosition).where(ReadPosition.photo_id == found.photos[0].id)).one()
        marks = [dict(mark) for mark in row.marks]
        dots = [mark for mark in marks if mark["symbol"] == "dot"]
        dots.sort(key=lambda mark: mark["at"] != [7, 8])
        for mark in dots[:most]:
            mark |= {"confidence": 0.61, "other": {"symbol": "nothing", "player": None}}
        row.marks = marks


def check_page(page: Any, name: str) -> None:
    """Nothing sticks out to the right. What else may keep people out: `test_every_page.py`."""
    assert page.evaluate(OVERFLOW) <= 0, name


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_the_whole_story(
    app: Flask,
    address: str,
    chromium: Any,
    photos: tuple[Path, Path],
    lang: str,
    size: dict[str, int],
) -> None:
    is_phone = size is PHONE
    context = chromium.new_context(
        viewport=size, locale={"ru": "ru-RU", "en": "en-US"}[lang], has_touch=is_phone, bypass_csp=False
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    expect, words = playwright.expect, WORDS[lang]

    # Print.
    page.goto(address)
    check_page(page, "gallery")
    page.goto(f"{address}/games/dots")
    check_page(page, "game")
    printed = context.request.get(f"{address}/games/dots/sheet.pdf?lang={lang}")
    assert len(PdfDocument(printed.body())) == 1

    # Upload, and the doubtful mark first.
    page.goto(f"{address}/snap")
    check_page(page, "snap")
    page.set_input_files("input[multiple]", photos[0])
    page.wait_for_url("**/results/*")
    token = page.url.rpartition("/")[2].partition("#")[0]
    make_doubtful(app, token)
    page.reload()
    expect(page.locator(".doubts .cut-out, .doubts fieldset").first).to_be_visible()
    check_page(page, "result")
    score = page.locator(".duel dd")
    assert score.all_inner_texts() == ["0", "0"]
    questions = page.locator(".doubts li")
    before = questions.count()
    page.locator(".doubts .answer").first.click()
    expect(questions).to_have_count(before - 1)

    # Correct another: B's dot at (7, 8) gets its last neighbour, and R has a point.
    page.click("[data-correct-mode]")
    pane = page.locator(".photo .pane")
    pane.scroll_into_view_if_needed()
    where = page.evaluate(
        """() => {
          const pane = document.querySelector(".photo .pane"), svg = pane.querySelector("svg");
          const board = JSON.parse(pane.dataset.boards)[0];
          const place = new DOMPoint(board.x + 7 * board.pitch, board.y + 9 * board.pitch);
          const spot = place.matrixTransform(svg.getScreenCTM());
          return [spot.x, spot.y, scrollY];
        }"""
    )
    if is_phone:
        page.touchscreen.tap(where[0], where[1])
    else:
        page.mouse.click(where[0], where[1])
    expect(score.first).to_have_text("1")
    assert abs(page.evaluate("scrollY") - where[2]) < 4 or page.evaluate("document.activeElement") is not None
    page.locator(".card-actions form").last.locator("button").click()
    expect(score.first).to_have_text("0")
    pane.focus()
    for key in (*["ArrowRight"] * 8, *["ArrowDown"] * 9, "Enter"):
        page.keyboard.press(key)
    expect(score.first).to_have_text("1")
    page.keyboard.press("Control+z")
    expect(score.first).to_have_text("0")

    # Hint.
    expect(page.locator(".hint-move")).to_be_visible()
    assert page.locator(".photo .layer-hint circle").count() > 0
    assert page.locator(".boards .layer-hint circle").count() > 0

    # What if: play where R wants to, and take it back.
    page.get_by_role("link", name=words["what_if"]).click()
    page.wait_for_url("**/what-if*")
    expect(page.locator(".try-move")).to_be_visible()
    check_page(page, "what if")
    page.select_option("#move", "7,9")
    page.locator(".try-move button").click()
    expect(page.locator(".move-chip")).to_have_count(1)
    expect(page).to_have_url(playwright_url("moves=7"))
    page.locator(".card-actions a").first.click()
    expect(page.locator(".move-chip")).to_have_count(0)

    # History with a second photo.
    page.goto(f"{address}/snap")
    page.set_input_files("input[multiple]", photos[1])
    page.wait_for_url("**/results/*")
    expect(score.first).to_have_text("1")
    page.locator(".links a").first.click()
    expect(page.locator(".plot polyline")).to_have_count(2)
    assert words["added"] in page.inner_text("main")
    check_page(page, "history")
    page.locator("[data-step='-1']").click()
    expect(page.locator("[data-frame]:visible")).to_have_count(1)

    # Export and delete.
    page.go_back()
    report = context.request.get(f"{page.url.partition('#')[0]}/1/1/report.pdf")
    assert len(PdfDocument(report.body())) == 1
    page.locator(".delete summary").click()
    page.locator(".delete button").click()
    assert words["deleted"] in page.inner_text("main")
    assert complaints == []
    context.close()


def playwright_url(part: str) -> Any:
    """An address that contains that."""
    import re

    return re.compile(re.escape(part))


@pytest.mark.parametrize(("is_dark", "told"), [(True, "Very dark"), (False, "Blurred")])
def test_a_bad_photo_is_questioned_before_it_is_sent(
    address: str, chromium: Any, tmp_path: Path, photos: tuple[Path, Path], is_dark: bool, told: str
) -> None:
    from PIL import Image, ImageFilter

    bad = tmp_path / "bad.jpg"
    with Image.open(photos[0]) as photo:
        spoilt = (
            photo.point(lambda level: level // 5) if is_dark else photo.filter(ImageFilter.GaussianBlur(16))
        )
        spoilt.save(bad, quality=90)
    context = chromium.new_context(viewport=PHONE, locale="en-US")
    page = context.new_page()
    page.goto(f"{address}/snap")
    page.set_input_files("input[multiple]", bad)
    playwright.expect(page.locator("#check")).to_be_visible()
    assert told in page.inner_text("#check li")
    check_page(page, "quick check")
    page.click("#send-anyway")
    page.wait_for_url("**/results/*")
    check_page(page, "what became of it")
    context.close()

"""What a visitor sees when the line or the server breaks: it is told, nothing is lost, nothing is half read."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.serving import make_server

import web
from tests.web.browsers import CHROMIUM, FLAGS, PHONE
from tests.web.test_results import EARLY, dots_photo
from tests.web.work.servers import eventually, free_port, photos_of, reader_of, servers, states
from web.storage.store import Store, open_store
from web.storage.tables import Correction, State, Upload, UploadedPhoto

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

DOUBLE_TAP = """async ([x, y]) => {
  const tap = () => document.elementFromPoint(x, y)?.closest("button")?.click();
  const count = () => document.querySelectorAll(".doubts li").length;
  const before = count();
  tap();
  tap();
  while (count() === before) await new Promise(requestAnimationFrame);
  tap();
}"""
"""Taps one place three times: twice at once, and as soon as another question has moved there."""

SLOW_BYTES = 40_000
"""A second, upwards."""


@pytest.fixture
def phone() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(viewport=PHONE, locale="ru-RU", has_touch=True)
        context.set_default_timeout(60_000)
        yield context
        browser.close()


def slow_down(page: Any, bytes_a_second: int) -> None:
    """Let uploads take their time; -1: no longer."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    conditions = {"offline": False, "latency": 0, "downloadThroughput": -1}
    line.send("Network.emulateNetworkConditions", conditions | {"uploadThroughput": bytes_a_second})


def count(store: Store, table: type) -> int:
    with store.database.reading() as session:
        return len(session.scalars(select(table)).all())


def test_the_server_dies_in_mid_upload_and_again_in_mid_photo(
    tmp_path: Path, phone: Any, photo: bytes
) -> None:
    expect = playwright.expect
    sheet = tmp_path / "sheet.jpg"
    sheet.write_bytes(photo)
    store, port = open_store(tmp_path / "data"), free_port()
    page = phone.new_page()
    with servers(tmp_path) as running:
        first = running.serve(port=port)
        page.goto(f"{first.url}/snap")
        slow_down(page, SLOW_BYTES)
        page.set_input_files("input[multiple]", sheet)
        eventually(lambda: 0 < page.evaluate("document.querySelector('#wait-bar').value") < 1)
        first.kill()
        expect(page.locator("#snap-error")).to_contain_text("Связь прервалась")
        expect(page.locator("#wait")).to_be_hidden()
        assert states(store) == [] and not list((tmp_path / "data" / "photos").glob("*/*"))

        second = running.serve(port=port)
        slow_down(page, -1)
        page.click("#send-again")
        reader = eventually(lambda: reader_of(store))
        os.kill(reader, signal.SIGSTOP)
        page.wait_for_selector("#waiting")
        page.wait_for_load_state("load")  # with its script, which asks the server
        second.kill()
        expect(page.locator("#wait-status")).to_contain_text("Сервер не отвечает", timeout=30_000)
        with store.database.reading() as session:
            assert not session.get_one(UploadedPhoto, photos_of(store)[0].id).positions
        os.kill(reader, signal.SIGCONT)

        running.serve(port=port)
        page.wait_for_selector("[data-sheet]")
        assert "Выигрывает X" in page.inner_text("main")
    assert states(store) == [State.READ] and count(store, Upload) == 1


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Flask, str]]:
    """With the tokens of forms, as visitors meet it."""
    app = web.create_app(data=tmp_path, settings={"RATELIMIT_ENABLED": False})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield app, f"http://127.0.0.1:{server.port}"
    server.shutdown()


def test_hasty_fingers_and_a_broken_line(site: tuple[Flask, str], phone: Any, tmp_path: Path) -> None:
    """Double taps, corrections without a network, the other language in the middle, a form sent twice."""
    app, address = site
    store, expect, page = app.extensions["store"], playwright.expect, phone.new_page()
    page.goto(f"{address}/snap")
    page.set_input_files("input[multiple]", file_of(tmp_path, dots_photo(EARLY, 5)))
    page.wait_for_selector("[data-sheet]")

    # A place that is looked at is told beside it, wherever on the page that is.
    page.locator(".photo .pane").scroll_into_view_if_needed()
    page.locator(".photo .pane").tap(position={"x": 100, "y": 100})
    expect(page.locator(".editor")).to_be_in_viewport(ratio=0.9)
    page.click("[data-close]")
    expect(page.locator(".editor")).to_have_count(0)

    # Without a network a correction is not kept, and that is said.
    page.click("[data-correct-mode]")
    phone.set_offline(True)
    page.locator(".photo .pane").tap(position={"x": 100, "y": 100})
    expect(page.locator("#notice")).to_contain_text("Не сохранено")
    phone.set_offline(False)
    page.locator(".photo .pane").tap(position={"x": 100, "y": 100})
    expect(page.locator("#notice")).to_be_hidden()
    eventually(lambda: count(store, Correction) == 1)

    # The other language: the same place of the same page.
    page.locator(".result-actions").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('[id$=-editor]').scrollIntoView({behavior: 'instant'})")
    page.evaluate("document.querySelector('.switch a[lang=en]').click()")
    page.wait_for_selector("html[lang=en]")
    eventually(
        lambda: abs(page.evaluate("document.querySelector('[id$=-editor]').getBoundingClientRect().top")) < 60
    )
    page.goto(f"{address}/games/dots")
    page.fill("[name='size.1']", "20")
    page.wait_for_url(re.compile("size.1=20"))
    page.click(".switch a[lang=ru]")
    page.wait_for_selector("html[lang=ru]")
    assert page.input_value("[name='size.1']") == "20"

    # A form that leads to another page is sent once.
    before = count(store, Upload)
    page.evaluate(
        "document.querySelectorAll('.sample')[0].click(); document.querySelectorAll('.sample')[0].click()"
    )
    page.wait_for_selector("[data-sheet]")
    assert count(store, Upload) == before + 1


def test_the_second_half_of_a_double_tap_answers_nothing(
    site: tuple[Flask, str], phone: Any, tmp_path: Path
) -> None:
    from tests.web.test_story import make_doubtful

    app, address = site
    store, page = app.extensions["store"], phone.new_page()
    page.goto(f"{address}/snap")
    page.set_input_files("input[multiple]", file_of(tmp_path, dots_photo(EARLY, 5)))
    page.wait_for_selector("[data-sheet]")
    token = page.url.rpartition("/")[2].partition("#")[0]
    make_doubtful(app, token, 3)
    page.reload()
    questions = page.locator(".doubts li")
    before = questions.count()
    assert before >= 3
    spot = page.locator(".doubts .answer").first.bounding_box()
    page.evaluate(DOUBLE_TAP, [spot["x"] + 10, spot["y"] + 10])
    playwright.expect(questions).to_have_count(before - 1)
    page.wait_for_timeout(500)
    assert count(store, Correction) == 1
    page.locator(".doubts .answer").first.tap()
    playwright.expect(questions).to_have_count(before - 2)

    # Thrown away meanwhile, perhaps on another page: the tap says so.
    store.delete(token)
    page.wait_for_timeout(500)
    page.locator(".doubts .answer").first.tap()
    playwright.expect(page.locator("h1")).to_have_text("Такой страницы нет")


def file_of(folder: Path, photo: bytes) -> Path:
    """The photo as a file."""
    path = folder / "photo.jpg"
    path.write_bytes(photo)
    return path

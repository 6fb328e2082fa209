"""The whole story on a phone: Chromium at 390x844, skipped where there is none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from pypdfium2 import PdfDocument
from werkzeug.serving import make_server

from tests.web.browsers import CHROMIUM, FLAGS, OVERFLOW, PHONE

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


def test_phone(address: str, photo: bytes, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.jpg"
    sheet.write_bytes(photo)
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phone = chromium.new_context(viewport=PHONE, locale="ru-RU", has_touch=True)
        page = phone.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))

        page.goto(address + "/games/tic_tac_toe")
        page.fill("[name=win]", "5")
        playwright.expect(page.locator("[data-error=win]")).not_to_be_empty()
        page.fill("[name=win]", "3")
        playwright.expect(page.locator("[data-error=win]")).to_be_empty()

        page.goto(address + "/snap")
        page.set_input_files("input[multiple]", sheet)
        page.wait_for_url("**/results/*", timeout=60_000)
        assert "Выигрывает X" in page.inner_text("main")
        assert page.evaluate(OVERFLOW) <= 0
        page.emulate_media(color_scheme="dark")
        printed = PdfDocument(page.pdf(format="A4"))
        assert len(printed) == 1
        paper = printed[0].render(scale=0.5).to_pil().convert("L")
        assert sum(paper.histogram()[200:]) > 0.6 * paper.width * paper.height, (
            "paper stays white in the dark"
        )
        page.emulate_media(color_scheme="light")
        page.click(".switch a[lang=en]")
        assert "X wins" in page.inner_text("main")
        assert complaints == []
        chromium.close()

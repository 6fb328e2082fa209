"""Every page in a browser: in both languages, in light and in dark, nothing keeps anybody out.

axe-core finds nothing serious, nothing sticks out to the right, what is tapped is large enough for a thumb, and no
language stands inside the other. A template that is never shown here fails the test: new pages are added below.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, abort, template_rendered
from PIL import Image
from werkzeug.serving import make_server

import web
from companion import catalog
from companion.demo import sample_photos
from tests.web.browsers import CHROMIUM, FLAGS, OVERFLOW, PHONE, SCREEN
from tests.web.conftest import UNGUARDED
from tests.web.test_results import EARLY, LATER, dots_photo
from tests.web.test_snap import grey, nameless
from web.work.door import InlineDoor

playwright = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.base")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

SERIOUS = ("serious", "critical")
ERRORS = (400, 403, 404, 405, 413, 429, 500, 503)
LOOK = """async (rules) => {
  const options = { resultTypes: ["violations"] };
  if (rules) options.runOnly = rules;
  const found = await axe.run(document, options);
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}"""
TAPPED = ".button, select, summary, .switch a, .menu a, .links a, button, label.choice"
SMALL = f"""[...document.querySelectorAll("{TAPPED}")]
  .filter((one) => one.checkVisibility() && !one.closest("[hidden]"))
  .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML.slice(0, 160))"""
TEXT = """(() => {
  const shown = document.querySelector("main").cloneNode(true);
  for (const one of shown.querySelectorAll("code, pre, textarea, svg, noscript, script, .file-name")) one.remove();
  return document.title + " " + shown.textContent;
})()"""
"""All words of a page, those of screen readers too, without notations, seals and names of files."""

CYRILLIC = re.compile(r"[А-Яа-яЁё]{2,}")
LATIN = re.compile(r"[A-Za-z]{3,}")
LATIN_IN_RUSSIAN = {
    *(
        "JSON",
        "PDF",
        "SGF",
        "SVG",
        "JPEG",
        "PNG",
        "WebP",
        "HEIC",
        "Letter",
        "English",
        "cookie",
        "Enter",
        "swap",
        "Gomocup",
    ),
    *("ABCDEFGHIJ", "AAAA"),
}
"""Names that Russian has no words for, letters over columns, and what was typed."""

CYRILLIC_IN_ENGLISH = {"Русский", "АБВГДЕЖЗИК", "АБВГДЕЁЖЗИ", "РЕСПУБЛИКА", "СНЕГУРОЧКА"}


class Door(InlineDoor):
    """Reads at once, unless it is told to let photos wait."""

    is_reading = True

    def submit(self, photo_ids: Any) -> None:
        """Read, or not."""
        if self.is_reading:
            super().submit(photo_ids)


@dataclass
class Site:
    """A running site and which of its templates were shown."""

    app: Flask
    address: str
    shown: set[str] = field(default_factory=set)

    @property
    def door(self) -> Door:
        door = self.app.extensions["door"]
        assert isinstance(door, Door)
        return door


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    app = web.create_app(data=tmp_path_factory.mktemp("data"), settings=UNGUARDED, door=Door)
    app.add_url_rule("/broken/<int:code>", "broken", lambda code: abort(code))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = Site(app, f"http://127.0.0.1:{server.port}")

    def note(_sender: Flask, template: Any, **_: Any) -> None:
        site.shown.add(template.name)

    with template_rendered.connected_to(note, app):
        yield site
    server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


class Tour:
    """Goes from page to page and looks at each."""

    def __init__(self, site: Site, page: Any, lang: str) -> None:
        self.site, self.page, self.lang = site, page, lang
        self.faults: list[tuple[str, str, object]] = []

    def go(self, path: str, name: str = "") -> None:
        """Open a page and look at it."""
        self.page.goto(path if path.startswith("http") else self.site.address + path)
        self.look(name or path)

    def look(self, name: str) -> None:
        """What is wrong with the page that is open."""
        page = self.page
        if page.evaluate(OVERFLOW) > 0:
            self.note(name, "sticks out", page.evaluate(OVERFLOW))
        if small := page.evaluate(SMALL):
            self.note(name, "too small to tap", small)
        if bad := page.evaluate(LOOK, None):
            self.note(name, "keeps somebody out", bad)
        page.emulate_media(color_scheme="dark")
        if bad := page.evaluate(LOOK, ["color-contrast"]):
            self.note(name, "cannot be read in the dark", bad)
        page.emulate_media(color_scheme="light")
        text = page.evaluate(TEXT)
        if self.lang == "ru":
            foreign = {word for word in LATIN.findall(text) if word not in LATIN_IN_RUSSIAN}
        else:
            foreign = {word for word in CYRILLIC.findall(text) if word not in CYRILLIC_IN_ENGLISH}
        if foreign:
            self.note(name, "another language", sorted(foreign)[:8])

    def note(self, name: str, what: str, seen: object) -> None:
        """One more fault."""
        self.faults.append((name, what, seen))


def sent(site: Site, context: Any, photo: bytes) -> str:
    """The path of the result of a photo sent from this browser."""
    form = {"photos": {"name": "1.jpg", "mimeType": "image/jpeg", "buffer": photo}}
    answer = context.request.post(f"{site.address}/snap", multipart=form, max_redirects=0)
    assert answer.status == 303, answer.status
    path: str = answer.headers["location"]
    return path


@pytest.fixture(scope="module")
def results(site: Site, browser: Any) -> Iterator[tuple[Any, dict[str, str]]]:
    """A browser, and what it has sent: results to be looked at in both languages."""
    context = browser.new_context(locale="ru-RU")
    context.add_init_script(path=Path(axe.__file__).with_name("axe.min.js"))
    sea = next(
        path for path in sample_photos() if path.parent.name == "sea_battle" and path.stem == "fleet-ready"
    )
    paths = {
        "early": sent(site, context, dots_photo(EARLY, 5)),
        "later": sent(site, context, dots_photo(LATER, 6)),
        "sea": sent(site, context, sea.read_bytes()),
        "grey": sent(site, context, grey()),
        "nameless": sent(site, context, nameless()),
        "pages": sent(site, context, two_pages()),
        "squares": sent(site, context, notebook_sample("five_in_a_row").read_bytes()),
    }
    site.door.is_reading = False
    paths["waiting"] = sent(site, context, grey(900, 900))
    site.door.is_reading = True
    yield context, paths
    context.close()


def notebook_sample(game: str) -> Path:
    """The sample photo of a game drawn in a notebook."""
    return next(path for path in sample_photos() if (path.parent.name, path.stem) == (game, "notebook"))


def dark() -> bytes:
    """A photo taken with the lens on the table."""
    buffer = io.BytesIO()
    Image.new("RGB", (900, 1200), (12, 12, 12)).save(buffer, "PNG")
    return buffer.getvalue()


def two_pages() -> bytes:
    """A scan of two pages without a sheet."""
    buffer = io.BytesIO()
    page = Image.new("RGB", (700, 900), (200, 200, 200))
    page.save(buffer, "PDF", save_all=True, append_images=[page])
    return buffer.getvalue()


@pytest.mark.parametrize(("lang", "size"), [("ru", PHONE), ("en", SCREEN)], ids=["ru-phone", "en-screen"])
def test_every_page(site: Site, results: tuple[Any, dict[str, str]], lang: str, size: dict[str, int]) -> None:
    context, paths = results
    context.add_cookies([{"name": "lang", "value": lang, "url": site.address}])
    page = context.new_page()
    page.set_viewport_size(size)
    tour = Tour(site, page, lang)

    tour.go("/?deleted=1")
    for game in catalog.game_names():
        page.goto(f"{site.address}/games/{game}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        tour.look(game)
    tour.go("/games/dots?size=1x1", "an option that is wrong")
    tour.go("/games/dots/play")
    tour.go("/games/dots/play?moves=3,3;4,4&hint=1", "moves tried")
    tour.go("/games/dots/play?moves=99,99", "moves that do not fit")
    tour.go("/games/sea_battle/ask/place")

    tour.go("/snap")
    page.click("details.trouble summary")
    tour.look("snap, the codes covered")
    tour.go("/s/AAAA", "no code")
    page.goto(f"{site.address}/snap")
    page.evaluate("document.querySelector('#snap').submit()")
    page.wait_for_selector(".banner.wrong")
    tour.look("no photo came along")
    page.set_input_files("input[multiple]", {"name": "dark.png", "mimeType": "image/png", "buffer": dark()})
    page.wait_for_selector("#check li")
    tour.look("quick check")
    tour.go(paths["waiting"], "waiting")
    tour.go(paths["grey"], "not read")
    tour.go(paths["nameless"], "which sheet is it")
    tour.go(paths["pages"], "a scan without a sheet")

    tour.go(paths["later"], "result")
    page.wait_for_selector(".hint-move")
    page.click("[data-correct-mode]")
    pane = page.locator(".photo .pane")
    pane.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".editor")
    page.click(".delete summary")
    tour.look("result, correcting and deleting")
    tour.go(f"{paths['later']}/1/1/hint")
    tour.go(f"{paths['later']}/1/1/what-if")
    tour.go(f"{paths['later']}/1/1/history")
    tour.go(f"{paths['sea']}", "sea battle")
    tour.go(f"{paths['sea']}/1/1/ask/rate")
    tour.go(f"{paths['sea']}/1/1/ask/chances")
    tour.go(paths["squares"], "a game in a notebook")
    tour.go(f"{paths['squares']}/1/field?place=1", "where the game is")
    page.click(".in-numbers summary")
    tour.look("where the game is, in numbers")
    tour.go(f"{paths['squares']}/1/field?place=2", "one more game")
    stranger = context.browser.new_context()
    stranger.add_cookies([{"name": "lang", "value": lang, "url": site.address}])
    stranger.add_init_script(path=Path(axe.__file__).with_name("axe.min.js"))
    other = Tour(site, stranger.new_page(), lang)
    other.page.set_viewport_size(size)
    other.go(f"{paths['later']}/1/1/history", "history, from another browser")

    page.goto(f"{site.address}/games/sea_battle")
    page.click("form[action*='/together/new/'] button")
    page.wait_for_selector("#invitation")
    tour.look("a game for two, begun")
    other.go(page.locator("#invitation").input_value(), "invitation")
    other.page.click("main form button")
    other.page.wait_for_selector(".delete")
    other.look("a game for two, nothing laid")
    sheet = paths["sea"].rpartition("/")[2] + "/1/1"
    for player, steps in ((page, ("seal", "open")), (other.page, ("open",))):
        link = player.url
        for step in ("lay", *steps):
            assert context.request.post(f"{link}/{step}", form={"sheet": sheet}).ok, step
    tour.go(page.url, "a game for two, compared")
    other.page.click(".delete summary")
    other.look("leaving a game for two")

    for code in ERRORS:
        tour.go(f"/broken/{code}")

    found = tour.faults + other.faults
    assert not found, "\n".join(f"{name}: {what}: {seen}" for name, what, seen in found)
    assert shown_templates() - site.shown == set()
    page.close()
    stranger.close()


def shown_templates() -> set[str]:
    """Pages of their own, not parts of others."""
    folder = Path(web.__file__).parent / "templates"
    return {path.name for path in folder.glob("*.html") if "{% extends" in path.read_text(encoding="utf-8")}

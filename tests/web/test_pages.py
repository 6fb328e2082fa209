"""Every page in both languages, the form of options, sheets as PDF, the language switch, the headers."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion import catalog
from web.forms import option_form
from web.words import OPTION_VALUES

QR_CODE = "PG1*DOTS*A4L*EN*00001*J4"
PAGES = ("/", "/snap", f"/s/{QR_CODE}", f"/S/{QR_CODE}", *(f"/games/{name}" for name in catalog.game_names()))


def browser(lang: str) -> dict[str, str]:
    return {"Accept-Language": f"{lang},fr;q=0.3"}


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_in_every_language(client: FlaskClient, path: str, lang: str) -> None:
    response = client.get(path, headers=browser(lang))
    assert response.status_code == 200
    assert f'<html lang="{lang}">' in response.text
    has_cyrillic = re.search(
        "[а-я]", re.sub("(?s)<select.*?</select>|<svg.*?</svg>|Русский", "", response.text)
    )
    assert bool(has_cyrillic) == (lang == "ru")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_comes_from_elsewhere(client: FlaskClient, path: str) -> None:
    links = re.findall(r'(?:src|href|action)="([^"]+)"', client.get(path).text)
    assert links
    assert all(link.startswith(("/", "#")) and not link.startswith("//") for link in links)


def test_security_headers_everywhere(client: FlaskClient) -> None:
    for path in ("/", "/snap", "/no-such-page", "/static/style.css", "/fonts/GolosText-Regular.ttf"):
        headers = client.get(path, buffered=True).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


def test_pages_hold_no_inline_script_or_style(client: FlaskClient) -> None:
    for path in PAGES:
        text = client.get(path).text
        assert "<style" not in text and " style=" not in text and " onclick" not in text
        assert all("src=" in tag for tag in re.findall("<script[^>]*>", text))


def test_language_is_remembered(client: FlaskClient) -> None:
    response = client.get("/games/dots?size=20x20&ui=ru", headers=browser("en"))
    assert response.status_code == 303
    assert response.headers["Location"] == "/games/dots?size=20x20"
    cookie = response.headers["Set-Cookie"]
    assert "SameSite=Lax" in cookie and "HttpOnly" in cookie
    assert '<html lang="ru">' in client.get("/", headers=browser("en")).text


def test_switch_leads_nowhere_else(client: FlaskClient) -> None:
    response = client.get("//evil.example/?ui=ru")
    assert "evil.example" not in response.headers.get("Location", "").split("/")[2:3]
    assert client.get("/no-such-page?ui=ru").status_code == 404


def test_gallery_shows_every_game(client: FlaskClient) -> None:
    page = client.get("/", headers=browser("en")).text
    for game in catalog.all_games():
        assert game.title("en") in page
        picture = client.get(f"/games/{game.name}/example.svg")
        assert picture.mimetype == "image/svg+xml" and picture.text.startswith("<svg")


def test_rules_are_rendered(client: FlaskClient) -> None:
    page = client.get("/games/tic_tac_toe", headers=browser("en")).text
    assert "<ol>" in page and page.count("<h1>") == 1


@pytest.mark.parametrize("name", catalog.game_names())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pdf_opens_in_the_browser(client: FlaskClient, name: str, paper: str) -> None:
    response = client.get(f"/games/{name}/sheet.pdf?paper={paper}&lang=ru")
    assert response.mimetype == "application/pdf" and response.data.startswith(b"%PDF-")
    assert response.headers["Content-Disposition"].startswith(f'inline; filename="{name}-')


def test_every_print_has_its_own_number(client: FlaskClient) -> None:
    names = {client.get("/games/dots/sheet.pdf").headers["Content-Disposition"] for _ in range(3)}
    assert len(names) == 3


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("size=3x3", "“3x3” does not fit"),
        ("size.1=20&size.2=", "does not fit"),
        ("start=square", "“square” does not fit"),
        ("win_at=1000", "“1000” does not fit"),
        ("time=custom&time.1=999&time.2=0", "“999+0” does not fit"),
    ],
)
def test_bad_option_is_said_beside_its_field(client: FlaskClient, query: str, seen: str) -> None:
    for path in ("/games/dots", "/games/dots/sheet.pdf"):
        response = client.get(f"{path}?{query}", headers=browser("en"))
        assert response.status_code == 422
        assert response.text.count("does not fit") == 1 and seen in response.text
    preview = client.get(f"/games/dots/preview?{query}", headers=browser("en")).get_json()
    assert preview["svg"] is None and len(preview["errors"]) == 1


def test_options_that_disagree_are_said_too(client: FlaskClient) -> None:
    preview = client.get("/games/tic_tac_toe/preview?size=3&win=5").get_json()
    assert list(preview["errors"]) == ["win"]


def test_preview_follows_the_form(client: FlaskClient) -> None:
    query = "size.1=12&size.2=10&win_at=&time=custom&time.1=5&time.2=60&extra_move=true&lang=ru"
    preview = client.get(f"/games/dots/preview?{query}").get_json()
    assert preview["errors"] == {}
    assert "12×10" in preview["svg"] and 'role="img"' in preview["svg"]


@pytest.mark.parametrize(
    "path",
    [
        "/games/chess",
        "/games/chess/sheet.pdf",
        "/games/../example.svg",
        "/fonts/OFL.txt",
        "/fonts/..%2Fpdf.py",
        "/results/AAAAAAAAAAAAAAAAAAAAAAAA",
        "/results/..",
        "/results/%2e%2e%2f%2e%2e/1-photo.jpg",
        "/results/AAAAAAAAAAAAAAAAAAAAAAAA/report.json",
        "/results/AAAAAAAAAAAAAAAAAAAAAAAA/..%2F..%2Fx.jpg",
    ],
)
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers=browser("en"))
    assert response.status_code == 404
    assert "There is no such page" in response.text


@pytest.mark.parametrize("code", ["nonsense", "PG1*DOTS*A4L*EN*00001*J5", "5B82-J000-07T5", "%20", "a/b/c"])
def test_wrong_sheet_code(client: FlaskClient, code: str) -> None:
    response = client.get(f"/s/{code}", headers=browser("en"))
    assert response.status_code == 404
    assert "not the code of a sheet" in response.text and "<form" in response.text


def test_sheet_code_in_letters(client: FlaskClient) -> None:
    assert "Dots, sheet 00001" in client.get("/s/5b82j00007t4", headers=browser("en")).text


@pytest.mark.parametrize("name", catalog.game_names())
def test_values_of_options_are_told_in_words(name: str) -> None:
    """A new word needs `says=` where its option is declared; letters of the players are their titles."""
    game = catalog.find_game(name)
    for field in option_form(game, MultiDict()).fields:
        for choice in field.choices:
            is_word = choice.label.ru != choice.label.en or choice.value in ("X", "O", "A", "B")
            assert is_word or choice.value in OPTION_VALUES, (field.name, choice.value)

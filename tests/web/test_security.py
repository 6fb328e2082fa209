"""What docs/explanation/threats.md promises, with all guards up: one test for each line of its table."""

from __future__ import annotations

import io
import json
import logging
import re
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

import web
from companion import referee
from web import guard
from web.log import JsonLines

FORGED = "companion=eyJ2aXNpdG9yIjoiYW5uYSJ9.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb"
TEMPLATES = Path(web.__file__).parent / "templates"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def guarded(tmp_path: Path) -> Flask:
    return web.create_app(data=tmp_path / "data")


@pytest.fixture
def visitor(guarded: Flask) -> FlaskClient:
    return guarded.test_client()


def token_of(client: FlaskClient) -> str:
    found = re.search('name="csrf_token" value="([^"]+)"', client.get("/snap").text)
    assert found is not None
    return found[1]


def grey(width: int = 640, height: int = 480) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), (128, 128, 128)).save(buffer, "JPEG")
    return buffer.getvalue()


def upload(
    client: FlaskClient, content: bytes = b"no picture", name: str = "a.jpg", **fields: str
) -> TestResponse:
    data = {"photos": (io.BytesIO(content), name), **fields}
    return client.post("/api/v1/readings", data=data, content_type="multipart/form-data")


# --- forms of other sites -----------------------------------------------------------------------------


def test_form_without_its_token_is_refused(guarded: Flask, visitor: FlaskClient) -> None:
    assert visitor.post("/snap", headers=ENGLISH).status_code == 403
    assert visitor.post("/snap", data={"csrf_token": "made up"}).status_code == 403
    stranger = guarded.test_client()
    assert visitor.post("/snap", data={"csrf_token": token_of(stranger)}).status_code == 403
    assert (
        visitor.post("/snap", data={"csrf_token": token_of(visitor)}).status_code == 422
    )  # no photo came along


def test_every_form_has_the_token(visitor: FlaskClient) -> None:
    for path in ("/", "/snap", "/games/dots", "/s/PG1*DOTS*A4L*EN*00001*J4"):
        for form in re.findall(r'(?s)<form[^>]*method="post".*?</form>', visitor.get(path).text):
            assert 'name="csrf_token"' in form, path


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_every_form_of_every_template_has_the_token(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    for form in re.findall(r'(?s)<form[^>]*method="post".*?</form>', text):
        assert "csrf_field()" in form


@pytest.mark.parametrize("path", ["/snap", "/api/v1/readings", "/api/v1/hints"])
def test_other_sites_post_nothing(visitor: FlaskClient, path: str) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert visitor.post(path, headers=headers).status_code == 403


# --- what a page may load and who may frame it --------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/no-such-page", "/static/app.js", "/api/v1/games", "/api/v1/x", "/healthz"]
)
def test_headers_on_every_answer(visitor: FlaskClient, path: str) -> None:
    headers = visitor.get(path, buffered=True).headers
    rules = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == "'none'" and rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'" and rules["form-action"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in headers and "X-Powered-By" not in headers


def test_encrypted_stays_encrypted(visitor: FlaskClient) -> None:
    response = visitor.get("/snap", base_url="https://localhost")
    assert "max-age=31536000" in response.headers["Strict-Transport-Security"]
    assert "Secure" in response.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in visitor.get("/snap").headers


# --- cookies and addresses ----------------------------------------------------------------------------


def test_cookies_are_signed(guarded: Flask) -> None:
    client = guarded.test_client()
    response = client.get("/snap", headers={"Cookie": FORGED})
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "anna" not in cookie


def test_key_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    keys = {web.create_app(data=tmp_path).secret_key for _ in range(2)}
    assert len(keys) == 1 and len(str(keys.pop())) == 64
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "path", ["//evil.example/?ui=ru", "/games/dots?ui=ru&next=//evil.example", "/?ui=ru"]
)
def test_no_redirect_leads_elsewhere(visitor: FlaskClient, path: str) -> None:
    location = visitor.get(path, headers={"Host": "localhost"}).headers.get("Location", "/")
    assert re.match(r"/(?!/)", location), location


@pytest.mark.parametrize(
    "asked",
    [
        "_external=1&_scheme=https",
        "_scheme=javascript",
        "_anchor=x",
        "_method=POST",
        "endpoint=snap.snap",
        "name=x",
    ],
)
def test_words_that_mean_something_to_the_framework_are_words_like_others(
    visitor: FlaskClient, asked: str
) -> None:
    for path in ("/", "/games/dots", "/results/" + "A" * 24):
        assert visitor.get(f"{path}?{asked}").status_code == (404 if "results" in path else 200), path
    to = visitor.get(f"/games/dots?{asked}&ui=en").headers["Location"]
    assert to == f"/games/dots?{asked}"


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 50_000], ids=["lists", "objects"])
def test_json_without_a_bottom_is_refused(visitor: FlaskClient, body: str) -> None:
    answer = visitor.post("/api/v1/hints", data=body, content_type="application/json")
    assert answer.status_code == 400 and answer.mimetype == "application/problem+json"
    form = {"photos": (io.BytesIO(b"x"), "x.jpg"), "game": "dots", "options": body[:50_000]}
    assert visitor.post("/api/v1/readings", data=form).status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2fweb/guard.py",
        "/fonts/..%2f..%2fpyproject.toml",
        "/games/..%2f..%2fetc/samples/passwd.jpg",
        "/results/..%2f..%2fsecret/files/1.jpg",
    ],
)
def test_addresses_are_no_paths(visitor: FlaskClient, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_addresses_put_nothing_into_headers(visitor: FlaskClient) -> None:
    for path in ("/?ui=ru%0d%0aX-Evil:1", "/s/%0d%0aX-Evil:1", "/?ui=en&a=%0d%0aX-Evil:1"):
        answer = visitor.get(path)
        assert "X-Evil" not in answer.headers and "\n" not in answer.headers.get("Location", "")


def test_other_names_for_this_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(guard.HOSTS_VARIABLE, "sheets.example, localhost")
    client = web.create_app(data=tmp_path).test_client()
    assert client.get("/", headers={"Host": "sheets.example"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


# --- files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["../../../etc/cron.d/x.jpg", "..\\x.jpg", "/etc/passwd", "a\0b.jpg", "CON", "x" * 999]
)
def test_names_of_files_are_only_shown(visitor: FlaskClient, tmp_path: Path, name: str) -> None:
    before = set(tmp_path.parent.rglob("*.jpg"))
    token = upload(visitor, grey(), name).get_json()["token"]
    kept = sorted(path.relative_to(tmp_path) for path in set(tmp_path.parent.rglob("*.jpg")) - before)
    assert Path(f"data/photos/{token}/1.jpg") in kept
    assert all(path.parent == Path(f"data/photos/{token}") for path in kept)


def test_a_bomb_is_refused_before_it_is_decoded(visitor: FlaskClient) -> None:
    buffer = io.BytesIO()
    Image.new("1", (64, 64)).save(buffer, "PNG")
    bomb = bytearray(buffer.getvalue())
    bomb[16:24] = (65_000).to_bytes(4) * 2
    start = time.perf_counter()
    [photo] = upload(visitor, bytes(bomb)).get_json()["photos"]
    assert photo["error"]["code"] == "TOO_LARGE" and time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "content",
    [b"<html><script>alert(1)</script>", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"PK\x03\x04", b"MZ"],
)
def test_kind_is_told_by_content_not_by_name(visitor: FlaskClient, content: bytes, tmp_path: Path) -> None:
    answer = upload(visitor, content, "photo.jpg").get_json()
    assert answer["photos"][0]["error"]["code"] == "NOT_A_PICTURE"
    assert not list((tmp_path / "data").glob("photos/*/*"))


def test_too_much_at_once(guarded: Flask) -> None:
    client = guarded.test_client()
    assert upload(client, **{f"field{number}": "x" for number in range(200)}).status_code == 413
    guarded.config["MAX_CONTENT_LENGTH"] = 10_000
    response = upload(client, b"x" * 20_000)
    assert response.status_code == 413 and response.mimetype == "application/problem+json"


# --- limits -------------------------------------------------------------------------------------------


def test_an_address_that_sends_without_end_is_slowed(visitor: FlaskClient) -> None:
    codes = [upload(visitor).status_code for _ in range(42)]
    assert codes == [202] * 40 + [429] * 2
    response = upload(visitor)
    assert response.mimetype == "application/problem+json" and int(response.headers["Retry-After"]) > 0
    assert visitor.get("/").status_code == 200
    page = visitor.post("/snap", data={"csrf_token": token_of(visitor)}, headers=ENGLISH)
    assert page.status_code == 422  # pages are counted apart
    other = {"REMOTE_ADDR": "10.0.0.9"}
    assert visitor.get("/api/v1/games", environ_overrides=other).status_code == 200


# --- our own mistakes ---------------------------------------------------------------------------------


def test_no_stack_traces(guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret of ours")

    monkeypatch.setattr(referee, "judge", fail)
    asked = {"game": "tic_tac_toe", "position": "X../3./3."}
    response = guarded.test_client().post("/api/v1/positions", json=asked)
    assert response.status_code == 500 and response.mimetype == "application/problem+json"
    assert "secret" not in response.text and "Traceback" not in response.text and ".py" not in response.text


def test_log_tells_no_tokens_names_or_addresses(
    visitor: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "companion"):
        token = upload(visitor, grey(), "holiday in Rome.jpg").get_json()["token"]
        visitor.get(f"/api/v1/readings/{token}", environ_overrides={"REMOTE_ADDR": "203.0.113.9"})
    lines = [JsonLines().format(record) for record in caplog.records]
    told = [json.loads(line) for line in lines]
    assert {"request", "photo read"} <= {line["message"] for line in told}
    assert any(line.get("route") == "/api/v1/readings/<token>" for line in told)
    assert not [line for line in lines if token in line or "Rome" in line or "203.0.113.9" in line]


# --- what is only for those who run the server ----------------------------------------------------------


def test_counters_are_for_this_machine(visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(**more: Any) -> int:
        return visitor.get("/metrics", **more).status_code

    assert seen() == 200
    assert seen(environ_overrides={"REMOTE_ADDR": "10.1.2.3"}) == 404
    assert seen(headers={"X-Forwarded-For": "127.0.0.1"}) == 404
    monkeypatch.setenv("COMPANION_METRICS_TOKEN", "sesame")
    assert seen() == 404
    assert (
        seen(headers={"Authorization": "Bearer sesame"}, environ_overrides={"REMOTE_ADDR": "10.1.2.3"}) == 200
    )


def test_health(visitor: FlaskClient, guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert visitor.get("/healthz").get_json() == {"status": "ok", "database": "ok", "readers": "ok"}
    monkeypatch.setattr(type(guarded.extensions["door"]), "is_well", lambda door: False)
    response = visitor.get("/healthz")
    assert response.status_code == 503 and response.get_json()["readers"] == "failing"

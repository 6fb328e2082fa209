"""The API: its description is right, its examples work, a photo's whole way, and errors that are problems."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

import web
from companion import catalog
from tests.web.conftest import UNGUARDED
from web.api.openapi import description
from web.storage.tables import State
from web.work import InlineDoor

BASE = "/api/v1"
POSITION = "/photos/1/positions/1"


@pytest.fixture
def sent(client: FlaskClient, photo: bytes) -> str:
    """The address of a reading."""
    response = send(client, photo)
    assert response.status_code == 202
    address: str = response.headers["Location"]
    return address


def send(client: FlaskClient, *photos: bytes, **fields: str) -> TestResponse:
    files = [(io.BytesIO(photo), f"photo {number}.jpg") for number, photo in enumerate(photos, 1)]
    return client.post(
        f"{BASE}/readings", data={"photos": files, **fields}, content_type="multipart/form-data"
    )


def is_problem(response: TestResponse, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    told = response.get_json(force=True)
    assert told["status"] == status and told["title"] and told["detail"]
    assert isinstance(told, dict)
    return told


def examples() -> list[Any]:
    found = []
    for path, item in description()["paths"].items():
        for method, operation in item.items():
            if method == "parameters" or "{" in path:
                continue
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for name, example in content.get("examples", {}).items():
                found.append(pytest.param(method, path, example["value"], id=f"{path} {name}"))
    return found


def test_description_is_openapi() -> None:
    validate(description())


def test_every_route_is_described(client: FlaskClient) -> None:
    rules = client.application.url_map.iter_rules()
    ours = {
        (re.sub(r"<(?:[^:>]+:)?(\w+)>", r"{\1}", rule.rule.removeprefix(BASE)), method.lower())
        for rule in rules
        if rule.rule.startswith(BASE)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    told = {
        (re.sub(r"\{file\}", "{name}", path), method)
        for path, item in description()["paths"].items()
        for method in item
        if method != "parameters"
    }
    assert ours == told


@pytest.mark.parametrize(("method", "path", "value"), examples())
def test_examples_work(client: FlaskClient, method: str, path: str, value: Any) -> None:
    response = client.open(BASE + path, method=method, json=value)
    assert 200 <= response.status_code < 300, response.text
    assert str(response.status_code) in description()["paths"][path][method]["responses"]


@pytest.mark.parametrize("name", catalog.game_names())
def test_every_game_by_name(client: FlaskClient, name: str) -> None:
    for lang in ("ru", "en"):
        told = client.get(f"{BASE}/games/{name}?lang={lang}").get_json()
        assert told["title"] == catalog.find_game(name).title(lang) and told["rules"] and told["options"]
    game = catalog.find_game(name)
    start = str(game.start(game.options()))
    for path in ("positions", "positions/moves", "hints"):
        response = client.post(f"{BASE}/{path}", json={"game": name, "position": start})
        assert response.status_code == 200 and response.get_json()["position"] == start


def test_sheets(client: FlaskClient) -> None:
    pdf = client.post(f"{BASE}/sheets", json={"game": "dots", "paper": "letter"})
    assert pdf.data.startswith(b"%PDF-") and pdf.headers["Sheet-Serial"] in pdf.headers["Content-Disposition"]
    layout = client.post(
        f"{BASE}/sheets", json={"game": "dots", "format": "layout", "options": {"size": "12x10"}}
    )
    assert layout.get_json()["boards"][0]["columns"] == 12
    svg = client.post(f"{BASE}/sheets", json={"game": "dots", "format": "svg"})
    assert svg.mimetype == "image/svg+xml" and svg.text.startswith("<svg")


def test_moves_and_playing(client: FlaskClient) -> None:
    asked = {"game": "tic_tac_toe", "position": "XX./OO./3."}
    moves = client.post(f"{BASE}/positions/moves", json=asked).get_json()["moves"]
    assert [2, 0] in moves
    after = client.post(f"{BASE}/positions/play", json=asked | {"move": [2, 0]}).get_json()
    assert after["outcome"]["winner"] == "X"
    told = is_problem(client.post(f"{BASE}/positions/play", json=asked | {"move": [0, 0]}), 422)
    assert told["code"] == "ILLEGAL_MOVE"
    hint = client.post(f"{BASE}/hints?lang=ru", json=asked).get_json()["hint"]
    assert hint["move"] == [2, 0] and re.search("[а-я]", hint["reason"])


def test_photo_is_read(client: FlaskClient, sent: str) -> None:
    reading = client.get(sent).get_json()
    [photo] = reading["photos"]
    assert reading["is_done"] and photo["state"] == State.READ and photo["error"] is None
    first = photo["positions"][0]
    assert first["as_read"]["outcome"]["winner"] == "X" and first["serial"]
    assert {mark["symbol"] for mark in first["marks"]} >= {"cross", "nought"}
    flat = first["pictures"]["flat"]
    for address in (flat["file"], photo["files"]["annotated"], first["pictures"]["photo"]):
        picture = client.get(address)
        assert picture.mimetype == "image/jpeg" and picture.data.startswith(b"\xff\xd8")
        assert "no-store" in picture.headers["Cache-Control"]
    assert flat["px_per_mm"] > 1 and len(flat["box_mm"]) == 4
    names = first["pictures"]["names"]
    assert {name["player"] for name in names} <= {0, 1}


def test_corrections_and_undo(client: FlaskClient, sent: str) -> None:
    address = f"{sent}{POSITION}"
    before = client.get(address).get_json()
    assert before["as_read"] == before["now"] and before["now"]["position"] == "3X/OO./3."
    wrong = {"kind": "cell", "at": [2, 2], "symbol": "nought", "player": 1}
    told = client.post(f"{address}/corrections", json=wrong)
    assert told.get_json()["now"]["position"] == "3X/OO./..O"
    for nowhere in ([3, 0], [0, 3], [[0, 0], [0, 1]]):
        is_problem(client.post(f"{address}/corrections", json=wrong | {"at": nowhere}), 422)
    assert told.status_code == 201
    [kept] = told.get_json()["corrections"]
    assert (kept["at"], kept["symbol"], kept["player"]) == ([2, 2], "nought", 1)
    assert told.get_json()["as_read"] == client.get(sent).get_json()["photos"][0]["positions"][0]["as_read"]
    assert client.put(f"{address}/confirmation", json={}).get_json()["confirmed"]
    assert not client.put(f"{address}/confirmation", json={"is_right": False}).get_json()["confirmed"]
    assert client.delete(f"{address}/corrections/last").get_json()["corrections"] == []
    assert client.delete(f"{address}/corrections/last").status_code == 200


def test_delete(client: FlaskClient, sent: str, tmp_path: Path) -> None:
    picture = client.get(sent).get_json()["photos"][0]["files"]["annotated"]
    assert client.delete(sent).status_code == 204
    for address in (sent, f"{sent}{POSITION}", picture):
        is_problem(client.get(address), 404)
    is_problem(client.delete(sent), 404)
    assert not list((tmp_path / "data" / "photos").iterdir())


def test_what_is_no_photo(client: FlaskClient) -> None:
    response = send(client, b"not a picture", b"")
    told = response.get_json()["photos"]
    assert [photo["error"]["code"] for photo in told] == ["NOT_A_PICTURE"] * 2
    assert not told[0]["can_be_read_again"]
    is_problem(client.post(f"{response.headers['Location']}/photos/1/again"), 404)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("positions", {"game": "chess", "position": "x"}, "UNKNOWN_GAME"),
        ("positions", {"game": "tic_tac_toe"}, "FIELD"),
        ("positions", {"game": "tic_tac_toe", "position": 7}, "FIELD"),
        ("positions", {"game": "tic_tac_toe", "position": "XX"}, "NOTATION"),
        ("positions", {"game": "tic_tac_toe", "position": "0" * 9_000}, "NOTATION"),
        ("positions", {"game": "tic_tac_toe", "position": "x" * 30_000}, "FIELD"),
        ("positions", {"game": "tic_tac_toe", "position": "X../3./3.", "more": 1}, "FIELD"),
        ("positions", {"game": "tic_tac_toe", "position": "X../3./3.", "options": {"size": "99"}}, "OPTION"),
        ("positions", {"game": "tic_tac_toe", "position": "X../3./3.", "options": {"size": [1]}}, "FIELD"),
        ("positions/play", {"game": "tic_tac_toe", "position": "X../3./3.", "move": [1]}, "FIELD"),
        ("positions/play", {"game": "tic_tac_toe", "position": "X../3./3.", "move": [True, 1]}, "FIELD"),
        ("sheets", {"game": "dots", "paper": "a0"}, "FIELD"),
        ("positions", [1, 2], "FIELD"),
    ],
)
def test_what_does_not_fit_is_named(client: FlaskClient, path: str, value: Any, code: str) -> None:
    assert is_problem(client.post(f"{BASE}/{path}", json=value), 422)["code"] == code


def test_other_errors_are_problems_too(client: FlaskClient, sent: str) -> None:
    is_problem(client.get(f"{BASE}/nothing"), 404)
    is_problem(client.get(f"{BASE}/games/chess"), 404)
    is_problem(client.put(f"{BASE}/hints"), 405)
    is_problem(client.post(f"{BASE}/hints", data="{"), 415)
    is_problem(client.post(f"{BASE}/hints", data="{", content_type="application/json"), 400)
    is_problem(client.post(f"{BASE}/readings", json={}), 415)
    is_problem(client.post(f"{BASE}/readings", data={}, content_type="multipart/form-data"), 422)
    is_problem(send(client, b"x", more="1"), 422)
    is_problem(send(client, b"x", game="chess"), 422)
    is_problem(send(client, b"x", game="dots", options='{"size": "1x1"}'), 422)
    is_problem(send(client, b"x", game="dots", options="size=20x20"), 422)
    is_problem(client.get(f"{sent}/photos/2/positions/1"), 404)
    is_problem(client.get(f"{sent}/photos/{10**30}/positions/1"), 404)
    is_problem(client.post(f"{sent}{POSITION}/corrections", json={"kind": "cell"}), 422)
    is_problem(client.get(f"{BASE}/readings/{'A' * 24}"), 404)


def test_full_queue_says_when_to_come_back(tmp_path: Path, photo: bytes) -> None:
    app = web.create_app(
        data=tmp_path, settings=UNGUARDED, door=lambda store: InlineDoor(store, most_waiting=0)
    )
    response = send(app.test_client(), photo)
    assert is_problem(response, 503)["code"] == "BUSY"
    assert int(response.headers["Retry-After"]) > 0
    metrics = app.test_client().get("/metrics").text
    assert "companion_uploads_refused_total 1.0" in metrics

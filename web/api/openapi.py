"""What the API offers, as OpenAPI 3.1. The tests send every example that stands here, and schemathesis the rest."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, jsonify

from companion import catalog
from companion.screen import PAPERS
from companion.text import LANGUAGES
from printables.marks import Kind, Symbol
from web.api.asked import MOST_NOTATION, MOST_OPTIONS, MOST_WORD
from web.storage.tables import State
from web.work.intake import MOST_PHOTOS

pages = Blueprint("openapi", __name__)

Json = dict[str, Any]

NOTATION = "3X/OO./3."
"""A position of tic-tac-toe that is over; the examples use it."""

OPEN_NOTATION = "X../.O./3."


@pages.get("/openapi.json")
def openapi() -> Response:
    """The description."""
    return jsonify(description())


@lru_cache(maxsize=1)
def description() -> Json:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Paper companion",
            "version": "1",
            "description": "Sheets for pen-and-paper games, readings of photos of them, and what the rules say.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": _named({**_games(), **_positions(), **_readings(), **_own()}),
        "components": {"schemas": _schemas(), "parameters": _parameters()},
    }


def _named(paths: Json) -> Json:
    """The paths with a name for every operation: its method, and the words of its path."""
    for path, item in paths.items():
        for method in item.keys() & {"get", "post", "put", "delete"}:
            words = path.replace("{", "").replace("}", "").replace(".", "/").strip("/").split("/")
            item[method]["operationId"] = "_".join([method, *words])
    return paths


# --- paths --------------------------------------------------------------------------------------------


def _games() -> Json:
    return {
        "/games": {"get": _operation("All games", {"200": _json("Games")})},
        "/games/{name}": {
            "parameters": [_ref("parameters", "name")],
            "get": _operation("A game with its options and rules", {"200": _json("Game")}, problems=(404,)),
        },
        "/sheets": {
            "post": _operation(
                "A new sheet with its own serial number",
                {
                    "201": {
                        "description": "The sheet",
                        "headers": {"Sheet-Serial": {"schema": {"type": "string"}, "required": True}},
                        "content": {
                            "application/pdf": {"schema": {}},
                            "image/svg+xml": {"schema": {"type": "string"}},
                            "application/json": {"schema": {"type": "object"}},
                        },
                    }
                },
                body=_object(
                    {
                        "game": _game_name(),
                        "options": _options(),
                        "paper": {"enum": list(PAPERS), "default": "a4"},
                        "lang": {"enum": list(LANGUAGES)},
                        "format": {"enum": ["pdf", "svg", "layout"], "default": "pdf"},
                    },
                    required=["game"],
                ),
                examples={
                    "pdf": {"game": "tic_tac_toe"},
                    "layout": {
                        "game": "dots",
                        "options": {"size": "20x20"},
                        "format": "layout",
                        "lang": "ru",
                    },
                },
                problems=(400, 415, 422),
            )
        },
    }


def _positions() -> Json:
    asked = {"game": _game_name(), "options": _options(), "position": _ref("schemas", "Notation")}
    needed = ["game", "position"]
    example = {"one": {"game": "tic_tac_toe", "position": OPEN_NOTATION}}
    wrong = (400, 415, 422)
    return {
        "/positions": {
            "post": _operation(
                "What the referee says about a position",
                {"200": _json("Report")},
                body=_object(asked, required=needed),
                examples={**example, "over": {"game": "tic_tac_toe", "position": NOTATION}},
                problems=wrong,
            )
        },
        "/positions/moves": {
            "post": _operation(
                "All legal moves",
                {"200": _json("Moves")},
                body=_object(asked, required=needed),
                examples=example,
                problems=wrong,
            )
        },
        "/positions/play": {
            "post": _operation(
                "The position after a move",
                {"200": _json("Report")},
                body=_object({**asked, "move": _ref("schemas", "Place")}, required=[*needed, "move"]),
                examples={"one": example["one"] | {"move": [2, 2]}},
                problems=wrong,
            )
        },
        "/hints": {
            "post": _operation(
                "A good move and why",
                {"200": _json("HintAnswer")},
                body=_object(asked, required=needed),
                examples=example,
                problems=wrong,
            )
        },
    }


def _readings() -> Json:
    token = _ref("parameters", "token")
    where = [token, _ref("parameters", "number"), _ref("parameters", "place")]
    at = "/readings/{token}/photos/{number}/positions/{place}"
    return {
        "/readings": {
            "post": _operation(
                "Send photos to be read",
                {
                    "202": _json("Reading")
                    | {
                        "headers": {"Location": {"schema": {"type": "string"}, "required": True}},
                        "links": {
                            "reading": {
                                "operationId": "get_readings_token",
                                "parameters": {"token": _TOKEN_SENT},
                            }
                        },
                    }
                },
                body=_object(
                    {
                        "photos": {
                            "type": "array",
                            "minItems": 1,
                            "maxItems": MOST_PHOTOS,
                            "items": {"type": "string", "format": "binary"},
                            "description": "JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or PDF",
                        },
                        "game": {"type": "string", "description": "when the sheet cannot tell"},
                        "options": {
                            "type": "string",
                            "description": "of that game, as the text of a JSON object",
                        },
                        "code": {
                            "type": "string",
                            "description": "the letters printed in the bottom right corner",
                        },
                    },
                    required=["photos"],
                ),
                media="multipart/form-data",
                problems=(400, 413, 415, 422, 503, 507),
            )
        },
        "/readings/{token}": {
            "parameters": [token],
            "get": _operation("How far it is, and what was read", {"200": _json("Reading")}, problems=(404,)),
            "delete": _operation(
                "Throw it away, photos and all", {"204": {"description": "Gone"}}, problems=(404,)
            ),
        },
        "/readings/{token}/files/{file}": {
            "parameters": [token, _ref("parameters", "file")],
            "get": _operation(
                "A picture",
                {"200": {"description": "The picture", "content": {"image/*": {"schema": {}}}}},
                problems=(404,),
            ),
        },
        "/readings/{token}/photos/{number}/again": {
            "parameters": [token, _ref("parameters", "number")],
            "post": _operation("Read a refused photo once more", {"202": _json("Reading")}, problems=(404,)),
        },
        at: {
            "parameters": where,
            "get": _operation(
                "A position as read, with its corrections", {"200": _json("ReadPosition")}, problems=(404,)
            ),
        },
        f"{at}/corrections": {
            "parameters": where,
            "post": _operation(
                "Say what stands at a place",
                {"201": _json("ReadPosition")},
                body=_object(
                    {
                        "board": {"type": "string", "description": "the first board, unless named"},
                        "kind": {"enum": [kind.value for kind in Kind]},
                        "at": _ref("schemas", "Place"),
                        "symbol": {"enum": [symbol.value for symbol in Symbol]},
                        "player": {"type": ["integer", "null"], "minimum": 0, "maximum": 1},
                    },
                    required=["kind", "at", "symbol"],
                ),
                examples={"cross": {"kind": "cell", "at": [2, 1], "symbol": "cross", "player": 0}},
                problems=(400, 404, 415, 422),
            ),
        },
        f"{at}/corrections/last": {
            "parameters": where,
            "delete": _operation("Undo", {"200": _json("ReadPosition")}, problems=(404,)),
        },
        f"{at}/confirmation": {
            "parameters": where,
            "put": _operation(
                "Say that all of it is right",
                {"200": _json("ReadPosition")},
                body=_object({"is_right": {"type": "boolean", "default": True}}),
                examples={"yes": {"is_right": True}},
                problems=(400, 404, 415, 422),
            ),
        },
    }


_TOKEN_SENT = "$response.body#/token"


def _own() -> Json:
    return {
        "/openapi.json": {
            "get": _operation(
                "This description",
                {
                    "200": {
                        "description": "OpenAPI 3.1",
                        "content": {"application/json": {"schema": {"type": "object"}}},
                    }
                },
            )
        }
    }


# --- schemas ------------------------------------------------------------------------------------------


def _schemas() -> Json:
    text, number, flag = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
    maybe_text = {"type": ["string", "null"]}
    objects = {"type": "array", "items": {"type": "object"}}
    point = {
        "type": "array",
        "items": {"type": "integer", "minimum": 0, "maximum": 999},
        "minItems": 2,
        "maxItems": 2,
    }
    player = {"type": "object", "properties": {"key": text, "title": text}, "required": ["key", "title"]}
    brief = {"name": text, "title": text, "players": {"type": "array", "items": player}}
    option = dict.fromkeys(("name", "title", "default", "allowed"), text)
    return {
        "Notation": {
            "type": "string",
            "minLength": 1,
            "maxLength": MOST_NOTATION,
            "description": "the game's one-line notation, or a board of letters",
        },
        "Place": {
            "description": "[x, y] from the printed top left, or both ends of a stroke",
            "oneOf": [point, {"type": "array", "items": point, "minItems": 2, "maxItems": 2}],
        },
        "Games": _answer({"games": {"type": "array", "items": _answer(brief)}}),
        "Game": _answer({**brief, "options": {"type": "array", "items": _answer(option)}, "rules": text}),
        "Report": _answer(
            {
                "game": text,
                "options": {"type": "object"},
                "sheet": {"type": ["object", "null"]},
                "corners_px": {"type": "array"},
                "position": text,
                "score": {"type": ["object", "null"], "additionalProperties": number},
                "turn": maybe_text,
                "turn_reason": maybe_text,
                "outcome": {"type": ["object", "null"]},
                "problems": objects,
                "doubtful": objects,
                "alternatives": objects,
                "alternatives_complete": flag,
            }
        ),
        "Moves": _answer(
            {"game": text, "position": text, "moves": {"type": "array", "items": _ref("schemas", "Place")}}
        ),
        "HintAnswer": _answer({"game": text, "position": text, "hint": {"type": ["object", "null"]}}),
        "Reading": _answer(
            {
                "token": text,
                "created": {"type": "string", "format": "date-time"},
                "is_done": flag,
                "photos": {"type": "array", "items": _ref("schemas", "Photo")},
            }
        ),
        "Photo": _answer(
            {
                "number": {"type": "integer"},
                "name": text,
                "state": {"enum": [state.value for state in State]},
                "error": {"oneOf": [{"type": "null"}, _answer({"code": text, "text": text})]},
                "can_be_read_again": flag,
                "files": {"type": "object", "additionalProperties": text},
                "positions": {"type": "array", "items": _ref("schemas", "ReadPosition")},
            }
        ),
        "ReadPosition": _answer(
            {
                "place": {"type": "integer"},
                "game": text,
                "serial": maybe_text,
                "as_read": {"type": "object"},
                "now": {"type": "object", "description": "the report after the corrections"},
                "marks": objects,
                "boards": objects,
                "corrections": objects,
                "confirmed": {"type": ["string", "null"], "format": "date-time"},
                "pictures": {"type": "object"},
            }
        ),
        "Problem": {
            "type": "object",
            "properties": {
                "type": text,
                "title": text,
                "status": {"type": "integer"},
                "detail": text,
                "code": text,
                "field": text,
            },
            "required": ["type", "title", "status", "detail"],
        },
    }


def _parameters() -> Json:
    small: Json = {"type": "integer", "minimum": 1, "maximum": 99}
    word: Json = {"type": "string", "pattern": "^[0-9A-Za-z_.-]{1,80}$"}
    return {
        "name": _parameter("name", word, "tic_tac_toe"),
        "token": _parameter("token", {"type": "string", "pattern": "^[A-Za-z0-9_-]{24}$"}),
        "number": _parameter("number", small, 1),
        "place": _parameter("place", small, 1),
        "file": _parameter("file", word),
        "lang": {"name": "lang", "in": "query", "schema": {"enum": list(LANGUAGES)}},
    }


def _parameter(name: str, schema: Json, example: Any = None) -> Json:
    told: Json = {"name": name, "in": "path", "required": True, "schema": schema}
    return told if example is None else told | {"example": example}


def _operation(
    summary: str,
    answers: Json,
    *,
    body: Json | None = None,
    media: str = "application/json",
    examples: Json | None = None,
    problems: tuple[int, ...] = (),
) -> Json:
    told: Json = {"summary": summary, "parameters": [_ref("parameters", "lang")], "responses": dict(answers)}
    if body is not None:
        content: Json = {"schema": body}
        if examples is not None:
            content["examples"] = {name: {"value": value} for name, value in examples.items()}
        told["requestBody"] = {"required": True, "content": {media: content}}
    for status in sorted({*problems, 422, 429, 500}):
        told["responses"][str(status)] = {
            "description": "A problem",
            "content": {"application/problem+json": {"schema": _ref("schemas", "Problem")}},
        }
    return told


def _json(schema: str) -> Json:
    return {
        "description": schema,
        "content": {"application/json": {"schema": _ref("schemas", schema)}},
    }


def _ref(kind: str, name: str) -> Json:
    return {"$ref": f"#/components/{kind}/{name}"}


def _object(properties: Json, required: list[str] | None = None) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": required or [],
        "additionalProperties": False,
    }


def _answer(properties: Json) -> Json:
    """An object that always has these fields; later versions may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _game_name() -> Json:
    return {"enum": list(catalog.game_names())}


def _options() -> Json:
    value = {"type": ["string", "integer", "boolean"], "maxLength": MOST_WORD}
    return {
        "type": ["object", "null"],
        "maxProperties": MOST_OPTIONS,
        "additionalProperties": value,
        "description": "by name; GET /games/{name} lists them",
    }

"""What a request asks for, checked field by field. Raises `Wrong` with the name of the field that does not fit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from flask import abort, request

from companion import catalog, notation
from companion.game import Game
from companion.options import parse_options
from companion.text import LANGUAGES
from web.languages import current_lang

MOST_NOTATION = 20_000
"""Letters of a position; the largest field of dots has 1,600 points."""

MOST_WORD = 200
MOST_OPTIONS = 50


def lang() -> str:
    """The language of texts in answers: `?lang=`, or what the client prefers."""
    wanted = request.args.get("lang", "")
    return wanted if wanted in LANGUAGES else current_lang()


def check_lang() -> None:
    """Raises `Wrong` when `?lang=` is no language of ours."""
    if any(wanted not in LANGUAGES for wanted in request.args.getlist("lang")):
        raise _wrong("lang", "one of " + ", ".join(LANGUAGES))


@dataclass(slots=True)
class Body:
    """The JSON object of a request; `done` refuses what nobody asked for."""

    fields: dict[str, Any]
    known: set[str] = field(default_factory=set)

    def value(self, name: str) -> Any:
        """Whatever is there, `None` when nothing is."""
        self.known.add(name)
        return self.fields.get(name)

    def word(self, name: str, default: str | None = None, *, most: int = MOST_WORD) -> str:
        """A text."""
        value = self.value(name)
        if name not in self.fields and default is not None:
            return default
        if not isinstance(value, str) or not 1 <= len(value) <= most or "\0" in value:
            raise _wrong(name, f"a text of 1 to {most} letters")
        return value

    def one_of(self, name: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of some words."""
        value = self.word(name, default)
        if value not in allowed:
            raise _wrong(name, "one of " + ", ".join(allowed))
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        value = self.value(name)
        if name not in self.fields:
            return default
        if not isinstance(value, bool):
            raise _wrong(name, "true or false")
        return value

    def number(self, name: str, low: int, high: int) -> int | None:
        """A whole number or nothing."""
        value = self.value(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _wrong(name, f"a whole number from {low} to {high}")
        return value

    def place(self, name: str) -> Any:
        """`[x, y]`, or `[[x, y], [x, y]]` for a stroke, as tuples."""
        value = self.value(name)
        match value:
            case [int(), int()]:
                return _point(name, value)
            case [[int(), int()] as start, [int(), int()] as end]:
                return (_point(name, start), _point(name, end))
        raise _wrong(name, "[x, y] or [[x, y], [x, y]] with whole numbers")

    def game(self) -> Game[Any, Any]:
        """The game named. Raises `UnknownGame`."""
        return catalog.find_game(self.word("game"))

    def options(self, game: Game[Any, Any]) -> Any:
        """The game's options. Raises `OptionError`."""
        return parse_options(game.options, option_texts(self.value("options")).items())

    def position(self, game: Game[Any, Any]) -> Any:
        """The position in one-line notation or as a picture of letters. Raises `NotationError`."""
        options = self.options(game)
        text = self.word("position", most=MOST_NOTATION)
        return (
            game.parse_board(text, options)
            if notation.is_picture(text)
            else game.parse(text.strip(), options)
        )

    def done(self) -> None:
        """Raises `Wrong` when there are further fields."""
        for name in self.fields:
            if name not in self.known:
                raise _wrong(name, "no such field; there are " + ", ".join(sorted(self.known)))


def body() -> Body:
    """The JSON object that was sent."""
    if not request.is_json:
        abort(415, "expected application/json")
    try:
        sent = request.get_json()
    except RecursionError:
        abort(400, "too deep")
    if not isinstance(sent, dict):
        raise _wrong("body", "a JSON object")
    return Body(sent)


def option_texts(value: Any) -> dict[str, str]:
    """Options as texts by name; numbers and true or false are taken too."""
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MOST_OPTIONS:
        raise _wrong("options", "an object of names and values")
    return {name: _option_text(f"options.{name}", one) for name, one in value.items()}


def _option_text(name: str, value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) < 10**9:
            return str(value)
        case str() if len(value) <= MOST_WORD:
            return value
    raise _wrong(name, "a text, a whole number, true or false")


def _point(name: str, value: list[int]) -> tuple[int, int]:
    x, y = value
    if isinstance(x, bool) or isinstance(y, bool) or not (0 <= x < 1000 and 0 <= y < 1000):
        raise _wrong(name, "numbers from 0 to 999")
    return x, y


def _wrong(name: str, expected: str) -> Exception:
    from web.api.problems import Wrong

    return Wrong(name, expected)

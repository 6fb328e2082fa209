"""Games of five in a row as SGF (`GM[4]`), read and written; black is the player who begins.

Points are two letters from the top left (`jj`) or, as some programs write them, a letter and a number from the
bottom (`h8`). Only the main line is read; set-up stones (`AB`, `AW`) are put on the board first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.errors import NotationError
from companion.position import Place
from companion.text import Text

from .letters import NO_MOVE, named, order
from .options import LARGEST, SMALLEST, FiveOptions
from .rules import FREE, Five, start

TOKEN = re.compile(r"\s*([();]|[A-Za-z]+|\[(?:\\.|[^\]\\])*\])", re.S)
ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read(text: str, options: FiveOptions) -> tuple[Five, ...]:
    """All games of a file."""
    return tuple(_game(text, game, options) for game in _games(text))


Property = tuple[str, str, int]
"""A name, one of its values, and where the value stands."""


def _games(text: str) -> Iterator[list[Property]]:
    """The properties along the main line of every game."""
    at, depth, is_main, name = 0, 0, True, ""
    found: list[Property] = []
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if match is None:
            raise NotationError(NO_SGF, text, at + len(text[at:]) - len(text[at:].lstrip()))
        token, place, at = match.group(1), match.start(1), match.end()
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
            is_main = depth == 0
            if depth == 0:
                yield found
                found = []
        elif depth <= 0:
            raise NotationError(NO_SGF, text, place)
        elif token.startswith("["):
            if is_main:
                found.append((name, token[1:-1], place + 1))
        else:
            name = "".join(letter for letter in token if letter.isupper())
    if depth:
        raise NotationError(NO_SGF, text, len(text))


def _game(text: str, properties: list[Property], options: FiveOptions) -> Five:
    for name, value, at in properties:
        if name == "GM" and value.strip() != "4":
            raise NotationError(OTHER_GAME, text, at)
        if name == "SZ":
            options = replace(options, size=_size(text, value, at))
    position = start(options)
    players = {"B": position.first, "W": 1 - position.first}
    for name, value, at in properties:
        if name in ("AB", "AW", "B", "W") and value:
            move = _point(value, options)
            columns, rows = options.size
            if move is None or not (0 <= move[0] < columns and 0 <= move[1] < rows):
                raise NotationError(NO_MOVE, text, at)
            if position.at(move) != FREE:
                raise NotationError(NO_MOVE, text, at)
            position = position.with_sign(move, players[name[-1]])
            if len(name) == 2:
                position = replace(position, course=())
    return position


def _size(text: str, value: str, at: int) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,2})(?::(\d{1,2}))?\s*", value)
    if match is None:
        raise NotationError(NO_SGF, text, at)
    size = (int(match.group(1)), int(match.group(2) or match.group(1)))
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise NotationError(NO_SGF, text, at)
    return size


def _point(value: str, options: FiveOptions) -> Place | None:
    if re.fullmatch(r"[A-Za-z]{2}", value):
        return (ALPHABET.index(value[0]), ALPHABET.index(value[1]))
    match = re.fullmatch(r"([A-Za-z])(\d{1,2})", value)
    return None if match is None else named(match.group(1), int(match.group(2)), options)


def write(games: Sequence[Five]) -> str:
    """All games, moves in their order; where it is not known, one that gives the same board."""
    return "\n".join(map(_write, games))


def _write(game: Five) -> str:
    columns, rows = game.options.size
    size = f"{columns}" if columns == rows else f"{columns}:{rows}"
    moves = [f";{'BW'[number % 2]}[{ALPHABET[x]}{ALPHABET[y]}]" for number, (x, y) in enumerate(order(game))]
    outcome = game.outcome()
    result = ""
    if outcome is not None:
        result = "RE[0]" if outcome.winner is None else f"RE[{'BW'[outcome.winner != game.first]}+]"
    return f"(;FF[4]GM[4]CA[UTF-8]AP[paper-companion]SZ[{size}]{result}{''.join(moves)})"


NO_SGF = Text(
    en="this is no SGF; expected such as (;GM[4]SZ[15];B[hh];W[hi])",
    ru="это не SGF; нужно вроде (;GM[4]SZ[15];B[hh];W[hi])",
)
OTHER_GAME = Text(en="this SGF is of another game; GM[4] is expected", ru="этот SGF другой игры; нужен GM[4]")

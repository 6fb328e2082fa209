"""Which sheet a code names: the text of its QR code, or the letters printed under its title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion import catalog
from companion.errors import CompanionError
from companion.game import Game
from companion.options import pack_options, parse_options, unpack_options
from companion.text import Text


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """Which sheet a code names; `typed` are the letters printed on it."""

    game: Game[Any, Any]
    options: Any
    serial: str
    typed: str


def name_sheet(code: str) -> NamedSheet:
    """The sheet that a QR code's text or typed letters name. Raises `CompanionError`."""
    from printables.errors import CodeError
    from printables.identity import (
        Identity,
        game_hash,
        parse_qr,
        serial_number,
        serial_text,
        typed_code,
        typed_payload,
    )

    try:
        if "*" in code:
            words = parse_qr(code)
            game = catalog.find_game(words.game)
            if words.options_code is None:
                options = parse_options(game.options, words.options)
            else:
                options = unpack_options(game.options, words.options_code)
            number = serial_number(words.serial)
            identity = Identity(game_hash(game.name), pack_options(options), number, words.page, words.lang)
            return NamedSheet(game, options, words.serial, typed_code(identity.payload()))
        payload = typed_payload(code)
    except CodeError:
        raise CompanionError(WRONG_CODE.fill(code=code[:40])) from None
    typed = Identity.from_payload(payload)
    if typed is None:
        raise CompanionError(UNKNOWN_SHEET)
    game = game_by_hash(typed.game_hash)
    options = unpack_options(game.options, typed.options)
    return NamedSheet(game, options, serial_text(typed.serial), typed_code(payload))


def game_by_hash(number: int) -> Game[Any, Any]:
    """The game whose name has this hash in a code strip. Raises `CompanionError`."""
    from printables.identity import game_hash

    for name in catalog.game_names():
        if game_hash(name) == number:
            return catalog.find_game(name)
    raise CompanionError(UNKNOWN_SHEET)


WRONG_CODE = Text(
    en="“{code}” is not the code of a sheet; copy the letters from its bottom right corner, such as 5B82-J000-07T4",
    ru="«{code}» — не код листа; перепишите буквы из правого нижнего угла, например 5B82-J000-07T4",
)
UNKNOWN_SHEET = Text(
    en="this sheet is of a game that this program does not know; update the program",
    ru="на листе игра, которой программа не знает; обновите программу",
)

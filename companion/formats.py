"""Games from one written form to another: the notation and the board picture, which every game has, and the
foreign formats that a game offers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, NotationError, OutputError
from companion.game import Format, Game
from companion.text import Text


def formats_of(game: Game[Any, Any]) -> dict[str, Format[Any, Any]]:
    """All formats of a game by name."""

    def read_lines(text: str, options: Any) -> tuple[Any, ...]:
        return tuple(game.parse(line.strip(), options) for line in text.splitlines() if line.strip())

    def read_board(text: str, options: Any) -> tuple[Any, ...]:
        return (game.parse_board(text, options),)

    lines: Format[Any, Any] = Format(LINES, read_lines, lambda games: "\n".join(map(str, games)))
    board: Format[Any, Any] = Format(BOARD, read_board, lambda games: "\n\n".join(map(game.picture, games)))
    return {"notation": lines, "board": board, **game.formats}


def read_games(game: Game[Any, Any], options: Any, name: str, text: str) -> tuple[Any, ...]:
    """All games in a text of that format; raises `CompanionError`."""
    readable = {name: one.read for name, one in formats_of(game).items() if one.read is not None}
    read = readable.get(name)
    if read is None:
        raise CompanionError(NO_SUCH_SOURCE.fill(name=name, names=", ".join(readable)))
    games = read(text, options)
    if not games:
        raise NotationError(NO_GAMES)
    return games


def write_games(game: Game[Any, Any], name: str, positions: Sequence[Any]) -> str:
    """The games in that format; raises `CompanionError`."""
    writable = {name: one.write for name, one in formats_of(game).items() if one.write is not None}
    write = writable.get(name)
    if write is None:
        raise CompanionError(NO_SUCH_TARGET.fill(name=name, names=", ".join(writable)))
    return write(positions)


def load(file: str) -> str:
    """The text of a file, `-` for standard input; raises `CompanionError`."""
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise CompanionError(UNREADABLE.fill(file=file, why=error.strerror or error)) from None
    except UnicodeDecodeError:
        raise CompanionError(NO_TEXT.fill(file=file)) from None


def save(text: str, path: Path) -> None:
    """Writes a text file; raises `OutputError`."""
    try:
        path.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    except OSError as error:
        raise OutputError(UNWRITABLE.fill(file=path, why=error.strerror or error)) from None


LINES = Text(en="one line per game", ru="запись в одну строку")
BOARD = Text(en="board in letters", ru="поле буквами")
NO_SUCH_SOURCE = Text(
    en="games cannot be read from {name!r}; --from can be: {names}",
    ru="из {name!r} игры не читаются; --from может быть: {names}",
)
NO_SUCH_TARGET = Text(
    en="games cannot be written as {name!r}; --to can be: {names}",
    ru="в {name!r} игры не пишутся; --to может быть: {names}",
)
NO_GAMES = Text(en="the file holds no game; expected at least one", ru="в файле нет игр; нужна хотя бы одна")
UNREADABLE = Text(en="cannot read {file}: {why}", ru="не читается {file}: {why}")
NO_TEXT = Text(
    en="{file} is no UTF-8 text; save it as UTF-8", ru="{file} не текст UTF-8; сохраните как UTF-8"
)
UNWRITABLE = Text(en="cannot write {file}: {why}", ru="не пишется {file}: {why}")

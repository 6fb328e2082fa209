"""The games there are: found by folder, loaded when first asked for."""

from __future__ import annotations

import difflib
import pkgutil
from functools import cache
from typing import Any

import companion.games
from companion.errors import UnknownGame
from companion.game import Game, game_named
from companion.text import Text


def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order; nothing is loaded."""
    return tuple(
        sorted(module.name for module in pkgutil.iter_modules(companion.games.__path__) if module.ispkg)
    )


def find_game(name: str) -> Game[Any, Any]:
    """The game of that name; dashes and capitals do not matter. Raises `UnknownGame` with a guess."""
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    names = game_names()
    if wanted not in names:
        raise UnknownGame(_unknown_text(name, wanted, names))
    return _load(wanted)


def all_games() -> tuple[Game[Any, Any], ...]:
    """Every game, loaded."""
    return tuple(_load(name) for name in game_names())


@cache
def _load(name: str) -> Game[Any, Any]:
    return game_named(name)


def _unknown_text(name: str, wanted: str, names: tuple[str, ...]) -> Text:
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    known = ", ".join(names)
    if near:
        return Text(
            en=f"no game {name!r}; did you mean {near[0]}? Known games: {known}",
            ru=f"нет игры {name!r}; может быть, {near[0]}? Есть игры: {known}",
        )
    return Text(en=f"no game {name!r}; known games: {known}", ru=f"нет игры {name!r}; есть игры: {known}")

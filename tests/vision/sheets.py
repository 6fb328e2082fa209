"""Sheets, marks and pretend photos that the vision tests share."""

from __future__ import annotations

from functools import cache
from random import Random

from companion import catalog, press
from companion.trial import random_position
from printables.layout import Sheet
from printables.marks import Mark
from samples.camera import PretendPhoto
from samples.levels import Level
from samples.pretend import pretend_photo

GAMES = ("dots", "sea_battle", "tic_tac_toe")


@cache
def sheet_of(game: str, paper: str = "a4") -> Sheet:
    """The default sheet of a game."""
    record = catalog.find_game(game)
    return press.make_sheet(record, record.options(), paper=paper, lang="ru", serial=77)


@cache
def marks_of(game: str, seed: int) -> tuple[Mark, ...]:
    """A random lawful position on the first board of a sheet."""
    record = catalog.find_game(game)
    return record.ink(random_position(record, record.options(), Random(seed)))


@cache
def photo_of(game: str, level: Level = Level.EASY, seed: int = 5, paper: str = "a4") -> PretendPhoto:
    """A pretend photo of that position."""
    return pretend_photo(sheet_of(game, paper), marks_of(game, seed), level=level, seed=seed, long_px=2400)

"""Pretend notebook pages with several games on them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion import catalog
from companion.trial import random_position
from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Symbol
from samples.notebook import Drawing, SquaredPage, small_grid

PAGE = SquaredPage((210.0, 297.0), 5.0, (2.1, 3.2))
"""A4: 41 squares across and 58 down."""

DOTS = (Ask(Kind.POINT, (Symbol.DOT,)), Ask(Kind.CHAIN, (Symbol.LINE,)))
SIGNS = (Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True),)


def dots(name: str, at: tuple[int, int], size: tuple[int, int], seed: int) -> tuple[Drawing, Any]:
    """A game of dots with its top left point on that crossing, and its position."""
    game = catalog.find_game("dots")
    position = random_position(game, game.options(size=size, start="empty"), Random(seed))
    board = Board(name, Grid.POINTS, PAGE.crossing_mm(*at), PAGE.square_mm, *size, DOTS)
    return Drawing.on_board(board, game.ink(position)), position


def five(name: str, at: tuple[int, int], size: tuple[int, int], seed: int) -> tuple[Drawing, Any]:
    """A game of five in a row with its top left square there, and its position."""
    game = catalog.find_game("five_in_a_row")
    position = random_position(game, replace(game.options(), size=size), Random(seed))
    board = Board(name, Grid.CELLS, PAGE.crossing_mm(*at), PAGE.square_mm, *size, SIGNS)
    return Drawing.on_board(board, game.ink(position)), position


def tic_tac_toe(name: str, at: tuple[int, int], text: str) -> tuple[Drawing, Any]:
    """A small grid with its top left corner on that crossing, and its position."""
    game = catalog.find_game("tic_tac_toe")
    position = game.parse(text, game.options())
    return small_grid(PAGE, name, at, 3, game.ink(position)), position

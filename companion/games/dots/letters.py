"""The rows of a dots board as letters, and how to look into them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.position import Place

from .areas import field_of
from .options import DotsOptions
from .settle import State

FREE, RED, BLUE, BOTH, UNREADABLE = ".RB#?"
LETTERS = FREE + RED + BLUE + BOTH + UNREADABLE

Rows = tuple[str, ...]


def letter_at(rows: Rows, place: Place) -> str:
    """The letter on a point."""
    return rows[place[1]][place[0]]


def cells_of(rows: Rows, letters: str) -> Iterator[Place]:
    """All points that carry one of the letters, row by row."""
    pattern = re.compile(f"[{letters}]")
    return ((match.start(), y) for y, row in enumerate(rows) for match in pattern.finditer(row))


def count_of(rows: Rows, letter: str) -> int:
    """How many points carry the letter."""
    return sum(row.count(letter) for row in rows)


def with_letter(rows: Rows, place: Place, letter: str) -> Rows:
    """The rows with another letter on one point."""
    x, y = place
    return (*rows[:y], rows[y][:x] + letter + rows[y][x + 1 :], *rows[y + 1 :])


def all_live(rows: Rows, options: DotsOptions) -> State:
    """The state before anything is settled: every dot live, nothing closed."""
    field = field_of(*options.size)
    red, blue, both, unclear = (field.points(cells_of(rows, sign)) for sign in (RED, BLUE, BOTH, UNREADABLE))
    return State(field, (red, blue), (red, blue), (0, 0), both | unclear)

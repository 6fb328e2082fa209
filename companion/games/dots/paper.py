"""Marks on paper to a dots position and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.position import Place

from .letters import BOTH, FREE, UNREADABLE
from .messages import KEYS
from .options import DotsOptions, start_dots
from .outlines import Lines
from .rules import Dots
from .strokes import Step, step

if TYPE_CHECKING:
    from printables.marks import Mark

BOARD = "field"


def read(marks: Sequence[Mark], options: DotsOptions, begins: int | None = None) -> Dots:
    """The position that the marks show; printed start dots are added unless one is overdrawn."""
    signs = _signs(marks)
    for place, player in start_dots(options):
        signs.setdefault(place, {KEYS[player]})
    width, height = options.size
    rows = tuple("".join(_letter(signs.get((x, y))) for x in range(width)) for y in range(height))
    first = begins if begins is not None else _option_first(options)
    return Dots(rows, first, _lines(marks, signs), options)


def ink(position: Dots) -> tuple[Mark, ...]:
    """The dots and lines that players would have drawn; start dots come from the press."""
    from printables.marks import Kind, Mark, Symbol

    printed = {place for place, player in start_dots(position.options) if position.at(place) == KEYS[player]}
    found = []
    for player, key in enumerate(KEYS):
        for place in position.cells(key + BOTH):
            if place not in printed:
                found.append(Mark(BOARD, Kind.POINT, place, Symbol.DOT, player))
    for player, steps in enumerate(position.lines or ()):
        found += [Mark(BOARD, Kind.CHAIN, one, Symbol.LINE, player) for one in sorted(steps)]
    return tuple(found)


def _signs(marks: Sequence[Mark]) -> dict[Place, set[str]]:
    """The letters on every point that carries a mark."""
    signs: dict[Place, set[str]] = defaultdict(set)
    for mark in marks:
        match mark.at:
            case (int(x), int(y)) if mark.symbol.value != "nothing":
                signs[x, y].add(UNREADABLE if mark.player is None else KEYS[mark.player])
    return dict(signs)


def _letter(signs: set[str] | None) -> str:
    if not signs:
        return FREE
    if signs == set(KEYS):
        return BOTH
    return next(iter(signs)) if len(signs) == 1 else UNREADABLE


def _lines(marks: Sequence[Mark], signs: dict[Place, set[str]]) -> Lines:
    """The chain lines of both players; a line of no clear colour belongs to the dots that it joins."""
    found: tuple[set[Step], set[Step]] = (set(), set())
    for mark in marks:
        match mark.at:
            case ((int(x1), int(y1)), (int(x2), int(y2))) if mark.symbol.value == "line":
                player = mark.player
                if player is None:
                    player = _owner(signs.get((x1, y1)), signs.get((x2, y2)))
                if player is not None:
                    found[player].add(step((x1, y1), (x2, y2)))
    return (frozenset(found[0]), frozenset(found[1]))


def _owner(one: set[str] | None, two: set[str] | None) -> int | None:
    """The player whose dots stand at both ends of a line."""
    return next((player for player, key in enumerate(KEYS) if one == two == {key}), None)


def _option_first(options: DotsOptions) -> int | None:
    return KEYS.index(options.first) if options.first in KEYS else None

"""Two records side by side: one field on two photos, or a target field and the field it was shot at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards.lattice import KING, neighbours
from companion.position import Place

from .cells import Ship, in_order, split_ships

SHIP_LETTERS = "SXO&L"
SHOT_LETTERS = "oxXO%&#"
HIT_LETTERS = "xX#"
MISS_LETTERS = "oO"
SIGNS = {"dot": "oO%&", "cross": "xX#%&"}
"""Letters with each sign of a shot."""
RING_LETTERS = "S#O&"
"""Letters inside a ring, on a target field."""
OTHER_SIGN = "!"


@dataclass(frozen=True, slots=True)
class Difference:
    """What two records disagree about: the code of the rules, and the cells."""

    code: str
    cells: tuple[Place, ...]


def compare_photos(before: Sequence[str], after: Sequence[str]) -> tuple[Difference, ...]:
    """What happened to the ships of one own field between two photos, as rows of letters."""
    old, new = split_ships(_cells(before, SHIP_LETTERS)), split_ships(_cells(after, SHIP_LETTERS))
    gone = [ship for ship in old if ship not in new]
    come = [ship for ship in new if ship not in old]
    shot = _cells(before, SHOT_LETTERS)
    found = []
    while gone and (moved := next((ship for ship in come if len(ship) == len(gone[0])), None)):
        found.append(Difference("SHIP_MOVED", in_order(gone.pop(0) | moved)))
        come.remove(moved)
    found += [Difference("SHIP_REMOVED", in_order(ship)) for ship in gone]
    found += [Difference("SHIP_ADDED" if ship & shot else "LATE_PLACEMENT", in_order(ship)) for ship in come]
    return tuple(found)


def new_shots(before: Sequence[str], after: Sequence[str]) -> tuple[Place, ...]:
    """The cells of a field that were shot between two photos."""
    return in_order(_cells(after, SHOT_LETTERS) - _cells(before, SHOT_LETTERS))


def lost_marks(before: Sequence[str], after: Sequence[str], *, is_target: bool) -> tuple[Place, ...]:
    """The cells of a field where a dot, a cross or (on the target field) a ring is gone."""
    lost = {cell for letters in SIGNS.values() for cell in _cells(before, letters) - _cells(after, letters)}
    if is_target:
        lost |= _cells(before, RING_LETTERS) - _cells(after, RING_LETTERS)
    return in_order(lost)


def wrong_marks(before: Sequence[str], after: Sequence[str]) -> tuple[Place, ...]:
    """The cells of a field with a new sign that is neither dot nor cross."""
    return in_order(_cells(after, OTHER_SIGN) - _cells(before, OTHER_SIGN))


def compare_records(target: Sequence[str], own: Sequence[str]) -> dict[str, tuple[Place, ...]]:
    """Cells by kind where a target field and the field it was shot at disagree, as rows of letters.

    The kinds are those of SHOT_RECORD_MISMATCH, and BOOKKEEPING_OR_SHOT, which is none.
    """
    hits = _cells(target, HIT_LETTERS)
    kinds: dict[str, list[Place]] = {}
    for y, row in enumerate(target):
        for x, mark in enumerate(row):
            if kind := _kind(mark, own[y][x], _is_near((x, y), hits, len(row), len(target))):
                kinds.setdefault(kind, []).append((x, y))
    return {kind: tuple(cells) for kind, cells in kinds.items()}


def _kind(mark: str, truth: str, is_near_hit: bool) -> str:
    """How a target letter disagrees with the own letter of the same cell; empty if it does not."""
    was_shot, is_ship = truth in SHOT_LETTERS, truth in SHIP_LETTERS
    if mark in MISS_LETTERS:
        if not was_shot:
            return "BOOKKEEPING_OR_SHOT" if is_near_hit and not is_ship else "ONLY_ON_TARGET"
        return "HIT_AS_MISS" if is_ship else ""
    if mark in HIT_LETTERS:
        if not was_shot:
            return "ONLY_ON_TARGET"
        return "" if is_ship else "MISS_AS_HIT"
    return "ONLY_ON_OWN" if was_shot else ""


def _cells(rows: Sequence[str], letters: str) -> Ship:
    return frozenset((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in letters)


def _is_near(cell: Place, hits: Ship, columns: int, rows: int) -> bool:
    return any(near in hits for near in neighbours(cell, KING, columns, rows))

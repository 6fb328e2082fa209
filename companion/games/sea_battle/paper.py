"""Marks on paper to a sea-battle position and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.boards.lattice import places
from companion.position import Place

from .cells import Side, cells_beside, enclosed, in_order, outline_of, split_ships
from .options import SIZE, SeaBattleOptions
from .rules import (
    HIT,
    HIT_SHIP,
    LATE,
    MISS,
    MISS_SHIP,
    RINGED,
    SHIP,
    SUNK,
    TWICE,
    TWICE_SHIP,
    UNREADABLE,
    WATER,
    WRONG,
    SeaBattle,
)

if TYPE_CHECKING:
    from printables.marks import Mark

OWN_FIELD, TARGET_FIELD = "own", "target"
SHIPS_PEN, SHOTS_PEN = 0, 1

PLAIN = {(): WATER, ("dot",): MISS, ("cross",): HIT, ("cross", "dot"): TWICE}
OWN_SHIP = {(): SHIP, ("dot",): MISS_SHIP, ("cross",): HIT_SHIP, ("cross", "dot"): TWICE_SHIP}
RING = {(): SHIP, ("dot",): MISS_SHIP, ("cross",): SUNK, ("cross", "dot"): TWICE_SHIP}
SHOTS_OF = {letter: shots for table in (PLAIN, OWN_SHIP, RING) for shots, letter in table.items()}


def read(marks: Sequence[Mark], options: SeaBattleOptions, begins: int | None = None) -> SeaBattle:
    """The position that the marks of both fields show."""
    own = [mark for mark in marks if mark.board == OWN_FIELD]
    target = [mark for mark in marks if mark.board == TARGET_FIELD]
    strokes = _strokes(own)
    inside = enclosed(strokes)
    ships = inside | _drawn_ships(own)
    late = frozenset(cell for cell, symbol, player in _signs(own) if _is_late(symbol, player))
    walls = frozenset(side for side in strokes if all(cell in ships for cell in cells_beside(side)))
    rings = enclosed(_strokes(target))
    return SeaBattle(
        own=_rows(own, ships | late, OWN_SHIP, late - ships),
        target=_rows(target, rings, RING),
        first=begins,
        options=options,
        walls=_parting(ships, walls),
        loose=_loose(strokes, ships, walls),
    )


def ink(position: SeaBattle) -> tuple[Mark, ...]:
    """Ships as outlines in the first pen; shots and rings in the second."""
    from printables.marks import Kind, Mark, Symbol

    found = []
    late = position.own_cells(LATE)
    outlines = {side for ship in position.ships() for side in outline_of(ship - late)} | position.loose
    found += [Mark(OWN_FIELD, Kind.OUTLINE, side, Symbol.LINE, SHIPS_PEN) for side in sorted(outlines)]
    found += [Mark(OWN_FIELD, Kind.CELL, cell, Symbol.FILLED, SHOTS_PEN) for cell in in_order(late)]
    rings = {side for ship in split_ships(position.target_cells(RINGED)) for side in outline_of(ship)}
    found += [Mark(TARGET_FIELD, Kind.OUTLINE, side, Symbol.LINE, SHOTS_PEN) for side in sorted(rings)]
    for name, rows in ((OWN_FIELD, position.own), (TARGET_FIELD, position.target)):
        for x, y in places(SIZE, SIZE):
            for shot in _shot_names(rows[y][x]):
                found.append(Mark(name, Kind.CELL, (x, y), Symbol(shot), SHOTS_PEN))
    return tuple(found)


# --- reading ------------------------------------------------------------------------------------------


def _signs(marks: Sequence[Mark]) -> list[tuple[Place, str, int | None]]:
    """Cell, sign and pen of every mark in a cell."""
    found: list[tuple[Place, str, int | None]] = []
    for mark in marks:
        match mark.at:
            case (int(x), int(y)) if mark.symbol.value != "nothing":
                found.append(((x, y), mark.symbol.value, mark.player))
    return found


def _strokes(marks: Sequence[Mark]) -> frozenset[Side]:
    found: set[Side] = set()
    for mark in marks:
        match mark.at:
            case ((int(x1), int(y1)), (int(x2), int(y2))) if mark.symbol.value == "line":
                found.add(((x1, y1), (x2, y2)))
    return frozenset(found)


def _drawn_ships(marks: Sequence[Mark]) -> frozenset[Place]:
    """Cells with a ship sign in the ships' pen; a filling nobody's pen is known of is a ship too."""
    return frozenset(
        cell
        for cell, symbol, player in _signs(marks)
        if (symbol in ("filled", "hatched") and player != SHOTS_PEN)
        or (symbol == "cross" and player == SHIPS_PEN)
    )


def _is_late(symbol: str, player: int | None) -> bool:
    return symbol in ("filled", "hatched") and player == SHOTS_PEN


def _rows(
    marks: Sequence[Mark],
    ships: frozenset[Place],
    on_ship: dict[tuple[str, ...], str],
    late: frozenset[Place] = frozenset(),
) -> tuple[str, ...]:
    """The letters of a field from its shots and the cells that are a ship or ringed."""
    is_own = on_ship is OWN_SHIP
    shots: dict[Place, set[str]] = defaultdict(set)
    wrong = set()
    for cell, symbol, player in _signs(marks):
        if symbol == "dot" or (symbol == "cross" and not (is_own and player == SHIPS_PEN)):
            shots[cell].add(symbol)
        elif symbol == "nought" or not is_own:
            wrong.add(cell)
    letters = {}
    for cell in places(SIZE, SIZE):
        table = on_ship if cell in ships else PLAIN
        letter = LATE if cell in late and not shots[cell] else table[tuple(sorted(shots[cell]))]
        letters[cell] = WRONG if cell in wrong else letter
    return tuple("".join(letters[x, y] for x in range(SIZE)) for y in range(SIZE))


def _parting(ships: frozenset[Place], walls: frozenset[Side]) -> frozenset[Side]:
    """The lines that really part two ships."""
    owner = {cell: number for number, ship in enumerate(split_ships(ships, walls)) for cell in ship}
    return frozenset(side for side in walls if len({owner[cell] for cell in cells_beside(side)}) == 2)


def _loose(strokes: frozenset[Side], ships: frozenset[Place], walls: frozenset[Side]) -> frozenset[Side]:
    """The lines with water on both hands: pieces of an outline that does not close."""
    return frozenset(
        side for side in strokes - walls if not any(cell in ships for cell in cells_beside(side))
    )


# --- drawing ------------------------------------------------------------------------------------------


def _shot_names(letter: str) -> tuple[str, ...]:
    """The shot signs behind a letter."""
    if letter == WRONG:
        return ("nought",)
    return () if letter in (LATE, UNREADABLE) else SHOTS_OF[letter]

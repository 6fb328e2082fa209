"""Marks on paper to a sea-battle position and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.boards.lattice import places
from companion.position import Place

from .cells import Ship, Side, cells_beside, enclosed, in_order, outline_of, split_ships
from .fleet import is_straight
from .options import SeaBattleOptions
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
    ships = enclosed(strokes, options.size, options.longest) | _drawn_ships(own)
    late = frozenset(cell for cell, symbol, player in _signs(own) if _is_late(symbol, player))
    walls = _parting(ships, frozenset(side for side in strokes if all(_owners(side, ships))))
    rings = enclosed(_strokes(target), options.size, options.longest)
    outside = frozenset(cell for cell in ships if not _is_on_field(cell, options.size))
    return SeaBattle(
        own=_rows(own, ships | late, OWN_SHIP, options.size, late - ships),
        target=_rows(target, rings, RING, options.size),
        first=begins,
        options=options,
        walls=walls,
        loose=frozenset(side for side in strokes if not any(_owners(side, ships))),
        whole=_whole(split_ships(ships, walls), strokes, options),
        outside=outside,
    )


def ink(position: SeaBattle) -> tuple[Mark, ...]:
    """Ships as outlines in the first pen; shots and rings in the second.

    A ship of a wrong shape gets an outline only if the position says that it has one."""
    from printables.marks import Kind, Mark, Symbol

    found = []
    late = position.own_cells(LATE)
    outlines, filled = set(position.loose), set[Place]()
    for ship in position.ships():
        if _is_odd(ship, position.options) and not ship & position.whole:
            filled |= ship - late
        else:
            outlines |= outline_of(ship - late)
    found += [Mark(OWN_FIELD, Kind.OUTLINE, side, Symbol.LINE, SHIPS_PEN) for side in sorted(outlines)]
    found += [Mark(OWN_FIELD, Kind.CELL, cell, Symbol.FILLED, SHIPS_PEN) for cell in in_order(filled)]
    found += [Mark(OWN_FIELD, Kind.CELL, cell, Symbol.FILLED, SHOTS_PEN) for cell in in_order(late)]
    rings = {side for ship in split_ships(position.target_cells(RINGED)) for side in outline_of(ship)}
    found += [Mark(TARGET_FIELD, Kind.OUTLINE, side, Symbol.LINE, SHOTS_PEN) for side in sorted(rings)]
    size = position.options.size
    for name, rows in ((OWN_FIELD, position.own), (TARGET_FIELD, position.target)):
        for x, y in places(size, size):
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
    size: int,
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
    for cell in places(size, size):
        table = on_ship if cell in ships else PLAIN
        letter = LATE if cell in late and not shots[cell] else table[tuple(sorted(shots[cell]))]
        letters[cell] = WRONG if cell in wrong else letter
    return tuple("".join(letters[x, y] for x in range(size)) for y in range(size))


def _owners(side: Side, ships: frozenset[Place]) -> tuple[bool, bool]:
    """Whether the cells on either hand of a line are ship cells."""
    one, two = cells_beside(side)
    return (one in ships, two in ships)


def _parting(ships: frozenset[Place], walls: frozenset[Side]) -> frozenset[Side]:
    """The lines that really part two ships."""
    owner = {cell: number for number, ship in enumerate(split_ships(ships, walls)) for cell in ship}
    return frozenset(side for side in walls if len({owner[cell] for cell in cells_beside(side)}) == 2)


def _whole(ships: Sequence[Ship], strokes: frozenset[Side], options: SeaBattleOptions) -> frozenset[Place]:
    """The first cells of ships of a wrong shape whose outline is drawn all round; the frame may help."""
    found = set()
    for ship in ships:
        sides = {
            side
            for side in outline_of(ship)
            if all(_is_on_field(cell, options.size) for cell in cells_beside(side))
        }
        first = next((cell for cell in in_order(ship) if _is_on_field(cell, options.size)), None)
        if first is not None and _is_odd(ship, options) and sides <= strokes:
            found.add(first)
    return frozenset(found)


def _is_odd(ship: Ship, options: SeaBattleOptions) -> bool:
    """Whether a group of ship cells has no lawful shape: one ship, or several that touch."""
    return not is_straight(ship) or len(ship) > options.longest


def _is_on_field(cell: Place, size: int) -> bool:
    return min(cell) >= 0 and max(cell) < size


# --- drawing ------------------------------------------------------------------------------------------


def _shot_names(letter: str) -> tuple[str, ...]:
    """The shot signs behind a letter."""
    if letter == WRONG:
        return ("nought",)
    return () if letter in (LATE, UNREADABLE) else SHOTS_OF[letter]

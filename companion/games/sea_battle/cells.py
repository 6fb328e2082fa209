"""Cells of a sea-battle field: what players call them, and which are near."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.boards.lattice import KING, SIDES, groups, neighbours, reading_order
from companion.errors import NotationError
from companion.position import Place
from companion.text import Text

from .options import ALPHABETS, SIZE

Ship = frozenset[Place]
SLIP = 2
"""Cells that a slip of the pen may add to the longest ship, where a pocket at the frame may be a ship."""
BEYOND = 2
"""Rows and columns outside the field that a ship may be drawn into."""

Side = tuple[Place, Place]
"""A side of a cell as a line between two neighbouring cell corners, smaller corner first."""


def cell_name(cell: Place, alphabet: str) -> str:
    """The letter of the column and the number of the row.

    >>> cell_name((9, 0), "latin")
    'J1'
    """
    return f"{ALPHABETS[alphabet][cell[0]]}{cell[1] + 1}"


def parse_cell(name: str, alphabet: str, size: int = SIZE) -> Place:
    """The cell of a name. Raises `NotationError`."""
    letters, digits = ALPHABETS[alphabet][:size], name[1:]
    if not name or name[0].upper() not in letters or not digits.isdecimal() or not 1 <= int(digits) <= size:
        raise NotationError(
            Text(
                en=f"{name!r} is no cell; expected a letter of {letters} and a number 1..{size}",
                ru=f"{name!r} не клетка; нужна буква из {letters} и число 1..{size}",
            )
        )
    return (letters.index(name[0].upper()), int(digits) - 1)


def in_order(cells: Iterable[Place]) -> tuple[Place, ...]:
    """Cells row by row."""
    return tuple(sorted(cells, key=reading_order))


def around(cells: Iterable[Place], size: int = SIZE, *, has_corners: bool = True) -> frozenset[Place]:
    """The cells that touch these by side, or by corner too, without them, inside the field."""
    cells = frozenset(cells)
    steps = KING if has_corners else SIDES
    near = {place for cell in cells for place in neighbours(cell, steps, size, size)}
    return frozenset(near) - cells


def opened(ship: Iterable[Place], size: int = SIZE) -> frozenset[Place]:
    """The cells that become known when this ship is sunk: its own and all its neighbours."""
    ship = frozenset(ship)
    return ship | around(ship, size)


def side_between(one: Place, two: Place) -> Side:
    """The side that two cells share; the cells lie next to each other, either may lie outside the field."""
    (_, y1), (x2, y2) = min(one, two), max(one, two)
    if y1 == y2:
        return ((x2, y2), (x2, y2 + 1))
    return ((x2, y2), (x2 + 1, y2))


def cells_beside(side: Side) -> tuple[Place, Place]:
    """The two cells on either hand of a side; one may lie outside the field."""
    (x1, y1), (x2, _) = side
    return ((x1, y1 - 1), (x1, y1)) if x1 != x2 else ((x1 - 1, y1), (x1, y1))


def outline_of(ship: Iterable[Place]) -> frozenset[Side]:
    """The sides round a ship."""
    ship = frozenset(ship)
    return frozenset(
        side_between((x, y), (x + dx, y + dy))
        for x, y in ship
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
        if (x + dx, y + dy) not in ship
    )


def split_ships(cells: Iterable[Place], walls: Iterable[Side] = ()) -> tuple[Ship, ...]:
    """Cells in ships: joined by sides, except where an outline runs between."""
    cells, walls = frozenset(cells), frozenset(walls)
    if not walls:
        return tuple(groups(cells, ((0, -1), (1, 0), (0, 1), (-1, 0))))
    left, found = set(cells), []
    for start in in_order(cells):
        if start in left:
            ship = frozenset(_reach(start, cells, walls))
            left -= ship
            found.append(ship)
    return tuple(found)


def _reach(start: Place, cells: frozenset[Place], walls: frozenset[Side]) -> Iterator[Place]:
    todo, seen = [start], {start}
    while todo:
        cell = todo.pop()
        yield cell
        x, y = cell
        for near in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if near in cells and near not in seen and side_between(cell, near) not in walls:
                seen.add(near)
                todo.append(near)


def enclosed(strokes: Iterable[Side], size: int = SIZE, longest: int = 4) -> frozenset[Place]:
    """The cells that outlines shut off from the water; some may lie outside the field.

    A ship at the edge may borrow the printed frame for a side. Such a pocket counts when one of the strokes
    round it would otherwise be part of nothing, and when it is no larger than a ship.

    >>> sorted(enclosed([((1, 0), (1, 1)), ((0, 1), (1, 1))]))
    [(0, 0)]
    """
    strokes = frozenset(strokes)
    wide = range(-BEYOND - 1, size + BEYOND + 1)
    everything = frozenset((x, y) for x in wide for y in wide)
    inside = everything - frozenset(_reach((wide[0], wide[0]), everything, strokes))
    field = frozenset((x, y) for x in range(size) for y in range(size))
    pockets = sorted(split_ships(field, strokes), key=len)[:-1] if strokes else []
    for pocket in pockets:
        if len(pocket) <= longest + SLIP and not pocket & inside:
            loose = [side for side in strokes if not inside & set(cells_beside(side))]
            if any(pocket & set(cells_beside(side)) for side in loose):
                inside |= pocket
    return inside

"""Places of a rectangular board and their neighbours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from companion.position import Place

SIDES: tuple[Place, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left."""

KING: tuple[Place, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight steps, clockwise from up; the digit of a step is its index."""


def places(columns: int, rows: int) -> Iterator[Place]:
    """All places, row by row."""
    return ((x, y) for y in range(rows) for x in range(columns))


def neighbours(place: Place, steps: Iterable[Place], columns: int, rows: int) -> Iterator[Place]:
    """The places one step away that lie on the board."""
    x, y = place
    for dx, dy in steps:
        if 0 <= x + dx < columns and 0 <= y + dy < rows:
            yield (x + dx, y + dy)


def groups(members: Collection[Place], steps: tuple[Place, ...]) -> list[frozenset[Place]]:
    """The members in groups joined by the steps, first group first in reading order."""
    left = set(members)
    found = []
    for start in sorted(members, key=reading_order):
        if start in left:
            found.append(_take_group(start, left, steps))
    return found


def reading_order(place: Place) -> tuple[int, int]:
    """Sort key: row by row."""
    return (place[1], place[0])


def _take_group(start: Place, left: set[Place], steps: tuple[Place, ...]) -> frozenset[Place]:
    group, todo = {start}, [start]
    left.discard(start)
    while todo:
        x, y = todo.pop()
        near = [(x + dx, y + dy) for dx, dy in steps if (x + dx, y + dy) in left]
        left.difference_update(near)
        group.update(near)
        todo.extend(near)
    return frozenset(group)


def lines(columns: int, rows: int, length: int) -> Iterator[tuple[Place, ...]]:
    """All straight runs of `length` places, in rows, columns and both diagonals."""
    for x, y in places(columns, rows):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            run = tuple((x + step * dx, y + step * dy) for step in range(length))
            end_x, end_y = run[-1]
            if 0 <= end_x < columns and end_y < rows:
                yield run

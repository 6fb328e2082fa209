"""The cells of a board, their sides, and which sides belong to which cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from companion.position import Place, Stroke


@dataclass(frozen=True)
class Shape:
    """Cells within a rectangle of `columns` x `rows`, and their sides by number.

    Sides that lie across come first, row by row, then those that lie down, row by row; a side is the stroke
    between the two corners at its ends."""

    columns: int
    rows: int
    cells: tuple[Place, ...]

    @cached_property
    def sides(self) -> tuple[Stroke, ...]:
        """All sides in their order."""
        inside = set(self.cells)
        across = [
            ((x, y), (x + 1, y))
            for y in range(self.rows + 1)
            for x in range(self.columns)
            if (x, y) in inside or (x, y - 1) in inside
        ]
        down = [
            ((x, y), (x, y + 1))
            for y in range(self.rows)
            for x in range(self.columns + 1)
            if (x, y) in inside or (x - 1, y) in inside
        ]
        return (*across, *down)

    @cached_property
    def number(self) -> dict[Stroke, int]:
        """The number of a side."""
        return {side: number for number, side in enumerate(self.sides)}

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The four sides of every cell as bits."""
        return tuple(
            self.mask_of(
                (
                    ((x, y), (x + 1, y)),
                    ((x, y + 1), (x + 1, y + 1)),
                    ((x, y), (x, y + 1)),
                    ((x + 1, y), (x + 1, y + 1)),
                )
            )
            for x, y in self.cells
        )

    @cached_property
    def cells_at(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the one or two cells at every side."""
        return tuple(
            tuple(cell for cell, mask in enumerate(self.masks) if mask >> side & 1)
            for side in range(len(self.sides))
        )

    @cached_property
    def full(self) -> int:
        """All sides."""
        return (1 << len(self.sides)) - 1

    @cached_property
    def outline(self) -> int:
        """The sides with a cell on one side only."""
        return sum(1 << side for side, cells in enumerate(self.cells_at) if len(cells) == 1)

    @cached_property
    def corners(self) -> frozenset[Place]:
        """The points where sides end."""
        return frozenset(end for side in self.sides for end in side)

    def mask_of(self, sides: Iterable[Stroke]) -> int:
        """These sides as bits."""
        return sum(1 << self.number[side] for side in sides)

    def strokes_of(self, mask: int) -> tuple[Stroke, ...]:
        """The sides of a mask."""
        return tuple(side for number, side in enumerate(self.sides) if mask >> number & 1)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Neighbouring cells: those with a side between them."""
        return tuple((cells[0], cells[1]) for cells in self.cells_at if len(cells) == 2)


@cache
def rectangle(columns: int, rows: int) -> Shape:
    """All cells of a rectangle."""
    return Shape(columns, rows, tuple((x, y) for y in range(rows) for x in range(columns)))


@cache
def diamond(n: int) -> Shape:
    """Rows of 1, 3, ..., 2n-1, ..., 3, 1 cells."""
    side = 2 * n - 1
    return Shape(
        side,
        side,
        tuple((x, y) for y in range(side) for x in range(side) if abs(x - n + 1) + abs(y - n + 1) < n),
    )


@cache
def aztec(n: int) -> Shape:
    """Rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells."""
    side = 2 * n
    return Shape(
        side,
        side,
        tuple(
            (x, y)
            for y in range(side)
            for x in range(side)
            if abs(2 * x - side + 1) + abs(2 * y - side + 1) <= side
        ),
    )

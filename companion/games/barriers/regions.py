"""Free cells as bits, the parts into which lines have cut them, and the Grundy value of every part.

Where both players may draw any line, a position is a sum of its parts and each part is worth a heap of Nim (Sprague
and Grundy): a move is won when the exclusive or of all values is 0. Values are kept by shape, the same for all eight
ways to turn and mirror it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.position import Place, Stroke

WIDTH = 20
"""Bits a row takes: more than the widest field, so that steps over its edge meet no cell."""

Shape = tuple[int, ...]
"""A part by its rows, each a number of bits, moved to the top left corner."""

LOOKS = 512
"""Positions between two looks at the clock, which counts this thread's own work: a busy machine finds as much."""


class TooMuch(Exception):
    """The search would take too long."""


def bits_of(cells: Iterable[Place]) -> int:
    """Cells as bits."""
    return sum(1 << y * WIDTH + x for x, y in cells)


def cells_in(bits: int) -> Iterator[Place]:
    """The cells of bits, row by row."""
    while bits:
        low = bits & -bits
        number = low.bit_length() - 1
        yield number % WIDTH, number // WIDTH
        bits ^= low


def beside(bits: int) -> int:
    """The cells and their neighbours by side."""
    return bits | bits << 1 | bits >> 1 | bits << WIDTH | bits >> WIDTH


def around(bits: int) -> int:
    """The cells and their neighbours, corners too."""
    rows = bits | bits << 1 | bits >> 1
    return rows | rows << WIDTH | rows >> WIDTH


REACH = {"cells": lambda bits: bits, "edge": beside, "all": around}
"""The cells that a line takes from the game."""


def lines_in(bits: int) -> list[int]:
    """All lines over two of the cells, as bits."""
    found = []
    for step in (1, WIDTH):
        ends = bits & bits >> step
        while ends:
            low = ends & -ends
            found.append(low | low << step)
            ends ^= low
    return found


def stroke_of(line: int) -> Stroke:
    """A line's two cells."""
    one, two = cells_in(line)
    return one, two


def useful(bits: int) -> int:
    """The cells that have a neighbour: no line goes through the others."""
    return bits & (bits << 1 | bits >> 1 | bits << WIDTH | bits >> WIDTH)


def parts_of(bits: int, touch: str) -> list[int]:
    """The parts that have nothing to do with each other, without cells that no line can use."""
    near = around if touch == "all" else beside
    left, found = useful(bits), []
    while left:
        part = left & -left
        while True:
            more = near(part) & left
            if more == part:
                break
            part = more
        found.append(part)
        left &= ~part
    return found


def shape_of(part: int) -> Shape:
    """The part's rows, moved to the top left corner."""
    rows = []
    part >>= ((part & -part).bit_length() - 1) // WIDTH * WIDTH
    mask, every = (1 << WIDTH) - 1, 0
    while part:
        rows.append(part & mask)
        every |= part & mask
        part >>= WIDTH
    aside = (every & -every).bit_length() - 1
    return tuple(row >> aside for row in rows)


def canonical(shape: Shape) -> Shape:
    """The least of the eight ways to turn and mirror a shape.

    >>> canonical((0b11, 0b01)) == canonical((0b10, 0b11))
    True
    """
    return min(eight_ways(shape))


def eight_ways(shape: Shape) -> list[Shape]:
    """A shape turned and mirrored."""
    ways = four_ways(shape)
    return ways + four_ways(_transposed(shape))


def four_ways(shape: Shape) -> list[Shape]:
    """A shape mirrored, with lines that lie still lying."""
    wide = max(shape).bit_length()
    back = tuple(_backwards(row, wide) for row in shape)
    return [shape, shape[::-1], back, back[::-1]]


@lru_cache(maxsize=1 << 16)
def _backwards(row: int, wide: int) -> int:
    return int(f"{row:0{wide}b}"[::-1], 2)


def _transposed(shape: Shape) -> Shape:
    wide = max(shape).bit_length()
    return tuple(sum((row >> x & 1) << y for y, row in enumerate(shape)) for x in range(wide))


class Table:
    """Grundy values by shape; grows as it is asked.

    To learn a value it is asked which heap beside the part makes a lost position; only one does (Lemoine and
    Viennot, "Nimbers are inevitable", 2012). One good answer refutes a wrong heap; most moves are never seen."""

    def __init__(self, touch: str) -> None:
        self.touch = touch
        self.values: dict[Shape, int] = {}
        self.refuted: dict[Shape, int] = {}
        """Heaps, as bits, that are known not to be a shape's value."""
        self.least: dict[Shape, Shape] = {}
        self.deadline: float | None = None
        self.count = 0

    def value(self, bits: int, *, seconds: float | None = None) -> int:
        """The value of free cells. Raises `TooMuch` when it takes longer than that."""
        self._until(seconds)
        return self._sum(parts_of(bits, self.touch))

    def is_lost(self, bits: int, *, seconds: float | None = None) -> bool:
        """Whether who is to move loses: quicker than the value where parts are large. Raises `TooMuch`."""
        self._until(seconds)
        return self._is_lost_with(parts_of(bits, self.touch), 0)

    def after(self, bits: int, *, seconds: float | None = None) -> dict[int, bool]:
        """Every line with whether it wins. Raises `TooMuch`."""
        self._until(seconds)
        reach, parts = REACH[self.touch], parts_of(bits, self.touch)
        found = {}
        for number, part in enumerate(parts):
            others = [*parts[:number], *parts[number + 1 :]]
            for line in lines_in(part):
                rest = parts_of(part & ~reach(line), self.touch)
                found[line] = self._is_lost_with(rest + others, 0)
        return found

    def _until(self, seconds: float | None) -> None:
        self.deadline = None if seconds is None else time.thread_time() + seconds

    def _sum(self, parts: Iterable[int]) -> int:
        found = 0
        for part in parts:
            found ^= self._part(part)
        return found

    def _part(self, part: int) -> int:
        shape = self._shape(part)
        value = 0
        while shape not in self.values:
            if not self._refutes(part, shape, value):
                break
            value += 1
        return self.values[shape]

    def _shape(self, part: int) -> Shape:
        raw = shape_of(part)
        least = self.least.get(raw)
        if least is None:
            least = self.least[raw] = canonical(raw)
        return least

    def _is_lost_with(self, parts: list[int], heap: int) -> bool:
        """Whether parts and a heap together are lost: the largest part is only asked about the heap that is left."""
        if not parts:
            return heap == 0
        largest = max(parts, key=int.bit_count)
        rest = list(parts)
        rest.remove(largest)
        return not self._refutes(largest, self._shape(largest), heap ^ self._sum(rest))

    def _refutes(self, part: int, shape: Shape, heap: int) -> bool:
        """Whether a part is worth something else than this heap; if it is worth that, its value is known then."""
        known = self.values.get(shape)
        if known is not None:
            return known != heap
        if self.refuted.get(shape, 0) >> heap & 1:
            return True
        self._tick()
        reach = REACH[self.touch]
        ways = [parts_of(part & ~reach(line), self.touch) for line in lines_in(part)]
        ways.sort(key=lambda parts: max(map(int.bit_count, parts), default=0))
        is_refuted = any(self._is_lost_with(parts, heap) for parts in ways) or any(
            not self._refutes(part, shape, smaller) for smaller in range(heap)
        )
        if is_refuted:
            self.refuted[shape] = self.refuted.get(shape, 0) | 1 << heap
        else:
            self.values[shape] = heap
        return is_refuted

    def _tick(self) -> None:
        self.count += 1
        if self.deadline is not None and self.count % LOOKS == 0 and time.thread_time() > self.deadline:
            raise TooMuch


@lru_cache(maxsize=3)
def table(touch: str) -> Table:
    """The one table of these rules."""
    return Table(touch)

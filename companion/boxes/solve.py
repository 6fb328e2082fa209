"""Best play where lines close boxes, two players: exact values as far as the work allowed reaches.

The value of a position is what the side to move will still take, less what the other side will. Boxes that stand
open are never a question of order: all are taken, or all but the last two of a chain (the last four of a loop),
which leaves the other side to move first in what remains (Berlekamp). So only positions without open boxes are
searched, by alpha-beta, each remembered once; of the lines of a chain only one is tried, for they open the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product

from companion.position import Place

from .shape import Shape


class TooMuch(Exception):
    """The work allowed was not enough."""


@dataclass(frozen=True, slots=True)
class Run:
    """Cells in a row with two free sides each: a chain, or a loop. `sides` are its free sides in order."""

    cells: tuple[int, ...]
    sides: tuple[int, ...]
    is_loop: bool

    @property
    def size(self) -> int:
        """How many boxes it gives."""
        return len(self.cells)


@dataclass(slots=True)
class Solver:
    """Values on one shape; `nodes` and `deadline` (of `time.monotonic`) bound the work."""

    shape: Shape
    extra_turn: bool = True
    nodes: int = 1_000_000
    deadline: float = float("inf")
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    keys: dict[int, int] = field(default_factory=dict)
    masks: tuple[int, ...] = ()
    cells_at: tuple[tuple[int, ...], ...] = ()
    twins: tuple[tuple[int, int], ...] = ()
    turnings: tuple[tuple[tuple[int, ...], ...], ...] = ()

    def __post_init__(self) -> None:
        """Look up what every position needs once."""
        self.masks, self.cells_at = self.shape.masks, self.shape.cells_at
        self.twins, self.turnings = _twins(self.shape), _turnings(self.shape)

    # --- for players ---

    def value(self, free: int) -> int:
        """The value for the side to move, `free` sides being left. Raises `TooMuch`."""
        return self._value(free, -self._left(free), self._left(free))

    def values(self, free: int) -> dict[int, int]:
        """Every side that can be drawn with its value for the player who draws it. Raises `TooMuch`."""
        return {side: self._after(free, side, -99, 99) for side in _numbers(free)}

    def best(self, free: int) -> tuple[int, tuple[int, ...]]:
        """The value, and all sides that are as good. Raises `TooMuch`."""
        value = self.value(free)
        best = [side for side in _numbers(free) if self._after(free, side, value - 1, value) >= value]
        return value, tuple(best)

    def _after(self, free: int, side: int, low: int, high: int) -> int:
        taken = self._closed(free, side)
        rest = free & ~(1 << side)
        if taken and self.extra_turn:
            return taken + self._value(rest, low - taken, high - taken)
        return taken - self._value(rest, taken - high, taken - low)

    def _closed(self, free: int, side: int) -> int:
        bit = 1 << side
        return sum(free & self.masks[cell] == bit for cell in self.cells_at[side])

    def _left(self, free: int) -> int:
        return sum(1 for mask in self.masks if mask & free)

    # --- search ---

    def _value(self, free: int, low: int, high: int) -> int:
        if not self.extra_turn:
            return self._plain(free, low, high)
        taken, given, rest = self._take_open(free)
        if not taken:
            return self._quiet(free, low, high)
        if not rest:
            return taken
        if given == 0:
            return taken + self._quiet(rest, low - taken, high - taken)
        # Take all and move on, or leave `given` boxes and let the other side move: max(v, -2 * given - v).
        if taken - given >= high:
            return taken - given
        value = self._quiet(rest, taken - high - 2 * given, high - taken)
        return taken + max(value, -2 * given - value)

    def _take_open(self, free: int) -> tuple[int, int, int]:
        """Boxes to be had now, the fewest that can be left to keep control (0: none), and the sides that remain."""
        masks, cells_at = self.masks, self.cells_at
        start = free
        chains = False
        loops = False
        taken = 0
        for cell, mask in enumerate(masks):
            own = free & mask
            if not own or own & (own - 1):
                continue
            length = 0
            here = cell
            while True:
                own = free & masks[here]
                if not own or own & (own - 1):
                    is_both = not own
                    break
                free ^= own
                length += 1
                side = own.bit_length() - 1
                there = [other for other in cells_at[side] if other != here]
                if not there:
                    is_both = False
                    break
                here = there[0]
            if is_both and length:
                # The last stroke closed two boxes: the run was open at both ends.
                length += 1
                loops = loops or length >= 4
            else:
                chains = chains or length >= 2
            taken += length
        if free == start:
            return 0, 0, free
        return taken, 2 if chains else 4 if loops else 0, free

    def _quiet(self, free: int, low: int, high: int) -> int:
        """The value where no box stands open."""
        if not free:
            return 0
        key = self.keys.get(free, 0)
        if not key:
            key = self.keys[free] = self._key(free)
        least, most = self.seen.get(key, (-99, 99))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        left = self._left(free)
        low, high = max(low, least, -left), min(high, most, left)
        if low >= high:
            return low
        self.nodes -= 1
        if self.nodes < 0 or (self.nodes & 255 == 0 and time.monotonic() > self.deadline):
            raise TooMuch
        best, floor = -99, low
        for side in self._moves(key):
            value = -self._value(key & ~(1 << side), -high, -floor)
            if value > best:
                best = value
                floor = max(floor, best)
                if best >= high:
                    break
        least, most = self.seen.get(key, (-99, 99))
        if best <= low:
            most = min(most, best)
        elif best >= high:
            least = max(least, best)
        else:
            least = most = best
        self.seen[key] = (least, most)
        return best

    def _key(self, free: int) -> int:
        """The same for positions that play alike: turned, mirrored, or with the other outer side of a corner drawn."""
        for one, two in self.twins:
            if free & one and not free & two:
                free ^= one | two
        best = free
        for table in self.turnings:
            turned, rest, at = 0, free, 0
            while rest:
                turned |= table[at][rest & 255]
                rest >>= 8
                at += 1
            for one, two in self.twins:
                if turned & one and not turned & two:
                    turned ^= one | two
            if turned < best:
                best = turned
        return best

    def _moves(self, free: int) -> Iterator[int]:
        """One side for everything worth trying: safe lines first, then chains from the shortest."""
        cells_at = self.cells_at
        two = [(free & mask).bit_count() == 2 for mask in self.masks]
        skip = 0
        for one, other in self.twins:
            if free & one and free & other:
                skip |= one
        for side in _numbers(free & ~skip):
            if not any(two[cell] for cell in cells_at[side]):
                yield side
        for run in sorted(runs(self.shape, free), key=lambda run: run.size):
            yield run.sides[1] if run.size == 2 and not run.is_loop else run.sides[0]

    def _plain(self, free: int, low: int, high: int) -> int:
        """The value where closing a box gives no other move."""
        if not free:
            return 0
        least, most = self.seen.get(free, (-99, 99))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        self.nodes -= 1
        if self.nodes < 0:
            raise TooMuch
        best, floor = -99, low
        for side in sorted(_numbers(free), key=lambda side: -self._closed(free, side)):
            best = max(best, self._after(free, side, floor, high))
            floor = max(floor, best)
            if best >= high:
                break
        if best <= low:
            most = min(most, best)
        elif best >= high:
            least = max(least, best)
        else:
            least = most = best
        self.seen[free] = (least, most)
        return best


def runs(shape: Shape, free: int) -> list[Run]:
    """All chains and loops: cells with exactly two free sides, joined by them."""
    masks = shape.masks
    two = {cell for cell, mask in enumerate(masks) if (free & mask).bit_count() == 2}
    found = []
    while two:
        start = min(two)
        one, other = _numbers(free & masks[start])
        back_cells, back_sides, is_loop = _follow(shape, free, two, start, one)
        if is_loop:
            cells, sides = [start, *back_cells], back_sides
        else:
            fore_cells, fore_sides, _ = _follow(shape, free, two, start, other)
            cells = [*reversed(back_cells), start, *fore_cells]
            sides = [*reversed(back_sides), *fore_sides]
        two.difference_update(cells)
        found.append(Run(tuple(cells), tuple(sides), is_loop))
    return found


def _follow(
    shape: Shape, free: int, two: set[int], start: int, side: int
) -> tuple[list[int], list[int], bool]:
    """Cells and sides from a cell through one of its sides, and whether the way comes back to it."""
    cells: list[int] = []
    sides = [side]
    here = start
    while True:
        there = [cell for cell in shape.cells_at[side] if cell != here]
        if not there or there[0] not in two:
            return cells, sides, False
        if there[0] == start:
            return cells, sides, True
        here = there[0]
        cells.append(here)
        (side,) = (number for number in _numbers(free & shape.masks[here]) if number != side)
        sides.append(side)


def safe_sides(shape: Shape, free: int) -> tuple[int, ...]:
    """Sides that neither close a box nor give one: no cell beside them has two free sides or fewer."""
    return tuple(
        side
        for side in _numbers(free)
        if all((free & shape.masks[cell]).bit_count() > 2 for cell in shape.cells_at[side])
    )


def closing_sides(shape: Shape, free: int) -> tuple[int, ...]:
    """Sides that close a box now."""
    return tuple(
        side
        for side in _numbers(free)
        if any((free & shape.masks[cell]).bit_count() == 1 for cell in shape.cells_at[side])
    )


@cache
def _twins(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Pairs of outer sides of one cell, as bits: which of the two is drawn makes no difference."""
    found: list[tuple[int, int]] = []
    for mask in shape.masks:
        found += pairwise(1 << side for side in _numbers(mask & shape.outline))
    return tuple(found)


@cache
def _turnings(shape: Shape) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For every turning and mirroring that keeps the shape, where each byte of sides goes."""
    found = []
    for is_across, is_down, is_swapped in product((False, True), repeat=3):
        if not (is_across or is_down or is_swapped):
            continue
        ends = {corner: _turned(shape, corner, is_across, is_down, is_swapped) for corner in shape.corners}
        sides = [tuple(sorted((ends[one], ends[two]))) for one, two in shape.sides]
        if all(side in shape.number for side in sides):
            bits = [1 << shape.number[side] for side in sides]  # type: ignore[index]
            found.append(_by_bytes(bits))
    return tuple(found)


def _turned(shape: Shape, corner: Place, is_across: bool, is_down: bool, is_swapped: bool) -> Place:
    x, y = corner
    x = shape.columns - x if is_across else x
    y = shape.rows - y if is_down else y
    return (y, x) if is_swapped else (x, y)


def _by_bytes(bits: list[int]) -> tuple[tuple[int, ...], ...]:
    tables = []
    for start in range(0, len(bits), 8):
        eight = bits[start : start + 8]
        tables.append(tuple(sum(bit for k, bit in enumerate(eight) if byte >> k & 1) for byte in range(256)))
    return tuple(tables)


def _numbers(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found

"""Lines on a board of cells as bits: who has a line, where one sign completes one, how many are still open.

A board is one integer. Cell `(x, y)` is bit `y * (columns + 1) + x`; the extra column is always empty, so that
no line runs round the edge. All cells are looked at together, which is what makes Python fast enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from companion.position import Place


@dataclass(frozen=True)
class Area:
    """The cells of a board, the length of a line that wins, and whether a longer one does not."""

    columns: int
    rows: int
    win: int

    @cached_property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.columns + 1

    @cached_property
    def full(self) -> int:
        """All cells."""
        row = (1 << self.columns) - 1
        return sum(row << (y * self.stride) for y in range(self.rows))

    @cached_property
    def ways(self) -> tuple[int, int, int, int]:
        """Bits from one cell to the next: right, down, down and right, down and left."""
        return (1, self.stride, self.stride + 1, self.stride - 1)

    def bit(self, place: Place) -> int:
        """The cell as a board with nothing else on it."""
        return 1 << (place[1] * self.stride + place[0])

    def place(self, bit: int) -> Place:
        """The cell of a single bit."""
        y, x = divmod(bit.bit_length() - 1, self.stride)
        return (x, y)

    def places(self, board: int) -> tuple[Place, ...]:
        """All cells of a board, row by row."""
        found = []
        for y in range(self.rows):
            row = board >> (y * self.stride) & ((1 << self.columns) - 1)
            while row:
                low = row & -row
                found.append((low.bit_length() - 1, y))
                row ^= low
        return tuple(found)

    def board(self, cells: Iterable[Place]) -> int:
        """These cells as a board."""
        return sum(map(self.bit, cells))

    def starts(self, own: int, way: int, *, exact: bool) -> int:
        """The first cells of all lines that win, in one direction."""
        found = own
        for step in range(1, self.win):
            found &= own >> (step * way)
        if exact:
            found &= ~(own << way) & ~(own >> (self.win * way))
        return found

    def has_line(self, own: int, *, exact: bool) -> bool:
        """Whether there is a line that wins."""
        return any(self.starts(own, way, exact=exact) for way in self.ways)

    def lines(self, own: int, *, exact: bool) -> list[tuple[Place, ...]]:
        """The cells of every line that wins; a longer line counts once for every place it can begin."""
        return [
            tuple(self.place(start << (step * way)) for step in range(self.win))
            for way in self.ways
            for start in bits(self.starts(own, way, exact=exact))
        ]

    def completing(self, own: int, free: int, *, exact: bool) -> int:
        """The free cells where one more sign makes a line that wins."""
        found, last = 0, self.win - 1
        for way in self.ways:
            before = [-1]
            for step in range(last):
                before.append(before[-1] & own >> (step * way))
            after = -1
            if exact:
                after &= ~(own << way) & ~(own >> (self.win * way))
            for gap in range(last, -1, -1):
                there = before[gap] & after
                if there:
                    found |= (there & free >> (gap * way)) << (gap * way)
                after &= own >> (gap * way)
                if not after:
                    break
        return found

    def fours(self, own: int, free: int, *, exact: bool) -> dict[int, int]:
        """Free cells that threaten to complete a line, each with the cells that would complete it."""
        found: dict[int, int] = {}
        for way in self.ways:
            mine = [own >> (step * way) for step in range(self.win)]
            open_ = [free >> (step * way) for step in range(self.win)]
            ends = ~(own << way) & ~(own >> (self.win * way)) if exact else -1
            for one in range(self.win):
                for two in range(one + 1, self.win):
                    there = open_[one] & open_[two] & ends
                    for step in range(self.win):
                        if step not in (one, two):
                            there &= mine[step]
                    for start in bits(there):
                        a, b = start << (one * way), start << (two * way)
                        found[a] = found.get(a, 0) | b
                        found[b] = found.get(b, 0) | a
        return found

    def threes(self, own: int, free: int) -> int:
        """Free cells in a stretch as long as a line that holds all but three own signs and no other."""
        found = 0
        for way in self.ways:
            counts = self._counted(own, free, way)
            there = counts[self.win - 3] if self.win >= 3 else 0
            for step in range(self.win):
                found |= (there << (step * way)) & free
        return found

    def open_lines(self, own: int, free: int) -> list[int]:
        """How many stretches as long as a line hold 0, 1, 2, ... own signs and nothing of the other side."""
        total = [0] * (self.win + 1)
        for way in self.ways:
            for number, there in enumerate(self._counted(own, free, way)):
                total[number] += there.bit_count()
        return total

    def _counted(self, own: int, free: int, way: int) -> list[int]:
        """First cells of stretches without the other side's signs, sorted by how many own signs they hold."""
        allowed = own | free
        inside = allowed
        ones = twos = fours = 0
        for step in range(self.win):
            if step:
                inside &= allowed >> (step * way)
            more = own >> (step * way)
            carry = ones & more
            ones ^= more
            fours |= twos & carry
            twos ^= carry
        found = []
        for number in range(self.win + 1):
            there = inside
            for weight, counter in ((1, ones), (2, twos), (4, fours)):
                there &= counter if number & weight else ~counter
            found.append(there)
        return found

    def near(self, taken: int, reach: int = 2) -> int:
        """Cells at most `reach` steps from a taken one."""
        found = taken
        for _ in range(reach):
            found |= found << 1 | found >> 1
            found &= self.full
            found |= found << self.stride | found >> self.stride
            found &= self.full
        return found


def bits(board: int) -> Iterator[int]:
    """The cells of a board one by one, row by row."""
    while board:
        low = board & -board
        yield low
        board ^= low


@cache
def area_of(columns: int, rows: int, win: int) -> Area:
    """The board of that size."""
    return Area(columns, rows, win)

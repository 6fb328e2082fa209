"""Small boards to the end: who wins and by which moves, for boards of up to sixteen cells."""

from __future__ import annotations

from functools import lru_cache

from companion.position import Place

from .rules import FREE, SIGNS, Five
from .runs import Area, bits

MOST_CELLS = 16


class Solver:
    """All positions of one board, each seen once up to turning and mirroring."""

    def __init__(self, area: Area, *, exact: bool) -> None:
        self.area = area
        self.exact = exact
        self.seen: dict[tuple[bool, int, int], bool] = {}
        self.turned = _turnings(area)

    def value(self, own: int, other: int) -> int:
        """1, 0 or -1 for the player to move: win, draw, loss."""
        if self.wins(own, other):
            return 1
        return 0 if self.holds(own, other) else -1

    def wins(self, own: int, other: int) -> bool:
        """Whether the side to move, `own`, wins by force."""
        free = self.area.full & ~(own | other)
        if self.area.completing(own, free, exact=self.exact):
            return True
        threats = self.area.completing(other, free, exact=self.exact)
        if threats & (threats - 1) or self._danger(own, free) < 0.5:
            return False
        key = (True, *self._key(own, other))
        if key not in self.seen:
            moves = bits(threats) if threats else self._sorted(own, free)
            self.seen[key] = any(not self.holds(other, own | move) for move in moves)
        return self.seen[key]

    def holds(self, own: int, other: int) -> bool:
        """Whether the side to move, `own`, can keep the other side from winning."""
        free = self.area.full & ~(own | other)
        if self.area.completing(own, free, exact=self.exact):
            return True
        threats = self.area.completing(other, free, exact=self.exact)
        if threats & (threats - 1):
            return False
        if self._danger(other, free) < 1:
            return True
        key = (False, *self._key(own, other))
        if key not in self.seen:
            moves = bits(threats) if threats else self._sorted(other, free)
            self.seen[key] = any(not self.wins(other, own | move) for move in moves)
        return self.seen[key]

    def _sorted(self, attacker: int, free: int) -> list[int]:
        """The free cells, those first that matter most to the attacker's open lines."""
        return sorted(bits(free), key=lambda bit: -self._danger(attacker | bit, free & ~bit))

    def _danger(self, own: int, free: int) -> float:
        """Open lines, each counting half for every sign it still needs.

        Below 1 the other side, moving next, can spoil them all; below 1/2 even if this side moves next (Erdős and
        Selfridge, 1973)."""
        counts = self.area.open_lines(own, free)
        return sum(number * 0.5 ** (self.area.win - signs) for signs, number in enumerate(counts))

    def _key(self, own: int, other: int) -> tuple[int, int]:
        """The same pair for all positions that differ by turning or mirroring."""
        places = [
            (bit.bit_length() - 1, side) for side, board in enumerate((own, other)) for bit in bits(board)
        ]
        best: tuple[int, int] | None = None
        for table in self.turned:
            boards = [0, 0]
            for place, side in places:
                boards[side] |= table[place]
            pair = (boards[0], boards[1])
            if best is None or pair < best:
                best = pair
        assert best is not None
        return best


def _turnings(area: Area) -> list[dict[int, int]]:
    """For every turning and mirroring of the board, where each bit goes."""
    columns, rows = area.columns, area.rows
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    tables = []
    for is_across, is_down in ((False, False), (True, False), (False, True), (True, True)):
        there = {
            (x, y): (columns - 1 - x if is_across else x, rows - 1 - y if is_down else y) for x, y in cells
        }
        tables.append(there)
        if columns == rows:
            tables.append({cell: (y, x) for cell, (x, y) in there.items()})
    return [{area.bit(cell).bit_length() - 1: area.bit(to) for cell, to in table.items()} for table in tables]


@lru_cache(maxsize=8)
def _solver(area: Area, exact: bool) -> Solver:
    return Solver(area, exact=exact)


def is_small(position: Five) -> bool:
    """Whether the position can be searched to the end."""
    columns, rows = position.options.size
    return columns * rows <= MOST_CELLS and not position.options.renju


def values(position: Five, turn: int) -> dict[Place, int]:
    """Every move with its value for the player to move: 1 win, 0 draw, -1 loss."""
    area = position.area
    solver = _solver(area, position.options.exact_five)
    own, other = (position.board(SIGNS[player]) for player in (turn, 1 - turn))
    won = area.completing(own, position.board(FREE), exact=solver.exact)
    return {
        move: 1 if area.bit(move) & won else -solver.value(other, own | area.bit(move))
        for move in position.moves()
    }

"""A look a few moves ahead where nobody can win by force: open lines count, the more signs in them the more."""

from __future__ import annotations

from dataclasses import dataclass

from .runs import Area, bits

WEIGHTS = (0, 1, 6, 30, 120, 400, 1200)
"""Worth of a stretch as long as a line that holds so many signs of one side and none of the other."""
SURE = 1_000_000
"""Value of a line completed."""
BROAD = 9
"""Moves looked at in a position, the most promising ones."""
DEPTH = 3
NODES = 260
"""Positions whose moves are sorted: about half a second."""


@dataclass(slots=True)
class Thought:
    """One look ahead: the board, both sides' rules (mover's first), and what is left of the work allowed."""

    area: Area
    exact: tuple[bool, bool]
    nodes: int = NODES

    def sorted_moves(self, own: int, other: int, allowed: int) -> list[int]:
        """The most promising moves: what a sign there adds to own lines and takes from the other's."""
        free = self.area.full & ~(own | other)
        taken = own | other
        near = self.area.near(taken) & allowed if taken else _middle(self.area) & allowed
        gains = [
            (self._gain(own, free, bit) + 0.9 * self._gain(other, free, bit), bit)
            for bit in bits(near or allowed)
        ]
        return [bit for _, bit in sorted(gains, key=lambda one: (-one[0], one[1]))]

    def _gain(self, own: int, free: int, bit: int) -> int:
        """The lines through a cell that are still open for a side."""
        total = 0
        allowed, win = own | free, self.area.win
        for way in self.area.ways:
            cells = [
                bit << (step * way) if step >= 0 else bit >> (-step * way) for step in range(1 - win, win)
            ]
            states = [2 if cell & own else 1 if cell & allowed else 0 for cell in cells]
            for first in range(win):
                window = states[first : first + win]
                if 0 not in window:
                    total += WEIGHTS[window.count(2) + 1]
        return total

    def estimate(self, own: int, other: int) -> int:
        """What the position is worth for the side to move."""
        free = self.area.full & ~(own | other)
        mine, theirs = self.area.open_lines(own, free), self.area.open_lines(other, free)
        return sum(weight * (a - b) for weight, a, b in zip(WEIGHTS, mine, theirs)) + WEIGHTS[2]

    def value(self, own: int, other: int, depth: int, low: int, high: int, side: int) -> int:
        """Value for the side to move, by alpha-beta; fours are answered before anything else."""
        free = self.area.full & ~(own | other)
        if not free:
            return 0
        if self.area.completing(own, free, exact=self.exact[side]):
            return SURE + depth
        forced = self.area.completing(other, free, exact=self.exact[1 - side])
        if forced & (forced - 1):
            return -SURE - depth
        if not forced and (depth <= 0 or self.nodes <= 0):
            return self.estimate(own, other)
        if forced:
            moves = [forced]
        else:
            self.nodes -= 1
            moves = self.sorted_moves(own, other, free)[:BROAD]
            depth -= 1
        best = -2 * SURE
        for move in moves:
            best = max(best, -self.value(other, own | move, depth, -high, -max(low, best), 1 - side))
            if best >= high:
                break
        return best

    def best(self, own: int, other: int, allowed: int) -> tuple[int, int]:
        """The best move among the allowed ones, and its value for the player to move."""
        chosen, best = 0, -3 * SURE
        for move in self.sorted_moves(own, other, allowed)[: BROAD + 3]:
            value = -self.value(other, own | move, DEPTH - 1, -2 * SURE, -best, 1)
            if value > best:
                chosen, best = move, value
        return chosen, best


def _middle(area: Area) -> int:
    return area.bit(((area.columns - 1) // 2, (area.rows - 1) // 2))

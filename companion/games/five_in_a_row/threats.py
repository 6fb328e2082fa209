"""Wins by threats: continuous fours, and continuous fours and threes, each with the line of moves that proves it.

A *four* must be answered on the one cell that would complete it; a *three* is a sign after which fours would win if
the other side did nothing. Against a three every sign that spoils that win is tried, found by playing the win again
with the sign on the board; so what is called won is won."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from .forbidden import is_forbidden
from .runs import Area, bits

Line = tuple[int, ...]
"""Cells in the order of play, the attacker first; the last one wins or leaves two cells to win on."""


@dataclass(slots=True)
class Attack:
    """A search for a win of one side; `exact` and `bans` are the attacker's rules first, then the other side's."""

    area: Area
    exact: tuple[bool, bool]
    bans: tuple[bool, bool] = (False, False)
    budget: int = 20_000
    deadline: float = float("inf")
    seen: dict[tuple[int, int], Line | None] = field(default_factory=dict)
    seen_threes: dict[tuple[int, int], tuple[int, Line | None]] = field(default_factory=dict)

    def completing(self, own: int, free: int, side: int = 0) -> int:
        """Where one more sign of a side wins."""
        return self.area.completing(own, free, exact=self.exact[side])

    def _may(self, own: int, free: int, bit: int, side: int = 0) -> bool:
        return not (self.bans[side] and is_forbidden(self.area, own, free, bit))

    # --- fours ---

    def by_fours(self, own: int, other: int) -> Line | None:
        """A line of fours that wins for the side to move, `None` if there is none or it is too far away."""
        key = (own, other)
        if key in self.seen:
            return self.seen[key]
        self.budget -= 1
        if self.budget < 0 or time.monotonic() > self.deadline:
            return None
        self.seen[key] = None
        found = self._by_fours(own, other)
        self.seen[key] = found
        return found

    def _by_fours(self, own: int, other: int) -> Line | None:
        free = self.area.full & ~(own | other)
        if wins := self.completing(own, free):
            return (wins & -wins,)
        theirs = self.completing(other, free, 1)
        if theirs & (theirs - 1):
            return None
        fours = self.area.fours(own, free, exact=self.exact[0])
        moves = [theirs] if theirs else list(fours)
        for move in sorted(moves, key=lambda move: -fours.get(move, 0).bit_count()):
            replies = fours.get(move, 0)
            if not replies or not self._may(own, free, move):
                continue
            after, left = own | move, free & ~move
            if replies & (replies - 1):
                return (move,)
            if not self._may(other, left, replies, 1):
                return (move,)
            line = self.by_fours(after, other | replies)
            if line is not None:
                return (move, replies, *line)
        return None

    # --- threes ---

    def by_threats(self, own: int, other: int, depth: int) -> Line | None:
        """A line of fours and threes that wins for the side to move, at most `depth` threes long."""
        line = self.by_fours(own, other)
        if line is not None or depth == 0:
            return line
        key = (own, other)
        seen = self.seen_threes.get(key)
        if seen is not None and (seen[1] is not None or seen[0] >= depth):
            return seen[1]
        if self.budget < 0 or time.monotonic() > self.deadline:
            return None
        found = self._by_threats(own, other, depth)
        self.seen_threes[key] = (depth, found)
        return found

    def _by_threats(self, own: int, other: int, depth: int) -> Line | None:
        free = self.area.full & ~(own | other)
        theirs = self.completing(other, free, 1)
        if theirs & (theirs - 1):
            return None
        moves = theirs or self.area.threes(own, free)
        for move in sorted(bits(moves), key=lambda move: -self._promise(own | move, free)):
            if self.budget < 0 or not self._may(own, free, move):
                continue
            line = self._after_three(own | move, other, depth)
            if line is not None:
                return (move, *line)
        return None

    def _promise(self, own: int, free: int) -> int:
        counts = self.area.open_lines(own, free)
        return sum(weight * number for weight, number in enumerate(counts[2:], 1))

    def _after_three(self, own: int, other: int, depth: int) -> Line | None:
        """How it goes on after a three if every answer loses: against the answer that holds out longest."""
        threat = self.by_fours(own, other)
        if threat is None:
            return None
        longest: Line = threat
        for answer in self.answers(own, other, threat):
            line = self.by_threats(own, other | answer, depth - 1)
            if line is None:
                return None
            if len(line) + 1 > len(longest):
                longest = (answer, *line)
        return longest

    def answers(self, own: int, other: int, threat: Line) -> list[int]:
        """The defender's signs that spoil the attacker's line of fours, most natural first."""
        free = self.area.full & ~(own | other)
        replies = sum(threat[1::2])
        suspects = sum(set(threat)) | replies
        last = own | sum(threat[::2])
        suspects |= self.completing(last, self.area.full & ~(last | other | replies))
        suspects |= sum(self.area.fours(other | replies, free, exact=self.exact[1]))
        return [
            bit
            for bit in bits(suspects & free)
            if self._may(other, free, bit, 1) and not self._still_wins(own, other | bit, threat)
        ]

    def _still_wins(self, own: int, other: int, line: Line) -> bool:
        """Whether a line of fours wins with these signs on the board too."""
        for number, cell in enumerate(line):
            free = self.area.full & ~(own | other)
            if not cell & free:
                return False
            if number % 2:
                other |= cell
                continue
            wins = self.completing(own, free)
            if wins:
                return True
            theirs = self.completing(other, free, 1)
            if theirs & ~cell:
                return False
            own |= cell
            now = self.completing(own, free & ~cell)
            if now & (now - 1):
                return True
            answer = line[number + 1] if number + 1 < len(line) else 0
            if now != answer:
                return bool(now) and not self._may(other, free & ~cell, now, 1)
        return True

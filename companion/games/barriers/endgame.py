"""Who wins where values do not add up: who cannot move wins, or each player has his own direction. By trying all.

Positions are known by their parts, turned and mirrored as the rules allow, so only small rests are within reach."""

from __future__ import annotations

import time

from .regions import LOOKS, REACH, WIDTH, Shape, TooMuch, canonical, four_ways, lines_in, parts_of, shape_of

State = tuple[tuple[Shape, ...], bool]


class Search:
    """Answers who wins; `split`: who has `is_down` to move draws only down, the other only across."""

    def __init__(self, touch: str, *, is_split: bool, is_misere: bool, seconds: float) -> None:
        self.touch = touch
        self.is_split = is_split
        self.is_misere = is_misere
        self.deadline = time.thread_time() + seconds
        self.seen: dict[State, bool] = {}
        self.count = 0

    def is_won(self, bits: int, is_down: bool) -> bool:
        """Whether the player to move wins. Raises `TooMuch`."""
        state = self._state(bits, is_down)
        if state in self.seen:
            return self.seen[state]
        self.count += 1
        if self.count % LOOKS == 0 and time.thread_time() > self.deadline:
            raise TooMuch
        moves = self.moves(bits, is_down)
        found = (
            self.is_misere
            if not moves
            else any(not self.is_won(bits & ~REACH[self.touch](line), not is_down) for line in moves)
        )
        self.seen[state] = found
        return found

    def moves(self, bits: int, is_down: bool) -> list[int]:
        """The lines that the player to move may draw."""
        lines = lines_in(bits)
        return [line for line in lines if _goes_down(line) == is_down] if self.is_split else lines

    def _state(self, bits: int, is_down: bool) -> State:
        shapes = map(shape_of, parts_of(bits, self.touch))
        if self.is_split:
            return tuple(sorted(min(four_ways(shape)) for shape in shapes)), is_down
        return tuple(sorted(map(canonical, shapes))), False


def _goes_down(line: int) -> bool:
    low = line & -line
    return line == low | low << WIDTH

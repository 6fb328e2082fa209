"""Looks ahead in any game of two players: exact where the game is small, limited where it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.position import Position

P = TypeVar("P", bound=Position)

WIN = 1000.0
"""Value of a won position for the winner, less one for every move it takes."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A move and what it is worth for the player who makes it; `is_exact` if searched to the end."""

    move: Any
    value: float
    is_exact: bool


@dataclass(slots=True)
class _Search(Generic[P]):
    """One search: its limits and what it has already seen."""

    estimate: Callable[[P, int], float]
    near: Callable[[P], tuple[Any, ...]]
    nodes: int
    seen: dict[tuple[str, int], tuple[float, bool]] = field(default_factory=dict)

    def value(self, position: P, player: int, depth: int, alpha: float, beta: float) -> tuple[float, bool]:
        """Value of a position for `player`, and whether it is exact."""
        outcome = position.outcome()
        if outcome is not None:
            return _final(outcome.winner, player), True
        if depth == 0 or self.nodes <= 0:
            return self.estimate(position, player), False
        if position.turn != player:
            value, is_exact = self.best(position, 1 - player, depth, -beta, -alpha)
            return -value, is_exact
        return self.best(position, player, depth, alpha, beta)

    def best(self, position: P, player: int, depth: int, alpha: float, beta: float) -> tuple[float, bool]:
        """Value for the player who moves; remembered when the window did not cut it."""
        key = (str(position), depth)
        if key in self.seen:
            return self.seen[key]
        self.nodes -= 1
        best, is_exact, floor = -2 * WIN, True, alpha
        for move in self.near(position):
            value, was_exact = self.value(position.play(move), player, depth - 1, floor, beta)
            best = max(best, _later(value))
            is_exact = is_exact and was_exact
            floor = max(floor, best)
            if floor >= beta:
                break
        if alpha < best < beta:
            self.seen[key] = (best, is_exact)
        return best, is_exact


def _final(winner: int | None, player: int) -> float:
    if winner is None:
        return 0.0
    return WIN if winner == player else -WIN


def _later(value: float) -> float:
    """A win or loss one move further away counts a little less."""
    if value > WIN / 2:
        return value - 1
    if value < -WIN / 2:
        return value + 1
    return value


def best_moves(
    position: P,
    depth: int,
    *,
    estimate: Callable[[P, int], float] = lambda position, player: 0.0,
    near: Callable[[P], tuple[Any, ...]] = lambda position: position.moves(),
    nodes: int = 200_000,
) -> list[Valued]:
    """Every move with its value for the player to move, best first; empty when nobody is to move.

    `estimate` values a position for a player where the search stops; `near` picks the moves worth a look;
    `nodes` bounds the work.
    """
    player = position.turn
    if player is None:
        return []
    search = _Search(estimate, near, nodes)
    valued = []
    for move in near(position):
        value, is_exact = search.value(position.play(move), player, depth - 1, -2 * WIN, 2 * WIN)
        valued.append(Valued(move, _later(value), is_exact))
    return sorted(valued, key=lambda one: -one.value)

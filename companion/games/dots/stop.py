"""How a game of dots ends early: STOP, territory, and groups that are safe at the edge."""

from __future__ import annotations

from dataclasses import dataclass

from .areas import closed_points
from .settle import State


def score_after_stop(state: State, player: int) -> tuple[int, int]:
    """Score of R and B if `player` stops now and nobody draws (rule S).

    Enemy dots are imagined on every free point outside the player's houses; what they enclose counts as
    captured, and the player's own areas in there are void."""
    enemy = 1 - player
    houses = closed_points(state.field, state.live[player])
    imagined = state.free() & ~houses
    enclosed = closed_points(state.field, state.live[enemy] | imagined)
    caught = enclosed & state.dots[player] & ~state.owned[enemy]
    own = (state.dots[enemy] & state.owned[player] & ~enclosed).bit_count()
    theirs = state.captured(enemy) + caught.bit_count()
    return (own, theirs) if player == 0 else (theirs, own)


def is_safe(state: State, player: int) -> bool:
    """Whether none of the player's live dots can be surrounded any more."""
    before = state.captured(1 - player)
    return score_after_stop(state, player)[1 - player] == before


@dataclass(frozen=True, slots=True)
class Territory:
    """The count by rule T: territory, bonus and total of R and B, and the winner."""

    territory: tuple[float, float]
    bonus: tuple[float, float]
    total: tuple[float, float]
    winner: int | None


def count_territory(captured: tuple[int, int], unpainted_empty: tuple[int, int]) -> Territory:
    """The count of a game that ended early by agreement.

    >>> count_territory((3, 4), (10, 4)).total
    (4.5, 4.0)
    """
    red, blue = unpainted_empty[0] / 2, unpainted_empty[1] / 2
    bonus = (max(red - blue, 0.0) / 2, max(blue - red, 0.0) / 2)
    total = (captured[0] + bonus[0], captured[1] + bonus[1])
    winner = None if total[0] == total[1] else 0 if total[0] > total[1] else 1
    return Territory((red, blue), bonus, total, winner)

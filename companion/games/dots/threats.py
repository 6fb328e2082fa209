"""Who can close what with one dot: the atoms of every look ahead in dots."""

from __future__ import annotations

from typing import NamedTuple

from .areas import Points, closed_points, indices
from .settle import Rules, State, one_move_captures, put_dot

Lead = int
"""Captured dots of a player minus those of the other one."""


class Threat(NamedTuple):
    """A point where a player would take dots at once, and how many."""

    point: int
    gain: int


def lead(state: State, player: int) -> Lead:
    """How many more dots the player has captured."""
    return state.captured(player) - state.captured(1 - player)


def threats_of(state: State, player: int, rules: Rules) -> list[Threat]:
    """Every capture in one move, most dots first."""
    return [Threat(*one) for one in one_move_captures(state, player, rules)]


def threats_through(state: State, player: int, dot: Points, rules: Rules) -> list[Threat]:
    """The captures in one move whose ring can run through the player's dot, most dots first."""
    chain = state.field.flood_any_way(dot, state.live[player])
    found = []
    for index in indices(state.field.linking(chain) & state.free()):
        if (gain := gain_of(state, player, index, rules)) > 0:
            found.append(Threat(index, gain))
    return sorted(found, key=lambda threat: -threat.gain)


def gain_of(state: State, player: int, index: int, rules: Rules) -> int:
    """Dots that the player takes with a dot there; none if the point is not free."""
    if not 1 << index & state.free():
        return 0
    return put_dot(state, player, index, rules).state.captured(player) - state.captured(player)


def houses_of(state: State, owner: int, rules: Rules) -> Points:
    """Free points where an enemy dot would be taken at once."""
    houses = closed_points(state.field, state.live[owner]) & state.free()
    safe = 0
    for index in indices(houses):
        after = put_dot(state, 1 - owner, index, rules).state
        if after.captured(owner) <= state.captured(owner):
            safe |= 1 << index
    return houses & ~safe

"""The hint of dots as it was in the first release, kept as a measure for the engine of today."""

from __future__ import annotations

from companion.games.dots.areas import Points, indices
from companion.games.dots.settle import State, one_move_captures, put_dot

CANDIDATES = 40


def previous_hint(state: State, player: int) -> int:
    """The point it gave: take, else save, else threaten twice, else extend."""
    if found := one_move_captures(state, player):
        return found[0][0]
    for way in (_save, _threaten):
        point = way(state, player)
        if point is not None:
            return point
    return _extend(state, player)


def _save(state: State, player: int) -> int | None:
    enemy = 1 - player
    threats = one_move_captures(state, enemy)
    if not threats:
        return None
    point, loss = threats[0]
    tried = []
    for index in indices(state.field.around(1 << point) & state.free()):
        after = put_dot(state, player, index).state
        lost = after.captured(enemy) - state.captured(enemy)
        left = max((gain for _, gain in one_move_captures(after, enemy)), default=0)
        tried.append((lost + left, index != point, index))
    return None if not tried or min(tried)[0] >= loss else min(tried)[2]


def _threaten(state: State, player: int) -> int | None:
    field = state.field
    promising = field.around(state.live[player]) & field.around(state.live[1 - player]) & state.free()
    for index in list(indices(promising))[:CANDIDATES]:
        after = put_dot(state, player, index).state
        if after.captured(1 - player) > state.captured(1 - player):
            continue
        if len(one_move_captures(after, player)) >= 2:
            return index
    return None


def _extend(state: State, player: int) -> int:
    field, mine, enemy = state.field, state.live[player], 1 - player
    near = field.around(field.around(mine)) & ~field.around(mine) & state.free()
    order = sorted(
        indices(near or field.around(mine) & state.free() or state.free()),
        key=lambda index: _loneliness(state, 1 << index, state.live[enemy]),
    )
    for index in order:
        if put_dot(state, player, index).state.captured(enemy) == state.captured(enemy):
            return index
    return order[0]


def _loneliness(state: State, dot: Points, enemies: Points) -> tuple[int, int]:
    field = state.field
    x, y = field.place(dot.bit_length() - 1)
    to_edge = min(x, y, field.width - 1 - x, field.height - 1 - y)
    return ((field.around(field.around(dot)) & enemies).bit_count(), to_edge)

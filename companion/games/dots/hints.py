"""Good moves in dots: take, else save, else threaten two captures at once, else reach for the edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.position import Hint, Place
from companion.text import Text

from .areas import Field, Points, indices
from .messages import KEYS, dots, point_name
from .rules import Dots
from .settle import Rules, State, one_move_captures, put_dot, rules_of

CANDIDATES = 40
"""Points tried for a double threat, those nearest to dots first; keeps a hint under half a second."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a hint looks at: the settled field, who moves, and the legal points."""

    state: State
    player: int
    legal: Points
    rules: Rules

    @property
    def field(self) -> Field:
        """The field of the state."""
        return self.state.field


def hint(position: Dots) -> Hint | None:
    """The best move found, `None` when it is nobody's turn for sure or no point is left."""
    player, moves = position.turn, position.moves()
    if player is None or not moves:
        return None
    state = position.histories().likely.state
    advice = Advice(state, player, state.field.points(moves), rules_of(position.options))
    ways: tuple[Callable[[Advice], Hint | None], ...] = (_take, _save, _threaten)
    for way in ways:
        if found := way(advice):
            return found
    return _extend(advice)


def captures(position: Dots) -> dict[str, list[tuple[Place, int]]]:
    """The points that capture at once for R and B with the dots they win, whoever is to move."""
    state = position.histories().likely.state
    return {
        key: [
            (state.field.place(index), gain)
            for index, gain in one_move_captures(state, player, rules_of(position.options))
        ]
        for player, key in enumerate(KEYS)
    }


def _take(advice: Advice) -> Hint | None:
    found = [one for one in _captures(advice, advice.player) if 1 << one[0] & advice.legal]
    if not found:
        return None
    index, gain = found[0]
    reason = Text(en="this closes a ring and takes {dots}", ru="кольцо замкнётся, в плену {dots}").fill(
        dots=dots(gain)
    )
    best = tuple(advice.field.place(one) for one, more in found if more == gain)
    return Hint(advice.field.place(index), reason, gain, best)


def _save(advice: Advice) -> Hint | None:
    """Answers the largest threat: at the threatened point or beside it, whatever leaves the enemy least."""
    enemy = 1 - advice.player
    threats = _captures(advice, enemy)
    if not threats:
        return None
    point, loss = threats[0]
    near = advice.field.around(1 << point) & advice.legal
    tried = []
    for index in indices(near):
        after = put_dot(advice.state, advice.player, index, advice.rules).state
        lost = after.captured(enemy) - advice.state.captured(enemy)
        left = max((gain for _, gain in one_move_captures(after, enemy, advice.rules)), default=0)
        tried.append((lost + left, index != point, index))
    if not tried or min(tried)[0] >= loss:
        return None
    index = min(tried)[2]
    reason = Text(
        en="{dots} of yours are in danger: the enemy would close a ring at {where}",
        ru="в опасности {dots}: соперник замкнёт кольцо в {where}",
    ).fill(dots=dots(loss), where=point_name(advice.field.place(point)))
    return Hint(advice.field.place(index), reason, loss - min(tried)[0])


def _threaten(advice: Advice) -> Hint | None:
    """A dot after which there are two captures, so that the enemy can stop only one."""
    field, mine = advice.field, advice.state.live[advice.player]
    promising = field.around(mine) & field.around(advice.state.live[1 - advice.player]) & advice.legal
    for index in list(indices(promising))[:CANDIDATES]:
        after = put_dot(advice.state, advice.player, index, advice.rules).state
        if after.captured(1 - advice.player) > advice.state.captured(1 - advice.player):
            continue
        threats = one_move_captures(after, advice.player, advice.rules)
        if len(threats) >= 2:
            reason = Text(
                en="threatens captures at {one} and {two}; only one can be stopped",
                ru="угроза окружить сразу в {one} и в {two}; закрыть можно только одну",
            ).fill(one=point_name(field.place(threats[0][0])), two=point_name(field.place(threats[1][0])))
            return Hint(field.place(index), reason, min(gain for _, gain in threats[:2]))
    return None


def _extend(advice: Advice) -> Hint:
    """A dot beside an own one on the way to the edge, not into an enemy house if there is another point."""
    field, state = advice.field, advice.state
    enemy = 1 - advice.player
    mine = state.live[advice.player]
    near = field.around(field.around(mine)) & ~field.around(mine) & advice.legal
    order = sorted(
        indices(near or field.around(mine) & advice.legal or advice.legal),
        key=lambda index: _loneliness(field, 1 << index, state.live[enemy]),
    )
    safe = (
        index
        for index in order
        if put_dot(state, advice.player, index, advice.rules).state.captured(enemy) == state.captured(enemy)
    )
    index = next(safe, None)
    if index is None:
        return Hint(
            field.place(order[0]), Text(en="every point costs a dot here", ru="здесь любой ход отдаёт точку")
        )
    reason = Text(
        en="no captures yet: extend your wall towards the edge, where it is safe",
        ru="брать пока нечего: тяните стенку к краю, там безопасно",
    )
    return Hint(field.place(index), reason)


def _loneliness(field: Field, dot: Points, enemies: Points) -> tuple[int, int]:
    """Sort key: few enemies around, then near to the edge."""
    around = field.around(field.around(dot))
    x, y = field.place(dot.bit_length() - 1)
    to_edge = min(x, y, field.width - 1 - x, field.height - 1 - y)
    return ((around & enemies).bit_count(), to_edge)


def _captures(advice: Advice, player: int) -> list[tuple[int, int]]:
    return one_move_captures(advice.state, player, advice.rules)

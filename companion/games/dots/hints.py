"""Advice in dots: the move that the engine finds best and why, and what else a good player would see.

`advise` collects it, `remarks.py` has the words for what is not the move itself."""

from __future__ import annotations

from companion.position import Highlight, Hint, Place, Remark
from companion.text import Text

from .areas import Field, Points
from .engine import Budget, Choice, Thinking
from .evaluate import held
from .messages import KEYS, dots, point_name, point_names
from .remarks import about_danger, about_houses, about_lines, about_stop, about_takes, rings_of
from .rules import Dots
from .settle import State, one_move_captures, put_dot, rules_of

BUDGET = Budget()
"""Of one hint: at most a second, most are much faster."""

SAME = 1e-6
"""Moves whose worth differs by less are called equally good."""


def hint(position: Dots, budget: Budget = BUDGET) -> Hint | None:
    """The best move found, `None` when it is nobody's turn for sure or no point is left."""
    player, moves = position.turn, position.moves()
    if player is None or not moves:
        return None
    state = position.histories().likely.state
    rules = rules_of(position.options)
    thinking = Thinking(state, player, state.field.points(moves), rules, budget)
    choices = thinking.choose()
    best = choices[0]
    reason, gain, shows = _reason(thinking, best)
    field = state.field
    equal = tuple(field.place(one.point) for one in choices if one.worth > best.worth - SAME)
    return Hint(field.place(best.point), reason, gain, equal, shows, remarks(thinking))


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


def remarks(thinking: Thinking) -> tuple[Remark, ...]:
    """What else is worth knowing, the most urgent first."""
    return (
        *about_takes(thinking),
        *about_danger(thinking),
        *about_lines(thinking),
        *about_houses(thinking),
        *about_stop(thinking),
    )


# --- why this move ------------------------------------------------------------------------------------


def _reason(thinking: Thinking, best: Choice) -> tuple[Text, int | None, tuple[Highlight, ...]]:
    """Words for the move, what it wins for sure, and what to draw."""
    state, player, field = thinking.state, thinking.player, thinking.state.field
    enemy = 1 - player
    step = put_dot(state, player, best.point, thinking.rules)
    if gain := step.state.captured(player) - state.captured(player):
        return TAKES.fill(dots=dots(gain)), gain, rings_of(field, step.closings)
    if best.line is not None:
        names = point_names([field.place(point) for point in best.line.points])
        words = (FORCES if len(best.line.points) > 1 else LADDER).fill(where=names, dots=dots(best.line.gain))
        return words, best.line.gain, _threatened(thinking, step.state, best.line.points)
    if saved := _saved(thinking, step.state):
        count, point = saved
        words = SAVES.fill(dots=dots(count), where=point_name(field.place(point)))
        return words, count, rings_of(field, put_dot(state, enemy, point, thinking.rules).closings)
    if best.stops is not None:
        where = point_name(field.place(best.stops.moves[0]))
        return STOPS.fill(dots=dots(best.stops.gain), where=where), best.stops.gain, ()
    return _quiet_reason(state, step.state, player)


def _threatened(thinking: Thinking, after: State, points: tuple[int, ...]) -> tuple[Highlight, ...]:
    """The rings that the next move could close."""
    shown: tuple[Highlight, ...] = ()
    for point in points[:2]:
        shown += rings_of(after.field, put_dot(after, thinking.player, point, thinking.rules).closings)
    return shown


def _saved(thinking: Thinking, after: State) -> tuple[int, int] | None:
    """How many dots of the enemy's best capture the move takes away, and where that capture was."""
    enemy = 1 - thinking.player
    threats = one_move_captures(thinking.state, enemy, thinking.rules)
    left = max((gain for _, gain in one_move_captures(after, enemy, thinking.rules)), default=0)
    if not threats or threats[0][1] <= left:
        return None
    return threats[0][1] - left, threats[0][0]


def _quiet_reason(before: State, after: State, player: int) -> tuple[Text, int | None, tuple[Highlight, ...]]:
    """Words for a move that neither takes nor answers: what it nearly encloses, or what it keeps out."""
    more = _more(held(after, player), held(before, player), after.live[1 - player])
    fewer = _more(held(before, 1 - player), held(after, 1 - player), after.live[player])
    if more:
        return NET.fill(dots=dots(more.bit_count())), None, _crosses(after.field, more, player)
    if fewer:
        return OUT.fill(dots=dots(fewer.bit_count())), None, _crosses(after.field, fewer, 1 - player)
    return BUILD, None, ()


def _more(now: Points, then: Points, members: Points) -> Points:
    return now & ~then & members


def _crosses(field: Field, points: Points, player: int) -> tuple[Highlight, ...]:
    """A small square round each of some points, in the colour of the player who closes in on them."""
    reach = 0.42
    return tuple(
        Highlight(
            player,
            ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)),
        )
        for x, y in field.places(points)
    )


TAKES = Text(en="this closes a ring and takes {dots}", ru="кольцо замкнётся, в плену {dots}")
FORCES = Text(
    en="threatens to close rings at {where}: only one can be stopped, {dots} cannot be saved",
    ru="угроза замкнуть кольца в {where}: закрыть можно одну, {dots} не спасти",
)
LADDER = Text(
    en="a threat that must be answered at {where}, and then the next one: {dots} cannot be saved",
    ru="угроза, отвечать на неё надо в {where}, а за ней следующая: {dots} не спасти",
)
SAVES = Text(
    en="{dots} of yours are in danger: the enemy would close a ring at {where}",
    ru="в опасности {dots}: соперник замкнёт кольцо в {where}",
)
STOPS = Text(
    en="the enemy could force a capture of {dots} beginning at {where}; this stops it",
    ru="соперник мог бы силой взять, начав с {where}: {dots}; этот ход мешает",
)
NET = Text(
    en="draws a net round enemy dots ({dots}): the gaps left can be closed in time",
    ru="сеть вокруг точек соперника ({dots}): дыры в ней успеть закрыть",
)
OUT = Text(
    en="leads your dots out of the enemy's net ({dots})", ru="выводит ваши точки из сети соперника ({dots})"
)
BUILD = Text(
    en="nothing to take yet: a good place for your wall, near the enemy and open to the edge",
    ru="брать пока нечего: хорошее место для стенки, рядом с соперником и с выходом к краю",
)

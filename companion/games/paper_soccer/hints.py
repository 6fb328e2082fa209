"""Good turns in paper soccer: score if it can be done, never let the other score, else look two turns ahead."""

from __future__ import annotations

import itertools

from companion.position import Highlight, Hint, Place, Remark
from companion.text import Text

from .paper import on_board
from .rules import Soccer
from .turns import Table, goal_route, routes, shortest

WON = 1000.0
MOST_ROUTES = 60
"""Ways to play the first turn that are looked at."""
MOST_REPLIES = 14
"""Ways to play the turns after it, the most promising ones."""
DEPTH = 2
"""Turns looked at after the first one."""


def table_of(position: Soccer) -> Table | None:
    """The position as the search sees it, `None` when nobody is to move."""
    ball, turn = position.ball, position.turn
    if ball is None or turn is None:
        return None
    return Table(position.field, position.used, position.touched, ball, turn)


def hint(position: Soccer) -> Hint | None:
    """The best turn and why, its first step as the move; `None` when the game is over or the track is wrong."""
    table = table_of(position)
    if table is None or any(not problem.is_note for problem in position.problems()):
        return None
    if goal := goal_route(table, table.mover):
        return Hint(goal[1], SCORE, "win", (goal[1],), shows=_route(table, goal))
    path, value = best_turn(table)
    if path is None:
        return Hint(position.moves()[0], STUCK, "loss")
    ends = shortest(table)
    safe = [end for end, way in ends.items() if is_safe(table.after(way), table.mover)]
    reason, word = FORWARD, None
    if value >= WON / 2:
        reason, word = TRAP, "win"
    elif value <= -WON / 2:
        reason, word = LOST, "loss"
    elif len(safe) < len(ends):
        reason = SAFE
    remarks = [Remark(ENDS.fill(ends=len(ends), safe=len(safe)), _points(table, tuple(safe)))]
    if danger := goal_route(
        Table(table.field, table.used, table.touched, table.ball, 1 - table.mover), 1 - table.mover
    ):
        remarks.append(Remark(DANGER, _route(table, danger, 1 - table.mover)))
    return Hint(path[1], reason, word, (path[1],), shows=_route(table, path), remarks=tuple(remarks))


def is_safe(after: Table, player: int) -> bool:
    """Whether the other side, to move, can neither score nor was given the game at once."""
    goal = after.field.goal_of.get(after.ball)
    return goal == player if goal is not None else goal_route(after, 1 - player) is None


def best_turn(table: Table, *, depth: int = DEPTH) -> tuple[tuple[Place, ...] | None, float]:
    """The best way to play the turn and its value for the mover; `None` if every way ends in a dead end."""
    best: tuple[Place, ...] | None = None
    worth = -2 * WON
    ways = routes(table, MOST_ROUTES)
    for path in sorted(ways, key=lambda way: -_promise(table, way)):
        value = -_value(table.after(path), depth, -2 * WON, -worth) if not _own_goal(table, path) else -WON
        if value > worth:
            best, worth = path, value
    return best, worth


def _own_goal(table: Table, path: tuple[Place, ...]) -> bool:
    return table.field.goal_of.get(path[-1]) == 1 - table.mover


def _promise(table: Table, path: tuple[Place, ...]) -> float:
    """How near a turn brings the ball to the goal."""
    return _closeness(table, path[-1], table.mover) - 0.01 * len(path)


def _closeness(table: Table, point: Place, player: int) -> float:
    """How much nearer a point is to the goal that the player attacks than to his own."""
    field = table.field
    x, y = point
    left, right = field.mouth
    aside = max(left - x, x - right, 0)
    up, down = max(y, aside), max(field.rows - y, aside)
    return float(down - up if player == 0 else up - down)


def _value(table: Table, depth: int, low: float, high: float) -> float:
    """Value for the side to move; a goal that can be had is had."""
    ends = shortest(table)
    mine = [end for end in ends if table.field.goal_of.get(end) == table.mover]
    if mine:
        return WON + depth
    theirs = [end for end in ends if table.field.goal_of.get(end) is None]
    if not theirs:
        return -WON - depth
    if depth <= 0:
        return max(_closeness(table, end, table.mover) for end in theirs) / 2 + _closeness(
            table, table.ball, table.mover
        )
    best = -2 * WON
    ways = [way for way in routes(table, 2 * MOST_REPLIES) if not _own_goal(table, way)]
    for path in sorted(ways, key=lambda way: -_promise(table, way))[:MOST_REPLIES]:
        best = max(best, -_value(table.after(path), depth - 1, -high, -max(low, best)))
        if best >= high:
            break
    return best


def _route(table: Table, path: tuple[Place, ...], player: int | None = None) -> tuple[Highlight, ...]:
    """The steps of a turn as strokes on the board."""
    owner = table.mover if player is None else player
    points = [on_board(point) for point in path]
    return tuple(Highlight(owner, (one, two)) for one, two in itertools.pairwise(points))


def _points(table: Table, points: tuple[Place, ...]) -> tuple[Highlight, ...]:
    return tuple(Highlight(table.mover, (on_board(point),), label="o") for point in points)


SCORE = Text(en="this turn scores: follow the line", ru="этим ходом гол: ведите мяч по линии")
STUCK = Text(en="every way ends in a dead end", ru="все пути ведут в тупик")
TRAP = Text(
    en="after this turn the other player cannot keep you from winning",
    ru="после этого хода сопернику не спастись",
)
LOST = Text(en="the other player will win; this holds out", ru="соперник выигрывает; так дольше")
SAFE = Text(
    en="nearest to the goal of all turns after which the other player cannot score at once",
    ru="ближе всего к воротам из ходов, после которых соперник не забьёт сразу",
)
FORWARD = Text(
    en="nearest to the goal; the other player cannot score next turn",
    ru="ближе всего к воротам; соперник сразу не забьёт",
)
ENDS = Text(
    en="the turn can end on {ends} points; after {safe} of them the other player cannot score at once",
    ru="ход может кончиться в {ends} точках; после {safe} из них соперник сразу не забьёт",
)
DANGER = Text(
    en="if it were the other player's turn he would score along this line",
    ru="если бы ходил соперник, он забил бы по этой линии",
)

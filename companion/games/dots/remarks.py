"""What a good player sees on a dots field beside his best move: captures of both sides, dots in danger and
their escapes, forced lines, houses, and what would be left if one said STOP now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.position import Highlight, Remark
from companion.text import Text, join

from .areas import Field, indices
from .engine import Thinking
from .messages import KEYS, dots, point_name, point_names
from .settle import Closing, State, put_dot
from .stop import score_after_stop
from .tactics import Line
from .threats import gain_of, houses_of, threats_of

MOST = 3
"""Captures and escapes named of each kind."""


def about_takes(thinking: Thinking) -> Iterator[Remark]:
    """Where the player to move takes dots at once."""
    for threat in thinking.mine[:MOST]:
        closings = put_dot(thinking.state, thinking.player, threat.point, thinking.rules).closings
        where = point_name(thinking.state.field.place(threat.point))
        text = TAKE.fill(where=where, dots=dots(threat.gain))
        yield Remark(text, rings_of(thinking.state.field, closings))


def about_danger(thinking: Thinking) -> Iterator[Remark]:
    """Where the enemy would take dots at once, and which moves prevent it."""
    state, field, enemy = thinking.state, thinking.state.field, 1 - thinking.player
    for threat in thinking.theirs[:MOST]:
        closings = put_dot(state, enemy, threat.point, thinking.rules).closings
        text = DANGER.fill(where=point_name(field.place(threat.point)), dots=dots(threat.gain))
        escapes = [field.place(point) for point in _escapes(thinking, threat.point)]
        way_out = ESCAPE.fill(where=point_names(escapes[:MOST])) if escapes else NO_ESCAPE
        yield Remark(join([text, way_out], "; "), rings_of(field, closings))


def about_lines(thinking: Thinking) -> Iterator[Remark]:
    """Forced captures of either side."""
    for player, line in ((thinking.player, thinking.attack), (1 - thinking.player, thinking.danger)):
        if line is not None:
            yield Remark(
                _line_text(thinking.state.field, player, line), _path(thinking.state.field, player, line)
            )


def about_houses(thinking: Thinking) -> Iterator[Remark]:
    """Points where a step loses a dot at once."""
    field = thinking.state.field
    houses = houses_of(thinking.state, 1 - thinking.player, thinking.rules)
    if houses:
        where = point_names(field.places(houses))
        yield Remark(HOUSE.fill(player=KEYS[1 - thinking.player], where=where))


def about_stop(thinking: Thinking) -> Iterator[Remark]:
    """The safe score of both sides (rule S)."""
    for player in (thinking.player, 1 - thinking.player):
        red, blue = score_after_stop(thinking.state, player)
        yield Remark(STOP.fill(player=KEYS[player], red=red, blue=blue))


def rings_of(field: Field, closings: Sequence[Closing]) -> tuple[Highlight, ...]:
    """The outlines of closed areas, to be drawn."""
    return tuple(
        Highlight(
            closing.player,
            tuple((float(x), float(y)) for x, y in map(field.place, closing.region.ring)),
        )
        for closing in closings
    )


def _escapes(thinking: Thinking, point: int) -> Iterator[int]:
    """Moves of the player after which the enemy takes nothing at the point: on it, beside it, or a capture."""
    state, player = thinking.state, thinking.player
    tried = [point, *(threat.point for threat in thinking.mine)]
    tried += indices(state.field.around(1 << point) & ~(1 << point))
    for move in dict.fromkeys(tried):
        if not 1 << move & thinking.legal:
            continue
        after = put_dot(state, player, move, thinking.rules).state
        if after.captured(1 - player) > state.captured(1 - player):
            continue
        if gain_of(after, 1 - player, point, thinking.rules) == 0 and not _still_lost(thinking, after, point):
            yield move


def _still_lost(thinking: Thinking, after: State, point: int) -> bool:
    """Whether the enemy now takes as much at another point instead."""
    loss = next(threat.gain for threat in thinking.theirs if threat.point == point)
    return any(threat.gain >= loss for threat in threats_of(after, 1 - thinking.player, thinking.rules))


def _line_text(field: Field, player: int, line: Line) -> Text:
    moves = [field.place(point) for point in line.moves]
    return LINE.fill(player=KEYS[player], dots=dots(line.gain), where=point_names(moves))


def _path(field: Field, player: int, line: Line) -> tuple[Highlight, ...]:
    """The moves of a forced line joined in order."""
    places = [(float(x), float(y)) for x, y in map(field.place, line.moves)]
    return tuple(Highlight(player, pair) for pair in pairwise(places))


TAKE = Text(en="you can take {dots} at {where}", ru="можно взять в {where}: {dots}")
DANGER = Text(en="the enemy can take {dots} at {where}", ru="соперник может взять в {where}: {dots}")
ESCAPE = Text(en="saved by a dot on {where}", ru="спасает ход {where}")
NO_ESCAPE = Text(en="no single move saves them", ru="одним ходом не спасти")
LINE = Text(
    en="{player} can force a capture of {dots}: {where}", ru="{player} может взять силой ({dots}): {where}"
)
HOUSE = Text(en="do not step into a house of {player}: {where}", ru="не ставьте в домик {player}: {where}")
STOP = Text(
    en="if {player} said STOP now, safe would be R {red}, B {blue}",
    ru="если {player} скажет СТОП сейчас: R {red}, B {blue}",
)

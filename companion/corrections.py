"""What a person says stands on the paper, laid beside what was read: marks and fixes make a report again.

A fix answers one question about one place: which of these signs is there, and by whom. Places may be asked
twice (a cell holds a ship of one pen and a shot of the other), so a fix replaces only what answers the same
question. Nothing that was read is changed; taking the last fix away undoes it. The referee judges the marks
after all fixes as it judges any others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion import catalog, referee
from companion.doubts import certain_enough, doubtful_marks, doubts_of
from companion.game import Game
from companion.position import Move
from companion.referee import Report
from printables.marks import At, Choice, Kind, Mark, Symbol

if TYPE_CHECKING:
    from printables.layout import Ask, Board, PointMm

STROKE_WEIGHT = 1.6
"""A tap is nearer to a sign than to a stroke until it is this much closer to the stroke."""

EMPTY = Choice(Symbol.NOTHING)


@dataclass(frozen=True, slots=True)
class Fix:
    """What a person says stands at a place; an `EMPTY` choice of a player clears what he drew there."""

    board: str
    kind: Kind
    at: At
    choice: Choice


@dataclass(frozen=True, slots=True)
class Review:
    """A position after all fixes: the report, the marks it comes from, and those among them still in doubt.

    `doubtful` has the marks of `report.doubtful` in the same order.
    """

    report: Report
    marks: tuple[Mark, ...]
    doubtful: tuple[Mark, ...]


def judge_again(
    game: Game[Any, Any], options: Any, marks: Sequence[Mark], fixes: Sequence[Fix], begins: int | None
) -> Review:
    """What the referee says when the fixes count instead of what was read."""
    now = corrected(marks, fixes, boards_of(game, options))
    position = game.read(certain_enough(now), options, begins=begins)
    doubts = doubts_of(game, options, now, begins, position)
    report = replace(referee.judge(game, position), options=options, doubtful=doubts)
    return Review(report, now, tuple(doubtful_marks(now)))


def corrected(marks: Sequence[Mark], fixes: Sequence[Fix], boards: Mapping[str, Board]) -> tuple[Mark, ...]:
    """The marks after all fixes; a fixed mark is certain, one said to be nothing is gone."""
    for fix in fixes:
        asks = _asks(_board(boards, fix.board), fix.kind)
        kept = [mark for mark in marks if not _is_replaced(mark, fix, asks)]
        if fix.choice.symbol is not Symbol.NOTHING:
            kept.append(Mark(fix.board, fix.kind, fix.at, fix.choice.symbol, fix.choice.player))
        marks = kept
    return tuple(marks)


def _is_replaced(mark: Mark, fix: Fix, asks: Sequence[Ask]) -> bool:
    if (mark.board, mark.kind, mark.at) != (fix.board, fix.kind, fix.at):
        return False
    if len(asks) < 2 or fix.choice == EMPTY:
        return True
    return _ask_of(mark.choice, asks) == _ask_of(fix.choice, asks)


def _ask_of(choice: Choice, asks: Sequence[Ask]) -> int | None:
    """Which question a choice answers."""
    for number, ask in enumerate(asks):
        is_sign = choice.symbol is Symbol.NOTHING or choice.symbol in ask.symbols
        if is_sign and (choice.player is None or choice.player in ask.players):
            return number
    return None


# --- what may be chosen -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _sheet_boards(name: str, options: Any) -> Mapping[str, Board]:
    game = catalog.find_game(name)
    sheet = game.sheet(options, paper="a4", lang="en", serial=0)
    return {board.name: board for board in sheet.boards}


def boards_of(game: Game[Any, Any], options: Any) -> Mapping[str, Board]:
    """The boards of a game's sheet by name, with what is asked at their places."""
    return _sheet_boards(game.name, options)


def _board(boards: Mapping[str, Board], name: str) -> Board:
    """A board drawn by hand has a name of its own; it asks what the first one asks."""
    return boards.get(name) or next(iter(boards.values()))


def _asks(board: Board, kind: Kind) -> list[Ask]:
    return [ask for ask in board.asks if ask.kind is kind]


def choices_at(board: Board, kind: Kind, at: At, marks: Sequence[Mark]) -> tuple[Choice, ...]:
    """All that may stand at a place, `EMPTY` first; of each pen the sign that it draws on this paper."""
    found = [EMPTY]
    for ask in _asks(board, kind):
        found += _answers(ask, marks)
    here = [mark.choice for mark in marks if (mark.board, mark.kind, mark.at) == (board.name, kind, at)]
    return tuple(dict.fromkeys([*found, *(one for one in here if one.symbol is not Symbol.NOTHING)]))


def _answers(ask: Ask, marks: Sequence[Mark]) -> Iterator[Choice]:
    if ask.is_by_sign:
        yield from (Choice(symbol, player) for player, symbol in enumerate(ask.symbols[:2]))
        return
    if len(ask.players) == 1:
        yield from (Choice(symbol, ask.players[0]) for symbol in ask.symbols)
        return
    for player in ask.players:
        drawn = Counter(
            mark.symbol
            for mark in marks
            if mark.kind is ask.kind and mark.player == player and mark.symbol in ask.symbols
        )
        yield Choice(drawn.most_common(1)[0][0] if drawn else ask.symbols[0], player)


def next_choice(board: Board, kind: Kind, at: At, marks: Sequence[Mark]) -> Choice:
    """What a tap turns a place into: the next of its last question's answers, nothing after the last one."""
    asks = _asks(board, kind)
    answers = list(_answers(asks[-1], marks))
    nothing = EMPTY if len(asks) < 2 else Choice(Symbol.NOTHING, asks[-1].players[0])
    here = [
        mark.choice
        for mark in marks
        if (mark.board, mark.kind, mark.at) == (board.name, kind, at)
        and mark.symbol is not Symbol.NOTHING
        and _ask_of(mark.choice, asks) == len(asks) - 1
    ]
    if not here:
        return answers[0]
    known = [number for number, answer in enumerate(answers) if answer in here]
    if not known:  # a sign or a pen that this cycle has not: the first answer puts it right
        same_player = [number for number, one in enumerate(answers) if one.player == here[-1].player]
        known = same_player[:1]
    following = known[-1] + 1 if known else 0
    return answers[following] if following < len(answers) else nothing


def with_points(board: Board, marks: Sequence[Mark]) -> Board:
    """A board whose points players draw, with those that are among the marks, from the top down."""
    if not board.is_drawn:
        return board
    places = {mark.at for mark in marks if mark.kind is Kind.LOOSE and mark.symbol is Symbol.DOT}
    ats = sorted(places, key=lambda at: at[::-1])
    return replace(board, loose=tuple(board.tenths_mm(at) for at in ats))  # type: ignore[arg-type]


NEW_POINT = 0.3
"""Where players draw the points, a tap further from everything, in pitches, means one more."""


def nearest_spot(board: Board, x: float, y: float) -> tuple[Kind, At] | None:
    """What lies nearest to a tap, in pitches from point (0, 0) or the corner of cell (0, 0); `None` off the board."""
    if not (-1 <= x <= board.columns + 0.5 and -1 <= y <= board.rows + 0.5):
        return None
    best: tuple[float, Kind, At] | None = None
    for kind in dict.fromkeys(ask.kind for ask in board.asks):
        for at in board.ats(kind):
            away = _off(board, board.place_mm(kind, at), x, y) * (
                STROKE_WEIGHT if isinstance(at[0], tuple) else 1.0
            )
            if best is None or away < best[0]:
                best = (away, kind, at)
    if board.is_drawn and (best is None or best[0] > NEW_POINT):
        left, top = board.origin_mm
        at = board.tenths((left + x * board.pitch_mm, top + y * board.pitch_mm))
        return (Kind.LOOSE, at) if board.holds(Kind.LOOSE, at) else None
    return None if best is None else best[1:]


def _away(board: Board, at: At | Move, x: float, y: float) -> float:
    """How far a tap is from a place or from the middle of a stroke between crossings, in pitches."""
    match at:
        case ((ax, ay), (bx, by)):
            return _off(board, (board.node_mm((ax, ay)), board.node_mm((bx, by))), x, y)
        case (int(column), int(row)):
            return _off(board, (board.centre_mm((column, row)),), x, y)
    raise ValueError(f"{at!r} is no place")


def _off(board: Board, ends_mm: Sequence[PointMm], x: float, y: float) -> float:
    """How far a tap is from the middle of these ends, in pitches."""
    left, top = board.origin_mm
    across = sum(end[0] for end in ends_mm) / len(ends_mm) - left
    down = sum(end[1] for end in ends_mm) / len(ends_mm) - top
    return math.hypot(x - across / board.pitch_mm, y - down / board.pitch_mm)


MOST_AWAY = 0.75
"""How far from a move a tap may be, in pitches."""


def nearest_move(
    game: Game[Any, Any], board: Board, moves: Sequence[Move], x: float, y: float
) -> Move | None:
    """The move nearest to a tap, as in `nearest_spot`; `None` when none is near."""

    def away(move: Move) -> float:
        return _away(board, game.on_board(move), x, y)

    nearest = min(moves, key=away, default=None)
    return nearest if nearest is not None and away(nearest) <= MOST_AWAY else None

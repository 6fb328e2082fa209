"""The players that hints are measured against, and what is measured of a game beside its matches."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from companion.boxes.solve import Solver, closing_sides, safe_sides
from companion.game import Game
from companion.games.barriers.hints import verdict
from companion.games.five_in_a_row.hints import win_now
from companion.games.five_in_a_row.rules import FREE
from companion.games.paper_soccer.hints import table_of
from companion.games.paper_soccer.turns import goal_route, shortest
from companion.trial import random_position

Player = Callable[[Game[Any, Any], Any, Random], Any]
"""Game, position and chance to a move."""


def hint(game: Game[Any, Any], position: Any, chance: Random) -> Any:
    """What the hint says."""
    found = game.hint(position)
    return position.moves()[0] if found is None else found.move


def anything(game: Game[Any, Any], position: Any, chance: Random) -> Any:
    """Any legal move."""
    return chance.choice(position.moves())


def one_ply(game: Game[Any, Any], position: Any, chance: Random) -> Any:
    """A move that wins at once, else any."""
    for move in position.moves():
        outcome = position.play(move).outcome()
        if outcome is not None and outcome.winner == position.turn:
            return move
    return anything(game, position, chance)


def one_threat(game: Game[Any, Any], position: Any, chance: Random) -> Any:
    """Five in a row: wins at once, else blocks a win, else plays beside the other signs."""
    moves = position.moves()
    for player in (position.turn, 1 - position.turn):
        if found := [move for move in win_now(position, player) if move in moves]:
            return chance.choice(found)
    area, free = position.area, position.board(FREE)
    near = [move for move in area.places(area.near(area.full & ~free, 1) & free) if move in moves]
    return chance.choice(near or moves)


def greedy(game: Game[Any, Any], position: Any, chance: Random) -> Any:
    """Boxes: closes one where it can, else plays a safe line, else any."""
    shape, free = position.options.board, position.free
    wanted = closing_sides(shape, free) or safe_sides(shape, free)
    return shape.sides[chance.choice(wanted)] if wanted else anything(game, position, chance)


def one_turn(game: Game[Any, Any], position: Any, chance: Random) -> Any:
    """Paper soccer: scores if this turn can, else ends the turn as near to the goal as it can, by the shortest way."""
    table = table_of(position)
    if table is None:
        return anything(game, position, chance)
    if (goal := goal_route(table, table.mover)) is not None:
        return goal[1]
    ends = {end: way for end, way in shortest(table).items() if end not in table.field.goal_of}
    if not ends:
        return anything(game, position, chance)
    target = -1 if table.mover == 0 else table.field.rows + 1
    nearest = min(abs(end[1] - target) for end in ends)
    return chance.choice([way for end, way in ends.items() if abs(end[1] - target) == nearest])[1]


PLAYERS: dict[str, Player] = {
    "hint": hint,
    "random": anything,
    "one-ply": one_ply,
    "one-threat": one_threat,
    "greedy": greedy,
    "one-turn": one_turn,
}

# --- facts --------------------------------------------------------------------------------------------


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """A result and the seconds of one core that it took."""
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


def times(seconds: Sequence[float]) -> str:
    """Median and longest."""
    return f"median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s"


def hint_times(game: Game[Any, Any], options: Any, number: int, seed: int) -> list[float]:
    """Seconds that hints take in random positions where somebody is to move."""
    chance, found = Random(f"{seed} {game.name} hints"), []
    while len(found) < number:
        position = random_position(game, options, chance)
        if position.turn is not None and position.moves():
            found.append(timed(lambda: game.hint(position))[1])  # noqa: B023
    return found


def barriers_reach(game: Game[Any, Any], number: int, seed: int) -> Iterator[str]:
    """How far exact values reach on 8x8: positions after so many random lines, and hints that know who wins."""
    for touch, drawn in (("cells", (6, 8, 10, 12, 14, 16)), ("edge", (2, 3, 4, 6)), ("all", (1, 2, 3))):
        options = game.options(touch=touch)
        for lines in drawn:
            chance, seconds, free, known = Random(f"{seed} {touch} {lines}"), [], [], 0
            for _ in range(number):
                position = game.start(options)
                for _ in range(lines):
                    position = (
                        position.play(chance.choice(position.moves())) if position.moves() else position
                    )
                found, spent = timed(lambda: verdict(position))  # noqa: B023
                known += bool(found.winning) or found.is_complete
                seconds.append(spent)
                free.append(len(position.free))
            yield (
                f"| 8x8, touch {touch}, after {lines} random lines ({statistics.mean(free):.0f} free cells) | "
                f"winner known in {known} of {number}; {times(seconds)} |"
            )


def never_loses(game: Game[Any, Any], options: Any, side: int) -> tuple[int, int]:
    """Games against every possible answer when the hint has one side: games that it did not lose, and all.

    Positions that come again are counted once."""
    seen: set[str] = set()
    kept = ends = 0
    stack = [game.start(options)]
    while stack:
        position = stack.pop()
        outcome = position.outcome()
        if outcome is not None or position.turn is None:
            ends += 1
            kept += outcome is None or outcome.winner in (None, side)
            continue
        moves = [hint(game, position, Random(0))] if position.turn == side else position.moves()
        for move in moves:
            after = position.play(move)
            if str(after) not in seen:
                seen.add(str(after))
                stack.append(after)
    return kept, ends


def oracle_boxes(tables: Sequence[dict[str, Any]], rectangle: Callable[[int, int], Any]) -> str:
    """All positions of the oracle, value and set of best lines."""
    right = number = 0
    seconds = []
    for table in tables:
        shape = rectangle(table["cols"], table["rows"])
        for mask, value, best in table["positions"]:
            found, spent = timed(lambda: Solver(shape).best(shape.full & ~mask))  # noqa: B023
            right += found == (value, tuple(best))
            number += 1
            seconds.append(spent)
    return f"| positions of the oracle (tests/data) | {right} of {number} right; {times(seconds)} |"


def late_boxes(game: Game[Any, Any], free: int, number: int, seed: int, seconds: float) -> str:
    """5x5 boxes with so many free lines, as people's games leave them: how many are exact in time."""
    chance, spent, done = Random(f"{seed} boxes {free}"), [], 0
    for _ in range(number):
        position = game.start(game.options())
        while position.free.bit_count() > free:
            position = position.play(greedy(game, position, chance))
        solver = Solver(position.options.board)
        one = timed(lambda: solver.best(position.free))[1]  # noqa: B023
        spent.append(one)
        done += one <= seconds
    what = f"5x5, {free} free lines left by greedy players"
    return f"| {what} | {done} of {number} exact within {seconds:g} s; {times(spent)} |"

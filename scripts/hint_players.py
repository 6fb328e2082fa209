"""The players that hints are measured against, and what is measured of a game beside its matches."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from companion.boxes.solve import Solver, TooMuch, closing_sides, safe_sides
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


def never_worse(game: Game[Any, Any], options: Any, side: int, most: int, seed: int) -> str:
    """The hint has one side and every answer is tried: how many of its moves keep what perfect play would get.

    Positions that come again, turned and mirrored ones too, are counted once; after `most` moves it stops, with
    positions drawn at random."""
    judge, chance = (
        PerfectPlay(*options.size, options.win),
        Random(f"{seed} {options.size} {options.win} {side}"),
    )
    seen: set[tuple[int, int]] = set()
    kept = asked = ends = lost = 0
    stack = [game.start(options)]
    while stack and asked < most:
        position = stack.pop(chance.randrange(len(stack)))
        if position.outcome() is not None or position.turn is None:
            winner = None if position.outcome() is None else position.outcome().winner
            ends, lost = ends + 1, lost + (winner == 1 - side)
            continue
        moves = position.moves()
        if position.turn == side:
            moves = [hint(game, position, chance)]
            before, after = (
                judge.value(*judge.boards(position)),
                judge.value(*judge.boards(position.play(moves[0]))),
            )
            kept, asked = kept + (-after >= before), asked + 1
        for after_move in map(position.play, moves):
            key = judge.key(*judge.boards(after_move))
            if key not in seen:
                seen.add(key)
                stack.append(after_move)
    start = {1: "a win", 0: "a draw", -1: "a loss"}[judge.value(0, 0) * (1 if side == 0 else -1)]
    whole = "all positions" if not stack else "positions drawn at random"
    return f"{kept} of {asked} hint moves keep the value ({whole}); {ends} ends, {lost} lost; perfect play: {start}"


class PerfectPlay:
    """Boards of a few cells to the end, by plain search that knows nothing of the hints' own solver."""

    def __init__(self, columns: int, rows: int, win: int) -> None:
        cells = {(x, y): 1 << (y * columns + x) for y in range(rows) for x in range(columns)}
        self.cells, self.full = cells, (1 << columns * rows) - 1
        runs = (
            [cells.get((x + k * dx, y + k * dy), 0) for k in range(win)]
            for x, y in cells
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )
        self.lines = [sum(run) for run in runs if all(run)]
        there = [(x, y, columns - 1 - x, rows - 1 - y) for x, y in cells]
        turned = [[(x, y) for x, y, _, _ in there], [(a, y) for _, y, a, _ in there]]
        turned += [[(x, b) for x, _, _, b in there], [(a, b) for _, _, a, b in there]]
        turned += [[(y, x) for x, y in way] for way in turned] if columns == rows else []
        self.turned = [[cells[cell] for cell in way] for way in turned]
        self.known: dict[tuple[int, int], int] = {}

    def boards(self, position: Any) -> tuple[int, int]:
        """The cells of who is to move (or would be, were it not over) and of the other."""
        first, second = (self._bits(position, sign) for sign in "XO")
        return (first, second) if first.bit_count() == second.bit_count() else (second, first)

    def _bits(self, position: Any, sign: str) -> int:
        return sum(self.cells[cell] for cell in position.area.places(position.board(sign)))

    def key(self, own: int, other: int) -> tuple[int, int]:
        """The same for all turnings of a position."""
        return min(tuple(self._turn(board, way) for board in (own, other)) for way in self.turned)  # type: ignore[return-value]

    @staticmethod
    def _turn(board: int, way: list[int]) -> int:
        return sum(bit for number, bit in enumerate(way) if board >> number & 1)

    def value(self, own: int, other: int) -> int:
        """1, 0 or -1 for the player to move: win, draw, loss."""
        if any(line & other == line for line in self.lines):
            return -1
        free = self.full & ~(own | other)
        if not free or all(line & own and line & other for line in self.lines):
            return 0
        key = self.key(own, other)
        if key not in self.known:
            self.known[key] = self._searched(own, other, free)
        return self.known[key]

    def _searched(self, own: int, other: int, free: int) -> int:
        wins, blocks = (self._completing(board, free) for board in (own, other))
        if wins:
            return 1
        most = 1 if any(not line & other for line in self.lines) else 0
        best = -1
        for bit in (1 << number for number in range(self.full.bit_length())):
            if bit & (blocks or free):
                best = max(best, -self.value(other, own | bit))
                if best == most:
                    break
        return best

    def _completing(self, board: int, free: int) -> int:
        """The cells that would complete a line."""
        found = 0
        for line in self.lines:
            rest = line & ~board
            if rest & (rest - 1) == 0:
                found |= rest & free
        return found


def oracle_boxes(tables: Sequence[dict[str, Any]], rectangle: Callable[[int, int], Any], most: int) -> str:
    """All positions of the oracle, value and set of best lines: by a search of `most` positions at most."""
    right = reached = number = largest = 0
    seconds = []
    for table in tables:
        shape = rectangle(table["cols"], table["rows"])
        largest = max(largest, table["edges"])
        for mask, value, best in table["positions"]:
            found, spent = timed(lambda: searched(shape, shape.full & ~mask, most))  # noqa: B023
            right += found == (value, tuple(best))
            reached += found is not None
            number += 1
            seconds.append(spent)
    what = (
        f"positions of the oracle (1x1 to 3x4, up to {largest} free lines), value and full set of best lines"
    )
    told = f"{right} of {number} right, {number - reached} not reached with {most:,} positions searched"
    return f"| {what} | {told}; {times(seconds)} |"


def searched(shape: Any, free: int, most: int) -> tuple[int, tuple[int, ...]] | None:
    """The value and all best sides; `None` where that takes more than `most` positions."""
    try:
        return Solver(shape, nodes=most).best(free)
    except TooMuch:
        return None


def late_boxes(
    game: Game[Any, Any], other: str, free: int, number: int, seed: int, seconds: float, most: int
) -> str:
    """5x5 boxes with so many free lines, as these players leave them: how many are exact in time."""
    chance, spent, done = Random(f"{seed} boxes {other} {free}"), [], 0
    for _ in range(number):
        position = game.start(game.options())
        while position.free.bit_count() > free:
            position = position.play(PLAYERS[other](game, position, chance))
        found, one = timed(lambda: searched(position.options.board, position.free, most))  # noqa: B023
        spent.append(one)
        done += found is not None and one <= seconds
    what = f"5x5, {free} free lines left by two {other} players"
    return f"| {what} | {done} of {number} exact within {seconds:g} s; {times(spent)} |"

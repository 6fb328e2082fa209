"""Measures dots: moves a second, reading without an order, hints, and games read back from their ink.

    python scripts/dots_speed.py --seed 1                   a minute or two
    python scripts/dots_speed.py --part paper --games 1000 --size 20x20

Times are processor time of this process, so that other jobs on the machine do not count. `put and take back`
is `put_dot` followed by going back to the state before, which is kept: undoing costs nothing."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.games.dots.areas import Points, indices
from companion.games.dots.hints import hint
from companion.games.dots.letters import with_letter
from companion.games.dots.messages import KEYS
from companion.games.dots.options import DotsOptions
from companion.games.dots.orders import read_histories
from companion.games.dots.outlines import Lines, judge_outlines
from companion.games.dots.rules import Dots, area_rings
from companion.games.dots.settle import STANDARD, Closing, State, empty_state, one_move_captures, put_dot

PARTS = ("moves", "reading", "hints", "paper")


def game(size: tuple[int, int], chance: Random, *, takes: float) -> Iterator[tuple[int, int]]:
    """Players and points of a game to the end: dots near the last ones, captures as often as `takes` says."""
    state, player, last = empty_state(*size), 0, 0
    while free := state.free():
        found = one_move_captures(state, player) if chance.random() < takes else []
        point = found[0][0] if found else chance.choice(list(indices(_near(state, last) & free or free)))
        yield player, point
        state, last, player = put_dot(state, player, point).state, 1 << point, 1 - player


def _near(state: State, last: Points) -> Points:
    return state.field.around(state.field.around(last))


def moves_a_second(size: tuple[int, int], games: int, seed: int) -> str:
    """Whole games replayed, and at every tenth position all free points tried and taken back."""
    count, spent = 0, 0.0
    for number in range(games):
        moves = list(game(size, Random(f"{seed} moves {number}"), takes=0.7))
        state = empty_state(*size)
        started = time.process_time()
        for turn, (player, point) in enumerate(moves):
            if turn % 10 == 0:
                for tried in indices(state.free()):
                    put_dot(state, player, tried)
                    count += 1
            state = put_dot(state, player, point).state
            count += 1
        spent += time.process_time() - started
    return f"{count / spent:,.0f} moves a second, put and take back ({count:,} moves)"


def final(size: tuple[int, int], chance: Random) -> tuple[State, list[Closing]]:
    """The end of a game and every area that closed in it."""
    state, closings = empty_state(*size), []
    for player, point in game(size, chance, takes=0.8):
        step = put_dot(state, player, point)
        state = step.state
        closings += step.closings
    return state, closings


def drawn_lines(state: State, closings: list[Closing]) -> Lines:
    """The outlines that players drew."""
    rings = area_rings(tuple(closings), state.field.place)
    return (frozenset().union(*rings[0]), frozenset().union(*rings[1]))


def reading(size: tuple[int, int], games: int, seed: int) -> str:
    """Full fields read without the order: dots alone, and dots with drawn outlines."""
    alone, with_lines = [], []
    for number in range(games):
        state, closings = final(size, Random(f"{seed} reading {number}"))
        paper = State(state.field, state.dots, state.dots)
        lines = drawn_lines(state, closings)
        alone.append(_timed(lambda paper=paper: read_histories(paper)))
        with_lines.append(_timed(lambda paper=paper, lines=lines: judge_outlines(paper, lines, STANDARD)))
    return (
        f"dots alone {median(alone):.0f} ms (most {max(alone):.0f}), "
        f"with outlines {median(with_lines):.0f} ms (most {max(with_lines):.0f}), {games} full fields"
    )


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1e3


def hints(size: tuple[int, int], games: int, seed: int) -> str:
    """Hints at positions all through games."""
    spent = []
    for number in range(games):
        moves = list(game(size, Random(f"{seed} hints {number}"), takes=0.7))
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            spent.append(_timed(lambda moves=moves, share=share: hint(_position(size, moves, share))))
    spent.sort()
    return f"median {median(spent):.0f} ms, 95 % under {spent[len(spent) * 95 // 100]:.0f} ms, most {spent[-1]:.0f} ms"


def _position(size: tuple[int, int], moves: list[tuple[int, int]], share: float) -> Dots:
    options = DotsOptions(size=size, start="empty", opening_zone="none")
    rows: tuple[str, ...] = ("." * size[0],) * size[1]
    for player, point in moves[: int(len(moves) * share)]:
        rows = with_letter(rows, (point % (size[0] + 1), point // (size[0] + 1)), KEYS[player])
    return Dots(rows, None, None, options, mover=0)


def paper(size: tuple[int, int], games: int, seed: int) -> str:
    """Finished games read back from dots and outlines, and from dots alone."""
    same = certain = among = cut = wrong = 0
    for number in range(games):
        state, closings = final(size, Random(f"{seed} paper {number}"))
        dots = State(state.field, state.dots, state.dots)
        truth = (state.captured(0), state.captured(1))
        verdict = judge_outlines(dots, drawn_lines(state, closings), STANDARD)
        same += verdict.histories.is_certain and verdict.histories.likely.captured == truth
        undrawn = read_histories(dots)
        if undrawn.is_certain and undrawn.likely.captured == truth:
            certain += 1
        elif truth in undrawn.scores():
            among += 1
        elif not undrawn.is_complete:
            cut += 1
        else:
            wrong += 1
    return (
        f"{same} of {games} right and certain with outlines; without: {certain} certain, {among} among the "
        f"alternatives, {cut} with too many orders to try them all, {wrong} wrong"
    )


MEASURES: dict[str, Callable[[tuple[int, int], int, int], str]] = {
    "moves": moves_a_second,
    "reading": reading,
    "hints": hints,
    "paper": paper,
}


def main() -> None:
    """Measures what the arguments ask for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--size", nargs="+", default=["8x8", "20x20", "39x32"])
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for part in args.part:
        for size in args.size:
            columns, rows = map(int, size.split("x"))
            print(f"{part} {size}: {MEASURES[part]((columns, rows), args.games, args.seed)}", flush=True)


if __name__ == "__main__":
    main()

"""Plays the hint engine of dots against simpler players and prints wins with confidence intervals.

    python scripts/dots_tournament.py --games 200 --size 20x20 --seed 1
    python scripts/dots_tournament.py --against random greedy previous --size 39x32 --games 20
    python scripts/dots_tournament.py --rows build/rows.txt --page docs/reference/hints.md

`random` puts dots anywhere; `greedy` takes the most dots it can in one move and else plays near the last dots;
`previous` is the hint of the first release (take, save, two threats, extend). The players change sides every
game. Work is bounded by counts, not by time, so a seed always gives the same games. A game ends when no point
is free, or by mercy: when one side leads by as many dots as `--mercy` says, it has won. `--page` writes the
section about dots of the reference page, from the matches played or from rows that an earlier run printed."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.games.dots.areas import indices
from companion.games.dots.engine import QUICK, Budget, Thinking
from companion.games.dots.options import DotsOptions, start_dots
from companion.games.dots.settle import STANDARD, State, empty_state, one_move_captures, put_dot
from scripts.dots_previous import previous_hint

Mover = Callable[[State, int, int, Random], int]
"""State, player, last dot (or -1) and chance to a point."""

Z = 1.959964
"""Of the normal distribution, for 95 % intervals."""


HEAD = (
    "| field | player | against | games | won | drawn | lost | share (95 %) | mean lead | moves | ms a move |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
)
BEGIN, END = "<!-- dots: scripts/dots_tournament.py -->", "<!-- end of dots -->"
SECTION = """
## Dots

A hint looks at, in this order: every capture in one move of both sides, with its gain; lines of up to five plies in
which every move of one side threatens to take (ladders, nets, double threats); and some hundred points near the dots,
each with the enemy's best answers, judged by captured dots and by what walls with gaps of one step half enclose. It
takes about 0.1 s on 39x32 and stops after 1 s with the best it has (`companion/games/dots/engine.py`).

It says why: the ring it closes, the rings it threatens, the dots it saves, the enemy's forced capture it stops, the
dots it draws a net round or leads out of one. The reason is drawn on the board. Remarks name the other captures, dots
in danger with the moves that save them, forced lines of both sides, houses, and the score that is safe for each side if
it said STOP now (rule S).

Strength, measured with a budget of about a tenth of a hint's (`QUICK`), sides changed every game, from the printed
cross and four random dots. A game ends by mercy at a lead of 25 dots. `random` puts dots anywhere, `greedy` takes the
most it can and else plays near the last dot, `previous` is the hint of the first release; `engine` is this engine with
the quick budget, `hint` the same with the budget of a hint, which does not play stronger. Run:
`python scripts/dots_tournament.py --size 20x20 39x32 --games 200 --seed 1`; rows with fewer games are shorter runs,
12x12 with `--mercy 12`.
"""


def anywhere(state: State, player: int, last: int, chance: Random) -> int:
    """Any free point."""
    return chance.choice(list(indices(state.free())))


def greedy(state: State, player: int, last: int, chance: Random) -> int:
    """The largest capture in one move; else a point near the last dot, where something may happen."""
    found = one_move_captures(state, player)
    if found:
        return found[0][0]
    near = state.field.around(state.field.around(1 << last)) & state.free() if last >= 0 else 0
    return chance.choice(list(indices(near or state.free())))


def previous(state: State, player: int, last: int, chance: Random) -> int:
    """The hint of the first release."""
    return previous_hint(state, player)


def engine(state: State, player: int, last: int, chance: Random) -> int:
    """The engine with a quick budget."""
    return _engine(state, player, chance, QUICK)


def hinting(state: State, player: int, last: int, chance: Random) -> int:
    """The engine with the budget of a hint, but without a clock."""
    return _engine(state, player, chance, Budget())


def _engine(state: State, player: int, chance: Random, budget: Budget) -> int:
    """The best move; chance breaks ties so that games differ."""
    thinking = Thinking(state, player, state.free(), STANDARD, budget, clock=lambda: 0.0)
    best = thinking.choose()
    good = [one for one in best if one.worth >= best[0].worth - 1e-9]
    return chance.choice(good).point


MOVERS: dict[str, Mover] = {
    "random": anywhere,
    "greedy": greedy,
    "previous": previous,
    "engine": engine,
    "hint": hinting,
}


@dataclass(frozen=True, slots=True)
class Result:
    """One game: the leads of the first player, moves, and seconds a move of the engine took."""

    lead: int
    moves: int
    seconds: float


def play(size: tuple[int, int], players: tuple[Mover, Mover], chance: Random, mercy: int) -> Result:
    """One game from the printed cross, with two random dots each near the middle so that games differ."""
    state, mover, last, spent = _opening(size, chance), 0, -1, 0.0
    for number in range(size[0] * size[1]):
        lead = state.captured(0) - state.captured(1)
        if not state.free() or abs(lead) >= mercy:
            return Result(lead, number, spent)
        started = time.process_time()
        point = players[mover](state, mover, last, chance)
        spent += time.process_time() - started
        state = put_dot(state, mover, point).state
        mover, last = 1 - mover, point
    return Result(state.captured(0) - state.captured(1), size[0] * size[1], spent)


def _opening(size: tuple[int, int], chance: Random) -> State:
    state = empty_state(*size)
    for place, player in start_dots(DotsOptions(size=size)):
        state = put_dot(state, player, place[1] * state.field.stride + place[0]).state
    for player in (0, 1, 0, 1):
        near = state.field.around(state.field.around(state.dots[0] | state.dots[1])) & state.free()
        state = put_dot(state, player, chance.choice(list(indices(near)))).state
    return state


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share of wins."""
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return ((middle - reach) / (1 + Z * Z / games), (middle + reach) / (1 + Z * Z / games))


def match(size: tuple[int, int], names: tuple[str, str], games: int, seed: int, mercy: int) -> str:
    """The table row of one player, as a rule the engine, against another."""
    name, other = names
    wins = draws = moves = 0
    leads, spent = 0, 0.0
    for number in range(games):
        chance = Random(f"{seed} {size} {other} {number}")
        is_first = number % 2 == 0
        pair = (MOVERS[name], MOVERS[other]) if is_first else (MOVERS[other], MOVERS[name])
        result = play(size, pair, chance, mercy)
        lead = result.lead if is_first else -result.lead
        wins, draws = wins + (lead > 0), draws + (lead == 0)
        leads, moves, spent = leads + lead, moves + result.moves, spent + result.seconds
        print(f"{other} {size} game {number}: {lead:+d} in {result.moves}", file=sys.stderr, flush=True)
    low, high = interval(wins + draws / 2, games)
    return (
        f"| {size[0]}x{size[1]} | {name} | {other} | {games} | {wins} | {draws} | {games - wins - draws} | "
        f"{(wins + draws / 2) / games:.1%} ({low:.1%} to {high:.1%}) | {leads / games:+.1f} | "
        f"{moves / games:.0f} | {spent / moves * 1e3:.1f} |"
    )


def write_page(page: Path, rows: list[str]) -> None:
    """Puts the section about dots into the page and leaves the others as they are."""
    text = page.read_text(encoding="utf-8") if page.exists() else "# Hints\n"
    section = "\n".join([BEGIN, SECTION.strip(), "", *HEAD, *rows, END])
    before, found, after = text.partition(BEGIN)
    if found:
        text = before + section + after.partition(END)[2]
    else:
        text = f"{text.rstrip()}\n\n{section}\n"
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Plays the matches that the arguments ask for and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", nargs="+", default=["20x20"])
    parser.add_argument(
        "--against", nargs="+", choices=sorted(MOVERS), default=["random", "greedy", "previous"]
    )
    parser.add_argument("--player", choices=sorted(MOVERS), default="engine")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--mercy", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, metavar="FILE.md")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="rows of earlier matches; plays none")
    args = parser.parse_args()
    rows = []
    if args.rows:
        lines = args.rows.read_text(encoding="utf-8").splitlines()
        rows = [line for line in lines if line.startswith("| ") and line not in HEAD]
    else:
        print("\n".join(HEAD), flush=True)
        for size in args.size:
            columns, down = map(int, size.split("x"))
            for other in args.against:
                rows.append(match((columns, down), (args.player, other), args.games, args.seed, args.mercy))
                print(rows[-1], flush=True)
    if args.page:
        write_page(args.page, rows)


if __name__ == "__main__":
    main()

"""How good and how fast the hints are: matches against simple players, and facts; writes sections of the hints page.

    python scripts/hint_strength.py barriers --games 40 --seed 1 --page docs/reference/hints.md

    python scripts/hint_strength.py barriers --log matches.txt facts.txt --page docs/reference/hints.md

`--log` plays nothing and takes the lines that earlier runs printed, stopped ones too, a later row in the place of an
earlier one of the same name; `--facts` plays no matches, `--match` some only.

A match ends early after `--seconds`; its row says how many games it had.

Sides change every game, and every game begins with two random moves, so that games differ; seeds make them again.
Times are seconds of one core. The players are in `hint_players.py`."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion import catalog
from companion.boxes.shape import rectangle
from companion.game import Game
from companion.options import parse_options
from scripts import hint_players as players

Z = 1.959964
"""Of the normal distribution, for 95 % intervals."""

DATA = Path(__file__).parent.parent / "tests" / "data" / "oracles"

HEAD = (
    "| played | player | against | games | won | drawn | lost | share (95 %) | moves | hint: s median | longest |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
)
FACTS = ("| what | figure |", "|---|---|")

Setting = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Family:
    """What is measured of one game: matches by options and opponents, more facts, and the words of its section."""

    title: str
    text: str
    matches: tuple[tuple[Setting, str], ...]
    facts: Callable[[Game[Any, Any], int], Iterator[str]]
    opening: int = 2


def barriers_facts(game: Game[Any, Any], seed: int) -> Iterator[str]:
    """Reach of exact values and time of hints."""
    yield from players.barriers_reach(game, 20, seed)
    yield _hints(game, (), 30, seed)


def five_facts(game: Game[Any, Any], seed: int) -> Iterator[str]:
    """Perfect play on the smallest boards, and time of hints."""
    for size, win in (("3x3", "3"), ("4x4", "3"), ("4x4", "4")):
        options = parse_options(game.options, (("size", size), ("win", win)))
        for side, who in enumerate(("first", "second")):
            told = players.never_worse(game, options, side, MOST_ASKED, seed)
            yield f"| {size}, {win} in a row, hint moves {who}, every answer tried | {told} |"
    for setting in ((("size", "15x15"),), ()):
        yield _hints(game, setting, 20, seed)


def boxes_facts(game: Game[Any, Any], seed: int) -> Iterator[str]:
    """The oracle, late positions of 5x5, and time of hints."""
    lines = (DATA / "dots_and_boxes_exact.jsonl").read_text(encoding="utf-8").splitlines()
    yield players.oracle_boxes(list(map(json.loads, lines)), rectangle, MOST_SEARCHED)
    for other in ("greedy", "random"):
        for free in (20, 22, 24):
            yield players.late_boxes(game, other, free, LATE, seed, 5.0, MOST_SEARCHED)
    yield _hints(game, (), 30, seed)


def only_times(game: Game[Any, Any], seed: int) -> Iterator[str]:
    """Time of hints."""
    yield _hints(game, (), 30, seed)


def _hints(game: Game[Any, Any], setting: Setting, number: int, seed: int) -> str:
    options = parse_options(game.options, setting)
    shown = players.times(players.hint_times(game, options, number, seed))
    return f"| time of a hint, {_named(setting)}, {number} random positions | {shown} |"


FAMILIES = {
    "barriers": Family(
        "Barriers",
        "In this order: a mirror that answers everything (told in words); exact values of the free parts, each kept by "
        "shape, the same for its eight turnings, and found by refuting heaps; trying to the end where values do not "
        "add up (`misere`, `direction: split`); else a line that cuts the largest part down (`split`: that keeps most "
        "lines for the mover). `random` draws any line, "
        "`one-ply` wins at once where it can and else draws any line.",
        (
            ((), "random"),
            ((), "one-ply"),
            ((("size", "7x7"),), "one-ply"),
            ((("touch", "edge"),), "one-ply"),
            ((("touch", "all"),), "one-ply"),
            ((("misere", "true"),), "one-ply"),
            ((("direction", "split"),), "one-ply"),
        ),
        barriers_facts,
    ),
    "five_in_a_row": Family(
        "Five in a row",
        "`random` puts its sign anywhere, `one-threat` wins at once, else blocks a win, else plays beside the other "
        "signs. A game that is not over after 120 moves counts as drawn. On small boards every move of the hint is "
        "held against perfect play, told by a plain search that knows nothing of the hints' own: a move keeps the "
        "value when what can still be reached is the same after it. Who moves second with 3 in a row on 4x4 is lost "
        "from the start.",
        (((("size", "15x15"),), "random"), ((("size", "15x15"),), "one-threat")),
        five_facts,
    ),
    "dots_and_boxes": Family(
        "Dots and boxes",
        "`random` draws any line, `greedy` closes a box where it can, else draws a safe line, else any.",
        (((("size", "3x3"),), "greedy"), ((), "random"), ((), "greedy")),
        boxes_facts,
        opening=4,
    ),
    "rhombus": Family(
        "Rhombus",
        "As dots and boxes, on the slanting figure.",
        (((), "random"), ((), "greedy")),
        only_times,
        opening=4,
    ),
    "paper_soccer": Family(
        "Paper soccer",
        "All ends of a turn and all goals are searched completely; routes and answers to them up to a number. `random` "
        "takes any step, `one-turn` scores if it can this turn and else ends it as near to the goal as possible.",
        (((), "random"), ((), "one-turn")),
        only_times,
    ),
}
LONGEST = 120
LATE = 10
"""Late positions of each kind."""
MOST_SEARCHED = 1_000_000
"""Positions that one search may look at."""
MOST_ASKED = 3000
"""Hint moves that are held against perfect play on one board."""


def _named(setting: Setting) -> str:
    return ", ".join(f"{name} {value}" for name, value in setting) or "usual options"


@dataclass(frozen=True, slots=True)
class Result:
    """One game: the hint's share of the win, its moves, and the seconds of its hints."""

    share: float
    moves: int
    seconds: tuple[float, ...]


def play(
    game: Game[Any, Any], options: Any, other: str, is_first: bool, opening: int, chance: Random
) -> Result:
    """One game of the hint against another player."""
    position = game.start(options)
    side = 0 if is_first else 1
    seconds: list[float] = []
    for number in range(LONGEST):
        if position.turn is None or not position.moves():
            break
        if number < opening:
            move = players.anything(game, position, chance)
        elif position.turn == side:
            asked = position
            move, spent = players.timed(lambda: players.hint(game, asked, chance))  # noqa: B023
            seconds.append(spent)
        else:
            move = players.PLAYERS[other](game, position, chance)
        position = position.play(move)
    outcome = position.outcome()
    winner = None if outcome is None else outcome.winner
    share = 0.5 if winner is None else float(winner == side)
    return Result(share, number, tuple(seconds))


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share of wins."""
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return ((middle - reach) / (1 + Z * Z / games), (middle + reach) / (1 + Z * Z / games))


@dataclass(frozen=True, slots=True)
class Effort:
    """How many games a match has, the seed, and the seconds after which a match begins no further game."""

    games: int
    seed: int
    seconds: float


def match(game: Game[Any, Any], setting: Setting, other: str, opening: int, effort: Effort) -> str:
    """The table row of the hint against another player."""
    options, seed = parse_options(game.options, setting), effort.seed
    results: list[Result] = []
    started = time.process_time()
    for number in range(effort.games):
        if results and time.process_time() - started > effort.seconds:
            break
        chance = Random(f"{seed} {game.name} {setting} {other} {number}")
        results.append(play(game, options, other, number % 2 == 0, opening, chance))
    games = len(results)
    won = sum(one.share == 1 for one in results)
    drawn = sum(one.share == 0.5 for one in results)
    total = sum(one.share for one in results)
    low, high = interval(total, games)
    seconds = sorted(spent for one in results for spent in one.seconds)
    return (
        f"| {_named(setting)} | hint | {other} | {games} | {won} | {drawn} | {games - won - drawn} | "
        f"{total / games:.1%} ({low:.1%} to {high:.1%}) | {sum(one.moves for one in results) / games:.0f} | "
        f"{seconds[len(seconds) // 2]:.2f} | {seconds[-1]:.2f} |"
    )


def write_section(
    page: Path, name: str, family: Family, rows: list[str], facts: list[str], command: str
) -> None:
    """Puts the section about a game into the page and leaves the others as they are."""
    begin, end = f"<!-- {name}: scripts/hint_strength.py -->", f"<!-- end of {name} -->"
    about = f"Run: {command}; times are of one core and depend on the machine."
    parts = [
        begin,
        f"## {family.title}",
        "",
        family.text,
        "",
        *HEAD,
        *rows,
        "",
        *FACTS,
        *facts,
        "",
        about,
        end,
    ]
    text = page.read_text(encoding="utf-8") if page.exists() else "# Hints\n"
    before, found, after = text.partition(begin)
    section = "\n".join(parts)
    page.write_text(
        before + section + after.partition(end)[2] if found else f"{text.rstrip()}\n\n{section}\n",
        encoding="utf-8",
    )


def measured(
    game: Game[Any, Any], family: Family, matches: Sequence[tuple[Setting, str]], effort: Effort
) -> tuple[list[str], list[str]]:
    """The rows of matches and of facts, each printed as soon as it is known."""
    rows, facts = [], []
    print("\n".join(HEAD), flush=True)
    for setting, other in matches:
        rows.append(match(game, setting, other, family.opening, effort))
        print(rows[-1], flush=True)
    for fact in family.facts(game, effort.seed):
        facts.append(fact)
        print(fact, flush=True)
    return rows, facts


def logged(files: Sequence[Path]) -> tuple[list[str], list[str]]:
    """The rows of matches and of facts that earlier runs printed."""
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    found = [line for line in lines if line.startswith("| ") and line not in (*HEAD, *FACTS)]
    rows = {tuple(line.split(" | ")[:3]): line for line in found if line.count("|") > 3}
    facts = {line.split(" | ")[0]: line for line in found if line.count("|") == 3}
    return list(rows.values()), list(facts.values())


def main() -> None:
    """Measure one game and write its section."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(FAMILIES))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="a match begins no game after so many"
    )
    parser.add_argument("--page", type=Path, metavar="FILE.md")
    parser.add_argument("--facts", action="store_true")
    parser.add_argument("--match", metavar="WORDS", help="only the matches whose row begins so, and no facts")
    parser.add_argument("--log", type=Path, nargs="+", metavar="FILE")
    args = parser.parse_args()
    game, family = catalog.find_game(args.game), FAMILIES[args.game]
    effort = Effort(args.games, args.seed, args.seconds)
    if args.log:
        rows, facts = logged(args.log)
    else:
        matches = () if args.facts else family.matches
        if args.match:
            family = replace(family, facts=lambda game, seed: iter(()))
            matches = tuple(one for one in matches if f"{_named(one[0])} {one[1]}".startswith(args.match))
        rows, facts = measured(game, family, matches, effort)
    if args.page:
        command = f"python scripts/hint_strength.py {args.game} --games {args.games} --seed {args.seed}"
        command += f" --seconds {args.seconds:g}" if args.seconds < math.inf else ""
        if args.log:
            command += ", in several runs, some stopped before their end"
        write_section(args.page, args.game, family, rows, facts, command)


if __name__ == "__main__":
    main()

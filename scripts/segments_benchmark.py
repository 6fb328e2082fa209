#!/usr/bin/env python3
"""How far the exact search of Segments sees, how long hints take, and how they fare against a random player.

    python scripts/segments_benchmark.py --seed 0 --page docs/reference/hints.md

Every layout and random move comes from the seed; times are of the processor and depend on the machine. It takes some
minutes."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.games.segments.hints import hint
from companion.games.segments.options import LAST_SEED, SegmentsOptions
from companion.games.segments.rules import Segments, start
from companion.games.segments.solve import BUDGET, MisereSolver, Solver, TooLarge, table_of

SIZES = (15, 17, 19, 21, 23, 25, 31)
LAYOUTS = 12
TIMED = 3
"""Layouts whose first hints are timed."""

MISERE_SIZES = (13, 15, 17)
WAIT_S = 2.0
PLAYED = ((15, 60), (31, 6))
"""Sizes at which games are played, and how many, half of them with the first move."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether the search of one layout reached the end, and how long it took in seconds."""

    is_solved: bool
    seconds: float


def layouts(points: int, seed: int, *, misere: bool = False) -> list[Segments]:
    """Sheets as they come from the press."""
    chance = Random(seed * 1000 + points)
    seeds = [chance.randint(1, LAST_SEED) for _ in range(LAYOUTS)]
    return [start(SegmentsOptions(points=points, seed=one, misere=misere)) for one in seeds]


def searched(position: Segments) -> Seen:
    """The search for who wins from the first move, the table of all segments included."""
    began = time.process_time()
    table_of.cache_clear()
    table = table_of(position.spots)
    try:
        if position.options.misere:
            MisereSolver(table).is_won(table.alive(position))
        else:
            Solver(table).is_won(table.alive(position))
    except TooLarge:
        return Seen(False, time.process_time() - began)
    return Seen(True, time.process_time() - began)


def row(points: int, seed: int, *, misere: bool) -> str:
    """One line of the table: how many layouts are solved in time, and how long a first hint takes."""
    positions = layouts(points, seed, misere=misere)
    seen = [searched(position) for position in positions]
    solved = sum(one.is_solved and one.seconds <= WAIT_S for one in seen)
    times = sorted(_timed(position) for position in positions[:TIMED])
    search = sorted(one.seconds for one in seen)[len(seen) // 2]
    name = f"{points}, misere" if misere else f"{points}"
    return f"| {name} | {solved} of {len(seen)} | {search:.2f} s | {times[len(times) // 2]:.1f} s, {times[-1]:.1f} s |"


def _timed(position: Segments) -> float:
    began = time.process_time()
    hint(position)
    return time.process_time() - began


def play(points: int, games: int, seed: int) -> tuple[int, list[float]]:
    """Games of the hint against moves at random, sides changed every game: how many it won, and its times."""
    chance, won, times = Random(seed * 77 + points), 0, list[float]()
    for number in range(games):
        position = start(SegmentsOptions(points=points, seed=chance.randint(1, LAST_SEED)))
        own = number % 2
        while position.turn is not None:
            if position.turn != own:
                position = position.play(chance.choice(position.moves()))
                continue
            began = time.process_time()
            found = hint(position)
            times.append(time.process_time() - began)
            assert found is not None
            position = position.play(found.move)
        outcome = position.outcome()
        won += outcome is not None and outcome.winner == own
    return won, times


def section(seed: int) -> str:
    """The text on Segments."""
    rows = [row(points, seed, misere=False) for points in SIZES]
    rows += [row(points, seed, misere=True) for points in MISERE_SIZES]
    duels = []
    for points, games in PLAYED:
        won, times = play(points, games, seed)
        times.sort()
        duels.append(f"| {points} | {games} | {won} | {times[len(times) // 2]:.2f} s, {times[-1]:.1f} s |")
    return f"""{BEGIN}
## Segments

Every segment cuts the sheet into parts that are games of their own: each part has a nim number, and only the largest
part of a sum is searched, against a heap worth the others. Free points on a circle, and any convex part in which all
see each other, are Dawson's Kayles: their numbers come from its formula, and who is to move with 15 points on a circle
loses. A hint tells every winning segment when the search of all of them ends within {BUDGET:,} parts, says whether the
parts that are left pair off or how many segments will still fit, and with a lost position leaves the other the smallest
share of right answers. Beyond that it cuts the points into the smallest parts.

Random layouts, {LAYOUTS} a row, before the first segment; "solved" is who wins, within {WAIT_S:g} s; a hint looks at
all first segments, its times are median and longest of {TIMED}. Misere games have no nim numbers and are searched
as a whole.

| points | solved | median search | first hint |
|---|---|---|---|
{chr(10).join(rows)}

Against a player who draws at random, sides changed every game:

| points | games | won | time of a hint: median, longest |
|---|---|---|---|
{chr(10).join(duels)}

Written by `scripts/segments_benchmark.py --seed {seed} --page ...`; seconds are of the processor and depend on the
machine.
{END}"""


def write_section(page: Path, text: str) -> None:
    """Puts the section into the page and leaves the others as they are."""
    whole = page.read_text(encoding="utf-8") if page.exists() else "# Hints\n"
    before, found, after = whole.partition(BEGIN)
    whole = before + text + after.partition(END)[2] if found else f"{whole.rstrip()}\n\n{text}\n"
    page.write_text(whole, encoding="utf-8")


BEGIN, END = "<!-- segments: scripts/segments_benchmark.py -->", "<!-- end of segments -->"


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path)
    args = parser.parse_args()
    text = section(args.seed)
    print(text)
    if args.page is not None:
        write_section(args.page, text)


if __name__ == "__main__":
    main()

"""How well photos of barriers tell what is drawn against the rules: pretend photos with one fault each.

`python scripts/bar_faults.py --count 20 --levels normal hard --first-seed 9700000`

A fault is *told* when the report has its code, *asked* when a mark at one of its cells is doubtful, else *missed*.
Two lines end to end are lawful: there it is *told* when they are read as two lines without a question.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.doubts import DOUBTFUL
from companion.games.barriers import GAME
from companion.games.barriers.lines import Walk, canonical
from companion.games.barriers.options import BarriersOptions
from companion.games.barriers.rules import Barriers, order, start
from companion.position import Place
from companion.press import make_sheet
from companion.reading import Wanted, read_bytes
from samples.levels import Level
from samples.pretend import pretend_photo

LINES = 9
"""Lawful lines beside the fault."""


def straight(cell: Place, way: Place, number: int) -> Walk:
    """So many cells in a row."""
    return tuple((cell[0] + k * way[0], cell[1] + k * way[1]) for k in range(number))


def bent(cell: Place, way: Place) -> Walk:
    """Three cells round a corner."""
    return (*straight(cell, way, 2), (cell[0] + way[0] + way[1], cell[1] + way[1] + way[0]))


Maker = Callable[[Place, Place, Random], list[Walk]]

FAULTS: dict[str, tuple[str, Maker]] = {
    "one cell": ("LINE_LENGTH", lambda cell, way, chance: [(cell,)]),
    "three cells": ("LINE_LENGTH", lambda cell, way, chance: [straight(cell, way, 3)]),
    "four cells": ("LINE_LENGTH", lambda cell, way, chance: [straight(cell, way, 4)]),
    "bent": ("LINE_BENT", lambda cell, way, chance: [bent(cell, way)]),
    "slanting": ("LINE_DIAGONAL", lambda cell, way, chance: [straight(cell, (1, chance.choice((1, -1))), 2)]),
    "cell used twice": (
        "CELL_USED_TWICE",
        lambda cell, way, chance: [
            straight(cell, way, 3),
            ((cell[0] + way[0], cell[1] + way[1]), (cell[0] + way[0] + way[1], cell[1] + way[1] + way[0])),
        ],
    ),
    "over the edge": ("LINE_OUTSIDE", lambda cell, way, chance: [over_edge(cell, chance)]),
    "on the border": ("LINE_ON_GRIDLINE", lambda cell, way, chance: []),
    "end to end": (
        "",
        lambda cell, way, chance: [
            straight(cell, way, 2),
            straight((cell[0] + 2 * way[0], cell[1] + 2 * way[1]), way, 2),
        ],
    ),
}


def over_edge(cell: Place, chance: Random) -> Walk:
    """From a cell at the edge to the outside."""
    x, y = cell
    return chance.choice([((0, y), (-1, y)), ((7, y), (8, y)), ((x, 0), (x, -1)), ((x, 7), (x, 8))])


def faulty(name: str, chance: Random) -> tuple[Barriers, set[Place]]:
    """A position with the fault, and the cells it is about."""
    code, make = FAULTS[name]
    options = BarriersOptions()
    while True:
        cell, way = (chance.randrange(8), chance.randrange(8)), chance.choice([(1, 0), (0, 1)])
        walks = make(cell, way, chance)
        side = (cell, (cell[0] + way[0], cell[1] + way[1]))
        about = {one for walk in walks for one in walk} or set(side)
        inside = {one for one in about if 0 <= one[0] < 8 and 0 <= one[1] < 8}
        if len(inside) < len(about) and code != "LINE_OUTSIDE":
            continue
        position = Barriers(tuple(sorted(((canonical(walk), None) for walk in walks), key=order)), 0, options)
        room = {(x + dx, y + dy) for x, y in about for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        extra = start(options)
        for _ in range(60):
            move = chance.choice(extra.moves())
            if len(extra.lines) < LINES and not set(move) & room:
                extra = extra.play(move)
        return replace(
            position,
            lines=tuple(sorted((*position.lines, *extra.lines), key=order)),
            sides=(side,) if code == "LINE_ON_GRIDLINE" else (),
        ), about


def judged(name: str, level: str, seed: int) -> str:
    """What a photo with this fault gives."""
    position, about = faulty(name, Random(f"{name} {seed}"))
    sheet = make_sheet(GAME, position.options, serial=seed % 7)
    shot = pretend_photo(sheet, GAME.ink(position), level=Level(level), seed=seed, begins=0)
    report = read_bytes(shot.data, Wanted())
    if report.error is not None:
        return "refused"
    (found,) = report.found
    codes = {problem.code for problem in found.report.position.problems()}
    doubtful = [mark for mark in found.marks if mark.confidence < DOUBTFUL]
    is_asked = any(set(mark.at) & about or mark.kind.value == "outline" for mark in doubtful)
    if not FAULTS[name][0]:
        is_right = found.report.position.lines == position.lines
        return ("asked" if is_asked else "told") if is_right else ("asked" if is_asked else "missed")
    if FAULTS[name][0] in codes:
        return "told"
    return "asked" if is_asked else "missed"


def main() -> None:
    """Judge all faults and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    parser.add_argument("--first-seed", type=int, default=5_000_000)
    parser.add_argument("--faults", nargs="+", default=list(FAULTS))
    asked = parser.parse_args()
    print("| drawn | level | photos | told | asked | missed | refused |")
    print("|---|---|---|---|---|---|---|")
    for name in asked.faults:
        for level in asked.levels:
            counts: Counter[str] = Counter()
            for seed in range(asked.first_seed, asked.first_seed + asked.count):
                verdict = judged(name, level, seed)
                counts[verdict] += 1
                if verdict == "missed":
                    print(f"missed: {name}, {level}, {seed}", file=sys.stderr)
            shown = " | ".join(str(counts[key]) for key in ("told", "asked", "missed", "refused"))
            print(f"| {name} | {level} | {asked.count} | {shown} |", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How well photos of Segments tell that a point was added to the printed ones.

`python scripts/loose_faults.py --count 20 --levels normal hard --first-seed 9820000`

Every photo shows a random lawful position with one or two dots drawn where none is printed. A dot is *told* when the
report has it as `POINT_ADDED` within 2.5 mm, *asked* when a doubtful mark lies there, else *missed*. *invented* are
sure dots where none was drawn."""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.doubts import DOUBTFUL
from companion.games.segments import GAME
from companion.games.segments.options import SegmentsOptions
from companion.games.segments.points import FIELD, Spot
from companion.games.segments.rules import Segments
from companion.press import make_sheet
from companion.reading import Wanted, read_bytes
from companion.same_places import AT_POINT
from companion.trial import random_position
from printables.marks import Kind, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo

OFF_POINTS = 60
"""No nearer to a printed point, in tenths of a millimetre: beside one, a dot is that point drawn over."""

EDGE = 40


def with_added(position: Segments, chance: Random) -> Segments:
    """The position with one or two points more."""
    added: list[Spot] = []
    while len(added) < 1 + chance.randrange(2):
        spot = (chance.randint(EDGE, FIELD[0] - EDGE), chance.randint(EDGE, FIELD[1] - EDGE))
        if all(math.dist(spot, other) >= OFF_POINTS for other in (*position.spots, *added)):
            added.append(spot)
    return replace(position, added=tuple(sorted(added, key=lambda spot: spot[::-1])))


def judged(seed: int, level: Level) -> Counter[str]:
    """What became of the added points of one photo."""
    chance = Random(seed)
    options = GAME.fresh(SegmentsOptions(), chance)
    position = with_added(random_position(GAME, options, chance), chance)
    sheet = make_sheet(GAME, options, lang=chance.choice(["ru", "en"]), serial=seed % 7)
    shot = pretend_photo(sheet, GAME.ink(position), level=level, seed=seed, begins=position.first)
    report = read_bytes(shot.data, Wanted())
    if report.error is not None:
        return Counter({"refused": 1})
    (found,) = report.found
    asked = [mark.at for mark in found.marks if mark.confidence < DOUBTFUL and mark.kind is Kind.LOOSE]
    sure = [
        mark.at
        for mark in found.marks
        if mark.confidence >= DOUBTFUL and mark.kind is Kind.LOOSE and mark.symbol is Symbol.DOT
    ]
    tally: Counter[str] = Counter()
    for spot in position.added:
        is_told, is_asked = (any(math.dist(spot, at) <= AT_POINT for at in ats) for ats in (sure, asked))  # type: ignore[arg-type]
        tally["told" if is_told else "asked" if is_asked else "missed"] += 1
    tally["invented"] = sum(all(math.dist(at, spot) > AT_POINT for spot in position.added) for at in sure)  # type: ignore[arg-type]
    return tally


def main() -> None:
    """Measure and print a line a level."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    parser.add_argument("--first-seed", type=int, default=9_820_000)
    args = parser.parse_args()
    for level in map(Level, args.levels):
        tally: Counter[str] = Counter()
        for seed in range(args.first_seed, args.first_seed + args.count):
            tally += judged(seed, level)
        print(level.value, f"{args.count} photos", dict(tally), flush=True)


if __name__ == "__main__":
    main()

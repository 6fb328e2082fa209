"""How good the gunner of sea battle is, how fast, and how hard the admiral's fleets are.

    python scripts/gunner_benchmark.py --games 5000 --seed 0 --workers 2 | tee gunner.log
    python scripts/gunner_benchmark.py --log gunner.log --page docs/reference/hints.md

The first plays the gunner against fleets drawn uniformly from all there are and prints the mean number of
shots with its 95 % confidence interval; it takes about an hour. The second takes the last line of such a run,
measures hints and placements, and writes the section on sea battle. The gunner here is
`companion.games.sea_battle.duel`, which aims like the hint but from fewer drawn fleets."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.games.sea_battle.admiral import hard_fleet, rate
from companion.games.sea_battle.duel import FLEETS, Gunner
from companion.games.sea_battle.gunner import FLEETS as HINT_FLEETS
from companion.games.sea_battle.gunner import MOST_NUMBERS, aim
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.sampling import uniform_fleets
from companion.games.sea_battle.shots import known_waters

OPTIONS = SeaBattleOptions()
TOTAL = 1_855_545_978_831_780
"""Fleets there are; a test counts them."""
PIECE = 250
"""Games between two lines of progress."""


def play(games: int, seed: int, fleets: int) -> list[int]:
    """The shots needed in each of so many games."""
    hidden = uniform_fleets(OPTIONS.size, OPTIONS.ships, games, np.random.default_rng((seed, 1)))
    gunner = Gunner(OPTIONS, seed, fleets)
    return [len(gunner.shots(fleet)) for fleet in hidden]


def report(shots: list[int], seconds: float) -> str:
    """Mean, interval, spread and time in one line."""
    mean, deviation = float(np.mean(shots)), float(np.std(shots, ddof=1))
    half = 1.96 * deviation / len(shots) ** 0.5
    return (
        f"{len(shots)} games: {mean:.2f} shots on average (95 %: {mean - half:.2f}..{mean + half:.2f}), "
        f"deviation {deviation:.2f}, from {min(shots)} to {max(shots)}; {seconds:.0f} s"
    )


def hint_times(number: int, seed: int) -> list[float]:
    """Seconds that hints took, in games of the gunner stopped at a random shot; the first hint is not timed."""
    chance = np.random.default_rng((seed, 2))
    gunner = Gunner(OPTIONS, seed, fleets=200)
    taken = []
    for fleet in uniform_fleets(OPTIONS.size, OPTIONS.ships, number + 1, chance):
        shots = gunner.shots(fleet)
        shots = shots[: int(chance.integers(len(shots)))]
        hits = {cell for ship in fleet for cell in ship if cell in shots}
        sunk = [ship for ship in fleet if ship <= hits]
        waters = known_waters(hits, set(shots) - hits, sunk)
        started = time.monotonic()
        aim(waters)
        taken.append(time.monotonic() - started)
    return taken[1:]


def placements(number: int, seed: int) -> tuple[list[float], list[float]]:
    """Mean shots against fleets drawn uniformly, and against those the admiral proposes."""
    drawn = uniform_fleets(OPTIONS.size, OPTIONS.ships, number, np.random.default_rng((seed, 3)))
    hard = [hard_fleet(OPTIONS, random.Random(seed * 1000 + one)) for one in range(number)]
    any_shots, hard_shots = (
        [rate(fleet, OPTIONS, games=8, seed=seed + 1).mean for fleet in fleets] for fleets in (drawn, hard)
    )
    return any_shots, hard_shots


def section(played: str, seed: int) -> str:
    """The text on sea battle."""
    times = sorted(hint_times(60, seed))
    drawn, hard = placements(12, seed)
    return f"""{BEGIN}
## Sea battle

The best shot is the cell where most of the fleets that fit all marks have a ship. Up to {MOST_NUMBERS:,} numbers
the fleets are counted exactly (a transfer matrix over the rows of the field), beyond that {HINT_FLEETS:,} fleets are
drawn ship by ship, with weights that make up for the drawing. Hits that are not ringed count as ships afloat.

| what | figure |
|---|---|
| shots to sink all ships, fleets drawn uniformly from all {TOTAL:,} | {played} |
| time of a hint, {len(times)} positions | median {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s |
| shots against {len(drawn)} fleets drawn uniformly, 8 games each | {np.mean(drawn):.1f} |
| shots against {len(hard)} fleets proposed as hard, 8 games each | {np.mean(hard):.1f} |

Written by `scripts/gunner_benchmark.py --games 5000 --seed 0` and `--log ... --page ...`; times depend on the machine.
{END}"""


def write_section(page: Path, section: str) -> None:
    """Puts the section into the page and leaves the others as they are."""
    text = page.read_text(encoding="utf-8") if page.exists() else "# Hints\n"
    before, found, after = text.partition(BEGIN)
    if found:
        text = before + section + after.partition(END)[2]
    else:
        text = f"{text.rstrip()}\n\n{section}\n"
    page.write_text(text, encoding="utf-8")


BEGIN, END = "<!-- sea battle: scripts/gunner_benchmark.py -->", "<!-- end of sea battle -->"


def main() -> None:
    """Plays in pieces, each with a seed of its own, and reports after every piece; or writes the section."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fleets", type=int, default=FLEETS, help="fleets drawn at a time")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--log", type=Path, help="what an earlier run printed")
    parser.add_argument("--page", type=Path)
    args = parser.parse_args()
    if args.log is None:
        play_all(args.games, args.seed, args.fleets, args.workers)
        return
    played = args.log.read_text(encoding="utf-8").splitlines()[-1]
    text = section(played, args.seed)
    print(text)
    if args.page is not None:
        write_section(args.page, text)


def play_all(games: int, seed: int, fleets: int, workers: int) -> None:
    """All games, with a line after every piece."""
    sizes = [min(PIECE, games - first) for first in range(0, games, PIECE)]
    seeds = [seed * 100_000 + piece for piece in range(len(sizes))]
    started, shots = time.monotonic(), list[int]()
    with ProcessPoolExecutor(workers) as pool:
        for some in pool.map(play, sizes, seeds, [fleets] * len(sizes)):
            shots += some
            print(report(shots, time.monotonic() - started), flush=True)


if __name__ == "__main__":
    main()

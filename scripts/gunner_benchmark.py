"""How many shots the gunner of sea battle needs to sink fleets drawn uniformly from all there are.

    .venv/bin/python scripts/gunner_benchmark.py --games 5000 --seed 0

prints the mean with its 95 % confidence interval. The gunner here is `companion.games.sea_battle.duel`, which
aims like the hint but from fewer drawn fleets."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.games.sea_battle.duel import FLEETS, Gunner
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.sampling import uniform_fleets

OPTIONS = SeaBattleOptions()
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


def main() -> None:
    """Plays in pieces, each with a seed of its own, and reports after every piece."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fleets", type=int, default=FLEETS, help="fleets drawn at a time")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    sizes = [min(PIECE, args.games - first) for first in range(0, args.games, PIECE)]
    seeds = [args.seed * 100_000 + piece for piece in range(len(sizes))]
    started, shots = time.monotonic(), list[int]()
    with ProcessPoolExecutor(args.workers) as pool:
        for some in pool.map(play, sizes, seeds, [args.fleets] * len(sizes)):
            shots += some
            print(report(shots, time.monotonic() - started), flush=True)


if __name__ == "__main__":
    main()

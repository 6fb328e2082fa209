#!/usr/bin/env python3
"""How much faster a folder is read by several workers than by one.

    python scripts/batch_speed.py [--photos 24] [--workers 2] [--seed 2000000]

Makes pretend photos of tic-tac-toe and sea battle at level *normal*, reads them with one worker and with several, and
prints seconds, the ratio, and the load of the machine, without which the ratio means nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion import cli
from companion.bench.pretend import PretendJob, take
from vision.photo import use_one_core


def seconds_of(folder: Path, table: Path, workers: int) -> float:
    """The time on the clock to read all photos of a folder."""
    started = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = cli.main(["read", str(folder), "--csv", str(table), "--workers", str(workers), "--lang", "en"])
    assert code in (0, 1, 2)
    return time.perf_counter() - started


def main() -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=2_000_000)
    given = parser.parse_args()
    use_one_core()  # the one worker is this process, and one core is what it stands for
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "photos"
        folder.mkdir()
        for number in range(given.photos):
            game = ("tic_tac_toe", "sea_battle")[number % 2]
            job = PretendJob(game, "normal", given.seed + number)
            (folder / f"{number:03}.jpg").write_bytes(take(job).shot.data)
        seconds_of(folder, Path(place) / "warm.csv", given.workers)  # files and libraries are in memory now
        alone = seconds_of(folder, Path(place) / "one.csv", 1)
        together = seconds_of(folder, Path(place) / "many.csv", given.workers)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{given.photos} photos: 1 worker {alone:.1f} s, {given.workers} workers {together:.1f} s")
    print(f"ratio {alone / together:.2f}")
    print(f"load of the machine (1, 5, 15 minutes) {load}, {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main())

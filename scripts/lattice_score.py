"""How often the lattice of squared paper is found right: `python scripts/lattice_score.py --count 8 --seed 5000`.

Pretend notebook photos of all games, easy and normal ones in turn. A lattice is right when its crossings lie within a
tenth of a square of the paper's own at nine tenths of the places in the game's field.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from scipy.spatial import cKDTree

from companion.bench import notebook
from samples.levels import Level
from vision.photo import decode_photo, use_one_core
from vision.squares.find import find_squares

NEAR = 0.1
LEAST_SHARE = 0.9


def is_right(drawn: notebook.NotebookGame) -> bool:
    """Whether one of the papers found has the drawn page's lattice in the field."""
    page, board = drawn.page, drawn.plan.boards[0]
    left, top, right, bottom = board.box_mm
    across, down = page.squares
    places = np.array([page.crossing_mm(x, y) for y in range(down + 1) for x in range(across + 1)])
    in_field = (places >= [left - 0.1, top - 0.1]).all(axis=1) & (places <= [right + 0.1, bottom + 0.1]).all(
        axis=1
    )
    true = drawn.shot.to_px(places[in_field])
    for paper in find_squares(decode_photo(drawn.shot.data).picture):
        px = paper.crossings_px()[paper.is_there]
        # Each crossing of the paper has one found, and each found one in the field belongs to the paper.
        missed = cKDTree(px).query(true)[0] / paper.pitch_px
        hull = (px >= true.min(axis=0)).all(axis=1) & (px <= true.max(axis=0)).all(axis=1)
        every = drawn.shot.to_px(places)
        strange = cKDTree(every).query(px[hull])[0] / paper.pitch_px
        if (missed < NEAR).mean() >= LEAST_SHARE and (
            not hull.any() or (strange < NEAR).mean() >= LEAST_SHARE
        ):
            return True
    return False


def main() -> None:
    """Score them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=8, help="photos of every game")
    parser.add_argument("--seed", type=int, default=5000)
    arguments = parser.parse_args()
    use_one_core()
    totals: dict[str, Counter[bool]] = {}
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        for game in notebook.GAMES:
            drawn = notebook.draw(game, seed, (Level.NORMAL, Level.EASY)[seed % 2])
            kind = "dotted" if drawn.page.is_dotted else f"{drawn.page.square_mm:.0f} mm"
            found = is_right(drawn)
            totals.setdefault(kind, Counter())[found] += 1
            print(f"{game} {seed} {kind}: {'right' if found else 'WRONG'}", flush=True)
    for kind, counts in sorted(totals.items()):
        print(f"{kind}: {counts[True]} of {counts.total()} right")


if __name__ == "__main__":
    main()

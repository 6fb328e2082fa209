"""What is usual for pens: how the traits of one pen's marks spread on a photo, and how two pens lie apart.

    python scripts/pen_spread.py --games dots sea_battle --levels normal hard --count 40 --first-seed 7400000

Takes pretend photos, reads them, and sets what was drawn against the ink's traits. Writes `vision/weights/pens.json`,
from which `vision/colours.py` learns the pens of a photo. Seeds from 7,000,000 on are for developing, from 8,000,000
on for judging.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.bench.pretend import PretendJob, Taken, take
from companion.found import Wanted
from companion.reading import read_bytes
from printables.layout import Board
from printables.marks import Kind, Mark
from vision.colours import NO_SAMPLES, PAPER_TRAITS, InkSamples
from vision.page import InkedPage
from vision.patches import spot_number
from vision.read import inked_page

Array = NDArray[np.float64]

WEIGHTS = Path(__file__).parents[1] / "vision" / "weights" / "pens.json"

FEWEST = 8
"""Marks that a pen needs on a photo to have a spread."""


@dataclass(frozen=True, slots=True)
class Photo:
    """The ink of the n marks that two pens may have drawn, and whose (n,) these are."""

    marks: InkSamples
    owners: NDArray[np.int64]

    def of_pen(self, player: int) -> Array:
        """Traits (n, t) of one player's marks."""
        return self.marks.traits[self.owners == player]


def photo_of(taken: Taken) -> Photo | None:
    """What the reader sees of the pens on a photo; `None` if it refuses the photo."""
    report = read_bytes(taken.shot.data, Wanted())
    if report.error is not None or report.found[0].reading is None:
        return None
    ink, sheet = report.found[0].reading.ink, report.found[0].reading.sheet
    page = inked_page(ink, sheet)
    samples, owners = [NO_SAMPLES], [np.zeros(0, np.int64)]
    for board in sheet.boards:
        for marks, found in _inked(page, board, [m for m in taken.drawn.marks if m.board == board.name]):
            samples.append(found[found.has_ink])
            owners.append(np.array([mark.player for mark in marks], np.int64)[found.has_ink])
    return Photo(InkSamples.joined(samples), np.concatenate(owners))


def _inked(page: InkedPage, board: Board, marks: list[Mark]) -> Iterator[tuple[list[Mark], InkSamples]]:
    for kind in (Kind.POINT, Kind.CELL):
        own = [mark for mark in marks if mark.kind is kind and mark.player is not None]
        if own:
            rows = np.array([spot_number(board, mark.at) for mark in own])  # type: ignore[arg-type]
            yield own, page.spot_samples(board, kind)[rows]
    for kind in (Kind.CHAIN, Kind.OUTLINE):
        own = [mark for mark in marks if mark.kind is kind and mark.player is not None]
        if own:
            yield own, page.stroke_samples(board, kind, [mark.at for mark in own])  # type: ignore[misc]


def spreads(photos: list[Photo]) -> tuple[Array, Array]:
    """The mean covariance (t, t) of one pen's marks, and that of the way from one pen to the other.

    The paper under a mark says nothing of its owner, however the players shared out the field: no pen differs in it.
    """
    within, between = [], []
    for photo in photos:
        pens = [photo.of_pen(player) for player in (0, 1)]
        if min(len(pen) for pen in pens) < FEWEST:
            continue
        off = np.concatenate([pen - pen.mean(0) for pen in pens])
        within.append(off.T @ off / (len(off) - 2))
        gap = pens[0].mean(0) - pens[1].mean(0)
        between.append(np.outer(gap, gap))
    apart = np.mean(between, 0)
    apart[PAPER_TRAITS:], apart[:, PAPER_TRAITS:] = 0.0, 0.0
    return np.mean(within, 0), apart


def _short(numbers: Array) -> list[list[float]]:
    """Five digits that count: some traits are a thousand times smaller than others."""
    return [[float(f"{number:.5g}") for number in row] for row in numbers]


def main() -> None:
    """Take the photos, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=["dots"])
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=7_400_000)
    wanted = parser.parse_args()
    photos = []
    for game in wanted.games:
        for level in wanted.levels:
            for seed in range(wanted.first_seed, wanted.first_seed + wanted.count):
                photo = photo_of(take(PretendJob(game, level, seed)))
                if photo is not None:
                    photos.append(photo)
            print(game, level, len(photos), "photos", flush=True)
    within, apart = spreads(photos)
    facts = {"spread": _short(within), "apart": _short(apart)}
    WEIGHTS.write_text(json.dumps(facts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

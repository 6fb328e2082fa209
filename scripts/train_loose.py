#!/usr/bin/env python3
"""Fits the reader of dots drawn anywhere in a field (`vision/weights/loose.json`) on pretend photos.

    python scripts/train_loose.py harvest OUT --photos 200 --seed 0      the ink of fields with dots and strokes
    python scripts/train_loose.py fit OUT [OUT...]                       a small network, figures, the weights

Two photos of three show sheets whose points are drawn by hand, the others sheets with printed points, some of them
with a dot or two added. Seeds from 1,000,000 on are for judging and never fitted on. The last fifth of each harvest
is kept out of the fit; the temperature and the figures told come from it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from train_joins import (
    KEPT_OUT,
    SURE,
    Kept,
    any_level,
    commands_of,
    fitted,
    flat_field,
    load,
    plain_weights,
    save,
    tempered,
)

from companion import catalog, press
from printables.layout import Board, Sheet
from printables.marks import Kind, Mark, Symbol
from samples.pretend import pretend_photo
from samples.scatter import scatter
from vision.readers.dots import FEATURES, candidates_in
from vision.readers.field import FIELD_PX_PER_MM
from vision.readers.joins import Array, Weights
from vision.readers.loose import TAKEN

BY_HAND, EMPTY, ADDED = 0.65, 0.06, 0.5
"""Shares of sheets with points drawn by hand, of empty fields, and of printed sheets to which dots were added."""

OFF_POINTS_MM = 6.0
"""Dots are added so far from printed points at least."""

AT_DOT_MM = 1.3
"""A place so near to a drawn dot is that dot."""

UNTAUGHT = Weights(np.zeros((len(FEATURES) + 1, 1)), np.zeros(2))
WEIGHTS = Path(__file__).resolve().parents[1] / "vision" / "weights" / "loose.json"


def sheet_of(seed: int, rng: np.random.Generator) -> Sheet:
    """A sheet of Segments, mostly with points to be drawn."""
    game = catalog.find_game("segments")
    placement = "by_hand" if rng.random() < BY_HAND else str(rng.choice(["printed_random", "printed_circle"]))
    options = game.options(
        points=int(rng.choice([11, 15, 19, 27])),
        placement=placement,
        pens="two" if rng.random() < 0.3 else "one",
    )
    paper = "a4" if rng.random() < 0.7 else "letter"
    lang = "ru" if rng.random() < 0.5 else "en"
    return press.make_sheet(game, game.fresh(options, Random(seed)), paper=paper, lang=lang, serial=seed % 9)


def drawn_on(sheet: Sheet, rng: np.random.Generator, bare: float) -> tuple[Mark, ...]:
    """Points and segments; the dots are one player's, whoever's; a share `bare` of them is left undrawn."""
    (board,) = sheet.boards
    if rng.random() < EMPTY:
        return ()
    marks = [*scatter(sheet, rng).marks]
    if not board.is_drawn and rng.random() < ADDED:
        marks += _added(board, rng)
    player = int(rng.integers(2))
    return tuple(
        replace(mark, player=player) if mark.kind is Kind.LOOSE else mark
        for mark in marks
        if mark.kind is not Kind.LOOSE or not board.is_drawn or bare == 0 or rng.random() >= bare
    )


def _added(board: Board, rng: np.random.Generator) -> list[Mark]:
    left, top, right, bottom = board.box_mm
    points, marks = np.array(board.loose), []
    for _ in range(int(rng.integers(1, 4))):
        place = (float(rng.uniform(left + 4, right - 4)), float(rng.uniform(top + 4, bottom - 4)))
        if np.hypot(*(points - place).T).min() > OFF_POINTS_MM:
            marks.append(Mark(board.name, Kind.LOOSE, board.tenths(place), Symbol.DOT, 0))
    return marks


def harvest(seed: int, bare: float) -> Kept | None:
    """One photo; `None` where the page was not found or flattened."""
    rng = np.random.default_rng([seed, 43])
    sheet = sheet_of(seed, rng)
    marks = drawn_on(sheet, rng, bare)
    level = any_level(rng)
    shot = pretend_photo(sheet, marks, level=level, seed=seed, begins=int(rng.integers(2)))
    (board,) = sheet.boards
    field = flat_field(shot, sheet, np.array(list(replace(board, loose=()).nodes_mm())))
    if field is None:
        return None
    dots = [board.tenths_mm(mark.at) for mark in marks if mark.kind is Kind.LOOSE]  # type: ignore[arg-type]
    px = [(np.array(place) - field.corner_mm) * FIELD_PX_PER_MM - 0.5 for place in dots]
    return Kept(field, tuple((round(x), round(y), "dot") for x, y in px), seed)


@dataclass(frozen=True, slots=True)
class Examples:
    """Features (n, f) of places, whether each is a dot, and how many dots no place was at."""

    features: Array
    labels: Array
    missed: int


def examples(kept: list[Kept]) -> Examples:
    """All places that may be dots."""
    rows, labels, missed = [], [], 0
    for one in kept:
        truth = np.array([(x, y) for x, y, _ in one.drawn], float).reshape(-1, 2)
        places = candidates_in(one.field, UNTAUGHT)
        at = [
            np.hypot(*(truth - dot.place).T).min() / FIELD_PX_PER_MM if len(truth) else np.inf
            for dot in places
        ]
        rows += [dot.features for dot in places]
        labels += [float(away < AT_DOT_MM) for away in at]
        missed += len(truth) - sum(away < AT_DOT_MM for away in at)
    return Examples(np.array(rows), np.array(labels), missed)


def fit(folders: list[Path], seed: int) -> None:
    """Fits, tells how well, and writes the weights."""
    taught, asked = [], []
    for folder in folders:
        files = sorted(folder.glob("*.npz"), key=lambda path: int(path.stem))
        cut = len(files) - len(files) // KEPT_OUT
        taught += [load(path) for path in files[:cut]]
        asked += [load(path) for path in files[cut:]]
    known, unknown = examples(taught), examples(asked)
    print(
        f"{len(taught)} photos, {len(known.labels)} places, {int(known.labels.sum())} dots, {known.missed} missed"
    )
    weights, temperature = tempered(
        fitted(known.features, known.labels, seed), unknown.features, unknown.labels
    )
    chance = np.array([weights.likely(tuple(row)) for row in unknown.features])
    wrong = (chance > TAKEN) != (unknown.labels > 0.5)
    sure = np.abs(chance - 0.5) > SURE - 0.5
    print(
        f"kept out: {len(asked)} photos, {len(chance)} places, {int(unknown.labels.sum())} dots, "
        f"{unknown.missed} missed, {wrong.sum()} wrong, {(~sure).sum()} unsure, {(wrong & sure).sum()} both wrong "
        f"and sure; temperature {temperature:.2f}"
    )
    WEIGHTS.write_text(json.dumps(plain_weights(weights, FEATURES)) + "\n", encoding="utf-8")


def main() -> None:
    """Harvests or fits."""
    parser, cut = commands_of(__doc__, 200)
    cut.add_argument("--bare", type=float, default=0.0, help="share of drawn points that only strokes show")
    args = parser.parse_args()
    if args.command == "fit":
        fit(args.folders, args.seed)
        return
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.seed, args.seed + args.photos):
        kept = harvest(seed, args.bare)
        if kept is not None:
            save(kept, args.out)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fits the reader of strokes between loose points (`vision/weights/joins.json`) on pretend photos.

    python scripts/train_joins.py harvest OUT --photos 300 --seed 0      the ink of fields with random strokes
    python scripts/train_joins.py fit OUT [OUT...]                       logistic regression, figures, the weights

Seeds from 1,000,000 on are for judging and never fitted on. The last fifth of each harvest is kept out of the fit;
the temperature and the figures told come from it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import catalog, press
from printables.layout import Sheet
from printables.marks import Mark
from samples.levels import Level
from samples.pretend import pretend_photo
from samples.scatter import scatter
from vision.errors import PhotoError
from vision.flatten import FRAME_SEEN, fit_page, flat_picture
from vision.ink import separate_ink
from vision.locate import locate
from vision.photo import decode_photo
from vision.readers.field import Field, field_of
from vision.readers.joins import FEATURES, Array, Judgement, Weights, judged_traces

LEVEL_SHARES = {Level.EASY: 0.1, Level.NORMAL: 0.35, Level.HARD: 0.45, Level.EXTREME: 0.1}
SCALE = 200.0
"""Densities are kept as bytes, so many steps a unit."""

WORST_MAP_MM = 1.0
"""Photos whose map is further off anywhere are left out: their labels would be wrong."""

WEIGHTS = Path(__file__).resolve().parents[1] / "vision" / "weights" / "joins.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """One harvested photo: the field and what was drawn, `(a, b, symbol)`."""

    field: Field
    drawn: tuple[tuple[int, int, str], ...]
    seed: int


def sheet_of(seed: int, rng: np.random.Generator) -> Sheet:
    """A sheet of Segments, mostly as usual."""
    game = catalog.find_game("segments")
    options = game.options(
        points=int(rng.choice([15, 15, 15, 8, 11, 19, 23, 31])),
        placement="printed_circle" if rng.random() < 0.12 else "printed_random",
        pens="two" if rng.random() < 0.3 else "one",
    )
    options = game.fresh(options, Random(seed))
    paper = "a4" if rng.random() < 0.7 else "letter"
    return press.make_sheet(
        game, options, paper=paper, lang="ru" if rng.random() < 0.5 else "en", serial=seed % 9
    )


def harvest(seed: int) -> Kept | None:
    """One photo; `None` where the page was not found or flattened."""
    rng = np.random.default_rng([seed, 41])
    sheet = sheet_of(seed, rng)
    marks = scatter(sheet, rng).marks
    level = list(LEVEL_SHARES)[int(rng.choice(len(LEVEL_SHARES), p=list(LEVEL_SHARES.values())))]
    shot = pretend_photo(sheet, marks, level=level, seed=seed, begins=int(rng.integers(2)))
    try:
        photo = decode_photo(shot.data)
        page = fit_page(photo.picture, locate(photo)[0], sheet)
    except PhotoError:
        return None
    (board,) = sheet.boards
    points = np.array(board.loose)
    scale = page.px_per_mm((sheet.page_mm[0] / 2, sheet.page_mm[1] / 2))
    off_mm = np.hypot(*(page.to_px(points) - shot.to_px(points)).T).max() / scale
    if off_mm > WORST_MAP_MM or page.frame_signal < FRAME_SEEN:
        return None
    field = field_of(separate_ink(flat_picture(photo.picture, page), sheet), sheet, board)
    return Kept(field, tuple(_plain(mark) for mark in marks), seed)


def _plain(mark: Mark) -> tuple[int, int, str]:
    (a, _), (b, _) = mark.at  # type: ignore[misc]
    return (a, b, mark.symbol.value)  # type: ignore[return-value]


def save(kept: Kept, folder: Path) -> None:
    """Writes one photo's field."""
    field = kept.field
    np.savez_compressed(
        folder / f"{kept.seed}.npz",
        ink=np.clip(np.round(field.ink * SCALE), 0, 255).astype(np.uint8),
        known=(field.known * 255).astype(np.uint8),
        points=field.points,
        noise=field.noise,
        corner=np.array(field.corner_mm),
        drawn=np.array([(a, b, sign) for a, b, sign in kept.drawn], dtype="U8").reshape(-1, 3),
    )


def load(path: Path) -> Kept:
    """Reads it again."""
    data = np.load(path)
    field = Field(
        data["ink"].astype(np.float32) / SCALE,
        data["known"].astype(np.float32) / 255,
        data["points"],
        float(data["noise"]),
        (float(data["corner"][0]), float(data["corner"][1])),
    )
    return Kept(field, tuple((int(a), int(b), str(sign)) for a, b, sign in data["drawn"]), int(path.stem))


# --- fit ----------------------------------------------------------------------------------------------

GUESS = Weights(-2.0, (2.0, 1.0, -2.0, -1.0, -3.0, -1.0, -1.0, 0.0, -0.3, -0.5, 0.0))
START = Judgement(GUESS, GUESS)
"""Where the rounds begin; what a trace's features are depends a little on which ones are taken first."""

ROUNDS = 3
SMALL_WEIGHTS = 0.02
"""Strength of the penalty on large weights, against one example."""

NEWTON_STEPS = 30
SURE = 0.985
"""Marks less sure are shown as doubtful."""

KEPT_OUT = 5


def examples(kept: list[Kept], how: Judgement) -> tuple[Array, Array, Array]:
    """Features (n, f) of all traces, with others taken off and alone, and whether each is a stroke.

    A line that ends elsewhere is no stroke between two points; what bends too far teaches nothing."""
    rows, alone, labels = [], [], []
    for one in kept:
        truth = {(a, b): sign for a, b, sign in one.drawn}
        for judged in judged_traces(one.field, how)[0]:
            sign = truth.get(judged.trace.pair, "nothing")
            if sign != "crooked":
                rows.append(judged.features)
                alone.append(judged.by_itself)
                labels.append(float(sign == "line"))
    return np.array(rows), np.array(alone), np.array(labels)


def fitted(features: Array, labels: Array) -> Weights:
    """Logistic regression by Newton's method."""
    x = np.concatenate([np.ones((len(features), 1)), features], 1)
    weights = np.zeros(x.shape[1])
    penalty = SMALL_WEIGHTS * np.eye(x.shape[1])
    penalty[0, 0] = 0.0
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (chance - labels) + penalty @ weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + penalty
        weights -= np.linalg.solve(curve, slope)
    return Weights(float(weights[0]), tuple(float(weight) for weight in weights[1:]))


def fit(folders: list[Path]) -> None:
    """Fits, tells how well, and writes the weights."""
    taught, asked = [], []
    for folder in folders:
        files = sorted(folder.glob("*.npz"), key=lambda path: int(path.stem))
        cut = len(files) - len(files) // KEPT_OUT
        taught += [load(path) for path in files[:cut]]
        asked += [load(path) for path in files[cut:]]
    how = START
    for _ in range(ROUNDS):
        together, alone, labels = examples(taught, how)
        how = Judgement(fitted(together, labels), fitted(alone, labels))
        print(f"{len(taught)} photos, {len(labels)} traces, {int(labels.sum())} strokes")
    together, alone, labels = examples(asked, how)
    for name, weights, rows in (("together", how.together, together), ("alone", how.alone, alone)):
        chance = np.array([weights.likely(tuple(row)) for row in rows])
        wrong = (chance > 0.5) != (labels > 0.5)
        sure = np.abs(chance - 0.5) > SURE - 0.5
        told = f"{wrong.sum()} wrong, {(~sure).sum()} unsure, {(wrong & sure).sum()} both wrong and sure"
        print(f"kept out, {name}: {len(asked)} photos, {len(labels)} traces, {told}")
    parts = {"together": _plain_weights(how.together), "alone": _plain_weights(how.alone)}
    WEIGHTS.write_text(json.dumps(parts, indent=1) + "\n", encoding="utf-8")


def _plain_weights(weights: Weights) -> dict[str, object]:
    numbers = (round(weight, 4) for weight in weights.weights)
    return {"bias": round(weights.bias, 4), "weights": dict(zip(FEATURES, numbers, strict=True))}


def main() -> None:
    """Harvests or fits."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    cut = commands.add_parser("harvest")
    cut.add_argument("out", type=Path)
    cut.add_argument("--photos", type=int, default=300)
    cut.add_argument("--seed", type=int, default=0)
    learn = commands.add_parser("fit")
    learn.add_argument("folders", type=Path, nargs="+")
    args = parser.parse_args()
    if args.command == "fit":
        fit(args.folders)
        return
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.seed, args.seed + args.photos):
        kept = harvest(seed)
        if kept is not None:
            save(kept, args.out)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fits the reader of strokes between loose points (`vision/weights/joins.json`) on pretend photos.

    python scripts/train_joins.py harvest OUT --photos 300 --seed 0      the ink of fields with random strokes
    python scripts/train_joins.py fit OUT [OUT...]                       two small networks, figures, the weights

Seeds from 1,000,000 on are for judging and never fitted on. The last fifth of each harvest is kept out of the fit;
the temperature and the figures told come from it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import catalog, press
from printables.layout import Sheet
from printables.marks import Mark
from samples.camera import PretendPhoto
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

GUESS = Judgement(*(Weights(np.eye(len(FEATURES) + 1, 1), np.array([0.0, -1.0])) for _ in range(2)))
"""Takes nothing for a stroke: the first round sees every trace by itself."""

WEIGHTS = Path(__file__).resolve().parents[1] / "vision" / "weights" / "joins.json"


def any_level(rng: np.random.Generator) -> Level:
    """One of the levels, by their shares."""
    return list(LEVEL_SHARES)[int(rng.choice(len(LEVEL_SHARES), p=list(LEVEL_SHARES.values())))]


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
    level = any_level(rng)
    shot = pretend_photo(sheet, marks, level=level, seed=seed, begins=int(rng.integers(2)))
    field = flat_field(shot, sheet, np.array(sheet.boards[0].loose))
    return None if field is None else Kept(field, tuple(_plain(mark) for mark in marks), seed)


def flat_field(shot: PretendPhoto, sheet: Sheet, points: Array) -> Field | None:
    """The field on a photo; `None` where the page was not found, or `points` (n, 2), in mm, lie far off on it."""
    try:
        photo = decode_photo(shot.data)
        page = fit_page(photo.picture, locate(photo)[0], sheet)
    except PhotoError:
        return None
    scale = page.px_per_mm((sheet.page_mm[0] / 2, sheet.page_mm[1] / 2))
    off_mm = np.hypot(*(page.to_px(points) - shot.to_px(points)).T).max() / scale
    if off_mm > WORST_MAP_MM or page.frame_signal < FRAME_SEEN:
        return None
    return field_of(separate_ink(flat_picture(photo.picture, page), sheet), sheet, sheet.boards[0])


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
        printed=np.packbits(field.is_printed),
        points=field.points,
        noise=field.noise,
        corner=np.array(field.corner_mm),
        drawn=np.array([(a, b, sign) for a, b, sign in kept.drawn], dtype="U8").reshape(-1, 3),
    )


def load(path: Path) -> Kept:
    """Reads it again."""
    data = np.load(path)
    ink = data["ink"].astype(np.float32) / SCALE
    field = Field(
        ink,
        data["known"].astype(np.float32) / 255,
        np.unpackbits(data["printed"], count=ink.size).reshape(ink.shape).astype(bool),
        data["points"],
        float(data["noise"]),
        (float(data["corner"][0]), float(data["corner"][1])),
    )
    return Kept(field, tuple((int(a), int(b), str(sign)) for a, b, sign in data["drawn"]), int(path.stem))


# --- fit ----------------------------------------------------------------------------------------------

HIDDEN = 14
STEPS = 2500
LEARNING_RATE = 0.02
DECAY = 4e-4
"""Weight of the squared weights against the mean loss of an example."""

SURE = 0.985
"""Marks less sure are shown as doubtful."""

ROUNDS = 2
"""What a trace's features are depends a little on which ones are taken first: so they are cut once more."""

KEPT_OUT = 5


def examples(kept: list[Kept], how: Judgement) -> tuple[Array, Array, Array]:
    """Features (n, f) of all traces, with others taken off and alone, and whether each is a stroke.

    A line that ends elsewhere is no stroke between its two points. What else runs from the points of a line that
    went wrong teaches nothing: the line may well look like a good one between other points."""
    rows, alone, labels = [], [], []
    for one in kept:
        truth = {(a, b): sign for a, b, sign in one.drawn}
        wrong = {end for pair, sign in truth.items() if sign != "line" for end in pair}
        for judged in judged_traces(one.field, how)[0]:
            sign = truth.get(judged.trace.pair, "nothing")
            if sign in ("line", "astray") or not wrong & set(judged.trace.pair):
                rows.append(judged.features)
                alone.append(judged.by_itself)
                labels.append(float(sign == "line"))
    return np.array(rows), np.array(alone), np.array(labels)


def fitted(features: Array, labels: Array, seed: int) -> Weights:
    """The network, by Adam (Kingma and Ba 2015) on all examples at once."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([features, np.ones((len(features), 1))], 1)
    inner, outer = rng.normal(0, 0.4, (x.shape[1], HIDDEN)), rng.normal(0, 0.4, HIDDEN + 1)
    speeds = [np.zeros_like(part) for part in (inner, outer)]
    spreads = [np.zeros_like(part) for part in (inner, outer)]
    for step in range(1, STEPS + 1):
        hidden = np.concatenate([np.tanh(x @ inner), np.ones((len(x), 1))], 1)
        error = (1 / (1 + np.exp(-np.clip(hidden @ outer, -30, 30))) - labels) / len(x)
        back = error[:, None] * outer[:-1] * (1 - hidden[:, :-1] ** 2)
        slopes = [x.T @ back + DECAY * inner, hidden.T @ error + DECAY * outer]
        for part, slope, speed, spread in zip((inner, outer), slopes, speeds, spreads, strict=True):
            speed += 0.1 * (slope - speed)
            spread += 0.01 * (slope**2 - spread)
            corrected = speed / (1 - 0.9**step), spread / (1 - 0.99**step)
            part -= LEARNING_RATE * (1 - step / STEPS) * corrected[0] / (np.sqrt(corrected[1]) + 1e-9)
    return Weights(inner, outer)


def tempered(weights: Weights, features: Array, labels: Array) -> tuple[Weights, float]:
    """The network with its scores divided so that its chances are honest on other examples; never sharper."""
    hidden = np.tanh(features @ weights.inner[:-1] + weights.inner[-1])
    scores = hidden @ weights.outer[:-1] + weights.outer[-1]

    def loss(temperature: float) -> float:
        return float(np.logaddexp(0, np.where(labels > 0.5, -1, 1) * scores / temperature).mean())

    best = min(np.geomspace(1, 4, 60), key=loss)
    return Weights(weights.inner, weights.outer / best), float(best)


def fit(folders: list[Path], seed: int) -> None:
    """Fits, tells how well, and writes the weights."""
    taught, asked = [], []
    for folder in folders:
        files = sorted(folder.glob("*.npz"), key=lambda path: int(path.stem))
        cut = len(files) - len(files) // KEPT_OUT
        taught += [load(path) for path in files[:cut]]
        asked += [load(path) for path in files[cut:]]
    how: Judgement | None = None
    for _ in range(ROUNDS):
        rows = examples(taught, how or GUESS)
        kept = examples(asked, how or GUESS)
        print(f"{len(taught)} photos, {len(rows[2])} traces, {int(rows[2].sum())} strokes")
        fits = [tempered(fitted(rows[k], rows[2], seed), kept[k], kept[2]) for k in (0, 1)]
        how = Judgement(fits[0][0], fits[1][0])
    assert how is not None
    for number, name in enumerate(("together", "alone")):
        chance = np.array([fits[number][0].likely(tuple(row)) for row in kept[number]])
        wrong = (chance > 0.5) != (kept[2] > 0.5)
        sure = np.abs(chance - 0.5) > SURE - 0.5
        told = f"{wrong.sum()} wrong, {(~sure).sum()} unsure, {(wrong & sure).sum()} both wrong and sure"
        print(
            f"{name}, kept out: {len(asked)} photos, {len(chance)} traces, {told}; temperature {fits[number][1]:.2f}"
        )
    parts = {"together": plain_weights(how.together, FEATURES), "alone": plain_weights(how.alone, FEATURES)}
    WEIGHTS.write_text(json.dumps(parts) + "\n", encoding="utf-8")


def plain_weights(weights: Weights, features: Sequence[str]) -> dict[str, object]:
    """Weights as the readers' files tell them."""
    inner = np.round(weights.inner, 4).tolist()
    return {
        "inner": dict(zip(features, inner[:-1], strict=True)),
        "bias": inner[-1],
        "outer": np.round(weights.outer, 4).tolist(),
    }


def commands_of(
    description: str | None, photos: int
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """The arguments of a script that harvests and fits, and those of its harvest alone."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    cut = commands.add_parser("harvest")
    cut.add_argument("out", type=Path)
    cut.add_argument("--photos", type=int, default=photos)
    cut.add_argument("--seed", type=int, default=0)
    learn = commands.add_parser("fit")
    learn.add_argument("folders", type=Path, nargs="+")
    learn.add_argument("--seed", type=int, default=0)
    return parser, cut


def main() -> None:
    """Harvests or fits."""
    args = commands_of(__doc__, 300)[0].parse_args()
    if args.command == "fit":
        fit(args.folders, args.seed)
        return
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.seed, args.seed + args.photos):
        kept = harvest(seed)
        if kept is not None:
            save(kept, args.out)


if __name__ == "__main__":
    main()

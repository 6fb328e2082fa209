#!/usr/bin/env python3
"""Draws hand-like signs, trains the small network of `vision/freehand/shapes.py` on them, writes its weights.

    PYTHONPATH=. python scripts/train_signs.py [--samples 80000] [--seed 7]

Needs torch (the `train` extra), which the product itself does not. Every stroke is made here; no photo is used.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.freehand.shapes import CLASSES, SIDE, cut_out

Rng = np.random.Generator
Floats = npt.NDArray[np.float64]
Field = npt.NDArray[np.float32]

CANVAS = 112
"""Pixels of the square a sign is drawn on, in which it fills about half to four fifths."""
WEIGHTS = Path(__file__).resolve().parent.parent / "vision" / "freehand" / "shapes.npz"


# --- the strokes ---------------------------------------------------------------------------------------


def wobble(points: Floats, rng: Rng, amount: float) -> Floats:
    """The same path drawn by a hand that is not quite steady."""
    count = len(points)
    sway = sum(
        rng.normal(0, amount / wave, (1, 2))
        * np.sin(np.linspace(0, wave * np.pi, count) + rng.uniform(0, 6))[:, None]
        for wave in (1, 2, 3)
    )
    return np.asarray(points + sway)


def straight(start: Floats, end: Floats, rng: Rng, bow: float = 0.06) -> Floats:
    """A nearly straight stroke, sometimes with a hook where the pen lands or leaves."""
    steps = np.linspace(0, 1, 24)[:, None]
    way = end - start
    side = np.array([-way[1], way[0]])
    path = start + steps * way + rng.normal(0, bow) * np.sin(np.pi * steps) * side
    if rng.random() < 0.2:
        hook = rng.normal(0, 0.12, (6, 2)).cumsum(axis=0) * np.hypot(*way) * 0.35
        path = (
            np.vstack([path, path[-1] + hook])
            if rng.random() < 0.5
            else np.vstack([(path[0] + hook)[::-1], path])
        )
    return wobble(path, rng, 0.012 * float(np.hypot(*way)))


def cross(rng: Rng) -> list[Floats]:
    """Two strokes that cross, at any angle a careless hand makes, sometimes gone over again."""
    first = rng.uniform(0, np.pi)
    angle = np.clip(rng.normal(90, 20), 35, 145) * np.pi / 180
    strokes = []
    for turn in (first, first + angle):
        heading = np.array([np.cos(turn), np.sin(turn)])
        reach = rng.uniform(0.7, 1.15, 2) * 34
        if rng.random() < 0.12:  # one arm hardly passes the crossing
            reach[rng.integers(2)] *= rng.uniform(0.25, 0.6)
        middle = rng.normal(0, 3.0, 2)
        strokes.append(straight(middle - reach[0] * heading, middle + reach[1] * heading, rng))
    if rng.random() < 0.1:  # drawn without lifting the pen
        strokes.append(straight(strokes[0][-1], strokes[1][0], rng, 0.15))
    for stroke in list(strokes):
        if rng.random() < 0.12:
            strokes.extend(wobble(stroke + rng.normal(0, 2, 2), rng, 2.5) for _ in range(rng.integers(1, 4)))
    return strokes


def nought(rng: Rng) -> list[Floats]:
    """A loop: round, long, angular, not quite closed, overshot or drawn twice."""
    gap = rng.choice([0.0, rng.uniform(0, 0.5), rng.uniform(0.5, 1.1)], p=[0.55, 0.33, 0.12])
    over = rng.choice([0.0, rng.uniform(0, 1.2), rng.uniform(1.2, 8)], p=[0.45, 0.4, 0.15])
    turn = rng.uniform(0, 2 * np.pi)
    around = np.linspace(turn, turn + 2 * np.pi - gap + (over if gap == 0 else 0), 70)
    square = rng.uniform(2.0, 3.6)
    radius = (np.abs(np.cos(around)) ** square + np.abs(np.sin(around)) ** square) ** (-1 / square)
    path = radius[:, None] * np.stack([np.cos(around), np.sin(around)], axis=1)
    path *= (1 + 0.13 * rng.normal() * np.linspace(-1, 1, 70))[:, None]  # a spiral: the ends miss each other
    path = path * (np.array([1.0, rng.uniform(0.5, 1.0)]) * 32) @ _rotation(rng.uniform(0, np.pi))
    strokes = [wobble(path, rng, 1.6)]
    if rng.random() < 0.12:  # a tail, or a slip of the pen inside
        strokes.append(straight(path[-1], path[-1] + rng.normal(0, 12, 2), rng))
    return strokes


def other(rng: Rng) -> list[Floats]:
    """What is no sign: one stroke, a corner, a short arc, a speck, a scribble, a row of parallel strokes."""
    kind = rng.integers(7)
    turn = rng.uniform(0, 2 * np.pi)
    heading = np.array([np.cos(turn), np.sin(turn)])
    if kind <= 1:
        line = [straight(-36 * heading, 36 * heading, rng, 0.08)]
        if kind == 1:  # struck through twice
            aside = rng.uniform(2, 9) * np.array([-heading[1], heading[0]])
            line.append(
                straight(-36 * heading + aside, 36 * heading + aside * rng.uniform(0.4, 1.4), rng, 0.03)
            )
        return line
    if kind == 2:  # a corner or a tick, its arms meeting at their ends
        bend = rng.uniform(0.5, 2.6)
        arm = np.array([np.cos(turn + bend), np.sin(turn + bend)])
        return [
            straight(np.zeros(2), 34 * heading, rng),
            straight(np.zeros(2), rng.uniform(10, 34) * arm, rng),
        ]
    if kind == 3:  # an arc of less than half a round
        around = np.linspace(0, rng.uniform(0.8, 3.3), 30)
        return [wobble(30 * np.stack([np.cos(around), np.sin(around)], axis=1) @ _rotation(turn), rng, 1.5)]
    if kind == 4:  # specks
        return [rng.uniform(-30, 30, 2) + rng.normal(0, 2.5, (5, 2)) for _ in range(rng.integers(1, 7))]
    if kind == 5:  # a scribble
        return [rng.normal(0, 17, (rng.integers(14, 50), 2))]
    across = np.array([-heading[1], heading[0]])
    return [
        straight(-30 * heading + step * across, 30 * heading + step * across, rng)
        for step in np.linspace(-24, 24, rng.integers(2, 5))
    ]


def _rotation(turn: float) -> Floats:
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


# --- the picture ---------------------------------------------------------------------------------------


def draw(strokes: list[Floats], rng: Rng) -> Field:
    """The strokes as a density picture: pen width, pressure, skips, blur, what erasing the grid took or left."""
    picture = np.zeros((CANVAS, CANVAS), np.float32)
    width = float(np.exp(rng.uniform(np.log(1.6), np.log(15))))
    skew = np.eye(2) + rng.normal(0, 0.12, (2, 2))
    for stroke in strokes:
        places = ((stroke @ skew + CANVAS / 2) * 16).astype(np.int32)
        layer = np.zeros_like(picture)
        press = rng.uniform(0.7, 1.0)
        for a, b in itertools.pairwise(places):
            thick = max(1, round(width * rng.uniform(0.85, 1.15)))
            cv2.line(
                layer, a.tolist(), b.tolist(), float(press * rng.uniform(0.9, 1.0)), thick, cv2.LINE_AA, 4
            )
        picture = np.maximum(picture, layer)
    if rng.random() < 0.3:  # a skipping pen, a pencil on rough paper
        grain = cv2.GaussianBlur(
            rng.normal(0, 1, picture.shape).astype(np.float32), (0, 0), rng.uniform(0.8, 3)
        )
        picture *= np.clip(1 - rng.uniform(0.2, 1.0) * (grain / grain.std() > rng.uniform(0.5, 1.5)), 0, 1)
    for _ in range(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1])):  # grid lines were taken out, some edge stayed
        _erase_band(picture, rng, width)
    if rng.random() < 0.15:  # a bit of something else beside it
        spot = rng.uniform(0.1, 0.9, 2) * CANVAS
        stub = np.array([spot, spot + rng.normal(0, 8, 2)])
        cv2.polylines(
            picture, [(stub * 16).astype(np.int32)], False, 0.8, max(1, round(width)), cv2.LINE_AA, 4
        )
    picture = cv2.GaussianBlur(picture, (0, 0), float(np.exp(rng.uniform(np.log(0.4), np.log(3.0)))))
    picture += rng.normal(0, rng.uniform(0, 0.05), picture.shape).astype(np.float32)
    return np.asarray(np.clip(picture, 0, 1) ** rng.uniform(0.7, 1.3), np.float32)


def _erase_band(picture: Field, rng: Rng, width: float) -> None:
    turn, away = rng.uniform(0, 2 * np.pi), rng.uniform(14, 40)
    normal, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    middle = CANVAS / 2 + away * normal
    ends = [(middle + step * along).astype(int).tolist() for step in (-CANVAS, CANVAS)]
    if away > 22 and rng.random() < 0.5:  # what lies beyond the line belongs to the neighbour
        corners = [*ends, *[(np.array(end) + CANVAS * normal).astype(int).tolist() for end in reversed(ends)]]
        cv2.fillPoly(picture, [np.array(corners, np.int32)], 0.0)
    cv2.line(picture, ends[0], ends[1], 0.0, max(2, round(width * rng.uniform(0.8, 1.6))))


def sample(rng: Rng) -> tuple[Field, int]:
    """One picture as the reader cuts it out, and its class."""
    while True:
        label = int(rng.choice(3, p=[0.38, 0.38, 0.24]))
        density = draw((cross, nought, other)[label](rng), rng)
        mask = (density > 0.3 * np.percentile(density, 99.5)).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        least = max(4, 0.02 * mask.sum())
        kept = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= least]
        if not kept:
            continue
        mask = np.isin(labels, kept).astype(np.uint8)
        left, top, width, height = cv2.boundingRect(mask)
        wide = cv2.dilate(mask, np.ones((3, 3), np.uint8))
        return cut_out(density * wide, (left, top, left + width, top + height)), label


def samples(count: int, seed: int) -> tuple[Field, npt.NDArray[np.int64]]:
    """Many pictures and their classes."""
    rng = np.random.default_rng(seed)
    drawn = [sample(rng) for _ in range(count)]
    return np.stack([picture for picture, _ in drawn]), np.array([label for _, label in drawn])


# --- the training --------------------------------------------------------------------------------------


def main() -> None:
    """Trains and writes the weights; prints the share right on strokes drawn with another seed."""
    import torch
    from torch import nn

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--samples", type=int, default=80000)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    pictures, labels = (torch.from_numpy(part) for part in samples(given.samples, given.seed))
    test_pictures, test_labels = (torch.from_numpy(part) for part in samples(8000, given.seed + 1000))
    net = nn.Sequential(
        nn.Conv2d(1, 12, 5, 2, 2), nn.ReLU(),
        nn.Conv2d(12, 24, 3, 2, 1), nn.ReLU(),
        nn.Conv2d(24, 40, 3, 2, 1), nn.ReLU(),
        nn.Flatten(), nn.Dropout(0.2), nn.Linear(40 * (SIDE // 8) ** 2, len(CLASSES)),
    )  # fmt: skip
    steps = given.epochs * (len(pictures) // 128)
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps + 1)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    for epoch in range(given.epochs):
        net.train()
        order = torch.randperm(len(pictures))
        for batch in order[: len(order) // 128 * 128].reshape(-1, 128):
            optimiser.zero_grad()
            loss = loss_of(net(pictures[batch][:, None]), labels[batch])
            loss.backward()
            optimiser.step()
            schedule.step()
        net.eval()
        with torch.no_grad():
            scores = net(test_pictures[:, None])
        right = (scores.argmax(1) == test_labels).float().mean()
        print(f"epoch {epoch + 1}: {right:.4f} of unseen signs right", flush=True)
    heats = [0.5 + 0.05 * step for step in range(40)]
    heat = min(heats, key=lambda each: float(nn.functional.cross_entropy(scores / each, test_labels)))
    layers = [net[0], net[2], net[4]]
    stored = {f"conv{n}": layer.weight for n, layer in enumerate(layers, 1)}
    stored |= {f"bias{n}": layer.bias for n, layer in enumerate(layers, 1)}
    stored |= {"full": net[8].weight, "bias": net[8].bias}
    arrays = {name: value.detach().numpy().astype(np.float16) for name, value in stored.items()}
    np.savez_compressed(WEIGHTS, **arrays, temperature=np.array([heat], np.float16))
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size} bytes, temperature {heat:.2f}")


if __name__ == "__main__":
    main()

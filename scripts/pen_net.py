"""The network that tells pens: trained on photos as episodes, so that marks of one pen lie together on every photo.

Each step shows it some photos. On each, the middles of half of both pens' marks are the prototypes, and the other half
must be nearer to its own (prototypical networks, Snell, Swersky and Zemel 2017).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from reader_nets import write_onnx
from torch import nn

from vision.patches import PEN_PX, pen_patches

CHANNELS, TRAITS = 7, 8
PHOTOS_A_STEP = 8
STROKE = 2
"""The mask of strokes; prototypes are signs."""

FEWEST = 3
"""Marks of each pen that an episode needs."""


def build() -> nn.Module:
    """The network for patches (7, 24, 24)."""
    return nn.Sequential(
        nn.Conv2d(CHANNELS, 24, 3, 2, 1), nn.ReLU(),
        nn.Conv2d(24, 32, 3, 2, 1), nn.ReLU(),
        nn.Conv2d(32, 32, 3, 2, 1), nn.ReLU(),
        nn.Flatten(), nn.Linear(32 * 9, 64), nn.ReLU(), nn.Linear(64, TRAITS),
    )  # fmt: skip


def recoloured(tint: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """The same photo with other inks: chroma turned, mirrored and stretched, which no lamp or phone forbids."""
    grey = tint.mean(-1, keepdim=True)
    off = tint - grey
    if torch.rand(1, generator=generator) < 0.3:
        off = off[..., torch.randperm(3, generator=generator)]
    gain = torch.exp(0.25 * torch.randn(1, generator=generator))
    return grey + off * gain


def train(
    harvest: dict[str, NDArray[np.generic]], masks: NDArray[np.float32], scales: tuple[float, float],
    seed: int, out: Path, steps: int,
) -> None:  # fmt: skip
    """Train on nine tenths of the photos, tell how the last tenth fares, and write ONNX.

    `scales` are steps a unit of tint and of ink.
    """
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    chance = np.random.default_rng(seed)
    episodes = photos_of(harvest)
    shown = [rows for number, rows in episodes.items() if number % 10 != 9]
    held = [rows for number, rows in episodes.items() if number % 10 == 9]
    net = build()
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    running = 0.0
    for step in range(steps):
        net.train()
        loss = torch.zeros(())
        for k in chance.integers(len(shown), size=PHOTOS_A_STEP):
            loss = (
                loss + episode_loss(net, harvest, shown[k], masks, scales, chance, generator) / PHOTOS_A_STEP
            )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        running = 0.98 * running + 0.02 * float(loss) if step else float(loss)
        if step % 250 == 249:
            print(
                "pen", step + 1, f"{running:.4f}", score(net, harvest, held, masks, scales, seed), flush=True
            )
    write_onnx(net, (CHANNELS, PEN_PX, PEN_PX), out)


def photos_of(harvest: dict[str, NDArray[np.generic]]) -> dict[int, NDArray[np.int64]]:
    """The rows of each photo on which both pens have marks enough."""
    order = np.argsort(harvest["photo"], kind="stable")
    numbers, starts = np.unique(harvest["photo"][order], return_index=True)
    found = {}
    for number, rows in zip(numbers, np.split(order, starts[1:]), strict=True):
        counts = np.bincount(harvest["owners"][rows].astype(int), minlength=2)
        if counts.min() >= 2 * FEWEST:
            found[int(number)] = rows
    return found


def patches_of(
    harvest: dict[str, NDArray[np.generic]], rows: NDArray[np.int64], masks: NDArray[np.float32],
    scales: tuple[float, float], generator: torch.Generator | None,
) -> torch.Tensor:  # fmt: skip
    """The network's input for some rows of one photo, varied when a generator is given."""
    tint = torch.from_numpy(harvest["tint"][rows]).float() / scales[0]
    total = torch.from_numpy(harvest["total"][rows]).float() / scales[1]
    mask = torch.from_numpy(masks[harvest["masks"][rows].astype(int)])
    if generator is not None:
        tint = recoloured(tint, generator)
        for axis in (1, 2):
            if torch.rand(1, generator=generator) < 0.5:
                tint, total, mask = tint.flip(axis), total.flip(axis), mask.flip(axis)
        total = total * torch.exp(0.1 * torch.randn(1, generator=generator))
    return torch.from_numpy(pen_patches(tint.numpy(), total.numpy(), mask.numpy()))


def episode_loss(
    net: nn.Module, harvest: dict[str, NDArray[np.generic]], rows: NDArray[np.int64], masks: NDArray[np.float32],
    scales: tuple[float, float], chance: np.random.Generator, generator: torch.Generator | None,
) -> torch.Tensor:  # fmt: skip
    """Cross entropy of one photo's queries."""
    logits, owners = episode(net, harvest, rows, masks, scales, chance, generator)
    return nn.functional.cross_entropy(logits, owners)


def episode(
    net: nn.Module, harvest: dict[str, NDArray[np.generic]], rows: NDArray[np.int64], masks: NDArray[np.float32],
    scales: tuple[float, float], chance: np.random.Generator, generator: torch.Generator | None,
) -> tuple[torch.Tensor, torch.Tensor]:  # fmt: skip
    """Scores (n, 2) of a photo's queries against prototypes from its support, and the true owners."""
    rows = chance.permutation(rows)[:140]
    traits = net(patches_of(harvest, rows, masks, scales, generator))
    owners = harvest["owners"][rows].astype(np.int64)
    is_sign = harvest["masks"][rows] != STROKE
    support = np.zeros(len(rows), bool)
    for player in (0, 1):
        own = np.nonzero((owners == player) & is_sign)[0]
        own = own if len(own) >= FEWEST else np.nonzero(owners == player)[0]
        support[own[: max(FEWEST, len(own) // 2)]] = True
    means = torch.stack([traits[torch.from_numpy(support & (owners == k))].mean(0) for k in (0, 1)])
    queries = torch.from_numpy(~support)
    distance = ((traits[queries][:, None] - means[None]) ** 2).sum(-1)
    return -0.5 * distance, torch.from_numpy(owners)[queries]


def score(
    net: nn.Module, harvest: dict[str, NDArray[np.generic]], held: list[NDArray[np.int64]],
    masks: NDArray[np.float32], scales: tuple[float, float], seed: int,
) -> str:  # fmt: skip
    """How held-out photos fare."""
    net.eval()
    chance = np.random.default_rng(seed)
    wrong = unsure = silent = count = 0
    whole = 0
    with torch.no_grad():
        for rows in held:
            logits, owners = episode(net, harvest, rows, masks, scales, chance, None)
            sure, best = logits.softmax(1).max(1)
            bad = best != owners
            wrong, count = wrong + int(bad.sum()), count + len(owners)
            unsure, silent = unsure + int((sure < 0.985).sum()), silent + int((bad & (sure >= 0.985)).sum())
            whole += int(not bool(bad.any()))
    counts = f"{count} marks, wrong {wrong}, silent {silent}, unsure {unsure / max(count, 1):.3f}"
    return f"held out: {whole} of {len(held)} photos right, {counts}"

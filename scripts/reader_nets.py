"""The readers' networks: three small convolutions and two layers, about 40,000 weights each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

BATCH = 512
DARKEST = 1.2
FAINTEST = 0.15
"""As in vision/patches.py, whose `stacked` this repeats in torch: change both."""

HELD_OUT = 0.1


def build(classes: int, height: int, width: int) -> nn.Module:
    """A network for patches (3, height, width)."""
    out_h, out_w = -(-height // 8), -(-width // 8)
    return nn.Sequential(
        nn.Conv2d(3, 16, 5, 2, 2), nn.ReLU(),
        nn.Conv2d(16, 24, 3, 2, 1), nn.ReLU(),
        nn.Conv2d(24, 32, 3, 2, 1), nn.ReLU(),
        nn.Flatten(), nn.Dropout(0.15), nn.Linear(32 * out_h * out_w, 40), nn.ReLU(), nn.Linear(40, classes),
    )  # fmt: skip


def stacked(ink: torch.Tensor, printed: torch.Tensor) -> torch.Tensor:
    """The three channels from densities (n, height, width)."""
    ink = ink.clamp(0, DARKEST)
    height, width = ink.shape[1:]
    middle = ink[:, height // 5 : -(height // 5), width // 5 : -(width // 5)]
    top = middle.amax((1, 2), keepdim=True).clamp(min=FAINTEST)
    return torch.stack([ink, (ink / top).clamp(max=1.0), printed * 3.0], 1)


def augmented(
    ink: torch.Tensor, printed: torch.Tensor, is_square: bool, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Mirrored, turned, shifted by a pixel, and with pens of other darkness."""
    if torch.rand(1, generator=generator) < 0.5:
        ink, printed = ink.flip(2), printed.flip(2)
    if torch.rand(1, generator=generator) < 0.5:
        ink, printed = ink.flip(1), printed.flip(1)
    if is_square and torch.rand(1, generator=generator) < 0.5:
        ink, printed = ink.transpose(1, 2), printed.transpose(1, 2)
    dy, dx = (int(v) for v in torch.randint(-1, 2, (2,), generator=generator))
    ink, printed = ink.roll((dy, dx), (1, 2)), printed.roll((dy, dx), (1, 2))
    gain = torch.exp(0.25 * torch.randn(len(ink), 1, 1, generator=generator))
    noise = (
        0.02 * torch.rand(len(ink), 1, 1, generator=generator) * torch.randn(ink.shape, generator=generator)
    )
    return (ink * gain + noise).clamp(min=0), printed * torch.exp(
        0.2 * torch.randn(len(ink), 1, 1, generator=generator)
    )


def train(
    name: str,
    ink: NDArray[np.uint8],
    printed: NDArray[np.uint8],
    labels: NDArray[np.int64],
    photo: NDArray[np.int64],
    classes: int,
    full_scale: float,
    seed: int,
    out: Path,
    epochs: int,
) -> float:
    """Train on nine tenths of the photos, write ONNX, and return the temperature that fits the last tenth."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    held = photo % 10 == 9
    net = build(classes, *ink.shape[1:])
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    train_rows = torch.from_numpy(np.nonzero(~held)[0])
    steps = epochs * (len(train_rows) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.002)
    tensors = torch.from_numpy(ink), torch.from_numpy(printed), torch.from_numpy(labels)
    for epoch in range(epochs):
        net.train()
        order = train_rows[torch.randperm(len(train_rows), generator=generator)]
        total = 0.0
        for k in range(0, len(order), BATCH):
            rows = order[k : k + BATCH]
            one, two = (part[rows].float() / full_scale for part in tensors[:2])
            one, two = augmented(one, two, ink.shape[1] == ink.shape[2], generator)
            loss = loss_of(net(stacked(one, two)), tensors[2][rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss) * len(rows)
        print(
            name,
            epoch,
            f"{total / len(order):.5f}",
            _score(net, tensors, np.nonzero(held)[0], full_scale),
            flush=True,
        )
    net.eval()
    example = torch.zeros(1, 3, *ink.shape[1:])
    torch.onnx.export(
        net, (example,), str(out), dynamo=False, opset_version=13,
        input_names=["patches"], output_names=["scores"], dynamic_axes={"patches": {0: "n"}, "scores": {0: "n"}},
    )  # fmt: skip
    return _temperature(net, tensors, np.nonzero(held)[0], full_scale)


def _logits(
    net: nn.Module, tensors: tuple[torch.Tensor, ...], rows: NDArray[np.int64], full_scale: float
) -> torch.Tensor:
    net.eval()
    parts = []
    with torch.no_grad():
        for k in range(0, len(rows), 4096):
            piece = torch.from_numpy(rows[k : k + 4096])
            parts.append(
                net(stacked(tensors[0][piece].float() / full_scale, tensors[1][piece].float() / full_scale))
            )
    return torch.cat(parts)


def _score(
    net: nn.Module, tensors: tuple[torch.Tensor, ...], rows: NDArray[np.int64], full_scale: float
) -> str:
    logits = _logits(net, tensors, rows, full_scale)
    labels = tensors[2][torch.from_numpy(rows)]
    chances = logits.softmax(1)
    top, best = chances.max(1)
    wrong = best != labels
    silent = wrong & (top > 0.97)
    unsure = float((top < 0.97).float().mean())
    counts = f"wrong {int(wrong.sum())}, of them surer than 0.97 {int(silent.sum())}"
    return f"held out: {len(rows)}, {counts}, unsure {unsure:.4f}"


def _temperature(
    net: nn.Module, tensors: tuple[torch.Tensor, ...], rows: NDArray[np.int64], full_scale: float
) -> float:
    """The temperature with the least cross entropy on held-out photos."""
    logits = _logits(net, tensors, rows, full_scale)
    labels = tensors[2][torch.from_numpy(rows)]
    choices = np.geomspace(0.5, 4.0, 60)
    losses = [float(nn.functional.cross_entropy(logits / t, labels)) for t in choices]
    return float(choices[int(np.argmin(losses))])

"""The networks for signs and strokes: four small convolutions and two layers, about 50,000 weights each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.patches import stacked

BATCH = 512


def build(layers: int, classes: int, height: int, width: int) -> nn.Module:
    """A network for patches (layers + 1, height, width)."""
    out_h, out_w = -(-height // 8), -(-width // 8)
    return nn.Sequential(
        nn.Conv2d(layers + 1, 16, 5, 2, 2), nn.ReLU(),
        nn.Conv2d(16, 24, 3, 1, 1), nn.ReLU(),
        nn.Conv2d(24, 32, 3, 2, 1), nn.ReLU(),
        nn.Conv2d(32, 40, 3, 2, 1), nn.ReLU(),
        nn.Flatten(), nn.Dropout(0.15), nn.Linear(40 * out_h * out_w, 32), nn.ReLU(), nn.Linear(32, classes),
    )  # fmt: skip


def channels(layers: torch.Tensor) -> torch.Tensor:
    """The network's input, as the reader makes it, from densities (n, layers, height, width)."""
    return torch.from_numpy(stacked(*(layer.numpy() for layer in layers.unbind(1))))


def augmented(layers: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Mirrored, turned, shifted by a pixel, and with pens and print of other darkness."""
    for axis in (2, 3):
        if torch.rand(1, generator=generator) < 0.5:
            layers = layers.flip(axis)
    if layers.shape[2] == layers.shape[3] and torch.rand(1, generator=generator) < 0.5:
        layers = layers.transpose(2, 3)
    dy, dx = (int(v) for v in torch.randint(-1, 2, (2,), generator=generator))
    layers = layers.roll((dy, dx), (2, 3))
    shape = (len(layers), 1, 1, 1)
    gain = torch.exp(0.25 * torch.randn(shape, generator=generator)).repeat(1, layers.shape[1], 1, 1)
    gain[:, 1:2] = torch.exp(0.2 * torch.randn(shape, generator=generator))
    noise = 0.02 * torch.rand(shape, generator=generator) * torch.randn(layers.shape, generator=generator)
    noise[:, 1] = 0
    return (layers * gain + noise).clamp(min=0)


def train(
    name: str,
    layers: NDArray[np.uint8],
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
    net = build(layers.shape[1], classes, *layers.shape[2:])
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    train_rows = torch.from_numpy(np.nonzero(~held)[0])
    steps = epochs * (len(train_rows) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.002)
    tensors = torch.from_numpy(layers), torch.from_numpy(labels)
    for epoch in range(epochs):
        net.train()
        order = train_rows[torch.randperm(len(train_rows), generator=generator)]
        total = 0.0
        for k in range(0, len(order), BATCH):
            rows = order[k : k + BATCH]
            patches = channels(augmented(tensors[0][rows].float() / full_scale, generator))
            loss = loss_of(net(patches), tensors[1][rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss) * len(rows)
        score = _score(net, tensors, np.nonzero(held)[0], full_scale)
        print(name, epoch, f"{total / len(order):.5f}", score, flush=True)
    write_onnx(net, (layers.shape[1] + 1, *layers.shape[2:]), out)
    return _temperature(net, tensors, np.nonzero(held)[0], full_scale)


def write_onnx(net: nn.Module, shape: tuple[int, ...], out: Path) -> None:
    """Write a network for patches of this shape."""
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, *shape),), str(out), dynamo=False, opset_version=13,
        input_names=["patches"], output_names=["scores"], dynamic_axes={"patches": {0: "n"}, "scores": {0: "n"}},
    )  # fmt: skip


def _logits(
    net: nn.Module, tensors: tuple[torch.Tensor, ...], rows: NDArray[np.int64], full_scale: float
) -> torch.Tensor:
    net.eval()
    with torch.no_grad():
        return torch.cat(
            [
                net(channels(tensors[0][torch.from_numpy(rows[k : k + 4096])].float() / full_scale))
                for k in range(0, len(rows), 4096)
            ]
        )


def _score(
    net: nn.Module, tensors: tuple[torch.Tensor, ...], rows: NDArray[np.int64], full_scale: float
) -> str:
    logits = _logits(net, tensors, rows, full_scale)
    labels = tensors[1][torch.from_numpy(rows)]
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
    labels = tensors[1][torch.from_numpy(rows)]
    choices = np.geomspace(0.5, 4.0, 60)
    losses = [float(nn.functional.cross_entropy(logits / t, labels)) for t in choices]
    return float(choices[int(np.argmin(losses))])

"""Cross, nought or something else: a small network that looks at one sign, cut out and brought to one size.

It was trained on strokes drawn by `scripts/train_signs.py` only, never on photos; its weights are
`shapes.npz`. It sees the shape alone: how dark a sign is, and whether it is one at all, is weighed in
`signs.py`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

Field = npt.NDArray[np.float32]

SIDE = 32
"""Pixels of the square picture that the network sees."""
MARGIN = 0.12
"""Free space round the sign, as a share of its longer side."""
CLASSES = ("cross", "nought", "other")
"""What the network tells apart; `other` is a stroke through the board, a speck, a scribble."""


def cut_out(density: Field, box: tuple[int, int, int, int]) -> Field:
    """The sign in `box` (left, top, right, bottom) as the network wants it: (SIDE, SIDE), ink up to 1.

    `density` must be 0 where the sign is not.
    """
    left, top, right, bottom = box
    side = max(right - left, bottom - top) * (1 + 2 * MARGIN)
    scale = SIDE / max(side, 1.0)
    part = density[max(top, 0) : bottom, max(left, 0) : right]
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(part, size, interpolation=how)[:SIDE, :SIDE]
    picture = np.zeros((SIDE, SIDE), np.float32)
    y, x = (SIDE - small.shape[0]) // 2, (SIDE - small.shape[1]) // 2
    picture[y : y + small.shape[0], x : x + small.shape[1]] = small
    darkest = float(np.percentile(picture[picture > 0], 90)) if (picture > 0).any() else 1.0
    return np.asarray(np.clip(picture / max(darkest, 1e-6), 0, 1), np.float32)


def classify(pictures: Field) -> Field:
    """The probability of each of CLASSES for every picture (n, SIDE, SIDE), shape (n, 3)."""
    weights = _weights()
    layer = pictures[:, None].astype(np.float32)
    for number in (1, 2, 3):
        layer = np.maximum(_convolve(layer, weights[f"conv{number}"], weights[f"bias{number}"]), 0)
    scores = layer.reshape(len(layer), -1) @ weights["full"].T + weights["bias"]
    scores = scores / weights["temperature"]
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True), np.float32)


def _convolve(layer: Field, kernel: Field, bias: Field) -> Field:
    """A convolution with stride 2 and zero padding: (n, c, h, w) -> (n, k, h/2, w/2)."""
    reach = kernel.shape[-1] // 2
    padded = np.pad(layer, ((0, 0), (0, 0), (reach, reach), (reach, reach)))
    size = kernel.shape[-1]
    views = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(2, 3))[:, :, ::2, ::2]
    out = np.tensordot(views, kernel, axes=([1, 4, 5], [1, 2, 3]))
    return np.asarray(np.moveaxis(out, -1, 1) + bias[:, None, None], np.float32)


@cache
def _weights() -> dict[str, Field]:
    """The trained weights, read once."""
    with (files("vision.freehand") / "shapes.npz").open("rb") as file, np.load(file) as stored:
        return {name: cast("Field", stored[name].astype(np.float32)) for name in stored.files}

"""The small networks that tell signs and strokes: loaded once, run by OpenCV, calibrated by temperature.

They are trained by `scripts/train_readers.py` on pretend photos; `weights/README.md` says how and on what.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.marks import Symbol
from vision.ink import Image

BATCH = 512
"""Patches run at once: enough for speed, few enough for memory."""


PEN_NET = "pen"
PEN_TRAITS = 8
"""Numbers that the network for pens tells of a mark's ink."""

LEAST_VISIBLE = 0.03
"""A patch whose darkest ink is paler than this is bare paper: the faintest pencil leaves three times as much."""


@dataclass(frozen=True, slots=True)
class NetFacts:
    """What stands beside a network's weights: the meaning of its outputs and its temperature."""

    symbols: tuple[Symbol, ...]
    temperature: float


@lru_cache(maxsize=1)
def _all_facts() -> dict[str, dict[str, object]]:
    text = (files("vision") / "weights" / "readers.json").read_text("utf-8")
    return dict(json.loads(text))


@lru_cache(maxsize=8)
def _facts(name: str) -> NetFacts:
    facts: Any = _all_facts()[name]
    return NetFacts(tuple(Symbol(symbol) for symbol in facts["symbols"]), float(facts["temperature"]))


@lru_cache(maxsize=8)
def _net(name: str) -> cv2.dnn.Net:
    weights = (files("vision") / "weights" / f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))


def symbols(name: str) -> tuple[Symbol, ...]:
    """What the outputs of a network mean."""
    return _facts(name).symbols


@lru_cache(maxsize=1)
def pen_spreads() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How the traits of one pen's marks usually spread on a photo, and how two pens lie apart: covariances (t, t), as
    `scripts/pen_spread.py` found them."""
    found = json.loads((files("vision") / "weights" / "pens.json").read_text("utf-8"))
    return np.array(found["spread"], float), np.array(found["apart"], float)


def traits(patches: Image) -> NDArray[np.float64]:
    """What tells pens apart, (n, traits), for patches (n, channels, height, width)."""
    net = _net(PEN_NET)
    found = np.zeros((len(patches), PEN_TRAITS))
    for k in range(0, len(patches), BATCH):
        net.setInput(patches[k : k + BATCH])
        found[k : k + BATCH] = net.forward()
    return found


def probabilities(name: str, patches: Image) -> NDArray[np.float64]:
    """Calibrated probabilities (n, symbols) for patches (n, channels, height, width); bare ones hold nothing."""
    facts = _facts(name)
    if len(patches) == 0:
        return np.zeros((0, len(facts.symbols)))
    found = np.zeros((len(patches), len(facts.symbols)))
    found[:, facts.symbols.index(Symbol.NOTHING)] = 1.0
    rows = np.nonzero(patches[:, 0].max(axis=(1, 2)) > LEAST_VISIBLE)[0]
    net = _net(name)
    for k in range(0, len(rows), BATCH):
        some = rows[k : k + BATCH]
        net.setInput(patches[some])
        logits = net.forward().astype(float) / facts.temperature
        likely = np.exp(logits - logits.max(1, keepdims=True))
        found[some] = likely / likely.sum(1, keepdims=True)
    return found

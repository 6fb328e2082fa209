"""Which traces are strokes: each is weighed by its looks and by what others leave of it, the surest first.

A stroke explains the ink along it. What passes another point on its way explains the ways from that point too, and
what crosses beyond a stroke's end does not make it go on there. So the surest trace is taken, its ink is taken off,
and the rest are looked at again. The weights are fitted by `scripts/train_joins.py`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.field import FIELD_PX_PER_MM, Field
from vision.readers.traces import Contrast, Trace, contrast_of, ends_run_on, traces_of

Array = NDArray[np.float64]

FEATURES = (
    "gaps", "worst_gap", "runs_on", "runs_on_twice", "explained", "bare_end", "aside", "aside_twice", "bend",
    "bend_for_length", "paleness", "length",
)  # fmt: skip

EXPLAINED_MM = 1.1
"""Ink so near to a stroke's way is that stroke's."""

OWN_END_MM = 3.5
"""Near its own ends a stroke may share ink with others."""

TAKEN = 0.5
"""Traces likelier than this take their ink with them."""

RIVAL_OVERLAP = 0.5
"""Traces that share so much of the shorter one's way cannot well both be strokes."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A trace, its features with others taken off and by itself, and how likely it is a stroke by either."""

    trace: Trace
    features: tuple[float, ...]
    by_itself: tuple[float, ...]
    likely: float
    alone: float


@dataclass(frozen=True, slots=True)
class Weights:
    """A network with one hidden layer on `FEATURES`: `inner` (features + 1, hidden), `outer` (hidden + 1,)."""

    inner: Array
    outer: Array

    def likely(self, features: tuple[float, ...]) -> float:
        """The probability that a trace is a stroke."""
        hidden = np.tanh(np.array(features) @ self.inner[:-1] + self.inner[-1])
        score = float(hidden @ self.outer[:-1] + self.outer[-1])
        return float(1 / (1 + np.exp(-np.clip(score, -40, 40))))


@dataclass(frozen=True, slots=True)
class Judgement:
    """How traces are weighed: `together` knows what other strokes explain, `alone` looks at one trace by itself."""

    together: Weights
    alone: Weights


@lru_cache(maxsize=1)
def fitted_judgement() -> Judgement:
    """What the script fitted."""
    found: Any = json.loads((files("vision") / "weights" / "joins.json").read_text("utf-8"))
    parts = [
        Weights(
            np.array([*(part["inner"][name] for name in FEATURES), part["bias"]]), np.array(part["outer"])
        )
        for part in (found["together"], found["alone"])
    ]
    return Judgement(*parts)


def judged_traces(field: Field, how: Judgement | None = None) -> tuple[list[Judged], Contrast]:
    """All traces of a field with their chances, the surest first; and the field's contrast."""
    how = how or fitted_judgement()
    contrast = contrast_of(field)
    traces = traces_of(field, contrast)
    usual = _usual_strength(traces)
    nothing = np.zeros(contrast.seen.shape, np.uint8)
    alone = {trace.pair: _features(trace, usual, 0.0) for trace in traces}

    def judge(trace: Trace, taken: NDArray[np.uint8], bare: Contrast | None) -> Judged:
        """A trace as it looks with the `taken` ink off, which leaves `bare`."""
        if bare is not None:
            trace = replace(trace, run_on=ends_run_on(field, bare, trace))
        features = _features(trace, usual, _explained(trace, taken))
        by_itself = alone[trace.pair]
        return Judged(trace, features, by_itself, how.together.likely(features), how.alone.likely(by_itself))

    left = {trace.pair: judge(trace, nothing, None) for trace in traces}
    found: list[Judged] = []
    taken = nothing.copy()
    while left:
        best = max(left.values(), key=lambda one: one.likely)
        del left[best.trace.pair]
        found.append(best)
        if best.likely < TAKEN:
            found += sorted(left.values(), key=lambda one: -one.likely)
            break
        _take(taken, best.trace)
        bare = replace(contrast, seen=np.where(taken > 0, 0.0, contrast.seen).astype(np.float32))
        for pair, other in left.items():
            left[pair] = judge(other.trace, taken, bare)
    return found, contrast


def _usual_strength(traces: list[Trace]) -> float:
    """How dark strokes are on this field: what looks like a whole stroke says so."""
    whole = [trace.strength for trace in traces if trace.cover > 0.9]
    return float(np.median(whole)) if whole else 0.0


def _features(trace: Trace, usual: float, explained: float) -> tuple[float, ...]:
    """What the regression looks at, each about 0..3."""
    one, two = sorted(max(0.0, end - 0.3) for end in trace.run_on)
    bare = max(trace.bare_end(0), trace.bare_end(1)) - 2.0
    pale = float(np.log(max(trace.strength, 1e-3) / usual)) if usual > 0 else 0.0
    return (
        float(-np.log(1.02 - trace.cover)) / 2,
        float(-np.log(1.03 - trace.weakest)) / 2,
        3 * two,
        3 * one,
        3 * explained,
        float(np.clip(bare, 0, 6)) / 2,
        max(0.0, max(trace.aside) - 0.5),
        max(0.0, min(trace.aside) - 0.5),
        float(np.clip(trace.bend, 0, 6)) / 2,
        float(np.clip(trace.bend / (0.5 + 0.012 * trace.length), 0, 4)) / 2,
        float(np.clip(-pale, 0, 2)) * 2,
        float(np.log(trace.length / 20)),
    )


def _explained(trace: Trace, taken: NDArray[np.uint8]) -> float:
    """The share of a trace's way, less its ends, whose ink is another's."""
    trim = round(OWN_END_MM / trace.step)
    inner = trace.path[trim : len(trace.path) - trim]
    if not len(inner):
        return 0.0
    x, y = np.round(inner).astype(int).T
    height, width = taken.shape
    return float(taken[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].mean())


def _take(taken: NDArray[np.uint8], trace: Trace) -> None:
    """Mark the ink along a trace."""
    points = np.round(trace.path * 16).astype(np.int32)
    thickness = max(1, round(2 * EXPLAINED_MM * FIELD_PX_PER_MM))
    cv2.polylines(taken, [points], False, 1, thickness, cv2.LINE_8, 4)


def overlap(one: Trace, two: Trace, shape: tuple[int, ...]) -> float:
    """The share of the shorter trace's way that the other one covers."""
    shorter, longer = sorted((one, two), key=lambda trace: trace.length)
    mask = np.zeros(shape[:2], np.uint8)
    _take(mask, longer)
    return _explained(shorter, mask)

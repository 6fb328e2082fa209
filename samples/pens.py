"""What a pen leaves on paper: strokes become a mask of coverage, coverage takes light away.

Colours are transmittances of a full stroke in linear light; they are made up, after looking at real pens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.hand import Path

Image = NDArray[np.float32]

SUBPIXEL = 4
"""Bits after the point that OpenCV's line drawing takes."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A writing tool: colour (linear transmittance, BGR), width in mm, how gappy and how grainy its line is."""

    name: str
    transmittance: tuple[float, float, float]
    width_mm: float
    gaps: float
    grain: float
    strength: float = 1.0


def _pen(name: str, rgb: tuple[int, int, int], width: float, gaps: float, grain: float) -> Pen:
    red, green, blue = ((channel / 255) ** 2.2 for channel in rgb)
    return Pen(name, (blue, green, red), width, gaps, grain)


PENS = {
    pen.name: pen
    for pen in [
        _pen("ballpoint_blue", (52, 66, 165), 0.42, 0.35, 0.35),
        _pen("ballpoint_black", (52, 50, 56), 0.42, 0.35, 0.35),
        _pen("ballpoint_red", (200, 52, 58), 0.42, 0.35, 0.35),
        _pen("ballpoint_green", (36, 128, 84), 0.42, 0.35, 0.35),
        _pen("ballpoint_violet", (104, 56, 150), 0.42, 0.35, 0.35),
        _pen("gel_blue", (26, 44, 142), 0.48, 0.1, 0.08),
        _pen("gel_black", (24, 24, 28), 0.48, 0.1, 0.08),
        _pen("gel_red", (205, 28, 42), 0.48, 0.1, 0.08),
        _pen("gel_green", (4, 114, 66), 0.48, 0.1, 0.08),
        _pen("felt_blue", (40, 80, 190), 0.9, 0.0, 0.12),
        _pen("felt_black", (34, 34, 38), 0.9, 0.0, 0.12),
        _pen("felt_red", (218, 40, 44), 0.9, 0.0, 0.12),
        _pen("felt_green", (24, 140, 74), 0.9, 0.0, 0.12),
        _pen("pencil", (84, 84, 88), 0.5, 0.2, 0.75),
    ]
}

PAIRS = (
    ("ballpoint_blue", "ballpoint_red"),
    ("ballpoint_blue", "ballpoint_red"),
    ("ballpoint_blue", "ballpoint_black"),
    ("ballpoint_red", "ballpoint_black"),
    ("gel_black", "gel_red"),
    ("gel_blue", "gel_red"),
    ("gel_green", "gel_blue"),
    ("felt_blue", "felt_red"),
    ("felt_green", "felt_red"),
    ("felt_black", "felt_red"),
    ("pencil", "ballpoint_blue"),
    ("ballpoint_red", "pencil"),
    ("ballpoint_blue", "ballpoint_green"),
    ("ballpoint_violet", "ballpoint_green"),
    ("ballpoint_violet", "ballpoint_red"),
    ("gel_blue", "pencil"),
)
"""Pairs of pens that two players at one table might have."""


def personal(pen: Pen, rng: np.random.Generator) -> Pen:
    """This very pen: its own shade, width and flow."""
    shade = np.exp(rng.normal(0, 0.12, 3))
    transmittance = np.clip(np.array(pen.transmittance) * shade, 0.003, 1.0)
    return replace(
        pen,
        transmittance=(float(transmittance[0]), float(transmittance[1]), float(transmittance[2])),
        width_mm=pen.width_mm * float(np.clip(rng.normal(1, 0.13), 0.75, 1.35)),
        gaps=pen.gaps * float(rng.uniform(0, 1.4)),
        strength=float(rng.uniform(0.6, 1.0)),
    )


def ink(
    page: Image, strokes: list[Path], pen: Pen, px_per_mm: float, tooth: Image, rng: np.random.Generator
) -> None:
    """Draw strokes onto a page texture (linear BGR, changed in place). `tooth` is the paper's grain, 0..1."""
    if not strokes:
        return
    low = np.floor(np.min([path.min(0) for path in strokes], axis=0) * px_per_mm).astype(int) - 12
    high = np.ceil(np.max([path.max(0) for path in strokes], axis=0) * px_per_mm).astype(int) + 12
    height, width = page.shape[:2]
    left, top = max(low[0], 0), max(low[1], 0)
    right, bottom = min(high[0], width), min(high[1], height)
    if right <= left or bottom <= top:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    corner = np.array([left, top])
    for path in strokes:
        _stroke(mask, path * px_per_mm - corner, pen, px_per_mm, rng)
    cover = cv2.GaussianBlur(mask, (0, 0), 0.055 * px_per_mm).astype(np.float32) * (pen.strength / 255)
    cover *= 1 - pen.grain * tooth[top:bottom, left:right]
    for channel in range(3):
        page[top:bottom, left:right, channel] *= 1 - cover * (1 - pen.transmittance[channel])


def _stroke(
    mask: NDArray[np.uint8], path: Path, pen: Pen, px_per_mm: float, rng: np.random.Generator
) -> None:
    """One stroke in pieces of changing pressure: pressure sets width and darkness."""
    piece = 6
    pressure = np.clip(
        rng.normal(0.95, 0.07) + 0.10 * np.cumsum(rng.normal(0, 0.3, len(path) // piece + 1)), 0.55, 1.1
    )
    lift = rng.uniform(0.5, 1.0, 2)  # the pen comes down and goes up with less force
    pressure[:2] *= lift[0]
    pressure[-2:] *= lift[1]
    points = np.round(path * (1 << SUBPIXEL)).astype(np.int32)
    for k, force in enumerate(pressure):
        part = points[k * piece : (k + 1) * piece + 1]
        if len(part) < 2:
            part = points[-2:]
        thin = 0.35 if rng.random() < 0.03 * pen.gaps else 1.0
        thickness = max(1, round(pen.width_mm * px_per_mm * (0.75 + 0.25 * force)))
        cv2.polylines(
            mask, [part], False, int(min(255, 255 * force * thin)), thickness, cv2.LINE_AA, SUBPIXEL
        )

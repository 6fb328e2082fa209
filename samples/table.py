"""What lies around and over the page: table tops and the things that cover corners."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]

TOPS = ("wood", "cloth", "plain", "checks", "white")

TILE_PX = 512


def table_top(rng: np.random.Generator) -> Image:
    """A tile of table, linear BGR, shape (512, 512, 3)."""
    kind = rng.choice(TOPS, p=[0.4, 0.2, 0.2, 0.1, 0.1])
    grain = _noise(rng, 2) * 0.5 + _noise(rng, 16) * 0.5
    match kind:
        case "wood":
            colour = np.array(
                _pick(rng, [(0.12, 0.24, 0.42), (0.06, 0.12, 0.22), (0.25, 0.4, 0.55), (0.03, 0.05, 0.09)])
            )
            rings = cv2.resize(_noise(rng, 6)[:, :8], (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
            value = 1 + 0.35 * rings + 0.12 * grain
        case "cloth":
            colour = np.array(
                _pick(rng, [(0.5, 0.2, 0.12), (0.1, 0.1, 0.45), (0.15, 0.3, 0.15), (0.3, 0.3, 0.3)])
            )
            weave = np.indices((TILE_PX, TILE_PX)).sum(0) % 4 < 2
            value = 1 + 0.15 * (weave - 0.5) + 0.15 * grain
        case "checks":
            colour = np.array(_pick(rng, [(0.3, 0.25, 0.6), (0.5, 0.35, 0.2)]))
            rows, columns = np.indices((TILE_PX, TILE_PX)) // 64 % 2
            value = 0.5 + 0.5 * rows + 0.5 * columns + 0.1 * grain
        case "white":
            colour = np.array((0.68, 0.7, 0.7))
            value = 1 + 0.03 * grain
        case _:
            colour = rng.uniform(0.04, 0.5, 3)
            value = 1 + 0.08 * grain
    return np.clip(colour * value[..., None], 0.005, 0.95).astype(np.float32)


def cover_corner(
    page_px: NDArray[np.float64], size_px: tuple[int, int], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """A mask (255: covered) of a finger, a pen or a cup over one corner of the page's outline, (4, 2) px."""
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    corner = int(rng.integers(4))
    here = page_px[corner]
    middle = page_px.mean(0)
    inward = (middle - here) / np.hypot(*(middle - here))
    reach = float(np.hypot(*(middle - here)))
    tip = here + inward * reach * rng.uniform(0.08, 0.22)
    side = np.array([-inward[1], inward[0]])
    foot = here - inward * reach * 0.5 + side * reach * rng.uniform(-0.5, 0.5)
    width = max(8, int(reach * rng.uniform(0.05, 0.14)))
    cv2.line(mask, _int(foot), _int(tip), 255, width, cv2.LINE_AA)
    cv2.circle(mask, _int(tip), width // 2, 255, -1, cv2.LINE_AA)
    return mask


def _int(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _noise(rng: np.random.Generator, scale: int) -> Image:
    """Smooth noise of unit size; features about `scale` px."""
    small = rng.normal(0, 1, (TILE_PX // scale, TILE_PX // scale)).astype(np.float32)
    return np.asarray(cv2.resize(small, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC), np.float32)


def _pick(rng: np.random.Generator, items: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    return items[int(rng.integers(len(items)))]

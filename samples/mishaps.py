"""What befalls a sheet besides being played on: odd paper, a poor printer, coffee, writing from the other side.

None of it is a mark, and none of it may be read as one.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]

ODD_PAPERS = (
    (0.72, 0.80, 0.84),
    (0.66, 0.88, 0.98),
    (0.80, 0.94, 1.00),
    (0.88, 0.84, 1.00),
    (0.84, 0.98, 0.84),
    (1.00, 0.92, 0.80),
    (0.78, 0.80, 0.82),
)
"""Recycled, yellow, cream, pink, green, blue and grey paper: BGR reflectance against white paper."""

COFFEE = (0.55, 0.74, 0.88)
"""BGR transmittance of a ring of coffee where it is darkest."""


def odd_paper(rng: np.random.Generator) -> NDArray[np.float64]:
    """The colour of some paper that is not white, BGR against white."""
    colour = np.array(ODD_PAPERS[int(rng.integers(len(ODD_PAPERS)))])
    return np.asarray(1 - rng.uniform(0.5, 1.0) * (1 - colour))


def poor_print(shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator) -> Image:
    """The share of toner that a poor printer gives, (rows, columns): low on the whole, striped, or in patches."""
    rows, columns = shape
    level = np.full(rows, rng.uniform(0.45, 0.8) if rng.random() < 0.6 else 1.0, np.float32)
    if rng.random() < 0.6:
        step, width = rng.uniform(4, 18) * px_per_mm, rng.uniform(0.15, 1.2) * px_per_mm
        depth = rng.uniform(0.3, 0.9)
        level *= np.where((np.arange(rows) + rng.uniform(0, step)) % step < width, 1 - depth, 1).astype(
            np.float32
        )
    share = np.repeat(level[:, None], columns, 1)
    if rng.random() < 0.4:
        coarse = rng.normal(0, 1, (max(2, rows // 400), max(2, columns // 400))).astype(np.float32)
        patches = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC)
        share *= np.clip(1 - 0.25 * np.abs(patches), 0.4, 1.0)
    return share


def specks(shape: tuple[int, int], px_per_mm: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The dirt of a copier's glass, 0..255: small dark specks all over the page."""
    mask = np.zeros(shape, np.uint8)
    for _ in range(int(rng.integers(30, 250))):
        at = (int(rng.integers(shape[1])), int(rng.integers(shape[0])))
        cv2.circle(
            mask, at, int(rng.uniform(0.03, 0.14) * px_per_mm), int(rng.integers(40, 160)), -1, cv2.LINE_AA
        )
    return mask


def coffee_ring(page: Image, px_per_mm: float, rng: np.random.Generator) -> None:
    """Set a wet cup on the page (linear BGR, changed in place)."""
    rows, columns = page.shape[:2]
    small = 4
    mask = np.zeros((rows // small, columns // small), np.uint8)
    for _ in range(int(rng.integers(1, 3))):
        radius = rng.uniform(28, 45) * px_per_mm / small
        at = (int(rng.uniform(0, mask.shape[1])), int(rng.uniform(0, mask.shape[0])))
        start, sweep = rng.uniform(0, 360), rng.uniform(120, 360)
        width = max(1, round(rng.uniform(0.8, 3.0) * px_per_mm / small))
        axes = (round(radius), round(radius * rng.uniform(0.95, 1.0)))
        cv2.ellipse(mask, at, axes, 0, start, start + sweep, 255, width, cv2.LINE_AA)
        cv2.ellipse(mask, at, axes, 0, 0, 360, 30, -1 if rng.random() < 0.3 else 1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.25 * px_per_mm / small).astype(np.float32) / 255
    wet = cv2.resize(soft, (columns, rows)) * np.float32(rng.uniform(0.3, 1.0))
    for channel, transmittance in enumerate(COFFEE):
        page[..., channel] *= 1 - wet * np.float32(1 - transmittance)


def pressed_through(page: Image, px_per_mm: float, rng: np.random.Generator) -> None:
    """Traces of another game on the back, or of an erased one: pale dots, strokes and smudges (changed in place)."""
    rows, columns = page.shape[:2]
    mask = np.zeros((rows // 2, columns // 2), np.uint8)
    scale = px_per_mm / 2
    middle = np.array([rng.uniform(0.2, 0.8) * mask.shape[1], rng.uniform(0.2, 0.8) * mask.shape[0]])
    for _ in range(int(rng.integers(15, 120))):
        at = middle + rng.normal(0, 30 * scale, 2)
        if rng.random() < 0.75:
            radius = max(1, round(rng.uniform(0.3, 0.8) * scale))
            cv2.circle(mask, (int(at[0]), int(at[1])), radius, int(rng.integers(120, 255)), -1, cv2.LINE_AA)
        else:
            end = at + rng.normal(0, 5 * scale, 2)
            cv2.line(
                mask,
                (int(at[0]), int(at[1])),
                (int(end[0]), int(end[1])),
                int(rng.integers(80, 220)),
                max(1, round(0.4 * scale)),
                cv2.LINE_AA,
            )
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.1, 0.4) * scale).astype(np.float32) / 255
    page *= (1 - float(rng.uniform(0.03, 0.10)) * cv2.resize(soft, (columns, rows)))[..., None]

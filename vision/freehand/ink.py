"""Ink of any pen on any paper: how much darker than the paper round it a pixel is, light divided out.

The paper is taken from the photo itself: a closing (a maximum, then a minimum) fills every stroke that is
narrower than its window with the brightness beside it, and follows shadow edges exactly as it does so. What
is left is optical density, `log(paper / photo)`, per channel: the same for a stroke in the sun and in shade.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Mask = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
"""Points, paths and the like."""

BLACK_LEVEL = 8.0
"""Grey levels added before the logarithm, so that sensor noise in black does not count as ink."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Optical density of the ink over the paper, two ways; both have the shape of the photo.

    `plain` is the mean of the channels: every pen shows. `neutral` is the least of them: highlighter, crayon
    and coloured light vanish (one channel at least is as bright as the paper), black, blue and pencil stay.
    """

    plain: Field
    neutral: Field


def resized(image: Image, size: tuple[int, int]) -> Image:
    """The picture at another size (width, height); exact halving first, which is several times cheaper."""
    while min(image.shape[1] // size[0], image.shape[0] // size[1]) >= 2:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        even = image[: 2 * half[1], : 2 * half[0]]
        image = np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA), np.uint8)
    how = cv2.INTER_AREA if size[0] < image.shape[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)


def shrink(image: Image, longest: int) -> tuple[Image, float]:
    """The photo with its longer side at most `longest` pixels, and the factor it was scaled by."""
    scale = min(1.0, longest / max(image.shape[:2]))
    if scale == 1.0:
        return image, scale
    return resized(
        image, (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    ), scale


def measure_ink(image: Image, window: int) -> Ink:
    """The ink of a colour photo; strokes up to about `window` pixels wide are seen whole."""
    height, width = image.shape[:2]
    half = cv2.resize(image, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    # the median takes bright specks out, which the maximum would spread
    half = cv2.medianBlur(half, 3)
    paper = cv2.morphologyEx(half, cv2.MORPH_CLOSE, np.ones((window // 2 | 1, window // 2 | 1), np.uint8))
    # rounds the corners of the square window; wider would draw ghosts beside shadow edges
    paper = cv2.resize(cv2.blur(paper, (5, 5)), (width, height), interpolation=cv2.INTER_LINEAR)
    levels = -np.log(np.arange(256, dtype=np.float32) + BLACK_LEVEL)
    density = cv2.subtract(cv2.LUT(image, levels), cv2.LUT(paper, levels))
    blue, green, red = cv2.split(density)
    plain = np.maximum((blue + green + red) / np.float32(3.0), 0)
    neutral = np.maximum(cv2.min(cv2.min(blue, green), red), 0)
    return Ink(np.asarray(plain, np.float32), np.asarray(neutral, np.float32))

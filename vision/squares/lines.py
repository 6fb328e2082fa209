"""What printed squares look like before anything is known of them: thin dark lines, light and paper divided out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture

Image = NDArray[np.float32]

WIDEST_PX = 11
"""Wider dark things than this are no printed lines."""

SMOOTH_PX = 0.7
"""Sigma that takes a phone's grain off and leaves lines."""

LEVEL_PX = 61
LEVEL_ROUNDS = 4
"""Side of the neighbourhood whose lines are brought to one strength, and rounds of finding it."""

LEAST_LEVEL = 0.006
"""Density spread of smooth paper; below this nothing is made stronger."""

MOST = 3.5
"""Pens and edges are much darker than printed lines: cut off here, in local means."""


@dataclass(frozen=True, slots=True)
class LineMap:
    """Darkness against the paper beside, in local means, (rows, columns), and its px per px of the picture."""

    values: Image
    scale: float

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.values.shape[1], self.values.shape[0]


def line_map(picture: Picture, long_side_px: int) -> LineMap:
    """The thin dark lines of a picture brought to `long_side_px`; smaller pictures stay as they are."""
    scale = min(1.0, long_side_px / max(picture.shape[:2]))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if scale < 1.0:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    density = -np.log((grey.astype(np.float32) + 4.0) / 259.0)
    density = cv2.GaussianBlur(density, (0, 0), SMOOTH_PX)
    thin = cv2.morphologyEx(density, cv2.MORPH_TOPHAT, np.ones((WIDEST_PX, WIDEST_PX), np.uint8))
    level = np.full(thin.shape, np.float32(np.inf))
    for _ in range(LEVEL_ROUNDS):
        # Cut off again and again, so that a pen's strokes do not make the lines around them weak.
        level = cv2.blur(np.minimum(thin, 2 * level), (LEVEL_PX, LEVEL_PX)) + LEAST_LEVEL
    return LineMap(np.asarray(np.minimum(thin / level, MOST) - 1, np.float32), scale)

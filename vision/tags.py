"""Position tags in a photo: a cheap search first, tuned ones where it finds too few, then corners refined.

Knows nothing of pages; which tags belong together is told in `poses.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.fiducials import CARD_IDS, TAG_MODULES

Array = NDArray[np.float64]
Grey = NDArray[np.uint8]

CORRECTED_BITS = 7
"""Ids 0..15 of MIP_36h12 are on sheets, 16..21 on marker cards (`CARD_IDS`): least Hamming distance 15, so so many
wrong bits can be put right."""

ENOUGH_CARDS = 2
"""So many marker cards, and no sheet's tag after the second search, are a game on any paper."""

CHEAP_PIXELS = 3_000_000
"""A 12 mm tag keeps 30 px and more at 3 MP; the search time follows the pixels."""

CORNER_WINDOW = 0.22
"""Half window of the corner refinement, in modules of the tag times 1.5 mm: must not reach the next edge."""

SMOOTH_PX = (1.0, 1.4)
"""Grain makes false edges: smoothed by sigma 1 px, a 3 MP picture of night noise shows more tags in less time."""

EDGE_LEVELS = 4
"""Grey levels under the local mean that are dark: low, since what is smoothed has no grain to mistake for edges."""

FAINT_PX = (2.0, 3.0)
FAINT_GAIN = 400.0
FAINT_GREY = 160.0
FAINT_WINDOW_PX = 25.0
"""Pale tags in the dark differ by a few grey levels: against the mean of their surroundings they are stretched to this
many levels for twice the light, after more smoothing."""

STRIPES_PX = (5, 7)
"""White stripes of a printer whose nozzles or drum fail cut tags to pieces; thinner ones than this are closed."""

CROP_TAG_PX = 48.0
"""A tag that is looked for at its place is enlarged or shrunk to about this side."""

MOST_ENLARGED = 3.0
"""More than this only enlarges the blur."""

CROP_SMOOTH_PX = (1.0, 2.0, 0.0)
"""Sigmas tried there, in pixels of the photo."""

SAME_TAG_SHARE = 0.5
"""Two finds of one id nearer than this share of their side are one tag."""


SEVERAL = 100
"""With so many squares in a picture and not one a tag, squared paper is looked for: each of its squares costs time."""

CROWDED = 700
"""With so many squares in a picture, and not one a tag even when smoothed, it is squared paper: each of its squares
costs time in every further pass."""


@dataclass(frozen=True, slots=True)
class SeenTag:
    """A tag in the photo: its id and its corners (4, 2) px, clockwise from its own top left."""

    id: int
    corners_px: Array

    @property
    def is_card(self) -> bool:
        """Whether it is a marker card's, not a sheet's."""
        return self.id in CARD_IDS

    @property
    def middle_px(self) -> Array:
        """The mean of the corners (2,)."""
        return np.asarray(self.corners_px.mean(0))

    @property
    def side_px(self) -> float:
        """The mean length of the sides."""
        return float(np.hypot(*(self.corners_px - np.roll(self.corners_px, 1, 0)).T).mean())


def find_tags(
    grey: Grey, enough: float = np.inf, without_squares: Callable[[Grey], Grey | None] | None = None
) -> tuple[list[SeenTag], str]:
    """All tags that the passes find, in order of cost until there are enough, and which pass helped last.

    `without_squares` gives the picture without squared paper, if there is any: every one of its squares would cost
    time in every pass."""
    seen: list[SeenTag] = []
    won = "none"
    is_squared, number, passes = False, 0, _passes(grey)
    while (one := next(passes, None)) is not None:
        name, picture, scale, detector = one
        found, squares = _detect(picture, scale, detector)
        new = [tag for tag in found if not _is_known(tag, seen)]
        if new:
            seen, won = seen + new, name
        if number == 0 and not seen and squares > SEVERAL and without_squares is not None:
            bare = without_squares(grey)
            if bare is not None:
                is_squared = squares > CROWDED
                passes = itertools.islice(_passes(bare), 1, None)
        cards = sum(tag.is_card for tag in seen)
        is_carded = number > 0 and cards >= ENOUGH_CARDS and cards == len(seen)
        is_crowded = number > 0 and not seen and (is_squared or squares > CROWDED)
        if len(seen) - cards >= enough or is_crowded or is_carded:
            break
        number += 1
    return [refined(grey, tag) for tag in seen], won


def find_tag_near(
    grey: Grey, number: int, place_px: Array, side_px: float, reach_px: float
) -> SeenTag | None:
    """The tag of that id within reach of a place (2,), looked for thoroughly; `side_px` is about its side."""
    height, width = grey.shape
    left, top = (int(max(0.0, side - reach_px)) for side in place_px)
    right, bottom = (
        int(min(size, side + reach_px)) for side, size in zip(place_px, (width, height), strict=True)
    )
    if right - left < side_px or bottom - top < side_px:
        return None
    crop = grey[top:bottom, left:right]
    scale = min(MOST_ENLARGED, CROP_TAG_PX / side_px)
    way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    sized = np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    pictures = [_smooth(sized, sigma * scale) for sigma in CROP_SMOOTH_PX]
    module = round(scale * side_px / TAG_MODULES)
    closed = without_stripes(sized, max(3, module // 2 | 1))
    for picture in (*pictures, _stretched(pictures[1]), closed):
        for tag in _detect(picture, scale, _detector(is_thorough=True, window_step=16))[0]:
            if tag.id == number:
                return refined(grey, SeenTag(number, tag.corners_px + np.array([left, top])))
    return None


def _is_known(tag: SeenTag, seen: list[SeenTag]) -> bool:
    return any(
        other.id == tag.id
        and np.hypot(*(other.middle_px - tag.middle_px)) < SAME_TAG_SHARE * max(other.side_px, tag.side_px)
        for other in seen
    )


def _passes(grey: Grey) -> Iterator[tuple[str, Grey, float, cv2.aruco.ArucoDetector]]:
    scale = min(1.0, (CHEAP_PIXELS / grey.size) ** 0.5)
    small = (
        grey
        if scale == 1.0
        else np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    )
    yield "cheap", small, scale, _detector(is_thorough=False)
    for sigma in SMOOTH_PX:
        yield f"smooth {sigma}", _smooth(small, sigma), scale, _detector(is_thorough=True)
    yield "thorough", small, scale, _detector(is_thorough=True)
    for sigma in FAINT_PX:
        yield f"faint {sigma}", _stretched(_smooth(small, sigma)), scale, _detector(is_thorough=True)
    for width in STRIPES_PX:
        yield f"stripes {width}", without_stripes(small, width), scale, _detector(is_thorough=True)
    if scale < 0.75:
        yield "full size", _smooth(grey, SMOOTH_PX[0]), 1.0, _detector(is_thorough=True)


def _smooth(grey: Grey, sigma_px: float) -> Grey:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma_px), np.uint8) if sigma_px else grey


def without_stripes(grey: Grey, width_px: int) -> Grey:
    """The picture without bright lines thinner than this; so long as dark and bright parts are wider, they stay."""
    return np.asarray(
        cv2.morphologyEx(grey, cv2.MORPH_OPEN, np.ones((width_px, width_px), np.uint8)), np.uint8
    )


def _stretched(grey: Grey) -> Grey:
    """The picture against the mean of each place's surroundings, with more contrast."""
    around = np.maximum(cv2.GaussianBlur(grey, (0, 0), FAINT_WINDOW_PX).astype(np.float32), 1)
    return np.asarray(
        cv2.convertScaleAbs(np.maximum((grey / around - 1) * FAINT_GAIN + FAINT_GREY, 0)), np.uint8
    )


@cache
def _detector(*, is_thorough: bool, window_step: int = 8) -> cv2.aruco.ArucoDetector:
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    own = cv2.aruco.Dictionary(whole.bytesList[: CARD_IDS.stop], whole.markerSize, CORRECTED_BITS)
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 1.0
    parameters.minMarkerPerimeterRate = 0.02
    if is_thorough:
        (
            parameters.adaptiveThreshWinSizeMin,
            parameters.adaptiveThreshWinSizeMax,
            parameters.adaptiveThreshWinSizeStep,
        ) = 5, 45, window_step
        parameters.adaptiveThreshConstant = EDGE_LEVELS
        parameters.polygonalApproxAccuracyRate = 0.05
        parameters.minOtsuStdDev = 2.0
        parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    else:
        (
            parameters.adaptiveThreshWinSizeMin,
            parameters.adaptiveThreshWinSizeMax,
            parameters.adaptiveThreshWinSizeStep,
        ) = 13, 33, 20
    return cv2.aruco.ArucoDetector(own, parameters)


def _detect(picture: Grey, scale: float, detector: cv2.aruco.ArucoDetector) -> tuple[list[SeenTag], int]:
    """The tags in a picture, and how many other squares there are."""
    corners, ids, others = detector.detectMarkers(picture)
    if ids is None:  # the stubs do not know that nothing may be found
        return [], len(others)  # type: ignore[unreachable]
    return [
        SeenTag(int(number), (np.asarray(four, float).reshape(4, 2) + 0.5) / scale - 0.5)
        for four, number in zip(corners, np.ravel(ids), strict=True)
    ], len(others)


def refined(grey: Grey, tag: SeenTag) -> SeenTag:
    """Corners to a fraction of a pixel, in a window that stays within the tag's own border."""
    side = tag.side_px
    window = max(2, int(side / 8 * 1.5 * CORNER_WINDOW * 2))
    height, width = grey.shape
    if (tag.corners_px < window + 2).any() or (
        tag.corners_px > [width - window - 3, height - window - 3]
    ).any():
        return tag
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    corners = tag.corners_px.astype(np.float32).reshape(-1, 1, 2).copy()
    better = cv2.cornerSubPix(grey, corners, (window, window), (-1, -1), criteria).reshape(4, 2)
    moved = np.hypot(*(better - tag.corners_px).T).max()
    return SeenTag(tag.id, better.astype(float)) if moved < 0.12 * side else tag

"""Whether a photo is good enough to be read at all: distance, sharpness and glare, judged before reading is tried.

A picture that cannot be read well is better taken again than half guessed. The limits are where reading breaks down
on pretend photos, with room: a photo that is merely poor goes on and its marks say how sure they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.fiducials import TAG_MM, TAG_MODULES, tags
from printables.layout import Sheet
from vision.errors import Outline, PhotoBlurred, PhotoGlaring, PhotoTooFar, SheetNotFound
from vision.locate import Sighting
from vision.photo import Picture

Array = NDArray[np.float64]
Grey = NDArray[np.uint8]

LEAST_PX_PER_MM = 1.3
"""A lattice step of 5 mm has 7 px then, a dot two; tags are found down to about this."""

MOST_BLUR_MM = 0.95
"""Sigma of an edge on the paper as measured; more than a millimetre in truth: a cross of 3 mm melts into a blot."""

MOST_GLARE = 0.3
"""Share of a board that is burnt out: pen strokes on it are gone."""

BURNT = 253
"""A channel at this level says nothing any more."""

GLARE_PX_PER_MM = 0.5

LEAST_PATCH_PX = 6
"""Resolution at which glare is looked for, and the area of the smallest patch that is shown: 5 mm across."""

FARTHEST_PX = 20_000.0
"""Outlines are drawn no farther outside of the picture."""

EDGE_REACH = 1.3
"""Edges of a tag are followed this far to both sides, in modules."""

LEAST_CONTRAST = 8.0
"""Grey levels between a tag's black and the paper; with less there is no edge to measure."""

DARK_LEVEL = 60
SOFT_EDGE = 0.055
"""Of a whole picture: its bright parts are darker than this; its steepest edges rise less than this share of its
contrast from pixel to pixel, at a million pixels."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How a sheet was caught: the least scale on the page, the blur of edges on the paper, the burnt-out share."""

    px_per_mm: float
    blur_mm: float
    glare: float


def check_quality(picture: Picture, sighting: Sighting, sheet: Sheet) -> Quality:
    """The quality of a sheet in a photo. Raises `PhotoTooFar`, `PhotoBlurred` or `PhotoGlaring`."""
    scale, blur = scale_on(sighting), blur_of(picture, sighting)
    glare, burnt = glare_on(picture, sighting, sheet)
    if scale < LEAST_PX_PER_MM:
        raise PhotoTooFar(scale, LEAST_PX_PER_MM)
    if blur > MOST_BLUR_MM:
        raise PhotoBlurred(blur, MOST_BLUR_MM)
    if glare > MOST_GLARE:
        raise PhotoGlaring(glare, MOST_GLARE, outlines=burnt)
    return Quality(scale, blur, glare)


def scale_on(sighting: Sighting) -> float:
    """Pixels per mm where the page is smallest: at the farthest of its corners."""
    width, height = sighting.page.width_mm, sighting.page.height_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height), (width / 2, height / 2)], float)
    here = sighting.to_px(corners)
    across = np.hypot(*(sighting.to_px(corners + [1.0, 0.0]) - here).T)
    down = np.hypot(*(sighting.to_px(corners + [0.0, 1.0]) - here).T)
    return float(np.sqrt(across * down).min())


def blur_of(picture: Picture, sighting: Sighting) -> float:
    """Sigma of the edges of the tags, in mm on the paper, in the direction in which it is worst."""
    module = TAG_MM / TAG_MODULES
    steps = np.linspace(-EDGE_REACH, EDGE_REACH, 33) * module
    along = np.linspace(0.12, 0.88, 24)
    blurs: list[list[float]] = [[], []]
    for corners in sighting.tags_px:
        px_per_mm = float(np.hypot(*(corners - np.roll(corners, 1, 0)).T).mean()) / TAG_MM
        profiles = [_across_side(picture, corners, side, along, steps * px_per_mm) for side in range(4)]
        # A shaken picture is sharp one way: that way tells the contrast.
        height = max(float(np.percentile(one, 95) - np.percentile(one, 5)) for one in profiles)
        for side, profile in enumerate(profiles):
            steepest = float(np.diff(profile).max())
            if height > LEAST_CONTRAST and steepest > 0:
                step_mm = float(steps[1] - steps[0])
                blurs[side % 2].append(height * step_mm / (steepest * np.sqrt(2 * np.pi)))
    return max((float(np.median(some)) for some in blurs if some), default=0.0)


def _across_side(picture: Picture, corners: Array, side: int, along: Array, across_px: Array) -> Array:
    """Brightness across one side of a tag, from inside to outside: the median along the side."""
    a, b = corners[side], corners[(side + 1) % 4]
    outwards = (a + b) / 2 - corners.mean(0)
    outwards = outwards / np.hypot(*outwards)
    points = (a + (b - a) * along[:, None])[:, None, :] + outwards * across_px[None, :, None]
    where = points.astype(np.float32)
    values = cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR)
    return np.asarray(np.median(values.mean(2), axis=0))


def glare_on(picture: Picture, sighting: Sighting, sheet: Sheet) -> tuple[float, tuple[Outline, ...]]:
    """The burnt-out share of the board that has most of it, and the outlines of the patches (px)."""
    to_small = np.diag([GLARE_PX_PER_MM, GLARE_PX_PER_MM, 1.0]) @ np.linalg.inv(sighting.homography)
    size = (round(sighting.page.width_mm * GLARE_PX_PER_MM), round(sighting.page.height_mm * GLARE_PX_PER_MM))
    small = cv2.warpPerspective(picture, to_small, size, flags=cv2.INTER_LINEAR)
    burnt = np.asarray((small.min(2) >= BURNT) * 255, np.uint8)
    burnt = np.asarray(cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    shares = [0.0]
    for board in sheet.boards:
        left, top, right, bottom = (max(0, int(side * GLARE_PX_PER_MM)) for side in board.box_mm)
        if right > left and bottom > top:
            shares.append(float((burnt[top:bottom, left:right] > 0).mean()))
    found = cv2.findContours(burnt, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    patches = [
        Outline(
            tuple(
                map(tuple, sighting.to_px(np.asarray(line.reshape(-1, 2) / GLARE_PX_PER_MM, float)).tolist())
            ),
            is_good=False,
        )
        for line in found
        if cv2.contourArea(line) > LEAST_PATCH_PX
    ]
    return max(shares), tuple(patches)


def outlines_of(sighting: Sighting) -> tuple[Outline, ...]:
    """The page as it would lie flat, the tags that were seen, and the places of those that were not."""
    width, height = sighting.page.width_mm, sighting.page.height_mm
    page = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    seen = {tag.id: px for tag, px in zip(sighting.tags, sighting.tags_px, strict=True)}
    shown = [_outline(sighting.to_px(page), is_good=True)]
    for tag in tags(sighting.page):
        px = seen.get(tag.id, sighting.to_px(np.array(tag.corners_mm)))
        shown.append(_outline(px, is_good=tag.id in seen))
    return tuple(shown)


def _outline(corners_px: Array, *, is_good: bool) -> Outline:
    near = np.clip(corners_px, -FARTHEST_PX, FARTHEST_PX)  # a page seen edge-on reaches to the horizon
    return Outline(tuple((float(x), float(y)) for x, y in near), is_good)


def explained(error: SheetNotFound, picture: Picture) -> SheetNotFound:
    """The error with what is to blame, where the picture itself tells."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    if is_dark(grey):
        en, ru = (
            "the picture is dark; turn on a light or use the flash",
            "снимок тёмный; включите свет или вспышку",
        )
    elif is_soft(grey):
        en, ru = (
            "the picture is blurred; tap on the sheet and hold still",
            "снимок нерезкий; наведите резкость на лист",
        )
    else:
        return error
    return SheetNotFound(
        f"{error.en.rpartition(';')[0]}; {en}",
        f"{error.ru.rpartition(';')[0]}; {ru}",
        tags_seen=error.tags_seen,
        outlines=error.outlines,
        cards_px=error.cards_px,
    )


def is_dark(grey: Grey) -> bool:
    """Whether even the bright parts of a picture are dark."""
    return bool(np.percentile(grey[::8, ::8], 95) < DARK_LEVEL)


def is_soft(grey: Grey) -> bool:
    """Whether a picture has no sharp edge anywhere."""
    factor = min(1.0, (1_000_000 / grey.size) ** 0.5)
    small = np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.float32)
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
    low, high = np.percentile(smooth[::4, ::4], [1, 99])
    slope = max(np.percentile(np.abs(np.diff(smooth, axis=axis)), 99.8) for axis in (0, 1))
    return bool(high - low > 20 and slope < SOFT_EDGE * (high - low))

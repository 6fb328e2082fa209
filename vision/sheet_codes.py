"""Which sheet it is: the QR codes in a photo, and the code strip at its place on a page."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.errors import CodeError
from printables.fiducials import (
    STRIP_COLUMNS,
    STRIP_MASK,
    STRIP_MODULE_MM,
    STRIP_ROWS,
    TAGS_A_PAGE,
    strip_box,
    strip_payload,
)
from printables.identity import PAYLOAD_BYTES, Identity, SheetCode, parse_qr
from printables.paper import Page
from vision.poses import Pose, project
from vision.reed_solomon import mended_words
from vision.tags import Grey, without_stripes

Array = NDArray[np.float64]

SMALL_PIXELS = 2_500_000
"""Pictures smaller than this are doubled for the QR reader, which wants 4 px a module."""

FLAT_PX_PER_MM = 5.0
"""A QR code that the photo does not give is looked for on the flattened page: 6 px a module, without the tilt."""

STRIPES_FLAT_PX = (0, 3, 5)
"""White stripes of a poor print that are thinner are closed on the flattened page, if the code is not read at once."""

STRIPE_PX = 7
"""The same for the strip, in pixels of the photo: its modules are twice as wide as the QR code's."""

STRIP_SHIFTS_MM = ((0.0, 0.0), (0.0, 0.6), (0.0, -0.6), (0.6, 0.0), (-0.6, 0.0), (0.0, 1.2), (0.0, -1.2))
"""Where a strip with several wrong modules is tried: its modules have 2.1 mm."""

SEARCH_SHIFTS_MM = tuple(0.7 * step for step in range(-4, 5))
SEARCH_BOWS_MM = (-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4)
SEARCH_TURNS_MM = (-1.4, 0.0, 1.4)
"""Where a strip with hardly a wrong module is searched for: along and across, bent, and its ends apart or turned."""

MOST_ROWS = 30_000
"""Of a picture that OpenCV's `remap` makes."""

SMOOTH_MODULES = 0.22
"""Sigma of the smoothing against grain, in modules."""

LEAST_STRIP_SPREAD = 20.0
"""Grey levels between black and white modules; with less there is no strip."""

UNCLEAR_MODULE = 0.12
"""A module this near to the cut, in shares of the spread, counts as not seen."""


@dataclass(frozen=True, slots=True)
class SeenCode:
    """A QR code of ours: what it says, and its corners (4, 2) px, clockwise from its own top left."""

    code: SheetCode
    corners_px: Array


def find_codes(grey: Grey) -> list[SeenCode]:
    """The QR codes of ours in the picture."""
    scale = 2.0 if grey.size < SMALL_PIXELS else 1.0
    large = (
        grey
        if scale == 1.0
        else np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    )
    return [SeenCode(code, corners / scale) for code, corners in _read_codes(large)]


def code_on(grey: Grey, pose: Pose, codes: Sequence[SeenCode]) -> SeenCode | None:
    """The QR code that lies on this page and names its form; if there is none yet, the flattened page is asked."""
    back = np.linalg.inv(pose.homography)

    def is_here(seen: SeenCode) -> bool:
        x, y = project(back, seen.corners_px).mean(0)
        is_inside = 0 < x < pose.page.width_mm and 0 < y < pose.page.height_mm
        return bool(is_inside) and seen.code.page == pose.page

    here = next(filter(is_here, codes), None)
    return here if here is not None else next(filter(is_here, _codes_on_flat(grey, pose)), None)


def _codes_on_flat(grey: Grey, pose: Pose) -> Iterator[SeenCode]:
    """The QR codes on the page as the pose flattens it, smoothed against grain, then with white stripes closed."""
    to_flat = np.diag([FLAT_PX_PER_MM, FLAT_PX_PER_MM, 1.0]) @ np.linalg.inv(pose.homography)
    size = (round(pose.page.width_mm * FLAT_PX_PER_MM), round(pose.page.height_mm * FLAT_PX_PER_MM))
    flat = np.asarray(cv2.warpPerspective(grey, to_flat, size, flags=cv2.INTER_LINEAR), np.uint8)
    for width in STRIPES_FLAT_PX:
        closed = without_stripes(flat, width) if width else flat
        for code, corners in _read_codes(np.asarray(cv2.GaussianBlur(closed, (0, 0), 1.0), np.uint8)):
            yield SeenCode(code, project(np.linalg.inv(to_flat), corners))


def _read_codes(grey: Grey) -> list[tuple[SheetCode, Array]]:
    """Every QR code of ours with its corners (4, 2) px."""
    import zxingcpp

    found = []
    formats = zxingcpp.barcode_formats_from_str("QRCode")
    for code in zxingcpp.read_barcodes(
        grey, formats=formats, try_rotate=False, try_downscale=False, try_invert=False
    ):
        try:
            sheet = parse_qr(code.text)
        except CodeError:
            continue
        place = code.position
        corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        found.append((sheet, np.array([(corner.x, corner.y) for corner in corners], float)))
    return found


def strip_on(grey: Grey, pose: Pose, *, is_needed: bool) -> Identity | None:
    """What the code strip says: mended at its place, or, if needed, found whole near it, since paper curls."""
    pictures = [_smoothed(grey, pose)]
    if (found := _mended(pictures[0], pose)) is not None or not is_needed:
        return found
    pictures.append(_smoothed(without_stripes(grey, STRIPE_PX), pose))
    ways = itertools.chain((_mended(pictures[1], pose),), (_searched(picture, pose) for picture in pictures))
    return next((identity for identity in ways if identity is not None), None)


def _mended(smooth: Grey, pose: Pose) -> Identity | None:
    """What the strip says at its place, with some of its modules mended."""
    shifts = np.array(STRIP_SHIFTS_MM)
    for homography in _strip_maps(pose):
        for values in _values_at(smooth, homography, pose.page, shifts, np.zeros((len(shifts), 3))):
            payload = _strip_payload(values)
            identity = Identity.from_payload(payload) if payload is not None else None
            if identity is not None and identity.page == pose.page:
                return identity
    return None


def _searched(grey: Grey, pose: Pose) -> Identity | None:
    """The identity in the strip where it is read without a fault at thousands of tries, or the one read most often."""
    shifts = np.array(list(itertools.product(SEARCH_SHIFTS_MM, SEARCH_SHIFTS_MM)))
    bends = np.array(list(itertools.product(SEARCH_BOWS_MM, SEARCH_TURNS_MM, SEARCH_TURNS_MM)))
    tries = (np.repeat(shifts, len(bends), 0), np.tile(bends, (len(shifts), 1)))
    for homography in _strip_maps(pose):
        said: Counter[Identity] = Counter()
        for payload in _whole_payloads(_values_at(grey, homography, pose.page, *tries)):
            identity = Identity.from_payload(payload)
            if identity is not None and identity.page == pose.page:
                said[identity] += 1
        if said:
            return said.most_common(1)[0][0]
    return None


def _smoothed(grey: Grey, pose: Pose) -> Grey:
    """The picture with the strip's neighbourhood smoothed against grain."""
    left, top, right, bottom = strip_box(pose.page)
    box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    outer = project(pose.homography, box + np.sign(box - box.mean(0)) * STRIP_ROWS * STRIP_MODULE_MM)
    x0, y0 = np.clip(outer.min(0).astype(int), 0, None)
    x1, y1 = np.clip(outer.max(0).astype(int) + 1, 0, [grey.shape[1], grey.shape[0]])
    module = float(np.hypot(*(outer[1] - outer[0]))) / (STRIP_COLUMNS + 2 * STRIP_ROWS)
    if x1 <= x0 or y1 <= y0 or not 0 < module < min(grey.shape):
        return grey
    smooth = grey.copy()
    smooth[y0:y1, x0:x1] = cv2.GaussianBlur(grey[y0:y1, x0:x1], (0, 0), SMOOTH_MODULES * module)
    return smooth


def _values_at(grey: Grey, homography: Array, page: Page, shifts_mm: Array, bends_mm: Array) -> Array:
    """Grey values of the modules (tries, rows, columns).

    `shifts_mm` (n, 2) move the strip along and across; `bends_mm` (n, 3) bow it, stretch it and turn it, measured
    at its middle and at its ends.
    """
    left, top, right, _ = strip_box(page)
    x = left + (np.arange(STRIP_COLUMNS) + 0.5) * STRIP_MODULE_MM
    y = top + (np.arange(STRIP_ROWS) + 0.5) * STRIP_MODULE_MM
    end = (x - left) / (right - left) * 2 - 1
    bow, stretch, turn = bends_mm.T[:, :, None]
    along = x + shifts_mm[:, :1] + stretch * end
    across = y[:, None] + (shifts_mm[:, 1:] + bow * (1 - end**2) + turn * end)[:, None, :]
    place = np.stack([np.broadcast_to(along[:, None, :], across.shape), across], -1)
    px = project(homography, place.reshape(-1, 2)).astype(np.float32).reshape(len(shifts_mm), -1, 2)
    pieces = [  # remap takes no more than 32,767 rows
        cv2.remap(grey, some[..., 0], some[..., 1], cv2.INTER_LINEAR)
        for some in np.array_split(px, -(-len(px) // MOST_ROWS))
    ]
    return np.concatenate(pieces).astype(float).reshape(len(px), STRIP_ROWS, STRIP_COLUMNS)


def _whole_payloads(values: Array) -> Iterator[bytes]:
    """The payloads of those tries (n, rows, columns) that have no wrong byte, or a single one."""
    low, high = (
        cv2.blur(edge, (9, 1), borderType=cv2.BORDER_REFLECT) for edge in (values.min(1), values.max(1))
    )
    is_black = values < (low + high)[:, None, :] / 2
    pairs = is_black.transpose(0, 2, 1).reshape(len(values), -1, 8)
    coded = np.packbits(pairs, axis=2)[..., 0] ^ np.frombuffer(STRIP_MASK, np.uint8)
    is_clear = np.median(high - low, axis=1) >= LEAST_STRIP_SPREAD
    for word in mended_words(coded[is_clear]):
        yield bytes(word[:PAYLOAD_BYTES])


def _strip_maps(pose: Pose) -> Iterator[Array]:
    """The page near the strip: by the two tags at its ends, which curl with it, then by the whole page."""
    ends = [k for k, tag in enumerate(pose.tags) if tag.id % TAGS_A_PAGE in (0, 1)]
    if len(ends) == 2:
        mm = np.array([pose.tags[k].corners_mm for k in ends]).reshape(-1, 2)
        local, _ = cv2.findHomography(mm, pose.tags_px[ends].reshape(-1, 2), 0)
        if local is not None:
            yield np.asarray(local, float)
    yield pose.homography


def _strip_payload(values: Array) -> bytes | None:
    """The bytes in the strip's grey values (rows, columns); light may change along it, so the cut goes with it."""
    low, high = (
        cv2.blur(np.sort(values, 0)[row][None], (9, 1), borderType=cv2.BORDER_REFLECT)[0] for row in (0, -1)
    )
    spread = high - low
    if np.median(spread) < LEAST_STRIP_SPREAD:
        return None
    cut = (low + high) / 2
    unclear = [
        (int(c), int(r))
        for r, c in zip(*np.nonzero(np.abs(values - cut) < UNCLEAR_MODULE * spread), strict=True)
    ]
    return strip_payload(
        ["".join("#" if v < c else "." for v, c in zip(row, cut, strict=True)) for row in values], unclear
    )

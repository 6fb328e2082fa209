"""From a photo to a `Sighting`: which tags of a sheet are where, and which sheet it says it is.

Two passes look for tags: a cheap one on a small picture, and, when it finds too few, tuned ones. Any two
tags are enough to go on; the printed lattice does the rest in `flatten.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.errors import CodeError
from printables.fiducials import (
    STRIP_COLUMNS,
    STRIP_MODULE_MM,
    STRIP_ROWS,
    TAGS_A_PAGE,
    strip_box,
    strip_payload,
    tags,
)
from printables.identity import Identity, SheetCode, parse_qr
from printables.layout import Tag
from printables.paper import PAPERS, Orientation, Page
from vision.errors import SheetNotFound
from vision.photo import Photo

Array = NDArray[np.float64]
Grey = NDArray[np.uint8]

OWN_IDS = 16
"""Ids 0..15 of MIP_36h12: least Hamming distance 16, so 7 wrong bits can be put right."""
CORRECTED_BITS = 7

CHEAP_PIXELS = 3_000_000
"""A 12 mm tag keeps 30 px and more at 3 MP; the search time follows the pixels."""

SMALL_PIXELS = 2_500_000
"""Pictures smaller than this are doubled for the QR reader, which wants 4 px a module."""

ENOUGH_TAGS = 6
"""With fewer than this many, the slower passes look again."""

LEAST_TAGS = 2
"""Eight corners fix a homography twice over and show a false tag."""

FLAT_MM = 9.0
"""Tags this near to a flat page vote for it; curled corners do not."""

CONSISTENT_MM = 45.0
"""A tag may lie this far from where the flat page puts it (a lifted corner); a false one lies anywhere."""

STRIP_SHIFTS_MM = ((0.0, 0.0), (0.0, 0.6), (0.0, -0.6), (0.6, 0.0), (-0.6, 0.0), (0.0, 1.2), (0.0, -1.2))
"""Where the strip is tried: its modules have 2.1 mm."""

LEAST_STRIP_SPREAD = 20.0
"""Grey levels between black and white modules; with less there is no strip."""

UNCLEAR_MODULE = 0.12
"""A module this near to the cut, in shares of the spread, counts as not seen."""

CORNER_WINDOW = 0.22
"""Half window of the corner refinement, in modules of the tag times 1.5 mm: must not reach the next edge."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A sheet in a photo: its tags, the flat map from page mm to pixels, and what its codes say.

    `tags_px` has a row of four corners, (4, 2) px, for each of `tags`. `homography` maps page mm to px.
    `code` is what the QR code told, `identity` what the strip told; both may be `None`.
    `qr_px` are the QR code's corners (4, 2), from its own top left clockwise, where it was read.
    `found_by` names the pass that won.
    """

    page: Page
    tags: tuple[Tag, ...]
    tags_px: Array
    homography: Array
    code: SheetCode | None
    identity: Identity | None
    qr_px: Array | None
    found_by: str

    def to_px(self, points_mm: Array) -> Array:
        """Page mm (n, 2) to pixels, as if the paper were flat."""
        return project(self.homography, points_mm)


def project(homography: NDArray[np.floating[Any]], points: NDArray[np.floating[Any]]) -> Array:
    """Apply a 3x3 homography to (n, 2) points."""
    moved = np.asarray(points, float) @ homography[:, :2].T + homography[:, 2]
    return np.asarray(moved[:, :2] / moved[:, 2:3])


def locate(photo: Photo) -> list[Sighting]:
    """All sheets in the photo. Raises `SheetNotFound`."""
    grey = np.asarray(cv2.cvtColor(photo.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    seen, found_by = _find_tags(grey)
    if len(seen) < LEAST_TAGS:
        raise SheetNotFound(
            f"{len(seen)} of eight position tags seen; expected at least {LEAST_TAGS}; "
            "show the whole sheet, flat, sharp and well lit",
            f"видно меток: {len(seen)} из восьми; нужно хотя бы {LEAST_TAGS}; "
            "снимите весь лист, ровно, резко и при хорошем свете",
            tags_seen=len(seen),
        )
    texts = _qr_codes(grey)
    sightings = [_sighting(grey, group, texts, found_by) for group in _groups(seen)]
    return sorted(
        sightings, key=lambda sighting: (sighting.tags_px[..., 1].mean(), sighting.tags_px[..., 0].mean())
    )


# --- tags ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _SeenTag:
    id: int
    corners_px: Array


def _find_tags(grey: Grey) -> tuple[list[_SeenTag], str]:
    """The passes in order of cost; the best result so far is kept."""
    best: list[_SeenTag] = []
    won = "none"
    for name, picture, scale, detector in _passes(grey):
        seen = _detect(picture, scale, detector)
        if len(seen) > len(best):
            best, won = seen, name
        if len(best) >= ENOUGH_TAGS:
            break
    return [_refined(grey, tag) for tag in best], won


def _passes(grey: Grey) -> Iterator[tuple[str, Grey, float, cv2.aruco.ArucoDetector]]:
    scale = min(1.0, (CHEAP_PIXELS / grey.size) ** 0.5)
    small = (
        grey
        if scale == 1.0
        else np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    )
    yield "cheap", small, scale, _detector(is_thorough=False)
    yield "thorough", small, scale, _detector(is_thorough=True)
    clear = np.asarray(cv2.createCLAHE(4.0, (12, 12)).apply(small), np.uint8)
    yield "contrast", clear, scale, _detector(is_thorough=True)
    if scale < 0.75:
        yield "full size", grey, 1.0, _detector(is_thorough=True)


def _detector(*, is_thorough: bool) -> cv2.aruco.ArucoDetector:
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    own = cv2.aruco.Dictionary(whole.bytesList[:OWN_IDS], whole.markerSize, CORRECTED_BITS)
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 1.0
    parameters.minMarkerPerimeterRate = 0.02
    if is_thorough:
        (
            parameters.adaptiveThreshWinSizeMin,
            parameters.adaptiveThreshWinSizeMax,
            parameters.adaptiveThreshWinSizeStep,
        ) = 5, 45, 8
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


def _detect(picture: Grey, scale: float, detector: cv2.aruco.ArucoDetector) -> list[_SeenTag]:
    corners, ids, _ = detector.detectMarkers(picture)
    if ids is None:  # the stubs do not know that nothing may be found
        return []  # type: ignore[unreachable]
    return [
        _SeenTag(int(number), (np.asarray(four, float).reshape(4, 2) + 0.5) / scale - 0.5)
        for four, number in zip(corners, np.ravel(ids), strict=True)
    ]


def _refined(grey: Grey, tag: _SeenTag) -> _SeenTag:
    """Corners to a fraction of a pixel, in a window that stays within the tag's own border."""
    side = float(np.hypot(*(tag.corners_px - np.roll(tag.corners_px, 1, 0)).T).mean())
    window = max(2, int(side / 8 * 1.5 * CORNER_WINDOW * 2))
    height, width = grey.shape
    if (tag.corners_px < window + 2).any() or (
        tag.corners_px > [width - window - 3, height - window - 3]
    ).any():
        return tag
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    corners = tag.corners_px.astype(np.float32).reshape(-1, 1, 2).copy()
    refined = cv2.cornerSubPix(grey, corners, (window, window), (-1, -1), criteria).reshape(4, 2)
    moved = np.hypot(*(refined - tag.corners_px).T).max()
    return _SeenTag(tag.id, refined.astype(float)) if moved < 0.12 * side else tag


def _groups(seen: list[_SeenTag]) -> list[list[_SeenTag]]:
    """Tags sorted into sheets: by paper, then so that no id comes twice and the middles agree."""
    groups: list[list[_SeenTag]] = []
    for tag in sorted(seen, key=lambda tag: tag.id):
        middles = [np.mean([other.corners_px.mean(0) for other in group], axis=0) for group in groups]
        fits = [
            (float(np.hypot(*(middle - tag.corners_px.mean(0)))), k)
            for k, (group, middle) in enumerate(zip(groups, middles, strict=True))
            if all(other.id != tag.id and other.id // TAGS_A_PAGE == tag.id // TAGS_A_PAGE for other in group)
        ]
        if fits:
            groups[min(fits)[1]].append(tag)
        else:
            groups.append([tag])
    return [group for group in groups if len(group) >= LEAST_TAGS] or groups[:1]


# --- which page, and which sheet ----------------------------------------------------------------------


def _sighting(
    grey: Grey, group: list[_SeenTag], texts: list[tuple[SheetCode, Array]], found_by: str
) -> Sighting:
    paper = PAPERS[group[0].id // TAGS_A_PAGE]
    poses = sorted((_pose(Page(paper, way), group) for way in Orientation), key=lambda pose: pose.error_mm)
    told = []
    for pose in poses:
        if len(pose.tags) < LEAST_TAGS:
            continue
        code, qr_px = _code_on(pose, texts)
        identity = _strip_on(grey, pose)
        told.append(
            Sighting(pose.page, pose.tags, pose.tags_px, pose.homography, code, identity, qr_px, found_by)
        )
        if code is not None or identity is not None:
            return told[-1]
    if told:
        return told[0]
    raise SheetNotFound(
        f"{len(group)} position tags seen, but not in the places of one sheet; show one sheet, flat and whole",
        f"видно меток: {len(group)}, но не на местах одного листа; снимите один лист, ровно и целиком",
        tags_seen=len(group),
    )


@dataclass(frozen=True, slots=True)
class _Pose:
    page: Page
    tags: tuple[Tag, ...]
    tags_px: Array
    homography: Array
    error_mm: float


def _pose(page: Page, group: list[_SeenTag]) -> _Pose:
    """The flat page that fits the tags best; tags that fit nobody else are left out."""
    places = {tag.id: tag for tag in tags(page)}
    known = [tag for tag in group if tag.id in places]
    mm = np.array([places[tag.id].corners_mm for tag in known]).reshape(-1, 2)
    px = np.array([tag.corners_px for tag in known]).reshape(-1, 2)
    homography = _homography(px, mm, is_robust=len(known) > 2)
    if homography is None:
        return _Pose(page, (), px.reshape(-1, 4, 2), np.eye(3), np.inf)
    errors = np.hypot(*(project(homography, px) - mm).T).reshape(-1, 4).max(1)
    kept = errors < CONSISTENT_MM
    if kept.sum() < LEAST_TAGS:
        return _Pose(page, (), px.reshape(-1, 4, 2), np.eye(3), np.inf)
    flat = kept & (errors < FLAT_MM)
    rows = np.repeat(flat if flat.sum() >= LEAST_TAGS else kept, 4)
    to_px, _ = cv2.findHomography(mm[rows], px[rows], 0)
    back = np.hypot(*(project(np.linalg.inv(to_px), px[rows]) - mm[rows]).T)
    chosen = tuple(places[tag.id] for tag, keep in zip(known, kept, strict=True) if keep)
    lost = len(known) - len(chosen)
    return _Pose(
        page, chosen, px.reshape(-1, 4, 2)[kept], np.asarray(to_px, float), float(back.mean()) + 5.0 * lost
    )


def _homography(source: Array, target: Array, *, is_robust: bool) -> Array | None:
    """The homography between two sets of points, `None` where there is none; robust ones may leave points out."""
    found: Any = cv2.findHomography(source, target, cv2.RANSAC if is_robust else 0, FLAT_MM)[0]
    return None if found is None else np.asarray(found, float)


def _qr_codes(grey: Grey) -> list[tuple[SheetCode, Array]]:
    """Every QR code of ours in the picture, with its corners (4, 2) px, from its own top left clockwise."""
    import zxingcpp

    found = []
    scale = 2.0 if grey.size < SMALL_PIXELS else 1.0
    large = (
        grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    )
    for code in zxingcpp.read_barcodes(large, formats=zxingcpp.barcode_formats_from_str("QRCode")):
        try:
            sheet = parse_qr(code.text)
        except CodeError:
            continue
        corners = [
            code.position.top_left,
            code.position.top_right,
            code.position.bottom_right,
            code.position.bottom_left,
        ]
        found.append((sheet, np.array([(corner.x, corner.y) for corner in corners], float) / scale))
    return found


def _code_on(pose: _Pose, texts: list[tuple[SheetCode, Array]]) -> tuple[SheetCode | None, Array | None]:
    """The QR code that lies on this page and names its form, and its corners."""
    back = np.linalg.inv(pose.homography)
    for code, corners in texts:
        x, y = project(back, corners).mean(0)
        if code.page == pose.page and 0 < x < pose.page.width_mm and 0 < y < pose.page.height_mm:
            return code, corners
    return None, None


def _strip_on(grey: Grey, pose: _Pose) -> Identity | None:
    """What the code strip says, read at its place between two tags; tried a little off it too, since paper curls."""
    left, top, _, _ = strip_box(pose.page)
    x = left + (np.arange(STRIP_COLUMNS) + 0.5) * STRIP_MODULE_MM
    y = top + (np.arange(STRIP_ROWS) + 0.5) * STRIP_MODULE_MM
    grid = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    for homography in _strip_maps(pose):
        for shift in STRIP_SHIFTS_MM:
            px = (
                project(homography, grid + np.array(shift))
                .astype(np.float32)
                .reshape(STRIP_ROWS, STRIP_COLUMNS, 2)
            )
            values = cv2.remap(grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR).astype(float)
            payload = _strip_payload(values)
            identity = Identity.from_payload(payload) if payload is not None else None
            if identity is not None and identity.page == pose.page:
                return identity
    return None


def _strip_maps(pose: _Pose) -> Iterator[Array]:
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

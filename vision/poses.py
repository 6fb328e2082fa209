"""Which tags lie on one sheet, and how that sheet lies in the photo: the flat page that fits them best.

One sheet gives one group. Where an id is seen twice there are several sheets, and tags are sorted by what a
pair of them says about the rest of its page.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.fiducials import TAG_MM, TAGS_A_PAGE, tags
from printables.layout import Tag
from printables.paper import PAPERS, Orientation, Page
from vision.tags import Grey, SeenTag, find_tag_near

Array = NDArray[np.float64]

LEAST_TAGS = 2
"""Eight corners fix a homography twice over and show a false tag."""

FLAT_MM = 9.0
"""Tags this near to a flat page vote for it; curled corners do not."""

CONSISTENT_MM = 45.0
"""A tag may lie this far from where the flat page puts it (a lifted corner); a false one lies anywhere."""

PAIR_MM = 2.5
"""Two tags of one sheet fit one plane this well, curled or not; two of different sheets miss by half a tag."""

SEARCH_MM = 30.0
"""How far from where the flat page puts it a missing tag is looked for."""

LOST_TAG_MM = 5.0
"""What a tag that does not fit costs a pose, against millimetres of error."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A page in the photo as if it were flat: the tags that fit it, page mm to px, and the mean error."""

    page: Page
    tags: tuple[Tag, ...]
    tags_px: Array
    homography: Array
    error_mm: float


def project(homography: NDArray[np.floating[Any]], points: NDArray[np.floating[Any]]) -> Array:
    """Apply a 3x3 homography to (n, 2) points."""
    moved = np.asarray(points, float) @ homography[:, :2].T + homography[:, 2]
    return np.asarray(moved[:, :2] / moved[:, 2:3])


def group_tags(seen: list[SeenTag]) -> list[list[SeenTag]]:
    """Tags sorted into sheets, each with at least two tags of one paper."""
    groups: list[list[SeenTag]] = []
    for paper in PAPERS:
        own = [tag for tag in seen if tag.id // TAGS_A_PAGE == paper.number]
        is_one = len({tag.id for tag in own}) == len(own)
        groups += [own] if is_one else _sheets_among(own)
    return [group for group in groups if len(group) >= LEAST_TAGS]


def poses(group: list[SeenTag]) -> list[Pose]:
    """The page held one way and the other, the better fit first; only those that fit."""
    paper = PAPERS[group[0].id // TAGS_A_PAGE]
    both = sorted((_pose(Page(paper, way), group) for way in Orientation), key=lambda pose: pose.error_mm)
    return [pose for pose in both if len(pose.tags) >= LEAST_TAGS]


def with_missing_tags(grey: Grey, pose: Pose) -> Pose:
    """The pose with tags that a closer look at their places finds."""
    seen = [SeenTag(tag.id, px) for tag, px in zip(pose.tags, pose.tags_px, strict=True)]
    found = []
    for tag in tags(pose.page):
        if tag.id not in {other.id for other in seen}:
            corners = project(pose.homography, np.array(tag.corners_mm))
            guess = SeenTag(tag.id, corners)
            reach = guess.side_px * (0.5 + SEARCH_MM / TAG_MM)
            near = find_tag_near(grey, tag.id, guess.middle_px, guess.side_px, reach)
            found += [near] if near is not None else []
    return _pose(pose.page, seen + found) if found else pose


# --- several sheets -----------------------------------------------------------------------------------


def _sheets_among(seen: list[SeenTag]) -> list[list[SeenTag]]:
    """Tags of several sheets of one paper: the best sheet is taken out until none is left."""
    paper = PAPERS[seen[0].id // TAGS_A_PAGE]
    pages = [{tag.id: np.array(tag.corners_mm) for tag in tags(Page(paper, way))} for way in Orientation]
    rest = list(seen)
    groups = []
    while len(rest) >= LEAST_TAGS:
        guesses = [
            members
            for one, two in itertools.combinations(rest, 2)
            if one.id != two.id
            for places in pages
            if (members := _members(one, two, places, rest)) is not None
        ]
        if not guesses:
            break
        best = max(guesses, key=lambda members: (len(members), -sum(error for error, _ in members)))
        groups.append([tag for _, tag in best])
        rest = [tag for tag in rest if not any(tag is other for _, other in best)]
    return groups


def _members(
    one: SeenTag, two: SeenTag, places: dict[int, Array], rest: list[SeenTag]
) -> list[tuple[float, SeenTag]] | None:
    """The tags that lie where a pair puts them, one for each id with its error in mm; `None` if the two disagree."""
    px = np.concatenate([one.corners_px, two.corners_px])
    to_mm = _homography(px, np.concatenate([places[one.id], places[two.id]]), is_robust=False)
    if to_mm is None:
        return None
    middles = np.concatenate([tag.corners_px for tag in rest])
    away = project(to_mm, middles).reshape(-1, 4, 2) - np.array([places[tag.id] for tag in rest])
    errors = np.hypot(away[..., 0], away[..., 1]).max(1)
    if any(error > PAIR_MM for tag, error in zip(rest, errors, strict=True) if tag is one or tag is two):
        return None
    best: dict[int, tuple[float, SeenTag]] = {}
    for tag, error in zip(rest, errors, strict=True):
        if error < CONSISTENT_MM and (tag.id not in best or error < best[tag.id][0]):
            best[tag.id] = (float(error), tag)
    return list(best.values())


# --- one sheet ----------------------------------------------------------------------------------------


def _pose(page: Page, group: list[SeenTag]) -> Pose:
    """The flat page that fits the tags best; tags that fit nobody else are left out."""
    places = {tag.id: tag for tag in tags(page)}
    known = [tag for tag in group if tag.id in places]
    mm = np.array([places[tag.id].corners_mm for tag in known]).reshape(-1, 2)
    px = np.array([tag.corners_px for tag in known]).reshape(-1, 2)
    none = Pose(page, (), px.reshape(-1, 4, 2), np.eye(3), np.inf)
    homography = _homography(px, mm, is_robust=len(known) > 2)
    if homography is None:
        return none
    errors = np.hypot(*(project(homography, px) - mm).T).reshape(-1, 4).max(1)
    kept = errors < CONSISTENT_MM
    if kept.sum() < LEAST_TAGS:
        return none
    flat = kept & (errors < FLAT_MM)
    rows = np.repeat(flat if flat.sum() >= LEAST_TAGS else kept, 4)
    to_px = _homography(mm[rows], px[rows], is_robust=False)
    if to_px is None:
        return none
    back = np.hypot(*(project(np.linalg.inv(to_px), px[rows]) - mm[rows]).T)
    chosen = tuple(places[tag.id] for tag, keep in zip(known, kept, strict=True) if keep)
    lost = len(known) - len(chosen)
    return Pose(page, chosen, px.reshape(-1, 4, 2)[kept], to_px, float(back.mean()) + LOST_TAG_MM * lost)


def _homography(source: Array, target: Array, *, is_robust: bool) -> Array | None:
    """The homography between two sets of points, `None` where there is none; robust ones may leave points out."""
    found: Any = cv2.findHomography(source, target, cv2.RANSAC if is_robust else 0, FLAT_MM)[0]
    return None if found is None else np.asarray(found, float)

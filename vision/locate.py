"""From a photo to a `Sighting`: which tags of a sheet are where, and which sheet it says it is.

Any two tags are enough to go on; the printed lattice does the rest in `flatten.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.identity import Identity, SheetCode
from printables.layout import Tag
from printables.paper import Page
from vision.errors import Outline, SheetNotFound
from vision.photo import Photo, Picture
from vision.poses import LEAST_TAGS, Pose, group_tags, poses, project, with_missing_tags
from vision.sheet_codes import SeenCode, code_on, find_codes, strip_on
from vision.tags import Grey, SeenTag, find_tags

__all__ = ["LEAST_TAGS", "Sighting", "locate", "project"]

Array = NDArray[np.float64]

ENOUGH_TAGS = 3
"""So many show where the others should be; with fewer, slower searches of the whole picture follow."""

MOST_LOOKS = 2
"""Every tag found makes the places of the missing ones surer, so they are looked for again."""


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


def locate(photo: Photo) -> list[Sighting]:
    """All sheets in the photo, from the top down. Raises `SheetNotFound`."""
    grey = np.asarray(cv2.cvtColor(photo.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    every, found_by = find_tags(grey, enough=ENOUGH_TAGS)
    seen, sheets = _sheets(every)
    if not sheets and len(seen) >= ENOUGH_TAGS:
        every, found_by = find_tags(grey)
        seen, sheets = _sheets(every)
    if not sheets:
        raise _not_found(seen, _cards(every))
    codes = find_codes(grey)
    sightings = [_sighting(grey, ways, codes, found_by) for ways in sheets]
    return sorted(
        sightings, key=lambda sighting: (sighting.tags_px[..., 1].mean(), sighting.tags_px[..., 0].mean())
    )


def find_cards(picture: Picture) -> tuple[Array, ...]:
    """The corners (4, 2) of the tags of all marker cards, as `locate` sees them."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return _cards(find_tags(grey, enough=ENOUGH_TAGS)[0])


def _cards(seen: list[SeenTag]) -> tuple[Array, ...]:
    return tuple(tag.corners_px for tag in seen if tag.is_card)


def _sheets(every: list[SeenTag]) -> tuple[list[SeenTag], list[list[Pose]]]:
    """The tags of sheets, and for each sheet that they make up, the ways it may lie, the likeliest first."""
    seen = [tag for tag in every if not tag.is_card]
    return seen, [ways for group in group_tags(seen) if (ways := poses(group))]


def _sighting(grey: Grey, ways: list[Pose], codes: list[SeenCode], found_by: str) -> Sighting:
    """The first way to lie that the codes confirm, else the likeliest."""
    told = []
    for pose in ways:
        full = pose
        for _ in range(MOST_LOOKS):
            before, full = full, with_missing_tags(grey, full)
            if len(full.tags) == len(before.tags):
                break
        code = code_on(grey, full, codes)
        identity = strip_on(grey, full, is_needed=code is None)
        told.append(
            Sighting(
                full.page,
                full.tags,
                full.tags_px,
                full.homography,
                code.code if code is not None else None,
                identity,
                code.corners_px if code is not None else None,
                found_by,
            )
        )
        if code is not None or identity is not None:
            return told[-1]
    return told[0]


def _not_found(seen: list[SeenTag], cards: tuple[Array, ...]) -> SheetNotFound:
    outlines = tuple(Outline(tuple(map(tuple, tag.corners_px.tolist())), is_good=True) for tag in seen)
    if len(seen) >= LEAST_TAGS:
        return SheetNotFound(
            f"{len(seen)} position tags seen, but not in the places of one sheet; show one sheet, flat and whole",
            f"видно меток: {len(seen)}, но не на местах одного листа; снимите один лист, ровно и целиком",
            tags_seen=len(seen),
            outlines=outlines,
            cards_px=cards,
        )
    if not seen:
        return SheetNotFound(
            "no sheet with position tags, no game on squared paper and no grid drawn by hand seen; show the whole "
            "sheet, or the whole game and some bare squares round it, sharp and well lit",
            "не видно ни листа с метками, ни игры на клетчатой бумаге, ни нарисованной сетки; снимите весь лист "
            "или всю игру и немного пустых клеток вокруг, резко и при хорошем свете",
            cards_px=cards,
        )
    return SheetNotFound(
        f"{len(seen)} of eight position tags seen; expected at least {LEAST_TAGS}; "
        "show the whole sheet, flat, sharp and well lit",
        f"видно меток: {len(seen)} из восьми; нужно хотя бы {LEAST_TAGS}; "
        "снимите весь лист, ровно, резко и при хорошем свете",
        tags_seen=len(seen),
        outlines=outlines,
        cards_px=cards,
    )

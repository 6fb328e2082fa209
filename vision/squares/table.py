"""The table under a game, as marker cards tell it: how it slants, and how many pixels a millimetre has where.

Each card is a square of known size, lying anyhow on one flat table. One alone tells the slant poorly: a small square
hardly shows it. All of them together are fitted at once, the table's homography with the place and turn of every card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from printables.fiducials import CARD_TAG_MM
from vision.photo import Picture
from vision.poses import project

Array = NDArray[np.float64]

LEAST_CARDS = 2

MOST_OFF = 0.035
"""Mean distance of corners from where the table puts them, in sides of their card: more is no flat table."""

PX_PER_MM = 3.6
"""Of the table seen from above: squares of 4 mm have 14 px, as in a photo of a whole page."""

REACH_MM = 260.0
"""So far from the middle of the cards there may be paper: a page of A4 is 364 mm from corner to corner."""

NEAR_MM = 65.0
"""What a single card says holds so far from its middle."""

LEAST_SHARE = 0.2
"""Where a millimetre has less than this share of its pixels at the cards, the table is too far away to be read."""

_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * CARD_TAG_MM


@dataclass(frozen=True, slots=True)
class Table:
    """The table's plane: `homography` maps its millimetres, (0, 0) the middle of the clearest card, to photo pixels."""

    homography: Array
    cards_mm: Array
    """The corners of all cards, (n, 4, 2)."""
    reach_mm: float = REACH_MM
    """So far from the middle of its cards the plane holds."""

    @property
    def is_whole(self) -> bool:
        """Whether it is told by several cards, not by one for its own surroundings."""
        return len(self.cards_mm) >= LEAST_CARDS

    def to_px(self, points_mm: Array) -> Array:
        """Where places of the table (n, 2) are in the photo."""
        return project(self.homography, points_mm)

    @property
    def middle_mm(self) -> Array:
        """The middle of all cards."""
        return np.asarray(self.cards_mm.reshape(-1, 2).mean(axis=0))


@dataclass(frozen=True, slots=True)
class FromAbove:
    """The table as it looks from straight above, at `PX_PER_MM`, `corner_mm` at its first pixel."""

    picture: Picture
    table: Table
    corner_mm: Array

    def to_photo(self, px: Array) -> Array:
        """Pixels of this picture as pixels of the photo."""
        return self.table.to_px(self.corner_mm + (px + 0.5) / PX_PER_MM)


def tables_under(cards_px: Sequence[Array]) -> list[Table]:
    """The table on which cards lie whose corners (4, 2) are told clockwise; none for too few of them.

    Where no plane goes through all of them, one was seen that is none, or they lie on a page that curls: then it is
    the table without the odd one, or what each card says of its own surroundings.
    """
    cards = [np.asarray(card, float) for card in cards_px]
    if len(cards) < LEAST_CARDS:
        return []
    if (whole := _table_under(cards)) is not None:
        return [whole]
    if len(cards) > LEAST_CARDS:
        without = [_table_under([*cards[:k], *cards[k + 1 :]]) for k in range(len(cards))]
        flat = [table for table in without if table is not None]
        if len(flat) == 1:
            return flat
    return [_at_card(card) for card in cards]


def _at_card(card: Array) -> Table:
    """What one card says of the place where it lies."""
    return Table(_corner_map(_SQUARE, card), _SQUARE[None], NEAR_MM)


def _table_under(given: Sequence[Array]) -> Table | None:
    """The one plane on which all cards lie, if there is one."""
    cards = sorted(given, key=_size, reverse=True)
    first = _corner_map(_SQUARE, cards[0])
    laid = [_laid(project(np.linalg.inv(first), card)) for card in cards[1:]]
    start = np.concatenate([np.zeros(8), np.ravel(laid)])
    seen = np.concatenate(cards)
    sizes = np.repeat([_size(card) for card in cards], 4)[:, None]

    def off(values: Array) -> Array:
        homography, places = _unpacked(first, values)
        return np.asarray((project(homography, places.reshape(-1, 2)) - seen) / sizes).ravel()

    fit = least_squares(off, start, x_scale="jac", loss="soft_l1", f_scale=MOST_OFF)
    homography, places = _unpacked(first, fit.x)
    mean = float(np.hypot(*off(fit.x).reshape(-1, 2).T).mean())
    return Table(homography, places) if mean < MOST_OFF else None


def from_above(picture: Picture, table: Table) -> FromAbove:
    """The part of the photo round the cards, seen from straight above."""
    height, width = picture.shape[:2]
    usual = _px_per_mm(table, table.middle_mm[None])[0]
    shrunk, factor = picture, min(1.0, PX_PER_MM / usual)
    if factor < 1.0:
        # Brought to about the same scale first, so that fine lines do not beat with the pixels.
        shrunk = np.asarray(
            cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    corner, size = _part_in_sight(table, usual, (width, height))
    scaled = np.diag([factor, factor, 1.0])
    half = np.array([[1.0, 0, 0.5], [0, 1.0, 0.5], [0, 0, 1.0]])
    to_mm = np.array([[1 / PX_PER_MM, 0, corner[0]], [0, 1 / PX_PER_MM, corner[1]], [0, 0, 1.0]]) @ half
    to_shrunk = np.linalg.inv(half) @ scaled @ half @ table.homography @ to_mm
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    above = cv2.warpPerspective(shrunk, to_shrunk, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return FromAbove(np.asarray(above, np.uint8), table, corner)


def _part_in_sight(table: Table, usual: float, size_px: tuple[int, int]) -> tuple[Array, tuple[int, int]]:
    """The rectangle of the table, near the cards, that is in the photo and not too far away: corner and size in px."""
    steps = np.linspace(-table.reach_mm, table.reach_mm, 53)
    places = table.middle_mm + np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    depth = places @ table.homography[2, :2] + table.homography[2, 2]
    is_before = depth * (table.middle_mm @ table.homography[2, :2] + table.homography[2, 2]) > 0
    px = np.full_like(places, -1.0)
    px[is_before] = table.to_px(places[is_before])
    is_seen = is_before & (px >= 0).all(axis=1) & (px < size_px).all(axis=1)
    is_seen[is_seen] = _px_per_mm(table, places[is_seen]) > LEAST_SHARE * usual
    low, high = places[is_seen].min(axis=0), places[is_seen].max(axis=0)
    across, down = (int(side) for side in np.ceil((high - low) * PX_PER_MM))
    return low, (max(across, 1), max(down, 1))


def _px_per_mm(table: Table, places_mm: Array) -> Array:
    """How many photo pixels a millimetre has at places of the table: the root of an area's growth."""
    here = table.to_px(places_mm)
    across, down = (table.to_px(places_mm + step) - here for step in ([1.0, 0.0], [0.0, 1.0]))
    return np.asarray(np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])))


def _size(card: Array) -> float:
    return float(np.hypot(*(card - np.roll(card, 1, axis=0)).T).mean())


def _laid(corners_mm: Array) -> tuple[float, float, float]:
    """How a card lies whose corners are about there: turn in radians and middle."""
    x, y = corners_mm.mean(axis=0)
    away = corners_mm - [x, y]
    dot, cross = (_SQUARE * away).sum(), (_SQUARE[:, 0] * away[:, 1] - _SQUARE[:, 1] * away[:, 0]).sum()
    return float(np.arctan2(cross, dot)), float(x), float(y)


def _unpacked(first: Array, values: Array) -> tuple[Array, Array]:
    """The homography and the corners of all cards from the numbers that are fitted: eight small changes of the first
    card's own homography, then turn and middle of every other card."""
    change = np.append(values[:6], values[6:8] / 100).reshape(-1)
    matrix = np.eye(3) + np.array(
        [[change[0], change[1], change[2]], [change[3], change[4], change[5]], [change[6], change[7], 0.0]]
    )
    places = [_SQUARE]
    for turn, x, y in values[8:].reshape(-1, 3):
        cos, sin = np.cos(turn), np.sin(turn)
        places.append(_SQUARE @ np.array([[cos, sin], [-sin, cos]]) + [x, y])
    return first @ matrix, np.array(places)


def _corner_map(source: Array, target: Array) -> Array:
    """The homography that brings four points to four others."""
    return np.asarray(
        cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), float
    )

"""What players wrote beside the board: the sign each one plays with, and who began."""

from __future__ import annotations

import cv2
import numpy as np

from printables.layout import BoxMm, Legend, Purpose, Sheet
from printables.marks import Symbol
from vision import nets
from vision.flatten import PX_PER_MM
from vision.ink import Image, Ink
from vision.patches import SIGN_PX, stacked

SLOTS = 3
"""The mark box has room for three signs."""

CLEAR_SIGN = 0.8
"""A legend sign less sure than this says nothing."""

TICK_MM2 = 0.7
"""Ink in a tick box from here on is a tick; a ballpoint's check mark of 5 mm has 3."""

TICK_INSIDE_MM = 0.7
"""Tick boxes are read this far inside their frame."""

TICK_DENSITY = 0.15
"""Ink, not a ghost of the back page."""


def legend_signs(ink: Ink, sheet: Sheet) -> tuple[Symbol | None, Symbol | None]:
    """The sign in each player's mark box."""
    found: list[Symbol | None] = [None, None]
    for legend in sheet.legends:
        if legend.purpose is Purpose.MARK and legend.player < 2:
            found[legend.player] = _sign(ink, legend)
    return found[0], found[1]


def _sign(ink: Ink, legend: Legend) -> Symbol | None:
    chances = nets.probabilities("cell", stacked(*slot_windows(ink, legend)))
    names = nets.symbols("cell")
    votes: dict[Symbol, float] = {}
    for row in chances:
        best = int(np.argmax(row))
        if row[best] >= CLEAR_SIGN and names[best] in (Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT):
            votes[names[best]] = votes.get(names[best], 0.0) + float(row[best])
    return max(votes, key=lambda symbol: votes[symbol]) if votes else None


def slot_windows(ink: Ink, legend: Legend) -> tuple[Image, Image]:
    """Windows (3, SIGN_PX, SIGN_PX) of ink and of print over the three slots of a mark box."""
    left, top, right, bottom = legend.box_mm
    side = min(bottom - top, (right - left) / SLOTS) * 1.2
    middle_y = (top + bottom) / 2
    pieces = []
    for slot in range(SLOTS):
        middle_x = left + (right - left) * (slot + 0.5) / SLOTS
        scale = side * PX_PER_MM / SIGN_PX
        cut = np.array(
            [[scale, 0, (middle_x - side / 2) * PX_PER_MM], [0, scale, (middle_y - side / 2) * PX_PER_MM]],
            np.float32,
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pieces.append(
            [cv2.warpAffine(layer, cut, (SIGN_PX, SIGN_PX), flags=flags) for layer in (ink.total, ink.print)]
        )
    return np.array([piece[0] for piece in pieces], np.float32), np.array(
        [piece[1] for piece in pieces], np.float32
    )


def who_begins(ink: Ink, sheet: Sheet, group: int) -> int | None:
    """The player whose box is ticked, `None` when none or both are."""
    ticked = [
        legend.player
        for legend in sheet.legends
        if legend.purpose is Purpose.BEGINS
        and legend.group in (None, group)
        and _is_ticked(ink, legend.box_mm)
    ]
    return ticked[0] if len(ticked) == 1 else None


def _is_ticked(ink: Ink, box: BoxMm) -> bool:
    left, top, right, bottom = box
    inside = ink.crop(
        (left + TICK_INSIDE_MM, top + TICK_INSIDE_MM, right - TICK_INSIDE_MM, bottom - TICK_INSIDE_MM)
    )
    covered = (ink.total[inside] > max(TICK_DENSITY, 4 * ink.noise)).sum() / PX_PER_MM**2
    return bool(covered >= TICK_MM2)

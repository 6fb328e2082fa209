"""What players wrote beside the board: the sign each one plays with, and who began."""

from __future__ import annotations

import cv2
import numpy as np

from printables.layout import BoxMm, Grid, Legend, Purpose, Sheet
from printables.marks import Kind, Symbol
from vision import nets
from vision.colours import LEAST_DENSITY, NO_SAMPLES, InkSamples
from vision.flatten import PX_PER_MM
from vision.ink import TINT_PX_PER_MM, Image, Ink
from vision.page import ink_samples
from vision.patches import PEN_PX, PEN_SPAN, SIGN_PX, sign_mask, stacked

SLOTS = 3
"""The mark box has room for three signs."""

CLEAR_SIGN = 0.8
"""A legend sign less sure than this says nothing."""

BOX_MARGIN_MM = 0.8
"""A mark box's ink is added up this far inside its printed frame."""

LEAST_LEGEND_INK_MM2 = 1.5
"""Three signs of the smallest dots have twice as much ink; an empty box in a grainy photo has less than this."""

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
    chances = nets.probabilities("cell", slot_patches(ink, legend))
    names = nets.symbols("cell")
    votes: dict[Symbol, float] = {}
    for row in chances:
        best = int(np.argmax(row))
        if row[best] >= CLEAR_SIGN and names[best] in (Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT):
            votes[names[best]] = votes.get(names[best], 0.0) + float(row[best])
    return max(votes, key=lambda symbol: votes[symbol]) if votes else None


def slot_patches(ink: Ink, legend: Legend) -> Image:
    """The three slots as the network for cells sees them: all their ink is one player's."""
    own, printed = slot_windows(ink, legend)
    return stacked(own, printed, own)


def slot_windows(ink: Ink, legend: Legend) -> tuple[Image, Image]:
    """Windows (3, SIGN_PX, SIGN_PX) of ink and of print over the three slots of a mark box."""
    left, top, right, bottom = legend.box_mm
    side = min(bottom - top, (right - left) / SLOTS) * 1.2
    return _slots(ink.total, legend, side, SIGN_PX), _slots(ink.print, legend, side, SIGN_PX)


def pen_slots(ink: Ink, sheet: Sheet, legend: Legend) -> tuple[Image, Image]:
    """Tint (3, PEN_PX, PEN_PX, 3) and all ink (3, PEN_PX, PEN_PX) over the slots, as large as a board's spots."""
    board = sheet.boards[0]
    left, top, right, bottom = legend.box_mm
    side = min(bottom - top, (right - left) / SLOTS)
    if board.grid is Grid.POINTS:
        side = PEN_SPAN[Kind.POINT] * board.pitch_mm
    tint = _slots(ink.tint, legend, side, PEN_PX, TINT_PX_PER_MM)
    return tint, _slots(ink.total, legend, side, PEN_PX)


def legend_samples(ink: Ink, sheet: Sheet, player: int) -> InkSamples:
    """What the ink of a player's signs in his mark box is like; none when the box is empty."""
    for legend in sheet.legends:
        if legend.player == player and legend.purpose is Purpose.MARK:
            kind = Kind.POINT if sheet.boards[0].grid is Grid.POINTS else Kind.CELL
            samples = ink_samples(
                *pen_slots(ink, sheet, legend), sign_mask(kind), ink.paper_at(_slot_centres_mm(legend))
            )
            return samples[samples.has_ink & is_filled(ink, legend.box_mm)]
    return NO_SAMPLES


def is_filled(ink: Ink, box: BoxMm) -> bool:
    """Whether somebody drew into a mark box."""
    left, top, right, bottom = box
    inside = ink.crop(
        (left + BOX_MARGIN_MM, top + BOX_MARGIN_MM, right - BOX_MARGIN_MM, bottom - BOX_MARGIN_MM)
    )
    covered = (ink.total[inside] > LEAST_DENSITY + 3 * ink.noise).sum() / PX_PER_MM**2
    return bool(covered >= LEAST_LEGEND_INK_MM2)


def _slot_centres_mm(legend: Legend) -> list[tuple[float, float]]:
    left, top, right, bottom = legend.box_mm
    return [(left + (right - left) * (slot + 0.5) / SLOTS, (top + bottom) / 2) for slot in range(SLOTS)]


def _slots(layer: Image, legend: Legend, side: float, size: int, px_per_mm: float = PX_PER_MM) -> Image:
    """Squares of `side` mm over the three slots of a mark box, (3, size, size[, channels])."""
    scale = side * px_per_mm / size
    pieces = []
    for x, y in _slot_centres_mm(legend):
        corner_x, corner_y = x - side / 2, y - side / 2
        cut = np.array([[scale, 0, corner_x * px_per_mm], [0, scale, corner_y * px_per_mm]], np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pieces.append(cv2.warpAffine(layer, cut, (size, size), flags=flags))
    return np.array(pieces, np.float32)


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

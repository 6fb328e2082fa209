"""Signs on lattice points: nothing, dot, cross or nought, and whose."""

from __future__ import annotations

import cv2
import numpy as np

from printables.layout import Ask, Board
from printables.marks import Choice, Kind, Mark, Symbol
from vision import nets
from vision.colours import LEAST_DENSITY
from vision.page import InkedPage
from vision.patches import sign_scale, spot_number, windows
from vision.readers.choose import choose
from vision.readers.habits import habits
from vision.readers.owners import dot_owners
from vision.readers.signs import sign_chances

NET = "point"

START_SPAN = 0.3
"""Side of the square, in pitches, in which a start dot's darkness is taken."""

OVERDRAWN = 0.6
"""A start dot at least this dark against the usual dot has been drawn over."""

OFF_CROSSING = 0.3
"""Distance from a crossing, in pitches, from which a dot is asked about (the rules' own figure)."""

BLOT_SPAN = 0.6
BLOT_AREA = 0.03
"""A blot is at most this wide and at least this large, in pitches: 1 mm across on 5 mm squares."""

STRAY = 0.6
"""Confidence that a point beside a stray blot is empty."""


def read_points(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All marks on the points of a board."""
    scale = sign_scale(Kind.POINT)
    chances = sign_chances(page, board, Kind.POINT)
    samples = page.spot_samples(board, Kind.POINT)
    first = dot_owners(page, board)
    ats = list(board.ats(Kind.POINT))
    habit = habits(board, Kind.POINT, page.signs, nets.symbols(NET), chances, first)
    marks = choose(page, board, ask, ats, nets.symbols(NET), chances, first, samples.densities, habit)
    marks = _without_printed(page, board, marks, scale)
    return marks + _off_crossing(page, board, ask, marks, scale)


def _without_printed(page: InkedPage, board: Board, marks: list[Mark], scale: int) -> list[Mark]:
    """The marks without what the press left of its own start dots.

    A start dot traced in its own colour says nothing new; one overdrawn by the other player is dark with ink
    like any dot of this photo, what is left of print is not.
    """
    owners = dict(board.printed)
    if not owners:
        return marks
    side = round(START_SPAN * scale) | 1
    darkness = windows(page.layer(board, scale), board, side).mean(axis=(1, 2))
    dots = [mark.at for mark in marks if mark.symbol is Symbol.DOT and mark.at not in owners]
    usual = [darkness[spot_number(board, at)] for at in dots]  # type: ignore[arg-type]
    least = OVERDRAWN * float(np.median(usual)) if usual else 0.0

    def is_ink(mark: Mark) -> bool:
        if mark.at not in owners:
            return True
        return mark.player != owners[mark.at] and darkness[spot_number(board, mark.at)] >= least

    return [mark for mark in marks if is_ink(mark)]


def _off_crossing(page: InkedPage, board: Board, ask: Ask, marks: list[Mark], scale: int) -> list[Mark]:
    """Doubtful marks for compact blots between the crossings: a dot that missed its point, or a slip of the pen."""
    ink = page.layer(board, scale)
    mask = (ink.values > max(LEAST_DENSITY, 4 * page.ink.noise)).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    taken = {mark.at for mark in marks}
    strays = []
    for (_, _, width, height, area), (x, y) in zip(stats[1:], middles[1:], strict=True):
        place = (x + 0.5) / scale - ink.margin, (y + 0.5) / scale - ink.margin
        at = round(place[0]), round(place[1])
        is_compact = max(width, height) < BLOT_SPAN * scale and area > BLOT_AREA * scale**2
        is_away = max(abs(place[0] - at[0]), abs(place[1] - at[1])) > OFF_CROSSING
        # Outside the outermost lines there are the frame and the numbers.
        is_inside = 0 <= place[0] <= board.columns - 1 and 0 <= place[1] <= board.rows - 1
        if is_compact and is_away and is_inside and at not in taken:
            taken.add(at)
            other = Choice(ask.symbols[0], ask.players[0])
            strays.append(Mark(board.name, Kind.POINT, at, Symbol.NOTHING, None, None, STRAY, other))
    return strays

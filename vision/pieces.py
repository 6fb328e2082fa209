"""Long strokes in pieces: the networks know strokes of a few millimetres, and look at longer ones bit by bit.

A ballpoint's line is as wide on a cell of 20 mm as on one of 5 mm. So what is scaled to a fixed number of pixels is
not the pitch but a piece of it, of about the length that a network was trained on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Segment

Ends = NDArray[np.float64]
"""Both ends of strokes, (n, 2, 2), in pitches from the board's origin."""

LONGEST_MM = {Kind.CHAIN: 8.0, Kind.OUTLINE: 11.0, Kind.BAR: 5.5}
"""A stroke over a pitch of at most this is looked at in one piece: trained on 5 mm and 10 mm squares."""


def pieces_of(board: Board, kind: Kind) -> int:
    """In how many pieces strokes of a kind are looked at on this board."""
    return max(1, ceil(board.pitch_mm / LONGEST_MM[kind] - 1e-6))


def ends_of(board: Board, kind: Kind, segments: Sequence[Segment]) -> Ends:
    """Where strokes begin and end: on crossings, or in the middles of cells."""
    shift = 0.5 if kind is Kind.BAR and board.grid is Grid.CELLS else 0.0
    return np.array(segments, float).reshape(-1, 2, 2) + shift


def in_pieces(ends: Ends, number: int) -> Ends:
    """Every stroke cut into so many pieces, (n * number, 2, 2), those of a stroke one after the other."""
    start, way = ends[:, None, 0], ends[:, None, 1] - ends[:, None, 0]
    share = np.arange(number + 1)[None, :, None] / number
    cuts = start + way * share
    return np.stack([cuts[:, :-1], cuts[:, 1:]], 2).reshape(-1, 2, 2)


def middle_piece(ends: Ends, number: int) -> Ends:
    """The piece in the middle of every stroke, one of so many in length, (n, 2, 2)."""
    centre, half = ends.mean(1), (ends[:, 1] - ends[:, 0]) / 2 / number
    return np.stack([centre - half, centre + half], 1)

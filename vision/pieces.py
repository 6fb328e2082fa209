"""Long strokes in pieces: the networks know strokes of a few millimetres, and look at longer ones bit by bit.

A ballpoint's line is as wide on a cell of 20 mm as on one of 5 mm. So what is scaled to a fixed number of pixels is
not the pitch but a piece of it, of about the length that a network was trained on. And a long line strays: it starts
beside the middle of its cell, and bows. So each piece lies along the darkest way from end to end, found by dynamic
programming, and the network always sees the line in the middle of its strip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Segment
from vision.patches import DARKEST, Raster

Ends = NDArray[np.float64]
"""Both ends of strokes, (n, 2, 2), in pitches from the board's origin."""

LONGEST_MM = {Kind.CHAIN: 8.0, Kind.OUTLINE: 11.0, Kind.BAR: 5.5}
"""A stroke of at most this is looked at in one piece: the networks were trained on squares of 5 mm and 10 mm."""

CORE = {Kind.CHAIN: 1.0, Kind.OUTLINE: 1.0, Kind.BAR: 0.6}
"""The share of a stroke that must be there: who draws from cell to cell by itself stops short of the middle, or not."""

ASTRAY = {Kind.CHAIN: 0.15, Kind.OUTLINE: 0.15, Kind.BAR: 0.28}
"""How far beside its place a long stroke may run, in pitches."""

COLUMNS_A_PIECE = 12
ROWS_ASIDE = 24
"""The grid on which the darkest way is looked for: along a piece, and to either side."""

BEND_COST = 0.1
"""What one step aside costs, in ink."""

ASIDE_COST = 0.12
"""What ink is worth less at the furthest place aside than at the stroke's own place: of two lines the nearer one."""

FAINTEST_WAY = 0.15
"""Ink paler than this is not stretched: a way through bare paper is no better than the straight one."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Into how many pieces strokes are cut, and how many such pieces a pitch has."""

    number: int
    a_pitch: float


def cut_of(board: Board, kind: Kind) -> Cut:
    """How strokes of a kind are looked at on this board."""
    number = max(1, ceil(CORE[kind] * board.pitch_mm / LONGEST_MM[kind] - 1e-6))
    return Cut(number, number / CORE[kind])


def ends_of(board: Board, kind: Kind, segments: Sequence[Segment]) -> Ends:
    """Where the part of strokes that is looked at begins and ends."""
    shift = 0.5 if kind is Kind.BAR and board.grid is Grid.CELLS else 0.0
    return shrunk(np.array(segments, float).reshape(-1, 2, 2) + shift, CORE[kind])


def shrunk(ends: Ends, share: float) -> Ends:
    """The middle part of every stroke, (n, 2, 2)."""
    centre = ends.mean(1, keepdims=True)
    return np.asarray(centre + (ends - centre) * share)


def pieces_along(layer: Raster, ends: Ends, number: int, astray: float) -> Ends:
    """The pieces of every stroke along its darkest way, (n * number, 2, 2), those of a stroke one after the other."""
    start, way = ends[:, None, 0], ends[:, None, 1] - ends[:, None, 0]
    share = np.linspace(0, 1, number + 1)[None, :, None]
    knots = start + way * share
    if number > 1 and len(ends):
        normal = np.stack([-way[..., 1], way[..., 0]], -1) / np.hypot(way[..., 0], way[..., 1])[..., None]
        knots = knots + normal * darkest_way(layer, ends, number, astray)[..., None]
    return np.stack([knots[:, :-1], knots[:, 1:]], 2).reshape(-1, 2, 2)


def darkest_way(layer: Raster, ends: Ends, number: int, astray: float) -> NDArray[np.float64]:
    """How far aside, in pitches, the darkest way from end to end runs where pieces meet, (n, number + 1)."""
    columns = COLUMNS_A_PIECE * number + 1
    rows = 2 * ROWS_ASIDE + 1
    aside = np.linspace(-astray, astray, rows)
    start, way = ends[:, None, None, 0], (ends[:, 1] - ends[:, 0])[:, None, None]
    normal = np.stack([-way[..., 1], way[..., 0]], -1) / np.hypot(way[..., 0], way[..., 1])[..., None]
    places = (
        start + way * np.linspace(0, 1, columns)[None, None, :, None] + normal * aside[None, :, None, None]
    )
    px = (
        ((places + layer.margin) * layer.scale - 0.5).astype(np.float32).reshape(len(ends) * rows, columns, 2)
    )
    ink = _looked_up(layer, px).reshape(len(ends), rows, columns)
    top = np.maximum(np.percentile(ink, 98, axis=(1, 2), keepdims=True), FAINTEST_WAY)
    worth = np.clip(ink, 0, DARKEST) / top - ASIDE_COST * (abs(aside) / astray)[None, :, None]
    return np.asarray(aside[_best_rows(worth)][:, ::COLUMNS_A_PIECE])


def _looked_up(layer: Raster, px: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values at pixels, a few thousand rows at a time, as many as `cv2.remap` takes."""
    most = 32_000
    found = [
        cv2.remap(layer.values, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        for part in (px[k : k + most] for k in range(0, len(px), most))
    ]
    return np.concatenate(found)


def _best_rows(worth: NDArray[np.float64]) -> NDArray[np.int64]:
    """The row in each column, (n, columns), on the way of most worth through (n, rows, columns), steps aside of one."""
    number, rows, columns = worth.shape
    total = worth[:, :, 0]
    came = np.zeros((number, rows, columns), np.int8)
    for column in range(1, columns):
        lower = np.pad(total[:, :-1], ((0, 0), (1, 0)), constant_values=-1e9) - BEND_COST
        upper = np.pad(total[:, 1:], ((0, 0), (0, 1)), constant_values=-1e9) - BEND_COST
        choices = np.stack([total, lower, upper])
        best = choices.argmax(0)
        came[:, :, column] = np.array([0, -1, 1], np.int8)[best]
        total = np.take_along_axis(choices, best[None], 0)[0] + worth[:, :, column]
    found = np.zeros((number, columns), np.int64)
    found[:, -1] = total.argmax(1)
    every = np.arange(number)
    for column in range(columns - 1, 0, -1):
        found[:, column - 1] = found[:, column] + came[every, found[:, column], column]
    return found

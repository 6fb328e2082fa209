"""Whose marks are these? Each mark's own colour tells, and lines and the dots that they join tell of each other.

A line joins dots of one player. Its ink is ten times that of a dot, so its colour survives in photos that have lost
the dots'. The chances travel along the lines by belief propagation (Pearl 1982), at half strength, since the marks
of one photo err together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Symbol
from vision import nets
from vision.colours import whose
from vision.page import InkedPage, Strokes
from vision.patches import spot_number
from vision.readers.habits import THERE
from vision.readers.signs import NETS as SIGN_NETS
from vision.readers.signs import sign_chances
from vision.readers.strokes import strokes_on

Array = NDArray[np.float64]

JOINED = 0.95
"""How often a line and a dot at its end are one player's."""

TRUST = 0.5
"""Weight of what a neighbour says."""

LOPSIDED_SDS = 3.0
LOPSIDED_MARKS = 3.0
DOUBTED = 0.9
"""Players take turns: where one has so many more marks than the other, in standard deviations of fair coins and then
some marks, the light of the board is not that of the legend, and no owner is surer than this."""

MOST_ODDS = 12.0
ROUNDS = 6


def dot_owners(page: InkedPage, board: Board) -> Array:
    """The chance (n,) that the ink on each point is player 0's, row by row."""
    first = whose(page.pens, page.spot_samples(board, Kind.POINT))
    if _has_chains(board):
        first = _joined(page, board, strokes_on(page, board, Kind.CHAIN), first)[0]
    signs = sign_chances(page, board, Kind.POINT)
    there = signs[:, nets.symbols(SIGN_NETS[Kind.POINT]).index(Symbol.NOTHING)] < THERE
    return _doubted(first) if page.pens.is_guess or is_lopsided(first[there]) else first


def _doubted(first: Array) -> Array:
    """The chances of owners, none surer than where something speaks against the pens."""
    return np.asarray(np.clip(first, 1 - DOUBTED, DOUBTED))


def is_lopsided(first: Array) -> bool:
    """Whether one player has far more of the marks (n,) than one who takes turns can have."""
    lead = abs(float((2 * first - 1).sum()))
    return lead > LOPSIDED_SDS * float(np.sqrt(len(first))) + LOPSIDED_MARKS


def line_owners(page: InkedPage, board: Board, kind: Kind) -> Array:
    """The chance (n,) that each stroke of a board is player 0's."""
    strokes = strokes_on(page, board, kind)
    if kind is not Kind.CHAIN or not _has_chains(board):
        return whose(page.pens, strokes.samples)
    dots = whose(page.pens, page.spot_samples(board, Kind.POINT))
    lines = _joined(page, board, strokes, dots)[1]
    return _doubted(lines) if page.pens.is_guess else lines


def _has_chains(board: Board) -> bool:
    kinds = {ask.kind for ask in board.asks}
    return board.grid is Grid.POINTS and Kind.POINT in kinds and Kind.CHAIN in kinds


def _joined(page: InkedPage, board: Board, strokes: Strokes, dots: Array) -> tuple[Array, Array]:
    """What dots and lines make of each other."""
    lines = whose(page.pens, strokes.samples)
    if not len(lines):
        return dots, lines
    signs = sign_chances(page, board, Kind.POINT)
    there = 1 - signs[:, nets.symbols(SIGN_NETS[Kind.POINT]).index(Symbol.NOTHING)]
    ends = np.array([[spot_number(board, end) for end in segment] for segment in strokes.segments])
    return propagated(dots, lines, ends, strokes.likely[:, None] * there[ends])


def propagated(dots: Array, lines: Array, ends: NDArray[np.int64], bonds: Array) -> tuple[Array, Array]:
    """The chances of dots (n,) and lines (m,) to be player 0's, given what they are joined to.

    `ends` (m, 2) are the numbers of the dots at the ends of each line, `bonds` (m, 2) how likely both are there.
    """
    agree = 0.5 + (JOINED - 0.5) * bonds
    own_dots, own_lines = _odds(dots), _odds(lines)
    to_dots, to_lines = np.zeros(bonds.shape), np.zeros(bonds.shape)
    for _ in range(ROUNDS):
        heard = np.bincount(ends.ravel(), to_dots.ravel(), minlength=len(dots))
        to_lines = _message((own_dots + heard)[ends] - to_dots, agree)
        to_dots = _message(own_lines[:, None] + to_lines.sum(1, keepdims=True) - to_lines, agree)
    heard = np.bincount(ends.ravel(), to_dots.ravel(), minlength=len(dots))
    return _chance(own_dots + heard), _chance(own_lines + to_lines.sum(1))


def _message(odds: Array, agree: Array) -> Array:
    """What log odds at one end of a bond say at its other end."""
    weight = np.exp(np.clip(odds, -MOST_ODDS, MOST_ODDS))
    return np.asarray(TRUST * np.log((agree * weight + 1 - agree) / ((1 - agree) * weight + agree)))


def _odds(chance: Array) -> Array:
    most = 1 / (1 + np.exp(-MOST_ODDS))
    kept = np.clip(chance, 1 - most, most)
    return np.asarray(np.log(kept / (1 - kept)))


def _chance(odds: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-odds)))

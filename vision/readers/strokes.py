"""The strokes that a board may hold: which ones have ink along them, and what the network makes of them.

Asked several times a page, for the pens, for the owners and for the marks; looked at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board
from printables.marks import Kind, Segment, Symbol
from vision import nets
from vision.page import InkedPage, Strokes
from vision.patches import Raster, stroke_patches, stroke_strips
from vision.pieces import ASTRAY, Ends, cut_of, ends_of, pieces_along
from vision.readers.closed import as_closed_lines, missing_links

NETS = {Kind.CHAIN: "chain", Kind.OUTLINE: "outline", Kind.BAR: "chain"}

SCALES = {Kind.CHAIN: 24, Kind.OUTLINE: 40, Kind.BAR: 24}
"""Raster px a piece of a stroke: a ballpoint's line is 2 px wide on 5 mm squares, and on cells of 10 mm."""

GLANCE_PX = (10, 12)
"""Samples along and across a stroke for the first look at all of them."""

LEAST_COVER = {Kind.CHAIN: 0.2, Kind.OUTLINE: 0.05, Kind.BAR: 0.0}
"""Share of the stroke's middle that must show ink for the network to be asked; sides of cells are few: hardly any.
Bars are looked at all: where a photo is burnt out, their ink is as pale as grain."""

FRAME_PRINT = 1.6
LEAST_COVER_ON_FRAME = 0.06
"""Where the print is this much darker than usual, so little ink is enough to ask."""

LEAST_INK = 0.035
"""Density that counts as ink here; a faint pencil has 0.15."""


def strokes_on(page: InkedPage, board: Board, kind: Kind) -> Strokes:
    """All strokes of a kind that have any ink, and how likely each is drawn."""
    key = (board.name, kind)
    if key not in page.strokes:
        segments = candidates(page, board, kind)
        likely = _likely(page, board, kind, segments)
        if any(ask.closes_up for ask in board.asks if ask.kind is kind):
            missing = missing_links(board, kind, segments, likely)
            segments += missing
            likely = np.concatenate([likely, _likely(page, board, kind, missing)])
            likely = as_closed_lines(board, segments, likely)
        samples = page.stroke_samples(board, kind, segments)
        page.strokes[key] = Strokes(tuple(segments), likely, samples)
    return page.strokes[key]


def _likely(page: InkedPage, board: Board, kind: Kind, segments: list[Segment]) -> NDArray[np.float64]:
    """The chances (n,) that strokes are drawn, by their looks alone: all of their pieces must be."""
    return np.asarray(piece_chances(page, board, kind, ends_of(board, kind, segments)).min(axis=1))


def piece_chances(
    page: InkedPage, board: Board, kind: Kind, ends: Ends, near: float = 1.0
) -> NDArray[np.float64]:
    """The chances (n, pieces) that the pieces of strokes are drawn, by their looks alone.

    `near`: the share of how far a stroke of this kind may stray that these may."""
    cut, name = cut_of(board, kind), NETS[kind]
    scale = round(SCALES[kind] * cut.a_pitch)
    layer = page.layer(board, scale)
    pieces = pieces_along(layer, ends, cut.number, ASTRAY[kind] * near)
    patches = stroke_patches(layer, page.printed(board, scale), pieces, cut.a_pitch)
    found = nets.probabilities(name, patches)[:, nets.symbols(name).index(Symbol.LINE)]
    return found.reshape(len(ends), cut.number)


def candidates(page: InkedPage, board: Board, kind: Kind) -> list[Segment]:
    """The segments with ink along their middle; along a printed frame, where ink hides, a little is enough."""
    segments: list[Segment] = list(board.ats(kind))  # type: ignore[arg-type]
    length, width = GLANCE_PX
    middle = (slice(None), slice(width // 5, -(width // 5)), slice(length // 4, -(length // 4)))
    cut = cut_of(board, kind)
    scale = round(SCALES[kind] * cut.a_pitch)
    ends = ends_of(board, kind, segments)
    pieces = pieces_along(page.layer(board, scale), ends, cut.number, ASTRAY[kind])

    def glance(layer: Raster) -> NDArray[np.float64]:
        """The darkest ink across, (n, samples along all pieces)."""
        strips = stroke_strips(layer, pieces, GLANCE_PX, cut.a_pitch)[middle]
        return np.asarray(strips.max(axis=1), float).reshape(len(segments), -1)

    cover = (glance(page.layer(board, scale)) > max(LEAST_INK, 1.5 * page.ink.noise)).mean(axis=1)
    printed = glance(page.printed(board, scale)).mean(axis=1)
    enough = np.where(
        printed > FRAME_PRINT * max(float(np.median(printed)), 1e-3), LEAST_COVER_ON_FRAME, LEAST_COVER[kind]
    )
    return [segment for segment, share, least in zip(segments, cover, enough, strict=True) if share >= least]

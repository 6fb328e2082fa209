"""Strokes between neighbouring points of a lattice: drawn or not, and whose.

Two kinds share this: chains along and across a lattice of points, and outlines along the sides of cells.
Only strips with ink along their middle are shown to the network; the rest are surely empty.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import Kind, Mark, Segment
from vision import nets
from vision.colours import whose
from vision.page import InkedPage, ink_densities, tint_raster
from vision.patches import Raster, stroke_patches, stroke_strips
from vision.readers.cell import asked_ink
from vision.readers.choose import choose

NETS = {Kind.CHAIN: "chain", Kind.OUTLINE: "outline"}

SCALE = 24
"""Raster px a pitch: a ballpoint's line is 2 px wide on 5 mm squares."""

LEAST_COVER = 0.5
"""Share of the stroke's middle that must show ink for the network to be asked."""

LEAST_INK = 0.05
"""Density that counts as ink here; a faint pencil has 0.15."""


def read_strokes(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All strokes of a kind on a board."""
    ink = asked_ink(page, board, ask, SCALE)
    segments = candidates(ink, list(board.ats(ask.kind)), page.ink.noise)  # type: ignore[arg-type]
    name = NETS[ask.kind]
    chances = nets.probabilities(name, stroke_patches(ink, page.printed(board, SCALE), segments))
    densities, has_ink = stroke_densities(page, board, segments)
    first = np.where(has_ink, whose(page.pens, densities), 0.5)
    return choose(page, board, ask, segments, nets.symbols(name), chances, first, densities)


def candidates(ink: Raster, segments: list[Segment], noise: float) -> list[Segment]:
    """The segments with ink along their middle."""
    strips = stroke_strips(ink, segments)
    length, width = strips.shape[2], strips.shape[1]
    middle = strips[:, width // 5 : -(width // 5), length // 4 : -(length // 4)]
    cover = (middle.max(axis=1) > max(LEAST_INK, 3 * noise)).mean(axis=1)
    return [segment for segment, share in zip(segments, cover, strict=True) if share >= LEAST_COVER]


def stroke_densities(
    page: InkedPage, board: Board, segments: list[Segment]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The colour of each stroke's middle part, away from the dots at its ends."""
    if not segments:
        return np.zeros((0, 3)), np.zeros(0, bool)
    total = stroke_strips(page.layer(board, SCALE), segments)
    tint = stroke_strips(tint_raster(page.ink, board, SCALE), segments)
    length, width = total.shape[2], total.shape[1]
    middle = (slice(None), slice(width // 6, -(width // 6)), slice(length * 2 // 5, -(length * 2 // 5)))
    return ink_densities(total[middle], tint[middle])

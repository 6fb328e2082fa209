"""Strokes between neighbouring points of a lattice: drawn or not, and whose.

Two kinds share this: chains along and across a lattice of points, and outlines along the sides of cells.
Only strips with ink along their middle are shown to the network; the rest are surely empty.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Mark, Segment, Symbol
from vision import nets
from vision.colours import whose
from vision.page import InkedPage
from vision.patches import stroke_patches, stroke_strips
from vision.readers.choose import choose
from vision.readers.closed import as_closed_lines, missing_links

NETS = {Kind.CHAIN: "chain", Kind.OUTLINE: "outline"}

SCALES = {Kind.CHAIN: 24, Kind.OUTLINE: 40}
"""Raster px a pitch: a ballpoint's line is 2 px wide on 5 mm squares, and on cells of 10 mm."""

GLANCE_PX = (10, 12)
"""Samples along and across a stroke for the first look at all of them."""

LEAST_COVER = {Kind.CHAIN: 0.2, Kind.OUTLINE: 0.05}
"""Share of the stroke's middle that must show ink for the network to be asked; sides of cells are few: hardly any."""

SUREST_AT_FRAME = 0.9
"""Most that is believed of a line that runs along the outermost points: the frame beside it may be what is seen."""

FRAME_PRINT = 1.6
LEAST_COVER_ON_FRAME = 0.06
"""Where the print is this much darker than usual, so little ink is enough to ask."""

LEAST_INK = 0.035
"""Density that counts as ink here; a faint pencil has 0.15."""


def read_strokes(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All strokes of a kind on a board."""
    names = nets.symbols(NETS[ask.kind])
    line = names.index(Symbol.LINE)
    segments = candidates(page, board, ask.kind)
    chances = _chances(page, board, ask.kind, segments)
    missing = missing_links(board, ask.kind, segments, chances[:, line])
    segments += missing
    chances = np.concatenate([chances, _chances(page, board, ask.kind, missing)])
    chances[:, line] = as_closed_lines(board, segments, chances[:, line])
    chances = _doubted_at_frame(board, segments, line, chances)
    chances[:, 1 - line] = 1 - chances[:, line]  # a stroke is there or it is not
    samples = page.stroke_samples(board, ask.kind, segments)
    first = whose(page.pens, samples)
    return choose(page, board, ask, segments, names, chances, first, samples.densities)


def _chances(page: InkedPage, board: Board, kind: Kind, segments: list[Segment]) -> NDArray[np.float64]:
    """What the network says of strokes by their looks alone, (n, 2)."""
    scale = SCALES[kind]
    patches = stroke_patches(page.layer(board, scale), page.printed(board, scale), segments)
    return nets.probabilities(NETS[kind], patches)


def _doubted_at_frame(
    board: Board, segments: list[Segment], line: int, chances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Chances that leave a doubt wherever a line seems to run along the outermost points, beside the printed frame."""
    if board.grid is not Grid.POINTS:
        return chances
    last = (board.columns - 1, board.rows - 1)
    rows = [
        k
        for k, (start, end) in enumerate(segments)
        if any(start[axis] == end[axis] and start[axis] in (0, last[axis]) for axis in (0, 1))
    ]
    chances = chances.copy()
    chances[rows, line] = np.minimum(chances[rows, line], SUREST_AT_FRAME)
    return chances


def candidates(page: InkedPage, board: Board, kind: Kind) -> list[Segment]:
    """The segments with ink along their middle; along a printed frame, where ink hides, a little is enough."""
    segments: list[Segment] = list(board.ats(kind))  # type: ignore[arg-type]
    length, width = GLANCE_PX
    middle = (slice(None), slice(width // 5, -(width // 5)), slice(length // 4, -(length // 4)))
    strips = stroke_strips(page.layer(board, SCALES[kind]), segments, GLANCE_PX)[middle]
    cover = (strips.max(axis=1) > max(LEAST_INK, 1.5 * page.ink.noise)).mean(axis=1)
    printed = (
        stroke_strips(page.printed(board, SCALES[kind]), segments, GLANCE_PX)[middle].max(axis=1).mean(axis=1)
    )
    enough = np.where(
        printed > FRAME_PRINT * max(float(np.median(printed)), 1e-3), LEAST_COVER_ON_FRAME, LEAST_COVER[kind]
    )
    return [segment for segment, share, least in zip(segments, cover, enough, strict=True) if share >= least]

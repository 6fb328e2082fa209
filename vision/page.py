"""What readers are given: a page's ink, its pens, and the boards cut out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Sheet
from printables.marks import Kind, Point, Segment, Symbol
from vision import nets
from vision.colours import TRAITS, InkSamples, PenColours
from vision.flatten import PX_PER_MM
from vision.ink import TINT_PX_PER_MM, Image, Ink
from vision.patches import (
    PEN_PX,
    PEN_SPAN,
    Raster,
    pen_patches,
    raster,
    sign_mask,
    stroke_mask,
    stroke_strips,
    windows,
)
from vision.pieces import cut_of, ends_of, shrunk

Array = NDArray[np.float64]

LEAST_MARK = 0.06
"""Density from which ink has a colour to tell; a faint pencil's line has 0.08 when blurred."""

FAINTEST_PEAK = 0.02
"""Added to a mark's darkest place before its logarithm is taken."""

LEAST_COVERED_PX = 3
"""Pixels of ink that a colour needs."""


@dataclass(frozen=True, slots=True)
class Strokes:
    """Strokes that a board may hold: how `likely` (n,) each is drawn, and what their ink is like."""

    segments: tuple[Segment, ...]
    likely: Array
    samples: InkSamples


@dataclass(frozen=True, slots=True)
class Dot:
    """A place in a field that may be a dot, in tenths of a millimetre from its top left; how likely, and its colour as
    BGR densities."""

    at: Point
    likely: float
    density: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class InkedPage:
    """The ink of one sheet. `signs` is what each player drew into his legend box, `None` if nothing clear.

    `chances` keeps what the networks said of a board's spots, `samples` what their ink is like, `strokes` the same
    of its strokes, all by board name and kind; `dots` are those found in fields, by board name; `rasters` keeps the
    boards' layers by layer, board and scale.
    """

    sheet: Sheet
    ink: Ink
    pens: PenColours
    signs: tuple[Symbol | None, Symbol | None]
    dots: Mapping[str, tuple[Dot, ...]] = field(default_factory=dict, compare=False, repr=False)
    chances: dict[tuple[str, Kind], Array] = field(default_factory=dict, compare=False, repr=False)
    samples: dict[tuple[str, Kind], InkSamples] = field(default_factory=dict, compare=False, repr=False)
    strokes: dict[tuple[str, Kind], Strokes] = field(default_factory=dict, compare=False, repr=False)
    rasters: dict[tuple[str, str, int], Raster] = field(default_factory=dict, compare=False, repr=False)

    def layer(self, board: Board, scale: int) -> Raster:
        """All ink on a board."""
        return self._raster("total", self.ink.total, board, scale)

    def printed(self, board: Board, scale: int) -> Raster:
        """The print on a board."""
        return self._raster("print", self.ink.print, board, scale)

    def tint(self, board: Board, scale: int) -> Raster:
        """The tint on a board."""
        return self._raster("tint", self.ink.tint, board, scale, TINT_PX_PER_MM)

    def _raster(
        self, name: str, layer: Image, board: Board, scale: int, px_per_mm: float = PX_PER_MM
    ) -> Raster:
        key = (name, board.name, scale)
        if key not in self.rasters:
            self.rasters[key] = raster(layer, board, scale, px_per_mm=px_per_mm)
        return self.rasters[key]

    def spot_samples(self, board: Board, kind: Kind) -> InkSamples:
        """What the ink on every spot of a board is like, row by row."""
        key = (board.name, kind)
        if key not in self.samples:
            tint, total = self.pen_windows(board, kind)
            places = [board.centre_mm(at) for at in board.ats(kind)]  # type: ignore[arg-type]
            self.samples[key] = ink_samples(tint, total, sign_mask(kind), self.ink.paper_at(places))
        return self.samples[key]

    def stroke_samples(self, board: Board, kind: Kind, segments: list[Segment]) -> InkSamples:
        """What the ink of strokes is like, in their middle part, away from the dots at their ends."""
        cut = cut_of(board, kind)
        middles = shrunk(ends_of(board, kind, segments), 1 / cut.number)
        places = [board.node_mm(place) for place in middles.reshape(-1, 2, 2).mean(1)]
        tint, total = self.pen_strips(board, middles, cut.a_pitch)
        return ink_samples(tint, total, stroke_mask(), self.ink.paper_at(places))

    def pen_windows(self, board: Board, kind: Kind) -> tuple[Image, Image]:
        """Tint (n, PEN_PX, PEN_PX, 3) and all ink (n, PEN_PX, PEN_PX) round every spot, row by row."""
        scale = round(PEN_PX / PEN_SPAN[kind])
        return windows(self.tint(board, scale), board, PEN_PX), windows(
            self.layer(board, scale), board, PEN_PX
        )

    def pen_strips(
        self, board: Board, segments: list[Segment] | Array, pieces: float = 1
    ) -> tuple[Image, Image]:
        """Tint (n, PEN_PX, PEN_PX, 3) and all ink (n, PEN_PX, PEN_PX) along segments, `pieces` to a pitch."""
        scale, size = round(PEN_PX / PEN_SPAN[Kind.POINT] * pieces), (PEN_PX, PEN_PX)
        return (
            stroke_strips(self.tint(board, scale), segments, size, pieces),
            stroke_strips(self.layer(board, scale), segments, size, pieces),
        )


def ink_samples(tint: Image, total: Image, mask: Image, paper: Image) -> InkSamples:
    """What the ink inside `mask` (h, w) is like in pieces of tint (n, h, w, 3) and of all ink (n, h, w).

    `paper` (n, 3) is the density of the paper under each piece. It stands among the traits, and so does how dark the
    ink is: light that colours paper colours ink alike, and each hand presses in its own way.
    """
    own = (total >= LEAST_MARK) & (mask > 0)
    covered = own.sum(axis=(1, 2))
    has_ink = covered >= LEAST_COVERED_PX
    added = (tint * mask[..., None]).sum(axis=(1, 2))
    densities = np.asarray(added / np.maximum(covered, 1)[:, None], float)
    traits = np.zeros((len(total), TRAITS))
    traits[has_ink, : nets.PEN_TRAITS] = nets.traits(pen_patches(tint[has_ink], total[has_ink], mask))
    darkest = (total * mask).max(axis=(1, 2), initial=0.0)
    level = paper.mean(1)
    traits[:, nets.PEN_TRAITS :] = np.stack(
        [np.log(darkest + FAINTEST_PEAK), paper[:, 0] - level, paper[:, 2] - level, level], 1
    )
    return InkSamples(traits, densities, has_ink)

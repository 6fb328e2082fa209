"""What readers are given: a page's ink, its pens, and the boards cut out of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Sheet
from printables.marks import Kind, Symbol
from vision.colours import LEAST_DENSITY, PenColours
from vision.ink import TINT_PX_PER_MM, Image, Ink
from vision.patches import Raster, raster, windows

Array = NDArray[np.float64]

COLOUR_SPAN = {Kind.POINT: 0.7, Kind.CELL: 0.85}
"""Side of the square, in pitches, in which a sign's colour is looked for."""

LEAST_COVERED_PX = 3
"""Pixels of ink that a colour needs."""


@dataclass(frozen=True, slots=True)
class InkedPage:
    """The ink of one sheet. `signs` is what each player drew into his legend box, `None` if nothing clear.

    `chances` keeps what the networks said of a board's spots, by board name and kind.
    """

    sheet: Sheet
    ink: Ink
    pens: PenColours
    signs: tuple[Symbol | None, Symbol | None]
    chances: dict[tuple[str, Kind], Array] = field(default_factory=dict, compare=False, repr=False)

    def layer(self, board: Board, scale: int) -> Raster:
        """All ink on a board."""
        return raster(self.ink.total, board, scale)

    def printed(self, board: Board, scale: int) -> Raster:
        """The print on a board."""
        return raster(self.ink.print, board, scale)


def tint_raster(ink: Ink, board: Board, scale: int) -> Raster:
    """The tint on a board."""
    return raster(ink.tint, board, scale, px_per_mm=TINT_PX_PER_MM)


def spot_densities(ink: Ink, board: Board, kind: Kind, scale: int) -> tuple[Array, NDArray[np.bool_]]:
    """The density (n, 3) of the ink on every spot, row by row, and whether there is enough ink to tell."""
    side = round(COLOUR_SPAN[kind] * scale)
    return ink_densities(
        windows(raster(ink.total, board, scale), board, side),
        windows(tint_raster(ink, board, scale), board, side),
    )


def ink_densities(total: Image, tint: Image) -> tuple[Array, NDArray[np.bool_]]:
    """The density (n, 3) of the ink in pieces of total (n, height, width) and tint (n, height, width, 3).

    Tint is added up over the whole piece and divided by the area of the ink itself, so a halo of colour
    round a stroke counts for the stroke.
    """
    covered = (total >= LEAST_DENSITY).sum(axis=(1, 2))
    added = tint.sum(axis=(1, 2))
    return np.asarray(added / np.maximum(covered, 1)[:, None], float), covered >= LEAST_COVERED_PX

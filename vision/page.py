"""What readers are given: a page's ink, its pens, and the boards cut out of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Sheet
from printables.marks import Kind, Symbol
from vision.colours import CORE_SHARE, LEAST_DENSITY, PenColours
from vision.ink import Image, Ink
from vision.patches import Raster, raster, windows

Array = NDArray[np.float64]

CORE_SPAN = {Kind.POINT: 0.62, Kind.CELL: 0.8}
"""Side of the square, in pitches, in which a sign's colour is looked for."""


@dataclass(frozen=True, slots=True)
class InkedPage:
    """The ink of one sheet. `signs` is what each player drew into his legend box, `None` if nothing clear."""

    sheet: Sheet
    ink: Ink
    pens: PenColours
    signs: tuple[Symbol | None, Symbol | None]

    def layer(self, board: Board, scale: int) -> Raster:
        """All ink on a board."""
        return raster(self.ink.total, board, scale)

    def printed(self, board: Board, scale: int) -> Raster:
        """The print on a board."""
        return raster(self.ink.print, board, scale)


def spot_densities(ink: Ink, board: Board, kind: Kind, scale: int) -> tuple[Array, NDArray[np.bool_]]:
    """The core density (n, 3) of the ink on every spot, row by row, and whether there is enough ink to tell."""
    side = round(CORE_SPAN[kind] * scale)
    return core_densities(windows(raster(ink.colour, board, scale), board, side))


def core_densities(pieces: Image) -> tuple[Array, NDArray[np.bool_]]:
    """Mean density (n, 3) of the darkest pixels of pieces (n, height, width, 3), and whether they hold ink."""
    total = pieces.mean(-1)
    top = total.max(axis=(1, 2), keepdims=True)
    core = total >= np.maximum(LEAST_DENSITY, CORE_SHARE * top)
    count = core.sum(axis=(1, 2))
    summed = (pieces * core[..., None]).sum(axis=(1, 2))
    return np.asarray(summed / np.maximum(count, 1)[:, None], float), count > 0

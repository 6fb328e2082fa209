"""Signs in cells: nothing, dot, cross, nought, filled or hatched, and whose.

Where two questions are put to every cell (ships of one pen, shots of the other), the ink is first split
by pen, and each question is answered on its own pen's ink.
"""

from __future__ import annotations

import numpy as np

from printables.layout import Ask, Board
from printables.marks import Kind, Mark
from vision import nets
from vision.colours import unmix, whose
from vision.page import InkedPage, spot_densities, tint_raster
from vision.patches import Raster, sign_patches, sign_scale
from vision.readers.choose import choose

NET = "cell"


def read_cells(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All answers to one question about the cells of a board."""
    scale = sign_scale(Kind.CELL)
    patches = sign_patches(asked_ink(page, board, ask, scale), page.printed(board, scale), board)
    chances = nets.probabilities(NET, patches)
    densities, has_ink = spot_densities(page.ink, board, Kind.CELL, scale)
    first = np.where(has_ink, whose(page.pens, densities), 0.5)
    return choose(page, board, ask, list(board.ats(Kind.CELL)), nets.symbols(NET), chances, first, densities)


def asked_ink(page: InkedPage, board: Board, ask: Ask, scale: int) -> Raster:
    """The ink in which an ask looks for its signs: its own pen's where the board has two questions."""
    if not is_split(board, ask):
        return page.layer(board, scale)
    total = page.layer(board, scale)
    layers = unmix(page.pens, total.values, tint_raster(page.ink, board, scale).values)
    return Raster(layers[ask.players[0]], total.scale, total.margin)


def is_split(board: Board, ask: Ask) -> bool:
    """Whether several pens are asked for apart on this board, this ask being one of them."""
    pens = {other.players for other in board.asks}
    return len(ask.players) == 1 and len(pens) > 1

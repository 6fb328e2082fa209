"""Signs on lattice points: nothing, dot, cross or nought, and whose."""

from __future__ import annotations

import numpy as np

from printables.layout import Ask, Board
from printables.marks import Kind, Mark
from vision import nets
from vision.colours import whose
from vision.page import InkedPage, spot_densities
from vision.patches import sign_patches, sign_scale
from vision.readers.choose import choose

NET = "point"


def read_points(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All marks on the points of a board."""
    scale = sign_scale(Kind.POINT)
    patches = sign_patches(page.layer(board, scale), page.printed(board, scale), board)
    chances = nets.probabilities(NET, patches)
    densities, has_ink = spot_densities(page.ink, board, Kind.POINT, scale)
    first = np.where(has_ink, whose(page.pens, densities), 0.5)
    return choose(page, board, ask, list(board.ats(Kind.POINT)), nets.symbols(NET), chances, first, densities)

"""What the network says of every spot of a board by all its ink; asked several times, run once a page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board
from printables.marks import Kind
from vision import nets
from vision.page import InkedPage
from vision.patches import sign_patches, sign_scale

NETS = {Kind.POINT: "point", Kind.CELL: "cell"}


def sign_chances(page: InkedPage, board: Board, kind: Kind) -> NDArray[np.float64]:
    """Probabilities (n, signs of the kind's network), row by row."""
    key = (board.name, kind)
    if key not in page.chances:
        scale = sign_scale(kind)
        ink, printed = page.layer(board, scale), page.printed(board, scale)
        patches = sign_patches(board, ink, printed, *([ink] if kind is Kind.CELL else []))
        page.chances[key] = nets.probabilities(NETS[kind], patches)
    return page.chances[key]

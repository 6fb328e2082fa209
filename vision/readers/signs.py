"""What the network says of every spot of a board by all its ink; asked several times, run once a page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board
from printables.marks import Kind, Symbol
from vision import nets
from vision.ink import Image
from vision.page import InkedPage
from vision.patches import SIGN_PX, SIGN_SPAN, sign_patches, sign_scale

NETS = {Kind.POINT: "point", Kind.CELL: "cell"}

SIDE_BAND = 0.08
"""Lines along the sides of cells lie within this of them, in pitches."""


def sign_chances(page: InkedPage, board: Board, kind: Kind) -> NDArray[np.float64]:
    """Probabilities (n, signs of the kind's network), row by row."""
    key = (board.name, kind)
    if key not in page.chances:
        scale = sign_scale(kind)
        ink, printed = page.layer(board, scale), page.printed(board, scale)
        patches = sign_patches(board, ink, printed, *([ink] if kind is Kind.CELL else []))
        chances = nets.probabilities(NETS[kind], patches)
        if kind is Kind.CELL and _signs_stand_in_boxes(board):
            chances = agreed(chances, nets.probabilities(NETS[kind], _without_sides(patches)))
        page.chances[key] = chances
    return page.chances[key]


def _signs_stand_in_boxes(board: Board) -> bool:
    """Whether noughts are asked for in cells whose sides are drawn: the network knows crosses alone in ships."""
    signs = {symbol for ask in board.asks if ask.kind is Kind.CELL for symbol in ask.symbols}
    return Symbol.NOUGHT in signs and any(ask.kind is Kind.OUTLINE for ask in board.asks)


def _without_sides(patches: Image) -> Image:
    """Patches of cells (n, channels, SIGN_PX, SIGN_PX) with nothing along the sides of the cell."""
    span = SIGN_SPAN[Kind.CELL]
    away = np.abs((np.arange(SIGN_PX) + 0.5) / SIGN_PX * span - span / 2)
    keep = np.abs(away - 0.5) > SIDE_BAND
    return np.ascontiguousarray(patches * (keep[:, None] & keep[None]), np.float32)


def agreed(one: NDArray[np.float64], two: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first chances (n, signs); where the others see another sign, the mean of both, which is a doubt."""
    differ = one.argmax(1) != two.argmax(1)
    return np.where(differ[:, None], (one + two) / 2, one)

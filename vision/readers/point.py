"""Signs on lattice points: nothing, dot, cross or nought, and whose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import Kind, Mark
from vision import nets
from vision.colours import LEAST_DENSITY, whose
from vision.page import InkedPage, spot_densities
from vision.patches import sign_patches, sign_scale, windows
from vision.readers.choose import choose

NET = "point"

RING = (0.34, 0.5)
"""Between these distances from a point, in pitches, no dot of its own reaches."""

CHAIN_SHARE = 0.18
SHADED_SHARE = 0.32
"""Share of that ring with ink: two strokes of a chain stay under the first, shading is above the second."""

MOST_DOUBT = 0.3
"""What shading takes from the colour's say."""


def read_points(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All marks on the points of a board."""
    scale = sign_scale(Kind.POINT)
    patches = sign_patches(page.layer(board, scale), page.printed(board, scale), board)
    chances = nets.probabilities(NET, patches)
    densities, has_ink = spot_densities(page.ink, board, Kind.POINT, scale)
    first = np.where(has_ink, whose(page.pens, densities), 0.5)
    # Shading by one pen over a dot of the other spoils the dot's colour: say so by leaning towards a half.
    first = 0.5 + (first - 0.5) * (1 - _crowding(page, board, scale))
    return choose(page, board, ask, list(board.ats(Kind.POINT)), nets.symbols(NET), chances, first, densities)


def _crowding(page: InkedPage, board: Board, scale: int) -> NDArray[np.float64]:
    """How much ink lies round each point, beyond what chains leave there: 0 none, `MOST_DOUBT` shaded."""
    total = windows(page.layer(board, scale), board, scale)
    away = np.hypot(*np.meshgrid(*[(np.arange(scale) + 0.5) / scale - 0.5] * 2))
    ring = (away > RING[0]) & (away < RING[1])
    share = (total[:, ring] > LEAST_DENSITY).mean(axis=1)
    return np.asarray(np.clip((share - CHAIN_SHARE) / (SHADED_SHARE - CHAIN_SHARE), 0, 1) * MOST_DOUBT)

"""The rhombus: dots and boxes on a stepped figure of cells.

>>> from companion.games.rhombus.options import RhombusOptions
>>> position = start(RhombusOptions(n=2))
>>> len(position.moves()), position.turn
(16, 0)
"""

from __future__ import annotations

from companion.boxes import picture as drawing
from companion.boxes import position as boxes
from companion.boxes.position import Boxes

from .options import RhombusOptions


def start(options: RhombusOptions) -> Boxes:
    """The empty figure."""
    return boxes.start(options)


def parse(text: str, options: RhombusOptions) -> Boxes:
    """Reads the lines across, the lines down and the signs, free where there is no cell. Raises `NotationError`."""
    return boxes.parse(text, options)


def parse_board(text: str, options: RhombusOptions) -> Boxes:
    """Reads a drawing with `o---o` and `|`. Raises `NotationError`."""
    return drawing.parse_board(text, options)

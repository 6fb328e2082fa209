"""Five in a row on squared paper: crosses and noughts in the squares, close together, and no field round them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.by_hand import Field
from companion.text import Text, count
from vision.squares.clusters import largest_cluster

from .options import LARGEST, FiveOptions
from .paper import BOARD

if TYPE_CHECKING:
    from vision.squares.drawn import Drawn

LEAST_SIGNS = 6
"""Fewer signs may be a word, or a game of tic-tac-toe."""

GAP = 2
MARGIN = 2
SMALLEST = 10
"""Squares along a side of the field that is shown, around the signs."""

STRUCK = 0.12
"""Share of a square that is drawn on where a sign is struck through: then it looks like shading."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The largest group of crosses and noughts, if there are enough."""
    from printables.layout import Board, Grid

    from .sheet import ASKS

    is_sign = (drawn.crosses + drawn.noughts) > 0.5
    is_struck = (drawn.shades > 0.5) & (drawn.inside > STRUCK)
    group = largest_cluster(is_sign, GAP)
    if group is None or group.count < LEAST_SIGNS:
        return ()
    whole = largest_cluster(is_sign | is_struck, GAP) or group
    box = whole.box.grown(MARGIN, SMALLEST, LARGEST, drawn.columns - 1, drawn.rows - 1)
    dots = int(((drawn.lone > 0) & (drawn.dots > 0.5)).sum())
    start = drawn.crossing_mm(box.left, box.top)
    size = (box.width + 1, box.height + 1)
    board = Board(BOARD, Grid.CELLS, start, drawn.square_mm, *size, (ASKS["xo"],))
    signs = count(group.count, ("sign", "signs"), ("знак", "знака", "знаков"))
    return (
        Field(
            FiveOptions(size=size),
            (board,),
            0.85 * group.count / (group.count + dots / 2),
            Text(en=f"{signs('en')} in the squares", ru=f"в клетках {signs('ru')}"),
        ),
    )

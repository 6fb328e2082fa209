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

PLENTY = 10
WHOLE_LINE = 0.95
MOST_LINES = 0.1
"""So many signs and hardly a side of a square drawn in full, which small grids have by the dozen: nothing else is
meant."""

LARGEST_SIGN = 1.5
"""Squares: larger things are letters, or signs of a game whose squares are larger. Signs that touch, and those struck
through, belong to the game when others do not."""

STRUCK = 0.12
"""Share of a square that is drawn on where a sign is struck through: then it looks like shading."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The largest group of crosses and noughts, if there are enough."""
    from printables.layout import Board, Grid

    from .sheet import ASKS

    looks_like_sign = (drawn.crosses + drawn.noughts) > 0.5
    is_sign = looks_like_sign & (drawn.spans < LARGEST_SIGN)
    is_struck = (drawn.shades > 0.5) & (drawn.inside > STRUCK) | looks_like_sign
    group = largest_cluster(is_sign, GAP)
    if group is None or group.count < LEAST_SIGNS:
        return ()
    whole = largest_cluster(is_sign | is_struck, GAP) or group
    box = whole.box.grown(MARGIN, SMALLEST, LARGEST, drawn.columns - 1, drawn.rows - 1)
    dots = int(((drawn.lone > 0) & (drawn.dots > 0.5)).sum())
    large = int((looks_like_sign & ~is_sign)[box.inside].sum())
    threads = (drawn.thread_across[box.inside], drawn.thread_down[box.inside])
    lines = sum(int((thread > WHOLE_LINE).sum()) for thread in threads)
    start = drawn.crossing_mm(box.left, box.top)
    size = (box.width + 1, box.height + 1)
    board = Board(BOARD, Grid.CELLS, start, drawn.square_mm, *size, (ASKS["xo"],))
    signs = count(group.count, ("sign", "signs"), ("знак", "знака", "знаков"))
    return (
        Field(
            FiveOptions(size=size),
            (board,),
            0.85 * group.count / (group.count + dots / 2 + large / 4),
            Text(en=f"{signs('en')} in the squares", ru=f"в клетках {signs('ru')}"),
            group.count,
            is_plain=group.count >= PLENTY and lines <= MOST_LINES * group.count,
        ),
    )

"""Five in a row on squared paper: crosses and noughts in the squares, close together, and no field round them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.by_hand import Field, pointed_out
from companion.text import Text, count
from vision.squares.clusters import Box, largest_cluster

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

LARGEST_SIGN = 1.5
"""Squares: larger things are letters, or signs of a game whose squares are larger. Signs that touch, and those struck
through, belong to the game when others do not."""

STRUCK = 0.12
"""Share of a square that is drawn on where a sign is struck through: then it looks like shading."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The largest group of crosses and noughts, if there are enough."""
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
    signs = count(group.count, ("sign", "signs"), ("знак", "знака", "знаков"))
    return (
        _field(
            drawn,
            Box(box.left, box.top, box.right + 1, box.bottom + 1),
            0.85 * group.count / (group.count + dots / 2 + large / 4),
            Text(en=f"{signs('en')} in the squares", ru=f"в клетках {signs('ru')}"),
            group.count,
        ),
    )


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The field between crossings that were pointed out, as large as it is."""
    if not (min(box.width, box.height) >= 1 and FiveOptions().win <= max(box.width, box.height) <= LARGEST):
        return None
    rows, columns = slice(box.top, box.bottom), slice(box.left, box.right)
    signs = int(((drawn.crosses + drawn.noughts)[rows, columns] > 0.5).sum())
    return _field(drawn, box, 1.0, pointed_out(box), signs)


def _field(drawn: Drawn, box: Box, fit: float, why: Text, marks: int) -> Field:
    """The field of all squares between the crossings of a box."""
    from printables.layout import Board, Grid

    from .sheet import ASKS

    size = (box.width, box.height)
    start = drawn.crossing_mm(box.left, box.top)
    board = Board(BOARD, Grid.CELLS, start, drawn.square_mm, *size, (ASKS["xo"],))
    return Field(FiveOptions(size=size), (board,), fit, why, marks)

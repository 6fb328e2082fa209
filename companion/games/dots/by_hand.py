"""A game of dots on squared paper: many small dots on the crossings, more or less together."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from companion.by_hand import Field, pointed_out
from companion.text import Text, count
from vision.squares.clusters import Box, largest_cluster

from .options import DotsOptions
from .paper import BOARD

if TYPE_CHECKING:
    from vision.squares.drawn import Drawn

LEAST_DOTS = 8
"""Fewer dots on crossings are specks, or full stops."""

PLENTY = 24
"""So many lone dots speak for this game in full; fewer stand beside boxes too, and in a page of writing."""

GAP = 3
FAR_GAP = 9
"""Crossings between a dot and the rest of the game that it may still belong to: any blot, and one like the others."""

EDGE_GAP = 2
"""The same for a dot on the outermost lines of the paper."""

CLEAR_DOT = 0.97
ALIKE = 2.2
"""How clear a dot further away must be, and by which factor its area may differ from the usual."""

MARGIN = 1
"""Free crossings round the outermost dots that still belong to the field."""

SMALLEST, LARGEST = 5, 40
"""Points along a side that the options allow."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The largest group of dots, if there are enough."""
    dots = (drawn.lone > 0) & (drawn.dots > 0.5)
    inner = dots & drawn.is_inner
    core = largest_cluster(inner, GAP)
    if core is None or core.count < LEAST_DOTS:
        return ()
    usual = median(drawn.lone[core.box.inside][inner[core.box.inside]])
    alike = dots & (drawn.dots > CLEAR_DOT) & (drawn.lone > usual / ALIKE) & (drawn.lone < usual * ALIKE)
    inner &= alike | core.box.mask(dots.shape)
    group = largest_cluster(inner, FAR_GAP) or core
    # At the paper's edge much looks like a dot: only what comes close to the others is let in.
    near = group.box.grown(EDGE_GAP, 0, LARGEST, drawn.columns, drawn.rows).mask(dots.shape)
    group = largest_cluster(inner | (alike & near), FAR_GAP) or group
    box = group.box.grown(MARGIN, SMALLEST, LARGEST, drawn.columns, drawn.rows)
    signs = int(((drawn.crosses + drawn.noughts)[box.inside] > 0.5).sum())
    number = count(group.count, ("dot", "dots"), ("точка", "точки", "точек"))
    return (
        _field(
            drawn,
            box,
            0.8 * group.count / (group.count + signs) * min(1.0, group.count / PLENTY),
            Text(en=f"{number('en')} on the crossings", ru=f"на пересечениях {number('ru')}"),
            group.count,
        ),
    )


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The field between crossings that were pointed out, as large as it is."""
    if not all(SMALLEST <= side + 1 <= LARGEST for side in (box.width, box.height)):
        return None
    dots = int((drawn.dots[box.inside] > 0.5).sum())
    return _field(drawn, box, 1.0, pointed_out(box), dots)


def _field(drawn: Drawn, box: Box, fit: float, why: Text, marks: int) -> Field:
    from printables.layout import Board, Grid

    from .sheet import ASKS

    size = (box.width + 1, box.height + 1)
    board = Board(BOARD, Grid.POINTS, drawn.crossing_mm(box.left, box.top), drawn.square_mm, *size, ASKS)
    return Field(DotsOptions(size=size, start="empty", opening_zone="none"), (board,), fit, why, marks)

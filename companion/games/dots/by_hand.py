"""A game of dots on squared paper: many small dots on the crossings, more or less together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.by_hand import Field, pointed_out
from companion.position import Problem
from companion.text import Text
from vision.squares.clusters import Box, largest_cluster

from .messages import LEFT_OUT
from .messages import dots as dots_text
from .notation import LARGEST as LARGEST_WRITTEN
from .options import DotsOptions
from .paper import BOARD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printables.marks import Mark
    from vision.squares.drawn import Drawn

LEAST_DOTS = 8
"""Fewer dots on crossings are specks, or full stops."""

LEAST_GAME = 12
"""So many dots that lie apart from a game are another one."""

PLENTY = 24
"""So many lone dots speak for this game in full; fewer stand beside boxes too, and in a page of writing."""

GAP = 3
FAR_GAP = 9
"""Crossings between a dot and the rest of the game that it may still belong to: any blot, and one like the others."""

EDGE_GAP = 2
"""The same for a dot like the others on the outermost lines of the paper."""

BESIDE = 4
"""Crossings between a dot that is not like the others and the game that it may belong to."""

CLEAR_DOT = 0.97
ALIKE = 2.2
"""How clear a dot further away must be, and by which factor its area may differ from the usual."""

MARGIN = 1
"""Free crossings round the outermost dots that still belong to the field."""

SMALLEST, LARGEST = 5, 40
"""Points along a side that the options allow; fields that are found may be as large as what can be written down."""

SURE_FAR = 0.9
"""Most that is believed of a dot that lies further from the others than dots of one game do, or is unlike them."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The largest group of dots, if there are enough, and dots like them wherever they lie."""
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
    room = _fullest(inner | (alike & near), group.box)
    # What lies beside the game and is less like its dots may be one all the same: in the field, and asked about.
    beside = room.grown(BESIDE, 0, LARGEST_WRITTEN, drawn.columns, drawn.rows).mask(dots.shape)
    asked = (alike & drawn.is_inner) | beside & (dots | (drawn.dots > CLEAR_DOT))
    asked |= inner
    asked &= ~_other_games(alike, room)
    whole, left_out = _with_far(room, asked)
    box = whole.grown(MARGIN, SMALLEST, LARGEST, drawn.columns, drawn.rows)
    signs = int(((drawn.crosses + drawn.noughts)[box.inside] > 0.5).sum())
    number = dots_text(group.count)
    own = room.grown(MARGIN, 0, LARGEST_WRITTEN, drawn.columns, drawn.rows)
    return (
        _field(
            drawn,
            box,
            0.8 * group.count / (group.count + signs) * min(1.0, group.count / PLENTY),
            Text(en=f"{number('en')} on the crossings", ru=f"на пересечениях {number('ru')}"),
            group.count,
            sheetlike=lambda marks: _doubted_odd(_doubted_far(marks, box, own, asked), box, alike),
            problems=lambda options: _left_out(left_out),
            is_plain=group.count >= PLENTY and signs < group.count / 4,
        ),
    )


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The field between crossings that were pointed out, as large as it is."""
    if not all(SMALLEST <= side + 1 <= LARGEST_WRITTEN for side in (box.width, box.height)):
        return None
    dots = int((drawn.dots[box.inside] > 0.5).sum())
    return _field(drawn, box, 1.0, pointed_out(box), dots)


def _field(drawn: Drawn, box: Box, fit: float, why: Text, marks: int, **more: Any) -> Field:
    from printables.layout import Board, Grid

    from .sheet import ASKS

    size = (box.width + 1, box.height + 1)
    board = Board(BOARD, Grid.POINTS, drawn.crossing_mm(box.left, box.top), drawn.square_mm, *size, ASKS)
    return Field(
        DotsOptions(size=size, start="empty", opening_zone="none"), (board,), fit, why, marks, **more
    )


def _other_games(alike: NDArray[np.bool_], own: Box) -> NDArray[np.bool_]:
    """Where dots like those of the game make another game of their own beside it."""
    import numpy as np

    others = np.zeros_like(alike)
    rest = alike & ~own.mask(alike.shape)
    while (group := largest_cluster(rest, FAR_GAP)) is not None and group.count >= LEAST_GAME:
        inside = group.box.mask(alike.shape)
        others |= inside & ~own.mask(alike.shape)
        rest &= ~inside
    return others


def _fullest(dots: NDArray[np.bool_], box: Box) -> Box:
    """The box, or the part of it with most dots that can be written down."""
    left, right = _fullest_span(dots[box.inside].sum(axis=0))
    top, bottom = _fullest_span(dots[box.inside].sum(axis=1))
    return Box(box.left + left, box.top + top, box.left + right, box.top + bottom)


def _fullest_span(counts: NDArray[np.int_]) -> tuple[int, int]:
    """The first and last of so many neighbours as can be written down, with the largest sum."""
    length = min(len(counts), LARGEST_WRITTEN)
    sums = [int(counts[k : k + length].sum()) for k in range(len(counts) - length + 1)]
    first = sums.index(max(sums))
    return first, first + length - 1


def _with_far(own: Box, asked: NDArray[np.bool_]) -> tuple[Box, int]:
    """The box of the game with the dots further away that are asked about, the nearest first, as long as such a field
    can be written down; and how many are left out."""
    import numpy as np

    box, left_out = own, 0
    rows, columns = np.nonzero(asked & ~box.mask(asked.shape))
    away = [
        max(box.left - x, x - box.right, 0) + max(box.top - y, y - box.bottom, 0)
        for x, y in zip(columns.tolist(), rows.tolist(), strict=True)
    ]
    for number in np.argsort(away, kind="stable"):
        x, y = int(columns[number]), int(rows[number])
        larger = Box(min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
        if max(larger.width, larger.height) < LARGEST_WRITTEN:
            box = larger
        else:
            left_out += 1
    return box, left_out


def _doubted_far(marks: Sequence[Mark], box: Box, own: Box, asked: NDArray[np.bool_]) -> tuple[Mark, ...]:
    """The marks without what is drawn away from the game, except dots like the others: these are asked about."""
    found = []
    for mark in marks:
        ends = mark.at if isinstance(mark.at[0], tuple) else (mark.at,)
        places = [(box.left + x, box.top + y) for x, y in ends]
        if all(own.left <= x <= own.right and own.top <= y <= own.bottom for x, y in places):
            found.append(mark)
        elif len(places) == 1 and asked[places[0][1], places[0][0]]:
            found.append(replace(mark, confidence=min(mark.confidence, SURE_FAR)))
    return tuple(found)


def _doubted_odd(marks: Sequence[Mark], box: Box, alike: NDArray[np.bool_]) -> tuple[Mark, ...]:
    """The marks, with doubts about dots unlike the others that no line joins: letters beside a game look like dots."""
    joined = {end for mark in marks if isinstance(mark.at[0], tuple) for end in mark.at}
    return tuple(
        replace(mark, confidence=min(mark.confidence, SURE_FAR))
        if not isinstance(mark.at[0], tuple)
        and mark.at not in joined
        and not alike[box.top + mark.at[1], box.left + mark.at[0]]
        else mark
        for mark in marks
    )


def _left_out(number: int) -> tuple[Problem, ...]:
    """What is said about dots for which no field is large enough."""
    if not number:
        return ()
    return (Problem("DOT_OUT_OF_FIELD", (), LEFT_OUT.fill(dots=dots_text(number), most=LARGEST_WRITTEN)),)

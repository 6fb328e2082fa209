"""Dots and boxes on squared paper: dots in a full rectangle, at every crossing or every second, and lines between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.boxes.paper import BOARD
from companion.by_hand import Field, pointed_out
from companion.text import Text
from vision.squares.clusters import Box, largest_cluster

from .options import LARGEST, BoxesOptions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printables.layout import Board
    from printables.marks import At, Mark
    from vision.squares.drawn import Drawn

HALF_SEEN = 0.6
"""How sure a side is of which only a part was seen."""

LEAST_FULL = 0.85
"""Share of the rectangle's crossings that must have their dot."""

LEAST_ROW = 0.6
"""Share of a row at the rim that must have dots to belong to the field, not to a word beside it."""

LEAST_DOTS = 9
STEPS = (1, 2)
"""Squares between neighbouring dots."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The fullest rectangle of dots, if there is one."""
    dots = drawn.dots > 0.5
    for step in STEPS:
        found = [
            (left, top, box, share)
            for top in range(step)
            for left in range(step)
            for box, share in _rectangles(dots[top::step, left::step])
        ]
        if found:
            left, top, box, share = max(found, key=lambda one: (one[3], one[2].width * one[2].height))
            there = dots[top::step, left::step][box.inside].sum()
            strays = ((drawn.lone > 0) & dots).sum() - (drawn.lone > 0)[top::step, left::step][
                box.inside
            ].sum()
            return (_field(drawn, box, (left, top), step, share * there / (there + max(strays, 0))),)
    return ()


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The rectangle of dots in a box that was pointed out, or all of it, with the step that its dots tell."""
    if found := fields(drawn.inside_box(box)):
        return replace(found[0], why=pointed_out(box))
    dots = drawn.dots[box.inside] > 0.5
    is_wide = box.width % 2 == box.height % 2 == 0 and dots[::2, ::2].sum() > dots.sum() / 2
    for step in STEPS[::-1] if is_wide else STEPS[:1]:
        size = Box(0, 0, box.width // step, box.height // step)
        if all(1 <= side <= LARGEST for side in (size.width, size.height)):
            return replace(_field(drawn, size, (box.left, box.top), step, 0.0), fit=1.0, why=pointed_out(box))
    return None


def _rectangles(dots: NDArray[np.bool_]) -> list[tuple[Box, float]]:
    """The largest group of dots as a rectangle with the share of it that is there, if it is full enough."""
    group = largest_cluster(dots, 0)
    if group is None:
        return []
    box = _trimmed(dots, group.box)
    share = float(dots[box.inside].mean())
    is_field = min(box.width, box.height) >= 2 and max(box.width, box.height) <= LARGEST
    return [(box, share)] if is_field and share >= LEAST_FULL and dots[box.inside].sum() >= LEAST_DOTS else []


def _trimmed(dots: NDArray[np.bool_], box: Box) -> Box:
    """The box without poor rows at its rim."""
    while box.width > 0 and box.height > 0:
        inside = dots[box.inside]
        rims = {
            "top": inside[0].mean(),
            "bottom": inside[-1].mean(),
            "left": inside[:, 0].mean(),
            "right": inside[:, -1].mean(),
        }
        worst = min(rims, key=lambda side: rims[side])
        if rims[worst] >= LEAST_ROW:
            break
        box = Box(
            box.left + (worst == "left"),
            box.top + (worst == "top"),
            box.right - (worst == "right"),
            box.bottom - (worst == "bottom"),
        )
    return box


def _field(drawn: Drawn, box: Box, phase: tuple[int, int], step: int, share: float) -> Field:
    from printables.layout import Ask, Board, Grid
    from printables.marks import Kind, Symbol

    start = drawn.crossing_mm(phase[0] + box.left * step, phase[1] + box.top * step)
    size = (box.width, box.height)
    # Lines between drawn dots look like the chain lines of dots, whatever they mean here; square by square.
    ask = Ask(Kind.CHAIN, (Symbol.LINE,), (0,))
    fine = (size[0] * step + 1, size[1] * step + 1)
    squares = Board(BOARD, Grid.POINTS, start, drawn.square_mm, *fine, (ask,))
    sides = Board(BOARD, Grid.CELLS, start, drawn.square_mm * step, *size, (replace(ask, kind=Kind.OUTLINE),))
    return Field(
        BoxesOptions(size=size),
        (sides,),
        0.9 * share,
        Text(
            en=f"dots in a full rectangle, {size[0]} by {size[1]} boxes",
            ru=f"точки полным прямоугольником, {size[0]} на {size[1]} клеток",
        ),
        (size[0] + 1) * (size[1] + 1),
        looked_at=(squares,),
        sheetlike=lambda marks: _whole_sides(marks, sides, step),
    )


def _whole_sides(marks: Sequence[Mark], sides: Board, step: int) -> tuple[Mark, ...]:
    """Sides of boxes from lines along squares: a side is drawn when all its squares are; where they differ, it is
    asked about."""
    from printables.marks import Choice, Kind, Symbol

    found = {mark.at: mark for mark in marks}
    whole = []
    for at in sides.ats(Kind.OUTLINE):
        parts = [found.get(part) for part in _parts(at, step)]
        drawn = [mark for mark in parts if mark is not None and mark.symbol is Symbol.LINE]
        seen = [mark for mark in parts if mark is not None]
        if len(drawn) == step:
            surest = min(drawn, key=lambda mark: mark.confidence)
            whole.append(replace(surest, kind=Kind.OUTLINE, at=at))
        elif drawn:
            whole.append(
                replace(
                    drawn[0], kind=Kind.OUTLINE, at=at, confidence=HALF_SEEN, other=Choice(Symbol.NOTHING)
                )
            )
        elif seen:
            least = min(seen, key=lambda mark: mark.confidence)
            whole.append(replace(least, kind=Kind.OUTLINE, at=at))
    return tuple(whole)


def _parts(at: At, step: int) -> list[At]:
    (ax, ay), (bx, by) = at  # type: ignore[misc]
    dx, dy = bx - ax, by - ay
    places = [(ax * step + dx * k, ay * step + dy * k) for k in range(step + 1)]
    return list(pairwise(places))

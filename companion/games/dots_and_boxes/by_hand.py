"""Dots and boxes on squared paper: dots in a full rectangle, at every crossing or every second, and lines between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.boxes.paper import BOARD, SYMBOLS
from companion.by_hand import Field, pointed_out
from companion.text import Text
from vision.squares.clusters import Box, largest_cluster

from .options import LARGEST, BoxesOptions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printables.layout import Board
    from printables.marks import At, Choice, Mark
    from vision.squares.drawn import Drawn

SIGNS = "signs"
"""The board where signs are looked for."""

CLEAR_IN_OPEN = 0.9
"""A sign in a box that is not closed is taken for one from this confidence on."""

HALF_SEEN = 0.6
"""How sure a side is of which only a part was seen."""

WHOLE_THREAD = 0.97
"""How much of a side must be ink for a line to run there that scribbles beside it hide."""

LEAST_FULL = 0.85
"""Share of the rectangle's crossings that must have their dot."""

LEAST_ROW = 0.6
"""Share of a row at the rim that must have dots to belong to the field, not to a word beside it."""

PLENTY = 9
"""Boxes that no small grid, drawn with a dot at every corner, has."""

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
            there = int(dots[top::step, left::step][box.inside].sum())
            strays = int(((drawn.lone > 0) & dots).sum()) - int(
                (drawn.lone > 0)[top::step, left::step][box.inside].sum()
            )
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
    # Lines between drawn dots look like the chain lines of dots, whatever they mean here; square by square. Whose a
    # line is nobody asks, but both players' pens are seen in them.
    ask = Ask(Kind.CHAIN, (Symbol.LINE,), (0, 1), is_by_sign=True)
    fine = (size[0] * step + 1, size[1] * step + 1)
    squares = Board(BOARD, Grid.POINTS, start, drawn.square_mm, *fine, (ask,))
    sides = Board(BOARD, Grid.CELLS, start, drawn.square_mm * step, *size, (replace(ask, kind=Kind.OUTLINE),))
    # People write initials, or anything: a sign's colour tells whose it is.
    signs = Board(
        SIGNS, Grid.CELLS, start, sides.pitch_mm, *size, (Ask(Kind.CELL, (Symbol.FILLED,), (0, 1)),)
    )
    return Field(
        BoxesOptions(size=size),
        (sides,),
        0.9 * share,
        Text(
            en=f"dots in a full rectangle, {size[0]} by {size[1]} boxes",
            ru=f"точки полным прямоугольником, {size[0]} на {size[1]} клеток",
        ),
        (size[0] + 1) * (size[1] + 1),
        looked_at=(squares, signs),
        is_plain=size[0] * size[1] >= PLENTY,
        sheetlike=lambda marks: _with_owners(
            marks,
            _whole_sides(
                _with_threads(marks, drawn, squares, (phase[0] + box.left * step, phase[1] + box.top * step)),
                sides,
                step,
            ),
            sides,
        ),
    )


def _with_threads(
    marks: Sequence[Mark], drawn: Drawn, squares: Board, corner: tuple[int, int]
) -> tuple[Mark, ...]:
    """The marks with lines beside scribbled squares, where a reader sees no line but ink runs all along: asked about.

    `corner` is the crossing of the paper where the board begins."""
    from printables.marks import Choice, Kind, Mark, Symbol

    found = {mark.at: mark for mark in marks if mark.board == squares.name}
    left, top = corner
    for at in squares.ats(Kind.CHAIN):
        (ax, ay), (bx, by) = at  # type: ignore[misc]
        seen = found.get(at)
        is_line = seen is not None and seen.symbol is Symbol.LINE
        thread = (
            drawn.thread_across[top + ay, left + ax]
            if ay == by
            else drawn.thread_down[top + ay, left + ax]
            if ax == bx
            else 0.0
        )
        if not is_line and thread >= WHOLE_THREAD:
            found[at] = Mark(
                squares.name, Kind.CHAIN, at, Symbol.LINE, None, None, HALF_SEEN, Choice(Symbol.NOTHING)
            )
    return tuple(found.values())


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


def _with_owners(marks: Sequence[Mark], lines: Sequence[Mark], sides: Board) -> tuple[Mark, ...]:
    """The lines, and in the boxes the signs of their owners.

    In a box that is not closed a sign is asked about, and what is hardly one is taken for none: nothing belongs there.
    """
    from printables.marks import Choice, Kind, Symbol

    drawn = {mark.at for mark in lines if mark.symbol is Symbol.LINE}
    owned = []
    for mark in marks:
        if mark.board != SIGNS or mark.kind is not Kind.CELL:
            continue
        x, y = mark.at
        corners = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))  # type: ignore[operator]
        is_closed = {(corners[a], corners[b]) for a, b in ((0, 1), (2, 3), (0, 2), (1, 3))} <= drawn
        is_there = mark.symbol is not Symbol.NOTHING
        if not is_closed and not is_there:
            continue
        own, other = (_owner(choice) for choice in (mark.choice, mark.other or Choice(Symbol.NOTHING)))
        if not is_closed and mark.confidence < CLEAR_IN_OPEN:
            own, other = Choice(Symbol.NOTHING), own
        owned.append(
            replace(
                mark,
                board=sides.name,
                symbol=own.symbol,
                player=own.player,
                other=other,
                confidence=mark.confidence if is_closed else min(mark.confidence, HALF_SEEN),
            )
        )
    return (*lines, *owned)


def _owner(choice: Choice) -> Choice:
    """A sign of any kind as the sign that its player has on printed sheets."""
    from printables.marks import Choice, Symbol

    if choice.symbol is Symbol.NOTHING or choice.player is None:
        return Choice(Symbol.NOTHING)
    return Choice(Symbol(SYMBOLS[choice.player]), choice.player)


def _parts(at: At, step: int) -> list[At]:
    (ax, ay), (bx, by) = at  # type: ignore[misc]
    dx, dy = bx - ax, by - ay
    places = [(ax * step + dx * k, ay * step + dy * k) for k in range(step + 1)]
    return list(pairwise(places))

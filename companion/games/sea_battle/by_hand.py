"""Sea battle on squared paper: two square frames side by side, letters along one side and numbers along another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.by_hand import Field, pointed_out
from companion.text import Text
from vision.squares.clusters import Box
from vision.squares.frames import Framed, frames_of_size, sides_of

from .options import SIZE, SeaBattleOptions
from .paper import OWN_FIELD, TARGET_FIELD

if TYPE_CHECKING:
    from vision.squares.drawn import Drawn

LEAST_COVER = 0.7
LEAST_SECOND = 0.5
"""Share of the worst side of a frame that must be drawn: of the clearer one, and of the other."""

SIZES = (SIZE, 9, 11, 12)
"""Squares along a side, the usual ones first; smaller fields have no room for the usual fleet."""

LABELLED = 0.025
"""Share of a square beside a frame that a letter or a number covers."""

LEAST_DRAWN = 8
"""Squares in a frame or beside it that must hold something: letters and numbers alone are twenty."""

LEAST_LABELS = 0.5
"""Share of a side's squares with a label, for a side with letters or numbers."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The two frames, or the only one."""
    for size in SIZES:
        drawn_over = frames_of_size(drawn.across, drawn.down, (size, size), LEAST_SECOND)
        frames = [frame for frame in drawn_over if _holds_something(drawn, frame)][:2]
        if frames and frames[0].cover >= LEAST_COVER:
            return (_field(drawn, frames, size),)
    return ()


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The frames in a box that was pointed out: as they are drawn, else at both ends of a long box, or all of it."""
    size, length = sorted((box.width, box.height))
    wanted = 2 if length >= 2 * size else 1
    drawn_there = fields(drawn.inside_box(box.wider(1)))
    if drawn_there and len(drawn_there[0].boards) == wanted:
        return replace(drawn_there[0], why=pointed_out(box))
    if size not in SIZES:
        return replace(drawn_there[0], why=pointed_out(box)) if drawn_there else None
    corners = {(box.left, box.top), (box.right - size, box.bottom - size)}
    frames = [Framed(left, top, size, size, 1.0) for left, top in sorted(corners)[:wanted]]
    return replace(_field(drawn, frames, size), why=pointed_out(box))


def _field(drawn: Drawn, frames: list[Framed], size: int) -> Field:
    from printables.layout import Board, Grid

    from .sheet import OWN_ASKS, TARGET_ASKS

    turns = _turns(drawn, frames)
    is_beside = abs(frames[0].left - frames[-1].left) >= size
    frames = sorted(frames, key=lambda frame: frame.left if is_beside else frame.top)
    boards = tuple(
        Board(name, Grid.CELLS, drawn.crossing_mm(frame.left, frame.top), drawn.square_mm, size, size, asks)
        for frame, name, asks in zip(frames, (OWN_FIELD, TARGET_FIELD), (OWN_ASKS, TARGET_ASKS), strict=False)
    )
    rim = frozenset(sides_of(Box(0, 0, size, size)))
    number = {1: Text(en="a frame", ru="рамка"), 2: Text(en="two frames", ru="две рамки")}[len(frames)]
    return Field(
        SeaBattleOptions(size=size),
        boards,
        0.9 + 0.09 * frames[-1].cover if len(frames) == 2 else 0.7 * frames[0].cover,
        Text(en=f"{number('en')} of {size} by {size} squares", ru=f"{number('ru')} {size} на {size} клеток"),
        4 * size * len(frames),
        turns,
        sheetlike=lambda marks: tuple(mark for mark in marks if mark.at not in rim),
    )


def _holds_something(drawn: Drawn, frame: Framed) -> bool:
    """Whether there are letters, numbers, ships or shots: a fold or a badly printed page makes empty frames."""
    rows = slice(max(0, frame.top - 1), frame.top + frame.height + 1)
    columns = slice(max(0, frame.left - 1), frame.left + frame.width + 1)
    return bool((drawn.inside[rows, columns] > LABELLED).sum() >= LEAST_DRAWN)


def _turns(drawn: Drawn, frames: list[Framed]) -> int:
    """Quarters that the page must be turned for its labels to stand above and on the left."""
    above, right, below, left = (
        sum(_labels(drawn, frame, side) for frame in frames) / len(frames) for side in range(4)
    )
    pairs = ((left, above), (below, left), (right, below), (above, right))
    best = max(range(4), key=lambda turn: min(pairs[turn]))
    return best if min(pairs[best]) > max(LEAST_LABELS, min(pairs[0])) else 0


def _labels(drawn: Drawn, frame: Framed, side: int) -> float:
    """The share of squares along one side (0 above, then clockwise) that hold a letter or a number."""
    width, height = frame.width, frame.height
    places = (
        [(frame.left + k, frame.top - 1) for k in range(width)],
        [(frame.left + width, frame.top + k) for k in range(height)],
        [(frame.left + k, frame.top + height) for k in range(width)],
        [(frame.left - 1, frame.top + k) for k in range(height)],
    )[side]
    there = [
        drawn.inside[y, x] > LABELLED for x, y in places if 0 <= x < drawn.columns and 0 <= y < drawn.rows
    ]
    return float(sum(there)) / len(places)

"""Sea battle on squared paper: two frames beside or above each other, letters on one side and numbers on another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from companion.by_hand import Field, pointed_out
from companion.position import Problem
from companion.text import Text
from vision.squares.clusters import Box
from vision.squares.frames import Framed, frames_of_size, sides_of

from .field import check_field, check_labels, unsure
from .labels import LABELLED, labelled_sides, labels_of
from .options import SIZE, SeaBattleOptions
from .paper import OWN_FIELD, TARGET_FIELD

if TYPE_CHECKING:
    from vision.squares.drawn import Drawn

SIDES = (SIZE, 9, 11, 12)
USUAL = (SIZE, SIZE)
SIZES = tuple(sorted(product(SIDES, SIDES), key=lambda size: (size != USUAL, size[0] != size[1])))
"""Squares across and down, the usual ones first; smaller fields have no room for the usual fleet."""

LEAST_COVER = 0.7
LEAST_OF_TWO = 0.6
LEAST_SECOND = 0.5
"""How well a frame of the usual size must be drawn (`Framed.cover`): the only one, the clearer one of two, and the
other."""

CLEAR = 0.75
"""How well a frame must be drawn that holds nothing, beside one that does."""

CLEAR_PAIR = 0.85
MOST_ASKEW = 2
"""Two frames are a pair where both are drawn so well, or lie beside or above each other but for so many squares."""

LEAST_ODD = 0.7
ODD_LEAD = 0.12
"""How well a frame of another size must be drawn, and by how much better than one of the usual size."""

SURE_ODD = 0.95
"""How well it must be drawn for its size to be sure."""

LEAST_DRAWN = 8
"""Squares in a frame or beside it that must hold something: letters and numbers alone are twenty."""

LEAST_LABELS = 0.5
"""Share of a side's squares with a label, for a side with letters or numbers."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The two frames, or the only one."""
    frames = _apart(
        [
            frame
            for size in SIZES
            for frame in frames_of_size(drawn.across, drawn.down, size, _least(size))
            if frame.cover >= CLEAR or _holds_something(drawn, frame)
        ]
    )[:2]
    is_bare = not any(_holds_something(drawn, frame) for frame in frames)
    return () if is_bare or not _is_told(drawn, frames) else (_field(drawn, frames),)


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The frames in a box that was pointed out: as they are drawn, else at both ends of a long box, or all of it."""
    size, length = sorted((box.width, box.height))
    wanted = 2 if length >= 2 * size else 1
    drawn_there = fields(drawn.inside_box(box.wider(1)))
    if drawn_there and len(drawn_there[0].boards) == wanted:
        return replace(drawn_there[0], why=pointed_out(box))
    if (size, size) not in SIZES:
        return replace(drawn_there[0], why=pointed_out(box)) if drawn_there else None
    corners = {(box.left, box.top), (box.right - size, box.bottom - size)}
    frames = [Framed(left, top, size, size, 1.0) for left, top in sorted(corners)[:wanted]]
    return replace(_field(drawn, frames), why=pointed_out(box))


def _least(size: tuple[int, int]) -> float:
    return LEAST_SECOND if size == USUAL else LEAST_ODD


def _apart(frames: list[Framed]) -> list[Framed]:
    """Frames that do not meet, the best drawn first; the usual size goes before others that are hardly better."""
    found: list[Framed] = []
    for frame in sorted(frames, key=lambda one: -one.cover - ODD_LEAD * (one.size == USUAL)):
        if not any(frame.meets(other) for other in found):
            found.append(frame)
    return found


def _is_told(drawn: Drawn, frames: Sequence[Framed]) -> bool:
    """Whether frames are fields: well drawn, or two alike; those of another size with letters and numbers besides."""
    best = frames[0]
    is_pair = len(frames) == 2 and best.size == frames[1].size
    if best.size == USUAL:
        return best.cover >= (LEAST_OF_TWO if is_pair else LEAST_COVER)
    return is_pair and sum(share > LEAST_LABELS for share in labelled_sides(drawn, frames)) >= 2


def _field(drawn: Drawn, frames: list[Framed]) -> Field:
    from printables.layout import Board, Grid

    from .sheet import OWN_ASKS, TARGET_ASKS

    turns = _turns(drawn, frames)
    is_beside = abs(frames[0].left - frames[-1].left) >= frames[0].width
    best = frames[0]
    frames = sorted(frames, key=lambda frame: frame.left if is_beside else frame.top)
    names = (OWN_FIELD, TARGET_FIELD)
    boards = tuple(
        Board(
            name,
            Grid.CELLS,
            drawn.crossing_mm(frame.left, frame.top),
            drawn.square_mm,
            *frame.size,
            asks,
        )
        for frame, name, asks in zip(frames, names, (OWN_ASKS, TARGET_ASKS), strict=False)
    )
    rims = {
        name: frozenset(sides_of(Box(0, 0, *frame.size))) for frame, name in zip(frames, names, strict=False)
    }
    number = {1: Text(en="a frame", ru="рамка"), 2: Text(en="two frames", ru="две рамки")}[len(frames)]
    size = f"{best.width} by {best.height}", f"{best.width} на {best.height}"
    return Field(
        SeaBattleOptions(size=max(SIZE, *(side for frame in frames for side in frame.size))),
        boards,
        0.9 + 0.09 * frames[-1].cover if _are_a_pair(frames) else 0.7 * _clearness(frames[0]),
        Text(en=f"{number('en')} of {size[0]} squares", ru=f"{number('ru')} {size[1]} клеток"),
        sum(2 * (frame.width + frame.height) for frame in frames),
        turns,
        frames=tuple(frame.box for frame in frames),
        sheetlike=lambda marks: tuple(mark for mark in marks if mark.at not in rims[mark.board]),
        problems=lambda options: _problems(drawn, frames, options or SeaBattleOptions()),
    )


def _clearness(frame: Framed) -> float:
    """From 0 for a frame that may be anything to 1 for one that is drawn all round."""
    return max(0.0, (frame.cover - LEAST_SECOND) / (1 - LEAST_SECOND))


def _are_a_pair(frames: Sequence[Framed]) -> bool:
    if len(frames) < 2:
        return False
    one, two = frames
    askew = min(abs(one.left - two.left), abs(one.top - two.top))
    return askew <= MOST_ASKEW or min(one.cover, two.cover) >= CLEAR_PAIR


def _problems(drawn: Drawn, frames: Sequence[Framed], options: SeaBattleOptions) -> tuple[Problem, ...]:
    """Frames of a wrong size, and labels that are missing or run the wrong way."""
    found: list[Problem] = []
    for frame, board in zip(frames, (OWN_FIELD, TARGET_FIELD), strict=False):
        sizes = check_field(*frame.size, options, board=board)
        found += sizes if frame.cover >= SURE_ODD else map(unsure, sizes)
        found += check_labels(labels_of(drawn, frame), options, board=board)
    return tuple(found)


def _holds_something(drawn: Drawn, frame: Framed) -> bool:
    """Whether there are letters, numbers, ships or shots: a fold or a badly printed page makes empty frames."""
    rows = slice(max(0, frame.top - 1), frame.top + frame.height + 1)
    columns = slice(max(0, frame.left - 1), frame.left + frame.width + 1)
    return bool((drawn.inside[rows, columns] > LABELLED).sum() >= LEAST_DRAWN)


def _turns(drawn: Drawn, frames: list[Framed]) -> int:
    """Quarters that the page must be turned for its labels to stand above and on the left."""
    above, right, below, left = labelled_sides(drawn, frames)
    pairs = ((left, above), (below, left), (right, below), (above, right))
    best = max(range(4), key=lambda turn: min(pairs[turn]))
    return best if min(pairs[best]) > max(LEAST_LABELS, min(pairs[0])) else 0

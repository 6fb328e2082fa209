"""A game drawn by hand on squared paper: where it is, told by the game itself from what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.text import Text

if TYPE_CHECKING:
    from printables.layout import Board
    from printables.marks import Mark
    from vision.squares.clusters import Box

Sheetlike = Callable[[Sequence["Mark"]], tuple["Mark", ...]]
"""Turns marks read on squared paper into those that the game's printed sheet would have given."""


def _unchanged(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class Field:
    """A place on squared paper where a game seems to be drawn.

    `boards` lie in the page's millimetres, as on a printed sheet. `fit` says from 0 to 1 how much speaks for this
    game, `why` says it to people, `marks` how many things drawn speak for it. `turns` is how many quarters the page
    has to be turned, clockwise, for the boards to stand upright. `looked_at` are the boards that are read, where they
    are not `boards`; `sheetlike` then makes one of the other, and takes off what is the drawn field's own, such as
    its frame.
    """

    options: Any
    boards: tuple[Board, ...]
    fit: float
    why: Text
    marks: int
    turns: int = 0
    looked_at: tuple[Board, ...] = ()
    sheetlike: Sheetlike = _unchanged


def pointed_out(box: Box) -> Text:
    """Why a game is read in a field that somebody pointed out."""
    return Text(en="pointed out, {width} by {height} squares", ru="указано, {width} на {height} клеток").fill(
        width=box.width, height=box.height
    )

"""A game drawn by hand on squared paper: where it is, told by the game itself from what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.text import Text

if TYPE_CHECKING:
    from printables.layout import Board
    from printables.marks import At


@dataclass(frozen=True, slots=True)
class Field:
    """A place on squared paper where a game seems to be drawn.

    `boards` lie in the page's millimetres, as on a printed sheet. `fit` says from 0 to 1 how much speaks for this
    game, `why` says it to people. `turns` is how many quarters the page has to be turned, clockwise, for the boards
    to stand upright.
    """

    options: Any
    boards: tuple[Board, ...]
    fit: float
    why: Text
    turns: int = 0
    frame: frozenset[tuple[str, At]] = frozenset()
    """Strokes that are the field's own frame, by board and place: nobody's move."""

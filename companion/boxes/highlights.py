"""What a picture of a board of boxes shows: finished boxes in their owner's colour."""

from __future__ import annotations

from companion.position import Highlight

from .position import Boxes


def highlights(position: Boxes) -> tuple[Highlight, ...]:
    """A square for every finished box that has an owner."""
    cells = position.options.board.cells
    return tuple(
        Highlight(owner, ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)))
        for number in position.finished
        if (owner := position.owner(number)) is not None
        for x, y in (cells[number],)
    )

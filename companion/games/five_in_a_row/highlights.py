"""What a picture of five in a row shows: the winning lines."""

from __future__ import annotations

from companion.position import Highlight

from .rules import Five


def highlights(position: Five) -> tuple[Highlight, ...]:
    """A stroke through the cells of every full line."""
    return tuple(
        Highlight(player, tuple((x + 0.5, y + 0.5) for x, y in (line[0], line[-1])))
        for player in (0, 1)
        for line in position.lines_of(player)
    )

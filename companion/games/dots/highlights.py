"""What a picture of a dots position shows: the areas that closed whatever the order of play was."""

from __future__ import annotations

from dataclasses import replace

from companion.position import Highlight

from .history import outermost
from .rules import Dots


def highlights(position: Dots) -> tuple[Highlight, ...]:
    """The outline of every certain area, through its dots."""
    histories = replace(position, settled=None).histories()
    place = histories.sure.state.field.place
    return tuple(
        Highlight(closing.player, tuple((float(x), float(y)) for x, y in map(place, closing.region.ring)))
        for closing in outermost(histories.sure_closings())
    )

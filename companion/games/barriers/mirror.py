"""Winning without counting: answer every line by its mirror image, as long as there always is one.

If a position looks the same after a half turn (or in a mirror), and no line meets or blocks its own image, then who
is not to move can answer every line by its image, and the other is the first with no line left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.position import Place, Stroke
from companion.text import Text

from .lines import link
from .rules import AWAY, Barriers

Image = Callable[[Place], Place]


@dataclass(frozen=True, slots=True)
class Mirror:
    """A way to answer: where a cell's image lies, and what players call it."""

    image: Image
    text: Text

    def answer(self, line: Stroke) -> Stroke:
        """The image of a line."""
        return link(self.image(line[0]), self.image(line[1]))


HALF_TURN = Text(en="through the middle of the field", ru="через середину поля")
LEFT_RIGHT = Text(en="left to right", ru="слева направо")
UP_DOWN = Text(en="top to bottom", ru="сверху вниз")


def mirrors(size: tuple[int, int]) -> tuple[Mirror, ...]:
    """The ways to answer on a field of this size."""
    across, down = size[0] - 1, size[1] - 1
    return (
        Mirror(lambda cell: (across - cell[0], down - cell[1]), HALF_TURN),
        Mirror(lambda cell: (across - cell[0], cell[1]), LEFT_RIGHT),
        Mirror(lambda cell: (cell[0], down - cell[1]), UP_DOWN),
    )


def mirror_of(position: Barriers) -> Mirror | None:
    """How who is not to move can answer every line, `None` where that does not work or proves nothing."""
    if position.options.misere or position.options.direction == "split":
        return None
    free = position.free
    lines = position.moves()
    for mirror in mirrors(position.options.size):
        if all(mirror.image(cell) in free for cell in free) and all(
            _leaves(line, mirror.answer(line), position.options.touch) for line in lines
        ):
            return mirror
    return None


def _leaves(line: Stroke, image: Stroke, touch: str) -> bool:
    """Whether the image can still be drawn after the line."""
    away = ((0, 0), *AWAY[touch])
    taken = {(x + dx, y + dy) for x, y in line for dx, dy in away}
    return not taken & set(image)

"""The options of the rhombus, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boxes.shape import Shape, aztec, diamond
from companion.errors import OptionError
from companion.options import flag, number, words
from companion.text import Text

KEYS = "XO"
LARGEST_AZTEC = 6


@dataclass(frozen=True, slots=True)
class RhombusOptions:
    """How this game is played. Raises `OptionError` for a figure that is too large."""

    shape: str = words(
        "diamond",
        "aztec",
        text=Text(en="tips of one cell, or of two", ru="вершины в одну клетку или в две"),
        says={
            "diamond": Text(en="one cell", ru="одна клетка"),
            "aztec": Text(en="two cells", ru="две клетки"),
        },
    )
    n: int = number(4, 2, 7, text=Text(en="size of the figure", ru="размер фигуры"))
    outline_drawn: bool = flag(
        False, text=Text(en="the outer sides count as drawn", ru="край фигуры уже обведён")
    )
    extra_turn: bool = flag(
        True, text=Text(en="who closes a cell draws again", ru="замкнул клетку — ходи ещё")
    )
    lines: str = words(
        "plain",
        "colours",
        text=Text(
            en="lines in any colour, or in each player's own", ru="линии любым цветом или каждый своим"
        ),
        says={
            "plain": Text(en="in any colour", ru="любым цветом"),
            "colours": Text(en="each player his own colour", ru="каждый своим цветом"),
        },
    )

    def __post_init__(self) -> None:
        """Figures with tips of two cells are larger."""
        if self.shape == "aztec" and self.n > LARGEST_AZTEC:
            raise OptionError(
                Text(
                    en=f"option n={self.n} is too large for shape=aztec; take up to {LARGEST_AZTEC}",
                    ru=f"параметр n={self.n} велик для figure=aztec; задайте не больше {LARGEST_AZTEC}",
                )
            )

    @property
    def board(self) -> Shape:
        """The cells."""
        return diamond(self.n) if self.shape == "diamond" else aztec(self.n)

    @property
    def printed(self) -> int:
        """The sides that are drawn by the press."""
        return self.board.outline if self.outline_drawn else 0

    @property
    def keys(self) -> str:
        """The players' letters."""
        return KEYS

    @property
    def goes_on(self) -> bool:
        """Whether closing a cell gives another move."""
        return self.extra_turn

    @property
    def beginner(self) -> int:
        """Crosses begin unless another box is ticked."""
        return 0

    @property
    def is_coloured(self) -> bool:
        """Whether the colour of a line tells whose it is."""
        return self.lines == "colours"

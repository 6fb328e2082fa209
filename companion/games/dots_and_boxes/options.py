"""The options of dots and boxes, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boxes.shape import Shape, rectangle
from companion.option_kinds import Number
from companion.options import flag, number, pair, words
from companion.text import Text

LARGEST = 9
KEYS = "ABCD"
"""The players' letters, in the order of their boxes on the sheet."""


@dataclass(frozen=True, slots=True)
class BoxesOptions:
    """How this game is played."""

    size: tuple[int, int] = pair(
        (5, 5),
        Number(1, LARGEST),
        Number(1, LARGEST),
        sign="x",
        text=Text(en="boxes across and down", ru="клеток по ширине и высоте"),
    )
    players: int = number(2, 2, 4, text=Text(en="players", ru="игроков"))
    extra_turn: bool = flag(
        True, text=Text(en="who closes a box draws again", ru="замкнул клетку — ходи ещё")
    )
    frame_drawn: bool = flag(
        False, text=Text(en="the outer sides are printed as drawn", ru="края поля уже проведены")
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

    @property
    def board(self) -> Shape:
        """The cells."""
        return rectangle(*self.size)

    @property
    def printed(self) -> int:
        """The sides that are drawn by the press."""
        return self.board.outline if self.frame_drawn else 0

    @property
    def keys(self) -> str:
        """The players' letters."""
        return KEYS[: self.players]

    @property
    def goes_on(self) -> bool:
        """Whether closing a box gives another move."""
        return self.extra_turn

    @property
    def beginner(self) -> int:
        """The first player begins unless another box is ticked."""
        return 0

    @property
    def is_coloured(self) -> bool:
        """Whether the colour of a line tells whose it is; two pens can be told apart, not three."""
        return self.lines == "colours" and self.players == 2

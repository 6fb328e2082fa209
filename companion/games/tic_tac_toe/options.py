"""The options of tic-tac-toe, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import OptionError
from companion.options import number, words
from companion.text import Text


@dataclass(frozen=True, slots=True)
class TicTacToeOptions:
    """How this game of tic-tac-toe is played."""

    first: str = words("X", "O", text=Text(en="who begins", ru="кто начинает"))
    size: int = number(3, 3, 6, text=Text(en="cells along a side", ru="клеток в стороне"))
    win: int = number(3, 3, 5, text=Text(en="signs in line needed", ru="сколько знаков в ряд"))
    series: int = number(
        1,
        1,
        6,
        text=Text(en="games in a series, the beginner alternates", ru="игр в серии, начинают по очереди"),
    )

    def __post_init__(self) -> None:
        """A line cannot be longer than the board."""
        if self.win > self.size:
            raise OptionError(
                Text(
                    en=f"option win={self.win} does not fit on size={self.size}; take win up to {self.size}",
                    ru=f"параметр win={self.win} больше поля size={self.size}; задайте не больше {self.size}",
                )
            )


def beginner(options: TicTacToeOptions, game_number: int = 1) -> int:
    """Who begins game `game_number` (from 1) of the sheet: 0 = X, 1 = O; in a series they take turns."""
    first = 0 if options.first == "X" else 1
    return (first + game_number - 1) % 2 if options.series > 1 else first

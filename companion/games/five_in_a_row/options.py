"""The options of five in a row, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import OptionError
from companion.option_kinds import Number
from companion.options import flag, number, pair, words
from companion.text import Text

SMALLEST, LARGEST = 1, 40
"""Cells along a side; a sheet holds what its paper can."""

SIZE = (20, 28)


@dataclass(frozen=True, slots=True)
class FiveOptions:
    """How this game is played. Raises `OptionError` where the choices do not go together."""

    size: tuple[int, int] = pair(
        SIZE,
        Number(SMALLEST, LARGEST),
        Number(SMALLEST, LARGEST),
        sign="x",
        text=Text(en="cells across and down", ru="клеток по ширине и высоте"),
    )
    win: int = number(5, 3, 6, text=Text(en="signs in line needed", ru="сколько знаков в ряд"))
    exact_five: bool = flag(
        False, text=Text(en="longer lines do not win", ru="ряд длиннее нужного не выигрывает")
    )
    renju: bool = flag(
        False,
        text=Text(
            en="the beginner must not make a double three, a double four or a longer line",
            ru="начинающему нельзя две тройки, две четвёрки и длинный ряд",
        ),
    )
    first: str = words("X", "O", text=Text(en="who begins", ru="кто начинает"))
    centre_start: bool = flag(
        False, text=Text(en="the first sign stands near the centre", ru="первый знак около центра")
    )
    opening: str = words(
        "free",
        "swap2",
        text=Text(
            en="opening: free, or three signs and a choice", ru="начало: свободное или выбор после трёх"
        ),
        says={
            "free": Text(en="free", ru="свободное"),
            "swap2": Text(en="three signs, then a choice", ru="три знака и выбор (swap2)"),
        },
    )
    signs: str = words(
        "xo",
        "colours",
        text=Text(
            en="crosses and noughts, or dots of two colours", ru="крестики и нолики или точки двух цветов"
        ),
        says={
            "xo": Text(en="crosses and noughts", ru="крестики и нолики"),
            "colours": Text(en="dots of two colours", ru="точки двух цветов"),
        },
    )

    def __post_init__(self) -> None:
        """A line must fit on the board."""
        if self.win > max(self.size):
            raise OptionError(
                Text(
                    en=f"option win={self.win} does not fit on {self.size[0]}x{self.size[1]} cells; "
                    f"take win up to {max(self.size)}",
                    ru=f"параметр win={self.win} больше поля {self.size[0]}x{self.size[1]}; "
                    f"задайте не больше {max(self.size)}",
                )
            )


def beginner(options: FiveOptions) -> int:
    """Who begins by the options: 0 = X, 1 = O."""
    return 0 if options.first == "X" else 1

"""The options of Segments, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.options import flag, number, words
from companion.text import Text

from .points import Spot, circle, scattered

LAST_SEED = 9999


@dataclass(frozen=True, slots=True)
class SegmentsOptions:
    """How this game is played, and so where its points lie.

    `placement` is declared last: ways to place points may be added, and sheets printed before still read right.
    `placed` are points that a notation gives one by one, in tenths of a millimetre; no option to choose."""

    points: int = number(15, 6, 31, text=Text(en="points", ru="точек"))
    misere: bool = flag(
        False,
        text=Text(en="who cannot move wins", ru="кто не может ходить, выигрывает"),
    )
    pens: str = words(
        "one",
        "two",
        text=Text(en="one pen, or each player his own colour", ru="одна ручка или у каждого свой цвет"),
        says={
            "one": Text(en="one pen", ru="одна ручка"),
            "two": Text(en="two colours", ru="два цвета"),
        },
    )
    seed: int = number(
        0,
        0,
        LAST_SEED,
        text=Text(
            en="which of the random layouts; 0: another one on every print",
            ru="какая из случайных расстановок; 0: на каждом листе новая",
        ),
    )
    placement: str = words(
        "printed_random",
        "printed_circle",
        text=Text(en="points at random, or on a circle", ru="точки вразброс или по кругу"),
        says={
            "printed_random": Text(en="at random", ru="вразброс"),
            "printed_circle": Text(en="on a circle", ru="по кругу"),
        },
    )
    placed: tuple[Spot, ...] = ()

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where the points lie, in tenths of a millimetre from the field's top left."""
        if self.placed:
            return self.placed
        if self.placement == "printed_circle":
            return circle(self.points)
        return scattered(self.points, self.seed)

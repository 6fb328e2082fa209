"""The options of Segments, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.options import flag, number, words
from companion.text import Text

from .points import FEWEST, MOST, Spot, circle, scattered

LAST_SEED = 9999


@dataclass(frozen=True, slots=True)
class SegmentsOptions:
    """How this game is played, and so where its points lie.

    `placement` is declared last: ways to place points may be added, and sheets printed before still read right.
    `placed` are points that a notation gives one by one or a reader found, in tenths of a millimetre; no option to
    choose. Where players draw the points by hand, `points` is how many were agreed on."""

    points: int = number(15, FEWEST, MOST, text=Text(en="points", ru="точек"))
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
        "by_hand",
        text=Text(
            en="points at random, on a circle, or drawn by the players",
            ru="точки вразброс, по кругу или их ставят сами игроки",
        ),
        says={
            "printed_random": Text(en="at random", ru="вразброс"),
            "printed_circle": Text(en="on a circle", ru="по кругу"),
            "by_hand": Text(en="drawn by hand", ru="ставят сами"),
        },
    )
    placed: tuple[Spot, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether the players draw the points, so that only a photo tells where they lie."""
        return self.placement == "by_hand"

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where the points lie, in tenths of a millimetre from the field's top left."""
        if self.placed or self.is_drawn:
            return self.placed
        if self.placement == "printed_circle":
            return circle(self.points)
        return scattered(self.points, self.seed)

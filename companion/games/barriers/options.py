"""The options of barriers, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.option_kinds import Number
from companion.options import flag, pair, words
from companion.text import Text

SMALLEST, LARGEST = 4, 12


@dataclass(frozen=True, slots=True)
class BarriersOptions:
    """How this game is played."""

    size: tuple[int, int] = pair(
        (8, 8),
        Number(SMALLEST, LARGEST),
        Number(SMALLEST, LARGEST),
        sign="x",
        text=Text(en="cells across and down", ru="клеток по ширине и высоте"),
    )
    touch: str = words(
        "cells",
        "edge",
        "all",
        text=Text(
            en="how near to each other lines may be",
            ru="как близко могут стоять линии",
        ),
        says={
            "cells": Text(en="no cell in common", ru="без общих клеток"),
            "edge": Text(en="nor side by side", ru="и не рядом по стороне"),
            "all": Text(en="nor corner to corner", ru="и не касаются углами"),
        },
    )
    direction: str = words(
        "any",
        "split",
        text=Text(
            en="lines in any direction, or the beginner down and the other across",
            ru="линии в любую сторону, или начавший проводит стоячие, а соперник лежачие",
        ),
        says={
            "any": Text(en="any direction", ru="в любую сторону"),
            "split": Text(en="one down, the other across", ru="один стоячие, другой лежачие"),
        },
    )
    misere: bool = flag(
        False, text=Text(en="who cannot draw wins instead of losing", ru="кому ходить некуда, тот выиграл")
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

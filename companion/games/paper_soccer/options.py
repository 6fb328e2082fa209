"""The options of paper soccer, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.option_kinds import Number
from companion.options import number, pair, words
from companion.text import Text


@dataclass(frozen=True, slots=True)
class SoccerOptions:
    """How this game is played. A attacks the upper goal, B the lower one."""

    size: tuple[int, int] = pair(
        (8, 10),
        Number(6, 12, 2),
        Number(8, 16, 2),
        sign="x",
        text=Text(en="cells across and down", ru="клеток по ширине и высоте"),
    )
    goal_width: int = number(2, 2, 4, step=2, text=Text(en="cells of a goal", ru="клеток в воротах"))
    goal_points: str = words(
        "back",
        "line",
        text=Text(
            en="the back of the goal counts, or its line", ru="гол на задней линии ворот или на передней"
        ),
        says={
            "back": Text(en="the back of the goal", ru="на задней линии"),
            "line": Text(en="the goal line", ru="на линии ворот"),
        },
    )
    mouth_line: str = words(
        "free",
        "border",
        text=Text(
            en="the line between the posts is free, or border", ru="линия между штангами свободна или граница"
        ),
        says={
            "free": Text(en="free", ru="свободна"),
            "border": Text(en="a border", ru="граница"),
        },
    )
    first: str = words("agreed", "A", "B", text=Text(en="who begins", ru="кто начинает"))
    pens: str = words(
        "one",
        "two",
        text=Text(en="one pen, or each player his own colour", ru="одна ручка или у каждого свой цвет"),
        says={
            "one": Text(en="one pen", ru="одна ручка"),
            "two": Text(en="each his own colour", ru="у каждого свой цвет"),
        },
    )


def beginner(options: SoccerOptions) -> int:
    """Who begins unless a box is ticked."""
    return 1 if options.first == "B" else 0

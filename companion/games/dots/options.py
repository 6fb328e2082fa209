"""The options of dots, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.option_kinds import Number
from companion.options import flag, number, pair, words
from companion.text import Text

Point = tuple[int, int]
StartDots = tuple[tuple[Point, int], ...]
"""Printed dots with their players, 0 = R, 1 = B."""


@dataclass(frozen=True, slots=True)
class DotsOptions:
    """How this game of dots is played."""

    size: tuple[int, int] = pair(
        (39, 32),
        Number(5, 40),
        Number(5, 40),
        sign="x",
        text=Text(en="points across x down", ru="точек вширь x вниз"),
    )
    start: str = words(
        "cross", "double_cross", "multi", "empty", text=Text(en="printed start dots", ru="начальные точки")
    )
    opening_zone: str = words(
        "central",
        "none",
        text=Text(
            en="where the first dots go on an empty field", ru="где ставят первые точки на пустом поле"
        ),
    )
    extra_move: bool = flag(False, text=Text(en="a capture gives another move", ru="после окружения ещё ход"))
    capture_empty: bool = flag(
        False, text=Text(en="empty rings are taken too", ru="пустые домики тоже закрываются")
    )
    scoring: str = words(
        "dots", "area", "dots_plus_territory", text=Text(en="what is counted", ru="что считаем")
    )
    painting: str = words(
        "immediate", "deferred", text=Text(en="when areas are painted", ru="когда закрашивают")
    )
    border_ban: bool = flag(False, text=Text(en="no dots on the frame", ru="на край ставить нельзя"))
    grounding: str = words(
        "off",
        "stop_right",
        "immune_groups",
        text=Text(en="groups joined to the edge", ru="группы, связанные с краем"),
    )
    stop_mode: str = words(
        "placing", "auto", "off", text=Text(en="what STOP does", ru="что бывает после СТОП")
    )
    stop_seconds: int = number(
        180, 30, 600, step=30, text=Text(en="seconds after STOP", ru="секунд после СТОП")
    )
    win_at: int | None = number(
        None, 1, 99, text=Text(en="captured dots that win at once", ru="пленных для победы")
    )
    house_moment: str = words(
        "turn_pass",
        "owner_move",
        text=Text(en="when a dot in a house is taken", ru="когда берут точку в домике"),
    )
    time: tuple[int, int] | str = pair(
        "none",
        Number(1, 60),
        Number(0, 600, 10),
        sign="+",
        words=("none", "blitz_random"),
        text=Text(en="seconds per move + reserve", ru="секунд на ход + запас"),
    )
    first: str = words("asked", "R", "B", text=Text(en="who begins", ru="кто начинает"))


def start_dots(options: DotsOptions) -> StartDots:
    """The printed start dots.

    >>> start_dots(DotsOptions())
    (((18, 15), 0), ((19, 15), 1), ((18, 16), 1), ((19, 16), 0))
    """
    width, height = options.size
    x, y = width // 2, height // 2
    match options.start:
        case "cross":
            return _rows(x - 1, y - 1, ((0, 1), (1, 0)))
        case "double_cross":
            return _rows(x - 2, y - 1, ((0, 1, 1, 0), (1, 0, 0, 1)))
        case "multi":
            return _four_crosses(width, height)
        case _:
            return ()


def _four_crosses(width: int, height: int) -> StartDots:
    """Single crosses in the four quarters; a field too small for four gets one in the middle."""
    if width < 10 or height < 10:
        return _rows(width // 2 - 1, height // 2 - 1, ((0, 1), (1, 0)))
    columns, rows = (width // 4, width - width // 4), (height // 4, height - height // 4)
    return tuple(dot for y in rows for x in columns for dot in _rows(x - 1, y - 1, ((0, 1), (1, 0))))


def _rows(left: int, top: int, players: tuple[tuple[int, ...], ...]) -> StartDots:
    return tuple(
        ((left + dx, top + dy), player) for dy, row in enumerate(players) for dx, player in enumerate(row)
    )


def opening_zone(options: DotsOptions) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom (all inside) of the zone for the first dots, `None` without one.

    >>> opening_zone(DotsOptions(start="empty"))
    (13, 10, 25, 21)
    """
    if options.start != "empty" or options.opening_zone == "none":
        return None
    width, height = options.size
    return (width // 3, height // 3, width - 1 - width // 3, height - 1 - height // 3)

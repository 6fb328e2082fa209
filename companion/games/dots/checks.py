"""What the dots on a sheet tell without their outlines: whose turn it is, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from companion.position import Place, Problem

from .areas import field_of
from .letters import BLUE, BOTH, RED, UNREADABLE, Rows, cells_of, count_of, letter_at
from .messages import KEYS, problem
from .options import DotsOptions, opening_zone, start_dots

LEADS = {0: (0, 1), 1: (-1, 0), None: (-1, 1)}
"""By who began: how many dots R may have more than B."""


def count_dots(rows: Rows, options: DotsOptions) -> tuple[int, int]:
    """Dots of R and B without the printed ones; a point with both counts for both."""
    printed = "".join(letter_at(rows, place) for place, _ in start_dots(options))
    red, blue, both = (count_of(rows, letter) - printed.count(letter) for letter in (RED, BLUE, BOTH))
    return red + both, blue + both


def turn_by_count(rows: Rows, options: DotsOptions, first: int | None) -> int | None:
    """Whose turn the numbers of dots give, with moves strictly in turn; `None` if they do not tell."""
    if options.extra_move or count_of(rows, UNREADABLE):
        return None
    red, blue = count_dots(rows, options)
    if red == blue:
        return first
    leader = 0 if red > blue else 1
    return 1 - leader if abs(red - blue) == 1 and first in (None, leader) else None


def count_problems(rows: Rows, options: DotsOptions, first: int | None) -> Iterator[Problem]:
    """Numbers of dots that no moves in turn can give."""
    red, blue = count_dots(rows, options)
    unclear = count_of(rows, UNREADABLE)
    lowest, highest = LEADS[first]
    if not options.extra_move and not lowest - unclear <= red - blue <= highest + unclear:
        yield problem("COUNT_MISMATCH", (), red=red, blue=blue)


def mark_problems(rows: Rows, options: DotsOptions) -> Iterator[Problem]:
    """Points whose marks are wrong by themselves."""
    wrong = {
        "POINT_OCCUPIED": tuple(cells_of(rows, BOTH)),
        "MARK_UNREADABLE": tuple(cells_of(rows, UNREADABLE)),
        "START_CROSS_CHANGED": _changed_start_dots(rows, options),
        "DOT_ON_BANNED_BORDER": _on_banned_border(rows, options),
    }
    return (problem(code, where) for code, where in wrong.items() if where)


def zone_problems(rows: Rows, options: DotsOptions) -> Iterator[Problem]:
    """Players who have dots but none in the opening zone."""
    zone = opening_zone(options)
    if zone is None:
        return
    left, top, right, bottom = zone
    for key in KEYS:
        cells = list(cells_of(rows, key))
        if cells and not any(left <= x <= right and top <= y <= bottom for x, y in cells):
            yield problem("OPENING_ZONE", (), player=key)


def _changed_start_dots(rows: Rows, options: DotsOptions) -> tuple[Place, ...]:
    printed = start_dots(options)
    return tuple(place for place, player in printed if letter_at(rows, place) == KEYS[1 - player])


def _on_banned_border(rows: Rows, options: DotsOptions) -> tuple[Place, ...]:
    """Dots of the players on the frame, where that is not allowed."""
    if not options.border_ban:
        return ()
    field = field_of(*options.size)
    banned = set(field.places(field.edge)) - {place for place, _ in start_dots(options)}
    return tuple(place for place in cells_of(rows, RED + BLUE + BOTH) if place in banned)

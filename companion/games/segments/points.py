"""Where the points of a sheet lie: at random or on a circle, rebuilt from a few numbers wherever they are needed.

Places are whole tenths of a millimetre from the field's top left, so that every question about them has an exact
answer and every machine builds the same sheet from the same seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random

Spot = tuple[int, int]
"""A place in tenths of a millimetre, `(x, y)`."""

FIELD = (1500, 1700)
"""Width and height: the largest field of whole centimetres on A4 and Letter."""
FEWEST, MOST = 6, 31
"""Points of a sheet."""
MARGIN = 90
"""No point is nearer to the edge of the squares; the frame is 1.4 mm further out."""
APART = 80
"""No two points are nearer to each other."""
OFF_LINE = {15: 30, 17: 20, 20: 15, 23: 12, 25: 10, 27: 8, 31: 6}
"""With up to so many points, none is nearer to the segment between two others: 3 mm for the usual 15, but 31 points
leave hardly more than half a millimetre on one page. Where that cannot be had, a fifth less is tried."""
STARTS = 5
TRIES = 250
"""Layouts begun, and places tried for each of their points, before less is asked for."""
RADIUS = 640


@lru_cache(maxsize=256)
def scattered(number: int, seed: int) -> tuple[Spot, ...]:
    """So many points at random, numbered from the top down."""
    chance = Random(seed * 64 + number)
    off_line = next(reach for most, reach in OFF_LINE.items() if number <= most)
    while True:
        for _ in range(STARTS):
            spots = _tried(number, off_line, chance)
            if len(spots) == number:
                return tuple(sorted(spots, key=lambda spot: (spot[1], spot[0])))
        off_line = off_line * 4 // 5


def _tried(number: int, off_line: int, chance: Random) -> list[Spot]:
    """One layout, as far as it gets."""
    spots: list[Spot] = []
    for _ in range(number):
        for spot in _places(chance):
            if _is_apart(spot, spots) and not _is_lined_up(spot, spots, off_line):
                spots.append(spot)
                break
        else:
            break
    return spots


def _places(chance: Random) -> Iterator[Spot]:
    width, height = FIELD[0] - 2 * MARGIN, FIELD[1] - 2 * MARGIN
    for _ in range(TRIES):
        yield (MARGIN + int(chance.random() * (width + 1)), MARGIN + int(chance.random() * (height + 1)))


def _is_apart(spot: Spot, spots: Sequence[Spot]) -> bool:
    return all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= APART**2 for x, y in spots)


def _is_lined_up(spot: Spot, spots: Sequence[Spot], off_line: int) -> bool:
    """Whether the spot would be too near to a segment between two others, or one of them to a segment from it."""
    for number, one in enumerate(spots):
        if any(is_near(spot, one, two, off_line) for two in spots[:number]):
            return True
        if any(is_near(one, spot, two, off_line) for two in spots if two is not one):
            return True
    return False


def is_near(spot: Spot, start: Spot, end: Spot, reach: int) -> bool:
    """Whether a spot lies within `reach` of the segment between two others; exact.

    >>> is_near((50, 10), (0, 0), (100, 0), 10), is_near((50, 11), (0, 0), (100, 0), 10)
    (True, False)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = spot[0] - start[0], spot[1] - start[1]
    along, length = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py <= reach * reach
    if along >= length:
        return (px - dx) ** 2 + (py - dy) ** 2 <= reach * reach
    return bool((px * dy - py * dx) ** 2 <= reach * reach * length)


def turns(a: Spot, b: Spot, c: Spot) -> int:
    """Which way the path from a to c turns at b: positive, negative, or 0 for straight on."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def do_cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two segments without a common end meet; exact.

    >>> do_cross((0, 0), (10, 10), (0, 10), (10, 0)), do_cross((0, 0), (4, 4), (0, 10), (10, 0))
    (True, False)
    """
    first, second = turns(a, b, c), turns(a, b, d)
    third, fourth = turns(c, d, a), turns(c, d, b)
    if (
        ((first > 0) != (second > 0))
        and ((third > 0) != (fourth > 0))
        and first
        and second
        and third
        and fourth
    ):
        return True
    return any(
        turn == 0 and _is_within(spot, one, two)
        for turn, spot, one, two in ((first, c, a, b), (second, d, a, b), (third, a, c, d), (fourth, b, c, d))
    )


def _is_within(spot: Spot, one: Spot, two: Spot) -> bool:
    """Whether a spot on the line through two others lies between them."""
    return all(min(one[k], two[k]) <= spot[k] <= max(one[k], two[k]) for k in (0, 1))


@lru_cache(maxsize=64)
def circle(number: int) -> tuple[Spot, ...]:
    """So many points on a circle in the middle of the field, clockwise from the top."""
    turns_ = [2 * pi * step / number for step in range(number)]
    x, y = FIELD[0] // 2, FIELD[1] // 2
    return tuple((x + round(RADIUS * sin(turn)), y - round(RADIUS * cos(turn))) for turn in turns_)

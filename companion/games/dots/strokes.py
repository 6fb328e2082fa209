"""Chain lines of the players: as sets of steps between neighbouring points, and as short text.

A text such as `R12,7:3571` is one pen stroke of R: it starts at point (12, 7) and makes the steps 3, 5, 7, 1;
a digit is the direction of a step, 0 up and then clockwise, so 2 is right and 7 is up and left."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from companion import notation
from companion.boards.lattice import KING
from companion.errors import NotationError
from companion.position import Place
from companion.text import Text

Step = tuple[Place, Place]
"""A drawn line between two neighbouring points, smaller point first."""


def step(one: Place, two: Place) -> Step:
    """The line between two points."""
    return (one, two) if one <= two else (two, one)


def ring_steps(ring: Sequence[Place]) -> frozenset[Step]:
    """The lines of a closed outline."""
    return frozenset(step(one, two) for one, two in zip(ring, (*ring[1:], ring[0]), strict=True))


def write_strokes(key: str, steps: Collection[Step]) -> list[str]:
    """The lines as strokes of the player `key`; the same lines always give the same text.

    >>> write_strokes("R", ring_steps([(1, 0), (2, 1), (1, 2), (0, 1)]))
    ['R0,1:1357']
    """
    near: dict[Place, set[Place]] = defaultdict(set)
    for one, two in steps:
        near[one].add(two)
        near[two].add(one)
    words = []
    while any(near.values()):
        start = min(
            (place for place in near if near[place]), key=lambda place: (len(near[place]) % 2 == 0, place)
        )
        digits = _take_stroke(start, near)
        words.append(f"{key}{start[0]},{start[1]}:{digits}")
    return words


def _take_stroke(here: Place, near: dict[Place, set[Place]]) -> str:
    """Follows unused lines from a point as far as they go, straight on where possible."""
    digits: list[int] = []
    while near[here]:
        ahead = {KING.index((x - here[0], y - here[1])): (x, y) for x, y in near[here]}
        last = digits[-1] if digits else min(ahead)
        digit = min(ahead, key=lambda one: ((one - last) % 8, one))
        there = ahead[digit]
        near[here].discard(there)
        near[there].discard(here)
        digits.append(digit)
        here = there
    return "".join(map(str, digits))


def read_stroke(source: str, word: notation.Word, columns: int, rows: int) -> frozenset[Step]:
    """The lines of a word such as `R12,7:3571` (whose letter was read already); raises `NotationError`."""
    match = re.fullmatch(r".(\d{1,3}),(\d{1,3}):([0-7]+)", word.text)
    if match is None:
        raise NotationError(_form_text(word.text), source, _first_bad(word))
    x, y = int(match.group(1)), int(match.group(2))
    found = set()
    for at, digit in enumerate(match.group(3), word.at + match.start(3)):
        dx, dy = KING[int(digit)]
        there = (x + dx, y + dy)
        if not (0 <= x < columns and 0 <= y < rows and 0 <= there[0] < columns and 0 <= there[1] < rows):
            raise NotationError(_off_text(columns, rows), source, at)
        found.add(step((x, y), there))
        x, y = there
    return frozenset(found)


def _first_bad(word: notation.Word) -> int:
    """The place of the first letter that does not fit the form of a stroke."""
    good = re.match(r".\d{0,3}(?:(?<=\d),\d{0,3}(?:(?<=\d):[0-7]*)?)?", word.text)
    return word.at + (good.end() if good else 0)


def _form_text(seen: str) -> Text:
    return Text(
        en=f"{seen!r} is no stroke; expected letter, x, y and steps 0-7, such as R12,7:3571",
        ru=f"{seen!r} не линия; нужна буква, x, y и шаги 0-7, например R12,7:3571",
    )


def _off_text(columns: int, rows: int) -> Text:
    return Text(
        en=f"this step leaves the field of {columns}x{rows} points",
        ru=f"этот шаг уходит с поля {columns}x{rows} точек",
    )

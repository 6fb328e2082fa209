"""The option that says which ships there are: its values, and how they are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product

Lengths = tuple[int, ...]
"""The ships of a fleet by length, longest first."""

MOST = {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}
"""The most ships of each length that a fleet may have."""


class FleetKind:
    """Any fleet of ships of one to six cells, written as its lengths: `4,3,3,2,2,2,1,1,1,1`."""

    def parse(self, text: str) -> Lengths:
        """The lengths; `4:1, 3:2` for one ship of 4 and two of 3 is read as well. Raises `ValueError`.

        >>> FleetKind().parse("{2:1, 1:2}")
        (2, 1, 1)
        """
        words = [word for word in re.split(r"[\s,;+.\-{}]+", text) if word]
        lengths: list[int] = []
        for word in words:
            length, colon, number = word.partition(":")
            lengths += [int(length)] * (int(number) if colon else 1)
        fleet = tuple(sorted(lengths, reverse=True))
        if fleet not in all_fleets():
            raise ValueError(text)
        return fleet

    def render(self, value: Lengths) -> str:
        """The lengths with commas."""
        return ",".join(map(str, value))

    def restore(self, text: str) -> Lengths:
        """As `parse`."""
        return self.parse(text)

    def values(self) -> Sequence[Lengths]:
        """Every fleet within `MOST`, in a fixed order."""
        return tuple(all_fleets())

    def allowed(self) -> str:
        """What a fleet may be, in words."""
        most = ", ".join(f"{number} of {length}" for length, number in reversed(MOST.items()))
        return f"ship lengths such as 4,3,3,2,2,2,1,1,1,1; at most {most}"


@cache
def all_fleets() -> dict[Lengths, int]:
    """Every fleet with its number; sheets carry the number, so the order must never change."""
    counts = product(*(range(most + 1) for most in MOST.values()))
    fleets = [
        tuple(length for length, number in zip(MOST, numbers, strict=True) for _ in range(number))
        for numbers in counts
    ]
    return {fleet: number for number, fleet in enumerate(fleet for fleet in fleets if fleet)}


def counts_of(lengths: Lengths) -> Counter[int]:
    """How many ships there are of each length."""
    return Counter(lengths)

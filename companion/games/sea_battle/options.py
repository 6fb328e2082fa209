"""The options of sea battle, as the printed header tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.errors import OptionError
from companion.options import flag, number, words
from companion.text import Text

from .fleet_option import FleetKind, Lengths, counts_of

SIZE = 10
"""Cells along each side of a field, unless the players want another size."""

FLEET: Mapping[int, int] = {4: 1, 3: 2, 2: 3, 1: 4}
"""How many ships there are of each length, unless the players want another fleet."""

DENSEST = 0.6
"""The part of a field, widened by half a cell all round, that ships with half their rims may fill.

The usual fleet fills 0.5; beyond 0.6 fleets are hard to place, and soon there are none."""

ALPHABETS = {
    "cyr_no_yo_j": "АБВГДЕЖЗИКЛМ",
    "cyr_yo": "АБВГДЕЁЖЗИКЛ",
    "respublika": "РЕСПУБЛИКА",
    "snegurochka": "СНЕГУРОЧКА",
    "latin": "ABCDEFGHIJKL",
}
"""The letters over the columns, left to right; a word serves fields no wider than it is long."""


@dataclass(frozen=True, slots=True)
class SeaBattleOptions:
    """How this game of sea battle is played. Raises `OptionError` where the choices do not go together."""

    alphabet: str = words(
        "cyr_no_yo_j",
        "cyr_yo",
        "respublika",
        "snegurochka",
        "latin",
        text=Text(en="letters over the columns", ru="буквы над столбцами"),
    )
    hit_gives_shot: bool = flag(True, text=Text(en="a hit gives another shot", ru="попал — стреляй ещё"))
    touch: str = words(
        "none", "corners", text=Text(en="how ships may touch", ru="как корабли могут касаться")
    )
    first: str = words("agreed", "left_field", text=Text(en="who begins", ru="кто начинает"))
    halo_dots: bool = flag(
        True, text=Text(en="sunk ships are ringed with dots", ru="потопленные обводят точками")
    )
    answer_sunk: bool = flag(
        True, text=Text(en='"sunk" is said for every ship', ru="«убит» говорят о каждом корабле")
    )
    size: int = number(SIZE, 6, 12, text=Text(en="cells across and down", ru="клеток по стороне"))
    fleet: Lengths = field(
        default=(4, 3, 3, 2, 2, 2, 1, 1, 1, 1),
        metadata={
            "kind": FleetKind(),
            "text": Text(en="ships, by their lengths", ru="корабли по длинам"),
        },
    )

    def __post_init__(self) -> None:
        """Refuses fields wider than the alphabet, and fleets too large for the field."""
        if self.size > len(ALPHABETS[self.alphabet]):
            raise OptionError(TOO_WIDE.fill(size=self.size, alphabet=self.alphabet))
        if max(self.fleet) > self.size or room_wanted(self.fleet) > DENSEST * (self.size + 1) ** 2:
            raise OptionError(TOO_MANY.fill(fleet=FleetKind().render(self.fleet), size=self.size))

    @property
    def letters(self) -> str:
        """The letters over the columns."""
        return ALPHABETS[self.alphabet][: self.size]

    @property
    def ships(self) -> Mapping[int, int]:
        """How many ships there are of each length, longest first."""
        return _ships(self.fleet)

    @property
    def longest(self) -> int:
        """Cells of the longest ship."""
        return max(self.fleet)

    @property
    def may_touch_corners(self) -> bool:
        """Whether corner contact is allowed."""
        return self.touch == "corners"

    @property
    def told(self) -> frozenset[int]:
        """The lengths of ships whose sinking is announced; in the simplified game only one-deckers'."""
        return frozenset(self.ships) if self.answer_sunk else frozenset({1})


def room_wanted(fleet: Lengths) -> int:
    """Cells that the ships take with half of the water round them: each is one longer and one wider."""
    return sum(2 * (length + 1) for length in fleet)


@cache
def _ships(fleet: Lengths) -> Mapping[int, int]:
    return dict(counts_of(fleet))


TOO_WIDE = Text(
    en="a field of {size} columns needs {size} letters, and alphabet {alphabet} has ten; choose another one",
    ru="для поля шириной {size} нужно букв: {size}, а в алфавите {alphabet} их десять; выберите другой",
)
TOO_MANY = Text(
    en="the fleet {fleet} is too large for a field of {size}x{size}; take fewer ships or a larger field",
    ru="флот {fleet} не помещается на поле {size}x{size}; возьмите меньше кораблей или поле больше",
)

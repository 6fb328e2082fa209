"""The options of sea battle, as the printed header tells them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.options import flag, words
from companion.text import Text

SIZE = 10
"""Cells along each side of a field; other sizes are only mentioned in our sources and not offered."""

FLEET = {4: 1, 3: 2, 2: 3, 1: 4}
"""How many ships there are of each length."""

ALPHABETS = {
    "cyr_no_yo_j": "АБВГДЕЖЗИК",
    "cyr_yo": "АБВГДЕЁЖЗИ",
    "respublika": "РЕСПУБЛИКА",
    "snegurochka": "СНЕГУРОЧКА",
    "latin": "ABCDEFGHIJ",
}
"""The letters over the columns, left to right."""


@dataclass(frozen=True, slots=True)
class SeaBattleOptions:
    """How this game of sea battle is played."""

    alphabet: str = words(
        "cyr_no_yo_j",
        "cyr_yo",
        "respublika",
        "snegurochka",
        "latin",
        text=Text(en="letters over the columns", ru="буквы над столбцами"),
    )
    hit_gives_shot: bool = flag(True, text=Text(en="a hit gives another shot", ru="попал - стреляй ещё"))
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

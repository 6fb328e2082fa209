"""How a position of dots came about, as far as it is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.position import Place

from .settle import Closing

if TYPE_CHECKING:
    from .rules import Dots


@dataclass(frozen=True, slots=True)
class Played:
    """One known move: who, where, and the areas it closed."""

    player: int
    place: Place
    closings: tuple[Closing, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What stood there before, and the known moves since."""

    start: Dots
    moves: tuple[Played, ...]

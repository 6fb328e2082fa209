"""What every game offers: a frozen position, its problems, its outcome, its hints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from companion.text import Text

Place = tuple[int, int]
"""A point or cell of a board, `(x, y)`, 0-based from the printed top left."""

Stroke = tuple[Place, Place]
"""A line from one place to another, smaller place first."""

Move = Place | Stroke
"""What a player does: a sign on a place, a step to a place, or a line between two."""

Score = Mapping[str, float]
"""Counted points by player key (`R`, `B`), or other counted facts by name."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong on the paper: the code of the rules, the places, and the words for the player.

    `is_note` marks what is worth saying but breaks no rule. `board` names the board of the sheet where the
    places are, for games with more than one.
    """

    code: str
    where: tuple[Place, ...]
    text: Text
    is_note: bool = False
    board: str = ""


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something to show on the board: a polygon through lattice points, or a line when there are two of them.

    Lattice points are crossings of the board's lines; on a board of cells, `(0, 0)` is the corner of the
    first cell and `(0.5, 0.5)` its middle. One corner alone is a place with a `label`, such as the number of a
    move."""

    player: int | None
    corners: tuple[tuple[float, float], ...]
    board: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: the winner's index, or nobody's win."""

    winner: int | None
    is_draw: bool
    reason: Text


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth knowing before a move, in words, and what shows it on the board."""

    text: Text
    shows: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move and why; `value` is what it brings where that is known, `best` all moves as good as it.

    `shows` draws the reason on the board; `remarks` are what else a good player would see."""

    move: Move
    reason: Text
    value: str | int | float | None = None
    best: tuple[Move, ...] = ()
    shows: tuple[Highlight, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The scores that are possible when the order of play is open; empty when the score is certain.

    `is_complete` is false when there were too many histories to try them all.
    """

    scores: tuple[Score, ...] = ()
    is_complete: bool = True
    texts: tuple[Text, ...] = field(default=())


class Position(Protocol):
    """One frozen state of a game on paper, right or wrong; its text is its one-line notation."""

    @property
    def first(self) -> int | None:
        """Index of the player who began; `None` when the paper does not tell."""

    @property
    def turn(self) -> int | None:
        """Index of the player to move; `None` when that is unknown or the game is over."""

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the paper that breaks the rules."""

    def moves(self) -> tuple[Move, ...]:
        """All legal moves of the player to move, row by row."""

    def play(self, move: Any) -> Self:
        """The position after the move, a `Move` of this game's kind; raises `IllegalMove`."""

    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on."""

"""What a player draws on a sheet: one `Mark` says what stands where.

Games, readers, pens and pretend photos all speak in marks, so this module sits at the bottom,
below everything that draws or reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Point = tuple[int, int]
"""A lattice point or a cell of a board, `(x, y)`, 0-based from the printed top left; or as the mark's kind says."""

Segment = tuple[Point, Point]
"""A stroke between two points of a board, smaller point first."""

At = Point | Segment


class Symbol(Enum):
    """The closed set of signs that a reader tells apart and a pen can draw."""

    NOTHING = "nothing"
    DOT = "dot"
    CROSS = "cross"
    NOUGHT = "nought"
    FILLED = "filled"
    HATCHED = "hatched"
    LINE = "line"
    CROOKED = "crooked"
    """A line that bends too far to be called straight."""
    ASTRAY = "astray"
    """A line that ends where no point is; it is told by the points that it comes nearest to."""


class Kind(Enum):
    """The closed set of questions a spot can ask; each has one pen and one reader."""

    POINT = "point"
    """A sign on a lattice point."""
    CELL = "cell"
    """A sign in a cell."""
    OUTLINE = "outline"
    """A stroke along one side of a cell, between two neighbouring cell corners."""
    CHAIN = "chain"
    """A stroke between two neighbouring lattice points, diagonals included."""
    BAR = "bar"
    """A stroke by itself, from the middle of a cell to the middle of the next one, diagonals included.

    Both ends in one cell: a stroke that does not leave it; an end off the board: one that runs over its edge."""
    JOIN = "join"
    """A straight stroke that joins any two loose points, which lie on no lattice: point n is `(n, 0)`.

    Where players draw the points themselves, a stroke is told by the places of its two points, as in `LOOSE`."""
    LOOSE = "loose"
    """A dot anywhere in a field; its place is in whole tenths of a millimetre from the field's top left."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to read a spot: the sign and whose it is (`None`: nobody's, or not told)."""

    symbol: Symbol
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a board, as wanted (drawn by a pen) or as read (with confidence and second choice).

    `player` counts from 0 in the order of the sheet's legend. `colour` is the ink as `#rrggbb` under
    neutral light, `None` where nothing was photographed. `confidence` is the probability that symbol and
    player are right; `other` is the next best reading. A mark with `Symbol.NOTHING` is a spot that was
    read as empty but not for sure.
    """

    board: str
    kind: Kind
    at: At
    symbol: Symbol
    player: int | None = None
    colour: str | None = None
    confidence: float = 1.0
    other: Choice | None = None

    @property
    def choice(self) -> Choice:
        """What this mark was read as."""
        return Choice(self.symbol, self.player)


def segment(a: Point, b: Point) -> Segment:
    """The stroke between two points in its one canonical order."""
    return (a, b) if a <= b else (b, a)

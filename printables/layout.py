"""One object describes the paper, in millimetres from its top left, y down.

The PDF is drawn from it, the screen picture is drawn from it, and the photo is sampled by it: no place
is computed twice. A `Sheet` is plain data; how a page is put together stands in `compose.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from printables.marks import At, Kind, Point, Segment, Symbol, segment

PointMm = tuple[float, float]
BoxMm = tuple[float, float, float, float]
"""Left, top, right, bottom."""

TENTHS = 10
"""Places in a field are told in whole tenths of a millimetre."""


# --- what is printed ---------------------------------------------------------------------------------


class Tone(Enum):
    """How dark a printed thing is; the grey itself stands in `pens.py`."""

    GUIDE = "guide"
    """Pale lines to play on."""
    FRAME = "frame"
    """Bolder lines round a board."""
    TEXT = "text"
    """Labels and rules."""
    BLACK = "black"
    """Tags, codes and the check ruler."""
    WASH = "wash"
    """The palest fill, for zones and title bands."""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight printed line."""

    start: PointMm
    end: PointMm
    width: float
    tone: Tone


@dataclass(frozen=True, slots=True)
class Box:
    """A printed rectangle: outlined with `width` > 0, filled when `is_filled`."""

    box: BoxMm
    width: float
    tone: Tone
    is_filled: bool = False
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A printed disc, or a ring of line width `width` when it is not filled."""

    centre: PointMm
    radius: float
    width: float
    tone: Tone
    is_filled: bool = True


class Anchor(Enum):
    """Which end of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; `at` is on the baseline, `size` the font size in mm, `angle` in degrees anticlockwise."""

    text: str
    at: PointMm
    size: float
    tone: Tone = Tone.TEXT
    anchor: Anchor = Anchor.START
    is_bold: bool = False
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A black-and-white module pattern (tag, QR, code strip) that fills `box`; `rows` of `#` and `.`."""

    box: BoxMm
    rows: tuple[str, ...]


Shape = Line | Box | Disc | Label | Pattern


# --- what is played on --------------------------------------------------------------------------------


class Grid(Enum):
    """How the spots of a board lie: on the crossings, in the cells, or anywhere in a field."""

    POINTS = "points"
    CELLS = "cells"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Ask:
    """One question put to every spot of a kind: which of these signs is there, and by which of these players?

    Two asks of one kind are answered apart: a cell may hold a ship of one pen and a shot of the other.
    With `is_by_sign`, the sign names the player (crosses are player 0's, noughts player 1's, in order),
    whatever the pens. With `closes_up`, people draw these strokes as closed lines, and none stands alone.
    """

    kind: Kind
    symbols: tuple[Symbol, ...]
    players: tuple[int, ...] = (0, 1)
    is_by_sign: bool = False
    closes_up: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """One place where a mark may be: what is asked there, and its centre or its two ends in mm."""

    board: str
    kind: Kind
    at: At
    place_mm: tuple[PointMm, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A regular board: `columns` x `rows` of points (POINTS), of cells (CELLS), or of pitches of a FIELD.

    `origin_mm` is point (0, 0), or the top left corner of cell (0, 0) or of the field. Boards with the same `group`
    make up one position (both fields of sea battle); each group of a sheet is a game of its own (four grids of
    tic-tac-toe). `printed` are marks that stand there from the press (start dots). A field's places are its `loose`
    points, in mm of the page and in an order that means nothing: point n is the place `(n, 0)`. With `drawn`, the
    players draw those points, so many as a rule: the sheet has none, a read one those that were found.
    """

    name: str
    grid: Grid
    origin_mm: PointMm
    pitch_mm: float
    columns: int
    rows: int
    asks: tuple[Ask, ...]
    group: int = 0
    printed: tuple[tuple[Point, int], ...] = ()
    loose: tuple[PointMm, ...] = ()
    drawn: int = 0

    @property
    def is_drawn(self) -> bool:
        """Whether players draw the loose points."""
        return self.drawn > 0

    @property
    def box_mm(self) -> BoxMm:
        """The rectangle from the first to the last point, or round all cells."""
        x, y = self.origin_mm
        less = 1 if self.grid is Grid.POINTS else 0
        return (
            x,
            y,
            x + (self.columns - less) * self.pitch_mm,
            y + (self.rows - less) * self.pitch_mm,
        )

    def node_mm(self, at: tuple[float, float]) -> PointMm:
        """Where the lattice crossing `at` lies; for cells the crossings are the cells' corners.

        On a field it is the loose point of that number."""
        if self.loose:
            return self.loose[int(at[0])]
        return (self.origin_mm[0] + at[0] * self.pitch_mm, self.origin_mm[1] + at[1] * self.pitch_mm)

    def centre_mm(self, at: Point) -> PointMm:
        """The middle of the spot `at`: the crossing itself, the loose point, or the middle of the cell."""
        shift = 0.5 if self.grid is Grid.CELLS else 0.0
        return self.node_mm((at[0] + shift, at[1] + shift))

    def ats(self, kind: Kind) -> Iterator[At]:
        """All places of a kind on this board, row by row."""
        match kind:
            case Kind.POINT | Kind.CELL:
                yield from ((x, y) for y in range(self.rows) for x in range(self.columns))
            case Kind.OUTLINE:
                yield from _steps(self.columns + 1, self.rows + 1, ((1, 0), (0, 1)))
            case Kind.CHAIN | Kind.BAR:
                yield from _steps(self.columns, self.rows, ((1, 0), (0, 1), (1, 1), (1, -1)))
            case Kind.JOIN:
                numbers = range(len(self.loose))
                yield from (self.join_at(one, two) for one in numbers for two in numbers[one + 1 :])
            case Kind.LOOSE:
                yield from (self.tenths(place) for place in self.loose if self.is_drawn)

    def holds(self, kind: Kind, at: At) -> bool:
        """Whether a mark of a kind may be at this place, whether or not `ats` can list it."""
        match at:
            case (int(x), int(y)) if kind is Kind.LOOSE:
                left, top, right, bottom = self.box_mm
                return 0 <= x <= TENTHS * (right - left) and 0 <= y <= TENTHS * (bottom - top)
        return at in set(self.ats(kind))

    def join_at(self, one: int, two: int) -> Segment:
        """The place of the stroke between two loose points."""
        if self.is_drawn:
            return segment(self.tenths(self.loose[one]), self.tenths(self.loose[two]))
        return segment((one, 0), (two, 0))

    def tenths(self, place: PointMm) -> Point:
        """A place of the page as `Kind.LOOSE` tells it."""
        return (
            round(TENTHS * (place[0] - self.origin_mm[0])),
            round(TENTHS * (place[1] - self.origin_mm[1])),
        )

    def tenths_mm(self, at: Point) -> PointMm:
        """Where on the page that is."""
        return (self.origin_mm[0] + at[0] / TENTHS, self.origin_mm[1] + at[1] / TENTHS)

    def nodes_mm(self) -> Iterator[PointMm]:
        """All crossings of the board's lines, or its loose points."""
        if self.loose:
            yield from self.loose
            return
        more = 1 if self.grid is Grid.CELLS else 0
        for column in range(self.columns + more):
            yield from (self.node_mm((column, row)) for row in range(self.rows + more))

    def spots(self) -> Iterator[Spot]:
        """Every spot of the board, kind by kind."""
        for kind in dict.fromkeys(ask.kind for ask in self.asks):
            for at in self.ats(kind):
                yield Spot(self.name, kind, at, self.place_mm(kind, at))

    def place_mm(self, kind: Kind, at: At) -> tuple[PointMm, ...]:
        """The centre of a sign, or both ends of a stroke."""
        match at:
            case (one, two) if kind is Kind.BAR:
                return (self.centre_mm(one), self.centre_mm(two))  # type: ignore[arg-type]
            case (one, two) if kind is Kind.JOIN and self.is_drawn:
                return (self.tenths_mm(one), self.tenths_mm(two))  # type: ignore[arg-type]
            case (int(x), int(y)) if kind is Kind.LOOSE:
                return (self.tenths_mm((x, y)),)
            case ((ax, ay), (bx, by)):
                return (self.node_mm((ax, ay)), self.node_mm((bx, by)))
            case (int(x), int(y)):
                return (self.centre_mm((x, y)),)
        raise ValueError(f"{at!r} is no place of kind {kind.value}")


@lru_cache(maxsize=16)
def _steps(columns: int, rows: int, directions: tuple[Point, ...]) -> tuple[Segment, ...]:
    """All strokes of these directions between points of a lattice; asked for several times a photo, thousands long."""
    return tuple(
        segment((x, y), (x + dx, y + dy))
        for y in range(rows)
        for x in range(columns)
        for dx, dy in directions
        if x + dx < columns and 0 <= y + dy < rows
    )


# --- what is written beside it ------------------------------------------------------------------------


class Purpose(Enum):
    """What a legend box is for."""

    MARK = "mark"
    """The player draws his own mark three times, side by side."""
    NAME = "name"
    BEGINS = "begins"
    """Ticked for the player who began."""
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Legend:
    """A box beside the board that a player fills in. `group` as in `Board`; `None`: for all of them."""

    player: int
    purpose: Purpose
    box_mm: BoxMm
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """A position tag: `id` in the product's dictionary, corners clockwise from its own top left."""

    id: int
    corners_mm: tuple[PointMm, PointMm, PointMm, PointMm]


class CodeForm(Enum):
    """How the sheet's identity is told."""

    QR = "qr"
    STRIP = "strip"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Code:
    """One telling of the sheet's identity and where it stands."""

    form: CodeForm
    box_mm: BoxMm
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one printed page.

    `shapes` is what goes to the press, in drawing order, tags and codes included; the other fields say
    what the reader has to know. `game` and `options` (text by name, only what differs from the default)
    are carried through untouched: paper knows no games. `serial` numbers the print.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    serial: str
    paper: str
    page_mm: tuple[float, float]
    lang: str
    boards: tuple[Board, ...]
    tags: tuple[Tag, ...]
    codes: tuple[Code, ...]
    legends: tuple[Legend, ...]
    shapes: tuple[Shape, ...]

    def board(self, name: str) -> Board:
        """The board of that name."""
        return next(board for board in self.boards if board.name == name)

    def frame_of(self, board: Board) -> BoxMm | None:
        """The printed frame round a board, `None` where there is none."""
        left, top, right, bottom = board.box_mm
        round_it = [
            shape.box
            for shape in self.shapes
            if isinstance(shape, Box) and shape.tone is Tone.FRAME and not shape.is_filled
            if shape.box[0] < left and shape.box[1] < top and shape.box[2] > right and shape.box[3] > bottom
        ]
        return min(round_it, key=lambda box: box[2] - box[0], default=None)

    def spots(self) -> Iterator[Spot]:
        """Every spot of every board."""
        for board in self.boards:
            yield from board.spots()

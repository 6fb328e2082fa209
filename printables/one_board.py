"""A page with one board, as large as the paper allows: under it or beside it boxes for the players and the rules.

Held upright the page has a band at its foot; lying it has a column at its right. Whichever gives the larger
board is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from printables.compose import CONTENT_INSET_MM, QR_MM, QR_QUIET_MM, Composer, Edition
from printables.errors import LayoutError
from printables.layout import Anchor, Ask, Board, Box, BoxMm, Grid, PointMm, Shape, Sheet, Tone
from printables.marks import Point
from printables.notes import NOTE_MM, edge_notes, rules
from printables.panels import (
    COLUMN_GAP_MM,
    FOOT_MARGIN_MM,
    FOOT_MM,
    GAP_MM,
    ROW_HEIGHT_MM,
    PlayerRow,
    above_tag,
    below_tag,
    column,
    footer,
    player_cards,
    player_rows,
    qr_at_right,
)
from printables.paper import Page, Paper, pages
from printables.pens import FRAME_GAP, FRAME_WIDTH

BOARD_GAP_MM = 6.1
"""Between a portrait board and the boxes under it, where the QR code's quiet zone lies."""
WIDEST_MM = 190.0
"""Of a landscape board, which leaves a column for the boxes on Letter too."""
SMALLEST_PITCH_MM = 4.0
STEP_MM = 0.25
COLUMN_FOOT_MM = 4.6
"""Under the QR code of a column: its quiet zone ends where the bottom tag's white zone begins."""
ROW_GAP_MM = GAP_MM - 1.0
TICK_BOX_MM = 4.0
NOTE_ROW_MM = 6.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """The board that a game wants: its lattice, what is asked there, how large it may get, and the room round it.

    `columns` and `rows` as in `Board`. `room_mm` is left, top, right, bottom outside the outermost points or
    cells, frame and labels included; `None`: just the frame."""

    name: str
    grid: Grid
    columns: int
    rows: int
    asks: tuple[Ask, ...]
    largest_pitch_mm: float = 10.0
    room_mm: BoxMm | None = None
    printed: tuple[tuple[Point, int], ...] = ()
    loose: tuple[tuple[float, float], ...] = ()
    """The points of a field, in pitches from its top left."""
    drawn: int = 0
    """How many points players draw instead."""

    @property
    def steps(self) -> tuple[int, int]:
        """Pitches across and down."""
        less = 1 if self.grid is Grid.POINTS else 0
        return (self.columns - less, self.rows - less)

    @property
    def outside(self) -> BoxMm:
        """The room round the board."""
        frame = FRAME_GAP[self.grid] + FRAME_WIDTH[self.grid] / 2
        return self.room_mm or (frame, frame, frame, frame)


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the board: a row of boxes per player, the rules, and what is played otherwise than usual.

    `ticks` are little boxes with a word each, for what is agreed during the game."""

    players: Sequence[PlayerRow]
    rules: Sequence[str]
    agreements: Sequence[str] = ()
    ticks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    page: Page
    origin_mm: PointMm
    pitch_mm: float


def one_board(
    edition: Edition,
    paper: Paper,
    wanted: Wanted,
    shapes: Callable[[Board], Iterable[Shape]],
    beside: Beside,
) -> Sheet:
    """The page. Raises `LayoutError` where the board would get too small to play on."""
    place = _placed(paper, wanted, beside)
    composer = Composer(place.page, edition)
    x0, y0 = place.origin_mm
    board = Board(
        wanted.name,
        wanted.grid,
        place.origin_mm,
        place.pitch_mm,
        wanted.columns,
        wanted.rows,
        wanted.asks,
        printed=wanted.printed,
        loose=tuple((x0 + x * place.pitch_mm, y0 + y * place.pitch_mm) for x, y in wanted.loose),
        drawn=wanted.drawn,
    )
    left, top, right, bottom = board.box_mm
    room = wanted.outside
    composer.board(board, shapes(board), (left - room[0], top - room[1], right + room[2], bottom + room[3]))
    if place.page.is_landscape:
        _put_column(composer, beside)
    else:
        _put_footer(composer, beside)
    edge_notes(composer)
    return composer.sheet()


def _placed(paper: Paper, wanted: Wanted, beside: Beside) -> _Place:
    """The way to hold the paper that gives the larger pitch; upright when both are as good."""
    ways = [_place(page, wanted, beside) for page in pages(paper) if not page.is_landscape or _fits(beside)]
    best = max(ways, key=lambda place: (place.pitch_mm, not place.page.is_landscape))
    if best.pitch_mm < SMALLEST_PITCH_MM:
        raise LayoutError(
            f"a board of {wanted.columns}x{wanted.rows} would have squares of {best.pitch_mm:.2f} mm",
            f"expected at least {SMALLEST_PITCH_MM:g} mm",
            "choose a smaller board",
        )
    return best


def _fits(beside: Beside) -> bool:
    """Whether the boxes fit above the tag of a landscape page's column."""
    return len(beside.players) <= 2 and not beside.ticks


def _foot_mm(beside: Beside) -> float:
    """Height of the band under a portrait board."""
    more = max(0, len(beside.players) - 2) * (ROW_HEIGHT_MM + ROW_GAP_MM)
    return FOOT_MM + more + (NOTE_ROW_MM if beside.ticks else 0.0)


def _place(page: Page, wanted: Wanted, beside: Beside) -> _Place:
    left, top, right, bottom = _room(page, wanted, beside)
    across, down = wanted.steps
    widest = min((right - left) / max(across, 1), (bottom - top) / max(down, 1), wanted.largest_pitch_mm)
    pitch = int(widest / STEP_MM + 1e-6) * STEP_MM
    x = left + (right - left - pitch * across) / 2
    y = top + (bottom - top - pitch * down) / 2
    return _Place(page, (round(x, 2), round(y, 2)), pitch)


def _room(page: Page, wanted: Wanted, beside: Beside) -> BoxMm:
    """Where the outermost points or cells may lie."""
    inset, outside = CONTENT_INSET_MM, wanted.outside
    left, top = inset + outside[0], inset + outside[1]
    if page.is_landscape:
        right = column(page, WIDEST_MM)[0] - COLUMN_GAP_MM
        return (left, top, right - outside[2], page.height_mm - inset - outside[3])
    bottom = page.height_mm - inset - FOOT_MARGIN_MM - _foot_mm(beside) - BOARD_GAP_MM
    return (left, top, page.width_mm - inset - outside[2], bottom - outside[3])


def _put_column(composer: Composer, beside: Beside) -> None:
    page = composer.page
    box = column(page, WIDEST_MM)
    upper, lower = above_tag(page, box), below_tag(page, box)
    player_cards(composer, (box[0], upper[1] + 2.0), box[2] - box[0], beside.players)
    qr_top = lower[3] - COLUMN_FOOT_MM - QR_MM
    rules(
        composer,
        (lower[0], lower[1] + 1.2, lower[2], qr_top - QR_QUIET_MM),
        beside.rules,
        beside.agreements,
    )
    composer.qr((box[0], qr_top))


def _put_footer(composer: Composer, beside: Beside) -> None:
    left, top, right, bottom = qr_at_right(composer, footer(composer, CONTENT_INSET_MM, _foot_mm(beside)))
    top += player_rows(composer, (left, top), right - left, beside.players) + 3.0
    if beside.ticks:
        _put_ticks(composer, (left, top), beside.ticks, right - left)
        top += NOTE_ROW_MM
    rules(composer, (left, top + 1.0, right, bottom), beside.rules, beside.agreements)


def _put_ticks(composer: Composer, at: PointMm, words: Sequence[str], width: float) -> None:
    """Little boxes with a word each, in one line; nobody reads them from a photo."""
    share = width / len(words)
    for number, word in enumerate(words):
        x, y = at[0] + share * number, at[1]
        box = (x, y, x + TICK_BOX_MM, y + TICK_BOX_MM)
        composer.drawing(f"tick {word}", box, [Box(box, 0.2, Tone.FRAME)])
        composer.text(word, (x + TICK_BOX_MM + 1.0, y + 3.0), NOTE_MM, anchor=Anchor.START)

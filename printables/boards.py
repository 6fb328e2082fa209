"""What the press draws for a board: lines to play on, a frame, ticks and labels; one function per grid kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printables.layout import Anchor, Board, Box, BoxMm, Disc, Grid, Label, Line, PointMm, Shape, Tone
from printables.marks import Point
from printables.pens import FRAME_GAP, FRAME_WIDTH, GUIDE_WIDTH, START_RADIUS, START_RING_WIDTH
from printables.typeset import CAP_HEIGHT

NUMBER_MM = 2.3
"""Font size of the numbers along a lattice."""
TICK_MM = 0.6
TICK_EVERY = 5
LABEL_ROOM_MM = 4.5
"""Room outside the frame of a lattice that ticks and numbers take up, left and top."""
LETTER_MM = 3.6
"""Font size of the letters and numbers along a field of cells."""
LETTER_ROOM_MM = 6.6


def points_board(board: Board, zone: tuple[Point, Point] | None = None) -> tuple[Shape, ...]:
    """A lattice of points: an optional pale zone from point to point, lines, frame, ticks, start dots."""
    ground: list[Shape] = []
    if zone is not None:
        ground.append(Box((*board.node_mm(zone[0]), *board.node_mm(zone[1])), 0.0, Tone.WASH, is_filled=True))
    return (
        *ground,
        *_lines(board, board.columns - 1, board.rows - 1),
        _frame(board),
        *_ticks(board),
        *(start_dot(board.centre_mm(at), player) for at, player in board.printed),
    )


def cells_board(
    board: Board, column_labels: Sequence[str] = (), row_labels: Sequence[str] = ()
) -> tuple[Shape, ...]:
    """A field of cells with labels above its columns and left of its rows."""
    return (
        *_lines(board, board.columns, board.rows),
        _frame(board),
        *_column_labels(board, column_labels),
        *_row_labels(board, row_labels),
    )


def free_field(board: Board) -> tuple[Shape, ...]:
    """A field to draw anywhere in: a frame and nothing else."""
    return (_frame(board),)


def board_room(board: Board, *, has_labels: bool) -> BoxMm:
    """The rectangle that a board takes up with its frame, ticks and labels."""
    left, top, right, bottom = board.box_mm
    labels = LABEL_ROOM_MM if board.grid is Grid.POINTS else LETTER_ROOM_MM
    frame = FRAME_GAP[board.grid] + FRAME_WIDTH[board.grid] / 2
    before = labels if has_labels else frame
    return (left - before, top - before, right + frame, bottom + frame)


def start_dot(centre: PointMm, player: int) -> Disc:
    """The sign of a printed start dot: a disc for player 0, a ring for player 1."""
    if player == 0:
        return Disc(centre, START_RADIUS, 0.0, Tone.FRAME)
    return Disc(centre, START_RADIUS, START_RING_WIDTH, Tone.FRAME, is_filled=False)


def _lines(board: Board, across: int, down: int) -> Iterator[Line]:
    """All lines to play on, the outermost too: what is drawn on the border must be as easy to see as elsewhere."""
    left, top, right, bottom = board.box_mm
    for column in range(across + 1):
        x = left + column * board.pitch_mm
        yield Line((x, top), (x, bottom), GUIDE_WIDTH, Tone.GUIDE)
    for row in range(down + 1):
        y = top + row * board.pitch_mm
        yield Line((left, y), (right, y), GUIDE_WIDTH, Tone.GUIDE)


def _frame(board: Board) -> Box:
    left, top, right, bottom = board.box_mm
    gap = FRAME_GAP[board.grid]
    return Box((left - gap, top - gap, right + gap, bottom + gap), FRAME_WIDTH[board.grid], Tone.FRAME)


def _ticks(board: Board) -> Iterator[Shape]:
    """Numbers from 0 at every fifth line, as on the axes of a graph."""
    left, top = board.origin_mm
    gap = FRAME_GAP[board.grid] + FRAME_WIDTH[board.grid] / 2
    for column in range(0, board.columns, TICK_EVERY):
        x = board.node_mm((column, 0))[0]
        yield Line((x, top - gap), (x, top - gap - TICK_MM), GUIDE_WIDTH, Tone.FRAME)
        yield Label(str(column), (x, top - gap - TICK_MM - 0.4), NUMBER_MM, Tone.FRAME, Anchor.MIDDLE)
    for row in range(0, board.rows, TICK_EVERY):
        y = board.node_mm((0, row))[1]
        yield Line((left - gap, y), (left - gap - TICK_MM, y), GUIDE_WIDTH, Tone.FRAME)
        baseline = y + NUMBER_MM * CAP_HEIGHT / 2
        yield Label(str(row), (left - gap - TICK_MM - 0.35, baseline), NUMBER_MM, Tone.FRAME, Anchor.END)


def _column_labels(board: Board, labels: Sequence[str]) -> Iterator[Label]:
    y = board.box_mm[1] - FRAME_GAP[board.grid] - FRAME_WIDTH[board.grid] / 2 - 1.1
    for column, text in enumerate(labels):
        yield Label(text, (board.node_mm((column + 0.5, 0))[0], y), LETTER_MM, Tone.TEXT, Anchor.MIDDLE)


def _row_labels(board: Board, labels: Sequence[str]) -> Iterator[Label]:
    x = board.box_mm[0] - FRAME_GAP[board.grid] - FRAME_WIDTH[board.grid] / 2 - 1.0
    for row, text in enumerate(labels):
        y = board.node_mm((0, row + 0.5))[1] + LETTER_MM * CAP_HEIGHT / 2
        yield Label(text, (x, y), LETTER_MM, Tone.TEXT, Anchor.END)

"""What is drawn over a board, on the flattened photo as on the clean picture: SVG in the millimetres of the boards.

Each kind of thing is a layer of its own, so that a page can show and hide it: the marks as read, what is in
doubt, captured areas, problems (each one by itself, to be pointed at), legal moves, the hint and its remarks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from companion.doubts import DOUBTFUL
from companion.game import Game
from companion.position import Highlight, Hint, Move, Place, Problem
from printables.marks import Kind, Mark, Symbol

if TYPE_CHECKING:
    from printables.layout import Board

PROBLEM_COLOUR = "#d9480f"
HINT_COLOUR = "#2f8f4e"
DOUBT_COLOUR = "#e8890c"
MOVE_COLOUR = "#2f8f4e"

MARK_REACH = {Kind.POINT: 0.36, Kind.CELL: 0.40, Kind.LOOSE: 0.2}
"""Radius of the ring round a sign, in pitches."""


def board_named(boards: Sequence[Board], name: str) -> Board:
    """The board of that name; the first one for places that name none."""
    return next((board for board in boards if board.name == name), boards[0])


# --- what was read ------------------------------------------------------------------------------------


def marks_layer(boards: Sequence[Board], marks: Iterable[Mark]) -> str:
    """A thin ring round every sign and a thin line along every stroke, in the player's colour."""
    from printables.pens import colour_of

    paths: dict[int | None, list[str]] = defaultdict(list)
    pitch = boards[0].pitch_mm
    for mark in marks:
        if mark.symbol is not Symbol.NOTHING:
            paths[mark.player].append(_mark_path(board_named(boards, mark.board), mark, 1.0))
    shapes = [
        f'<path d="{"".join(path)}" fill="none" stroke="{colour_of(player)}"'
        f' stroke-width="{0.09 * pitch:.3g}" stroke-linecap="round"/>'
        for player, path in paths.items()
    ]
    return "".join([*shapes, *(_numbers(board) for board in boards if board.is_drawn)])


NUMBER_MM = 4.2
NUMBER_COLOUR = "#1c4e80"


def _numbers(board: Board) -> str:
    """The numbers of points that players drew: nothing on the paper tells them."""
    return "".join(
        f'<text x="{x + 2:.5g}" y="{y - 2:.5g}" font-size="{NUMBER_MM}" fill="{NUMBER_COLOUR}" stroke="#ffffff"'
        f' stroke-width="0.7" paint-order="stroke">{number}</text>'
        for number, (x, y) in enumerate(board.loose, 1)
    )


def doubts_layer(boards: Sequence[Board], marks: Iterable[Mark]) -> str:
    """A broad ring round every doubtful mark."""
    shapes = []
    for mark in marks:
        if mark.confidence < DOUBTFUL:
            board = board_named(boards, mark.board)
            shapes.append(_mark_path(board, mark, 1.3))
    if not shapes:
        return ""
    width = 0.13 * boards[0].pitch_mm
    path = "".join(shapes)
    return f'<path d="{path}" fill="none" stroke="{DOUBT_COLOUR}" stroke-width="{width:.3g}" stroke-linecap="round"/>'


def _mark_path(board: Board, mark: Mark, size: float) -> str:
    place = board.place_mm(mark.kind, mark.at)
    if len(place) == 2:
        (x1, y1), (x2, y2) = place
        return f"M{x1:.5g} {y1:.5g}L{x2:.5g} {y2:.5g}"
    (x, y), r = place[0], MARK_REACH[mark.kind] * board.pitch_mm * size
    return f"M{x - r:.5g} {y:.5g}a{r:.3g} {r:.3g} 0 1 0 {2 * r:.3g} 0a{r:.3g} {r:.3g} 0 1 0 {-2 * r:.3g} 0"


# --- what the rules say -------------------------------------------------------------------------------


def areas_layer(
    game: Game[Any, Any], position: Any, boards: Sequence[Board], board: Board | None = None
) -> str:
    """Captured areas, winning lines, ships; those of one board where it is named."""
    shown = [(board_named(boards, area.board), area) for area in game.highlights(position)]
    return "".join(area_shape(on, area) for on, area in shown if board is None or on == board)


def problems_layer(
    game: Game[Any, Any], boards: Sequence[Board], problems: Sequence[Problem], board: Board | None = None
) -> str:
    """A group for each problem, numbered as they come, with a ring round each of its places."""
    groups = []
    for number, problem in enumerate(problems, 1):
        on = board_named(boards, problem.board)
        if board is None or on == board:
            rings = "".join(ring(on, game.on_board(place), PROBLEM_COLOUR, 0.47) for place in problem.where)
            kind = "note" if problem.is_note else "problem"
            groups.append(f'<g class="{kind}" data-problem="{number}">{rings}</g>')
    return "".join(groups)


def moves_layer(game: Game[Any, Any], board: Board, moves: Iterable[Move]) -> str:
    """A small spot on every place where one may play, a thin line along every stroke."""
    spots, strokes = [], []
    for move in map(game.on_board, moves):
        match move:
            case ((ax, ay), (bx, by)):
                (x1, y1), (x2, y2) = board.node_mm((ax, ay)), board.node_mm((bx, by))
                strokes.append(f"M{x1:.5g} {y1:.5g}L{x2:.5g} {y2:.5g}")
            case (int(x0), int(y0)):
                x, y = board.centre_mm((x0, y0))
                spots.append(f"M{x:.5g} {y:.5g}h0")
    shapes = []
    for path, width in ((spots, 0.24), (strokes, 0.1)):
        if path:
            shapes.append(
                f'<path d="{"".join(path)}" fill="none" stroke="{MOVE_COLOUR}" stroke-opacity="0.55"'
                f' stroke-width="{width * board.pitch_mm:.3g}" stroke-linecap="round"/>'
            )
    return "".join(shapes)


def hint_layer(game: Game[Any, Any], board: Board, hint: Hint) -> str:
    """The good move, what shows its reason, and each remark in a group of its own."""
    remarks = "".join(
        f'<g class="remark" data-remark="{number}">{"".join(area_shape(board, one) for one in remark.shows)}</g>'
        for number, remark in enumerate(hint.remarks, 1)
    )
    return (
        "".join(area_shape(board, shown) for shown in hint.shows)
        + remarks
        + "".join(move_shapes(board, game.on_board(hint.move)))
    )


def last_move_layer(game: Game[Any, Any], board: Board, moves: Sequence[Move]) -> str:
    """Rings round moves that were tried, the last one bold."""
    return "".join("".join(move_shapes(board, game.on_board(move))) for move in moves)


def board_of_moves(game: Game[Any, Any], boards: Sequence[Board]) -> Board | None:
    """Where moves are made: where the game says so, else the only board; `None` when that is not among them."""
    if game.moves_board:
        return next((board for board in boards if board.name == game.moves_board), None)
    return boards[0] if len(boards) == 1 else None


# --- shapes -------------------------------------------------------------------------------------------


def area_shape(board: Board, area: Highlight) -> str:
    """A filled polygon, a broad line, or a label on a place."""
    from printables.pens import colour_of

    points = [board.node_mm(corner) for corner in area.corners]
    colour = colour_of(area.player)
    if len(points) == 1:
        (x, y), size = points[0], 0.55 * board.pitch_mm
        return (
            f'<text x="{x:g}" y="{y + 0.36 * size:g}" font-size="{size:g}" font-weight="bold"'
            f' text-anchor="middle" fill="{colour}">{escape(area.label)}</text>'
        )
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        return (
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-opacity="0.35"'
            f' stroke-width="{0.16 * board.pitch_mm:g}" stroke-linecap="round"/>'
        )
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polygon points="{path}" fill="{colour}" fill-opacity="0.16"/>'


def ring(board: Board, place: Place, colour: str, reach: float) -> str:
    """A ring round a place; `reach` is its radius in pitches."""
    x, y = board.centre_mm(place)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{reach * board.pitch_mm:g}" fill="none" stroke="{colour}"'
        f' stroke-width="{0.09 * board.pitch_mm:g}"/>'
    )


def move_shapes(board: Board, move: Move) -> Iterator[str]:
    """A good move: a ring with a spot in it, or a bold line."""
    match move:
        case ((ax, ay), (bx, by)):
            (x1, y1), (x2, y2) = board.node_mm((ax, ay)), board.node_mm((bx, by))
            yield (
                f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{HINT_COLOUR}"'
                f' stroke-width="{0.12 * board.pitch_mm:g}" stroke-linecap="round"/>'
            )
        case (int(x0), int(y0)):
            x, y = board.centre_mm((x0, y0))
            yield ring(board, (x0, y0), HINT_COLOUR, 0.4)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{0.16 * board.pitch_mm:g}" fill="{HINT_COLOUR}"/>'

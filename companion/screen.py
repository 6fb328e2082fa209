"""What pages show of sheets and positions: SVG for the screen, PDF for the printer, each ready to send."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from companion import catalog, press
from companion.errors import CompanionError
from companion.game import Game
from companion.options import pack_options
from companion.position import Highlight, Hint, Move, Place, Problem
from companion.text import same
from companion.trial import random_position

if TYPE_CHECKING:
    from printables.layout import Board, Sheet
    from printables.marks import Mark

EXAMPLE_SEED = 3
"""Of the position that a game's picture shows."""

EXAMPLE_MM = (100.0, 80.0)
"""Of a larger board, so much is shown in a game's picture."""

PAPERS = ("a4", "letter")


# --- sheets -------------------------------------------------------------------------------------------


def sheet_picture(game: Game[Any, Any], options: Any, *, paper: str, lang: str) -> str:
    """The empty sheet as SVG. Raises `CompanionError`."""
    from printables.svg import sheet_svg

    return sheet_svg(_sheet(game, options, paper, lang, serial=0))


def sheet_pdf(game: Game[Any, Any], options: Any, *, paper: str, lang: str) -> tuple[bytes, str]:
    """A new print of the sheet as PDF, and its serial. Raises `CompanionError`."""
    from printables.pdf import pdf_bytes

    sheet = _sheet(game, options, paper, lang, serial=None)
    return pdf_bytes(sheet), sheet.serial


@lru_cache(maxsize=64)
def example_picture(name: str, lang: str) -> str:
    """The first board of a game in mid-play as SVG, drawn from its own sheet."""
    game = catalog.find_game(name)
    position = random_position(game, game.options(), Random(EXAMPLE_SEED))
    picture = board_pictures(game, position, lang=lang)[0]
    board = _sheet(game, game.options(), "a4", lang, serial=0).board(picture.name)
    marks = [mark for mark in game.ink(position) if mark.board == board.name]
    return _close_up(picture.svg, board, marks)


def _close_up(svg: str, board: Board, marks: Sequence[Mark]) -> str:
    """A large board only where most is drawn, so that the signs can be seen in a small picture."""
    left, top, right, bottom = board.box_mm
    width, height = EXAMPLE_MM
    if right - left <= width or bottom - top <= height or not marks:
        return svg
    places = [board.place_mm(mark.kind, mark.at)[0] for mark in marks]
    x = _window(left, right, median(x for x, _ in places), width, board.pitch_mm)
    y = _window(top, bottom, median(y for _, y in places), height, board.pitch_mm)
    head, _, rest = svg.partition(">")
    head = re.sub(r'(width|height|viewBox)="[^"]*"', "", head)
    return (
        f'{head} width="{width:g}mm" height="{height:g}mm" viewBox="{x:g} {y:g} {width:g} {height:g}">{rest}'
    )


def _window(low: float, high: float, middle: float, size: float, pitch: float) -> float:
    """Where a window of that size begins, between two lines, with `middle` as near to its middle as it can be."""
    start = min(max(middle - size / 2 - low, 0.0), high - low - size)
    return low + pitch * (round(start / pitch) - 0.5)


def _sheet(game: Game[Any, Any], options: Any, paper: str, lang: str, serial: int | None) -> Sheet:
    from printables.errors import PrintError

    try:
        return press.make_sheet(game, options, paper=paper, lang=lang, serial=serial)
    except PrintError as error:
        raise CompanionError(same(str(error))) from None


def font_path(name: str) -> Path | None:
    """The file of a font that sheets are set in, `None` for another name."""
    from printables.typeset import BOLD, REGULAR

    return next((path for path in map(Path, (REGULAR, BOLD)) if path.name == name), None)


# --- positions ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """One board of a position, drawn clean: its name on the sheet and the SVG."""

    name: str
    svg: str


def board_pictures(
    game: Game[Any, Any],
    position: Any,
    *,
    lang: str,
    hint: Hint | None = None,
    problems: Iterable[Problem] = (),
) -> tuple[BoardPicture, ...]:
    """The boards of a position with its areas, its problems and the hint drawn on."""
    from printables.svg import sheet_svg

    options = getattr(position, "options", game.options())
    sheet = game.sheet(options, paper="a4", lang=lang, serial=0, options_code=pack_options(options))
    marks = game.ink(position)
    boards = [board for board in sheet.boards if board.group == sheet.boards[0].group]
    overlays: dict[str, list[str]] = {board.name: [] for board in boards}
    for area in game.highlights(position):
        board = _board(boards, area.board)
        overlays[board.name].append(_area(board, area))
    for problem in problems:
        if not problem.is_note:
            board = _board(boards, problem.board)
            overlays[board.name] += [_ring(board, place, PROBLEM_COLOUR, 0.47) for place in problem.where]
    if hint is not None and (played := _board_of_moves(game, position, boards)) is not None:
        for shown in hint.shows:
            overlays[played.name].append(_area(played, shown))
        overlays[played.name].append(_hint(played, hint.move))
    return tuple(
        BoardPicture(
            board.name, _with_overlay(sheet_svg(sheet, marks, board=board.name), overlays[board.name])
        )
        for board in boards
    )


def _board(boards: list[Board], name: str) -> Board:
    return next((board for board in boards if board.name == name), boards[0])


def _board_of_moves(game: Game[Any, Any], position: Any, boards: list[Board]) -> Board | None:
    """Where moves are made: the one board with no sign on any place of a move; `None` if that fits several."""
    moves = set(position.moves())
    taken = {(mark.board, mark.at) for mark in game.ink(position)}
    free = [board for board in boards if not any((board.name, move) in taken for move in moves)]
    return free[0] if len(free) == 1 else None


def _with_overlay(svg: str, shapes: list[str]) -> str:
    return svg.removesuffix("</svg>") + f'<g class="overlay">{"".join(shapes)}</g></svg>'


PROBLEM_COLOUR = "#d9480f"
HINT_COLOUR = "#2f8f4e"


def _area(board: Board, area: Highlight) -> str:
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


def _ring(board: Board, place: Place, colour: str, reach: float) -> str:
    x, y = board.centre_mm(place)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{reach * board.pitch_mm:g}" fill="none" stroke="{colour}"'
        f' stroke-width="{0.09 * board.pitch_mm:g}"/>'
    )


def _hint(board: Board, move: Move) -> str:
    match move:
        case ((ax, ay), (bx, by)):
            (x1, y1), (x2, y2) = board.node_mm((ax, ay)), board.node_mm((bx, by))
            return (
                f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{HINT_COLOUR}"'
                f' stroke-width="{0.12 * board.pitch_mm:g}" stroke-linecap="round"/>'
            )
        case (int(x0), int(y0)):
            place = (x0, y0)
    x, y = board.centre_mm(place)
    return _ring(board, place, HINT_COLOUR, 0.4) + (
        f'<circle cx="{x:g}" cy="{y:g}" r="{0.16 * board.pitch_mm:g}" fill="{HINT_COLOUR}"/>'
    )


def describe_svg(svg: str, label: str) -> str:
    """The picture with a name for those who cannot see it, and without its size in mm: the page decides."""
    head, _, rest = svg.partition(">")
    words = [word for word in head.split(" ") if not word.startswith(("width=", "height="))]
    return f'{" ".join(words)} role="img" aria-label="{escape(label)}">{rest}'

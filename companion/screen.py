"""What pages show of sheets and positions: SVG for the screen, PDF for the printer, each ready to send."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from companion import catalog, overlays, press
from companion.errors import CompanionError
from companion.game import Game
from companion.position import Hint, Problem
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


def cards_pdf(*, paper: str, lang: str) -> bytes:
    """The page of marker cards as PDF."""
    from printables.pdf import pdf_bytes

    return pdf_bytes(press.make_cards(paper=paper, lang=lang))


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
    """One board of a position, drawn clean: its name on the sheet, the SVG, and where the board lies in it."""

    name: str
    svg: str
    board: Board


def clean_boards(game: Game[Any, Any], position: Any, *, lang: str) -> tuple[BoardPicture, ...]:
    """The boards of a position with the marks on them, and nothing else."""
    from printables.svg import sheet_svg

    options = getattr(position, "options", game.options())
    sheet = game.sheet(options, paper="a4", lang=lang, serial=0)
    marks = game.ink(position)
    boards = [board for board in sheet.boards if board.group == sheet.boards[0].group]
    return tuple(
        BoardPicture(board.name, sheet_svg(sheet, marks, board=board.name), board) for board in boards
    )


def board_pictures(
    game: Game[Any, Any],
    position: Any,
    *,
    lang: str,
    hint: Hint | None = None,
    problems: Sequence[Problem] = (),
) -> tuple[BoardPicture, ...]:
    """The boards of a position with its areas, its problems and the hint drawn on."""
    pictures = clean_boards(game, position, lang=lang)
    boards = [picture.board for picture in pictures]
    faults = [problem for problem in problems if not problem.is_note]
    played = None if hint is None else overlays.board_of_moves(game, boards)
    drawn = []
    for picture in pictures:
        board = picture.board
        layers = overlays.areas_layer(game, position, boards, board)
        layers += overlays.problems_layer(game, boards, faults, board)
        if hint is not None and board == played:
            layers += overlays.hint_layer(game, board, hint)
        drawn.append(replace(picture, svg=with_layers(picture.svg, layers)))
    return tuple(drawn)


def with_layers(svg: str, layers: str) -> str:
    """The picture with something drawn over it."""
    return svg.removesuffix("</svg>") + f'<g class="overlay">{layers}</g></svg>'


def describe_svg(svg: str, label: str) -> str:
    """The picture with a name for those who cannot see it, and without its size in mm: the page decides."""
    head, _, rest = svg.partition(">")
    words = [word for word in head.split(" ") if not word.startswith(("width=", "height="))]
    return f'{" ".join(words)} role="img" aria-label="{escape(label)}">{rest}'

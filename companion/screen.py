"""What pages show: sheets and positions as SVG, sheets as PDF, pieces of photos - each ready to send."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion import catalog, press
from companion.errors import CompanionError
from companion.game import Game
from companion.options import pack_options, parse_options, unpack_options
from companion.position import Hint, Place, Problem
from companion.text import Text, same
from companion.trial import random_position

if TYPE_CHECKING:
    from companion.reading import Found, PhotoReport
    from companion.referee import Doubt
    from printables.layout import Board, Sheet
    from vision.photo import Picture

EXAMPLE_SEED = 7
"""Of the position that a game's picture shows."""

CUT_OUT_PITCHES = 2.2
"""Half the side of a doubtful mark's cut-out, in pitches of its board."""

LEAST_CUT_OUT_PX = 24
"""Half the side of the smallest cut-out."""

MARGIN_SHARE = 0.08
"""Kept round a board that is cut out of the photo, as a share of its size."""

THUMBNAIL_PX = 640
"""Long side of the small photo on an error page."""

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
    return board_pictures(game, position, lang=lang)[0].svg


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


# --- the codes of a sheet -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """Which sheet a code names; `typed` are the letters printed on it."""

    game: Game[Any, Any]
    options: Any
    serial: str
    typed: str


def name_sheet(code: str) -> NamedSheet:
    """The sheet that a QR code's text or typed letters name. Raises `CompanionError`."""
    from printables.errors import CodeError
    from printables.identity import (
        Identity,
        game_hash,
        parse_qr,
        serial_number,
        serial_text,
        typed_code,
        typed_payload,
    )

    try:
        if "*" in code:
            words = parse_qr(code)
            game = catalog.find_game(words.game)
            if words.options_code is None:
                options = parse_options(game.options, words.options)
            else:
                options = unpack_options(game.options, words.options_code)
            number = serial_number(words.serial)
            identity = Identity(game_hash(game.name), pack_options(options), number, words.page, words.lang)
            return NamedSheet(game, options, words.serial, typed_code(identity.payload()))
        payload = typed_payload(code)
    except CodeError:
        raise CompanionError(WRONG_CODE.fill(code=code[:40])) from None
    typed = Identity.from_payload(payload)
    for name in catalog.game_names():
        if typed is not None and game_hash(name) == typed.game_hash:
            game = catalog.find_game(name)
            options = unpack_options(game.options, typed.options)
            return NamedSheet(game, options, serial_text(typed.serial), typed_code(payload))
    raise CompanionError(UNKNOWN_SHEET)


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
        overlays[board.name].append(_area(board, area.corners, area.player))
    for problem in problems:
        if not problem.is_note:
            board = _board(boards, problem.board)
            overlays[board.name] += [_ring(board, place, PROBLEM_COLOUR, 0.47) for place in problem.where]
    if hint is not None and (played := _board_of_moves(game, position, boards)) is not None:
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


def _area(board: Board, corners: Iterable[tuple[float, float]], player: int | None) -> str:
    from printables.pens import colour_of

    points = [board.node_mm(corner) for corner in corners]
    colour = colour_of(player)
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


def _hint(board: Board, place: Place) -> str:
    x, y = board.centre_mm(place)
    return _ring(board, place, HINT_COLOUR, 0.4) + (
        f'<circle cx="{x:g}" cy="{y:g}" r="{0.16 * board.pitch_mm:g}" fill="{HINT_COLOUR}"/>'
    )


def describe_svg(svg: str, label: str) -> str:
    """The picture with a name for those who cannot see it, and without its size in mm: the page decides."""
    head, _, rest = svg.partition(">")
    words = [word for word in head.split(" ") if not word.startswith(("width=", "height="))]
    return f'{" ".join(words)} role="img" aria-label="{escape(label)}">{rest}'


# --- pieces of the photo ------------------------------------------------------------------------------


def cut_out(report: PhotoReport, found: Found, doubt: Doubt) -> bytes | None:
    """The photo round a doubtful mark as JPEG; `None` when the place is not in the picture."""
    import numpy as np

    board = next((board for board in found.boards if board.name == doubt.board), found.boards[0])
    match doubt.where:
        case ((ax, ay), (bx, by)):
            x, y = board.node_mm(((ax + bx) / 2, (ay + by) / 2))
        case (int(column), int(row)):
            x, y = board.centre_mm((column, row))
    reach = CUT_OUT_PITCHES * board.pitch_mm
    px = found.to_px(np.array([(x, y), (x - reach, y), (x + reach, y), (x, y - reach), (x, y + reach)]))
    half = max(float(np.abs(px - px[0]).max()), LEAST_CUT_OUT_PX)
    middle = (float(px[0][0]), float(px[0][1]))
    assert report.picture is not None
    return _cut(report.picture, (middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half))


def cut_board(drawn: Picture, report: PhotoReport, found: Found) -> bytes | None:
    """The annotated photo round one position as JPEG."""
    import numpy as np

    assert report.picture is not None
    scale = drawn.shape[1] / report.picture.shape[1]
    boxes = [board.box_mm for board in found.boards]
    corners = [(x, y) for left, top, right, bottom in boxes for x in (left, right) for y in (top, bottom)]
    px = found.to_px(np.array(corners)) * scale
    margin = MARGIN_SHARE * float(np.ptp(px, axis=0).max())
    left, top = px.min(axis=0) - margin
    right, bottom = px.max(axis=0) + margin
    return _cut(drawn, (float(left), float(top), float(right), float(bottom)))


def thumbnail(report: PhotoReport) -> bytes | None:
    """The photo made small as JPEG, if there is one."""
    if report.picture is None:
        return None
    import io

    from PIL import Image

    small = Image.fromarray(report.picture[..., ::-1])
    small.thumbnail((THUMBNAIL_PX, THUMBNAIL_PX))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=80)
    return buffer.getvalue()


def _cut(picture: Picture, box: tuple[float, float, float, float]) -> bytes | None:
    from vision.annotate import encode_jpeg

    height, width = picture.shape[:2]
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right, bottom = min(width, int(box[2])), min(height, int(box[3]))
    if right - left < 2 or bottom - top < 2:
        return None
    return encode_jpeg(picture[top:bottom, left:right])


WRONG_CODE = Text(
    en="“{code}” is not the code of a sheet; copy the letters under the title, such as 5B82-J000-07T4",
    ru="«{code}» - не код листа; перепишите буквы под названием, например 5B82-J000-07T4",
)
UNKNOWN_SHEET = Text(
    en="this sheet is of a game that this program does not know; update the program",
    ru="на листе игра, которой программа не знает; обновите программу",
)

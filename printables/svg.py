"""Sheets and marks for the screen: the same walk over the shapes as the PDF, and clean ink on top."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from printables.boards import LETTER_MM, NUMBER_MM, board_room
from printables.layout import Anchor, Board, Box, BoxMm, Disc, Grid, Label, Line, Pattern, Shape, Sheet, Tone
from printables.marks import Mark
from printables.pens import GREY, Stroke, runs, strokes
from printables.typeset import label_box

FONT_FAMILY = "'Golos Text', 'PT Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
CROP_MARGIN_MM = 2.5
"""Round one board shown by itself."""


def sheet_svg(sheet: Sheet, marks: Iterable[Mark] = (), *, board: str | None = None) -> str:
    """The page with marks on it as one SVG picture, or just one of its boards; units are mm of the page."""
    if board is None:
        view: BoxMm = (0.0, 0.0, *sheet.page_mm)
        shapes: Iterable[Shape] = sheet.shapes
    else:
        view, shapes = board_part(sheet, board)
    return "\n".join(
        [
            *_paper(view),
            '<g class="print">',
            *(_shape(shape) for shape in shapes),
            "</g>",
            '<g class="ink" fill="none" stroke-linecap="round" stroke-linejoin="round">',
            *(_mark(mark, sheet.board(mark.board)) for mark in marks if board in (None, mark.board)),
            "</g>",
            "</svg>",
        ]
    )


def board_part(sheet: Sheet, board: str) -> tuple[BoxMm, list[Shape]]:
    """The piece of a page that shows one board with its letters and numbers: its box, and what is printed there."""
    one = sheet.board(board)
    view = _board_view(one, has_labels=_has_labels(one, sheet.shapes))
    return view, [shape for shape in sheet.shapes if _is_inside(view, shape)]


def _paper(view: BoxMm) -> tuple[str, str]:
    left, top, right, bottom = view
    width, height = f"{right - left:g}", f"{bottom - top:g}"
    frame = f'viewBox="{left:g} {top:g} {width} {height}" font-family="{FONT_FAMILY}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" {frame}>',
        f'<rect class="paper" x="{left:g}" y="{top:g}" width="{width}" height="{height}" fill="#fff"/>',
    )


def _board_view(board: Board, *, has_labels: bool) -> BoxMm:
    """Board, labels and the half pitch that marks on its rim may reach out."""
    left, top, right, bottom = board.box_mm
    outer = board_room(board, has_labels=has_labels)
    reach = max(CROP_MARGIN_MM, board.pitch_mm / 2 if board.grid is Grid.POINTS else 0.0)
    return (
        min(left - reach, outer[0] - 1.0),
        min(top - reach, outer[1] - 1.0),
        right + reach,
        bottom + reach,
    )


def _has_labels(board: Board, shapes: Iterable[Shape]) -> bool:
    """Whether numbers or letters stand along the board's top edge."""
    left, top, right, _ = board_room(board, has_labels=True)
    size = NUMBER_MM if board.grid is Grid.POINTS else LETTER_MM
    return any(
        left <= shape.at[0] <= right and top <= shape.at[1] <= board.box_mm[1]
        for shape in shapes
        if isinstance(shape, Label) and shape.size == size and not shape.is_bold
    )


# --- print --------------------------------------------------------------------------------------------


def _shape(shape: Shape) -> str:
    match shape:
        case Line((x1, y1), (x2, y2), width, tone):
            return (
                f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
                f' stroke="{grey(tone)}" stroke-width="{width:g}"/>'
            )
        case Box((left, top, right, bottom), width, tone, is_filled, radius):
            corner = f' rx="{radius:g}"' if radius else ""
            return (
                f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}"{corner}'
                f"{_paint(tone, width, is_filled)}/>"
            )
        case Disc((x, y), radius, width, tone, is_filled):
            paint = _paint(tone, 0.0 if is_filled else width, is_filled)
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{paint}/>'
        case Label():
            return _label(shape)
        case Pattern(box, rows):
            return f'<path fill="{grey(Tone.BLACK)}" d="{_modules(box, rows)}"/>'


def grey(tone: Tone) -> str:
    """A tone as a colour of the screen."""
    level = round(255 * GREY[tone])
    return f"#{level:02x}{level:02x}{level:02x}"


def _paint(tone: Tone, width: float, is_filled: bool) -> str:
    fill = grey(tone) if is_filled else "none"
    stroke = f' stroke="{grey(tone)}" stroke-width="{width:g}"' if width else ""
    return f' fill="{fill}"{stroke}'


def _label(label: Label) -> str:
    x, y = label.at
    weight = ' font-weight="600"' if label.is_bold else ""
    turn = f' transform="rotate({-label.angle:g} {x:g} {y:g})"' if label.angle else ""
    anchor = "" if label.anchor is Anchor.START else f' text-anchor="{label.anchor.value}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{label.size:g}" fill="{grey(label.tone)}"'
        f"{anchor}{weight}{turn}>{escape(label.text, quote=False)}</text>"
    )


def _modules(box: BoxMm, rows: tuple[str, ...]) -> str:
    left, top, right, bottom = box
    across, down = (right - left) / len(rows[0]), (bottom - top) / len(rows)
    return "".join(
        f"M{left + start * across:.3f} {top + y * down:.3f}h{length * across:.3f}v{down:.3f}h{-length * across:.3f}z"
        for y, modules in enumerate(rows)
        for start, length in runs(modules)
    )


def _is_inside(view: BoxMm, shape: Shape) -> bool:
    """Whether all of a shape is in view."""
    left, top, right, bottom = view
    match shape:
        case Line((x1, y1), (x2, y2)):
            box = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        case Box(box) | Pattern(box):
            pass
        case Disc((x, y)):
            box = (x, y, x, y)
        case Label():
            box = label_box(shape)
    return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


# --- ink ----------------------------------------------------------------------------------------------


def _mark(mark: Mark, board: Board) -> str:
    owner = "nobody" if mark.player is None else f"player-{mark.player}"
    lines = "".join(_stroke(stroke) for stroke in strokes(mark, board))
    return f'<g class="mark {mark.symbol.value} {owner}">{lines}</g>'


def _stroke(stroke: Stroke) -> str:
    (x, y), *rest = stroke.points
    if not rest:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{stroke.width / 2:g}" fill="{stroke.colour}"/>'
    path = f"M{x:.3f} {y:.3f}" + "".join(f"L{px:.3f} {py:.3f}" for px, py in rest)
    fill = f' fill="{stroke.colour}"' if stroke.is_filled else ""
    return f'<path d="{path}"{fill} stroke="{stroke.colour}" stroke-width="{stroke.width:g}"/>'

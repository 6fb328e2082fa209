"""Sheets to PDF; the only place that knows reportlab."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from printables.errors import OutputError
from printables.layout import Anchor, Box, BoxMm, Disc, Label, Line, Pattern, Shape, Sheet, Tone
from printables.marks import Mark
from printables.pens import GREY, Stroke, runs, strokes
from printables.svg import board_part
from printables.typeset import BOLD, REGULAR

_POINTS = 72 / 25.4
"""PDF points in a millimetre."""
_FONTS = {False: "Golos", True: "Golos-Bold"}


def write_pdf(sheets: Sheet | Sequence[Sheet], path: str | Path) -> Path:
    """Write one page per sheet to `path`, whole or not at all; the path written."""
    target = Path(path)
    content = pdf_bytes(sheets)
    try:
        _write_whole(target, content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(
            f"cannot write {target}: {reason}", "expected a file in a folder of yours", "choose another --out"
        ) from None
    return target


def pdf_bytes(sheets: Sheet | Sequence[Sheet]) -> bytes:
    """The PDF of one page per sheet."""
    from reportlab.pdfgen.canvas import Canvas

    pages = [sheets] if isinstance(sheets, Sheet) else list(sheets)
    _register_fonts()
    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(" · ".join(f"{sheet.game} {sheet.serial}".strip() for sheet in pages))
    canvas.setViewerPreference("PrintScaling", "None")
    for sheet in pages:
        _draw_page(canvas, sheet)
    canvas.save()
    return buffer.getvalue()


@dataclass(frozen=True, slots=True)
class Inset:
    """One board of a sheet with marks on it, drawn as large as it fits into `box`."""

    sheet: Sheet
    board: str
    marks: tuple[Mark, ...]
    box: BoxMm


@dataclass(frozen=True, slots=True)
class Photo:
    """A JPEG, shown as large as it fits into `box`."""

    jpeg: bytes
    box: BoxMm


def report_pdf(
    title: str,
    page_mm: tuple[float, float],
    shapes: Sequence[Shape],
    insets: Sequence[Inset] = (),
    photos: Sequence[Photo] = (),
) -> bytes:
    """The PDF of one page with text, boards and photos on it."""
    from reportlab.pdfgen.canvas import Canvas

    _register_fonts()
    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    _start_page(canvas, page_mm)
    for shape in shapes:
        _draw(canvas, shape)
    for photo in photos:
        _draw_photo(canvas, photo)
    for inset in insets:
        _draw_inset(canvas, inset)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw_photo(canvas: Any, photo: Photo) -> None:
    from reportlab.lib.utils import ImageReader

    image = ImageReader(BytesIO(photo.jpeg))
    left, top, right, bottom = photo.box
    width, height = image.getSize()
    scale = min((right - left) / width, (bottom - top) / height)
    canvas.saveState()
    canvas.translate(left, top + height * scale)
    canvas.scale(1, -1)
    canvas.drawImage(image, 0, 0, width * scale, height * scale)
    canvas.restoreState()


def _draw_inset(canvas: Any, inset: Inset) -> None:
    (x, y, right, bottom), shapes = board_part(inset.sheet, inset.board)
    scale = min((inset.box[2] - inset.box[0]) / (right - x), (inset.box[3] - inset.box[1]) / (bottom - y))
    canvas.saveState()
    canvas.translate(inset.box[0] - x * scale, inset.box[1] - y * scale)
    canvas.scale(scale, scale)
    for shape in shapes:
        _draw(canvas, shape)
    board = inset.sheet.board(inset.board)
    for mark in inset.marks:
        if mark.board == inset.board:
            for stroke in strokes(mark, board):
                _draw_stroke(canvas, stroke)
    canvas.restoreState()


def _draw_stroke(canvas: Any, stroke: Stroke) -> None:
    (x, y), *rest = stroke.points
    canvas.setStrokeColor(stroke.colour)
    canvas.setFillColor(stroke.colour)
    if not rest:
        canvas.circle(x, y, stroke.width / 2, stroke=0, fill=1)
        return
    canvas.setLineWidth(stroke.width)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    path = canvas.beginPath()
    path.moveTo(x, y)
    for px, py in rest:
        path.lineTo(px, py)
    canvas.drawPath(path, stroke=1, fill=int(stroke.is_filled))


def _write_whole(target: Path, content: bytes) -> None:
    """Write beside the target and rename, so that no half file is ever seen."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _register_fonts() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for is_bold, path in ((False, REGULAR), (True, BOLD)):
        if _FONTS[is_bold] not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(_FONTS[is_bold], str(path)))


def _draw_page(canvas: Any, sheet: Sheet) -> None:
    _start_page(canvas, sheet.page_mm)
    for shape in sheet.shapes:
        _draw(canvas, shape)
    canvas.showPage()


def _start_page(canvas: Any, page_mm: tuple[float, float]) -> None:
    """A page measured in mm from its top left, y down."""
    width, height = page_mm
    canvas.setPageSize((width * _POINTS, height * _POINTS))
    canvas.translate(0, height * _POINTS)
    canvas.scale(_POINTS, -_POINTS)


def _draw(canvas: Any, shape: Shape) -> None:
    match shape:
        case Line(start, end, width, tone):
            _ink(canvas, tone, width)
            canvas.line(*start, *end)
        case Box((left, top, right, bottom), width, tone, is_filled, radius):
            _ink(canvas, tone, width)
            paint = {"stroke": int(width > 0), "fill": int(is_filled)}
            if radius:
                canvas.roundRect(left, top, right - left, bottom - top, radius, **paint)
            else:
                canvas.rect(left, top, right - left, bottom - top, **paint)
        case Disc((x, y), radius, width, tone, is_filled):
            _ink(canvas, tone, width)
            canvas.circle(x, y, radius, stroke=int(not is_filled), fill=int(is_filled))
        case Label():
            _draw_label(canvas, shape)
        case Pattern():
            _draw_pattern(canvas, shape)


def _ink(canvas: Any, tone: Tone, width: float) -> None:
    canvas.setStrokeGray(GREY[tone])
    canvas.setFillGray(GREY[tone])
    canvas.setLineWidth(width)


def _draw_label(canvas: Any, label: Label) -> None:
    canvas.saveState()
    canvas.translate(*label.at)
    canvas.scale(1, -1)
    canvas.rotate(label.angle)
    canvas.setFillGray(GREY[label.tone])
    canvas.setFont(_FONTS[label.is_bold], label.size)
    draw = {
        Anchor.START: canvas.drawString,
        Anchor.MIDDLE: canvas.drawCentredString,
        Anchor.END: canvas.drawRightString,
    }[label.anchor]
    draw(0, 0, label.text)
    canvas.restoreState()


def _draw_pattern(canvas: Any, pattern: Pattern) -> None:
    """One path of all black modules, so that no hair lines show between neighbours."""
    left, top, right, bottom = pattern.box
    across = (right - left) / len(pattern.rows[0])
    down = (bottom - top) / len(pattern.rows)
    canvas.setFillGray(GREY[Tone.BLACK])
    path = canvas.beginPath()
    for row, modules in enumerate(pattern.rows):
        for start, length in runs(modules):
            path.rect(left + start * across, top + row * down, length * across, down)
    canvas.drawPath(path, stroke=0, fill=1)

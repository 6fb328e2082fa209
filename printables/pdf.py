"""Sheets to PDF; the only place that knows reportlab."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from printables.errors import OutputError
from printables.layout import Anchor, Box, Disc, Label, Line, Pattern, Shape, Sheet, Tone
from printables.pens import GREY, runs
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
    canvas.setTitle(" · ".join(f"{sheet.game} {sheet.serial}" for sheet in pages))
    canvas.setViewerPreference("PrintScaling", "None")
    for sheet in pages:
        _draw_page(canvas, sheet)
    canvas.save()
    return buffer.getvalue()


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
    width, height = sheet.page_mm
    canvas.setPageSize((width * _POINTS, height * _POINTS))
    canvas.translate(0, height * _POINTS)
    canvas.scale(_POINTS, -_POINTS)
    for shape in sheet.shapes:
        _draw(canvas, shape)
    canvas.showPage()


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

"""The flattened photo as pictures to keep: round a position's boards, and the names the players wrote.

On these pictures a millimetre of the sheet has the same number of pixels everywhere, so that whatever is known
in millimetres can be drawn over them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.found import Found, PhotoReport
    from printables.layout import BoxMm

MARGIN_PITCHES = 0.9
"""Kept round the boards: letters and numbers at their edges are seen."""

MOST_PX = 1600
"""The longer side of a picture at most."""

INK_SHARE = 0.72
"""Ink is darker than this share of the paper's lightness."""

LEAST_INK = 0.006
"""Share of a box that handwriting covers at least."""

FREEHAND_PX_PER_MM = 14.0
"""Boards drawn by hand have cells of 10 mm by definition."""


@dataclass(frozen=True, slots=True)
class FlatView:
    """A JPEG of a piece of the sheet: which piece, and how many pixels a millimetre has."""

    jpeg: bytes
    box_mm: BoxMm
    px_per_mm: float


def flat_board(report: PhotoReport, found: Found) -> FlatView:
    """The boards of a position, flattened."""
    boxes = [board.box_mm for board in found.boards]
    margin = MARGIN_PITCHES * max(board.pitch_mm for board in found.boards)
    left, top = min(box[0] for box in boxes) - margin, min(box[1] for box in boxes) - margin
    right, bottom = max(box[2] for box in boxes) + margin, max(box[3] for box in boxes) + margin
    if found.reading is None:
        return _sampled(report, found, (left, top, right, bottom))
    width, height = found.reading.sheet.page_mm
    return _cut(found, (max(0.0, left), max(0.0, top), min(width, right), min(height, bottom)))


def written_names(found: Found) -> Iterator[tuple[int, FlatView]]:
    """What the players wrote into the name boxes of the sheet, by player."""
    from printables.layout import Purpose

    if found.reading is None:
        return
    for legend in found.reading.sheet.legends:
        if legend.purpose is Purpose.NAME and legend.group in (None, found.reading.group):
            yield legend.player, _cut(found, legend.box_mm)


def is_written_on(view: FlatView) -> bool:
    """Whether there is ink in a name box: enough of its inside is much darker than its paper."""
    import io

    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(view.jpeg)) as picture:
        grey = np.asarray(picture.convert("L"), dtype=np.float32)
    height, width = grey.shape
    inside = grey[height // 6 : height - height // 6, width // 20 : width - width // 20]
    paper = float(np.percentile(inside, 80))
    return bool((inside < INK_SHARE * paper).mean() > LEAST_INK)


def _cut(found: Found, box: BoxMm) -> FlatView:
    """A piece of the flat page, on whole pixels."""
    assert found.reading is not None
    flat = found.reading.flat
    scale = flat.shape[1] / found.reading.sheet.page_mm[0]
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return _view(flat[top:bottom, left:right], (left / scale, top / scale), scale)


def _sampled(report: PhotoReport, found: Found, box: BoxMm) -> FlatView:
    """A piece of a photo without a sheet, pixel by pixel from its place there."""
    import numpy as np
    from scipy.interpolate import RegularGridInterpolator

    assert report.picture is not None
    left, top, right, bottom = box
    xs = np.arange(left, right, 1 / FREEHAND_PX_PER_MM) + 0.5 / FREEHAND_PX_PER_MM
    ys = np.arange(top, bottom, 1 / FREEHAND_PX_PER_MM) + 0.5 / FREEHAND_PX_PER_MM
    # The map bends little within a cell: a few places of each are enough, the rest lies between them.
    knots = 8 * max(found.boards[0].columns, found.boards[0].rows)
    knots_x, knots_y = np.linspace(xs[0], xs[-1], knots), np.linspace(ys[0], ys[-1], knots)
    px = found.to_px(np.array([(x, y) for y in knots_y for x in knots_x])).reshape(knots, knots, 2)
    between = RegularGridInterpolator((knots_y, knots_x), px)
    places = between(np.stack(np.meshgrid(ys, xs, indexing="ij"), -1).clip((ys[0], xs[0]), (ys[-1], xs[-1])))
    height, width = report.picture.shape[:2]
    picked = np.rint(places).astype(int)
    piece = report.picture[picked[..., 1].clip(0, height - 1), picked[..., 0].clip(0, width - 1)]
    return _view(piece, (left, top), FREEHAND_PX_PER_MM)


def _view(piece: Any, corner_mm: tuple[float, float], scale: float) -> FlatView:
    import numpy as np

    from vision.annotate import encode_jpeg

    height, width = piece.shape[:2]
    box = (*corner_mm, corner_mm[0] + width / scale, corner_mm[1] + height / scale)
    step = -(-max(height, width) // MOST_PX)
    if step > 1:
        height, width = height // step * step, width // step * step
        blocks = piece[:height, :width].reshape(height // step, step, width // step, step, 3)
        piece = blocks.mean((1, 3)).round().astype(np.uint8)
        box = (*corner_mm, corner_mm[0] + width / scale, corner_mm[1] + height / scale)
    return FlatView(encode_jpeg(np.ascontiguousarray(piece)), box, scale / step)

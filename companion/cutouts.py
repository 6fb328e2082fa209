"""Pieces of a photo as JPEG: round a doubtful mark, round one position, or all of it made small.

Pieces are turned by quarters so that the sheet stands as upright in them as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.found import Found, PhotoReport
    from companion.referee import Doubt
    from vision.photo import Picture

CUT_OUT_PITCHES = 0.75
"""Half the side of a doubtful mark's cut-out, in pitches of its board."""

LEAST_CUT_OUT_MM = 9.0
"""But no less than this: on a fine lattice the neighbours are to be seen."""

LEAST_CUT_OUT_PX = 24
"""Half the side of the smallest cut-out."""

MARGIN_SHARE = 0.14
"""Kept round a position that is cut out of the photo, as a share of its size: the sheet's edges are seen."""

THUMBNAIL_PX = 640
"""Long side of the small photo on an error page."""

WHOLE_PX = 1280
"""Long side of the photo on which somebody points out where a game is: three times a phone's width."""


def cut_mark(report: PhotoReport, found: Found, doubt: Doubt) -> bytes | None:
    """The photo with a doubtful mark in its middle; `None` when the place is not in the picture."""
    import numpy as np

    assert report.picture is not None
    board = next((board for board in found.boards if board.name == doubt.board), found.boards[0])
    x, y = np.array(board.place_mm(doubt.kind, doubt.where)).mean(axis=0)
    reach = max(CUT_OUT_PITCHES * board.pitch_mm, LEAST_CUT_OUT_MM)
    px = found.to_px(np.array([(x, y), (x - reach, y), (x + reach, y), (x, y - reach), (x, y + reach)]))
    half = max(round(float(np.abs(px - px[0]).max())), LEAST_CUT_OUT_PX)
    across, down = round(float(px[0][0])), round(float(px[0][1]))
    height, width = report.picture.shape[:2]
    if not (0 <= across < width and 0 <= down < height):
        return None
    rows = np.clip(np.arange(down - half, down + half), 0, height - 1)
    columns = np.clip(np.arange(across - half, across + half), 0, width - 1)
    return _jpeg(report.picture[rows][:, columns], _quarter_turns(found))


def annotated(report: PhotoReport, positions: Sequence[Found]) -> tuple[bytes, tuple[bytes | None, ...]]:
    """The annotated photo, and the piece of it round each position."""
    from companion.picture import draw
    from vision.annotate import encode_jpeg

    drawn = draw(report, None)
    return encode_jpeg(drawn), tuple(_cut_position(drawn, report, found) for found in positions)


def _cut_position(drawn: Picture, report: PhotoReport, found: Found) -> bytes | None:
    import numpy as np

    assert report.picture is not None
    scale = drawn.shape[1] / report.picture.shape[1]
    boxes = [board.box_mm for board in found.boards]
    corners = [(x, y) for left, top, right, bottom in boxes for x in (left, right) for y in (top, bottom)]
    px = found.to_px(np.array(corners)) * scale
    margin = MARGIN_SHARE * float(np.ptp(px, axis=0).max())
    height, width = drawn.shape[:2]
    left, top = (max(0, int(edge)) for edge in px.min(axis=0) - margin)
    right, bottom = (int(edge) for edge in px.max(axis=0) + margin)
    piece = drawn[top : min(bottom, height), left : min(right, width)]
    return _jpeg(piece, _quarter_turns(found)) if piece.size else None


def thumbnail(report: PhotoReport) -> bytes | None:
    """The photo made small, if there is one."""
    return None if report.picture is None else _small(report.picture, THUMBNAIL_PX)


def whole_photo(report: PhotoReport) -> bytes | None:
    """The photo as large as it needs to be to point at its squares, if there is one."""
    return None if report.picture is None else _small(report.picture, WHOLE_PX)


def _small(picture: Picture, long_side_px: int) -> bytes:
    import io

    from PIL import Image

    small = Image.fromarray(picture[..., ::-1])
    small.thumbnail((long_side_px, long_side_px))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=80)
    return buffer.getvalue()


def _quarter_turns(found: Found) -> int:
    """By how many quarters, anticlockwise, the photo is to be turned for the sheet to stand upright."""
    import numpy as np

    left, top, right, bottom = found.boards[0].box_mm
    start, end = found.to_px(np.array([(left, (top + bottom) / 2), (right, (top + bottom) / 2)]))
    return round(float(np.arctan2(end[1] - start[1], end[0] - start[0])) / (np.pi / 2)) % 4


def _jpeg(piece: Picture, quarter_turns: int) -> bytes:
    import numpy as np

    from vision.annotate import encode_jpeg

    return encode_jpeg(np.ascontiguousarray(np.rot90(piece, quarter_turns)))

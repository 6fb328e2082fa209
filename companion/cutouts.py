"""Pieces of a photo as JPEG: round a doubtful mark, round one board, or all of it made small."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.reading import Found, PhotoReport
    from companion.referee import Doubt
    from vision.photo import Picture

CUT_OUT_PITCHES = 2.2
"""Half the side of a doubtful mark's cut-out, in pitches of its board."""

LEAST_CUT_OUT_PX = 24
"""Half the side of the smallest cut-out."""

MARGIN_SHARE = 0.08
"""Kept round a board that is cut out of the photo, as a share of its size."""

THUMBNAIL_PX = 640
"""Long side of the small photo on an error page."""


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

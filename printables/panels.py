"""Where the parts beside the boards stand, and the boxes that players fill in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printables.boards import LABEL_ROOM_MM
from printables.compose import CONTENT_INSET_MM, QR_MM, Composer
from printables.fiducials import TAG_INSET_MM, TAG_MM, WHITE_MM
from printables.layout import Anchor, BoxMm, PointMm, Purpose, Shape
from printables.paper import Page

CAPTION_MM = 2.3
"""Font size of the captions over legend boxes."""
CAPTION_ROOM_MM = 3.0
BOX_HEIGHT_MM = 9.0
MARK_WIDTH_MM = 27.0
"""Three slots of 9 mm, wide enough for a sign drawn at the size of a cell."""
SCORE_WIDTH_MM = 14.0
SIGN_WIDTH_MM = 7.0
GAP_MM = 3.0
ROW_HEIGHT_MM = CAPTION_ROOM_MM + BOX_HEIGHT_MM
PANEL_GAP_MM = 7.0


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The boxes of one player; a caption of `None` leaves its box out.

    `sign` draws what marks the player's things on this sheet, round a centre.
    """

    player: int
    sign: Callable[[PointMm], Sequence[Shape]] | None
    mark: str | None
    name: str | None
    begins: str | None
    score: str | None


# --- where panels stand --------------------------------------------------------------------------------

FOOT_MARGIN_MM = 1.0
FOOT_MM = 48.0
"""Height of the band under the boards of a portrait page: two lines of boxes and the rules."""


def footer(composer: Composer, margin: float, height: float) -> BoxMm:
    """The band under the boards, `margin` mm from the paper's left and right edges."""
    page = composer.page
    bottom = page.height_mm - CONTENT_INSET_MM - FOOT_MARGIN_MM
    return (margin, bottom - height, page.width_mm - margin, bottom)


COLUMN_WIDEST_MM = 56.0
COLUMN_GAP_MM = 6.0


def column(page: Page, widest_board: float) -> BoxMm:
    """The column at the right of a landscape page, as wide as a board of that width leaves it, flush with the tags.

    The right middle tag stands in it: `above_tag` and `below_tag` are its two halves.
    """
    right = page.width_mm - TAG_INSET_MM
    left = CONTENT_INSET_MM + LABEL_ROOM_MM + widest_board + COLUMN_GAP_MM
    return (max(left, right - COLUMN_WIDEST_MM), CONTENT_INSET_MM, right, page.height_mm - CONTENT_INSET_MM)


def above_tag(page: Page, box: BoxMm) -> BoxMm:
    """The part of a box at the page's edge that lies above the middle tag."""
    return (box[0], box[1], box[2], (page.height_mm - TAG_MM) / 2 - WHITE_MM)


def below_tag(page: Page, box: BoxMm) -> BoxMm:
    """The part of a box at the page's edge that lies below the middle tag."""
    return (box[0], (page.height_mm + TAG_MM) / 2 + WHITE_MM, box[2], box[3])


def qr_at_right(composer: Composer, box: BoxMm) -> BoxMm:
    """Put the QR code flush right in a band; what is left of the band."""
    left, top, right, bottom = box
    composer.qr((right - QR_MM, top))
    return (left, top, right - QR_MM - PANEL_GAP_MM, bottom)


# --- players ------------------------------------------------------------------------------------------


def player_rows(composer: Composer, at: PointMm, width: float, rows: Sequence[PlayerRow]) -> float:
    """Put each player's boxes in one line, line under line; the height taken, in mm."""
    x, y = at
    for row in rows:
        _one_line(composer, (x, y), width, row)
        y += ROW_HEIGHT_MM + GAP_MM - 1.0
    return y - GAP_MM + 1.0 - at[1]


def player_cards(composer: Composer, at: PointMm, width: float, rows: Sequence[PlayerRow]) -> float:
    """Put each player's boxes in two lines, for a narrow column; the height taken, in mm."""
    x, y = at
    for row in rows:
        _card(composer, (x, y), width, row)
        y += 2 * ROW_HEIGHT_MM + 1.5 + 5.0
    return y - 5.0 - at[1]


def _one_line(composer: Composer, at: PointMm, width: float, row: PlayerRow) -> None:
    left, right = at[0], at[0] + width
    y = at[1] + CAPTION_ROOM_MM
    left = _sign_and_mark(composer, (left, y), row)
    if row.score is not None:
        _box(
            composer,
            row.player,
            Purpose.SCORE,
            (right - SCORE_WIDTH_MM, y, right, y + BOX_HEIGHT_MM),
            row.score,
        )
        right -= SCORE_WIDTH_MM + GAP_MM
    if row.begins is not None:
        right = _tick(composer, (right, y), row)
    if row.name is not None:
        _box(composer, row.player, Purpose.NAME, (left, y, right, y + BOX_HEIGHT_MM), row.name)


def _card(composer: Composer, at: PointMm, width: float, row: PlayerRow) -> None:
    left, right = at[0], at[0] + width
    y = at[1] + CAPTION_ROOM_MM
    _sign_and_mark(composer, (left, y), row)
    if row.begins is not None:
        _tick(composer, (right, y), row)
    y += ROW_HEIGHT_MM + 1.5
    if row.score is not None:
        _box(
            composer,
            row.player,
            Purpose.SCORE,
            (right - SCORE_WIDTH_MM, y, right, y + BOX_HEIGHT_MM),
            row.score,
        )
        right -= SCORE_WIDTH_MM + GAP_MM
    if row.name is not None:
        _box(composer, row.player, Purpose.NAME, (left, y, right, y + BOX_HEIGHT_MM), row.name)


def _sign_and_mark(composer: Composer, at: PointMm, row: PlayerRow) -> float:
    """Put the sign and the mark box; where the next box may begin."""
    left, y = at
    if row.sign is not None:
        middle = y + BOX_HEIGHT_MM / 2
        box = (left, y, left + SIGN_WIDTH_MM - 1.5, y + BOX_HEIGHT_MM)
        composer.drawing(f"sign of player {row.player}", box, row.sign(((box[0] + box[2]) / 2, middle)))
        left += SIGN_WIDTH_MM
    if row.mark is not None:
        box = (left, y, left + MARK_WIDTH_MM, y + BOX_HEIGHT_MM)
        _box(composer, row.player, Purpose.MARK, box, row.mark)
        left += MARK_WIDTH_MM + GAP_MM
    return left


def _tick(composer: Composer, top_right: PointMm, row: PlayerRow) -> float:
    """Put the tick box with its caption flush right; where the box before it must end."""
    right, y = top_right
    composer.legend(row.player, Purpose.BEGINS, (right - BOX_HEIGHT_MM, y, right, y + BOX_HEIGHT_MM))
    caption(composer, row.begins or "", (right, y), anchor=Anchor.END)
    return right - BOX_HEIGHT_MM - 2 * GAP_MM


def _box(composer: Composer, player: int, purpose: Purpose, box: BoxMm, text: str) -> None:
    composer.legend(player, purpose, box)
    caption(composer, text, (box[0], box[1]))


def caption(composer: Composer, text: str, at: PointMm, anchor: Anchor = Anchor.START) -> None:
    """Put a small text over the top edge of a box whose corner is `at`."""
    composer.text(text, (at[0], at[1] - 0.9), CAPTION_MM, anchor=anchor)

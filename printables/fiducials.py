"""What a photo is found and named by: eight position tags and the code strip, at fixed places of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from printables.identity import (
    PAYLOAD_BYTES,
    Identity,
    SheetCode,
    parse_qr,
    qr_text,
    typed_code,
    typed_payload,
)
from printables.layout import BoxMm, PointMm, Tag
from printables.paper import Page

__all__ = [
    "Identity",
    "SheetCode",
    "parse_qr",
    "qr_text",
    "strip_box",
    "strip_modules",
    "strip_payload",
    "tag_box",
    "tag_rows",
    "tags",
    "typed_code",
    "typed_payload",
]

# --- tags ---------------------------------------------------------------------------------------------

TAG_MM = 12.0
"""Side of a tag with its black border: found down to 2 px a module, so from 16 px, in a 3 MP photo."""
TAG_MODULES = 8
TAG_INSET_MM = 10.0
"""From the paper's edge to a tag's outer edge: prints that are cut or shifted keep their white zone."""
WHITE_MM = 2.0
"""White zone round a tag, 1.3 modules; nothing is printed there."""

TAG_BITS = (
    # Ids 0..21 of OpenCV's DICT_ARUCO_MIP_36h12, 6 x 6 bits row by row, white = 1. Written once from
    # cv2.aruco.generateImageMarker; a test compares them with it.
    0xD2B63A09D, 0x6001134E5, 0x1206FBE72, 0xFF8AD6CB4, 0x85DA9BC49, 0xB461AFE9C, 0x6DB51FE13, 0x5248C541F,
    0x008F34503, 0x8EA462ECE, 0xEAC2BE76D, 0x1AF615C44, 0xB48A49F27, 0x2E4E1283B, 0x78B1F2FA8, 0x27D34F57E,
    0x89222FFF1, 0x4C1669406, 0xBF49B3511, 0xDC191CD5D, 0x11D7C3F85, 0x16A130E35,
)  # fmt: skip
TAGS_A_PAGE = 8
"""A4 has ids 0..7, Letter 8..15; those from 16 on are on marker cards."""

CARD_IDS = range(16, 22)
CARD_TAG_MM = 24.0
"""Side of a marker card's tag: large enough to tell the slant of the table, small enough to lie beside a game."""


def tag_rows(tag_id: int) -> tuple[str, ...]:
    """The modules of a tag, black border included, `#` for black."""
    bits = f"{TAG_BITS[tag_id]:036b}".replace("1", ".").replace("0", "#")
    inner = [f"#{bits[i : i + 6]}#" for i in range(0, 36, 6)]
    return ("#" * TAG_MODULES, *inner, "#" * TAG_MODULES)


def tags(page: Page) -> tuple[Tag, ...]:
    """The eight tags of a page, clockwise from the top left corner; A4 has ids 0..7, Letter 8..15.

    Both ways to hold a paper have the same ids at the same stations, so the ids name the paper and the
    places themselves tell portrait from landscape.
    """
    first = page.paper.number * TAGS_A_PAGE
    return tuple(Tag(first + i, _corners(box)) for i, box in enumerate(_stations(page)))


def tag_box(tag: Tag) -> BoxMm:
    """The square that a tag fills."""
    return (*tag.corners_mm[0], *tag.corners_mm[2])


def _stations(page: Page) -> list[BoxMm]:
    left, middle, right = _thirds(page.width_mm)
    top, centre, bottom = _thirds(page.height_mm)
    places = (
        (left, top), (middle, top), (right, top), (right, centre),
        (right, bottom), (middle, bottom), (left, bottom), (left, centre),
    )  # fmt: skip
    return [(x, y, x + TAG_MM, y + TAG_MM) for x, y in places]


def _thirds(length: float) -> tuple[float, float, float]:
    return TAG_INSET_MM, (length - TAG_MM) / 2, length - TAG_INSET_MM - TAG_MM


def _corners(box: BoxMm) -> tuple[PointMm, PointMm, PointMm, PointMm]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


# --- the code strip -----------------------------------------------------------------------------------

STRIP_ROWS = 4
STRIP_COLUMNS = 32
STRIP_MODULE_MM = 2.1
"""32 of them fit between the tags of a portrait A4 page; 4 px and more in a 3 MP photo."""
PARITY_BYTES = 4
"""Reed-Solomon bytes: two wrong bytes out of 16 are put right, or four whose place is known."""
STRIP_MASK = bytes.fromhex("a55ac396693c0ff05aa53cc3965a69a5")
"""Laid over the bytes so that no strip is all white or all black."""


def strip_box(page: Page) -> BoxMm:
    """Where the strip stands: in the middle between the top left tag and the top middle tag."""
    left = TAG_INSET_MM + TAG_MM
    right = _thirds(page.width_mm)[1]
    x = (left + right - STRIP_COLUMNS * STRIP_MODULE_MM) / 2
    y = TAG_INSET_MM + (TAG_MM - STRIP_ROWS * STRIP_MODULE_MM) / 2
    return (x, y, x + STRIP_COLUMNS * STRIP_MODULE_MM, y + STRIP_ROWS * STRIP_MODULE_MM)


def strip_modules(payload: bytes) -> tuple[str, ...]:
    """The strip's four rows of 32 modules, `#` for black (bit 1).

    Each byte is a block of two columns: its bits go down the left column, then down the right one, so a
    blot costs few bytes.
    """
    if len(payload) != PAYLOAD_BYTES:
        raise ValueError(f"{len(payload)} bytes in a code strip, expected {PAYLOAD_BYTES}")
    import reedsolo

    coded = bytes(reedsolo.RSCodec(PARITY_BYTES).encode(payload))
    bits = "".join(f"{byte ^ mask:08b}" for byte, mask in zip(coded, STRIP_MASK, strict=True))
    columns = [bits[i : i + STRIP_ROWS] for i in range(0, len(bits), STRIP_ROWS)]
    return tuple(
        "".join("#" if column[row] == "1" else "." for column in columns) for row in range(STRIP_ROWS)
    )


def strip_payload(rows: Sequence[str], doubtful: Sequence[tuple[int, int]] = ()) -> bytes | None:
    """The payload from modules as read, `#` or `1` for black; `None` when it cannot be put right.

    `doubtful` are places (column, row) whose colour was unclear: their bytes, if no more than four, are
    taken as unknown, which mends twice as many as when they are taken as read.
    """
    import reedsolo

    bits = "".join(
        "1" if rows[y][x] in "#1" else "0" for x in range(STRIP_COLUMNS) for y in range(STRIP_ROWS)
    )
    coded = bytes(int(bits[8 * i : 8 * i + 8], 2) ^ mask for i, mask in enumerate(STRIP_MASK))
    unknown = sorted({x // 2 for x, _ in doubtful})
    try:
        decoded = reedsolo.RSCodec(PARITY_BYTES).decode(
            coded, erase_pos=unknown if len(unknown) <= PARITY_BYTES else []
        )
    except (reedsolo.ReedSolomonError, ZeroDivisionError):
        return None
    return bytes(cast(bytearray, decoded[0]))

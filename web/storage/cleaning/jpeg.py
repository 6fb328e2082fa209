"""JPEG: only the segments that a decoder needs are kept, and nothing behind the picture (films, second pictures).

Segments as in ITU-T T.81, annex B; JFIF, ICC profile and Adobe's colour segment by their usual names.
"""

from __future__ import annotations

import re

from web.storage.cleaning.orientation import UPRIGHT, only_orientation, orientation_of
from web.storage.cleaning.unfit import check_size, damaged

SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COM = 0xD8, 0xD9, 0xDA, 0xE0, 0xE1, 0xE2, 0xEE, 0xEF, 0xFE
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Starts of a frame, with its size; the three are tables of other kinds."""

_JFIF = b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
"""Without a thumbnail, which may show more than the picture."""

_MARKER = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""The next segment in coded data: neither a stuffed byte nor a restart."""


def clean(content: bytes) -> bytes:
    """The same picture without metadata; one that is cut short stays so, for the reader to refuse. Raises `Unfit`."""
    kept = bytearray(b"\xff\xd8")
    orientation, has_frame, has_end, at = UPRIGHT, False, False, 2
    while at < len(content):
        marker, start, end = _segment(content, at)
        at = end
        body = content[start:end]
        if marker == EOI:
            has_end = True
            break
        if marker == SOS:
            if not has_frame:
                raise damaged()
            scan_end = _MARKER.search(content, end)
            at = scan_end.start() if scan_end else len(content)
            kept += _written(marker, body) + content[end:at]
        elif marker == APP1 and body.startswith(b"Exif\0"):
            orientation = orientation if orientation != UPRIGHT else orientation_of(body)
        elif marker == APP0 and body.startswith(b"JFIF\0"):
            kept += _written(APP0, _JFIF)
        elif _is_needed(marker, body):
            if marker in FRAMES:
                check_size(int.from_bytes(body[3:5]), int.from_bytes(body[1:3]))
                has_frame = True
            kept += _written(marker, body)
    if not has_frame:
        raise damaged()
    if orientation != UPRIGHT:
        kept[2:2] = _written(APP1, b"Exif\0\0" + only_orientation(orientation))
    return bytes(kept + (b"\xff\xd9" if has_end else b""))


def _segment(content: bytes, at: int) -> tuple[int, int, int]:
    """The marker at a place, and from where to where its content goes; fill bytes before it are skipped."""
    if content[at] != 0xFF:
        raise damaged()
    while content[at] == 0xFF:
        at += 1
    marker = content[at]
    if marker == EOI:
        return marker, at + 1, at + 1
    end = at + 1 + int.from_bytes(content[at + 1 : at + 3])
    if end < at + 3 or end > len(content):
        raise damaged()
    return marker, at + 3, end


def _is_needed(marker: int, body: bytes) -> bool:
    if marker == APP2:
        return body.startswith(b"ICC_PROFILE\0")
    if marker == APP14:
        return body.startswith(b"Adobe")
    return not (APP0 <= marker <= APP15 or marker == COM)


def _written(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + (len(body) + 2).to_bytes(2) + body

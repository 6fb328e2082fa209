"""PNG: only chunks about pixels and colours are kept. Chunks as in the PNG specification, third edition."""

from __future__ import annotations

import zlib

from web.storage.cleaning.orientation import UPRIGHT, only_orientation, orientation_of
from web.storage.cleaning.unfit import check_size, damaged

NEEDED = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"cICP"}
_SIGNATURE = 8
_HEADER = 33
"""Signature and IHDR."""


def clean(content: bytes) -> bytes:
    """The same picture without metadata. Raises `Unfit`."""
    if content[12:16] != b"IHDR":
        raise damaged()
    check_size(int.from_bytes(content[16:20]), int.from_bytes(content[20:24]))
    kept = bytearray(content[:_SIGNATURE])
    orientation, at = UPRIGHT, _SIGNATURE
    while at < len(content):
        end = at + 12 + int.from_bytes(content[at : at + 4])
        kind = content[at + 4 : at + 8]
        if end > len(content):
            if kind != b"IDAT":
                raise damaged()
            end = len(content)  # a photo that breaks off; the reader says so
        if kind in NEEDED:
            kept += content[at:end]
        elif kind == b"eXIf":
            orientation = orientation_of(content[at + 8 : end - 4])
        if kind == b"IEND":
            break
        at = end
    if orientation != UPRIGHT:
        kept[_HEADER:_HEADER] = _chunk(b"eXIf", only_orientation(orientation))
    return bytes(kept)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)

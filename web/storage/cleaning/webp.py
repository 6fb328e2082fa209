"""WebP: only chunks about pixels and colours are kept. Chunks as in RFC 9649."""

from __future__ import annotations

from web.storage.cleaning.orientation import UPRIGHT, only_orientation, orientation_of
from web.storage.cleaning.unfit import check_size, damaged

NEEDED = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP", b"ANIM", b"ANMF"}
_EXIF_FLAG, _XMP_FLAG = 0x08, 0x04


def clean(content: bytes) -> bytes:
    """The same picture without metadata. Raises `Unfit`."""
    kept: list[tuple[bytes, bytes]] = []
    orientation, at = UPRIGHT, 12
    end_of_file = min(len(content), 8 + int.from_bytes(content[4:8], "little"))
    while at + 8 <= end_of_file:
        kind, length = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], "little")
        body = content[at + 8 : at + 8 + length]
        if kind in NEEDED:
            kept.append((kind, body))
            _check(kind, body)
        elif kind == b"EXIF":
            orientation = orientation_of(body)
        at += 8 + length + length % 2
    if not any(kind in (b"VP8 ", b"VP8L", b"ANMF") for kind, _ in kept):
        raise damaged()
    if orientation != UPRIGHT and kept[0][0] == b"VP8X":
        kept.append((b"EXIF", only_orientation(orientation)))
    has_exif = kept[-1][0] == b"EXIF"
    chunks = b"".join(_chunk(kind, _flagged(kind, body, has_exif)) for kind, body in kept)
    return b"RIFF" + (4 + len(chunks)).to_bytes(4, "little") + b"WEBP" + chunks


def _check(kind: bytes, body: bytes) -> None:
    """Refuse what is too large to be decoded."""
    if kind == b"VP8X":
        check_size(1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little"))
    elif kind == b"VP8 ":
        width, height = (int.from_bytes(body[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        check_size(width, height)
    elif kind == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        check_size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))


def _flagged(kind: bytes, body: bytes, has_exif: bool) -> bytes:
    """The header with the flags of what is still there."""
    if kind != b"VP8X":
        return body
    flags = body[0] & ~(_EXIF_FLAG | _XMP_FLAG) | (_EXIF_FLAG if has_exif else 0)
    return bytes((flags,)) + body[1:]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return kind + len(body).to_bytes(4, "little") + body + b"\0" * (len(body) % 2)

"""HEIC and AVIF: everything in the file that is no picture is blanked where it lies.

Boxes as in ISO/IEC 14496-12 and 23008-12: `meta` tells of items, `iinf` of which type each is, `iloc` where its
bytes lie. Nothing is moved, so places told elsewhere stay right. Which way up the picture is, is told by a
property of it (`irot`), not by its EXIF data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from web.storage.cleaning.unfit import check_size, damaged

PICTURES = {b"hvc1", b"av01", b"grid", b"iden", b"iovl", b"jpeg", b"avc1", b"j2k1", b"tmap", b"unci"}
"""Types of items that are pictures or made of pictures."""

TOP = {b"ftyp", b"meta", b"mdat", b"free", b"idat"}
"""Boxes of a still picture; films and whatever makers add are blanked."""

NO_EXIF = bytes(4) + b"MM\0*\0\0\0\x08" + bytes(6)
"""An item of EXIF data that says nothing: where its header begins, the header, a directory without entries."""

MOST_ITEMS = 20_000
"""A grid of 108 MP has some hundred tiles."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A box: its type, where it begins, where its content does, and where it ends."""

    kind: bytes
    start: int
    body: int
    end: int


def clean(content: bytes) -> bytes:
    """The same picture without metadata. Raises `Unfit`."""
    kept = bytearray(content)
    meta = None
    for box in _boxes(content, 0, len(content)):
        if box.kind == b"meta":
            meta = box
        elif box.kind not in TOP:
            kept[box.start + 4 : box.start + 8] = b"free"
            _blank(kept, box.body, box.end)
    if meta is None:
        raise damaged()
    inside = {box.kind: box for box in _boxes(content, meta.body + 4, meta.end)}
    if b"iinf" not in inside or b"iloc" not in inside:
        raise damaged()
    _check_sizes(content, inside)
    base = inside[b"idat"].body if b"idat" in inside else 0
    types = dict(_types(content, inside[b"iinf"]))
    for item, places in _places(content, inside[b"iloc"], base):
        if types.get(item) not in PICTURES:
            for start, end in places:
                _blank(kept, start, end)
                if types.get(item) == b"Exif" and end - start >= len(NO_EXIF):
                    kept[start : start + len(NO_EXIF)] = NO_EXIF
    for kind in (b"uuid", b"udta"):
        if kind in inside:
            _blank(kept, inside[kind].body, inside[kind].end)
    return bytes(kept)


def _blank(kept: bytearray, start: int, end: int) -> None:
    end = min(end, len(kept))
    kept[start:end] = bytes(max(0, end - start))


def _boxes(content: bytes, at: int, end: int) -> Iterator[_Box]:
    while at + 8 <= end:
        size, kind, body = int.from_bytes(content[at : at + 4]), content[at + 4 : at + 8], at + 8
        if size == 1:
            size, body = int.from_bytes(content[at + 8 : at + 16]), at + 16
        box_end = end if size == 0 else at + size
        if box_end < body or box_end > end:
            raise damaged()
        yield _Box(kind, at, body, box_end)
        at = box_end


def _check_sizes(content: bytes, inside: dict[bytes, _Box]) -> None:
    """Refuse what is too large to be decoded: the size of every picture is among the properties."""
    if b"iprp" not in inside:
        raise damaged()
    for box in _boxes(content, inside[b"iprp"].body, inside[b"iprp"].end):
        if box.kind == b"ipco":
            for prop in _boxes(content, box.body, box.end):
                if prop.kind == b"ispe":
                    width, height = (
                        int.from_bytes(content[prop.body + skip : prop.body + skip + 4]) for skip in (4, 8)
                    )
                    check_size(width, height)


def _types(content: bytes, iinf: _Box) -> Iterator[tuple[int, bytes]]:
    """The type of every item."""
    counted = 2 if content[iinf.body] == 0 else 4
    for entry in _boxes(content, iinf.body + 4 + counted, iinf.end):
        version = content[entry.body]
        if version < 2:
            raise damaged()
        width = 2 if version == 2 else 4
        at = entry.body + 4
        yield (
            int.from_bytes(content[at : at + width]),
            content[at + width + 2 : at + width + 6],
        )


def _places(content: bytes, iloc: _Box, idat: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Where the bytes of every item lie in the file."""
    reader = _Reader(content, iloc.body, iloc.end)
    version = reader.number(1)
    reader.number(3)
    sizes = reader.number(2)
    offset_size, length_size, base_size, index_size = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    count = reader.number(2 if version < 2 else 4)
    if count > MOST_ITEMS:
        raise damaged()
    for _ in range(count):
        item = reader.number(2 if version < 2 else 4)
        method = reader.number(2) & 15 if version in (1, 2) else 0
        reader.number(2)
        base = reader.number(base_size) + (idat if method == 1 else 0)
        places = []
        for _ in range(reader.number(2)):
            if version in (1, 2):
                reader.number(index_size)
            start = base + reader.number(offset_size)
            length = reader.number(length_size)
            places.append((start, start + length if length else len(content)))
        yield item, places


@dataclass(slots=True)
class _Reader:
    """Numbers one after the other, the high byte first."""

    content: bytes
    at: int
    end: int

    def number(self, width: int) -> int:
        """The next number of so many bytes."""
        self.at += width
        if self.at > self.end:
            raise damaged()
        return int.from_bytes(self.content[self.at - width : self.at])

"""Photos as they are kept: of a kind told by their own bytes, and without what they tell of their owner.

The pixels are left alone: whole blocks of the file are taken out or blanked (place, time, camera, comments,
thumbnails, films behind the picture), and the picture is not decoded here. The one thing kept is which way up it is.
Kinds that phones do not make (scans) are turned into JPEG in a process of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from web.storage.cleaning import heif, jpeg, png, scans, webp
from web.storage.cleaning.unfit import MOST_PIXELS, Unfit, damaged, empty, not_a_picture

__all__ = ["MOST_PIXELS", "Unfit", "cleaned"]

BLOCKS = {"jpg": jpeg.clean, "png": png.clean, "webp": webp.clean, "heic": heif.clean, "avif": heif.clean}


def cleaned(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The pages of a file, a photo has one: the kind, as the ending of a name, and the content to be kept.

    Raises `Unfit`.
    """
    kind = kind_of(content)
    if kind == "scan":
        yield from (("jpg", page) for page in scans.pages(content))
        return
    try:
        yield kind, BLOCKS[kind](content)
    except (IndexError, ValueError):  # a length that leads out of the file, a name that is no text
        raise damaged() from None


def kind_of(content: bytes) -> str:
    """What a file is by its first bytes, whatever its name says. Raises `Unfit`."""
    if not content:
        raise empty()
    if content.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    if content[4:8] == b"ftyp":
        return "avif" if content[8:12] in (b"avif", b"avis") else "heic"
    is_pdf = content[:1024].lstrip().startswith(b"%PDF-")
    if is_pdf or content.startswith((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"GIF8", b"BM")):
        return "scan"
    raise not_a_picture()

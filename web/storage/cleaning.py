"""Photos as they are kept: what kind they are by their own first bytes, and without what they tell of their owner."""

from __future__ import annotations

from companion.text import Text

NOT_A_PICTURE = Text(
    en="this is not a picture; expected a JPEG, PNG, WebP, HEIC, TIFF or PDF",
    ru="это не картинка; нужен снимок JPEG, PNG, WebP, HEIC, TIFF или PDF",
)
EMPTY = Text(en="the file is empty; copy the photo again", ru="файл пуст; скопируйте снимок ещё раз")


class Unfit(Exception):
    """A file that is not kept at all: why, as a code and a line for people."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code)
        self.code, self.text = code, text


def cleaned(content: bytes) -> tuple[str, bytes]:
    """The kind of a photo, as the ending of its name, and its content to be kept. Raises `Unfit`."""
    if not content:
        raise Unfit("NOT_A_PICTURE", EMPTY)
    for kind, start, skip in _STARTS:
        if content[skip : skip + len(start)] == start:
            return kind, content
    raise Unfit("NOT_A_PICTURE", NOT_A_PICTURE)


_STARTS = (
    ("jpg", b"\xff\xd8\xff", 0),
    ("png", b"\x89PNG\r\n\x1a\n", 0),
    ("webp", b"WEBP", 8),
    ("heic", b"ftyp", 4),
)

"""Scans of several pages as pictures that stand for themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

PAGE_QUALITY = 95
"""JPEG quality at which pages are read as well as before."""


class ScanUnreadable(Exception):
    """What is wrong with a scan, in both languages."""

    def __init__(self, en: str, ru: str) -> None:
        super().__init__(en)
        self.en, self.ru = en, ru


def jpeg_pages(content: bytes, most: int) -> Iterator[bytes]:
    """The first pages of a scan, upright, as JPEG without metadata. Raises `ScanUnreadable`."""
    from vision.annotate import encode_jpeg
    from vision.errors import PhotoError
    from vision.photo import decode_pages

    try:
        for photo in islice(decode_pages(content), most):
            yield encode_jpeg(photo.picture, PAGE_QUALITY)
    except PhotoError as error:
        raise ScanUnreadable(error.en, error.ru) from None

"""The pages of a PDF as pictures: what a scanner, or a phone that plays one, makes of a sheet."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.errors import FileUnreadable

PAGE_LONG_PX = 3600
"""A4 at 12 px a millimetre; scans are 300 dpi as a rule, which is the same."""

LEAST_SIDE_SHARE = 0.1
"""A page narrower than this share of its length is no sheet."""


def pdf_pages(data: bytes, most: int) -> Iterator[tuple[NDArray[np.uint8], int]]:
    """Every page as a BGR picture (height, width, 3), and how many there are. Raises `FileUnreadable`."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _locked() if "assword" in str(error) else _damaged() from None
    try:
        if len(document) > most:
            raise too_many_pages(len(document), most)
        if len(document) == 0:
            raise _damaged()
        for number in range(len(document)):
            page = document[number]
            width, height = page.get_size()
            if not LEAST_SIDE_SHARE < width / max(height, 1e-6) < 1 / LEAST_SIDE_SHARE:
                raise _damaged()
            bitmap = page.render(scale=PAGE_LONG_PX / max(width, height), rev_byteorder=False)
            picture = np.array(bitmap.to_numpy()[..., :3], np.uint8)
            bitmap.close()
            page.close()
            yield picture, len(document)
    finally:
        document.close()


def too_many_pages(pages: int, most: int) -> FileUnreadable:
    """The refusal of a scan that is a book."""
    return FileUnreadable(
        f"the scan has {pages} pages; expected at most {most}; split it",
        f"в скане страниц: {pages}; нужно не больше {most}; разделите его",
    )


def _locked() -> FileUnreadable:
    return FileUnreadable(
        "the PDF is locked by a password; save it without one",
        "PDF закрыт паролем; сохраните его без пароля",
    )


def _damaged() -> FileUnreadable:
    return FileUnreadable(
        "the PDF is damaged or has no pages; scan or send it again",
        "PDF повреждён или в нём нет страниц; отсканируйте или пришлите его ещё раз",
    )

"""From a file to upright pictures: every format by Pillow or pdfium, turned once at the door, nothing else kept.

EXIF is used for the orientation only; GPS and other metadata never get past this module. A scan may have
several pages (PDF, TIFF), and each is a photo of its own.
"""

from __future__ import annotations

import io
import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from vision.errors import FileUnreadable
from vision.scan import pdf_pages, too_many_pages

Picture = NDArray[np.uint8]
"""Shape (height, width, 3), BGR."""

MOST_PIXELS = 130_000_000
"""The largest phone cameras make 108 MP; more is a mistake or an attack."""

LEAST_SIDE_PX = 200
"""Below this no sheet's modules can be told apart."""

WORKING_PIXELS = 16_000_000
"""Larger pictures are made smaller while they are decoded: a sheet needs no more than 12 px a millimetre."""

BAND_ROWS = 1024
"""Pictures are converted in bands of so many rows, so that a large one is never there three times."""

MOST_PAGES = 100
"""A scan with more pages is a book."""

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "TIFF", "HEIF", "AVIF", "BMP", "GIF")
"""What photos come in. Pillow knows more, some of them programs in disguise (EPS)."""

MOST_BYTES = 120_000_000
"""Refused before reading; a 108 MP JPEG has 30 MB."""

_EXIF_ORIENTATION = 0x0112


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright picture, BGR, and the scale at which it was decoded (1.0: as stored).

    `page` counts from 1 where the file has several.
    """

    picture: Picture
    decoded_scale: float = 1.0
    page: int | None = None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.shape[1], self.picture.shape[0]


def use_one_core() -> None:
    """Keep OpenCV to one thread: for workers, of which there is one for each core already."""
    cv2.setNumThreads(1)


def load_photo(path: Path) -> Photo:
    """The photo in a file, or its first page. Raises `FileUnreadable` with one clear line."""
    return decode_photo(read_bytes(path))


def load_pages(path: Path) -> Iterator[Photo]:
    """All pages of a file, one after the other. Raises `FileUnreadable` with one clear line."""
    yield from decode_pages(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What a file holds, if it may be a photo at all. Raises `FileUnreadable`."""
    try:
        if path.is_dir():
            raise FileUnreadable(
                "this is a folder without photos; name the photos, or the folder that holds them",
                "это папка без снимков; назовите снимки или папку, где они лежат",
            )
        if path.stat().st_size > MOST_BYTES:
            raise _too_heavy(path.stat().st_size)
        return path.read_bytes()
    except FileNotFoundError:
        raise FileUnreadable(
            "there is no such file; check the name", "такого файла нет; проверьте имя"
        ) from None
    except OSError as error:
        raise FileUnreadable(
            f"the file cannot be opened ({error.strerror}); check its permissions",
            f"файл не открывается ({error.strerror}); проверьте права доступа",
        ) from None


def decode_photo(data: bytes) -> Photo:
    """The picture that the bytes hold, in any usual format, or its first page. Raises `FileUnreadable`."""
    return next(decode_pages(data))


def decode_pages(data: bytes) -> Iterator[Photo]:
    """Every page of a scan, or the one picture of a photo; at least one. Raises `FileUnreadable`."""
    if not data:
        raise FileUnreadable(
            "the file is empty; copy the photo again", "файл пуст; скопируйте снимок ещё раз"
        )
    pages = _pdf(data) if data[:1024].lstrip().startswith(b"%PDF-") else _frames(data)
    while True:
        with _one_clear_line():
            page = next(pages, None)
        if page is None:
            return
        yield page


@contextmanager
def _one_clear_line() -> Iterator[None]:
    """Whatever a decoder says about spoilt bytes becomes one line for the player."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except FileUnreadable:
        raise
    except (UnidentifiedImageError, Image.DecompressionBombError):
        raise FileUnreadable(
            "this is not a picture; expected a JPEG, PNG, WebP, HEIC, TIFF or PDF",
            "это не картинка; нужен снимок JPEG, PNG, WebP, HEIC, TIFF или PDF",
        ) from None
    except Exception as error:  # decoders throw whatever they like at spoilt bytes
        if "truncated" in str(error):
            raise FileUnreadable(
                "the picture is cut short; copy or send it again",
                "снимок обрывается; скопируйте или пришлите его ещё раз",
            ) from None
        raise FileUnreadable(
            "the picture is damaged; copy or send it again",
            "снимок повреждён; скопируйте или пришлите его ещё раз",
        ) from None


def _pdf(data: bytes) -> Iterator[Photo]:
    for number, (picture, pages) in enumerate(pdf_pages(data, MOST_PAGES), 1):
        yield Photo(picture, page=number if pages > 1 else None)


def _frames(data: bytes) -> Iterator[Photo]:
    """The pages of a TIFF; of anything else the first picture (phones hide depth maps behind it)."""
    if data[4:8] == b"ftyp":
        import pi_heif

        pi_heif.register_heif_opener()
    Image.MAX_IMAGE_PIXELS = None  # our own limit below says it better
    logging.getLogger("PIL").setLevel(logging.CRITICAL)  # and so do our own lines
    with Image.open(io.BytesIO(data), formats=_known_formats()) as image:
        pages = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
        if pages > MOST_PAGES:
            raise too_many_pages(pages, MOST_PAGES)
        for page in range(pages):
            if page:
                image.seek(page)
            with _quiet_decoder():
                photo = _photo(image)
            yield replace(photo, page=page + 1 if pages > 1 else None)


@contextmanager
def _quiet_decoder() -> Iterator[None]:
    """Keeps what C libraries write to standard error about spoilt files from the player, who gets one line."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _known_formats() -> list[str]:
    Image.init()
    return [name for name in FORMATS if name in Image.OPEN]


def _photo(image: Image.Image) -> Photo:
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise _too_large(width * height)
    if min(width, height) < LEAST_SIDE_PX:
        raise _too_small(width, height)
    orientation = image.getexif().get(_EXIF_ORIENTATION, 1)
    if width * height > 1.5 * WORKING_PIXELS:
        image.draft("RGB", (width // 2, height // 2))  # JPEGs only: decoded at half size
    picture = _shrunk(_to_bgr(image))
    return Photo(_upright(picture, orientation), picture.shape[1] / width)


def _shrunk(picture: Picture) -> Picture:
    """The picture at no more than the working size."""
    factor = (WORKING_PIXELS / (picture.shape[0] * picture.shape[1])) ** 0.5
    if factor >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _to_bgr(image: Image.Image) -> Picture:
    """Eight-bit BGR on white, whatever the file holds."""
    image.load()
    image = _thinned(image)
    width, height = image.size
    if image.mode == "RGB" and "transparency" not in image.info and width * height <= WORKING_PIXELS:
        return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8)
    top = _white_level(image)
    picture = np.empty((height, width, 3), np.uint8)
    for row in range(0, height, BAND_ROWS):
        band = image.crop((0, row, width, min(height, row + BAND_ROWS)))
        picture[row : row + BAND_ROWS] = _band_to_bgr(band, top)
    return picture


def _thinned(image: Image.Image) -> Image.Image:
    """A picture far above the working size, made smaller by a whole number before anything else is done to it."""
    factor = int((image.width * image.height / WORKING_PIXELS) ** 0.5)
    if factor < 2:
        return image
    if image.mode in ("RGB", "RGBA", "L", "LA", "CMYK"):
        return image.reduce(factor)
    return image.resize((image.width // factor, image.height // factor), Image.Resampling.NEAREST)


def _white_level(image: Image.Image) -> float:
    """The value of white in a picture of more than eight bits; where nothing is above 255, it has eight."""
    if not _is_deep(image):
        return 255.0
    highest = image.getextrema()[1]
    return 255.0 if isinstance(highest, tuple) or highest <= 255 else 65535.0


def _is_deep(image: Image.Image) -> bool:
    return image.mode.startswith("I") or image.mode == "F"


def _band_to_bgr(image: Image.Image, top: float) -> Picture:
    if _is_deep(image):
        grey = np.clip(np.asarray(image, np.float32) * (255.0 / top), 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    if image.mode != "RGB":
        image = image.convert("RGB")
    return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8)


def _upright(picture: Picture, orientation: int) -> Picture:
    """Undo the EXIF orientation (values 1..8; others count as 1)."""
    if orientation in (2, 4, 5, 7):
        picture = np.asarray(cv2.flip(picture, 1), np.uint8)
    turn = {
        3: cv2.ROTATE_180,
        4: cv2.ROTATE_180,
        6: cv2.ROTATE_90_CLOCKWISE,
        7: cv2.ROTATE_90_CLOCKWISE,
        5: cv2.ROTATE_90_COUNTERCLOCKWISE,
        8: cv2.ROTATE_90_COUNTERCLOCKWISE,
    }
    return np.asarray(cv2.rotate(picture, turn[orientation]), np.uint8) if orientation in turn else picture


def _too_heavy(size: int) -> FileUnreadable:
    mb, most = size // 1_000_000, MOST_BYTES // 1_000_000
    return FileUnreadable(
        f"the file has {mb} MB; expected at most {most} MB; send the photo itself",
        f"в файле {mb} МБ; нужно не больше {most} МБ; пришлите сам снимок",
    )


def _too_large(pixels: int) -> FileUnreadable:
    mp, most = pixels // 1_000_000, MOST_PIXELS // 1_000_000
    return FileUnreadable(
        f"the picture has {mp} megapixels; expected at most {most}; make it smaller",
        f"в снимке {mp} мегапикселей; нужно не больше {most}; уменьшите его",
    )


def _too_small(width: int, height: int) -> FileUnreadable:
    return FileUnreadable(
        f"the picture has {width} x {height} pixels; expected at least {LEAST_SIDE_PX} each way; "
        "send the original photo",
        f"в снимке {width} x {height} точек; нужно хотя бы {LEAST_SIDE_PX} по каждой стороне; пришлите исходный снимок",
    )

"""From a file to an upright picture: every format by Pillow, turned once at the door, nothing else kept.

EXIF is used for the orientation only; GPS and other metadata never get past this module.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from vision.errors import FileUnreadable

Picture = NDArray[np.uint8]
"""Shape (height, width, 3), BGR."""

MOST_PIXELS = 130_000_000
"""The largest phone cameras make 108 MP; more is a mistake or an attack."""

LEAST_SIDE_PX = 200
"""Below this no sheet's modules can be told apart."""

WORKING_PIXELS = 26_000_000
"""Larger JPEGs are decoded at half size: the sheet needs no more than 12 px a millimetre."""

MOST_BYTES = 120_000_000
"""Refused before reading; a 108 MP JPEG has 30 MB."""

_EXIF_ORIENTATION = 0x0112


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright picture, BGR, and the scale at which it was decoded (1.0: as stored)."""

    picture: Picture
    decoded_scale: float = 1.0

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.shape[1], self.picture.shape[0]


def use_one_core() -> None:
    """Keep OpenCV to one thread: for workers, of which there is one for each core already."""
    cv2.setNumThreads(1)


def load_photo(path: Path) -> Photo:
    """Read a file from disk. Raises `FileUnreadable` with one clear line."""
    try:
        if path.is_dir():
            raise FileUnreadable(
                "this is a folder; name the photos in it, such as FOLDER/*.jpg",
                "это папка; назовите снимки в ней, например ПАПКА/*.jpg",
            )
        if path.stat().st_size > MOST_BYTES:
            raise _too_heavy(path.stat().st_size)
        data = path.read_bytes()
    except FileNotFoundError:
        raise FileUnreadable(
            "there is no such file; check the name", "такого файла нет; проверьте имя"
        ) from None
    except OSError as error:
        raise FileUnreadable(
            f"the file cannot be opened ({error.strerror}); check its permissions",
            f"файл не открывается ({error.strerror}); проверьте права доступа",
        ) from None
    return decode_photo(data)


def decode_photo(data: bytes) -> Photo:
    """Decode the bytes of a picture in any usual format. Raises `FileUnreadable`."""
    if not data:
        raise FileUnreadable(
            "the file is empty; copy the photo again", "файл пуст; скопируйте снимок ещё раз"
        )
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypmsf1"):
        import pi_heif

        pi_heif.register_heif_opener()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _decode(data)
    except FileUnreadable:
        raise
    except (UnidentifiedImageError, Image.DecompressionBombError):
        raise FileUnreadable(
            "this is not a picture; expected a JPEG, PNG, WebP, HEIC or TIFF photo",
            "это не картинка; нужен снимок JPEG, PNG, WebP, HEIC или TIFF",
        ) from None
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        IndexError,
        TypeError,
        KeyError,
        ZeroDivisionError,
        MemoryError,
        RuntimeError,
    ) as error:
        if "truncated" in str(error):
            raise FileUnreadable(
                "the picture is cut short; copy or send it again",
                "снимок обрывается; скопируйте или пришлите его ещё раз",
            ) from None
        raise FileUnreadable(
            "the picture is damaged; copy or send it again",
            "снимок повреждён; скопируйте или пришлите его ещё раз",
        ) from None


def _decode(data: bytes) -> Photo:
    Image.MAX_IMAGE_PIXELS = None  # our own limit below says it better
    with Image.open(io.BytesIO(data)) as image:
        width, height = image.size
        if width * height > MOST_PIXELS:
            raise _too_large(width * height)
        if min(width, height) < LEAST_SIDE_PX:
            raise _too_small(width, height)
        orientation = image.getexif().get(_EXIF_ORIENTATION, 1)
        if width * height > WORKING_PIXELS and image.format == "JPEG":
            image.draft("RGB", (width // 2, height // 2))
        picture = _to_bgr(image)
    return Photo(_upright(picture, orientation), picture.shape[1] / width)


def _to_bgr(image: Image.Image) -> Picture:
    """Eight-bit BGR on white, whatever the file holds."""
    if image.mode.startswith("I") or image.mode == "F":
        deep = np.asarray(image, np.float32)
        top = 65535.0 if deep.max() > 255 else 255.0
        grey = np.clip(deep * (255.0 / top), 0, 255).astype(np.uint8)
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

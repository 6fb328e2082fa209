"""Every way a picture arrives, and every way it can be spoilt."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.errors import FileUnreadable
from vision.photo import decode_photo, load_photo

WIDTH, HEIGHT = 320, 240


def picture() -> Image.Image:
    """Red at the left, green at the top right, blue at the bottom right."""
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    pixels[:, : WIDTH // 2] = (220, 30, 30)
    pixels[: HEIGHT // 2, WIDTH // 2 :] = (30, 200, 30)
    pixels[HEIGHT // 2 :, WIDTH // 2 :] = (30, 30, 220)
    return Image.fromarray(pixels)


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def corners(data: bytes) -> list[str]:
    """Which colour is at the left, the top right and the bottom right."""
    shown = decode_photo(data).picture
    assert shown.shape == (HEIGHT, WIDTH, 3)
    spots = (shown[HEIGHT // 2, 20], shown[20, WIDTH - 20], shown[HEIGHT - 20, WIDTH - 20])
    return ["bgr"[int(np.argmax(spot))] for spot in spots]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "BMP"])
def test_usual_formats(form: str) -> None:
    assert corners(encoded(picture(), form)) == ["r", "g", "b"]


@pytest.mark.parametrize("mode", ["RGBA", "P", "CMYK", "YCbCr"])
def test_usual_modes(mode: str) -> None:
    form = {"CMYK": "JPEG", "YCbCr": "JPEG"}.get(mode, "PNG")
    assert corners(encoded(picture().convert(mode), form)) == ["r", "g", "b"]


def test_transparent_is_white() -> None:
    clear = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    assert (decode_photo(encoded(clear, "PNG")).picture == 255).all()


def test_sixteen_bit_grey() -> None:
    deep = Image.fromarray(np.full((HEIGHT, WIDTH), 40_000, np.uint16))
    assert abs(int(decode_photo(encoded(deep, "PNG")).picture.mean()) - 155) <= 2


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_undone(orientation: int) -> None:
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    stored = picture() if orientation == 1 else picture().transpose(undo[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert corners(encoded(stored, "JPEG", exif=exif.tobytes(), quality=95)) == ["r", "g", "b"]


def test_huge_jpegs_are_decoded_smaller() -> None:
    large = Image.new("RGB", (8000, 6000), "white")
    photo = decode_photo(encoded(large, "JPEG", quality=30))
    assert photo.size_px == (4000, 3000)
    assert photo.decoded_scale == 0.5


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds nothing."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    return start + struct.pack(">I", 100) + b"IDAT" + bytes(100)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"hello, this is a letter", "not a picture"),
        (encoded(picture(), "JPEG")[:-400], "cut short"),
        (encoded(picture(), "PNG")[:300], "cut short"),
        (encoded(Image.new("RGB", (1, 1)), "PNG"), "1 x 1"),
        (png_header(20_000, 15_000), "300 megapixels"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(200), "not a picture"),
    ],
)
def test_spoilt_pictures_are_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        decode_photo(data)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.text("ru") != caught.value.text("en")


def test_folders_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="folder"):
        load_photo(tmp_path)
    with pytest.raises(FileUnreadable, match="no such file"):
        load_photo(tmp_path / "absent.jpg")

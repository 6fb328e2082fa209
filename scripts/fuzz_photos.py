#!/usr/bin/env python3
"""Sends spoilt files through `vision/photo.py` and counts what comes out: pictures, one-line refusals, or worse.

    python scripts/fuzz_photos.py --files 10000 --seed 0 [--workers 2]

Every file starts as a small whole picture in one of the formats that photos come in, and is then cut short,
flipped, overwritten, joined to another, or given absurd sizes in its header. Exit code 1 if any file crashed a
worker, took longer than 5 seconds, raised anything but `FileUnreadable`, or took more memory than allowed.
"""

from __future__ import annotations

import argparse
import io
import resource
import struct
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import cv2
import numpy as np
from PIL import Image

from companion import workers
from vision.errors import FileUnreadable
from vision.photo import decode_pages

MOST_SECONDS = 5.0
"""Of one core; other programs' share of it does not count."""

HUNG_SECONDS = 60.0
"""On the clock, with other programs running."""

MOST_MEGABYTES = 900
"""Peak of a whole process: Python and its libraries take 150, a picture of 130 megapixels 4 bytes each at most."""

HEIC = ROOT / "tests" / "data" / "arrivals" / "upright.heic"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file."""

    number: int
    form: str
    what: str
    seconds: float
    megabytes: int


# --- whole files --------------------------------------------------------------------------------------


@cache
def whole_files() -> dict[str, bytes]:
    """A small picture in every format."""
    rng = np.random.default_rng(0)
    pixels = cv2.GaussianBlur(rng.integers(0, 256, (300, 400, 3)).astype(np.uint8), (0, 0), 4)
    picture = Image.fromarray(cv2.normalize(pixels, None, 0, 255, cv2.NORM_MINMAX))
    exif = Image.Exif()
    exif[0x0112] = 6
    files = {
        "jpeg": saved(picture, "JPEG", exif=exif.tobytes()),
        "progressive": saved(picture, "JPEG", progressive=True),
        "cmyk": saved(picture.convert("CMYK"), "JPEG"),
        "mpo": saved(picture, "MPO", save_all=True, append_images=[picture.copy()]),
        "png": saved(picture, "PNG", compress_level=1),
        "palette": saved(picture.quantize(64), "PNG"),
        "png16": cv2.imencode(".png", np.asarray(picture).astype(np.uint16) * 257)[1].tobytes(),
        "webp": saved(picture, "WEBP"),
        "webp lossless": saved(picture, "WEBP", lossless=True, method=0),
        "tiff": saved(picture, "TIFF"),
        "tiff lzw": saved(
            picture, "TIFF", compression="tiff_lzw", save_all=True, append_images=[picture.copy()]
        ),
        "tiff jpeg": saved(picture, "TIFF", compression="jpeg"),
        "bmp": saved(picture, "BMP"),
        "gif": saved(picture, "GIF"),
        "pdf": saved(picture, "PDF", save_all=True, append_images=[picture.copy()]),
        "avif": saved(picture, "AVIF", speed=10),
    }
    if HEIC.is_file():
        files["heic"] = HEIC.read_bytes()
    return files


def saved(picture: Image.Image, form: str, **options: object) -> bytes:
    """The picture as a file."""
    buffer = io.BytesIO()
    picture.copy().save(buffer, form, **options)
    return buffer.getvalue()


# --- spoiling -----------------------------------------------------------------------------------------

Spoil = Callable[[bytes, np.random.Generator], bytes]


def cut(data: bytes, rng: np.random.Generator) -> bytes:
    """Ends too early, often very early."""
    return data[: int(len(data) * rng.random() ** int(rng.integers(1, 5)))]


def flip(data: bytes, rng: np.random.Generator) -> bytes:
    """A few bits turned over, in the whole file or near its start."""
    spoilt = bytearray(data)
    reach = len(spoilt) if rng.random() < 0.5 else min(len(spoilt), 400)
    for place in rng.integers(0, reach, int(rng.integers(1, 40))):
        spoilt[place] ^= 1 << int(rng.integers(8))
    return bytes(spoilt)


def overwrite(data: bytes, rng: np.random.Generator) -> bytes:
    """A stretch of zeros, ones or noise."""
    length = int(rng.integers(1, 1 + min(len(data), 600)))
    start = int(rng.integers(0, len(data) - length + 1))
    filling = [bytes(length), b"\xff" * length, rng.bytes(length)][int(rng.integers(3))]
    return data[:start] + filling + data[start + length :]


def join(data: bytes, rng: np.random.Generator) -> bytes:
    """The start of one file and the end of another."""
    other = list(whole_files().values())[int(rng.integers(len(whole_files())))]
    return data[: int(rng.integers(1, len(data)))] + other[int(rng.integers(len(other))) :]


def repeat(data: bytes, rng: np.random.Generator) -> bytes:
    """A stretch that comes again and again."""
    start = int(rng.integers(0, len(data)))
    piece = data[start : start + int(rng.integers(1, 300))]
    return data[:start] + piece * int(rng.integers(2, 200)) + data[start:]


def absurd_number(data: bytes, rng: np.random.Generator) -> bytes:
    """A 16- or 32-bit number near the start, or near the end, becomes huge, zero or negative."""
    number = int(rng.choice([0, 1, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF, 40_000, 100_000]))
    form = ["<I", ">I", "<H", ">H"][int(rng.integers(4))]
    packed = struct.pack(form, number & (0xFFFF if form[1] == "H" else 0xFFFFFFFF))
    reach = min(len(data) - 4, 300)
    place = int(rng.integers(0, reach)) if rng.random() < 0.8 else len(data) - 4 - int(rng.integers(0, reach))
    return data[:place] + packed + data[place + len(packed) :]


def absurd_size(data: bytes, rng: np.random.Generator) -> bytes:
    """The header says a size that the file does not hold; checksums are put right so that it is believed."""
    width, height = (
        int(rng.choice([0, 1, 399, 20_000, 65_535, 11_000, 2**31 - 1, 300_000])) for _ in range(2)
    )
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        head = data[12:16] + struct.pack(">II", width, height) + data[24:29]
        return data[:12] + head + struct.pack(">I", zlib.crc32(head)) + data[33:]
    if data[:2] == b"\xff\xd8":
        for marker in (b"\xff\xc0", b"\xff\xc2"):
            place = data.find(marker)
            if place > 0:
                size = struct.pack(">HH", height & 0xFFFF, width & 0xFFFF)
                return data[: place + 5] + size + data[place + 9 :]
    if data[:2] == b"BM":
        return data[:18] + struct.pack("<ii", width & 0x7FFFFFFF, height & 0x7FFFFFFF) + data[26:]
    if data[:3] == b"GIF":
        return data[:6] + struct.pack("<HH", width & 0xFFFF, height & 0xFFFF) + data[10:]
    if data[:5] == b"%PDF-":
        box = b"/MediaBox [ 0 0 %d %d ]" % (width, height)
        start = data.find(b"/MediaBox")
        return data[:start] + box + data[data.find(b"]", start) + 1 :]
    for tag in (0x0100, 0x0101):  # TIFF width and height, written by Pillow as little endian
        place = data.find(struct.pack("<HH", tag, 4))
        if place > 0:
            data = data[: place + 8] + struct.pack("<I", width) + data[place + 12 :]
    return data


SPOILING: tuple[Spoil, ...] = (cut, flip, overwrite, join, repeat, absurd_number, absurd_size)


def spoilt_file(number: int, seed: int) -> tuple[str, bytes]:
    """The format and the bytes of one spoilt file; the same for the same numbers."""
    rng = np.random.default_rng([seed, number])
    names = list(whole_files())
    form = names[int(rng.integers(len(names)))]
    data = whole_files()[form]
    for _ in range(int(rng.integers(1, 4))):
        if len(data) > 8:
            data = SPOILING[int(rng.integers(len(SPOILING)))](data, rng)
    return form, data


# --- running ------------------------------------------------------------------------------------------


def try_file(number: int, seed: int) -> Outcome:
    """Decode one file, all its pages."""
    form, data = spoilt_file(number, seed)
    started = time.process_time()
    try:
        pages = sum(1 for _ in decode_pages(data))
        what = "picture" if pages else "NO PAGES"
    except FileUnreadable as error:
        lines = str(error).count("\n") + error.text("ru").count("\n")
        what = "refused" if lines == 0 and error.text("ru") != str(error) else "BAD LINE"
    except BaseException as error:
        what = f"RAISED {type(error).__name__}"
    seconds = time.process_time() - started
    if seconds > MOST_SECONDS:
        what = "SLOW"
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Outcome(number, form, what, seconds, megabytes)


def lost_file(number: int) -> Outcome:
    """The outcome of a file that killed its worker or hung."""
    return Outcome(number, "?", "CRASHED OR HUNG", HUNG_SECONDS, 0)


def fuzz(files: int, seed: int, processes: int) -> list[Outcome]:
    """The outcome of every file."""
    workers.MOST_SECONDS = HUNG_SECONDS
    run = partial(try_file, seed=seed)
    return list(workers.run_jobs(range(files), run, workers=processes, give_up=lost_file))


def main() -> int:
    """Prints the counts, and every file that went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    outcomes = fuzz(given.files, given.seed, given.workers)
    bad = [one for one in outcomes if one.what.isupper() or one.what.startswith("RAISED")]
    slowest = max(outcomes, key=lambda one: one.seconds)
    most = max(one.megabytes for one in outcomes)
    print(dict(Counter(one.what for one in outcomes)))
    print(f"slowest {slowest.seconds:.2f} s ({slowest.form} {slowest.number}), peak memory {most} MB")
    for one in bad:
        print(one)
    return 1 if bad or most > MOST_MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())

"""Which way up a photo is: the one thing of its EXIF data that is kept."""

from __future__ import annotations

import struct

from PIL import Image

UPRIGHT = 1
_TAG = 0x0112


def orientation_of(exif: bytes) -> int:
    """The orientation (1 to 8) that EXIF data tell; what cannot be read tells nothing."""
    found = Image.Exif()
    try:
        found.load(exif)
        value = found.get(_TAG, UPRIGHT)
    except Exception:  # whatever a parser says about spoilt bytes
        return UPRIGHT
    return value if isinstance(value, int) and 1 <= value <= 8 else UPRIGHT


def only_orientation(orientation: int) -> bytes:
    """EXIF data that tell the orientation and nothing else, as TIFF: a header, a directory with one short."""
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _TAG, 3, 1, orientation, 0, 0)

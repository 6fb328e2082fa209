"""Photos without what they tell of their owner: gone from the bytes, and every pixel as before."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pi_heif
import pytest
from PIL import Image, PngImagePlugin

from vision.errors import FileUnreadable
from vision.photo import decode_photo
from web.storage.cleaning import Unfit, cleaned, jpeg
from web.storage.cleaning.unfit import MOST_PIXELS

DATA = Path(__file__).parents[2] / "data" / "arrivals"
SECRETS = (b"Ulitsa 17", b"iPhone of Anna", b"2026:11:30", b"comment of mine", b"<x:xmpmeta")
GPS = 0x8825


def exif(orientation: int = 6) -> Image.Exif:
    told = Image.Exif()
    told[0x0112] = orientation
    told[0x010F] = "iPhone of Anna"
    told[0x0132] = "2026:11:30 20:15:00"
    told[0x9286] = "Ulitsa 17"
    told.get_ifd(GPS)[1] = "N"
    return told


def picture() -> Image.Image:
    noise = np.random.default_rng(3).integers(0, 255, (240, 320, 3), np.uint8)
    return Image.fromarray(noise)


def saved(kind: str, **more: object) -> bytes:
    buffer = io.BytesIO()
    picture().save(buffer, kind, exif=exif(), **more)
    return buffer.getvalue()


def png_text() -> PngImagePlugin.PngInfo:
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "comment of mine")
    return info


PHOTOS: dict[str, Callable[[], bytes]] = {
    "jpg": lambda: (
        saved("JPEG", comment=b"comment of mine", xmp=b"<x:xmpmeta>")
        + b"iPhone of Anna: a film of three seconds"
    ),
    "progressive jpg": lambda: saved("JPEG", progressive=True, comment=b"comment of mine"),
    "png": lambda: saved("PNG", pnginfo=png_text()),
    "webp": lambda: saved("WEBP", lossless=True, xmp=b"<x:xmpmeta>"),
    "plain webp": lambda: saved("WEBP", quality=80),
}


@pytest.mark.parametrize("name", PHOTOS)
def test_secrets_are_gone_and_pixels_are_not(name: str) -> None:
    photo = PHOTOS[name]()
    assert sum(secret in photo for secret in SECRETS) >= 3
    [(kind, clean)] = cleaned(photo)
    assert kind == name.split()[-1]
    assert not [secret for secret in SECRETS if secret in clean]
    with Image.open(io.BytesIO(clean)) as kept:
        assert dict(kept.getexif()) == {0x0112: 6}
    before, after = decode_photo(photo).picture, decode_photo(clean).picture
    assert before.shape == (320, 240, 3)
    assert np.array_equal(before, after)
    assert [(kind, clean)] == list(cleaned(clean))


@pytest.mark.parametrize("name", PHOTOS)
@pytest.mark.parametrize("share", [0.4, 0.9])
def test_a_photo_cut_short_is_not_made_whole(name: str, share: float) -> None:
    photo = PHOTOS[name]()
    end = photo.rfind(b"iPhone of Anna: a film")
    cut = photo[: int(share * (len(photo) if end < 0 else end))]
    with pytest.raises((Unfit, FileUnreadable)):
        decode_photo(next(iter(cleaned(cut)))[1])


@pytest.mark.parametrize("name", ["turned.heic", "upright.heic"])
def test_heic(name: str) -> None:
    photo = (DATA / name).read_bytes()
    [(kind, clean)] = cleaned(photo)
    assert kind == "heic" and len(clean) == len(photo)
    left = pi_heif.open_heif(clean)
    assert not dict(left.to_pillow().getexif()) and not left.info["metadata"]
    assert np.array_equal(decode_photo(photo).picture, decode_photo(clean).picture)


def test_what_lies_behind_a_heic_is_blanked() -> None:
    film = b"iPhone of Anna: a film of three seconds"
    box = (8 + len(film)).to_bytes(4) + b"mpvd" + film
    photo = (DATA / "turned.heic").read_bytes() + box
    assert dict(pi_heif.open_heif(photo).to_pillow().getexif())
    [(_, clean)] = cleaned(photo)
    assert len(clean) == len(photo) and b"Anna" not in clean
    assert not dict(pi_heif.open_heif(clean).to_pillow().getexif())


def test_colour_profile_stays() -> None:
    photo = saved("JPEG", icc_profile=b"a profile")
    [(_, clean)] = cleaned(photo)
    assert Image.open(io.BytesIO(clean)).info["icc_profile"] == b"a profile"


def test_scan_becomes_pages_without_metadata() -> None:
    buffer = io.BytesIO()
    told = exif(1)
    picture().save(buffer, "TIFF", save_all=True, append_images=[picture().rotate(180)], exif=told)
    assert b"iPhone of Anna" in buffer.getvalue()
    pages = list(cleaned(buffer.getvalue()))
    assert [kind for kind, _ in pages] == ["jpg", "jpg"]
    for _, page in pages:
        assert not [secret for secret in SECRETS if secret in page]
        assert Image.open(io.BytesIO(page)).size == (320, 240)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "NOT_A_PICTURE"),
        (b"<svg onload=alert(1)>", "NOT_A_PICTURE"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "NOT_A_PICTURE"),
        (b"\xff\xd8\xff\xe0 <script>", "NOT_A_PICTURE"),
        (b"\xff\xd8\xff\xd9", "NOT_A_PICTURE"),
        (b"%PDF-1.4 nothing", "NOT_A_PICTURE"),
        (b"RIFF\x04\0\0\0WEBP", "NOT_A_PICTURE"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "NOT_A_PICTURE"),
    ],
)
def test_what_is_no_picture(content: bytes, code: str) -> None:
    with pytest.raises(Unfit) as caught:
        list(cleaned(content))
    assert caught.value.code == code


def test_too_many_pixels_are_refused_before_they_are_decoded() -> None:
    photo = bytearray(saved("JPEG"))
    at = photo.index(b"\xff\xc0") + 5
    photo[at : at + 4] = b"\xff\xf0\xff\xf0"  # 65520 x 65520
    with pytest.raises(Unfit) as caught:
        jpeg.clean(bytes(photo))
    assert caught.value.code == "TOO_LARGE" and f"{MOST_PIXELS // 1_000_000}" in caught.value.text.en
    bomb = bytearray(saved("PNG"))
    bomb[16:24] = (20_000).to_bytes(4) * 2
    with pytest.raises(Unfit):
        list(cleaned(bytes(bomb)))


@pytest.mark.parametrize("name", [*PHOTOS, "heic"])
def test_spoilt_files_are_refused_or_cleaned_but_never_break_us(name: str) -> None:
    photo = (DATA / "turned.heic").read_bytes() if name == "heic" else PHOTOS[name]()
    chance = Random(7)
    taken = 0
    for _ in range(150):
        spoilt = bytearray(photo)
        for _ in range(chance.randint(1, 6)):
            spoilt[chance.randrange(min(len(spoilt), 1500))] = chance.randrange(256)
        if chance.random() < 0.3:
            del spoilt[chance.randrange(12, len(spoilt)) :]
        try:
            [(_, clean)] = cleaned(bytes(spoilt))
            taken += 1
        except Unfit:
            continue
        except ValueError:
            raise
        assert len(clean) <= len(spoilt) + 64
    assert taken

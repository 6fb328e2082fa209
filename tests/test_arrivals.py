"""Every way a photo of a sheet arrives: formats, sizes, scans, messengers, screenshots, several sheets at once."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageOps

from companion.found import PhotoReport, Wanted
from companion.reading import read_bytes, read_file, read_pages
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.vision.sheets import marks_of, sheet_of

GAME, SEED, LONG_PX = "tic_tac_toe", 5, 1600
DATA = Path(__file__).parent / "data" / "arrivals"

UNDO = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # fmt: skip


@cache
def upright(game: str = GAME, seed: int = SEED, long_px: int = LONG_PX) -> Image.Image:
    """An easy photo, as a person sees it."""
    shot = pretend_photo(sheet_of(game), marks_of(game, seed), level=Level.EASY, seed=seed, long_px=long_px)
    return Image.fromarray(np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(shot.data)))))


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.copy().save(buffer, form, **options)  # a copy: Pillow leaves encoder settings in what it saved
    return buffer.getvalue()


def positions(report: PhotoReport) -> list[str]:
    assert report.error is None, report.error
    return [str(found.report.position) for found in report.found]


@cache
def expected() -> list[str]:
    return positions(read_bytes(saved(upright(), "JPEG", quality=92), Wanted()))


def test_the_plain_photo_is_right() -> None:
    from companion import catalog

    game = catalog.find_game(GAME)
    first = game.parse(expected()[0], game.options())
    assert {(mark.at, mark.symbol) for mark in game.ink(first)} == {
        (mark.at, mark.symbol) for mark in marks_of(GAME, SEED)
    }
    assert len(expected()) == 4


def turned(orientation: int) -> bytes:
    way = UNDO[orientation]
    stored = upright() if way is None else upright().transpose(way)
    exif = Image.Exif()
    exif[0x0112] = orientation
    return saved(stored, "JPEG", quality=92, exif=exif.tobytes())


def with_alpha(image: Image.Image) -> Image.Image:
    """Cut out of its background, as a phone's "lift subject" does: clear round the picture."""
    clear = image.convert("RGBA")
    mask = Image.new("L", image.size, 0)
    mask.paste(255, (20, 20, image.width - 20, image.height - 20))
    clear.putalpha(mask)
    return clear


def sixteen_bits(image: Image.Image, extension: str) -> bytes:
    deep = np.asarray(image)[..., ::-1].astype(np.uint16) * 257
    return cv2.imencode(extension, deep)[1].tobytes()


def deep_grey(image: Image.Image) -> bytes:
    return saved(Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257), "PNG")


def messenger(image: Image.Image) -> bytes:
    small = image.copy()
    small.thumbnail((1280, 1280))
    return saved(small, "JPEG", quality=60)


def screenshot(image: Image.Image) -> bytes:
    """The photo as a phone's gallery shows it: bars above and below, a line of icons, a grey keyboard."""
    screen = Image.new("RGB", (1080, 2400), (8, 8, 10))
    shown = image.resize((1080, round(image.height * 1080 / image.width)))
    screen.paste(shown, (0, 420))
    screen.paste((240, 240, 245), (0, 2050, 1080, 2400))
    for x in range(60, 1060, 110):
        screen.paste((90, 90, 95), (x, 2100, x + 80, 2180))
        screen.paste((250, 250, 250), (x, 30, x + 40, 70))
    return saved(screen, "PNG")


def motion_picture(image: Image.Image) -> bytes:
    """Two pictures in one JPEG file (MPO): phones keep previews and depth maps so."""
    return saved(image, "MPO", save_all=True, append_images=[Image.new("RGB", (320, 240), "grey")])


FORMS: dict[str, Callable[[], bytes]] = {
    **{f"exif {way}": (lambda way=way: turned(way)) for way in UNDO},
    "progressive": lambda: saved(upright(), "JPEG", quality=85, progressive=True),
    "grey": lambda: saved(upright().convert("L"), "JPEG", quality=92),
    "CMYK": lambda: saved(upright().convert("CMYK"), "JPEG", quality=92),
    "MPO": lambda: motion_picture(upright()),
    "PNG": lambda: saved(upright(), "PNG", compress_level=1),
    "PNG with alpha": lambda: saved(with_alpha(upright()), "PNG", compress_level=1),
    "PNG palette": lambda: saved(upright().quantize(128), "PNG"),
    "PNG 16 bit": lambda: sixteen_bits(upright(), ".png"),
    "PNG 16 bit grey": lambda: deep_grey(upright()),
    "WebP": lambda: saved(upright(), "WEBP", quality=80),
    "AVIF": lambda: saved(upright(), "AVIF", quality=70, speed=10),
    "TIFF": lambda: saved(upright(), "TIFF", compression="tiff_lzw"),
    "TIFF 16 bit": lambda: sixteen_bits(upright(), ".tiff"),
    "PDF": lambda: saved(upright(), "PDF", resolution=200),
    "HEIC": lambda: (DATA / "upright.heic").read_bytes(),
    "HEIC turned": lambda: (DATA / "turned.heic").read_bytes(),
    "messenger": lambda: messenger(upright()),
    "screenshot": lambda: screenshot(upright()),
    "0.8 megapixels": lambda: saved(upright().resize((768, 1024), Image.Resampling.LANCZOS), "JPEG"),
    "upside down": lambda: saved(upright().rotate(180), "JPEG", quality=92),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_same_photo_in_every_form(form: str) -> None:
    assert positions(read_bytes(FORMS[form](), Wanted())) == expected()


def test_108_megapixels() -> None:
    width, height = upright().size
    factor = 12000 / LONG_PX
    large = upright().resize((round(width * factor), round(height * factor)), Image.Resampling.BILINEAR)
    report = read_bytes(saved(large, "JPEG", quality=80), Wanted())
    assert positions(report) == expected()
    assert report.picture is not None and report.picture.size / 3 <= 16_100_000
    corners = np.array(report.found[0].report.corners_px)
    small = np.array(read_bytes(FORMS["PNG"](), Wanted()).found[0].report.corners_px)
    assert np.abs(corners / factor - small).max() < 3


# --- scans --------------------------------------------------------------------------------------------


def two_page_scan(form: str) -> bytes:
    second = upright("sea_battle", 6)
    options = {"compression": "tiff_deflate"} if form == "TIFF" else {}
    return saved(upright(), form, save_all=True, append_images=[second.copy()], **options)


@pytest.mark.parametrize("form", ["PDF", "TIFF"])
def test_every_page_of_a_scan_is_a_photo(form: str, tmp_path: Path) -> None:
    path = tmp_path / "scan"
    path.write_bytes(two_page_scan(form))
    first, second = read_pages(path, Wanted())
    assert (first.photo, second.photo) == (f"{path}#page=1", f"{path}#page=2")
    assert positions(first) == expected()
    assert [found.report.game.name for found in second.found] == ["sea_battle"]


def test_a_scan_s_first_page_with_a_sheet_counts_where_one_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    cover = Image.new("RGB", (1200, 1600), (225, 225, 225))
    path.write_bytes(saved(cover, "PDF", save_all=True, append_images=[upright().copy()]))
    assert positions(read_file(path, Wanted())) == expected()
    reports = list(read_pages(path, Wanted()))
    assert [report.error_code for report in reports] == ["MARKERS_MISSING", None]


def test_spoilt_scans_are_refused_in_one_line() -> None:
    empty = pypdfium2.PdfDocument.new()
    buffer = io.BytesIO()
    empty.save(buffer)
    for data in (b"%PDF-1.7\nnothing", buffer.getvalue()):
        report = read_bytes(data, Wanted())
        assert report.error_code == "NOT_A_PICTURE"
        assert report.error is not None and "PDF" in report.error("en") and "PDF" in report.error("ru")


# --- several sheets in one photo ----------------------------------------------------------------------


def beside(*photos: Image.Image) -> bytes:
    """Sheets that lie side by side on a table."""
    table = Image.new(
        "RGB", (sum(photo.width for photo in photos), max(photo.height for photo in photos)), (96, 84, 70)
    )
    left = 0
    for photo in photos:
        table.paste(photo, (left, 0))
        left += photo.width
    return saved(table, "JPEG", quality=90)


def games_of(report: PhotoReport) -> list[str]:
    assert report.error is None, report.error
    return [found.report.game.name for found in report.found]


def test_sheets_of_different_games_are_all_read() -> None:
    report = read_bytes(beside(upright(), upright("sea_battle", 6)), Wanted())
    assert sorted(games_of(report)) == ["sea_battle"] + 4 * ["tic_tac_toe"]
    own = [str(found.report.position) for found in report.found if found.report.game.name == GAME]
    assert own == expected()


def test_the_same_sheet_twice_is_read_twice() -> None:
    report = read_bytes(beside(upright(), upright().rotate(90, expand=True), upright()), Wanted())
    assert sorted(positions(report)) == sorted(3 * expected())
    assert all(found.report.sheet is not None and found.report.sheet.tags_seen == 8 for found in report.found)


def test_a_page_of_another_game_lying_beside_does_not_disturb() -> None:
    from companion import catalog

    photo = beside(upright("sea_battle", 6), upright())
    report = read_bytes(photo, Wanted(catalog.find_game(GAME)))
    assert positions(report) == expected()
    assert report.refused == ()
    report = read_bytes(photo, Wanted(catalog.find_game("dots")))
    assert report.error_code == "WRONG_SHEET"


def test_a_sheet_that_is_cut_off_does_not_keep_the_other_from_being_read() -> None:
    other = upright("sea_battle", 6)
    half = other.crop((0, 0, round(other.width * 0.55), other.height))
    report = read_bytes(beside(upright(), half), Wanted())
    assert positions(report) == expected()
    assert [refusal.code for refusal in report.refused] == ["FIELD_CROPPED"]
    assert report.to_json("ru", with_marks=False)["refused"][0]["code"] == "FIELD_CROPPED"

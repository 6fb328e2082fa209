"""From a photo to reports: which sheet it is, what is drawn on it, what the rules say.

One photo may hold several positions: the grids of a sheet, or boards drawn by hand. What vision sees is
turned into positions by each game's `read`; nothing is repaired on the way.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

# One thread is fastest for the small systems solved here, and workers already use all cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from companion import catalog, codes
from companion.errors import CompanionError
from companion.found import Found, PhotoReport, Refusal, Wanted, found_in
from companion.game import Game
from companion.options import pack_options, parse_options, unpack_options
from companion.referee import SheetFacts
from companion.text import Text

if TYPE_CHECKING:
    from printables.layout import Sheet
    from vision.errors import PhotoError
    from vision.locate import Sighting
    from vision.photo import Photo
    from vision.read import Reading, Stopwatch


def read_file(path: Path, wanted: Wanted) -> PhotoReport:
    """Read one photo file, of a scan the first page with a sheet; whatever goes wrong is in the report."""
    return _first_read(read_pages(path, wanted))


def read_bytes(
    data: bytes, wanted: Wanted, *, name: str = "photo", clock: Callable[[], float] = time.perf_counter
) -> PhotoReport:
    """Read one photo from memory, of a scan the first page with a sheet; whatever goes wrong is in the report."""
    from vision.photo import decode_pages

    return _first_read(_reports(decode_pages(data), wanted, name, clock))


def read_pages(path: Path, wanted: Wanted) -> Iterator[PhotoReport]:
    """Read all pages of a file, a report for each; a photo has one."""
    from vision.photo import load_pages

    return _reports(load_pages(path), wanted, str(path), time.perf_counter)


def _first_read(reports: Iterator[PhotoReport]) -> PhotoReport:
    first = next(reports)
    if first.error is None:
        return first
    return next((report for report in reports if report.error is None), first)


def _reports(
    pages: Iterator[Photo], wanted: Wanted, name: str, clock: Callable[[], float]
) -> Iterator[PhotoReport]:
    from vision.errors import PhotoError
    from vision.read import Stopwatch

    while True:
        watch = Stopwatch({}, clock)
        try:
            with watch.stage("decode"):
                photo = next(pages, None)
        except PhotoError as error:
            yield _failed(name, error)
            return
        if photo is None:
            return
        shown = name if photo.page is None else f"{name}#page={photo.page}"
        yield read_photo(photo, wanted, name=shown, watch=watch)


def read_photo(
    photo: Photo, wanted: Wanted, *, name: str = "photo", watch: Stopwatch | None = None
) -> PhotoReport:
    """Read a decoded photo; whatever goes wrong with it is in the report."""
    from vision.errors import PhotoError
    from vision.read import Stopwatch

    watch = watch or Stopwatch({})
    try:
        report = _read(photo, wanted, name, watch)
    except PhotoError as error:
        report = _failed(name, error)
    return replace(report, picture=photo.picture, timings_ms=tuple(watch.timings_ms.items()))


def _failed(name: str, error: PhotoError) -> PhotoReport:
    refusal = _refusal(error)
    return PhotoReport(name, error_code=refusal.code, error=refusal.text, outlines=refusal.outlines)


def _refusal(error: PhotoError) -> Refusal:
    return Refusal(error.code, Text(en=error.en, ru=error.ru), error.outlines)


def _read(photo: Photo, wanted: Wanted, name: str, watch: Stopwatch) -> PhotoReport:
    """Printed sheets if there are tags, else boards drawn by hand; and the sheets that are no use.

    Raises `PhotoError` when nothing can be used. A sheet of another game than the wanted one is none of our
    business where the wanted one lies beside it.
    """
    from companion.drawn_by_hand import found_by_hand, found_pointed_out
    from vision.errors import OtherSheet, SheetNotFound
    from vision.read import read_sheets

    if wanted.pointed_out:
        by_hand = found_pointed_out(photo, wanted.pointed_out, watch)
        return PhotoReport(name, by_hand.found, squares=by_hand.squares)
    try:
        sheets = read_sheets(photo, lambda sighting: _sheet_of(sighting, wanted), watch)
    except SheetNotFound as error:
        by_hand = found_by_hand(photo, wanted, watch, error)
        report = PhotoReport(name, by_hand.found) if by_hand.found else _failed(name, error)
        return replace(report, squares=by_hand.squares)
    refused = tuple(_refusal(error) for error in sheets.refused if not isinstance(error, OtherSheet))
    return PhotoReport(
        name,
        tuple(_found_on_sheet(reading, wanted, photo.decoded_scale) for reading in sheets.readings),
        refused=refused,
        outlines=tuple(outline for refusal in refused for outline in refusal.outlines),
    )


# --- printed sheets -----------------------------------------------------------------------------------


def _sheet_of(sighting: Sighting, wanted: Wanted) -> Sheet:
    """The sheet that the codes name, or the one that the caller named. Raises `PhotoError`."""
    from vision.errors import SheetUnknown

    try:
        return _named_sheet(sighting, wanted)
    except CompanionError as error:
        raise SheetUnknown(error.text("en"), error.text("ru")) from None


def _named_sheet(sighting: Sighting, wanted: Wanted) -> Sheet:
    """The sheet that the codes name, or the one that the caller named."""
    from printables.identity import Identity, typed_payload
    from vision.errors import OtherSheet, SheetUnknown

    code, identity = sighting.code, sighting.identity
    if code is None and identity is None and wanted.code:
        identity = Identity.from_payload(typed_payload(wanted.code))
    page = sighting.page
    serial: int | str
    if code is not None:
        game = catalog.find_game(code.game)
        options = parse_options(game.options, code.options)
        if code.options_code is not None:
            options = unpack_options(game.options, code.options_code)
        serial, lang = code.serial, code.lang
    elif identity is not None:
        game = codes.game_by_hash(identity.game_hash)
        options = unpack_options(game.options, identity.options)
        serial, lang = identity.serial, identity.lang
    elif wanted.game is not None:
        game, options, serial, lang = wanted.game, wanted.options or wanted.game.options(), "00000", "en"
    else:
        raise SheetUnknown(
            "the position tags are clear, but the sheet's codes cannot be read; come closer, or give the code "
            "printed at the bottom (--code) or the game (--game)",
            "метки видны, но коды листа не читаются; снимите ближе или укажите код внизу листа (--code) "
            "или игру (--game)",
        )
    if wanted.game is not None and wanted.game.name != game.name:
        raise OtherSheet(
            f"this is a sheet of {game.name}, not of {wanted.game.name}; "
            "leave out --game or photograph the other sheet",
            f"это лист игры {game.name}, а не {wanted.game.name}; уберите --game или снимите другой лист",
        )
    if wanted.game is not None and wanted.options is not None:
        options = wanted.options
    return _cached_sheet(game.name, options, page.paper.name, lang, serial)


@lru_cache(maxsize=16)
def _cached_sheet(name: str, options: Any, paper: str, lang: str, serial: int | str) -> Sheet:
    game = catalog.find_game(name)
    return game.sheet(options, paper=paper, lang=lang, serial=serial, options_code=pack_options(options))


def _found_on_sheet(reading: Reading, wanted: Wanted, decoded_scale: float) -> Found:
    game = catalog.find_game(reading.sheet.game)
    options = _options_of(game, reading.sheet, wanted)
    facts = SheetFacts(
        serial=reading.sheet.serial,
        paper=reading.sheet.paper,
        tags_seen=len(reading.sighting.tags) if reading.sighting is not None else 0,
        residual_mm=reading.page.residual_mm,
    )
    return found_in(reading, game, options, decoded_scale, facts)


def _options_of(game: Game[Any, Any], sheet: Sheet, wanted: Wanted) -> Any:
    if wanted.options is not None and wanted.game is not None:
        return wanted.options
    return parse_options(game.options, sheet.options)

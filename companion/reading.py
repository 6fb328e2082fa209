"""From a photo to reports: which sheet it is, what is drawn on it, what the rules say.

One photo may hold several positions: the grids of a sheet, or boards drawn by hand. What vision sees is
turned into positions by each game's `read`; nothing is repaired on the way.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

# One thread is fastest for the small systems solved here, and workers already use all cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from companion import catalog, codes, referee
from companion.doubts import certain_enough, doubts_of
from companion.errors import CompanionError
from companion.game import Game
from companion.options import pack_options, parse_options, unpack_options
from companion.referee import Report, SheetFacts
from companion.text import Text
from printables.marks import Mark, Symbol

if TYPE_CHECKING:
    from printables.layout import Board, Sheet
    from vision.annotate import ToPx
    from vision.errors import Outline, PhotoError
    from vision.locate import Sighting
    from vision.photo import Photo, Picture
    from vision.read import Reading, Stopwatch

FREEHAND_GAME = "tic_tac_toe"
"""The game that is read when a board is drawn by hand on any paper."""

LEAST_GRID_CONFIDENCE = 0.5
"""A hand-drawn grid less sure than this is not taken for a board."""


@dataclass(frozen=True, slots=True)
class Found:
    """One position in a photo: the report, the marks it was read from, and where its boards lie.

    `to_px` maps the boards' millimetres to pixels of the upright photo; for a board without a sheet the
    millimetres are made up, with cells of `boards[0].pitch_mm`.
    """

    report: Report
    marks: tuple[Mark, ...]
    boards: tuple[Board, ...]
    to_px: ToPx
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a sheet could not be used: a code for scripts, a line for people, and what it speaks of in the photo."""

    code: str
    text: Text
    outlines: tuple[Outline, ...] = ()

    def to_json(self, lang: str) -> dict[str, str]:
        """As `read --json` tells it."""
        return {"code": self.code, "text": self.text(lang)}


@dataclass(frozen=True, slots=True)
class PhotoReport:
    """What one photo gave: positions, or the error that kept it from being read.

    `refused` says why further sheets in the photo could not be used, when others could. `outlines` show in the
    picture what was seen of the refused ones, and what is missing.
    """

    photo: str
    found: tuple[Found, ...] = ()
    error_code: str | None = None
    error: Text | None = None
    refused: tuple[Refusal, ...] = ()
    outlines: tuple[Outline, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()
    picture: Picture | None = None

    @property
    def has_problems(self) -> bool:
        """Whether something drawn on the paper breaks the rules."""
        return any(found.report.has_problems for found in self.found)

    def to_json(self, lang: str, *, with_marks: bool) -> dict[str, Any]:
        """The object that `read --json` prints for this photo."""
        error = None if self.error is None else {"code": self.error_code, "text": self.error(lang)}
        readings = [
            found.report.to_json(lang)
            | ({"marks": [_mark_json(mark) for mark in found.marks]} if with_marks else {})
            for found in self.found
        ]
        timings = {stage: round(spent, 1) for stage, spent in self.timings_ms}
        shown = {"photo": self.photo, "error": error, "timings_ms": timings, "readings": readings}
        if self.refused:
            shown["refused"] = [refusal.to_json(lang) for refusal in self.refused]
        return shown


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the caller said beforehand: the game, its options, or the code typed from the sheet."""

    game: Game[Any, Any] | None = None
    options: Any = None
    code: str | None = None


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
        found, refused = _found(photo, wanted, watch)
    except PhotoError as error:
        return replace(
            _failed(name, error), picture=photo.picture, timings_ms=tuple(watch.timings_ms.items())
        )
    return PhotoReport(
        name,
        found,
        refused=refused,
        outlines=tuple(outline for refusal in refused for outline in refusal.outlines),
        timings_ms=tuple(watch.timings_ms.items()),
        picture=photo.picture,
    )


def _failed(name: str, error: PhotoError) -> PhotoReport:
    refusal = _refusal(error)
    return PhotoReport(name, error_code=refusal.code, error=refusal.text, outlines=refusal.outlines)


def _refusal(error: PhotoError) -> Refusal:
    return Refusal(error.code, Text(en=error.en, ru=error.ru), error.outlines)


def _found(photo: Photo, wanted: Wanted, watch: Stopwatch) -> tuple[tuple[Found, ...], tuple[Refusal, ...]]:
    """Printed sheets if there are tags, else boards drawn by hand; and the sheets that are no use.

    Raises `PhotoError` when nothing can be used. A sheet of another game than the wanted one is none of our
    business where the wanted one lies beside it.
    """
    from vision.errors import OtherSheet, SheetNotFound
    from vision.read import read_sheets

    try:
        sheets = read_sheets(photo, lambda sighting: _sheet_of(sighting, wanted), watch)
    except SheetNotFound as error:
        if error.tags_seen > 0 or (wanted.game is not None and wanted.game.name != FREEHAND_GAME):
            raise
        with watch.stage("freehand"):
            freehand = _freehand(photo, wanted)
        if not freehand:
            raise
        return freehand, ()
    found = tuple(_found_on_sheet(reading, wanted, photo.decoded_scale) for reading in sheets.readings)
    return found, tuple(_refusal(error) for error in sheets.refused if not isinstance(error, OtherSheet))


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
    position = game.read(certain_enough(reading.marks), options, begins=reading.begins)
    facts = SheetFacts(
        serial=reading.sheet.serial,
        paper=reading.sheet.paper,
        tags_seen=len(reading.sighting.tags),
        residual_mm=reading.page.residual_mm,
    )
    report = replace(
        referee.judge(game, position),
        options=options,
        sheet=facts,
        corners_px=_corners(reading.boards, reading.page.to_px, decoded_scale),
        doubtful=doubts_of(game, options, reading.marks, reading.begins, position),
    )
    return Found(report, reading.marks, reading.boards, reading.page.to_px, reading)


def _options_of(game: Game[Any, Any], sheet: Sheet, wanted: Wanted) -> Any:
    if wanted.options is not None and wanted.game is not None:
        return wanted.options
    return parse_options(game.options, sheet.options)


def _corners(boards: Sequence[Board], to_px: ToPx, decoded_scale: float) -> tuple[tuple[float, float], ...]:
    """The four corners round all boards of a position, in pixels of the photo as it was given."""
    import numpy as np

    boxes = [board.box_mm for board in boards]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    px = to_px(np.array([(left, top), (right, top), (right, bottom), (left, bottom)])) / decoded_scale
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in px)


# --- boards drawn by hand -----------------------------------------------------------------------------


def _freehand(photo: Photo, wanted: Wanted) -> tuple[Found, ...]:
    """Hand-drawn grids, read as games of tic-tac-toe."""
    import numpy as np

    from printables.layout import Ask, Board, Grid
    from printables.marks import Kind
    from vision.freehand.find import FreehandGrid, find_grids

    game = catalog.find_game(FREEHAND_GAME)
    options = wanted.options if wanted.options is not None and wanted.game is not None else game.options()
    ask = Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True)
    board = Board("1", Grid.CELLS, (0.0, 0.0), 10.0, 3, 3, (ask,))

    def found(grid: FreehandGrid) -> Found:
        def to_px(points: Any) -> Any:
            return np.array([grid.place_px((x / board.pitch_mm, y / board.pitch_mm)) for x, y in points])

        position = game.read(certain_enough(grid.marks), options, begins=None)
        report = replace(
            referee.judge(game, position),
            options=options,
            corners_px=tuple(
                (round(x / photo.decoded_scale, 1), round(y / photo.decoded_scale, 1))
                for x, y in grid.corners_px
            ),
            doubtful=doubts_of(game, options, grid.marks, None, position),
        )
        return Found(report, grid.marks, (board,), to_px)

    return tuple(
        found(grid) for grid in find_grids(photo.picture) if grid.confidence >= LEAST_GRID_CONFIDENCE
    )


# --- as JSON -----------------------------------------------------------------------------------------


def _mark_json(mark: Mark) -> dict[str, Any]:
    match mark.at:
        case ((ax, ay), (bx, by)):
            at: list[Any] = [[ax, ay], [bx, by]]
        case _:
            at = list(mark.at)
    return {
        "board": mark.board,
        "at": at,
        "symbol": mark.symbol.value,
        "player": mark.player,
        "colour": mark.colour,
        "confidence": mark.confidence,
    }

"""What a photo gave: positions with the marks they were read from, or why nothing could be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion import referee
from companion.doubts import certain_enough, doubts_of
from companion.game import Game
from companion.referee import Report, SheetFacts
from companion.seen_squares import PointedOut, SeenField, SeenSquares
from companion.text import Text
from printables.marks import Mark

if TYPE_CHECKING:
    from printables.layout import Board
    from vision.annotate import ToPx
    from vision.errors import Outline
    from vision.photo import Picture
    from vision.read import Reading


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
    seen: SeenField | None = None
    """Of a game drawn by hand: where it was seen, and what speaks for it."""


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
    picture what was seen of the refused ones, and what is missing. `squares` is the squared paper in the photo, with
    every game that may be drawn on it.
    """

    photo: str
    found: tuple[Found, ...] = ()
    error_code: str | None = None
    error: Text | None = None
    refused: tuple[Refusal, ...] = ()
    outlines: tuple[Outline, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()
    picture: Picture | None = None
    squares: SeenSquares | None = None

    @property
    def has_problems(self) -> bool:
        """Whether something drawn on the paper breaks the rules."""
        return any(found.report.has_problems for found in self.found)

    def to_json(self, lang: str, *, with_marks: bool) -> dict[str, Any]:
        """The object that `read --json` prints for this photo."""
        error = None if self.error is None else {"code": self.error_code, "text": self.error(lang)}
        readings = [
            found.report.to_json(lang)
            | {"reason": None if found.seen is None else found.seen.why(lang)}
            | ({"marks": [_mark_json(mark) for mark in found.marks]} if with_marks else {})
            for found in self.found
        ]
        timings = {stage: round(spent, 1) for stage, spent in self.timings_ms}
        shown = {"photo": self.photo, "error": error, "timings_ms": timings, "readings": readings}
        if self.refused:
            shown["refused"] = [refusal.to_json(lang) for refusal in self.refused]
        if self.squares is not None:
            shown["guesses"] = [field.to_json(lang) for field in self.squares.fields]
        return shown


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the caller said beforehand: the game, its options, the code typed from the sheet, or where on squared paper
    the game is, as left, top, width and height in pixels of the upright photo.

    Fields that were `pointed_out` are read as they stand, each as its own game, and nothing else is.
    """

    game: Game[Any, Any] | None = None
    options: Any = None
    code: str | None = None
    field_px: tuple[float, float, float, float] | None = None
    pointed_out: tuple[PointedOut, ...] = ()


def found_in(
    reading: Reading,
    game: Game[Any, Any],
    options: Any,
    decoded_scale: float,
    sheet: SheetFacts | None = None,
) -> Found:
    """What a reading gives: its marks as a position of the game, judged, with what is doubtful in it."""
    position = game.read(certain_enough(reading.marks), options, begins=reading.begins)
    report = replace(
        referee.judge(game, position),
        options=options,
        sheet=sheet,
        corners_px=corners_px(reading.boards, reading.page.to_px, decoded_scale),
        doubtful=doubts_of(game, options, reading.marks, reading.begins, position),
    )
    return Found(report, reading.marks, reading.boards, reading.page.to_px, reading)


def corners_px(boards: Sequence[Board], to_px: ToPx, decoded_scale: float) -> tuple[tuple[float, float], ...]:
    """The four corners round all boards of a position, in pixels of the photo as it was given."""
    import numpy as np

    boxes = [board.box_mm for board in boards]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    px = to_px(np.array([(left, top), (right, top), (right, bottom), (left, bottom)])) / decoded_scale
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in px)


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

"""Pretend photos to be measured on: random lawful positions, drawn and photographed from a seed.

The only place of the product that knows the program that makes pretend photos, and only while it measures.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from companion import catalog, press
from companion.bench.case import Case, Comparison, compare_marks
from companion.found import PhotoReport, Wanted
from companion.options import parse_options
from companion.reading import read_bytes
from companion.same_places import as_drawn
from companion.trial import random_position
from printables.layout import Sheet
from printables.marks import Mark

if TYPE_CHECKING:
    from samples.camera import PretendPhoto

FIRST_SEED = 1_000_000
"""The readers are trained and thresholds chosen on smaller seeds."""

LEGEND_FILLED = 0.9
"""Share of the players who fill in the legend."""


@dataclass(frozen=True, slots=True)
class PretendJob:
    """A photo to make and read."""

    game: str
    level: str
    seed: int
    setting: tuple[tuple[str, str], ...] = ()
    """Options other than usual."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A sheet and what is drawn on it: marks, the "begins" box of one player, and the legend, or not."""

    sheet: Sheet
    marks: tuple[Mark, ...]
    begins: int
    fills_legend: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A pretend photo with everything that is known about it."""

    drawn: Drawn
    shot: PretendPhoto


def measure_pretend(job: PretendJob) -> Case:
    """Make one photo, read it, compare."""
    taken = take(job)
    report = read_bytes(taken.shot.data, Wanted(), clock=time.process_time)
    width, height = taken.shot.size_px
    if report.error is None:
        read = [mark for found in report.found for mark in found.marks]
        compared = compare_drawn(taken.drawn, read)
    else:
        compared = Comparison(len(taken.drawn.marks), 0, 0, 0, (str(report.error),))
    sheet = report.found[0].report.sheet if report.found else None
    return Case(
        game=job.game,
        group=job.level,
        name=str(job.seed),
        error=report.error_code,
        compared=compared,
        residual_mm=None if sheet is None else sheet.residual_mm,
        flat_mm=flat_error_mm(taken, report),
        stages_ms=report.timings_ms,
        decode_ms=pure_decode_ms(taken.shot.data),
        pixels=width * height,
        is_told=taken.drawn.fills_legend,
    )


def take(job: PretendJob) -> Taken:
    """The photo of this seed."""
    from samples.levels import Level
    from samples.pretend import pretend_photo

    drawn = draw(job.game, job.seed, job.setting)
    shot = pretend_photo(
        drawn.sheet,
        drawn.marks,
        level=Level(job.level),
        seed=job.seed,
        begins=drawn.begins,
        fills_legend=drawn.fills_legend,
    )
    return Taken(drawn, shot)


def draw(game_name: str, seed: int, setting: tuple[tuple[str, str], ...] = ()) -> Drawn:
    """A random lawful position on every group of boards of a sheet, a usual one without a `setting`."""
    game, chance = catalog.find_game(game_name), Random(seed)
    options = game.fresh(parse_options(game.options, setting), chance)
    sheet = press.make_sheet(game, options, lang=chance.choice(["ru", "en"]), serial=seed % 7)
    begins = chance.randrange(2)
    marks: list[Mark] = []
    for group in dict.fromkeys(board.group for board in sheet.boards):
        marks += _on_group(game.ink(random_position(game, options, chance)), sheet, group)
    return Drawn(sheet, tuple(marks), begins, chance.random() < LEGEND_FILLED)


def compare_drawn(drawn: Drawn, read: Sequence[Mark]) -> Comparison:
    """What was drawn against what was read.

    Points drawn anywhere are read a little beside where they were drawn, and count as the ones that they are near to.
    With empty legend boxes nothing on the paper says whose pen is whose: the players exchanged are as right.
    """
    read = as_drawn(drawn.marks, read)
    compared = compare_marks(drawn.sheet, drawn.marks, read)
    if drawn.fills_legend:
        return compared
    exchanged = [
        replace(mark, player=None if mark.player is None else 1 - mark.player) for mark in drawn.marks
    ]
    return min(compared, compare_marks(drawn.sheet, exchanged, read), key=lambda one: one.wrong)


def _on_group(marks: Iterable[Mark], sheet: Sheet, group: int) -> list[Mark]:
    """Marks of one position, put on the boards of a group: games draw on the sheet's first one."""
    names = [board.name for board in sheet.boards if board.group == group]
    return [replace(mark, board=names[0]) if len(names) == 1 else mark for mark in marks]


def flat_error_mm(taken: Taken, report: PhotoReport) -> float | None:
    """How far the reader's map puts spots of the boards from where they are: the 99th percentile, in mm."""
    import numpy as np

    if not report.found or report.found[0].reading is None:
        return None
    page = report.found[0].reading.page
    points = np.array([node for board in taken.drawn.sheet.boards for node in board.nodes_mm()])
    true = taken.shot.to_px(points)
    step = (taken.shot.to_px(points + [0.5, 0.0]) - true, taken.shot.to_px(points + [0.0, 0.5]) - true)
    px_per_mm = np.minimum(*(np.hypot(*one.T) / 0.5 for one in step))
    away = np.hypot(*(page.to_px(points) - true).T) / px_per_mm
    return float(np.percentile(away, 99))


def pure_decode_ms(data: bytes) -> float:
    """Decoding the file and nothing else: what every time is held against."""
    import io

    from PIL import Image

    started = time.process_time()
    Image.open(io.BytesIO(data)).load()
    return (time.process_time() - started) * 1000

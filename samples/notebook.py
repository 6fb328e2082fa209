"""Pretend photos of games drawn by hand on squared notebook paper: no sheet, no tags, only printed squares.

The squares are the paper's own, with a margin line or without; boards lie on them, and so do the hands' strokes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from printables.layout import Board, Line, PointMm, Sheet, Tone
from printables.marks import Mark
from samples import hand as hands
from samples.camera import PretendPhoto, photograph
from samples.levels import RANGES, Level
from samples.pens import ink
from samples.pretend import PAGE_PX_PER_MM, PAPER, Image, paper_tooth, players, printed_toner, strokes_of

PAGES_MM = ((160.0, 202.0), (210.0, 297.0))
"""A school notebook's page, and A4."""

LINE_COLOURS = ((0.86, 0.70, 0.62), (0.80, 0.62, 0.68), (0.66, 0.66, 0.66), (0.68, 0.80, 0.64))
"""Share of blue, green and red light that a printed line leaves: blue, violet, grey and green ones."""

LINE_MM = (0.12, 0.3)
STRENGTH = (0.45, 1.1)
"""Width of the lines, and how strongly they are printed, for the palest and the darkest paper."""

MARGIN_CHANCE = 0.5
MARGIN_COLOUR = (0.62, 0.58, 0.9)


@dataclass(frozen=True, slots=True)
class SquaredPage:
    """A page of squared paper: its size, its squares, where crossing (0, 0) lies, all in mm."""

    page_mm: tuple[float, float]
    square_mm: float
    start_mm: PointMm

    @staticmethod
    def random(rng: np.random.Generator, square_mm: float = 5.0) -> SquaredPage:
        """A page as they are sold."""
        page_mm = PAGES_MM[int(rng.integers(len(PAGES_MM)))]
        start = rng.uniform(0.3, square_mm - 0.3, 2)
        return SquaredPage(page_mm, square_mm, (float(start[0]), float(start[1])))

    def crossing_mm(self, x: float, y: float) -> PointMm:
        """Where a crossing lies."""
        return self.start_mm[0] + x * self.square_mm, self.start_mm[1] + y * self.square_mm

    @property
    def squares(self) -> tuple[int, int]:
        """Whole squares across and down."""
        return tuple(  # type: ignore[return-value]
            int((side - start) // self.square_mm)
            for side, start in zip(self.page_mm, self.start_mm, strict=True)
        )


def notebook_photo(
    page: SquaredPage,
    boards: Sequence[Board],
    marks: Sequence[Mark],
    *,
    level: Level,
    seed: int,
    frames: Sequence[Sequence[PointMm]] = (),
    pens: Sequence[str] | None = None,
    long_px: int | None = None,
) -> PretendPhoto:
    """A photo of marks drawn on boards that lie on squared paper; `frames` are lines through points, in mm, which the
    first player draws for the field itself."""
    rng = np.random.default_rng([seed, 11])
    ranges = RANGES[level]
    sheet = _squares(page, tuple(boards), float(rng.uniform(*LINE_MM)))
    texture = _paper(sheet, rng)
    tooth = paper_tooth(texture.shape[:2], int(rng.integers(4)))
    texture *= (1 - 0.02 * tooth)[..., None]
    table = players(marks, rng, float(rng.uniform(*ranges.slop)), pens)
    strokes = strokes_of(sheet, marks, table, rng, fills_legend=False, begins=None)
    for frame in frames:
        strokes[0] += hands.polyline([np.array(point) for point in frame], table[0].hand, rng)
    for paths, player in zip(strokes, table, strict=True):
        ink(texture, paths, player.pen, PAGE_PX_PER_MM, tooth, rng)
    return photograph(texture, PAGE_PX_PER_MM, level=level, rng=rng, long_px=long_px)


def _squares(page: SquaredPage, boards: tuple[Board, ...], width_mm: float) -> Sheet:
    """The page as a sheet: nothing but lines."""
    (across, down), (wide, high) = page.squares, page.page_mm
    upright = [page.crossing_mm(column, 0)[0] for column in range(across + 1)]
    level = [page.crossing_mm(0, row)[1] for row in range(down + 1)]
    lines = [Line((x, 0.0), (x, high), width_mm, Tone.BLACK) for x in upright]
    lines += [Line((0.0, y), (wide, y), width_mm, Tone.BLACK) for y in level]
    return Sheet(
        game="notebook",
        options=(),
        serial="",
        paper="a4",
        page_mm=page.page_mm,
        lang="ru",
        boards=boards,
        tags=(),
        codes=(),
        legends=(),
        shapes=tuple(lines),
    )


def _paper(sheet: Sheet, rng: np.random.Generator) -> Image:
    """Squared paper, linear BGR."""
    cover = printed_toner(sheet).astype(np.float32) / 255
    strength = float(rng.uniform(*STRENGTH))
    colour = np.array(LINE_COLOURS[int(rng.integers(len(LINE_COLOURS)))], np.float32) ** strength
    tint = np.array(PAPER, np.float32) * np.float32(rng.uniform(0.92, 1.05))
    paper = tint * (1 - cover[..., None] * (1 - colour))
    if rng.random() < MARGIN_CHANCE:
        at = round(float(rng.uniform(18, 28)) * PAGE_PX_PER_MM)
        paper[:, at : at + 2] *= np.array(MARGIN_COLOUR, np.float32)
    return np.ascontiguousarray(paper, np.float32)

"""Pretend photos of games drawn by hand on squared notebook paper: no sheet, no tags, only printed squares.

The squares are the paper's own, with a margin line or without; boards lie on them, and so do the hands' strokes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from printables.cards import FOOT_MM, WHITE_MM
from printables.fiducials import CARD_TAG_MM, TAG_MODULES, tag_rows
from printables.layout import Ask, Board, Grid, Line, PointMm, Sheet, Tone
from printables.marks import Kind, Mark, Symbol
from samples import hand as hands
from samples.camera import PretendPhoto, photograph
from samples.levels import RANGES, Level
from samples.pens import ink
from samples.pretend import (
    BLACK,
    PAGE_PX_PER_MM,
    PAPER,
    Image,
    paper_tooth,
    players,
    printed_toner,
    strokes_of,
)

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


@dataclass(frozen=True, slots=True)
class Card:
    """A marker card on the page: its tag, where its middle lies in mm, and how it is turned, in degrees."""

    number: int
    at_mm: PointMm
    angle_deg: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A game drawn on squared paper: its board, the marks on it, and the lines of the field itself, in mm."""

    board: Board
    marks: tuple[Mark, ...]
    frames: tuple[tuple[PointMm, ...], ...] = ()

    @staticmethod
    def on_board(board: Board, marks: Sequence[Mark], frames: Sequence[Sequence[PointMm]] = ()) -> Drawing:
        """The marks put on a board, whatever theirs is called on a sheet."""
        own = tuple(replace(mark, board=board.name) for mark in marks)
        return Drawing(board, own, tuple(tuple(frame) for frame in frames))


def small_grid(
    page: SquaredPage, name: str, at: tuple[int, int], squares: int, marks: Sequence[Mark]
) -> Drawing:
    """A grid of three by three cells of so many squares, its top left corner on a crossing."""
    left, top = page.crossing_mm(*at)
    pitch = squares * page.square_mm
    ask = Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True)
    board = Board(name, Grid.CELLS, (left, top), pitch, 3, 3, (ask,))
    lines = [
        line
        for k in (1, 2)
        for line in (
            ((left + k * pitch, top), (left + k * pitch, top + 3 * pitch)),
            ((left, top + k * pitch), (left + 3 * pitch, top + k * pitch)),
        )
    ]
    return Drawing.on_board(board, marks, lines)


def photo_of_games(
    page: SquaredPage,
    drawings: Sequence[Drawing],
    *,
    level: Level,
    seed: int,
    cards: Sequence[Card] = (),
    pens: Sequence[str] | None = None,
    long_px: int | None = None,
) -> PretendPhoto:
    """A photo of several games on one page, with marker cards lying on it."""
    return notebook_photo(
        page,
        [drawing.board for drawing in drawings],
        [mark for drawing in drawings for mark in drawing.marks],
        level=level,
        seed=seed,
        frames=[frame for drawing in drawings for frame in drawing.frames],
        pens=pens,
        cards=cards,
        long_px=long_px,
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
    cards: Sequence[Card] = (),
    long_px: int | None = None,
) -> PretendPhoto:
    """A photo of marks drawn on boards that lie on squared paper; `frames` are lines through points, in mm, which the
    first player draws for the field itself. Marker cards lie on top."""
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
    for card in cards:
        _lay(texture, card)
    return photograph(texture, PAGE_PX_PER_MM, level=level, rng=rng, long_px=long_px)


def _lay(texture: Image, card: Card) -> None:
    """Lay a marker card on the page."""
    tag = np.array([[module == "#" for module in row] for row in tag_rows(card.number)], np.uint8)
    module = round(CARD_TAG_MM * PAGE_PX_PER_MM / TAG_MODULES)
    face = np.kron(tag, np.ones((module, module), np.uint8))
    white = round(WHITE_MM * PAGE_PX_PER_MM)
    face = np.pad(face, ((white, white + round(FOOT_MM * PAGE_PX_PER_MM)), (white, white)))
    height, width = face.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), card.angle_deg, 1.0)
    turn[:, 2] += np.array(card.at_mm) * PAGE_PX_PER_MM - [width / 2, height / 2]
    size = texture.shape[1], texture.shape[0]
    there = cv2.warpAffine(np.full_like(face, 255), turn, size, flags=cv2.INTER_LINEAR)
    toner = cv2.warpAffine(face * 255, turn, size, flags=cv2.INTER_LINEAR)
    share, black = (layer.astype(np.float32)[..., None] / 255 for layer in (there, toner))
    paper = np.array(PAPER, np.float32) * (1 - black) + np.float32(BLACK) * black
    texture[:] = texture * (1 - share) + paper * share


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

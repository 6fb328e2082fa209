"""Pretend photos of games drawn by hand on squared notebook paper: no sheet, no tags, only printed squares or dots.

The squares are the paper's own, with a margin line or without; boards lie on them, and so do the hands' strokes. The
notebook may lie open, with a second page beside the played one, and on other papers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from printables.cards import FOOT_MM, WHITE_MM
from printables.fiducials import CARD_TAG_MM, TAG_MODULES, tag_rows
from printables.layout import Ask, Board, BoxMm, Disc, Grid, Line, PointMm, Shape, Sheet, Tone
from printables.marks import Kind, Mark, Symbol
from samples import hand as hands
from samples.camera import PretendPhoto, photograph
from samples.hand import Path
from samples.letters import written
from samples.levels import RANGES, Level
from samples.pens import ink
from samples.pretend import (
    BLACK,
    PAGE_PX_PER_MM,
    PAPER,
    Image,
    Player,
    paper_tooth,
    players,
    printed_toner,
    strokes_of,
)
from samples.table import TILE_PX, table_top

PAGES_MM = ((160.0, 202.0), (210.0, 297.0))
"""A school notebook's page, and A4."""

LINE_COLOURS = ((0.86, 0.70, 0.62), (0.80, 0.62, 0.68), (0.66, 0.66, 0.66), (0.68, 0.80, 0.64))
"""Share of blue, green and red light that a printed line leaves: blue, violet, grey and green ones."""

LINE_MM = (0.12, 0.3)
DOT_MM = (0.2, 0.35)
STRENGTH = (0.45, 1.1)
"""Width of the lines, radius of the dots of dotted paper, and how strongly they are printed, for the palest and the
darkest paper."""

MARGIN_CHANCE = 0.5
MARGIN_COLOUR = (0.62, 0.58, 0.9)

SPINE_MM = 7.0
SPINE_SHADE = (0.2, 0.55)
"""How far the shadow of an open notebook's spine reaches, and how much light it takes."""

AROUND_MM = 30.0
OTHER_PAPERS = 3
"""How far a table with other papers is seen around a page, and at most how many papers."""


@dataclass(frozen=True, slots=True)
class SquaredPage:
    """A page of squared paper: its size, its squares, where crossing (0, 0) lies, all in mm; dotted paper has only
    the crossings printed."""

    page_mm: tuple[float, float]
    square_mm: float
    start_mm: PointMm
    is_dotted: bool = False

    @staticmethod
    def random(rng: np.random.Generator, square_mm: float = 5.0, *, is_dotted: bool = False) -> SquaredPage:
        """A page as they are sold."""
        page_mm = PAGES_MM[int(rng.integers(len(PAGES_MM)))]
        start = rng.uniform(0.3, square_mm - 0.3, 2)
        return SquaredPage(page_mm, square_mm, (float(start[0]), float(start[1])), is_dotted)

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
class DrawnGame:
    """A game drawn on squared paper: its board, the marks on it, and the lines of the field itself, in mm."""

    board: Board
    marks: tuple[Mark, ...]
    frames: tuple[tuple[PointMm, ...], ...] = ()

    @staticmethod
    def on_board(board: Board, marks: Sequence[Mark], frames: Sequence[Sequence[PointMm]] = ()) -> DrawnGame:
        """The marks put on a board, whatever theirs is called on a sheet."""
        own = tuple(replace(mark, board=board.name) for mark in marks)
        return DrawnGame(board, own, tuple(tuple(frame) for frame in frames))


def small_grid(
    page: SquaredPage, name: str, at: tuple[int, int], squares: int, marks: Sequence[Mark]
) -> DrawnGame:
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
    return DrawnGame.on_board(board, marks, lines)


def photo_of_games(
    page: SquaredPage,
    games: Sequence[DrawnGame],
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
        [drawing.board for drawing in games],
        [mark for drawing in games for mark in drawing.marks],
        level=level,
        seed=seed,
        frames=[frame for drawing in games for frame in drawing.frames],
        pens=pens,
        cards=cards,
        long_px=long_px,
    )


@dataclass(frozen=True, slots=True)
class Lined:
    """A line through points, in mm."""

    player: int
    points: tuple[PointMm, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A word in letters of this height round a place, in mm."""

    player: int
    text: str
    middle_mm: PointMm
    height_mm: float


@dataclass(frozen=True, slots=True)
class Shaded:
    """A box in mm, shaded by strokes `gap_mm` apart."""

    player: int
    box_mm: BoxMm
    gap_mm: float


Drawing = Lined | Written | Shaded
"""What a hand draws that is no mark on a board."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """What lies around the played page: the notebook's other page on the left or the right, and other papers."""

    other_page: int = 0
    """-1: on the left, 1: on the right, 0: none."""
    has_papers: bool = False

    @staticmethod
    def random(rng: np.random.Generator, page: SquaredPage) -> Scenery:
        """As people photograph: half of them only the page, and of a large notebook never both pages."""
        other_page = int(rng.choice([0, 0, -1, 1])) if page.page_mm == PAGES_MM[0] else 0
        return Scenery(other_page, bool(rng.random() < 0.3))


def notebook_photo(
    page: SquaredPage,
    boards: Sequence[Board],
    marks: Sequence[Mark],
    *,
    level: Level,
    seed: int,
    frames: Sequence[Sequence[PointMm]] = (),
    drawings: Sequence[Drawing] = (),
    pens: Sequence[str] | None = None,
    has_one_pen: bool = False,
    scenery: Scenery | None = None,
    cards: Sequence[Card] = (),
    long_px: int | None = None,
) -> PretendPhoto:
    """A photo of marks drawn on boards that lie on squared paper; `frames` are lines through points, in mm, which the
    first player draws for the field itself. With `has_one_pen` everything is drawn by the same pen and hand. Marker
    cards lie on top."""
    rng = np.random.default_rng([seed, 11])
    ranges = RANGES[level]
    sheet = _squares(page, tuple(boards), rng)
    texture = _paper(sheet, rng)
    tooth = paper_tooth(texture.shape[:2], int(rng.integers(4)))
    texture *= (1 - 0.02 * tooth)[..., None]
    table = players(marks, rng, float(rng.uniform(*ranges.slop)), pens)
    if has_one_pen:
        table = (table[0], replace(table[0], sign=table[1].sign))
    strokes = strokes_of(sheet, marks, table, rng, fills_legend=False, begins=None)
    for frame in frames:
        strokes[0] += hands.polyline([np.array(point) for point in frame], table[0].hand, rng)
    for drawing in drawings:
        strokes[drawing.player] += _drawn(drawing, table[drawing.player], rng)
    for paths, player in zip(strokes, table, strict=True):
        ink(texture, paths, player.pen, PAGE_PX_PER_MM, tooth, rng)
    for card in cards:
        _lay(texture, card)
    texture, shift_mm = _with_scenery(texture, page, scenery or Scenery(), rng)
    shot = photograph(texture, PAGE_PX_PER_MM, level=level, rng=rng, long_px=long_px)
    moved = (
        shot.print_shift_mm[0] + shift_mm[0] * shot.print_scale,
        shot.print_shift_mm[1] + shift_mm[1] * shot.print_scale,
    )
    return replace(shot, print_shift_mm=moved)


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


def _drawn(drawing: Drawing, player: Player, rng: np.random.Generator) -> list[Path]:
    match drawing:
        case Lined(_, points):
            return hands.polyline([np.array(point) for point in points], player.hand, rng)
        case Written(_, text, middle, height):
            return written(text, middle, height, player.hand, rng)
        case Shaded(_, box, gap):
            return hands.hatch(box, gap, player.hand, rng, is_zigzag=True)


def _squares(page: SquaredPage, boards: tuple[Board, ...], rng: np.random.Generator) -> Sheet:
    """The page as a sheet: nothing but lines, or dots."""
    (across, down), (wide, high) = page.squares, page.page_mm
    width_mm = float(rng.uniform(*LINE_MM))
    upright = [page.crossing_mm(column, 0)[0] for column in range(across + 1)]
    level = [page.crossing_mm(0, row)[1] for row in range(down + 1)]
    shapes: list[Shape] = [Line((x, 0.0), (x, high), width_mm, Tone.BLACK) for x in upright]
    shapes += [Line((0.0, y), (wide, y), width_mm, Tone.BLACK) for y in level]
    if page.is_dotted:
        radius = float(rng.uniform(*DOT_MM))
        shapes = [Disc((x, y), radius, 0.0, Tone.BLACK) for x in upright for y in level]
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
        shapes=tuple(shapes),
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


# --- what lies around -----------------------------------------------------------------------------------


def _with_scenery(
    texture: Image, page: SquaredPage, scenery: Scenery, rng: np.random.Generator
) -> tuple[Image, PointMm]:
    """The page with what lies around it, and where its corner lies on the whole, in mm."""
    left = top = 0.0
    if scenery.other_page:
        start = rng.uniform(0.3, page.square_mm - 0.3, 2)
        other = replace(page, start_mm=(float(start[0]), float(start[1])))
        beside = _paper(_squares(other, (), rng), rng)[: texture.shape[0], : texture.shape[1]]
        pages = (beside, texture) if scenery.other_page < 0 else (texture, beside)
        left = beside.shape[1] / PAGE_PX_PER_MM if scenery.other_page < 0 else 0.0
        texture = np.ascontiguousarray(np.concatenate(pages, axis=1))
        spine = pages[0].shape[1]
        away = np.abs(np.arange(texture.shape[1]) - spine) / (SPINE_MM * PAGE_PX_PER_MM)
        texture *= (1 - float(rng.uniform(*SPINE_SHADE)) * np.exp(-away)).astype(np.float32)[None, :, None]
    if scenery.has_papers:
        texture = _on_papers(texture, rng)
        left, top = left + AROUND_MM, top + AROUND_MM
    return texture, (left, top)


def _on_papers(texture: Image, rng: np.random.Generator) -> Image:
    """A table round the page, with other papers on it that are plain, ruled or written on."""
    margin = round(AROUND_MM * PAGE_PX_PER_MM)
    height, width = texture.shape[0] + 2 * margin, texture.shape[1] + 2 * margin
    tile = table_top(rng)
    around = np.tile(tile, (height // TILE_PX + 1, width // TILE_PX + 1, 1))[:height, :width].copy()
    for _ in range(int(rng.integers(1, OTHER_PAPERS + 1))):
        sheet = _other_paper(rng)
        angle = float(rng.uniform(-40, 40))
        turn = cv2.getRotationMatrix2D((sheet.shape[1] / 2, sheet.shape[0] / 2), angle, 1.0)
        turn[:, 2] += rng.uniform([0, 0], [width, height]) - [sheet.shape[1] / 2, sheet.shape[0] / 2]
        laid = cv2.warpAffine(sheet, turn, (width, height))
        covered = cv2.warpAffine(np.ones(sheet.shape[:2], np.uint8), turn, (width, height)) > 0
        around[covered] = laid[covered]
    around[margin:-margin, margin:-margin] = texture
    return np.ascontiguousarray(around, np.float32)


def _other_paper(rng: np.random.Generator) -> Image:
    """A sheet of paper as it lies about: bare, ruled, or with lines of writing."""
    wide, high = (round(side * PAGE_PX_PER_MM) for side in PAGES_MM[int(rng.integers(len(PAGES_MM)))])
    sheet = np.empty((high, wide, 3), np.float32)
    sheet[:] = np.array(PAPER, np.float32) * np.float32(rng.uniform(0.85, 1.05))
    kind = str(rng.choice(["bare", "ruled", "written"]))
    gap = round(float(rng.uniform(7, 10)) * PAGE_PX_PER_MM)
    for y in range(gap * 2, high - gap, gap):
        if kind == "ruled":
            sheet[y : y + 2] *= np.array(LINE_COLOURS[0], np.float32)
        elif kind == "written":
            x = gap
            while x < wide - 4 * gap:
                length = int(rng.integers(gap, 4 * gap))
                points = np.stack(
                    [
                        np.arange(x, x + length, 9),
                        y + rng.integers(-gap // 5, gap // 5, len(range(x, x + length, 9))),
                    ],
                    1,
                )
                cv2.polylines(sheet, [points.astype(np.int32)], False, (0.1, 0.08, 0.07), 3, cv2.LINE_AA)
                x += length + int(rng.integers(gap // 2, gap))
    return sheet

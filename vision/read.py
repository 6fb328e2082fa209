"""The story of a photo: found, flattened, ink taken off, marks read. Every step is one call."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board, Grid, Sheet
from printables.marks import Kind, Mark, Symbol
from vision import nets
from vision.colours import NO_SAMPLES, InkSamples, PenColours, learn_pens, legend_agreement
from vision.errors import Outline, PhotoError, SheetCropped, SheetNotFound, SheetUnclear
from vision.flatten import FRAME_SEEN, PageMap, fit_page, flat_picture
from vision.ink import Ink, separate_ink
from vision.legend import legend_samples, legend_signs, who_begins
from vision.locate import Sighting, locate
from vision.page import Dot, InkedPage
from vision.photo import Photo, Picture
from vision.quality import check_quality, explained, outlines_of
from vision.readers import READERS
from vision.readers.cell import unexplained
from vision.readers.join import clear_samples
from vision.readers.loose import asks_for_dots, dots_on, with_drawn_points
from vision.readers.signs import NETS as SIGN_NETS
from vision.readers.signs import sign_chances
from vision.readers.strokes import strokes_on
from vision.tags import Grey

SheetFinder = Callable[[Sighting], Sheet]
"""Gives the sheet that a sighting's codes name; the games know it, vision does not."""

LEAST_SEEN_LINES = 0.1
"""Share of printed lines found where they should be; with less, the page was not flattened."""

LARGEST_RESIDUAL_MM = 0.22
"""A median residual above this means that the page's map is wrong somewhere."""

OUTSIDE_MARGIN_PX = 2
"""How far a board's outermost points may lie beyond the picture's edge."""

LEAST_AGREEMENT = 0.0
"""Mean log odds by which the dots in each legend box must lean to their own pen. With less the marks fall into two
kinds for another reason than their pens, and no owner is sure. (Other games' boxes hold other signs than boards.)"""

CLEAR_SHADE = 0.9
"""Shading surer than this has no outline of its own."""

CLEAR_SIGN = 0.9
"""A spot with a sign this clear teaches the colours of the pens."""

LEAST_MARKS_OF_SIGN = 2
"""So many marks of a second sign mean that the players differ by signs, when they do by nothing else."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All marks of one group of boards on a sheet, with what is needed to show them on the photo.

    `sighting` is `None` for squared paper, which has no tags.
    """

    sheet: Sheet
    sighting: Sighting | None
    page: PageMap
    flat: Picture
    ink: Ink
    group: int
    marks: tuple[Mark, ...]
    begins: int | None

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards that make up this position."""
        return tuple(board for board in self.sheet.boards if board.group == self.group)


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds per stage, in order; by the clock on the wall, or by that of the process."""

    timings_ms: dict[str, float]
    clock: Callable[[], float] = time.perf_counter

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block and add it to the stage of that name."""
        start = self.clock()
        try:
            yield
        finally:
            spent = (self.clock() - start) * 1000
            self.timings_ms[name] = self.timings_ms.get(name, 0.0) + spent


@dataclass(frozen=True, slots=True)
class Sheets:
    """What the sheets in a photo gave: the readings of those that can be used, and why the others cannot."""

    readings: tuple[Reading, ...]
    refused: tuple[PhotoError, ...]


def read_sheets(
    photo: Photo,
    find_sheet: SheetFinder,
    watch: Stopwatch,
    without_squares: Callable[[Grey], Grey | None] | None = None,
) -> Sheets:
    """Every position on every sheet in the photo; `without_squares` gives the grey picture without squared paper, where
    there is any. Raises `PhotoError` when no sheet can be used."""
    with watch.stage("locate"):
        try:
            sightings = locate(photo, without_squares)
        except SheetNotFound as error:
            raise explained(error, photo.picture) from None
    readings: list[Reading] = []
    refused: list[PhotoError] = []
    for sighting in sightings:
        try:
            sheet = find_sheet(sighting)
            with watch.stage("locate"):
                check_quality(photo.picture, sighting, sheet)
            readings += read_sheet(photo, sighting, sheet, watch)
        except PhotoError as error:
            error.outlines += outlines_of(sighting)
            refused.append(error)
    if not readings:
        raise refused[0]
    return Sheets(tuple(readings), tuple(refused))


def read_sheet(photo: Photo, sighting: Sighting, sheet: Sheet, watch: Stopwatch) -> list[Reading]:
    """The positions on one sheet, a reading per group of boards."""
    with watch.stage("flatten"):
        page = fit_page(photo.picture, sighting, sheet)
        _check(photo, page, sheet)
        flat = flat_picture(photo.picture, page)
    with watch.stage("ink"):
        ink = separate_ink(flat, sheet)
        dots = {board.name: dots_on(ink, sheet, board) for board in sheet.boards if asks_for_dots(board)}
        sheet = with_drawn_points(sheet, dots)
    with watch.stage("pens"):
        inked = inked_page(ink, sheet, dots)
    with watch.stage("marks"):
        marks = {board.name: read_board(inked, board) for board in sheet.boards}
    return [
        Reading(
            sheet=sheet,
            sighting=sighting,
            page=page,
            flat=flat,
            ink=ink,
            group=group,
            marks=tuple(mark for board in sheet.boards if board.group == group for mark in marks[board.name]),
            begins=who_begins(ink, sheet, group),
        )
        for group in dict.fromkeys(board.group for board in sheet.boards)
    ]


def _check(photo: Photo, page: PageMap, sheet: Sheet) -> None:
    """Refuse what cannot be read honestly: cropped fields, and pages that would not flatten."""
    width, height = photo.size_px
    for board in sheet.boards:
        left, top, right, bottom = board.box_mm
        corners = page.to_px(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))
        low, high = corners.min(0), corners.max(0)
        if (low < -OUTSIDE_MARGIN_PX).any() or (
            high > [width + OUTSIDE_MARGIN_PX, height + OUTSIDE_MARGIN_PX]
        ).any():
            raise SheetCropped(
                "the field runs out of the picture; expected all of it; step back and show the whole sheet",
                "поле не поместилось в снимок целиком; отойдите и снимите весь лист",
                outlines=(_round(board, page, is_good=False),),
            )
    boards = tuple(_round(board, page, is_good=False) for board in sheet.boards)
    if page.seen_share < LEAST_SEEN_LINES:
        raise SheetUnclear(
            f"only {page.seen_share:.0%} of the printed lines are clear; expected at least {LEAST_SEEN_LINES:.0%}; "
            "flatten the sheet, uncover it, hold still and give it more light",
            f"ясно видно только {page.seen_share:.0%} линий листа; нужно хотя бы {LEAST_SEEN_LINES:.0%}; "
            "расправьте и откройте лист, не дрожите и добавьте света",
            outlines=boards,
        )
    if page.frame_signal < FRAME_SEEN:
        raise SheetUnclear(
            "a stretch of the field's frame is not where it should be; expected it all round the field; "
            "flatten the sheet there, uncover it, come nearer and give it more light",
            "часть рамки поля не там, где должна быть; она нужна вокруг всего поля; "
            "расправьте там лист, откройте его, подойдите ближе и добавьте света",
            outlines=boards,
        )
    if not page.residual_mm < LARGEST_RESIDUAL_MM:
        raise SheetUnclear(
            f"the printed lines are {page.residual_mm:.2f} mm from where they should be; "
            f"expected at most {LARGEST_RESIDUAL_MM:.2f} mm; flatten the sheet and photograph it from above",
            f"линии листа на {page.residual_mm:.2f} мм не там, где должны быть; "
            f"нужно не больше {LARGEST_RESIDUAL_MM:.2f} мм; расправьте лист и снимите его сверху",
            outlines=boards,
        )


def _round(board: Board, page: PageMap, *, is_good: bool) -> Outline:
    """The board's outline in the photo."""
    left, top, right, bottom = board.box_mm
    side = np.linspace(0, 1, 12, endpoint=False)
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
    line = np.concatenate(
        [a + (b - a) * side[:, None] for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
    return Outline(tuple((float(x), float(y)) for x, y in page.to_px(line)), is_good)


# --- pens ---------------------------------------------------------------------------------------------


def inked_page(
    ink: Ink,
    sheet: Sheet,
    dots: Mapping[str, tuple[Dot, ...]] | None = None,
    prepare: Callable[[InkedPage, Board], None] = lambda page, board: None,
) -> InkedPage:
    """The page with the players' pens learnt from legend and marks; `dots` of fields by board name.

    `prepare` may put right what networks say of a board before anything is learnt from it.
    """
    signs = legend_signs(ink, sheet)
    legend = (legend_samples(ink, sheet, 0), legend_samples(ink, sheet, 1))
    unknown = InkedPage(sheet, ink, learn_pens(legend, NO_SAMPLES, np.zeros(0, np.int64)), signs, dots or {})
    for board in sheet.boards:
        prepare(unknown, board)
    marks, owners, seen = _pen_witnesses(unknown)
    pens = learn_pens(legend, marks, owners)
    if sheet.boards[0].grid is Grid.POINTS and legend_agreement(pens, legend) < LEAST_AGREEMENT:
        pens = replace(pens, is_guess=True)
    return replace(unknown, pens=pens, signs=_playing_signs(signs, pens, seen))


def _pen_witnesses(
    page: InkedPage,
) -> tuple[InkSamples, NDArray[np.int64], dict[Symbol, int]]:
    """The ink of clear marks, who alone may have drawn each (-1: either), and how often each sign was seen."""
    samples = [NO_SAMPLES]
    owners: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    seen: dict[Symbol, int] = {}
    for board in page.sheet.boards:
        for ask in _first_of_each_kind(board):
            rows, signs = _clear_marks(page, board, ask)
            samples.append(rows)
            owners.append(np.full(len(rows), ask.players[0] if _has_one_pen(board, ask) else -1, np.int64))
            for sign in signs:
                seen[sign] = seen.get(sign, 0) + 1
    return InkSamples.joined(samples), np.concatenate(owners), seen


def _first_of_each_kind(board: Board) -> list[Ask]:
    return list({ask.kind: ask for ask in reversed(board.asks)}.values())


def _has_one_pen(board: Board, ask: Ask) -> bool:
    """Whether everything of this ask's kind on the board is one player's."""
    players = {player for other in board.asks if other.kind is ask.kind for player in other.players}
    return len(players) == 1


def _clear_marks(page: InkedPage, board: Board, ask: Ask) -> tuple[InkSamples, list[Symbol]]:
    match ask.kind:
        case Kind.POINT | Kind.CELL:
            chances = sign_chances(page, board, ask.kind)
            names = nets.symbols(SIGN_NETS[ask.kind])
            nothing = names.index(Symbol.NOTHING)
            samples = page.spot_samples(board, ask.kind)
            clear = samples.has_ink & (chances[:, nothing] < 1 - CLEAR_SIGN)
            return samples[clear], [names[k] for k in chances[clear].argmax(1)]
        case Kind.OUTLINE | Kind.CHAIN | Kind.BAR:
            if not _has_one_pen(board, ask) and not ask.is_by_sign:
                return NO_SAMPLES, []
            strokes = strokes_on(page, board, ask.kind)
            clear = strokes.samples.has_ink & (strokes.likely > CLEAR_SIGN)
            return strokes.samples[clear], []
        case Kind.LOOSE:
            return NO_SAMPLES, []
        case Kind.JOIN:
            if _has_one_pen(board, ask):
                return NO_SAMPLES, []
            pieces = InkSamples.joined([NO_SAMPLES, *clear_samples(page, board)])
            return pieces[pieces.has_ink], []


def _playing_signs(
    legend: tuple[Symbol | None, Symbol | None], pens: PenColours, seen: dict[Symbol, int]
) -> tuple[Symbol | None, Symbol | None]:
    """The players' signs; with one pen and empty legend boxes, the two signs on the board in their usual order."""
    if (legend[0] is not None and legend[1] is not None) or not pens.are_alike:
        return legend
    usual = [s for s in (Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT) if seen.get(s, 0) >= LEAST_MARKS_OF_SIGN]
    if len(usual) != 2:
        return legend
    if legend[0] in usual:
        return legend[0], next(s for s in usual if s is not legend[0])
    if legend[1] in usual:
        return next(s for s in usual if s is not legend[1]), legend[1]
    return usual[0], usual[1]


# --- marks --------------------------------------------------------------------------------------------


def read_board(page: InkedPage, board: Board) -> list[Mark]:
    marks: list[Mark] = []
    for ask in board.asks:
        found = READERS[ask.kind](page, board, ask)
        marks += _without_edges_of_fills(found, marks) if ask.kind is Kind.OUTLINE else found
    return marks + unexplained(page, board, marks)


def _without_edges_of_fills(strokes: list[Mark], signs: list[Mark]) -> list[Mark]:
    """Strokes along the sides of shaded cells say nothing new: the shading's own edge looks the same."""
    shaded = {
        mark.at
        for mark in signs
        if mark.symbol in (Symbol.FILLED, Symbol.HATCHED) and mark.confidence >= CLEAR_SHADE
    }

    def touches(mark: Mark) -> bool:
        match mark.at:
            case ((ax, ay), (_, by)) if ay == by:
                return bool({(ax, ay - 1), (ax, ay)} & shaded)
            case ((ax, ay), _):
                return bool({(ax - 1, ay), (ax, ay)} & shaded)
        return False

    return [mark for mark in strokes if not touches(mark)]

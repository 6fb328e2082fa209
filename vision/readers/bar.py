"""Strokes that stand alone, from the middle of a cell to the middle of the next one, and ink that is none of these.

Who draws one line over two cells ends it somewhere near both middles, and no two such lines share a cell. So strokes
that do are weighed down: a clear line over three cells stays one, while of four cells in a row, where two lines
may lie end to end, the stroke between them is asked about. A broad pale smear, such as a coffee ring, is no line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import Choice, Kind, Mark, Point, Segment, Symbol, segment
from vision import nets
from vision.page import InkedPage
from vision.patches import STROKE_ACROSS, stroke_strips
from vision.pieces import ASTRAY, CORE, Ends, cut_of, ends_of, pieces_along, shrunk
from vision.readers.choose import choose
from vision.readers.owners import line_owners
from vision.readers.strokes import NETS, SCALES, piece_chances, strokes_on

Array = NDArray[np.float64]

ALONE = 8.0
"""How much rarer a cell with the ends of two strokes is than one with one, or none."""

PALER = 0.5
BROADER = 1.3
SMEAR = 1000.0
"""A stroke less dark and more broad than this, against the usual one of the photo, is so much less likely a line."""

SMEAR_MM = 2.0
SMEAR_DARKNESS = 0.25
"""What is as broad and no darker is a smear whatever else is on the page: no pen that broad is that pale."""

LEAST_OF_SMEAR = 0.05
"""What stays of a likely stroke that looks like a smear: it is asked about, never passed over. What was unlikely
before is asked about anyway."""

HALF, LEAST_OF_HALF = 0.8, 0.04
"""Where one piece of a stroke is as likely as this and another is not, so much is left for all of it: half a line may
be a whole one in light that has burnt it out, and is asked about."""

USUAL = 0.9
DARK_PERCENT = 80.0
"""Strokes as likely as this tell what is usual: the darker ones among them, since smears are pale."""

PROFILE_PX = (24, 21)
"""Samples along and across a piece, for its darkness and width."""

GROUND_PERCENT = 20.0
"""Percentile of the profile across a stroke that is the grain of the paper round it."""

ROUNDS = 4
SUREST = 1 - 1e-6

IN_USE = 0.05
"""A cell whose stroke is likelier than this holds no other ink worth a question."""

SUREST_ODD = 0.9
LEAST_ODD = 0.6
"""Most and least that is believed of ink that is no stroke from cell to cell; it is always asked about."""

STUB = 0.36
"""Length of the part of a stroke inside one cell that must be there, in pitches."""

WITHIN, BEYOND_MM = 0.3, 2.4
"""From how far out of the middle of its cell, in pitches, and to how far beyond the edge of the board a stroke is
looked for that leaves it: over the frame, short of the labels. One that just ends too late does not get so far."""

NEAR_SIDE = 0.35
"""How far beside the border of two cells a line along it may run, as a share of what a stroke may."""


def read_bars(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All strokes on a board, and ink there that looks like a stroke of another kind."""
    strokes = strokes_on(page, board, Kind.BAR)
    segments = list(strokes.segments)
    usual = _usual_look(page, board, segments, strokes.likely)
    likely = _without_smears(page, board, segments, strokes.likely, usual)
    likely = standing_alone(segments, likely)
    likely = np.maximum(likely, _halves(page, board, segments))
    names = nets.symbols(NETS[Kind.BAR])
    chances = np.zeros((len(likely), len(names)))
    chances[:, names.index(Symbol.LINE)] = likely
    chances[:, names.index(Symbol.NOTHING)] = 1 - likely
    first = line_owners(page, board, Kind.BAR)
    marks = choose(page, board, ask, segments, names, chances, first, strokes.samples.densities)
    used = {cell for one, chance in zip(segments, likely, strict=True) if chance > IN_USE for cell in one}
    return marks + _odd_ink(page, board, ask, used, usual)


def standing_alone(segments: Sequence[Segment], likely: Array) -> Array:
    """The chances (n,) that strokes are drawn, given that two of them seldom share a cell, from their looks alone."""
    likely = np.clip(likely, 1 - SUREST, SUREST)
    if not len(likely):
        return likely
    points, number = np.unique(np.array(segments).reshape(-1, 2), axis=0, return_inverse=True)
    number = number.reshape(-1, 2)
    found = likely
    for _ in range(ROUNDS):
        none_here = np.bincount(number.ravel(), np.repeat(np.log1p(-found), 2), minlength=len(points))
        others = 1 - np.exp(none_here[number] - np.log1p(-found)[:, None])
        odds = likely / (1 - likely) * (1 - others + others / ALONE).prod(axis=1)
        found = np.clip(odds / (1 + odds), 1 - SUREST, SUREST)
    return np.asarray(found)


def _halves(page: InkedPage, board: Board, segments: list[Segment]) -> Array:
    """What must be left of the chances (n,) that strokes are drawn where a piece of them clearly is."""
    pieces = piece_chances(page, board, Kind.BAR, ends_of(board, Kind.BAR, segments))
    return np.where(pieces.max(axis=1, initial=0.0) > HALF, LEAST_OF_HALF, 0.0)


# --- how a stroke looks -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """How dark strokes are, in density, and how broad, in mm."""

    darkness: Array
    width: Array


def _looks(page: InkedPage, board: Board, ends: Ends) -> Look:
    """Darkness and width of strokes (n,), from the mean profile across their darkest way."""
    cut = cut_of(board, Kind.BAR)
    layer = page.layer(board, round(SCALES[Kind.BAR] * cut.a_pitch))
    pieces = pieces_along(layer, ends, cut.number, ASTRAY[Kind.BAR])
    strips = stroke_strips(layer, pieces, PROFILE_PX, cut.a_pitch)
    profile = strips.mean(axis=2).reshape(len(ends), cut.number, -1).mean(axis=1)
    profile = profile - np.percentile(profile, GROUND_PERCENT, axis=1, keepdims=True)
    darkness = profile.max(axis=1)
    share = (profile > darkness[:, None] / 2).mean(axis=1)
    return Look(darkness, np.asarray(share * 2 * STROKE_ACROSS / cut.a_pitch * board.pitch_mm))


def _usual_look(page: InkedPage, board: Board, segments: list[Segment], likely: Array) -> Look | None:
    """The usual darkness and width of this photo's strokes, one value each; `None` where none is clear."""
    clear = [one for one, chance in zip(segments, likely, strict=True) if chance > USUAL]
    if not clear:
        return None
    look = _looks(page, board, ends_of(board, Kind.BAR, clear))
    dark = np.percentile(look.darkness, DARK_PERCENT, keepdims=True)
    return Look(dark, np.median(look.width[look.darkness >= PALER * dark], keepdims=True))


def _without_smears(
    page: InkedPage, board: Board, segments: list[Segment], likely: Array, usual: Look | None
) -> Array:
    """The chances that strokes are drawn, less where they look like smears."""
    if not len(likely):
        return likely
    look = _looks(page, board, ends_of(board, Kind.BAR, segments))
    is_smear = (look.darkness < SMEAR_DARKNESS) & (look.width > SMEAR_MM)
    if usual is not None:
        is_smear |= (look.darkness < PALER * usual.darkness) & (look.width > BROADER * usual.width)
    odds = np.minimum(likely, SUREST) / np.maximum(1 - likely, 1 - SUREST)
    weighed = np.maximum(odds / (odds + SMEAR), LEAST_OF_SMEAR)
    return np.asarray(np.where(is_smear & (likely > 0.5), weighed, likely))


# --- other ink ----------------------------------------------------------------------------------------


def _odd_ink(page: InkedPage, board: Board, ask: Ask, used: set[Point], usual: Look | None) -> list[Mark]:
    """Doubtful marks for strokes inside one cell, over the edge of the board, and along the border of two cells."""
    found: list[Mark] = []
    over = dict(_over_edge(board))
    chances = _all_there(page, board, over.values(), usual)
    leaving = [at for at, chance in zip(over, chances, strict=True) if chance > LEAST_ODD]
    found += [_odd(board, ask, Kind.BAR, at, chance) for at, chance in zip(over, chances, strict=True)]
    used = used | {cell for at in leaving for cell in at}
    free = [(x, y) for y in range(board.rows) for x in range(board.columns) if (x, y) not in used]
    ways = [_stubs(cell) for cell in free]
    by_way = _all_there(page, board, [ends for way in ways for ends in way], usual).reshape(len(free), -1)
    found += [
        _odd(board, ask, Kind.BAR, (cell, cell), chance)
        for cell, chance in zip(free, by_way.max(axis=1, initial=0.0), strict=True)
    ]
    sides = list(_inner_sides(board))
    along = _all_there(page, board, shrunk(np.array(sides, float), CORE[Kind.BAR]), usual, NEAR_SIDE)
    found += [_odd(board, ask, Kind.OUTLINE, at, chance) for at, chance in zip(sides, along, strict=True)]
    return [mark for mark in found if mark.confidence > LEAST_ODD]


def _odd(board: Board, ask: Ask, kind: Kind, at: Segment, chance: float) -> Mark:
    sure = round(min(float(chance), SUREST_ODD), 4)
    return Mark(board.name, kind, at, Symbol.LINE, ask.players[0], None, sure, Choice(Symbol.NOTHING))


def _all_there(
    page: InkedPage, board: Board, ends: Iterable[Ends], usual: Look | None, near: float = 1.0
) -> Array:
    """The chances (n,) that strokes between these places, in pitches, are drawn as dark as the usual ones."""
    places = np.array([*ends], float).reshape(-1, 2, 2)
    if not len(places):
        return np.zeros(0)
    found = piece_chances(page, board, Kind.BAR, places, near=near).min(axis=1)
    if usual is not None:
        look = _looks(page, board, places)
        found = np.where(look.darkness < PALER * usual.darkness, 0.0, found)
    return np.asarray(found)


def _over_edge(board: Board) -> Iterator[tuple[Segment, Ends]]:
    """Strokes from the outermost cells outwards: the cells they join, and where they must be seen."""
    beyond = 0.5 + BEYOND_MM / board.pitch_mm
    for x in range(board.columns):
        for y in range(board.rows):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                there = (x + dx, y + dy)
                if not (0 <= there[0] < board.columns and 0 <= there[1] < board.rows):
                    middle = np.array([x + 0.5, y + 0.5])
                    way = np.array([dx, dy], float)
                    yield segment((x, y), there), np.array([middle + WITHIN * way, middle + beyond * way])


def _stubs(cell: Point) -> list[Ends]:
    """Short strokes through the middle of a cell, four ways."""
    middle = np.array(cell, float) + 0.5
    turns = np.pi / 4 * np.arange(4)
    arms = np.stack([np.cos(turns), np.sin(turns)], 1) * STUB / 2
    return [np.array([middle - arm, middle + arm]) for arm in arms]


def _inner_sides(board: Board) -> Iterator[Segment]:
    """The borders between two cells of the board, from corner to corner."""
    for at in board.ats(Kind.OUTLINE):
        match at:
            case ((int(ax), int(ay)), (int(bx), int(by))):
                is_inner = 0 < ay < board.rows if ay == by else 0 < ax < board.columns
                if is_inner:
                    yield (ax, ay), (bx, by)

"""Strokes between loose points, and whose: what is read, how sure, and what is left over."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Mark, Symbol
from vision.colours import InkSamples, whose
from vision.page import Dot, InkedPage
from vision.readers.choose import choose
from vision.readers.field import FIELD_PX_PER_MM, Field, field_of
from vision.readers.joins import RIVAL_OVERLAP, TAKEN, Judged, judged_traces, overlap
from vision.readers.strays import strays_of
from vision.readers.traces import Pair, Trace

Array = NDArray[np.float64]

SIGNS = (Symbol.NOTHING, Symbol.LINE, Symbol.CROOKED, Symbol.ASTRAY)

RIVAL_WEIGHT = 0.5
"""How much a trace over the same ink counts that looked like a stroke before the better one was taken."""

SEEMED_LIKELY = 0.3
ONE_OR_TWO = 0.95
"""Most that is believed of a stroke that seemed to go on beyond its point, and what goes on there is another stroke:
the two may be one that bends and passes the point."""

SUREST = 0.999
"""Nothing is surer: photos hold what no pretend photo does."""

PIECE_MM = 5.0
"""The network for pens knows strokes between neighbouring points of squared paper."""

MOST_PIECES = 12
TOGETHER = 1.5
"""What the pieces of one stroke say of its pen counts for so many of them: they err together."""

TRACED = 0.1
"""Strokes are looked for from dots that likely, though the position has only the likelier ones: such a stroke and its
dot are asked about together."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One pair of points with the chances of `SIGNS`, and the trace between them where there is one."""

    pair: Pair
    chances: tuple[float, float, float, float]
    trace: Trace | None


def read_joins(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All strokes between a board's loose points."""
    board = with_likely_points(board, page.dots.get(board.name, ()))
    field = field_of(page.ink, page.sheet, board)
    seen = seen_in(field)
    samples = samples_of(page, board, field, [one.trace for one in seen])
    chances = np.array([one.chances for one in seen]).reshape(-1, len(SIGNS))
    ats = [board.join_at(*one.pair) for one in seen]
    densities = np.array([own.densities.mean(0) for own in samples]).reshape(-1, 3)
    first = np.array([_owner(page, own) for own in samples])
    return choose(page, board, ask, ats, SIGNS, chances, first, densities)


def clear_samples(page: InkedPage, board: Board) -> list[InkSamples]:
    """What the ink of each clear stroke is like."""
    field = field_of(page.ink, page.sheet, board)
    judged, _ = judged_traces(field)
    return samples_of(page, board, field, [one.trace for one in judged if one.likely > TAKEN])


def with_likely_points(board: Board, dots: Sequence[Dot]) -> Board:
    """A board whose points players draw, with all that may well be points."""
    if not board.is_drawn:
        return board
    return replace(board, loose=tuple(board.tenths_mm(dot.at) for dot in dots if dot.likely > TRACED))


# --- strokes ------------------------------------------------------------------------------------------


def seen_in(field: Field) -> list[Seen]:
    """Everything that may be a stroke of a field, likely or not."""
    judged, contrast = judged_traces(field)
    likely = _with_rivals(judged, field)
    found = {
        one.trace.pair: Seen(one.trace.pair, (1 - chance, chance, 0.0, 0.0), one.trace)
        for one, chance in zip(judged, likely, strict=True)
    }
    taken = [one.trace for one in judged if one.likely > TAKEN]
    usual = float(np.median([trace.strength for trace in taken])) if taken else 0.0
    for stray in strays_of(field, contrast, taken, usual):
        before = found.get(stray.pair)
        if before is not None and before.chances[1] > TAKEN:
            continue
        chances = [1 - stray.likely, 0.0, 0.0, 0.0]
        chances[SIGNS.index(stray.symbol)] = stray.likely
        trace = None if before is None else before.trace
        found[stray.pair] = Seen(stray.pair, (chances[0], chances[1], chances[2], chances[3]), trace)
    return list(found.values())


def _with_rivals(judged: list[Judged], field: Field) -> list[float]:
    """The chances of all traces; where two could explain the same ink, each is less sure."""
    taken = [one for one in judged if one.likely > TAKEN]
    likely = {one.trace.pair: min(one.likely, SUREST) for one in judged}
    for best in taken:
        for other in judged:
            if other.likely > TAKEN or other.alone < 1e-3:
                continue
            if overlap(best.trace, other.trace, field.ink.shape) > RIVAL_OVERLAP:
                rival = RIVAL_WEIGHT * other.alone
                share = rival / (best.likely + rival)
                likely[best.trace.pair] = min(likely[best.trace.pair], 1 - share)
                likely[other.trace.pair] = max(likely[other.trace.pair], share)
        if best.alone < SEEMED_LIKELY and any(_share_an_end(best, other) for other in taken):
            likely[best.trace.pair] = min(likely[best.trace.pair], ONE_OR_TWO)
    return [likely[one.trace.pair] for one in judged]


def _share_an_end(one: Judged, two: Judged) -> bool:
    return len(set(one.trace.pair) & set(two.trace.pair)) == 1


# --- pens ---------------------------------------------------------------------------------------------


def samples_of(
    page: InkedPage, board: Board, field: Field, traces: list[Trace | None] | list[Trace]
) -> list[InkSamples]:
    """What the ink of each trace is like, piece by piece; pieces without ink, and no trace, tell nothing."""
    squares = _squares(board)
    cuts = [_pieces(trace, field, squares) for trace in traces]
    flat = [piece for own in cuts for piece in own]
    samples = page.stroke_samples(squares, Kind.CHAIN, flat)  # type: ignore[arg-type]
    ends = np.cumsum([0, *(len(own) for own in cuts)])
    return [
        samples[int(one) : int(two)] if two > one else _no_ink(samples)
        for one, two in itertools.pairwise(ends)
    ]


def _no_ink(samples: InkSamples) -> InkSamples:
    """One sample that tells nothing."""
    return InkSamples(np.zeros((1, samples.traits.shape[1])), np.zeros((1, 3)), np.zeros(1, bool))


def _squares(board: Board) -> Board:
    """Squared paper over the field, for networks that know nothing else."""
    factor = board.pitch_mm / PIECE_MM
    return replace(
        board,
        name=f"{board.name} squared",
        grid=Grid.POINTS,
        pitch_mm=PIECE_MM,
        columns=round(board.columns * factor) + 1,
        rows=round(board.rows * factor) + 1,
        loose=(),
        drawn=0,
    )


def _pieces(
    trace: Trace | None, field: Field, squares: Board
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Some stretches of a trace as strokes on the squared paper, away from the trace's ends."""
    if trace is None:
        return []
    mm = (trace.path + 0.5) / FIELD_PX_PER_MM + np.array(field.corner_mm)
    at = (mm - np.array(squares.origin_mm)) / PIECE_MM
    size = max(1, round(PIECE_MM / trace.step))
    starts = range(size // 2, len(at) - size - size // 2, size) or range(0, max(len(at) - size, 1), size)
    kept = [start for start in starts if start + size < len(at)] or [0]
    chosen = [kept[k] for k in np.unique(np.linspace(0, len(kept) - 1, MOST_PIECES).astype(int))]
    return [(tuple(at[one]), tuple(at[min(one + size, len(at) - 1)])) for one in chosen]


def _owner(page: InkedPage, samples: InkSamples) -> float:
    """The chance that a stroke is player 0's."""
    chances = whose(page.pens, samples)[samples.has_ink]
    if not len(chances):
        return 0.5
    odds = np.log(np.clip(chances, 1e-6, 1 - 1e-6) / np.clip(1 - chances, 1e-6, 1))
    return float(1 / (1 + np.exp(-TOGETHER * float(odds.mean()))))

"""Shaded squares: what is no shading, and what shading may hide.

A square whose middle is bare is not shaded, whatever lines along its sides look like: hand-drawn frames and outlines
lie beside the paper's lines. And a cross drawn over a shaded square in much the same ink cannot be seen: where a shot
may be drawn over a ship, a shaded square is asked about unless bare paper shows that no cross is there: both strokes of
a cross are ink all along, so a gap on every way that one of them may go rules it out.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import At, Choice, Kind, Mark, Symbol
from vision import nets
from vision.flatten import PX_PER_MM
from vision.ink import Ink
from vision.page import InkedPage
from vision.readers.cell import is_split, split_chances
from vision.readers.signs import sign_chances
from vision.squares.drawn import is_drawn_on

Array = NDArray[np.float64]

SHADES = (Symbol.FILLED, Symbol.HATCHED)

MIDDLE = 0.26
LEAST_SHADED = 0.12
"""A square is shaded where so much of it, without a rim of `MIDDLE` squares all round, is drawn on."""

LEAST_SIGN = (0.02, 0.07)
"""Shares of a square's middle that are ink where surely nothing is written, and where surely something is."""

MAY_BE_HIDDEN = 0.75
"""How sure it is that nothing is drawn over shading that might hide it."""

OFF_MIDDLE = (-0.16, -0.08, 0.0, 0.08, 0.16)
ANGLES_DEG = (30.0, 37.5, 45.0, 52.5, 60.0)
HALF_LENGTH = 0.3
"""Where a cross may lie in its square, how steep its strokes may be, and how far they reach at least, in squares."""

STEPS = 25
"""Places looked at along a stroke."""

GAP_SHARE = 0.45
"""Ink under this share of the shading's own darkness is a gap in it."""

MOST_GAPS = 0.08
"""Share of a stroke that may be gaps: pens skip."""


def count_all_signs(page: InkedPage, board: Board) -> None:
    """Where only one sign is asked for, of either player, any ink in a square's middle counts as that sign, in place:
    initials, ticks, scribbles."""
    asks = [ask for ask in board.asks if ask.kind is Kind.CELL]
    if len(asks) != 1 or len(asks[0].symbols) != 1 or len(asks[0].players) < 2:
        return
    names = nets.symbols("cell")
    chances = sign_chances(page, board, Kind.CELL)
    nothing, sign = names.index(Symbol.NOTHING), names.index(asks[0].symbols[0])
    share = np.array([_middle_share(page.ink, board, at) for at in board.ats(Kind.CELL)])
    there = np.interp(share, LEAST_SIGN, (0.0, 1.0))
    chances[:] = 0.0
    chances[:, sign] = there
    chances[:, nothing] = 1 - there


def take_back_shading(page: InkedPage, board: Board) -> None:
    """Take shading out of what networks say of squares with a bare middle, in place."""
    asks = [ask for ask in board.asks if ask.kind is Kind.CELL]
    if len(asks) < 2 or not any(symbol in SHADES for ask in asks for symbol in ask.symbols):
        return
    names = nets.symbols("cell")
    shades = [names.index(symbol) for symbol in SHADES]
    bare = np.array([_middle_share(page.ink, board, at) < LEAST_SHADED for at in board.ats(Kind.CELL)])
    tables = [sign_chances(page, board, Kind.CELL)]
    tables += [split_chances(page, board, ask) for ask in asks if is_split(board, ask)]
    for chances in tables:
        wrong = bare & (chances[:, shades].sum(axis=1) > 0)
        rest = chances[wrong]
        rest[:, names.index(Symbol.NOTHING)] += rest[:, shades].sum(axis=1)
        rest[:, shades] = 0.0
        chances[wrong] = rest


def _middle_share(ink: Ink, board: Board, at: At) -> float:
    """How much of a square's middle is ink."""
    x, y = board.node_mm(at)  # type: ignore[arg-type]
    low, high = MIDDLE * board.pitch_mm, (1 - MIDDLE) * board.pitch_mm
    middle = ink.total[ink.crop((x + low, y + low, x + high, y + high))]
    return float(is_drawn_on(middle, ink).mean()) if middle.size else 0.0


def with_hidden_crosses(ink: Ink, board: Board, marks: list[Mark]) -> list[Mark]:
    """The marks of a board, with doubts about crosses that shading may hide."""
    ask = _asks_for_crosses(board)
    if ask is None:
        return marks
    shot = {
        mark.at for mark in marks if mark.symbol in (Symbol.CROSS, Symbol.DOT) and mark.player in ask.players
    }
    asked = {mark.at for mark in marks if mark.symbol is Symbol.NOTHING and mark.kind is Kind.CELL}
    hiding = [
        mark
        for mark in marks
        if mark.kind is Kind.CELL
        and mark.symbol in SHADES
        and mark.at not in shot
        and _may_hide(ink, board, mark)
    ]
    doubts = [
        replace(
            mark,
            symbol=Symbol.NOTHING,
            player=None,
            colour=None,
            confidence=MAY_BE_HIDDEN,
            other=Choice(Symbol.CROSS, ask.players[0]),
        )
        for mark in hiding
    ]
    replaced = {mark.at for mark in doubts} & asked
    return [mark for mark in marks if mark.symbol is not Symbol.NOTHING or mark.at not in replaced] + doubts


def _asks_for_crosses(board: Board) -> Ask | None:
    """The question about crosses over what another question calls shading, if there is one."""
    cells = [ask for ask in board.asks if ask.kind is Kind.CELL]
    if not any(symbol in SHADES for ask in cells for symbol in ask.symbols):
        return None
    return next(
        (ask for ask in cells if Symbol.CROSS in ask.symbols and not set(ask.symbols) & set(SHADES)), None
    )


def _may_hide(ink: Ink, board: Board, mark: Mark) -> bool:
    """Whether a cross could lie in a shaded square."""
    left, top = board.node_mm(mark.at)  # type: ignore[arg-type]
    side = board.pitch_mm
    square = ink.total[ink.crop((left, top, left + side, top + side))]
    if not square.size:
        return False
    dark = float(np.percentile(square, 75))
    return bool(
        min(_fullest(square > GAP_SHARE * dark, way, side * PX_PER_MM) for way in (1, -1)) > 1 - MOST_GAPS
    )


def _fullest(is_inky: NDArray[np.bool_], way: int, side_px: float) -> float:
    """How much of the best stroke rising (1) or falling (-1) through a square is ink."""
    along = np.linspace(-HALF_LENGTH, HALF_LENGTH, STEPS)
    best = 0.0
    for angle in np.radians(ANGLES_DEG):
        for dx in OFF_MIDDLE:
            for dy in OFF_MIDDLE:
                x = np.clip((0.5 + dx + along * np.cos(angle)) * side_px, 0, is_inky.shape[1] - 1).astype(int)
                y = np.clip((0.5 + dy - way * along * np.sin(angle)) * side_px, 0, is_inky.shape[0] - 1)
                best = max(best, float(is_inky[y.astype(int), x].mean()))
    return best

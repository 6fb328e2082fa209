"""Dots that people draw anywhere in a field: the points of a game to be joined, or one that was added to printed ones.

`dots.py` finds all that may be dots. Those of a board whose points players draw are what its strokes join, so they are
settled before any stroke is looked for; what is neither clearly a dot nor clearly none becomes a doubtful mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from printables.layout import Ask, Board, Sheet
from printables.marks import Choice, Kind, Mark, Symbol
from vision.ink import TINT_PX_PER_MM, Ink
from vision.page import Dot, InkedPage
from vision.readers.choose import SURE_OF_NOTHING, ink_colour
from vision.readers.dots import Candidate, candidates_in
from vision.readers.field import FIELD_PX_PER_MM, Field, field_of

TAKEN = 0.5
"""Dots likelier than this are the points between which strokes are looked for."""

DRAWN_AS_AGREED, UNSEEN, LEAST_RAISED = 0.75, 0.02, 0.03
"""Where a dot is missing, this is the chance that it was drawn all the same, and the most that any place gets from it.
It may also lie where nothing was seen: that counts as a place with the second chance. Places that would not reach the
third figure stay as they are."""

SUREST = 0.999
"""Most that is believed of a dot."""


def asks_for_dots(board: Board) -> bool:
    """Whether dots are looked for in a board's field."""
    return any(ask.kind is Kind.LOOSE for ask in board.asks)


def dots_on(ink: Ink, sheet: Sheet, board: Board) -> tuple[Dot, ...]:
    """All that may be dots in a board's field, from the top down."""
    field = field_of(ink, sheet, replace(board, loose=()) if board.is_drawn else board)
    found = candidates_in(field)
    chances = as_agreed([one.likely for one in found], board.drawn)
    dots = [_dot(ink, field, board, one, likely) for one, likely in zip(found, chances, strict=True)]
    return tuple(sorted(dots, key=lambda dot: dot.at[::-1]))


def as_agreed(chances: list[float], agreed: int) -> list[float]:
    """The chances of places where fewer dots are seen than the players agreed to draw: the missing ones, if drawn, are
    among the places that looked like none."""
    missing = agreed - sum(chance > TAKEN for chance in chances)
    rest = sum(chance for chance in chances if chance <= TAKEN)
    if missing <= 0 or rest <= 0:
        return chances
    raised = [DRAWN_AS_AGREED * min(missing * chance / (rest + UNSEEN), 1.0) for chance in chances]
    return [
        max(chance, more) if chance <= TAKEN and more >= LEAST_RAISED else chance
        for chance, more in zip(chances, raised, strict=True)
    ]


def _dot(ink: Ink, field: Field, board: Board, one: Candidate, likely: float) -> Dot:
    """A candidate as a place of its board, with the mean tint in its middle."""
    x, y = ((np.array(one.place) + 0.5) / FIELD_PX_PER_MM + np.array(field.corner_mm)).tolist()
    rows, columns = ink.crop((x - 0.5, y - 0.5, x + 0.5, y + 0.5), TINT_PX_PER_MM)
    blue, green, red = ink.tint[rows, columns].reshape(-1, 3).mean(0).tolist()
    return Dot(board.tenths((x, y)), likely, (blue, green, red))


def with_drawn_points(sheet: Sheet, dots: Mapping[str, tuple[Dot, ...]]) -> Sheet:
    """The sheet with the points that players drew on its boards, from the top down."""
    boards = tuple(
        replace(board, loose=tuple(board.tenths_mm(dot.at) for dot in dots[board.name] if dot.likely > TAKEN))
        if board.is_drawn
        else board
        for board in sheet.boards
    )
    return replace(sheet, boards=boards)


def read_loose(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All dots drawn into a board's field, doubtful ones too."""
    yes, no = Choice(ask.symbols[0], ask.players[0]), Choice(Symbol.NOTHING)
    marks = []
    for dot in page.dots[board.name]:
        if 1 - dot.likely >= SURE_OF_NOTHING:
            continue
        is_dot = dot.likely > TAKEN
        choice, other = (yes, no) if is_dot else (no, yes)
        sure = round(min(dot.likely, SUREST) if is_dot else 1 - dot.likely, 4)
        colour = ink_colour(np.array(dot.density))
        marks.append(Mark(board.name, Kind.LOOSE, dot.at, choice.symbol, choice.player, colour, sure, other))
    return marks

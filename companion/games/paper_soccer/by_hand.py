"""Paper soccer on squared paper: a pitch with a goal in the middle of both short sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.by_hand import Field, pointed_out
from companion.text import Text
from vision.squares.clusters import Box
from vision.squares.frames import Framed, frames_of_size

from .field import field_of
from .options import SoccerOptions
from .paper import BOARD, off_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from printables.marks import Mark
    from vision.squares.drawn import Drawn

COLUMNS = (8, 10, 6, 12)
ROWS = (10, 12, 14, 8, 16)
GOAL = 2
LEAST_COVER = 0.75
LEAST_GOAL = 0.5
"""How well the pitch must be drawn (`Framed.cover`), and how much of the worse goal."""

MIDDLE_LINE = 0.7
UNSEEN_STEP = 0.8
"""Share of the line through the middle that is drawn where players drew one, and how sure it is that no step was made
along it."""


def fields(drawn: Drawn) -> tuple[Field, ...]:
    """The best drawn pitch, upright or lying."""
    upright = _pitch(drawn.across, drawn.down)
    lying = _pitch(drawn.down.T, drawn.across.T)
    best = max(upright, lying, key=lambda one: one[1])
    if best[0] is None:
        return ()
    if best is lying:
        return (_lying(drawn, best[0], best[1]),)
    return (_field(drawn, best[0], best[1]),)


def field_in(drawn: Drawn, box: Box) -> Field | None:
    """The pitch drawn in a box that was pointed out; without one, the box is the pitch with both its goals."""
    if found := fields(drawn.inside_box(box.wider(1))):
        return replace(found[0], why=pointed_out(box))
    is_lying = box.width > box.height
    columns, rows = (box.height, box.width - 2) if is_lying else (box.width, box.height - 2)
    if columns not in COLUMNS or rows not in ROWS:
        return None
    if is_lying:
        field = _lying(drawn, Framed(box.top, box.left + 1, columns, rows, 1.0), 1.0)
    else:
        field = _field(drawn, Framed(box.left, box.top + 1, columns, rows, 1.0), 1.0)
    return replace(field, why=pointed_out(box))


def _lying(drawn: Drawn, frame: Framed, fit: float) -> Field:
    """A pitch whose goals are left and right, seen as if rows were columns: the page has to be turned for it."""
    from printables.layout import Board, Grid

    start = drawn.crossing_mm(frame.top - 1, frame.left)
    size = (frame.height + 3, frame.width + 1)
    board = Board(BOARD, Grid.POINTS, start, drawn.square_mm, *size, ())
    return Field(SoccerOptions(), (board,), fit, _why(frame), _rim(frame), turns=1)


def _pitch(across: NDArray[np.float64], down: NDArray[np.float64]) -> tuple[Framed | None, float]:
    """The pitch with the best drawn rim and goals, and how well it is drawn."""
    found: tuple[Framed | None, float] = (None, 0.0)
    for columns in COLUMNS:
        for rows in ROWS:
            for frame in frames_of_size(across, down, (columns, rows), LEAST_COVER, mouth=GOAL)[:4]:
                goals = _goals(across, down, frame)
                if goals >= LEAST_GOAL and frame.cover * goals > found[1]:
                    found = (frame, frame.cover * goals)
    return found


def _goals(across: NDArray[np.float64], down: NDArray[np.float64], frame: Framed) -> float:
    """How much of the backs and posts of both goals is drawn, for the worse of the two."""
    post = frame.left + (frame.width - GOAL) // 2
    covers = []
    for back, row in (
        (frame.top - 1, frame.top - 1),
        (frame.top + frame.height + 1, frame.top + frame.height),
    ):
        if not (0 <= back < len(across) and 0 <= row < len(down)):
            return 0.0
        lines = [*across[back, post : post + GOAL], down[row, post], down[row, post + GOAL]]
        covers.append(float(sum(lines) / len(lines)))
    return min(covers)


def _rim(frame: Framed) -> int:
    """Squares along the pitch's border."""
    return 2 * (frame.width + frame.height)


def _why(frame: Framed) -> Text:
    return Text(
        en=f"a pitch of {frame.width} by {frame.height} squares with two goals",
        ru=f"поле {frame.width} на {frame.height} клеток с двумя воротами",
    )


def _field(drawn: Drawn, frame: Framed, fit: float) -> Field:
    from printables.layout import Ask, Board, Grid
    from printables.marks import Kind, Symbol

    options = SoccerOptions(size=(frame.width, frame.height), goal_width=GOAL)
    start = drawn.crossing_mm(frame.left, frame.top - 1)
    ask = Ask(Kind.CHAIN, (Symbol.LINE,), (0,))
    board = Board(BOARD, Grid.POINTS, start, drawn.square_mm, frame.width + 1, frame.height + 3, (ask,))
    return Field(
        options, (board,), fit, _why(frame), _rim(frame), sheetlike=lambda marks: _steps_only(marks, options)
    )


def _steps_only(marks: Sequence[Mark], options: SoccerOptions) -> tuple[Mark, ...]:
    """The marks without the pitch's own lines: its border, and the line through its middle where there is one."""
    pitch = field_of(options)
    drawn = {_off_board_step(mark.at): mark for mark in marks}
    steps = {
        at: mark
        for at, mark in drawn.items()
        if pitch.fault(*at) not in ("STEP_ALONG_BORDER", "STEP_OUTSIDE")
    }
    middle = [((x, pitch.centre[1]), (x + 1, pitch.centre[1])) for x in range(pitch.columns)]
    if sum(at in steps for at in middle) < MIDDLE_LINE * len(middle):
        return tuple(steps.values())
    touched = {point for at in steps if at not in middle for point in at} | {pitch.centre}
    kept = [mark for at, mark in steps.items() if at not in middle]
    # A step along the middle line cannot be seen: it is asked about wherever the ball may have gone that way.
    open_steps = [at for at in middle if at in steps and set(at) <= touched]
    return (*kept, *(_asked(steps[at]) for at in open_steps))


def _asked(mark: Mark) -> Mark:
    from printables.marks import Choice, Symbol

    return replace(
        mark,
        symbol=Symbol.NOTHING,
        player=None,
        confidence=UNSEEN_STEP,
        other=Choice(Symbol.LINE, mark.player),
    )


def _off_board_step(at: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """The step of the rules at a stroke of the board."""
    one, two = at
    return off_board(one), off_board(two)

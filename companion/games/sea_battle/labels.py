"""Letters and numbers beside a field drawn by hand, as far as they can be told without being read.

Nobody reads the letters. But a label is there or not, and "10" is twice as wide as any other number: where it stands
tells which way the numbers run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.squares.drawn import Drawn
    from vision.squares.frames import Framed

NEAR, FAR = -0.15, 1.5
"""How far from the frame a label's middle lies, in squares; a frame strays from its line."""

WIDER = 1.45
ALIKE = 1.25
"""By how much "10" is wider than the usual number at least, and all others at most."""

BARE = 0.01
"""Share of a square that is drawn on where there is nothing: less than this in both squares beside the frame."""

LABELLED = 0.025
"""Share of a square beside a frame that a letter or a number covers."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Which columns have something above them, which rows something on their left, and how wide that is, in squares,
    where it stands by itself (0 elsewhere)."""

    above: tuple[bool, ...]
    left: tuple[bool, ...]
    widths: tuple[float, ...]

    @property
    def row_of_ten(self) -> int | None:
        """The row whose label is clearly wider than all others, if there is one."""
        seen = [width for width in self.widths if width > 0]
        if len(seen) < len(self.widths):
            return None
        widest = max(seen)
        others = [width for width in seen if width < widest]
        usual = median(others) if others else widest
        is_clear = widest > WIDER * usual and all(
            width < max(ALIKE * usual, widest / ALIKE) for width in others
        )
        return self.widths.index(widest) if is_clear else None


def labels_of(drawn: Drawn, frame: Framed) -> Labels:
    """The labels beside a frame."""
    columns, rows = range(frame.left, frame.left + frame.width), range(frame.top, frame.top + frame.height)
    above = [_is_drawn_on(drawn, [(x, frame.top - 1), (x, frame.top - 2)]) for x in columns]
    beside = [_is_drawn_on(drawn, [(frame.left - 1, y), (frame.left - 2, y)]) for y in rows]
    spans: list[list[tuple[float, float]]] = [[] for _ in range(frame.height)]
    for left, top, right, bottom in drawn.things.tolist():
        x, y = (left + right) / 2 - frame.left, (top + bottom) / 2 - frame.top
        if NEAR < -y < FAR and 0 <= x < frame.width:
            above[int(x)] = True
        if NEAR < -x < FAR and 0 <= y < frame.height:
            spans[int(y)].append((left, right))
            beside[int(y)] = True
    return Labels(tuple(above), tuple(beside), tuple(_width(some) for some in spans))


def labelled_sides(drawn: Drawn, frames: Sequence[Framed]) -> list[float]:
    """The share of squares with a letter or a number above, right of, below and left of frames, the mean of all."""
    shares = [_labelled(drawn, frame) for frame in frames]
    return [sum(side) / len(frames) for side in zip(*shares, strict=True)]


def _labelled(drawn: Drawn, frame: Framed) -> Iterator[float]:
    """That share for every side of one frame, from above clockwise."""
    right, bottom = frame.left + frame.width, frame.top + frame.height
    columns, rows = range(frame.left, right), range(frame.top, bottom)
    for places in (
        [(x, frame.top - 1) for x in columns],
        [(right, y) for y in rows],
        [(x, bottom) for x in columns],
        [(frame.left - 1, y) for y in rows],
    ):
        there = [drawn.inside[y, x] > LABELLED for x, y in places if _is_on(drawn, x, y)]
        yield float(sum(there)) / len(places)


def _is_on(drawn: Drawn, x: int, y: int) -> bool:
    """Whether a square is one of the paper's."""
    return 0 <= x < drawn.columns and 0 <= y < drawn.rows


def _is_drawn_on(drawn: Drawn, squares: Sequence[tuple[int, int]]) -> bool:
    """Whether there is anything in some squares of the paper; off the paper nobody knows."""
    there = [drawn.inside[y, x] for x, y in squares if _is_on(drawn, x, y)]
    return not there or max(there) > BARE


def _width(spans: Sequence[tuple[float, float]]) -> float:
    return max(right for _, right in spans) - min(left for left, _ in spans) if spans else 0.0


def faults(labels: Labels) -> Iterator[tuple[str, bool]]:
    """What is wrong with the labels, and whether that is sure: names of messages."""
    if not any(labels.above) or not any(labels.left):
        yield ("LABELS_MISSING" if not any(labels.above + labels.left) else "LABELS_ON_ONE_SIDE"), False
        return
    if sum(labels.above) < len(labels.above):
        yield "LETTERS_FEW", False
    if sum(labels.left) < len(labels.left):
        yield "NUMBERS_FEW", False
    if labels.row_of_ten == 0:
        yield "NUMBERS_UPWARDS", True

"""The picture that shows on the photo what was read: marks, areas, problems, doubts and the result in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.doubts import DOUBTFUL
from companion.found import Found, PhotoReport
from companion.position import Place
from printables.layout import Board, Grid
from printables.marks import Kind, Mark, Symbol

if TYPE_CHECKING:
    from vision.annotate import Item
    from vision.photo import Picture

MOST_PROBLEMS = 3
"""Problems told under the picture; all of them are drawn."""

FRAME_MARGIN = 0.03
"""Margin round the sheets in a cut picture, as a share of their larger side."""

RING_SHARE = {Kind.POINT: 0.34, Kind.CELL: 0.36, Kind.LOOSE: 0.2}
"""Radius of the ring round a sign, in pitches."""


def draw(report: PhotoReport, lang: str | None, *, is_cut: bool = False) -> Picture:
    """The annotated photo of a report that has its picture; cut to the sheets on it if wanted, `None`: no caption."""
    from vision.annotate import Layer, annotate

    assert report.picture is not None
    frame = _frame(report) if is_cut and not report.outlines else None
    layers = [Layer(tuple(items(found)), found.to_px) for found in report.found]
    layers.append(Layer(tuple(_refused_items(report)), lambda points: points))
    return annotate(report.picture, layers, [] if lang is None else caption(report, lang), frame=frame)


def _frame(report: PhotoReport) -> tuple[int, int, int, int] | None:
    """The part of the photo with everything that was read, with a margin: left, top, right, bottom in pixels."""
    import numpy as np

    assert report.picture is not None
    corners = [_outline(found) for found in report.found]
    if not corners:
        return None
    points = np.concatenate(corners)
    low, high = points.min(0), points.max(0)
    margin = FRAME_MARGIN * float((high - low).max())
    height, width = report.picture.shape[:2]
    left, top = (max(0, int(side - margin)) for side in low)
    return left, top, min(width, int(high[0] + margin)), min(height, int(high[1] + margin))


def _outline(found: Found) -> Any:
    """The corners of the sheet, or of the board where there is none, in pixels."""
    import numpy as np

    if found.reading is not None:
        width, height = found.reading.sheet.page_mm
        box = (0.0, 0.0, width, height)
    else:
        box = found.boards[0].box_mm
    left, top, right, bottom = box
    return found.to_px(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))


def caption(report: PhotoReport, lang: str) -> list[str]:
    """The lines under the picture."""
    if report.error is not None:
        return [report.error(lang)]
    lines: list[str] = [refusal.text(lang) for refusal in report.refused]
    for number, found in enumerate(report.found, 1):
        prefix = f"{number}. " if len(report.found) > 1 else ""
        lines.append(prefix + found.report.summary(lang))
        problems = [problem for problem in found.report.problems if not problem.is_note]
        lines += [f"{problem.text(lang)}." for problem in problems[:MOST_PROBLEMS]]
    return lines


def items(found: Found) -> Iterator[Item]:
    """Everything to draw for one position, in the millimetres of its sheet."""
    from vision.annotate import Role

    yield from _areas(found)
    yield from _numbers(found)
    for mark in found.marks:
        if mark.symbol is Symbol.NOTHING and mark.confidence >= DOUBTFUL:
            continue
        board = _board(found.boards, mark.board)
        is_doubtful = mark.confidence < DOUBTFUL
        yield from _mark(board, mark, Role.DOUBT if is_doubtful else Role.of_player(mark.player), is_doubtful)
    for problem in found.report.problems:
        if not problem.is_note:
            board = _board(found.boards, problem.board)
            for place in problem.where:
                yield _place(board, found.report.game.on_board(place))


def _refused_items(report: PhotoReport) -> Iterator[Item]:
    """Lines round what was seen of a refused sheet, and bold ones round what is missing or unclear; in pixels."""
    from vision.annotate import Frame, Role

    for outline in report.outlines:
        role = Role.HINT if outline.is_good else Role.PROBLEM
        yield Frame(outline.corners_px, role, is_bold=not outline.is_good)


def _areas(found: Found) -> Iterator[Item]:
    """The game's own highlights: captured areas, winning lines, ships."""
    from vision.annotate import Area, Role, Stroke

    for area in found.report.game.highlights(found.report.position):
        board = _board(found.boards, area.board)
        corners = tuple(board.node_mm(corner) for corner in area.corners)
        if len(corners) == 2:
            yield Stroke(corners[0], corners[1], Role.of_player(area.player), is_bold=True)
        else:
            yield Area(corners, Role.of_player(area.player))


def _numbers(found: Found) -> Iterator[Item]:
    """The numbers of points that players drew: nothing on the paper tells them."""
    from vision.annotate import Number, Role

    for board in found.boards:
        if board.is_drawn:
            for number, place in enumerate(board.loose, 1):
                yield Number(number, place, Role.FIELD)


def _mark(board: Board, mark: Mark, role: object, is_bold: bool) -> Iterator[Item]:
    from vision.annotate import Ring, Role, Stroke

    assert isinstance(role, Role)
    place = board.place_mm(mark.kind, mark.at)
    if len(place) == 2:
        yield Stroke(place[0], place[1], role, is_bold)
    else:
        radius = RING_SHARE[mark.kind] * board.pitch_mm * (1.2 if is_bold else 1.0)
        yield Ring(place[0], radius, role, is_bold)


def _place(board: Board, place: Place) -> Item:
    """The frame of a problem: round a cell, or a ring round a point."""
    from vision.annotate import Frame, Ring, Role

    if board.grid is not Grid.CELLS:
        return Ring(board.centre_mm(place), 0.48 * board.pitch_mm, Role.PROBLEM, is_bold=True)
    x, y = place
    inset = 0.04
    corners = [
        (x + inset, y + inset),
        (x + 1 - inset, y + inset),
        (x + 1 - inset, y + 1 - inset),
        (x + inset, y + 1 - inset),
    ]
    return Frame(tuple(board.node_mm(corner) for corner in corners), Role.PROBLEM, is_bold=True)


def _board(boards: Sequence[Board], name: str | None) -> Board:
    return next((board for board in boards if board.name == name), boards[0])

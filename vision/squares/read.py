"""Boards drawn by hand on squared paper, read like printed ones: the same ink, the same readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Mark
from vision.flatten import flat_picture
from vision.ink import Ink
from vision.photo import Picture
from vision.poses import project
from vision.read import Reading, Stopwatch, inked_page, read_board
from vision.squares.clusters import Box
from vision.squares.drawn import Drawn, whats_drawn
from vision.squares.find import SQUARE_MM, SquaredPaper, Squares, crossing_mm, turned
from vision.squares.rims import without_frames
from vision.squares.shading import count_all_signs, take_back_shading, with_hidden_crosses
from vision.squares.sheet import squared_ink, squared_sheet
from vision.squares.table import tables_under

Corners = NDArray[np.float64]

SUREST_AT_EDGE = 0.9
"""Most that is believed of a mark on the outermost lines of the paper."""

CARD_EDGES = (-0.6, -0.6, 1.6, 1.8)
"""Where a marker card ends, and the square that its edge crosses: left, top, right, bottom in sides of its tag."""

FIELD_SLACK = 0.7
"""How far beyond a field that somebody pointed out its outermost crossings may lie, in squares."""

_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""The corners of a card's tag, for the sides in which `CARD_EDGES` are told."""


@dataclass(frozen=True, slots=True)
class SquaredPage:
    """Squared paper with what is drawn on it: the flat picture, its ink, and what each square holds."""

    paper: SquaredPaper
    flat: Picture
    ink: Ink
    drawn: Drawn


def squared_pages(squares: Squares, watch: Stopwatch, cards_px: Sequence[Corners] = ()) -> list[SquaredPage]:
    """All squared papers in a picture, the clearest first. Marker cards, by the corners (4, 2) of their tags, help to
    find them, and what is printed on them is not taken for a game."""
    with watch.stage("locate"):
        papers = squares.papers_on(tables_under(cards_px))
    pages = [_page(squares.picture, paper, watch) for paper in papers]
    return [replace(page, drawn=page.drawn.within(~_under(page, cards_px))) for page in pages]


def _under(page: SquaredPage, cards_px: Sequence[Corners]) -> NDArray[np.bool_]:
    """Which crossings (rows + 1, columns + 1) lie under a marker card."""
    px = page.paper.crossings_px().reshape(-1, 2)
    covered = np.zeros(len(px), bool)
    for card in cards_px:
        to_card = cv2.getPerspectiveTransform(np.asarray(card, np.float32), _UNIT)
        left, top, right, bottom = CARD_EDGES
        x, y = project(np.asarray(to_card, float), px).T
        covered |= (x > left) & (x < right) & (y > top) & (y < bottom)
    return covered.reshape(page.paper.is_there.shape)


def _page(picture: Picture, paper: SquaredPaper, watch: Stopwatch) -> SquaredPage:
    with watch.stage("flatten"):
        flat = flat_picture(picture, paper.page)
    with watch.stage("ink"):
        ink = squared_ink(flat, paper)
        drawn = whats_drawn(paper, ink)
    return SquaredPage(paper, flat, ink, drawn)


def within(
    page: SquaredPage, field_px: tuple[float, float, float, float], decoded_scale: float
) -> SquaredPage:
    """The page with nothing drawn but in a rectangle of the photo: left, top, width, height in its own pixels."""
    left, top, width, height = (side * decoded_scale for side in field_px)
    px = page.paper.crossings_px()
    x, y = px[..., 0], px[..., 1]
    slack = FIELD_SLACK * page.paper.pitch_px
    is_in = (x > left - slack) & (x < left + width + slack) & (y > top - slack) & (y < top + height + slack)
    return replace(page, drawn=page.drawn.within(is_in))


def window_px(page: SquaredPage, box: Box) -> tuple[int, int, int, int]:
    """The part of the picture that holds a box of crossings: left, top, right and bottom in its pixels."""
    right, bottom = min(box.right, page.paper.columns), min(box.bottom, page.paper.rows)
    around = [(box.left, box.top), (right, box.top), (right, bottom), (box.left, bottom)]
    corners = page.paper.page.to_px(np.array([crossing_mm(x, y) for x, y in around]))
    left, top = (max(0, int(side)) for side in corners.min(axis=0))
    return left, top, int(corners[:, 0].max()) + 1, int(corners[:, 1].max()) + 1


def page_turned(page: SquaredPage, quarters: int, watch: Stopwatch) -> SquaredPage:
    """The same page turned clockwise by so many quarters."""
    with watch.stage("flatten"):
        ink = replace(
            page.ink,
            total=_turned(page.ink.total, quarters),
            tint=_turned(page.ink.tint, quarters),
            print=_turned(page.ink.print, quarters),
            paper=_turned(page.ink.paper, quarters),
        )
        paper = turned(page.paper, quarters)
        return SquaredPage(paper, _turned(page.flat, quarters), ink, page.drawn.turned(quarters))


def _turned(layer: Any, quarters: int) -> Any:
    return np.ascontiguousarray(np.rot90(layer, -quarters))


def read_squares(
    page: SquaredPage, boards: tuple[Board, ...], watch: Stopwatch, frames: Sequence[Box] = ()
) -> tuple[Mark, ...]:
    """The marks on boards placed on squared paper, in its millimetres; `frames` are drawn round squares of the paper,
    and no marks."""
    with watch.stage("pens"):
        ink = replace(page.ink, total=without_frames(page.ink.total, frames)) if frames else page.ink
        inked = inked_page(ink, squared_sheet(page.paper, boards), prepare=count_all_signs)
        # No legend says whose pen is whose, and nobody asks: players are told by their colours.
        inked = replace(inked, pens=replace(inked.pens, is_guess=False))
    with watch.stage("marks"):
        for board in boards:
            take_back_shading(inked, board)
        return tuple(
            _doubted_at_edge(page, board, mark)
            for board in boards
            for mark in with_hidden_crosses(ink, board, read_board(inked, board))
        )


def _doubted_at_edge(page: SquaredPage, board: Board, mark: Mark) -> Mark:
    """The mark, doubtful where it touches the outermost crossings: the paper's edge may be what is seen."""
    ends = np.array(mark.at, float).reshape(-1, 2)
    if board.grid is Grid.CELLS and len(ends) == 1:
        ends = ends + np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    places = np.round((np.array(board.origin_mm) + ends * board.pitch_mm) / SQUARE_MM - 1).astype(int)
    x, y = np.clip(places, 0, [page.paper.columns, page.paper.rows]).T
    is_inside = bool((np.stack([x, y], 1) == places).all() and page.drawn.is_inner[y, x].all())
    return mark if is_inside else replace(mark, confidence=min(mark.confidence, SUREST_AT_EDGE))


def as_reading(page: SquaredPage, boards: tuple[Board, ...], game: str, marks: tuple[Mark, ...]) -> Reading:
    """Marks on squared paper as a reading, like that of a sheet."""
    return Reading(
        sheet=replace(squared_sheet(page.paper, boards), game=game),
        sighting=None,
        page=page.paper.page,
        flat=page.flat,
        ink=page.ink,
        group=0,
        marks=marks,
        begins=None,
    )

"""Boards drawn by hand on squared paper, read like printed ones: the same ink, the same readers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from printables.layout import Board
from printables.marks import Mark
from vision.flatten import flat_picture
from vision.ink import Ink
from vision.photo import Picture
from vision.read import Reading, Stopwatch, inked_page, read_board
from vision.squares.drawn import Drawn, whats_drawn
from vision.squares.find import SquaredPaper, find_squares, turned
from vision.squares.sheet import squared_ink, squared_sheet


@dataclass(frozen=True, slots=True)
class SquaredPage:
    """Squared paper with what is drawn on it: the flat picture, its ink, and what each square holds."""

    paper: SquaredPaper
    flat: Picture
    ink: Ink
    drawn: Drawn


def squared_pages(picture: Picture, watch: Stopwatch) -> list[SquaredPage]:
    """All squared papers in a picture, the clearest first."""
    with watch.stage("locate"):
        papers = find_squares(picture)
    return [_page(picture, paper, watch) for paper in papers]


def _page(picture: Picture, paper: SquaredPaper, watch: Stopwatch) -> SquaredPage:
    with watch.stage("flatten"):
        flat = flat_picture(picture, paper.page)
    with watch.stage("ink"):
        ink = squared_ink(flat, paper)
        drawn = whats_drawn(paper, ink)
    return SquaredPage(paper, flat, ink, drawn)


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


def read_squares(page: SquaredPage, boards: tuple[Board, ...], watch: Stopwatch) -> tuple[Mark, ...]:
    """The marks on boards placed on squared paper, in its millimetres."""
    with watch.stage("pens"):
        inked = inked_page(page.ink, squared_sheet(page.paper, boards))
        # No legend says whose pen is whose, and nobody asks: players are told by their colours.
        inked = replace(inked, pens=replace(inked.pens, is_guess=False))
    with watch.stage("marks"):
        return tuple(mark for board in boards for mark in read_board(inked, board))


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

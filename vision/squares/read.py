"""Boards drawn by hand on squared paper, read like printed ones: the same ink, the same readers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from printables.layout import Board
from vision.flatten import flat_picture
from vision.ink import Ink
from vision.photo import Picture
from vision.read import Reading, Stopwatch, inked_page, read_board
from vision.squares.drawn import Drawn, whats_drawn
from vision.squares.find import SquaredPaper, find_squares, quarter_turned
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


def turned(page: SquaredPage, quarters: int, picture: Picture, watch: Stopwatch) -> SquaredPage:
    """The same page turned clockwise by quarters."""
    with watch.stage("flatten"):
        paper = page.paper
        for _ in range(quarters % 4):
            paper = quarter_turned(paper)
    return _page(picture, paper, watch)


def read_squares(page: SquaredPage, boards: tuple[Board, ...], game: str, watch: Stopwatch) -> Reading:
    """The marks on boards placed on squared paper, in its millimetres."""
    sheet = replace(squared_sheet(page.paper, boards), game=game)
    with watch.stage("pens"):
        inked = inked_page(page.ink, sheet)
        # No legend says whose pen is whose, and nobody asks: players are told by their colours.
        inked = replace(inked, pens=replace(inked.pens, is_guess=False))
    with watch.stage("marks"):
        marks = tuple(mark for board in boards for mark in read_board(inked, board))
    return Reading(
        sheet=sheet,
        sighting=None,
        page=page.paper.page,
        flat=page.flat,
        ink=page.ink,
        group=0,
        marks=marks,
        begins=None,
    )

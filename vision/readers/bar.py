"""Strokes that stand alone, from the middle of a cell to the middle of the next one."""

from __future__ import annotations

from printables.layout import Ask, Board
from printables.marks import Mark
from vision.page import InkedPage
from vision.readers.stroke import read_strokes


def read_bars(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All strokes on a board, and ink there that is none."""
    return read_strokes(page, board, ask)

"""One reader per kind of mark, one table."""

from __future__ import annotations

from collections.abc import Callable

from printables.layout import Ask, Board
from printables.marks import Kind, Mark
from vision.page import InkedPage
from vision.readers.bar import read_bars
from vision.readers.cell import read_cells
from vision.readers.join import read_joins
from vision.readers.loose import read_loose
from vision.readers.point import read_points
from vision.readers.stroke import read_strokes

Reader = Callable[[InkedPage, Board, Ask], list[Mark]]

READERS: dict[Kind, Reader] = {
    Kind.POINT: read_points,
    Kind.CELL: read_cells,
    Kind.OUTLINE: read_strokes,
    Kind.CHAIN: read_strokes,
    Kind.BAR: read_bars,
    Kind.JOIN: read_joins,
    Kind.LOOSE: read_loose,
}

"""Dots and boxes: lines between dots, boxes to whoever draws their fourth side.

>>> from companion.games.dots_and_boxes.options import BoxesOptions
>>> position = parse("-/. .. .", BoxesOptions(size=(1, 1)))
>>> position.turn, len(position.moves())
(1, 3)
>>> [problem.code for problem in parse("-/- -- A", BoxesOptions(size=(1, 1))).problems()]
['OWNERS_IMPOSSIBLE']
"""

from __future__ import annotations

from dataclasses import replace

from companion.boxes import picture as drawing
from companion.boxes import position as boxes
from companion.boxes.position import Boxes
from companion.errors import NotationError
from companion.text import Text

from .options import LARGEST, BoxesOptions


def start(options: BoxesOptions) -> Boxes:
    """The empty field."""
    return boxes.start(options)


def parse(text: str, options: BoxesOptions) -> Boxes:
    """Reads the lines across, the lines down and the signs; the size is the text's. Raises `NotationError`."""
    words = text.split()
    if len(words) >= 2:
        rows, first = words[0].count("/"), words[0].split("/")[0]
        columns = _length(first)
        if 1 <= rows <= LARGEST and 1 <= columns <= LARGEST:
            options = replace(options, size=(columns, rows))
    return boxes.parse(text, options)


def _length(row: str) -> int:
    """How many places a row such as `3.-` has."""
    total, digits = 0, ""
    for sign in row:
        if sign.isascii() and sign.isdigit():
            digits += sign
        else:
            total += int(digits[:3] or 1)
            digits = ""
    return total


def parse_board(text: str, options: BoxesOptions) -> Boxes:
    """Reads a drawing with `o---o` and `|`; its size goes before the options'. Raises `NotationError`."""
    size = drawing.size_of(text)
    if not all(1 <= side <= LARGEST for side in size):
        raise NotationError(SIZE.fill(x=size[0], y=size[1], most=LARGEST))
    return drawing.parse_board(text, replace(options, size=size))


SIZE = Text(
    en="the picture has {x}x{y} boxes; expected 1..{most} each way",
    ru="на картинке {x}x{y} клеток; нужно от 1 до {most} по стороне",
)

"""The printed page of a game of boxes: dots at the corners of the cells, pale sides, boxes for all players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.boxes.paper import BOARD, SYMBOLS
from companion.boxes.position import BoxRules
from printables.boards import free_field
from printables.compose import Edition
from printables.layout import Ask, Board, Disc, Grid, Line, PointMm, Shape, Sheet, Tone
from printables.marks import Kind, Symbol
from printables.one_board import Beside, Wanted, one_board
from printables.panels import PlayerRow
from printables.paper import paper_named
from printables.pens import GUIDE_WIDTH, sign_shapes
from printables.words import WORDS

LARGEST_PITCH_MM = 11.0
"""Larger cells would make a pen's line too thin for the reader, which looks at a cell's side in 40 pixels."""
DOT_MM = 0.55
"""Radius of the dots at the corners."""
DRAWN_WIDTH_MM = 0.7
"""Sides that count as drawn from the start."""
SIGN_MM = 1.8
CAPTIONS = {
    "ru": ("крестик, три раза", "нолик, три раза", "точка, три раза", "закрашено, три раза"),
    "en": ("cross, three times", "nought, three times", "dot, three times", "filled, three times"),
}


def box_sheet(
    options: BoxRules, edition: Edition, paper: str, rules: Sequence[str], agreements: Sequence[str]
) -> Sheet:
    """The page of a game of boxes."""
    shape, players = options.board, len(options.keys)
    lang = edition.lang
    is_coloured = bool(getattr(options, "is_coloured", False))
    asks = (
        Ask(Kind.OUTLINE, (Symbol.LINE,), (0, 1) if is_coloured else (0,)),
        Ask(
            Kind.CELL,
            tuple(Symbol(name) for name in SYMBOLS[:players]),
            tuple(range(players)),
            is_by_sign=True,
        ),
    )
    wanted = Wanted(BOARD, Grid.CELLS, shape.columns, shape.rows, asks, LARGEST_PITCH_MM)
    words = WORDS[lang]
    rows = [
        PlayerRow(player, _sign(player), CAPTIONS[lang][player], words.name, words.begins, words.score)
        for player in range(players)
    ]
    return one_board(
        edition,
        paper_named(paper),
        wanted,
        lambda board: _printed(board, options),
        Beside(rows, rules, agreements),
    )


def _sign(player: int) -> Callable[[PointMm], Sequence[Shape]]:
    symbol = Symbol(SYMBOLS[player])

    def draw(centre: PointMm) -> Sequence[Shape]:
        return sign_shapes(symbol, centre, SIGN_MM)

    return draw


def _printed(board: Board, options: BoxRules) -> tuple[Shape, ...]:
    """Pale sides, bold ones where they count as drawn, dots at the corners, and the frame."""
    shape = options.board
    sides = [
        Line(
            board.node_mm(one),
            board.node_mm(two),
            DRAWN_WIDTH_MM if options.printed >> number & 1 else GUIDE_WIDTH,
            Tone.TEXT if options.printed >> number & 1 else Tone.GUIDE,
        )
        for number, (one, two) in enumerate(shape.sides)
    ]
    dots = [Disc(board.node_mm(corner), DOT_MM, 0.0, Tone.FRAME) for corner in sorted(shape.corners)]
    return (*sides, *dots, *free_field(board))

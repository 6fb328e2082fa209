"""Games on pretend notebook pages: random positions of every game that is drawn by hand, as people draw them.

Seeds below 1000 were used while the readers were made; those from 5000 on judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from companion import catalog
from companion.trial import random_position
from printables.layout import Ask, Board, BoxMm, Grid, PointMm
from printables.marks import Kind, Mark, Symbol

if TYPE_CHECKING:
    from samples.camera import PretendPhoto
    from samples.levels import Level
    from samples.notebook import Drawing, SquaredPage

GAMES = ("dots", "five_in_a_row", "dots_and_boxes", "sea_battle", "paper_soccer")

SQUARES_MM = ((5.0, 0.64), (4.0, 0.12), (7.0, 0.14), (10.0, 0.1))
"""Squares of the papers, and how often each is taken where the game has room on them."""

DOTTED_CHANCE = 0.1
ONE_PEN_CHANCE = 0.4
TITLE_CHANCE = 0.5

ROOM = 2
"""Bare squares that are left round a field, at least."""

CLEARLY_OTHER = (
    ("ballpoint_blue", "ballpoint_red"),
    ("gel_blue", "gel_red"),
    ("ballpoint_red", "ballpoint_black"),
    ("felt_green", "felt_red"),
    ("felt_blue", "felt_red"),
    ("ballpoint_violet", "ballpoint_green"),
)
"""Pairs of pens whose colours everybody can tell."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be drawn: boards on the page's lattice, marks on them, what else is drawn, and the pens."""

    boards: tuple[Board, ...]
    marks: tuple[Mark, ...]
    position: Any
    frames: tuple[tuple[PointMm, ...], ...] = ()
    drawings: tuple[Drawing, ...] = ()
    pens: tuple[str, str] | None = None
    has_one_pen: bool = False


@dataclass(frozen=True, slots=True)
class NotebookGame:
    """A photo of a game in a notebook with the truth about it."""

    game: str
    page: SquaredPage
    plan: Plan
    shot: PretendPhoto


def draw(
    game_name: str,
    seed: int,
    level: Level,
    *,
    square_mm: float | None = None,
    is_dotted: bool | None = None,
    has_scenery: bool = True,
) -> NotebookGame:
    """The photo of this seed."""
    from samples.notebook import Scenery, notebook_photo

    number = GAMES.index(game_name)
    rng, chance = np.random.default_rng([seed, 5, number]), Random(seed * len(GAMES) + number)
    page = _page(game_name, rng, square_mm, is_dotted)
    plan = PLANS[game_name](page, chance)
    shot = notebook_photo(
        page,
        plan.boards,
        plan.marks,
        level=level,
        seed=seed,
        frames=plan.frames,
        drawings=(*plan.drawings, *_title(page, plan, chance)),
        pens=plan.pens,
        has_one_pen=plan.has_one_pen,
        scenery=Scenery.random(rng, page) if has_scenery else None,
    )
    return NotebookGame(game_name, page, plan, shot)


def _page(
    game_name: str, rng: np.random.Generator, square_mm: float | None, is_dotted: bool | None
) -> SquaredPage:
    """Paper on which this game has room."""
    from samples.notebook import SquaredPage

    sizes, chances = zip(*SQUARES_MM, strict=True)
    while True:
        square = square_mm or float(rng.choice(sizes, p=chances))
        dotted = bool(rng.random() < DOTTED_CHANCE) if is_dotted is None else is_dotted
        page = SquaredPage.random(rng, square, is_dotted=dotted)
        if all(side >= needed for side, needed in zip(page.squares, ROOM_NEEDED[game_name], strict=True)):
            return page


ROOM_NEEDED = {
    "dots": (15, 15),
    "five_in_a_row": (15, 15),
    "dots_and_boxes": (12, 12),
    "sea_battle": (15, 27),
    "paper_soccer": (14, 18),
}
"""Squares of paper across and down on which a game has room."""


def _title(page: SquaredPage, plan: Plan, chance: Random) -> Iterator[Drawing]:
    """A word above the game, where there is room for one."""
    from samples.letters import LETTERS
    from samples.notebook import Written

    box = box_round(plan.boards)
    above = box[1] - 3.2 * page.square_mm
    if chance.random() < TITLE_CHANCE and above > 6.0:
        word = "".join(chance.choice(list(LETTERS)) for _ in range(chance.randint(3, 7)))
        yield Written(0, word, ((box[0] + box[2]) / 2, above), min(6.0, 1.4 * page.square_mm))


def box_round(boards: Sequence[Board]) -> BoxMm:
    """The box round several boards."""
    boxes = [board.box_mm for board in boards]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _place(page: SquaredPage, size: tuple[int, int], chance: Random) -> tuple[int, int]:
    """The crossing where a field of so many squares begins."""
    return tuple(  # type: ignore[return-value]
        chance.randint(min(ROOM, (side - wanted) // 2), max(side - wanted - ROOM, (side - wanted) // 2))
        for side, wanted in zip(page.squares, size, strict=True)
    )


# --- the games ------------------------------------------------------------------------------------------


def _dots(page: SquaredPage, chance: Random) -> Plan:
    """Dots on a field that may take nearly the whole page, and be larger than a printed one."""
    most = [side - 1 for side in page.squares]
    is_large = chance.random() < 0.2
    width, height = (max(10, side if is_large else chance.randint(10, min(side, 30))) for side in most)
    size = (width, height)
    game = catalog.find_game("dots")
    options = game.options(size=size, start="empty", opening_zone="none")
    position = random_position(game, options, chance)
    if is_large:
        # One game near each end, so that the field is really used.
        position = _spread(game, options, chance)
    at = _place(page, (size[0] - 1, size[1] - 1), chance)
    asks = (Ask(Kind.POINT, (Symbol.DOT,)), Ask(Kind.CHAIN, (Symbol.LINE,)))
    board = Board("field", Grid.POINTS, page.crossing_mm(*at), page.square_mm, *size, asks)
    return Plan((board,), game.ink(position), position)


def _spread(game: Any, options: Any, chance: Random) -> Any:
    """A long game of dots all over the field."""
    position = game.start(options)
    for _ in range(150):
        moves = position.moves()
        if position.turn is None or not moves:
            break
        position = position.play(chance.choice(moves))
    return position


def _five(page: SquaredPage, chance: Random) -> Plan:
    width, height = (chance.randint(12, max(12, min(22, side - 2 * ROOM))) for side in page.squares)
    size = (width, height)
    game = catalog.find_game("five_in_a_row")
    position = random_position(game, replace(game.options(), size=size), chance)
    asks = (Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True),)
    at = _place(page, size, chance)
    board = Board("field", Grid.CELLS, page.crossing_mm(*at), page.square_mm, *size, asks)
    return Plan((board,), game.ink(position), position, has_one_pen=chance.random() < ONE_PEN_CHANCE)


def _boxes(page: SquaredPage, chance: Random) -> Plan:
    """Dots and boxes: dots on every crossing or every second one; owners by initials or by scribbles."""
    from samples.notebook import Shaded, Written

    steps = [step for step in (1, 2) if min(page.squares) >= 3 * step + 2 * ROOM]
    step = chance.choice(steps)
    width, height = (chance.randint(3, max(3, min(9, (side - 2 * ROOM) // step))) for side in page.squares)
    size = (width, height)
    game = catalog.find_game("dots_and_boxes")
    position = random_position(game, replace(game.options(), size=size), chance)
    at = _place(page, (size[0] * step, size[1] * step), chance)
    pitch = page.square_mm * step
    ask = Ask(Kind.OUTLINE, (Symbol.LINE,), (0, 1))
    board = Board("field", Grid.CELLS, page.crossing_mm(*at), pitch, *size, (ask,))
    corners = Board("corners", Grid.POINTS, board.origin_mm, pitch, size[0] + 1, size[1] + 1, ())
    marks = game.ink(position)
    lines = [replace(mark, player=chance.randrange(2)) for mark in marks if mark.kind is Kind.OUTLINE]
    dots = [Mark("corners", Kind.POINT, at, Symbol.DOT, 0) for at in corners.ats(Kind.POINT)]
    initials = chance.sample("АБВГДЕМТС", 2)
    is_scribbled = chance.random() < 0.5
    drawings: list[Drawing] = []
    for mark in marks:
        if mark.kind is Kind.CELL:
            owner, (x, y) = mark.player or 0, board.centre_mm(mark.at)  # type: ignore[arg-type]
            if is_scribbled:
                half = pitch * chance.uniform(0.36, 0.5)
                box = (x - half, y - half, x + half, y + half)
                drawings.append(Shaded(owner, box, chance.uniform(0.6, 1.4)))
            else:
                drawings.append(Written(owner, initials[owner], (x, y), 0.55 * pitch))
    return Plan(
        (board, corners),
        (*dots, *lines),
        position,
        drawings=tuple(drawings),
        pens=chance.choice(CLEARLY_OTHER),
    )


def _sea(page: SquaredPage, chance: Random) -> Plan:
    """Sea battle: two frames beside each other, or one above the other where the page is narrow."""
    from samples.notebook import Shaded

    game = catalog.find_game("sea_battle")
    options = game.options(alphabet=chance.choice(["cyr_no_yo_j", "cyr_yo", "latin"]))
    position = random_position(game, options, chance)
    size, gap = options.size, chance.randint(2, 4)
    is_beside = page.squares[0] >= 2 * size + gap + 2
    wide, high = (2 * size + gap, size) if is_beside else (size, 2 * size + gap)
    left, top = _place(page, (wide, high), chance)
    left, top = max(2, left), max(2, top)
    boards = tuple(
        Board(
            name,
            Grid.CELLS,
            page.crossing_mm(
                left + number * (size + gap) * is_beside, top + number * (size + gap) * (not is_beside)
            ),
            page.square_mm,
            size,
            size,
            (Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS)), Ask(Kind.OUTLINE, (Symbol.LINE,))),
        )
        for number, name in enumerate(("own", "target"))
    )
    style = chance.choice(["outline", "filled", "hatched"])
    marks = game.ink(position)
    drawings: list[Drawing] = []
    if style != "outline":
        marks = tuple(m for m in marks if not (m.kind is Kind.OUTLINE and m.board == "own"))
        gaps = (0.35, 0.7) if style == "filled" else (0.9, 1.4)
        for ship in position.ships():
            corners = [boards[0].node_mm(cell) for cell in ship]
            left_mm, top_mm = min(x for x, _ in corners), min(y for _, y in corners)
            right, bottom = (max(x for x, _ in corners), max(y for _, y in corners))
            inset = 0.04 * page.square_mm
            box = (
                left_mm + inset,
                top_mm + inset,
                right + page.square_mm - inset,
                bottom + page.square_mm - inset,
            )
            drawings.append(Shaded(0, box, chance.uniform(*gaps)))
    return Plan(
        boards,
        marks,
        position,
        frames=tuple(rim(board) for board in boards),
        drawings=(*drawings, *labels(boards, options.letters)),
        pens=chance.choice(CLEARLY_OTHER) if chance.random() > ONE_PEN_CHANCE else None,
        has_one_pen=chance.random() < ONE_PEN_CHANCE,
    )


def rim(board: Board) -> tuple[PointMm, ...]:
    """The frame round a board, as a hand goes round it."""
    corners = [(0, 0), (board.columns, 0), (board.columns, board.rows), (0, board.rows), (0, 0)]
    return tuple(board.node_mm(corner) for corner in corners)


def labels(boards: Sequence[Board], letters: str) -> Iterator[Drawing]:
    """Letters above the fields and numbers on their left."""
    from samples.notebook import Written

    for board in boards:
        size = 0.62 * board.pitch_mm
        for number in range(board.columns):
            yield Written(0, letters[number], board.node_mm((number + 0.5, -0.5)), size)
        for number in range(board.rows):
            yield Written(0, str(number + 1), board.node_mm((-0.55, number + 0.5)), size)


def _soccer(page: SquaredPage, chance: Random) -> Plan:
    game = catalog.find_game("paper_soccer")
    room = [side - 2 * ROOM for side in page.squares]
    sizes = [s for s in ((8, 10), (6, 8), (8, 12), (10, 12)) if s[0] <= room[0] and s[1] + 2 <= room[1]]
    options = replace(game.options(), size=chance.choice(sizes))
    position = random_position(game, options, chance)
    columns, rows = options.size
    left, top = _place(page, (columns, rows + 2), chance)
    ask = Ask(Kind.CHAIN, (Symbol.LINE,), (0, 1))
    board = Board(
        "field", Grid.POINTS, page.crossing_mm(left, top), page.square_mm, columns + 1, rows + 3, (ask,)
    )
    post = (columns - options.goal_width) // 2
    outline = [(0, 1), (post, 1), (post, 0), (columns - post, 0), (columns - post, 1), (columns, 1)]
    outline += [(x, rows + 2 - y) for x, y in reversed(outline)]
    frame = tuple(board.node_mm(corner) for corner in (*outline, outline[0]))
    marks = tuple(replace(mark, player=mark.player or 0) for mark in game.ink(position))
    return Plan((board,), marks, position, frames=(frame,), has_one_pen=True)


PLANS: dict[str, Callable[[SquaredPage, Random], Plan]] = {
    "dots": _dots,
    "five_in_a_row": _five,
    "dots_and_boxes": _boxes,
    "sea_battle": _sea,
    "paper_soccer": _soccer,
}

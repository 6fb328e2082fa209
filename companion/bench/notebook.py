"""Games on pretend notebook pages, and what became of them when they were read.

Marks are compared by where they lie in the photo: nobody says which crossing of the paper the first one is, nor
which way up the page lies, nor whose pen is whose. Seeds below 1000 were used while the readers were made; those from
5000 on judge.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from companion import catalog
from companion.found import Found, PhotoReport, Wanted
from companion.reading import read_bytes
from companion.trial import random_position
from printables.layout import Ask, Board, BoxMm, Grid, PointMm
from printables.marks import Kind, Mark, Symbol

if TYPE_CHECKING:
    from samples.camera import PretendPhoto
    from samples.levels import Level
    from samples.notebook import Drawing, SquaredPage

Key = tuple[Any, ...]
"""Where a mark lies on the drawn page: board, and both coordinates of its ends in half squares."""

GAMES = ("dots", "five_in_a_row", "dots_and_boxes", "sea_battle", "paper_soccer")

SQUARES_MM = ((5.0, 0.64), (4.0, 0.12), (7.0, 0.14), (10.0, 0.1))
"""Squares of the papers, and how often each is taken where the game has room on them."""

DOTTED_CHANCE = 0.1
ONE_PEN_CHANCE = 0.4
TITLE_CHANCE = 0.5

ROOM = 2
"""Bare squares that are left round a field, at least."""

NEAR = 0.4
"""How far from its place, in squares, a mark may be found."""

CLEARLY_OTHER = (
    ("ballpoint_blue", "ballpoint_red"),
    ("gel_blue", "gel_red"),
    ("ballpoint_red", "ballpoint_black"),
    ("felt_green", "felt_red"),
    ("felt_blue", "felt_red"),
    ("ballpoint_violet", "ballpoint_green"),
)
"""Pairs of pens whose colours everybody can tell."""

SHIPS = {
    ".": (0, ""),
    "S": (1, ""),
    "o": (0, "miss"),
    "X": (1, "hit"),
    "#": (1, "hit"),
    "x": (0, "hit"),
    "O": (1, "miss"),
}
"""What the letters of sea battle say on either field: whether there is a ship, and the shot."""


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


@dataclass(frozen=True, slots=True)
class Score:
    """What became of one photo: how many marks there were, were read otherwise, and were so without a doubt."""

    verdict: str
    marks: int = 0
    wrong: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    doubtful: int = 0


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

    box = _box(plan.boards)
    above = box[1] - 3.2 * page.square_mm
    if chance.random() < TITLE_CHANCE and above > 6.0:
        word = "".join(chance.choice(list(LETTERS)) for _ in range(chance.randint(3, 7)))
        yield Written(0, word, ((box[0] + box[2]) / 2, above), min(6.0, 1.4 * page.square_mm))


def _box(boards: Sequence[Board]) -> BoxMm:
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


# --- the score ------------------------------------------------------------------------------------------


def read(drawn: NotebookGame, *, is_told: bool) -> tuple[PhotoReport, float]:
    """What is read from a photo, and the seconds of one core it took."""
    start = time.process_time()
    report = read_bytes(drawn.shot.data, Wanted(catalog.find_game(drawn.game) if is_told else None))
    return report, time.process_time() - start


def score(drawn: NotebookGame, report: PhotoReport) -> Score:
    """The score of one photo."""
    if not report.found:
        return Score("refused")
    found = report.found[0]
    if found.report.game.name != drawn.game:
        return Score(f"taken for {found.report.game.name}")
    keys = _Keys(drawn)
    wanted, seen, asked = (
        _fields(drawn, found, keys) if drawn.game == "sea_battle" else _marks(drawn, found, keys)
    )
    wrong = _differences(wanted, seen, is_by_player=drawn.game in ("dots", "dots_and_boxes"))
    silent = [key for key in wrong if key not in asked]
    verdict = verdict_of(wrong, silent)
    if silent and any(problem.code == "DOT_OUT_OF_FIELD" for problem in found.report.problems):
        # No field that can be written down is so large: the report says that dots are left out.
        verdict = "too large, told"
    told = [
        tuple(f"{key}: {wanted.get(key)} read as {seen.get(key)}" for key in some) for some in (wrong, silent)
    ]
    return Score(verdict, len(wanted), told[0], told[1], len(found.report.doubtful))


def verdict_of(wrong: Sequence[Any], silent: Sequence[Any]) -> str:
    """What marks that were read otherwise, and those of them that nobody is asked about, make of a photo."""
    return "wrong" if silent else "right when answered" if wrong else "right"


def _differences(
    wanted: dict[Key, tuple[str, int | None]], seen: dict[Key, tuple[str, int | None]], *, is_by_player: bool
) -> list[Key]:
    """Places that were read otherwise; whose pen is whose nobody says, so both ways are tried."""

    def differ(key: Key, exchanged: int) -> bool:
        one, two = wanted.get(key), seen.get(key)
        if one is None or two is None or one[0] != two[0]:
            return True
        if not is_by_player or one[1] is None:
            return False
        return one[1] ^ exchanged != two[1]

    ways = [[key for key in {*wanted, *seen} if differ(key, exchanged)] for exchanged in (0, 1)]
    return min(ways, key=len)


def _marks(
    drawn: NotebookGame, found: Found, keys: _Keys
) -> tuple[dict[Key, tuple[str, int | None]], dict[Key, tuple[str, int | None]], set[Key]]:
    """What was drawn, what was read, and what is asked about, by place."""
    owners_count = drawn.game == "dots"
    wanted: dict[Key, tuple[str, int | None]] = {
        keys.drawn(mark.board, mark.kind, mark.at): (mark.symbol.value, mark.player if owners_count else None)
        for mark in drawn.plan.marks
        if mark.board == drawn.plan.boards[0].name
    }
    seen: dict[Key, tuple[str, int | None]] = {}
    for mark in found.marks:
        if mark.symbol is not Symbol.NOTHING and not (
            drawn.game == "dots_and_boxes" and mark.kind is Kind.CELL
        ):
            seen[keys.found(found, mark.board, mark.kind, mark.at)] = (mark.symbol.value, mark.player)
    asked = {
        keys.found(found, doubt.board, _kind_at(found, doubt.board, doubt.where), doubt.where)
        for doubt in found.report.doubtful
    }
    if drawn.game == "dots_and_boxes":
        position: Any = found.report.position
        for cell, letter in zip(position.options.board.cells, position.signs, strict=True):
            if letter in position.options.keys:
                owner = position.options.keys.index(letter)
                seen[keys.found(found, found.boards[0].name, Kind.CELL, cell)] = ("box", owner)
        for cell, letter in zip(
            drawn.plan.position.options.board.cells, drawn.plan.position.signs, strict=True
        ):
            if letter in drawn.plan.position.options.keys:
                owner = drawn.plan.position.options.keys.index(letter)
                wanted[keys.drawn("field", Kind.CELL, cell)] = ("box", owner)
    return wanted, seen, asked


def _kind_at(found: Found, board_name: str, at: Any) -> Kind:
    """The kind of mark at a place, as far as its place on the page goes."""
    if isinstance(at[0], tuple):
        return Kind.CHAIN
    board = next(board for board in found.boards if board.name == board_name)
    return Kind.CELL if board.grid is Grid.CELLS else Kind.POINT


def _fields(
    drawn: NotebookGame, found: Found, keys: _Keys
) -> tuple[dict[Key, tuple[str, int | None]], dict[Key, tuple[str, int | None]], set[Key]]:
    """The cells of both sea battle fields: whether there is a ship, and the shot."""
    wanted: dict[Key, tuple[str, int | None]] = {}
    seen: dict[Key, tuple[str, int | None]] = {}
    position: Any = found.report.position
    for rows, name in ((drawn.plan.position.own, "own"), (drawn.plan.position.target, "target")):
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                wanted[keys.drawn(name, Kind.CELL, (x, y))] = (str(SHIPS.get(letter)), None)
    names = [board.name for board in found.boards]
    for rows, name in ((position.own, "own"), (position.target, "target")):
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if name in names:
                    seen[keys.found(found, name, Kind.CELL, (x, y))] = (str(SHIPS.get(letter)), None)
    asked = set()
    for doubt in found.report.doubtful:
        kind = _kind_at(found, doubt.board, doubt.where)
        # A doubtful side of a cell asks about the cells on either hand of it.
        places = [doubt.where] if kind is Kind.CELL else _beside(doubt.where)
        asked |= {keys.found(found, doubt.board, Kind.CELL, place) for place in places}
    return wanted, seen, asked


def _beside(side: Any) -> list[tuple[int, int]]:
    (ax, ay), (_, by) = side
    return [(ax, ay), (ax, ay - 1)] if ay == by else [(ax, ay), (ax - 1, ay)]


class _Keys:
    """Places on the drawn page, in half squares of its first board, for places of either side."""

    def __init__(self, drawn: NotebookGame) -> None:
        self.boards = {board.name: board for board in drawn.plan.boards}
        first = drawn.plan.boards[0]
        self.origin, self.pitch = np.array(first.origin_mm), first.pitch_mm
        left, top, right, bottom = _box(drawn.plan.boards)
        low = np.floor((np.array([left, top]) - self.origin) / self.pitch * 2).astype(int) - 8
        high = np.ceil((np.array([right, bottom]) - self.origin) / self.pitch * 2).astype(int) + 8
        halves = np.array([(x, y) for y in range(low[1], high[1]) for x in range(low[0], high[0])])
        px = drawn.shot.to_px(self.origin + halves / 2 * self.pitch)
        side = float(np.hypot(*(px[1] - px[0]))) * 2
        self.halves, self.tree, self.near = halves, cKDTree(px), NEAR * side

    def drawn(self, board_name: str, kind: Kind, at: Any) -> Key:
        """The key of a place that was drawn."""
        mm = np.array(self.boards[board_name].place_mm(kind, at), float)
        halves = np.round((mm - self.origin) / self.pitch * 2).astype(int)
        return tuple(sorted((int(x), int(y)) for x, y in halves))

    def found(self, found: Found, board_name: str, kind: Kind, at: Any) -> Key:
        """The key of a place that was read."""
        board = next(board for board in found.boards if board.name == board_name)
        px: NDArray[Any] = np.asarray(found.to_px(np.array(board.place_mm(kind, at), float)), float)
        away, nearest = self.tree.query(px)
        if (away > self.near).any():
            return ("elsewhere", board_name, at)
        return tuple(sorted((int(x), int(y)) for x, y in self.halves[nearest]))

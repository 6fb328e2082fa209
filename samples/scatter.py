"""Random marks for any sheet, lawful or not: what the readers are trained and tried on.

It knows boards and what may be drawn on them, not games: dots crowd together and get ringed, ships lie
about, cells fill up. The rules are nobody's business here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from printables.layout import Ask, Board, PointMm, Sheet
from printables.marks import Kind, Mark, Point, Symbol, segment

Hatch = tuple[float, float, float, float, int]
"""A shaded box in mm, and the player whose pen shades it."""

BLOBS: tuple[frozenset[Point], ...] = tuple(
    frozenset(blob)
    for blob in (
        [(0, 0)], [(0, 0)], [(0, 0)], [(0, 0), (1, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (0, 1)],
        [(0, 0), (1, 0), (2, 0), (1, 1)], [(0, 0), (1, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (1, 1), (2, 1)],
    )
)  # fmt: skip
"""Shapes of areas that get ringed."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """Marks and shading for one sheet."""

    marks: tuple[Mark, ...]
    hatch: tuple[Hatch, ...] = ()


def scatter(sheet: Sheet, rng: np.random.Generator) -> Scatter:
    """Random marks on every board of a sheet, of the kinds that its boards ask for."""
    marks: list[Mark] = []
    hatch: list[Hatch] = []
    style = _styles(sheet, rng)
    for board in sheet.boards:
        kinds = {ask.kind for ask in board.asks}
        if Kind.CHAIN in kinds:
            dots, shaded = _dots(board, style, rng)
            marks += dots
            hatch += shaded
        elif Kind.JOIN in kinds:
            if board.is_drawn:
                board = replace(board, loose=tuple(_loose_points(board, rng)))
                marks += [
                    Mark(board.name, Kind.LOOSE, board.tenths(place), Symbol.DOT, 0) for place in board.loose
                ]
            marks += _joins(board, rng)
        elif Kind.OUTLINE in kinds:
            marks += _fleet(board, style, rng)
        else:
            marks += _signs(board, rng)
    return Scatter(tuple(marks), tuple(hatch))


@dataclass(frozen=True, slots=True)
class _Style:
    signs: tuple[Symbol, Symbol]
    ship: Symbol


def _styles(sheet: Sheet, rng: np.random.Generator) -> _Style:
    del sheet
    one_pen = rng.random() < 0.25
    pair = ((Symbol.DOT, Symbol.CROSS), (Symbol.CROSS, Symbol.NOUGHT), (Symbol.DOT, Symbol.NOUGHT))[
        int(rng.integers(3))
    ]
    ship = (Symbol.LINE, Symbol.LINE, Symbol.FILLED, Symbol.HATCHED, Symbol.CROSS)[int(rng.integers(5))]
    return _Style(pair if one_pen else (Symbol.DOT, Symbol.DOT), ship)


# --- dots ---------------------------------------------------------------------------------------------


def _dots(board: Board, style: _Style, rng: np.random.Generator) -> tuple[list[Mark], list[Hatch]]:
    taken: dict[Point, int] = {}
    rings: list[tuple[int, tuple[Point, ...], frozenset[Point]]] = []
    area = board.columns * board.rows
    for _ in range(int(rng.integers(0, 2 + area // 60))):
        ring = _try_ring(board, taken, rng)
        if ring is not None:
            player, outline, inside = ring
            taken.update(dict.fromkeys(outline, player))
            taken.update({point: 1 - player for point in inside if rng.random() < 0.7})
            rings.append(ring)
    _crowd(board, taken, {point for _, _, inside in rings for point in inside}, rng)
    for point, _ in board.printed:
        if rng.random() < 0.7:  # most players leave the printed start dots alone, some trace them
            taken.pop(point, None)
    marks = [
        Mark(board.name, Kind.POINT, at, style.signs[player], player) for at, player in sorted(taken.items())
    ]
    hatch: list[Hatch] = []
    share_drawn = float(rng.choice([1.0, 0.8, 0.0], p=[0.7, 0.2, 0.1]))
    for player, outline, inside in rings:
        if rng.random() < share_drawn:
            around = zip(outline, (*outline[1:], outline[0]), strict=True)
            marks += [Mark(board.name, Kind.CHAIN, segment(a, b), Symbol.LINE, player) for a, b in around]
        if rng.random() < 0.2:
            hatch.append(_shade(board, player, inside))
    return marks, hatch


def _try_ring(
    board: Board, taken: dict[Point, int], rng: np.random.Generator
) -> tuple[int, tuple[Point, ...], frozenset[Point]] | None:
    blob = BLOBS[int(rng.integers(len(BLOBS)))]
    corner = (int(rng.integers(board.columns)), int(rng.integers(board.rows)))
    inside = frozenset((x + corner[0], y + corner[1]) for x, y in blob)
    outline = ring_round(inside)
    player = int(rng.integers(2))
    lies_on_board = all(0 <= x < board.columns and 0 <= y < board.rows for x, y in outline)
    if (
        not lies_on_board
        or any(point in taken for point in inside)
        or any(taken.get(point, player) != player for point in outline)
    ):
        return None
    return player, outline, inside


def ring_round(inside: frozenset[Point]) -> tuple[Point, ...]:
    """The closed chain round a small set of points, in order.

    >>> ring_round(frozenset({(1, 1)}))
    ((1, 0), (2, 1), (1, 2), (0, 1))
    """
    wall = {(x + dx, y + dy) for x, y in inside for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - inside
    middle_x = sum(x for x, _ in inside) / len(inside)
    middle_y = sum(y for _, y in inside) / len(inside)
    start = -np.pi / 2 - 1e-9
    return tuple(
        sorted(
            wall,
            key=lambda point: (np.arctan2(point[1] - middle_y, point[0] - middle_x) - start) % (2 * np.pi),
        )
    )


def _crowd(board: Board, taken: dict[Point, int], closed: set[Point], rng: np.random.Generator) -> None:
    """Fill up with dots that stand near others, as in a real game."""
    area = board.columns * board.rows
    wanted = min(int(area * rng.uniform(0.02, 0.6)), area - len(closed) - 4)
    middle = np.array([board.columns, board.rows]) / 2
    for _ in range(8 * area):
        if len(taken) >= wanted:
            break
        if taken and rng.random() < 0.85:
            near = list(taken)[int(rng.integers(len(taken)))]
            at = (near[0] + int(rng.integers(-2, 3)), near[1] + int(rng.integers(-2, 3)))
        else:
            place = np.round(middle + rng.normal(0, 0.3, 2) * [board.columns, board.rows])
            at = (int(place[0]), int(place[1]))
        if at not in taken and at not in closed and 0 <= at[0] < board.columns and 0 <= at[1] < board.rows:
            taken[at] = int(rng.integers(2))


def _shade(board: Board, player: int, inside: frozenset[Point]) -> Hatch:
    xs, ys = [x for x, _ in inside], [y for _, y in inside]
    left, top = board.node_mm((min(xs) - 0.5, min(ys) - 0.5))
    right, bottom = board.node_mm((max(xs) + 0.5, max(ys) + 0.5))
    return (left, top, right, bottom, player)


# --- loose points ---------------------------------------------------------------------------------------


POINTS_APART_MM = 7.0
POINTS_OFF_EDGE_MM = 6.0
"""How near to each other and to the edge people draw points, told to keep 8 mm."""


def _loose_points(board: Board, rng: np.random.Generator) -> Iterator[PointMm]:
    """Places for points that players draw, in whole tenths of a millimetre."""
    left, top, right, bottom = board.box_mm
    kept: list[PointMm] = []
    wanted = int(rng.integers(6, 24))
    for _ in range(400):
        x = float(rng.uniform(left + POINTS_OFF_EDGE_MM, right - POINTS_OFF_EDGE_MM))
        y = float(rng.uniform(top + POINTS_OFF_EDGE_MM, bottom - POINTS_OFF_EDGE_MM))
        if len(kept) < wanted and all(np.hypot(x - a, y - b) >= POINTS_APART_MM for a, b in kept):
            kept.append(board.tenths_mm(board.tenths((x, y))))
    yield from kept


def _joins(board: Board, rng: np.random.Generator) -> list[Mark]:
    """Segments between loose points, mostly apart as the game wants them; some cross, share a point, or went wrong."""
    (ask,) = [ask for ask in board.asks if ask.kind is Kind.JOIN]
    is_lawful = rng.random() < 0.6
    wanted = int(rng.integers(0, len(board.loose) // 2 + 1))
    drawn: list[tuple[int, int]] = []
    marks: list[Mark] = []
    for _ in range(400):
        if len(drawn) >= wanted:
            break
        a, b = sorted(int(number) for number in rng.choice(len(board.loose), 2, replace=False))
        slips = not is_lawful and rng.random() < 0.15
        if (a, b) in drawn or not (slips or _is_free(board, (a, b), drawn)):
            continue
        drawn.append((a, b))
        symbol = Symbol.LINE
        if not is_lawful and rng.random() < 0.15:
            symbol = (Symbol.CROOKED, Symbol.ASTRAY)[int(rng.integers(2))]
        player = int(rng.choice(ask.players))
        marks.append(Mark(board.name, Kind.JOIN, board.join_at(a, b), symbol, player))
    return marks


def _is_free(board: Board, pair: tuple[int, int], drawn: list[tuple[int, int]]) -> bool:
    """Whether a segment meets none of the drawn ones."""
    a, b = (np.array(board.loose[number]) for number in pair)

    def side(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    for one, two in drawn:
        c, d = np.array(board.loose[one]), np.array(board.loose[two])
        if {one, two} & set(pair):
            return False
        if side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0:
            return False
    return True


# --- cells --------------------------------------------------------------------------------------------


def _signs(board: Board, rng: np.random.Generator) -> list[Mark]:
    (ask,) = board.asks
    full = float(rng.uniform(0, 1))
    ats = [at for at in board.ats(ask.kind) if rng.random() < full]
    players = rng.integers(2, size=len(ats))
    return [
        Mark(board.name, ask.kind, at, ask.symbols[p], int(p)) for at, p in zip(ats, players, strict=True)
    ]


def _fleet(board: Board, style: _Style, rng: np.random.Generator) -> list[Mark]:
    marks: list[Mark] = []
    taken: set[Point] = set()
    ship_asks = [ask for ask in board.asks if ask.kind is Kind.CELL and Symbol.FILLED in ask.symbols]
    (outline_ask,) = [ask for ask in board.asks if ask.kind is Kind.OUTLINE]
    (shot_ask,) = [ask for ask in board.asks if ask.kind is Kind.CELL and Symbol.DOT in ask.symbols]
    ship_pen, shot_pen = outline_ask.players[0], shot_ask.players[0]
    lengths = [4, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    rng.shuffle(lengths)
    ships = []
    for length in lengths[: int(rng.integers(0, 11)) if not ship_asks else 10]:
        cells = _place(board, length, taken, rng, is_lawful=rng.random() < 0.9)
        taken |= set(cells)
        ships.append(cells)
    is_mixed = rng.random() < 0.15
    for cells in ships:
        way = style.ship if not is_mixed else _styles_of(rng)
        if way is Symbol.LINE or not ship_asks:
            marks += [Mark(board.name, Kind.OUTLINE, side, Symbol.LINE, ship_pen) for side in outline(cells)]
        else:
            marks += [Mark(board.name, Kind.CELL, at, way, ship_pen) for at in cells]
            if rng.random() < 0.3:
                marks += [
                    Mark(board.name, Kind.OUTLINE, side, Symbol.LINE, ship_pen) for side in outline(cells)
                ]
    marks += _shots(board, taken, shot_ask, shot_pen, rng, hits_all=not ship_asks)
    return marks


def _styles_of(rng: np.random.Generator) -> Symbol:
    return (Symbol.LINE, Symbol.FILLED, Symbol.HATCHED)[int(rng.integers(3))]


def _place(
    board: Board, length: int, taken: set[Point], rng: np.random.Generator, *, is_lawful: bool
) -> tuple[Point, ...]:
    for _ in range(200):
        down = rng.random() < 0.5
        x = int(rng.integers(board.columns - (0 if down else length - 1)))
        y = int(rng.integers(board.rows - (length - 1 if down else 0)))
        cells = tuple((x, y + k) if down else (x + k, y) for k in range(length))
        room = (
            {(a + dx, b + dy) for a, b in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            if is_lawful
            else set(cells)
        )
        if not room & taken:
            return cells
    return ()


def _shots(
    board: Board, ships: set[Point], ask: Ask, pen: int, rng: np.random.Generator, *, hits_all: bool
) -> Iterator[Mark]:
    share = float(rng.uniform(0, 0.6))
    for x, y in board.ats(ask.kind):
        at = (int(x), int(y))  # type: ignore[arg-type]
        is_hit = at in ships
        if rng.random() < share or (hits_all and is_hit):
            yield Mark(
                board.name,
                Kind.CELL,
                at,
                Symbol.CROSS if is_hit != (rng.random() < 0.03) else Symbol.DOT,
                pen,
            )


def outline(cells: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """The sides round a set of cells, each between two neighbouring cell corners."""
    inside = set(cells)
    sides = []
    for x, y in cells:
        if (x, y - 1) not in inside:
            sides.append(segment((x, y), (x + 1, y)))
        if (x, y + 1) not in inside:
            sides.append(segment((x, y + 1), (x + 1, y + 1)))
        if (x - 1, y) not in inside:
            sides.append(segment((x, y), (x, y + 1)))
        if (x + 1, y) not in inside:
            sides.append(segment((x + 1, y), (x + 1, y + 1)))
    return sides

"""A second, slow check of placements, written apart from the first: fleets are drawn as a maze and looked at.

    python -m tests.companion.sea_battle.slow_checker --number 50000 --seed 0

draws lawful and broken fleets in all kinds of ink, reads them with the program, and compares what both say."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass

from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.paper import read
from printables.marks import Kind, Mark, Symbol

Cell = tuple[int, int]
OUTLINE = "outline"
STYLES = (OUTLINE, "filled", "hatched", "cross")
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True)
class Drawn:
    """A fleet as drawn: every ship with its cells and its kind of ink."""

    ships: tuple[tuple[frozenset[Cell], str], ...]
    options: SeaBattleOptions


@dataclass(frozen=True)
class Verdict:
    """Violation codes, and for lengths with a wrong number how many were found and wanted."""

    codes: frozenset[str]
    counts: frozenset[tuple[int, int, int]]


# --- drawing ------------------------------------------------------------------------------------------


def random_drawing(chance: random.Random, options: SeaBattleOptions) -> Drawn:
    """A lawful fleet with up to three things done to it that are wrong (or turn out not to be)."""
    ships = lawful(chance, options)
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        chance.choice((add, drop, shift, grow, bend, attach, scatter))(ships, chance, options.size)
    style = chance.choice((*STYLES, "mixed"))
    inks = [chance.choice(STYLES) if style == "mixed" else style for _ in ships]
    apart: list[tuple[frozenset[Cell], str]] = []
    for ship, ink in zip(ships, inks, strict=True):
        free = ship - {cell for other, _ in apart for cell in other}
        if free == ship:
            apart.append((ship, ink))
    return Drawn(tuple(apart), options)


def lawful(chance: random.Random, options: SeaBattleOptions) -> list[frozenset[Cell]]:
    """Ships thrown one after the other until none is near another."""
    while True:
        ships: list[frozenset[Cell]] = []
        for length in options.fleet:
            for _ in range(200):
                ship = thrown(length, chance, options.size)
                if all(max(abs(a - c), abs(b - d)) > 1 for a, b in ship for o in ships for c, d in o):
                    ships.append(ship)
                    break
        if len(ships) == len(options.fleet):
            return ships


def thrown(length: int, chance: random.Random, size: int) -> frozenset[Cell]:
    along, across = chance.randrange(size - length + 1), chance.randrange(size)
    cells = [(along + step, across) for step in range(length)]
    return frozenset(cells if chance.random() < 0.5 else [(y, x) for x, y in cells])


def add(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    ships.append(thrown(chance.randint(1, 6), chance, size))


def drop(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    ships.pop(chance.randrange(len(ships)))


def shift(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    number = chance.randrange(len(ships))
    dx, dy = chance.choice(((0, 1), (1, 0), (1, 1), (-1, 1), (2, 0)))
    moved = frozenset((x + dx, y + dy) for x, y in ships[number])
    if all(0 <= x < size and 0 <= y < size for x, y in moved):
        ships[number] = moved


def grow(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    number = chance.randrange(len(ships))
    x, y = max(ships[number])
    dx, dy = (1, 0) if len({row for _, row in ships[number]}) == 1 else (0, 1)
    if x + dx < size and y + dy < size:
        ships[number] |= {(x + dx, y + dy)}


def bend(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    number = chance.randrange(len(ships))
    x, y = chance.choice(sorted(ships[number]))
    dx, dy = chance.choice(SIDES)
    if 0 <= x + dx < size and 0 <= y + dy < size:
        ships[number] |= {(x + dx, y + dy)}


def attach(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    x, y = chance.choice(sorted(ships[chance.randrange(len(ships))]))
    dx, dy = chance.choice((*SIDES, (1, 1), (-1, 1)))
    if 0 <= x + dx < size and 0 <= y + dy < size:
        ships.append(frozenset({(x + dx, y + dy)}))


def scatter(ships: list[frozenset[Cell]], chance: random.Random, size: int) -> None:
    for _ in range(4):
        ships.append(frozenset({(chance.randrange(size), chance.randrange(size))}))


def marks_of(drawn: Drawn) -> list[Mark]:
    """The ink of the drawing, all of it by the pen for ships."""
    sides = set()
    marks = []
    for ship, ink in drawn.ships:
        if ink == OUTLINE:
            sides |= strokes_round(ship)
        else:
            marks += [Mark("own", Kind.CELL, cell, Symbol(ink), 0) for cell in sorted(ship)]
    return marks + [Mark("own", Kind.OUTLINE, side, Symbol.LINE, 0) for side in sorted(sides)]


def strokes_round(ship: frozenset[Cell]) -> set[tuple[Cell, Cell]]:
    """The lines round a ship, from lattice point to lattice point."""
    count: Counter[tuple[Cell, Cell]] = Counter()
    for x, y in ship:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        for one, two in zip(corners, corners[1:] + corners[:1], strict=True):
            count[min(one, two), max(one, two)] += 1
    return {side for side, number in count.items() if number == 1}


# --- checking -----------------------------------------------------------------------------------------


def look(drawn: Drawn) -> Verdict:
    """What is wrong, seen in a maze: cells at odd places, lines between them at even ones."""
    size = drawn.options.size
    wide = 2 * size + 1
    walls = set()
    for ship, ink in drawn.ships:
        if ink == OUTLINE:
            for (x1, y1), (x2, y2) in strokes_round(ship):
                walls.add((x1 + x2, y1 + y2))
    room = [(x, y) for x in range(-1, wide + 1) for y in range(-1, wide + 1)]
    # A corner of the lattice is never walked through; cells and gaps between two cells are.
    ways = {(x, y) for x, y in room if (x % 2 or y % 2) and (x, y) not in walls}
    outside = flood((-1, -1), ways)
    inked = {cell for ship, ink in drawn.ships if ink != OUTLINE for cell in ship}
    cells = {
        (x, y)
        for x in range(size)
        for y in range(size)
        if (x, y) in inked or (2 * x + 1, 2 * y + 1) not in outside
    }
    groups = ships_in_maze(cells, walls)
    return judge(groups, drawn.options)


def ships_in_maze(cells: set[Cell], walls: set[Cell]) -> list[set[Cell]]:
    """Ship cells that can be reached from each other without crossing a line."""
    ways = {(2 * x + 1, 2 * y + 1) for x, y in cells}
    for x, y in cells:
        for dx, dy in SIDES:
            if (x + dx, y + dy) in cells and (2 * x + 1 + dx, 2 * y + 1 + dy) not in walls:
                ways.add((2 * x + 1 + dx, 2 * y + 1 + dy))
    groups, left = [], set(cells)
    while left:
        x, y = next(iter(left))
        reached = flood((2 * x + 1, 2 * y + 1), ways)
        group = {cell for cell in left if (2 * cell[0] + 1, 2 * cell[1] + 1) in reached}
        groups.append(group)
        left -= group
    return groups


def flood(start: Cell, ways: set[Cell]) -> set[Cell]:
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for dx, dy in SIDES:
            near = (x + dx, y + dy)
            if near in ways and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen


def judge(groups: list[set[Cell]], options: SeaBattleOptions) -> Verdict:
    codes = set()
    lengths: Counter[int] = Counter()
    for group in groups:
        columns, rows = {x for x, _ in group}, {y for _, y in group}
        if len(columns) > 1 and len(rows) > 1:
            codes.add("SHIP_BENT")
            continue
        lengths[len(group)] += 1
        if len(group) > max(options.fleet):
            codes.add("SHIP_TOO_LONG")
    for number, one in enumerate(groups):
        for two in groups[:number]:
            steps = {(abs(a - c), abs(b - d)) for a, b in one for c, d in two}
            if (0, 1) in steps or (1, 0) in steps:
                codes.add("SHIPS_TOUCH_SIDE")
            elif (1, 1) in steps and options.touch == "none":
                codes.add("SHIPS_TOUCH_DIAGONALLY")
    wanted = Counter(options.fleet)
    counts = {
        (length, lengths[length], wanted[length])
        for length in range(1, max(options.fleet) + 1)
        if lengths[length] != wanted[length]
    }
    return Verdict(frozenset(codes | ({"FLEET_COUNT"} if counts and groups else set())), frozenset(counts))


def ask_program(drawn: Drawn) -> Verdict:
    """What the program says about the same ink."""
    from companion.games.sea_battle.fleet import check_fleet

    options = drawn.options
    position = read(marks_of(drawn), options)
    faults = check_fleet(position.ships(), options.ships, may_touch_corners=options.may_touch_corners)
    counts = frozenset((one.length, one.found, one.wanted) for one in faults if one.code == "FLEET_COUNT")
    return Verdict(frozenset(problem.code for problem in position.problems()), counts)


OPTIONS = (
    SeaBattleOptions(),
    SeaBattleOptions(touch="corners"),
    SeaBattleOptions(size=7, fleet=(3, 2, 2, 1, 1)),
    SeaBattleOptions(size=12, alphabet="latin", fleet=(5, 4, 3, 3, 2, 2, 2, 1, 1, 1)),
)


def disagreements(number: int, seed: int) -> tuple[list[Drawn], Counter[str]]:
    """Drawings on which both checks differ, and how often each code came up."""
    chance = random.Random(seed)
    wrong, seen = [], Counter[str]()
    for _ in range(number):
        drawn = random_drawing(chance, chance.choice(OPTIONS))
        expected, found = look(drawn), ask_program(drawn)
        seen.update(expected.codes or {"lawful"})
        if expected != found:
            wrong.append(drawn)
    return wrong, seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    wrong, seen = disagreements(args.number, args.seed)
    print(f"{args.number} drawings, {len(wrong)} disagreements; {dict(seen.most_common())}")
    for drawn in wrong[:3]:
        print(drawn, look(drawn), ask_program(drawn), sep="\n  ")


if __name__ == "__main__":
    main()

"""In which orders the lines on a sheet can have been drawn: who may be to move after them, if anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .shape import Shape


@dataclass(frozen=True)
class Facts:
    """What the paper tells: printed and drawn sides, whose colour a line and whose sign a cell has, who began."""

    shape: Shape
    printed: int
    drawn: int
    colours: tuple[int | None, ...]
    owners: tuple[int | None, ...]
    first: int
    players: int
    goes_on: bool


@lru_cache(maxsize=512)
def reachable_movers(facts: Facts) -> frozenset[int]:
    """Everybody who can be to move after some order of the lines that gives these owners; empty if there is none.

    All subsets of the lines are looked at, smallest first, with everybody who can be to move at each."""
    shape, players = facts.shape, facts.players
    sides = [side for side in range(len(shape.sides)) if (facts.drawn & ~facts.printed) >> side & 1]
    position = {side: k for k, side in enumerate(sides)}
    cells = []
    for side in sides:
        here = []
        for cell in shape.cells_at[side]:
            need = shape.masks[cell] & ~facts.printed
            if need & ~facts.drawn == 0:
                mask = sum(1 << position[n] for n in sides if need >> n & 1)
                here.append((mask, facts.owners[cell]))
        cells.append(tuple(here))
    full = (1 << len(sides)) - 1
    movers = [0] * (full + 1)
    movers[0] = 1 << facts.first
    for drawn in range(full):
        may = movers[drawn]
        if not may:
            continue
        for k, side in enumerate(sides):
            bit = 1 << k
            if drawn & bit:
                continue
            after = drawn | bit
            closed = [owner for mask, owner in cells[k] if mask & ~after == 0]
            colour = facts.colours[side]
            for player in range(players):
                if not may >> player & 1 or colour not in (None, player):
                    continue
                if any(owner not in (None, player) for owner in closed):
                    continue
                goes_on = closed and facts.goes_on
                movers[after] |= 1 << (player if goes_on else (player + 1) % players)
    return frozenset(player for player in range(players) if movers[full] >> player & 1)


def most_pairs(pairs: Sequence[tuple[int, int]]) -> int:
    """The largest number of pairs with no cell in common (the cells of a board are black and white: augmenting)."""
    near: dict[int, list[int]] = {}
    for one, two in pairs:
        near.setdefault(one, []).append(two)
        near.setdefault(two, []).append(one)
    colour: dict[int, int] = {}
    for cell in near:
        if cell not in colour:
            todo = [(cell, 0)]
            while todo:
                here, shade = todo.pop()
                if here not in colour:
                    colour[here] = shade
                    todo += [(there, 1 - shade) for there in near[here]]
    partner: dict[int, int] = {}

    def join(cell: int, seen: set[int]) -> bool:
        for other in near[cell]:
            if other not in seen:
                seen.add(other)
                if other not in partner or join(partner[other], seen):
                    partner[other] = cell
                    return True
        return False

    return sum(join(cell, set()) for cell in near if colour[cell] == 0)

"""Drawn lines as walks over cells, and how strokes from cell to cell join into them.

A walk names every cell that a line goes through, in order; a ring names its first cell again at the end. Ink shows
links, from the middle of one cell to the middle of the next: where two of them go straight on through a cell, or
just two meet there, they are taken for one line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from companion.position import Place, Stroke

Walk = tuple[Place, ...]
"""The cells of a line, one after the other; one cell alone for a stroke that stays inside it."""

Line = tuple[Walk, int | None]
"""A line and whose colour it has."""


def link(one: Place, two: Place) -> Stroke:
    """The stroke between two cells, smaller cell first."""
    return (one, two) if one <= two else (two, one)


def links_of(walk: Walk) -> tuple[Stroke, ...]:
    """The strokes from cell to cell that draw a walk.

    >>> links_of(((0, 0), (1, 0), (1, 1)))
    (((0, 0), (1, 0)), ((1, 0), (1, 1)))
    """
    if len(walk) == 1:
        return ((walk[0], walk[0]),)
    return tuple(link(one, two) for one, two in pairwise(walk))


def cells_of(walk: Walk) -> frozenset[Place]:
    """The cells that a line covers."""
    return frozenset(walk)


def is_straight(walk: Walk) -> bool:
    """Whether a line keeps one direction."""
    return len({(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(walk)}) <= 1


def is_slanting(walk: Walk) -> bool:
    """Whether any part of a line joins two cells corner to corner."""
    return any(ax != bx and ay != by for (ax, ay), (bx, by) in pairwise(walk))


def canonical(walk: Sequence[Place]) -> Walk:
    """The one way to name a line's cells: from its smaller end, a ring from its smallest cell."""
    if len(walk) > 2 and walk[0] == walk[-1]:
        ring = list(walk[:-1])
        start = ring.index(min(ring))
        ring = ring[start:] + ring[:start]
        ways = [(*ring, ring[0]), (ring[0], *reversed(ring))]
        return min(ways)
    return min(tuple(walk), tuple(reversed(walk)))


def joined(links: Iterable[Stroke]) -> tuple[Walk, ...]:
    """The lines that strokes of one colour make, each stroke in one line.

    >>> joined([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((4, 0), (5, 0))])
    (((0, 0), (1, 0), (2, 0)), ((4, 0), (5, 0)))
    """
    links = set(links)
    stubs = [one for one, two in links if one == two]
    steps = {one for one in links if one[0] != one[1]}
    onward = _onward(steps)
    walks = []
    while steps:
        ends = [(one, at) for one in steps for at in one if (one, at) not in onward]
        step, start = min(ends) if ends else (min(steps), min(steps)[0])
        walk, here = [start], start
        while True:
            steps.discard(step)
            here = step[1] if step[0] == here else step[0]
            walk.append(here)
            following = onward.get((step, here))
            if following is None or following not in steps:
                break
            step = following
        walks.append(canonical(walk))
    covered = {cell for walk in walks for cell in walk}
    return tuple(sorted([*walks, *((stub,) for stub in stubs if stub not in covered)]))


def _onward(steps: Iterable[Stroke]) -> dict[tuple[Stroke, Place], Stroke]:
    """For each stroke and each of its ends the stroke that goes on from there, if any."""
    at: dict[Place, list[Stroke]] = defaultdict(list)
    for step in steps:
        for end in step:
            at[end].append(step)
    found: dict[tuple[Stroke, Place], Stroke] = {}
    for cell, here in at.items():
        for step in here:
            opposite = link(cell, _beyond(step, cell))
            if opposite in here:
                found[step, cell] = opposite
        if len(here) == 2:
            found[here[0], cell], found[here[1], cell] = here[1], here[0]
    return found


def _beyond(step: Stroke, cell: Place) -> Place:
    """The cell straight behind `cell` on the way of a stroke that ends there."""
    other = step[1] if step[0] == cell else step[0]
    return (2 * cell[0] - other[0], 2 * cell[1] - other[1])

"""The points that renju forbids to the player who begins: double threes, double fours and overlong lines.

A line of exactly five wins, whatever else the sign makes. A *four* needs one more sign for an exact five; two
fours in one line count as two. A *three* needs one more sign, on a point not itself forbidden, for an open four:
four in a row that become five at both ends."""

from __future__ import annotations

from .runs import Area, bits

DEEPEST = 3
"""So many threes that hang on one another are looked at; in play it is one or two."""


def is_forbidden(area: Area, own: int, free: int, bit: int, depth: int = 0) -> bool:
    """Whether the beginner, who has `own`, must not put a sign on the free cell `bit`."""
    after = own | bit
    if _makes_five(area, after, bit):
        return False
    if _makes_overline(area, after, bit):
        return True
    rest = free & ~bit
    if _fours(area, after, rest, bit) >= 2:
        return True
    return depth < DEEPEST and _threes(area, after, rest, bit, depth) >= 2


def forbidden_cells(area: Area, own: int, free: int) -> int:
    """All free cells that the beginner must leave free."""
    candidates = area.near(own) & free if own.bit_count() > 1 else 0
    return sum(bit for bit in bits(candidates) if is_forbidden(area, own, free, bit))


def has_overline(area: Area, own: int) -> bool:
    """Whether more signs stand in line than win."""
    return any(_long_starts(area, own, way) for way in area.ways)


def _long_starts(area: Area, own: int, way: int) -> int:
    found = area.starts(own, way, exact=False)
    return found & own >> (area.win * way)


def _through(area: Area, starts: int, bit: int, way: int, length: int) -> bool:
    return any(starts & bit >> (step * way) for step in range(length))


def _makes_five(area: Area, own: int, bit: int) -> bool:
    return any(_through(area, area.starts(own, way, exact=True), bit, way, area.win) for way in area.ways)


def _makes_overline(area: Area, own: int, bit: int) -> bool:
    return any(_through(area, _long_starts(area, own, way), bit, way, area.win + 1) for way in area.ways)


def _fours(area: Area, own: int, free: int, bit: int) -> int:
    """Fours through a sign just put: per direction one for an open four, else one for each place to complete it."""
    found = 0
    for way in area.ways:
        places = [cell for cell, _ in _completions(area, own, free, bit, way)]
        found += 1 if _is_open_four(area, own, free, bit, way) else len(set(places))
    return found


def _completions(area: Area, own: int, free: int, bit: int, way: int) -> list[tuple[int, int]]:
    """Free cells that would make an exact line through `bit`, each with the line's first cell."""
    found = []
    for step in range(1 - area.win, area.win):
        cell = bit << (step * way) if step >= 0 else bit >> (-step * way)
        if cell & free:
            starts = area.starts(own | cell, way, exact=True)
            for back in range(area.win):
                start = bit >> (back * way)
                if start and starts & start and any(start << (k * way) == cell for k in range(area.win)):
                    found.append((cell, start))
    return found


def _is_open_four(area: Area, own: int, free: int, bit: int, way: int) -> bool:
    """Whether all but one of a line stand in a row through `bit` and either end makes an exact line."""
    length = area.win - 1
    for back in range(length):
        first = bit >> (back * way)
        row = [first << (k * way) for k in range(length)]
        ends = (first >> way, first << (length * way))
        if first and all(cell & own for cell in row) and all(cell & free for cell in ends):
            return all(
                _through(area, area.starts(own | end, way, exact=True), end, way, area.win) for end in ends
            )
    return False


def _threes(area: Area, own: int, free: int, bit: int, depth: int) -> int:
    """Directions in which one more allowed sign makes an open four through `bit`."""
    found = 0
    for way in area.ways:
        for step in range(1 - area.win, area.win):
            cell = bit << (step * way) if step >= 0 else bit >> (-step * way)
            if (
                cell & free
                and _is_open_four(area, own | cell, free & ~cell, bit, way)
                and not is_forbidden(area, own, free, cell, depth + 1)
            ):
                found += 1
                break
    return found

"""Regions and outlines on a field of points, with sets of points as bits of one integer.

Bit `y * stride + x` is point `(x, y)`; one unused column keeps the rows apart, so that a step sideways is a
shift by one and a step up or down a shift by `stride`. Floods over a whole 39x32 field take well under a
millisecond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from companion.position import Place

Points = int
"""A set of points as bits."""


@dataclass(frozen=True, slots=True)
class Field:
    """The size of a field and the sets that follow from it; make it with `field_of`."""

    width: int
    height: int
    stride: int
    board: Points
    edge: Points

    def bit(self, place: Place) -> Points:
        """The set of one point."""
        return 1 << (place[1] * self.stride + place[0])

    def points(self, places: Iterable[Place]) -> Points:
        """The set of some points."""
        found = 0
        for place in places:
            found |= self.bit(place)
        return found

    def linking(self, dots: Points) -> Points:
        """The points whose neighbours in the set fall into two or more groups that do not touch each other.

        Counts the gaps on the way round a point: one at every side that is empty while the corner or the side
        after it is not (the crossing number for eight neighbours, Yokoi 1973)."""
        stride = self.stride
        north, east, south, west = dots << stride, dots >> 1, dots >> stride, dots << 1
        one = ~north & (dots << stride - 1 | east)
        two = ~east & (dots >> stride + 1 | south)
        three = ~south & (dots >> stride - 1 | west)
        four = ~west & (dots << stride + 1 | north)
        return (one & two | (one | two) & (three | four) | three & four) & self.board

    def points_of_square(self, index: int, bits: int) -> Points:
        """The points of the 3x3 square round a point that nine bits, row by row, tell."""
        low = bits & 7 | (bits >> 3 & 7) << self.stride | (bits >> 6) << 2 * self.stride
        return low << index >> self.stride + 1

    def place(self, index: int) -> Place:
        """The point of a bit number."""
        y, x = divmod(index, self.stride)
        return (x, y)

    def places(self, points: Points) -> tuple[Place, ...]:
        """All points of a set, row by row."""
        return tuple(self.place(index) for index in indices(points))

    def sides(self, points: Points) -> Points:
        """The points one step sideways, up or down from the set (and perhaps the set itself)."""
        stride = self.stride
        return (points << 1 | points >> 1 | points << stride | points >> stride) & self.board

    def around(self, points: Points) -> Points:
        """The points at most one step in any direction from the set, the set included."""
        wide = points | points << 1 | points >> 1
        return (wide | wide << self.stride | wide >> self.stride) & self.board

    def flood(self, seed: Points, allowed: Points) -> Points:
        """Everything in `allowed` that is joined to `seed` by steps sideways, up and down."""
        stride = self.stride
        found = front = seed & allowed
        while front:
            front = (front << 1 | front >> 1 | front << stride | front >> stride) & allowed & ~found
            found |= front
        return found

    def flood_inside(self, seed: Points, allowed: Points) -> Points:
        """The same as `flood`, but nothing at all as soon as it reaches the edge: most floods stop early."""
        stride, edge = self.stride, self.edge
        found = front = seed & allowed
        while front:
            if front & edge:
                return 0
            front = (front << 1 | front >> 1 | front << stride | front >> stride) & allowed & ~found
            found |= front
        return found

    def flood_any_way(self, seed: Points, allowed: Points) -> Points:
        """The same with diagonal steps."""
        stride = self.stride
        found = front = seed & allowed
        while front:
            front |= front << 1 | front >> 1
            front = (front | front << stride | front >> stride) & allowed & ~found
            found |= front
        return found


@cache
def field_of(width: int, height: int) -> Field:
    """The field of that many points across and down."""
    stride = width + 1
    row = (1 << width) - 1
    board = sum(row << y * stride for y in range(height))
    ends = 1 | 1 << (width - 1)
    edge = row | row << (height - 1) * stride | sum(ends << y * stride for y in range(height))
    return Field(width, height, stride, board, edge)


def indices(points: Points) -> Iterator[int]:
    """The bit numbers of a set, lowest first."""
    while points:
        low = points & -points
        yield low.bit_length() - 1
        points ^= low


def components(field: Field, points: Points, seeds: Points | None = None) -> Iterator[Points]:
    """The parts of a set joined by steps sideways, up and down; only those that hold `seeds` if given."""
    left = points if seeds is None else seeds
    while left:
        part = field.flood(left & -left, points)
        yield part
        left &= ~part


@dataclass(frozen=True, slots=True)
class Region:
    """A closed region: its points, its outer outline as dots in order and as a set, and all inside that."""

    points: Points
    ring: tuple[int, ...]
    wall: Points
    area: Points


def region_at(field: Field, seed: Points, walls: Points) -> Region | None:
    """The region of the colour whose live dots are `walls` that holds `seed`; `None` if it is open to the
    edge.

    The area is the region and everything strictly inside its outline: own islands, own spikes, and own rings
    that hang on the outline by a single dot. An own ring that shares two or more dots with the outline stays
    outside. (The rules text says "strictly inside its outer outline"; this reading of it is how the public
    engines play.)
    """
    points = field.flood_inside(seed, field.board & ~walls)
    if not points:
        return None
    return _outlined(field.width, field.height, points)


@lru_cache(maxsize=4096)
def _outlined(width: int, height: int, points: Points) -> Region:
    """A region with its outline; the same regions come back again and again while orders are tried."""
    field = field_of(width, height)
    ring = outline(field, points)
    return Region(points, ring, sum(1 << index for index in ring), inside(field, ring))


def closed_points(field: Field, walls: Points) -> Points:
    """All points in closed regions of the colour whose live dots are `walls`."""
    allowed = field.board & ~walls
    return allowed & ~field.flood(field.edge & allowed, allowed)


def outline(field: Field, region: Points) -> tuple[int, ...]:
    """The smallest simple ring of dots round a region that touches no edge, clockwise, as bit numbers.

    Walks along the region's border with the wall on the left hand. Where the walk comes back to a dot it has
    cut off a loop: if that loop goes clockwise it is the ring; else it is a spike or a hanging ring, and
    dropped."""
    path: list[int] = []
    place_in_path: dict[int, int] = {}
    for dot in _walk(field, region):
        start = place_in_path.get(dot)
        if start is None:
            place_in_path[dot] = len(path)
            path.append(dot)
            continue
        loop = path[start:]
        if _signed_area(field, loop) > 0:
            return tuple(loop)
        for dropped in loop[1:]:
            del place_in_path[dropped]
        del path[start + 1 :]
    return tuple(path)


def _walk(field: Field, region: Points) -> Iterator[int]:
    """The wall dots met on one round along the outer border of a region, repeats included, clockwise."""
    turns = (-field.stride, 1, field.stride, -1)
    members = set(indices(region))
    start = min(members)
    here, wall = start, 0
    last = -1
    while True:
        dot = here + turns[wall]
        if dot != last:
            yield dot
            last = dot
        ahead = turns[(wall + 1) % 4]
        if here + ahead not in members:
            wall = (wall + 1) % 4
        elif here + ahead + turns[wall] not in members:
            here += ahead
        else:
            here += ahead + turns[wall]
            wall = (wall - 1) % 4
        if here == start and wall == 0:
            return


def _signed_area(field: Field, loop: list[int]) -> int:
    """Twice the area of a loop of dots, positive when it runs clockwise as seen on paper."""
    total = 0
    before_x, before_y = field.place(loop[-1])
    for dot in loop:
        x, y = field.place(dot)
        total += before_x * y - x * before_y
        before_x, before_y = x, y
    return total


def inside(field: Field, ring: tuple[int, ...]) -> Points:
    """All points strictly inside a simple ring: each step up or down flips all that is left of it."""
    found, wall = 0, 0
    before = ring[-1]
    for dot in ring:
        wall |= 1 << dot
        x, y = field.place(dot)
        before_x, before_y = field.place(before)
        if y != before_y:
            left_x, row = (x, y) if y < before_y else (before_x, before_y)
            found ^= ((1 << left_x) - 1) << row * field.stride
        before = dot
    return found & ~wall

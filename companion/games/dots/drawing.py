"""What the chain lines of one player enclose, whether they were drawn by the rules or not.

The lines are laid out on a field of twice the fineness, where a point, a line between two points and the
middle of a square are cells of their own. There the faces of the drawing are the closed regions between
lines, and the outer outline of a face is a ring of cells, found by the same walk as the outline of a region
of dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from companion.position import Place

from .areas import Field, Points, closed_points, components, field_of, inside, outline
from .strokes import Step


@dataclass(frozen=True, slots=True)
class Face:
    """One closed region of a drawing.

    `points` lie in it, `inner` is everything inside its outer outline, `ring` are the points on that outline
    in order, `lines` the lines that border it."""

    points: Points
    inner: Points
    ring: tuple[Place, ...]
    lines: frozenset[Step]


def find_faces(field: Field, steps: Collection[Step]) -> tuple[Face, ...]:
    """All closed regions of a drawing, inner ones before the ones round them."""
    if not steps:
        return ()
    fine = field_of(2 * field.width + 1, 2 * field.height + 1)
    walls = 0
    lines = {_middle(one, two): (one, two) for one, two in steps}
    for cell, (one, two) in lines.items():
        walls |= fine.points((_fine(one), cell, _fine(two)))
    faces = [_face(field, fine, part, walls, lines) for part in components(fine, closed_points(fine, walls))]
    return tuple(sorted(faces, key=lambda face: face.inner.bit_count()))


def open_ends(steps: Collection[Step]) -> tuple[Place, ...]:
    """The points where exactly one line ends."""
    ends = Counter(place for one in steps for place in one)
    return tuple(
        sorted((place for place, lines in ends.items() if lines == 1), key=lambda place: (place[1], place[0]))
    )


def _face(field: Field, fine: Field, part: Points, walls: Points, lines: dict[Place, Step]) -> Face:
    ring = outline(fine, part)
    border = fine.places(fine.sides(part) & walls)
    return Face(
        points=_points(field, fine, part),
        inner=_points(field, fine, inside(fine, ring)),
        ring=_corners([fine.place(index) for index in ring], lines),
        lines=frozenset(lines[cell] for cell in border if cell in lines),
    )


def _corners(ring: list[Place], lines: dict[Place, Step]) -> tuple[Place, ...]:
    """The points on a ring of fine cells; it cuts right-angled corners, where two lines follow each other."""
    found = []
    for before, cell in zip((ring[-1], *ring[:-1]), ring, strict=True):
        if before in lines and cell in lines:
            found += [place for place in lines[before] if place in lines[cell]]
        elif _is_point(cell):
            found.append(_coarse(cell))
    return tuple(found)


def _points(field: Field, fine: Field, cells: Points) -> Points:
    """The lattice points among some fine cells, as a set on the field."""
    return field.points(_coarse(place) for place in fine.places(cells) if _is_point(place))


def _fine(place: Place) -> Place:
    return (2 * place[0] + 1, 2 * place[1] + 1)


def _middle(one: Place, two: Place) -> Place:
    return (one[0] + two[0] + 1, one[1] + two[1] + 1)


def _is_point(cell: Place) -> bool:
    return cell[0] % 2 == 1 and cell[1] % 2 == 1


def _coarse(cell: Place) -> Place:
    return (cell[0] // 2, cell[1] // 2)

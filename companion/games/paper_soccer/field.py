"""The field of paper soccer: its points, the steps that rules allow, and which points count as touched from the start.

A point is `(x, y)` with (0, 0) at the top left corner of the field; the backs of the goals lie at y = -1 and one
below the field."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from companion.boards.lattice import KING
from companion.position import Place, Stroke

from .options import SoccerOptions


@dataclass(frozen=True)
class Field:
    """One kind of field."""

    columns: int
    rows: int
    goal_width: int
    is_back: bool
    is_mouth_free: bool

    @cached_property
    def centre(self) -> Place:
        """Where the ball starts."""
        return (self.columns // 2, self.rows // 2)

    @cached_property
    def mouth(self) -> tuple[int, int]:
        """The columns of the posts."""
        left = (self.columns - self.goal_width) // 2
        return (left, left + self.goal_width)

    @cached_property
    def goals(self) -> tuple[frozenset[Place], frozenset[Place]]:
        """The points that end the game: of the upper goal and of the lower one."""
        left, right = self.mouth
        top, bottom = (-1, self.rows + 1) if self.is_back else (0, self.rows)
        upper, lower = ([(x, y) for x in range(left, right + 1)] for y in (top, bottom))
        return frozenset(upper), frozenset(lower)

    @cached_property
    def goal_of(self) -> dict[Place, int]:
        """0 for points of the upper goal, 1 for the lower one."""
        return {point: number for number, goal in enumerate(self.goals) for point in goal}

    def is_inside(self, point: Place) -> bool:
        """Whether the point lies on the field, border included."""
        return 0 <= point[0] <= self.columns and 0 <= point[1] <= self.rows

    def is_border(self, point: Place) -> bool:
        """Whether the point lies on the border, posts included."""
        x, y = point
        left, right = self.mouth
        if x in (0, self.columns):
            return True
        return y in (0, self.rows) and not left < x < right

    def is_occupied(self, point: Place) -> bool:
        """Whether the ball bounces there from the start."""
        return point == self.centre or (self.is_border(point) and point not in self.goal_of)

    def fault(self, one: Place, two: Place) -> str | None:
        """Why a step between two points is not allowed: the code of the rules, `None` if it is fine."""
        (ax, ay), (bx, by) = one, two
        if max(abs(ax - bx), abs(ay - by)) != 1:
            return "STEP_LENGTH"
        if self._is_along_border(one, two):
            return "STEP_ALONG_BORDER"
        if self.is_inside(one) and self.is_inside(two):
            return None
        return None if self.is_back and self._is_through_mouth(one, two) else "STEP_OUTSIDE"

    def _is_along_border(self, one: Place, two: Place) -> bool:
        (ax, ay), (bx, by) = one, two
        left, right = self.mouth
        if ax == bx and ax in (0, self.columns):
            return min(ay, by) >= 0 and max(ay, by) <= self.rows
        if ay == by and ay in (0, self.rows) and min(ax, bx) >= 0 and max(ax, bx) <= self.columns:
            return not (left <= min(ax, bx) and max(ax, bx) <= right and self.is_mouth_free)
        if not self.is_back:
            return False
        ends = (min(ay, by), max(ay, by))
        if ax == bx and ax in (left, right) and ends in ((-1, 0), (self.rows, self.rows + 1)):
            return True
        return ay == by and ay in (-1, self.rows + 1) and left <= min(ax, bx) and max(ax, bx) <= right

    def _is_through_mouth(self, one: Place, two: Place) -> bool:
        left, right = self.mouth
        rows = {one[1], two[1]}
        return rows in ({-1, 0}, {self.rows, self.rows + 1}) and all(
            left <= x <= right for x, _ in (one, two)
        )

    @cached_property
    def ways(self) -> dict[Place, tuple[tuple[int, Place], ...]]:
        """From every point: the number of each allowed step, as a bit, and where it leads."""
        points = [(x, y) for y in range(-1, self.rows + 2) for x in range(self.columns + 1)]
        numbers: dict[Stroke, int] = {}
        found: dict[Place, tuple[tuple[int, Place], ...]] = {}
        for point in points:
            there = []
            for dx, dy in KING:
                other = (point[0] + dx, point[1] + dy)
                if self.fault(point, other) is None:
                    number = numbers.setdefault(min((point, other), (other, point)), len(numbers))
                    there.append((1 << number, other))
            found[point] = tuple(there)
        return found

    @cached_property
    def bit_of(self) -> dict[Stroke, int]:
        """The bit of every allowed step."""
        return {(min(a, b), max(a, b)): bit for a, there in self.ways.items() for bit, b in there}


def field_of(options: SoccerOptions) -> Field:
    """The field that these options describe."""
    columns, rows = options.size
    return _field(
        columns, rows, options.goal_width, options.goal_points == "back", options.mouth_line == "free"
    )


@cache
def _field(columns: int, rows: int, width: int, is_back: bool, is_free: bool) -> Field:
    return Field(columns, rows, width, is_back, is_free)


def step(one: Place, two: Place) -> Stroke:
    """The step between two points, smaller point first."""
    return (one, two) if one <= two else (two, one)

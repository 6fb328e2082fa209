"""Polygons in a photo, told by their corners in order."""

from __future__ import annotations

from collections.abc import Sequence

from companion.seen_squares import PointPx


def corners_of_box(field_px: tuple[float, float, float, float]) -> tuple[PointPx, ...]:
    """The corners of a rectangle (left, top, width, height), from its top left clockwise."""
    left, top, width, height = field_px
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def middle_of(corners: Sequence[PointPx]) -> PointPx:
    """The mean of the corners."""
    x, y = (sum(corner[k] for corner in corners) / len(corners) for k in (0, 1))
    return x, y


def area_of(corners: Sequence[PointPx]) -> float:
    """The area of a polygon, by the shoelace formula."""
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def is_inside(at: PointPx, corners: Sequence[PointPx]) -> bool:
    """Whether a point lies in a convex polygon: on the same side of all its edges."""
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    sides = {(bx - ax) * (at[1] - ay) > (by - ay) * (at[0] - ax) for (ax, ay), (bx, by) in pairs}
    return len(sides) == 1

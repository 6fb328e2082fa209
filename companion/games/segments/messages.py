"""What the rules of Segments say to the players."""

from __future__ import annotations

from companion.position import Problem
from companion.text import Text

REFUSED = {
    "POINT_USED_TWICE": Text(
        en="one of these points already has a segment", ru="у одной из этих точек уже есть отрезок"
    ),
    "SEGMENT_THROUGH_POINT": Text(
        en="this segment would touch a third point", ru="такой отрезок задел бы третью точку"
    ),
    "SEGMENTS_CROSS": Text(
        en="this segment would cross one that is drawn", ru="такой отрезок пересёк бы уже проведённый"
    ),
    "NO_SUCH_POINT": Text(
        en="a move joins two different points of the sheet", ru="ход соединяет две разные точки листа"
    ),
    "GAME_OVER": Text(en="no segment can be drawn any more", ru="ни одного отрезка больше не провести"),
}
TWICE = Text(
    en="point {point} is the end of several segments", ru="в точке {point} сходится несколько отрезков"
)
THROUGH = Text(
    en="the straight segment {segment} passes within 1 mm of point {point}",
    ru="прямой отрезок {segment} проходит ближе 1 мм от точки {point}",
)
CROSS = Text(en="segments {one} and {two} meet", ru="отрезки {one} и {two} встречаются")
OFF_POINT = Text(
    en="an end of the segment near {segment} is at no point",
    ru="конец отрезка около {segment} не попал в точку",
)
CROOKED = Text(
    en="segment {segment} bends by more than 3 mm; is that a move?",
    ru="отрезок {segment} изогнут больше чем на 3 мм; считать его ходом?",
)
MISMATCH = Text(
    en="A has drawn {a} and B {b}: players take turns, and {first} began",
    ru="A провёл {a}, B {b}: ходят по очереди, начинал {first}",
)
ADDED = Text(
    en="a point was added at {x:g}, {y:g} mm from the field's top left",
    ru="добавлена точка: {x:g}, {y:g} мм от левого верхнего угла поля",
)


def added(spot: tuple[int, int]) -> Problem:
    """A point that was not there before play."""
    return Problem("POINT_ADDED", (), ADDED.fill(x=spot[0] / 10, y=spot[1] / 10))


MISCOUNTED = Text(
    en="{number} points are drawn; a game has {least} to {most}",
    ru="нарисовано точек: {number}; для игры нужно от {least} до {most}",
)
OTHER_COUNT = Text(
    en="points found: {number}; the sheet says {agreed}",
    ru="найдено точек: {number}; на листе сказано {agreed}",
)
STUCK = Text(en="{player} has no segment left to draw", ru="{player} не может провести ни одного отрезка")
STUCK_MISERE = Text(
    en="{player} has no segment left to draw, and so wins",
    ru="{player} не может провести отрезок и потому выигрывает",
)

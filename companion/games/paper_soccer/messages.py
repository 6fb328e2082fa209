"""What the rules of paper soccer say to the players."""

from __future__ import annotations

from companion.text import Text

REFUSED = Text(
    en="the ball cannot go there: the step is used, along the border or off the field, or the game is over",
    ru="туда мяч не идёт: шаг занят, вдоль границы или за поле, или игра окончена",
)
GOALS = (
    Text(en="the ball is in the upper goal", ru="мяч в верхних воротах"),
    Text(en="the ball is in the lower goal", ru="мяч в нижних воротах"),
)
STUCK = Text(en="{player} must go on and cannot", ru="{player} должен ходить дальше и не может")
FAULTS = {
    "STEP_LENGTH": Text(en="this step is longer than one cell", ru="этот шаг длиннее одной клетки"),
    "STEP_ALONG_BORDER": Text(en="this step runs along the border", ru="этот шаг идёт вдоль границы"),
    "STEP_OUTSIDE": Text(
        en="this step leaves the field other than through the goal", ru="этот шаг уходит с поля мимо ворот"
    ),
}
REPEATED = Text(en="this step is drawn twice; really?", ru="этот шаг проведён дважды; точно?")
APART = Text(
    en="this part of the track hangs apart from the rest", ru="эта часть пути не связана с остальной"
)
NO_TRAIL = Text(
    en="the steps cannot be drawn in one go from the centre: the track forks or has a gap at the marked points",
    ru="шаги нельзя провести одной линией из центра: в отмеченных точках путь раздваивается или прерывается",
)
AFTER_GOAL = Text(en="the track goes on after a goal", ru="после гола играли дальше")
EARLY = Text(
    en="a player took over where the other had to go on", ru="соперник пошёл там, где надо было ходить ещё"
)
WENT_ON = Text(
    en="a player went on from a free point, where his turn was over",
    ru="игрок пошёл дальше со свободной точки, хотя ход кончился",
)

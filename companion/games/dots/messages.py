"""The words for everything that can be wrong on a dots sheet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.position import Place, Problem
from companion.text import Text, count, join, same

MOST_PLACES = 6
"""Places named in one message; the picture shows them all."""

KEYS = ("R", "B")


def point_name(place: Place) -> Text:
    """A point by the numbers at the edge of the field."""
    return same(f"({place[0]}, {place[1]})")


def point_names(places: Sequence[Place]) -> Text:
    """Some points, the first few of many."""
    names = [point_name(place) for place in places[:MOST_PLACES]]
    return join(names, " ") + (same(" ...") if len(places) > MOST_PLACES else same(""))


def dots(number: int) -> Text:
    """So many dots."""
    return count(number, ("dot", "dots"), ("точка", "точки", "точек"))


LEFT_OUT = Text(
    en="{dots} more lie outside the largest field, {most} by {most} points, and are not counted; photograph the "
    "game alone, or point it out",
    ru="ещё {dots} вне самого большого поля, {most} на {most} точек, и не посчитаны; снимите одну игру "
    "или укажите её место",
)

MESSAGES = {
    "POINT_OCCUPIED": Text(
        en="two marks stand on one point: {where}", ru="на одном месте две точки: {where}"
    ),
    "MARK_UNREADABLE": Text(
        en="this mark cannot be told, whose is it? {where}", ru="непонятно, чья это точка: {where}"
    ),
    "DOT_ON_BANNED_BORDER": Text(
        en="dots on the frame are not allowed in this game: {where}",
        ru="в этой игре на край ставить нельзя: {where}",
    ),
    "START_CROSS_CHANGED": Text(
        en="a printed start dot is overdrawn in the other colour: {where}",
        ru="начальная точка закрашена другим цветом: {where}",
    ),
    "OPENING_ZONE": Text(
        en="no dot of {player} lies in the opening zone; the first dot must",
        ru="у {player} нет точки в начальной зоне; первую ставят туда",
    ),
    "COUNT_MISMATCH": Text(
        en="{red} R and {blue} B dots: taking turns they differ by one at most, the beginner ahead",
        ru="точек R {red}, B {blue}: ходят по очереди, разница не больше одной, и больше у начавшего",
    ),
    "CAPTURE_NOT_DRAWN": Text(
        en="this ring of {player} is closed already and takes {dots}: draw the outline {where}",
        ru="это кольцо {player} уже замкнуто, в плену {dots}: обведите {where}",
    ),
    "OUTLINE_OPEN": Text(
        en="a line of {player} does not close, it ends at {where}",
        ru="линия {player} не замкнута, обрыв в {where}",
    ),
    "OUTLINE_STEP": Text(
        en="a line of {player} runs through points without a dot of {player}: {where}",
        ru="линия {player} идёт через места без точки {player}: {where}",
    ),
    "OUTLINE_OVER_EDGE": Text(
        en="the edge of the field is no wall; this line of {player} leans on it: {where}",
        ru="край поля — не стена; линия {player} опирается на него: {where}",
    ),
    "OUTLINE_EMPTY": Text(
        en="nobody is caught inside this outline of {player}: {where}",
        ru="внутри этой обводки {player} никого нет: {where}",
    ),
    "OUTLINE_THROUGH_CAPTURED": Text(
        en="an outline of {player} uses dots that lie in a closed area: {where}",
        ru="обводка {player} идёт через точки из закрытой области: {where}",
    ),
    "OUTLINE_CROSSES": Text(
        en="outlines of R and B cross; only the one that closed first counts: {where}",
        ru="обводки R и B пересекаются; верна та, что замкнулась первой: {where}",
    ),
    "OUTLINE_NOT_SHORTEST": Text(
        en="this outline of {player} is longer than needed; the score is the same: {where}",
        ru="обводка {player} длиннее, чем надо; счёт тот же: {where}",
    ),
    "LOST_MARK": Text(
        en="these dots of the earlier photo are gone or changed: {where}",
        ru="этих точек с прошлого снимка больше нет, или они другие: {where}",
    ),
    "DOT_IN_CLOSED_AREA": Text(
        en="these dots were put into an area that was closed already: {where}",
        ru="эти точки поставлены в уже закрытую область: {where}",
    ),
    "TOO_MANY_NEW": Text(
        en="{red} new dots of R and {blue} of B: no order of turns gives that {where}",
        ru="новых точек R {red}, B {blue}: так по очереди не сходить {where}",
    ),
    "GROUNDED_GROUP_CAPTURED": Text(
        en="dots joined to the edge cannot be taken in this game; {player} drew round {where}",
        ru="связанные с краем точки здесь брать нельзя; {player} обвёл {where}",
    ),
}


def problem(code: str, where: Sequence[Place], *, is_note: bool = False, **values: object) -> Problem:
    """A problem with its message filled in."""
    text = MESSAGES[code].fill(where=point_names(where), **values)
    return Problem(code, tuple(where), text, is_note)


NOBODY_TO_MOVE = Text(
    en="nobody can move: the game is over, or it is not known whose turn it is",
    ru="ходить некому: игра окончена или неизвестно, чей ход",
)


def refusal(move: Place) -> Text:
    """Why a point cannot be used."""
    return Text(
        en="no dot can be put on {where}; take a free point",
        ru="на {where} ставить нельзя; нужно свободное место",
    ).fill(where=point_name(move))


def goal_text(goal: int) -> Text:
    """That the agreed number of dots is captured."""
    return Text(en=f"{goal} dots are captured", ru=f"в плену уже {goal}")


IS_FULL = Text(en="no point is free", ru="мест больше нет")
BROKEN_OFF = Text(en="the game was ended", ru="игра закончена")
OUT_OF_TIME = Text(en="the other side's time ran out", ru="у соперника вышло время")
EQUAL = Text(en=", equal score", ru=", счёт равный")
SCORE_IS = Text(en=", {winner} has {more} to {fewer}", ru=", у {winner} {more} против {fewer}")
NOTHING_TO_PAINT = Text(
    en="no closed ring of the player to move goes round this point", ru="здесь нет замкнутого кольца ходящего"
)

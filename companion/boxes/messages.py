"""What games of boxes say to the players."""

from __future__ import annotations

from collections.abc import Sequence

from companion.text import Text, count, same

REFUSED = Text(
    en="this line cannot be drawn: it is drawn already or no side of a cell, or it is not known whose turn it is",
    ru="эту линию провести нельзя: она уже есть, это не сторона клетки, или неизвестно, чей ход",
)
REPEATED = Text(
    en="this line is drawn twice, in two colours; whose is it?",
    ru="эта линия проведена дважды, двумя цветами; чья она?",
)
STRAYS = {
    "LINE_OFF_DOTS": Text(
        en="a line does not end at dots of the field", ru="линия кончается не в точках поля"
    ),
    "LINE_TOO_LONG": Text(
        en="a line joins dots that are no neighbours; draw one side at a time",
        ru="линия соединяет не соседние точки; проводят по одной стороне",
    ),
    "LINE_DIAGONAL": Text(
        en="a slanting line; lines go across or down", ru="косая линия; проводят только по сторонам клеток"
    ),
    "LINE_OUTSIDE_SHAPE": Text(
        en="this line is the side of no cell of the figure", ru="эта линия не сторона клетки фигуры"
    ),
}
SIGNS = {
    "BOX_TWO_SIGNS": Text(en="two signs stand in one box", ru="в одной клетке два знака"),
    "MARK_UNREADABLE": Text(en="this sign cannot be told; whose is it?", ru="знак не разобрать; чей он?"),
    "BOX_MARKED_OPEN": Text(
        en="a sign stands in a box that is not closed", ru="знак стоит в незамкнутой клетке"
    ),
    "BOX_UNMARKED": Text(
        en="a closed box has no sign; whose is it?", ru="в замкнутой клетке нет знака; чья она?"
    ),
    "BOX_WRONG_OWNER": Text(
        en="the owner of this box drew none of its sides", ru="хозяин клетки не провёл ни одной её стороны"
    ),
}
COUNTS = Text(
    en="the numbers of lines in the two colours fit no order of moves: somebody moved twice or missed a move",
    ru="число линий двух цветов не сходится ни при каком порядке: кто-то сходил дважды или пропустил ход",
)
IMPOSSIBLE = Text(
    en="no order of moves gives the boxes to these owners",
    ru="ни при каком порядке ходов клетки так не достались бы",
)
OUTSIDE = Text(en="a sign stands outside the figure", ru="знак стоит вне фигуры")
OPEN_TURN = Text(
    en="a line may have closed two boxes at once, so counting does not tell: who drew the last line?",
    ru="одна линия могла закрыть сразу две клетки, и счёт не поможет: кто провёл последнюю линию?",
)
PICTURE = Text(
    en="the picture is not drawn as o---o and | between; see the rules for an example",
    ru="картинка нарисована не как o---o и | между ними; пример в правилах",
)


def result(keys: str, counts: Sequence[int]) -> Text:
    """The final count."""
    return same(", ".join(f"{key} {number}" for key, number in zip(keys, counts)))


def score(written: Sequence[int]) -> Text:
    """A written score that is not so."""
    shown = ":".join(map(str, written))
    return Text(
        en=f"the score on the sheet, {shown}, is not what the signs say",
        ru=f"счёт на листе {shown}, а по знакам другой",
    )


def unsigned(number: int) -> Text:
    """Boxes without an owner."""
    boxes = count(number, ("closed box has", "closed boxes have"), ("клетка", "клетки", "клеток"))
    return Text(en=f"{boxes.en} no sign", ru=f"без знака: {boxes.ru}")


def counted(lines: int, boxes: int, passed: int) -> Text:
    """How the turn was counted."""
    times = count(passed, ("time", "times"), ("раз", "раза", "раз"))
    return Text(
        en=f"{count(lines, ('line', 'lines'), ('', '', '')).en}, {count(boxes, ('box', 'boxes'), ('', '', '')).en}: "
        f"the turn passed {times.en}",
        ru=f"линий {lines}, клеток {boxes}: ход переходил {times.ru}",
    )


def no_word(seen: str, keys: str) -> Text:
    """A word that means nothing."""
    return Text(
        en=f"{seen!r} is none of: {', '.join(keys)} (who began), >{keys[0]} (who moves), 0,0-2,0 (a line), =2:1",
        ru=f"{seen!r}, а нужно {', '.join(keys)} (кто начал), >{keys[0]} (чей ход), 0,0-2,0 (линия), =2:1",
    )

"""What the rules of five in a row say to the players."""

from __future__ import annotations

from companion.position import Place
from companion.text import Text, join, same


def cell_name(place: Place) -> Text:
    """Column and row, from 1 as on the sheet."""
    x, y = place
    return Text(en=f"column {x + 1}, row {y + 1}", ru=f"столбец {x + 1}, строка {y + 1}")


def cell_names(cells: tuple[Place, ...]) -> Text:
    """Several cells."""
    return join([cell_name(cell) for cell in cells], "; ")


FULL = Text(en="the board is full, nobody has a line", ru="поле заполнено, ряда нет")
TWO_WINNERS = Text(
    en="both players have a full line; the game should have stopped at the first one",
    ru="полный ряд есть у обоих; игра должна была кончиться на первом",
)
NOT_CENTRE = Text(
    en="the first sign must stand near the centre, and no sign of the beginner does",
    ru="первый знак ставят около центра, а у начинавшего там ничего нет",
)


def two_marks(cells: tuple[Place, ...]) -> Text:
    """Both signs in one cell."""
    return Text(en="both signs stand in one cell: {where}", ru="в одной клетке оба знака: {where}").fill(
        where=cell_names(cells)
    )


def unreadable(cells: tuple[Place, ...]) -> Text:
    """A sign that is neither."""
    return Text(
        en="this sign is neither X nor O, which one is it? {where}",
        ru="этот знак не похож ни на X, ни на O: {where}",
    ).fill(where=cell_names(cells))


def counts(crosses: int, noughts: int, first: str) -> Text:
    """The numbers of signs do not alternate."""
    return Text(
        en="{x} of X and {o} of O: players take turns and {first} began, so {first} has as many as the other, "
        "or one more",
        ru="знаков X {x}, знаков O {o}: ходят по очереди, начинал {first}, у {first} столько же или на один больше",
    ).fill(x=crosses, o=noughts, first=same(first))


def after_win(winner: str) -> Text:
    """Play went on."""
    return Text(
        en="{sign} had a full line already, but another sign was added",
        ru="ряд {sign} уже был, но сходили ещё раз",
    ).fill(sign=winner)


def several(winner: str) -> Text:
    """Lines that no single sign explains."""
    return Text(
        en="{sign} has full lines that no single last sign can have made; play went on after a win",
        ru="у {sign} полные ряды, которые нельзя сделать одним последним знаком: играли дальше после победы",
    ).fill(sign=winner)


def overline(sign: str) -> Text:
    """Too long a line of the beginner in renju."""
    return Text(
        en="{sign} has a line that is too long; renju forbids that to the beginner",
        ru="у {sign} слишком длинный ряд; в рэндзю начинающему так нельзя",
    ).fill(sign=sign)


def wrong_stroke(win: int) -> Text:
    """The drawn line covers no winning row."""
    return Text(
        en="the drawn line does not cover {n} signs of one player in a row",
        ru="проведённая черта не проходит по {n} знакам одного игрока подряд",
    ).fill(n=win)


def won(sign: str, length: int) -> Text:
    """Why the game is won."""
    return Text(en="{sign} has {n} in a line", ru="{n} в ряд").fill(sign=sign, n=length)


def refusal(move: Place) -> Text:
    """A move that is not allowed."""
    return Text(
        en="{cell} cannot be played: it is not free, not allowed, or the game is over",
        ru="{cell}: сюда ходить нельзя, клетка занята или запрещена, или игра окончена",
    ).fill(cell=cell_name(move))


def no_size(seen: str, low: int, high: int) -> Text:
    """What is no size of a board."""
    return Text(
        en=f"{seen!r} is no size of a board; expected such as 15x15, each side {low}..{high}",
        ru=f"{seen!r} не размер поля; нужно вроде 15x15, стороны {low}..{high}",
    )


def no_stroke(seen: str) -> Text:
    """What is no drawn line."""
    return Text(
        en=f"{seen!r} is neither X, O nor a drawn line on the board, such as 3,4-7,8",
        ru=f"{seen!r} не X, не O и не черта на поле вроде 3,4-7,8",
    )

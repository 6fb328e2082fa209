"""Good moves in tic-tac-toe, with the reason a child understands: win now, block now, make a fork."""

from __future__ import annotations

from companion.boards.lattice import KING, neighbours
from companion.position import Hint, Place
from companion.search import WIN, Valued, best_moves
from companion.text import Text

from .rules import FREE, SIGNS, TicTacToe, all_lines

DEEP = 9
"""Moves ahead on the 3x3 board: to the end."""

SHALLOW = 3
"""Moves ahead on bigger boards: own move, answer, own move."""

NODES = 3000
"""Positions looked at on bigger boards, so that a hint takes about a second."""

BIG = 9
"""Cells of the largest board that is searched to the end."""


def hint(position: TicTacToe) -> Hint | None:
    """The best move, `None` when there is none or it is nobody's turn for sure."""
    if position.turn is None or not position.moves():
        return None
    valued = _search(position)
    top = valued[0].value
    best = tuple(one.move for one in valued if _rank(one.value) == _rank(top))
    move, reason = _for_children(position, tuple(one.move for one in valued if one.value == top), best)
    value = _word(top) if all(one.is_exact for one in valued) or abs(top) > WIN / 2 else None
    return Hint(move, reason, value, best)


def _search(position: TicTacToe) -> list[Valued]:
    if len(position.rows) ** 2 <= BIG:
        return best_moves(position, DEEP)
    return best_moves(position, SHALLOW, estimate=_estimate, near=_near, nodes=NODES)


def _rank(value: float) -> float:
    """All wins are equal, all losses are equal; guesses stay apart."""
    if abs(value) > WIN / 2:
        return WIN if value > 0 else -WIN
    return value


def _word(value: float) -> str:
    return "win" if value > WIN / 2 else "loss" if value < -WIN / 2 else "draw"


def _near(position: TicTacToe) -> tuple[Place, ...]:
    """Free cells beside a sign; the middle of an empty board."""
    size = len(position.rows)
    beside = tuple(
        move
        for move in position.moves()
        if any(position.at(place) != FREE for place in neighbours(move, KING, size, size))
    )
    return beside or ((size // 2, size // 2),)


def _estimate(position: TicTacToe, player: int) -> float:
    """Lines still open, weighted by the signs already in them, mine minus yours."""
    total = 0.0
    for line in all_lines(position.options.size, position.options.win):
        letters = [position.at(place) for place in line]
        mine, yours = letters.count(SIGNS[player]), letters.count(SIGNS[1 - player])
        if not yours:
            total += mine**2
        if not mine:
            total -= yours**2
    return total


def _for_children(
    position: TicTacToe, quickest: tuple[Place, ...], best: tuple[Place, ...]
) -> tuple[Place, Text]:
    turn = position.turn
    assert turn is not None
    if wins := _completing(position, turn):
        return wins[0], Text(en="this completes your line and wins", ru="этот ход завершает ряд и выигрывает")
    if blocks := _completing(position, 1 - turn):
        chosen = next((move for move in blocks if move in best), blocks[0])
        return chosen, Text(
            en="block: the other player would win here", ru="закройте: иначе здесь выиграет соперник"
        )
    for move in quickest:
        if len(_completing(position.play(move), turn)) >= 2:
            return move, Text(
                en="a fork: you threaten two lines at once", ru="вилка: сразу две угрозы, обе не закрыть"
            )
    middle = min(quickest, key=lambda move: _distance(move, len(position.rows)))
    return middle, Text(
        en="the safest cell: it keeps most lines open", ru="надёжная клетка: больше всего рядов"
    )


def _completing(position: TicTacToe, player: int) -> list[Place]:
    """Free cells that would complete a line of the player."""
    found = []
    for line in all_lines(position.options.size, position.options.win):
        letters = [position.at(place) for place in line]
        if letters.count(SIGNS[player]) == len(line) - 1 and letters.count(FREE) == 1:
            found.append(line[letters.index(FREE)])
    return list(dict.fromkeys(found))


def _distance(move: Place, size: int) -> float:
    middle = (size - 1) / 2
    return abs(move[0] - middle) + abs(move[1] - middle)

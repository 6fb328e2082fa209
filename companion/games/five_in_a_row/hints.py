"""Good moves in five in a row: win now, block now, win by force with the proof, stop a forced win, else look ahead."""

from __future__ import annotations

from companion.position import Highlight, Hint, Place, Remark
from companion.text import Text, join

from . import exact, messages
from .rules import FREE, SIGNS, Five
from .runs import bits
from .thinking import SURE, Thought
from .threats import Attack, Line

BUDGET = 4000
"""Positions looked at for fours in one search for a forced win: about half a second."""
DEEPEST = 4
"""Threes in one forced win at most."""
SHOWN = 15
"""Moves of a forced win that are told in words; all of them are drawn."""


def win_now(position: Five, player: int) -> tuple[Place, ...]:
    """The cells where one sign of the player completes a line."""
    own, free = position.board(SIGNS[player]), position.board(FREE)
    return position.area.places(position.area.completing(own, free, exact=position.is_exact(player)))


def hint(position: Five) -> Hint | None:
    """The best move and why, `None` when there is none or it is nobody's turn for sure."""
    turn = position.turn
    moves = position.moves() if turn is not None else ()
    if turn is None or not moves:
        return None
    wins = tuple(move for move in win_now(position, turn) if move in moves)
    if wins:
        return Hint(wins[0], WINS, "win", wins)
    if exact.is_small(position):
        return _exactly(position, turn)
    blocks = tuple(move for move in win_now(position, 1 - turn) if move in moves)
    if len(blocks) > 1:
        return Hint(blocks[0], TOO_MANY, "loss", blocks)
    if blocks:
        return Hint(blocks[0], BLOCK, None, blocks, remarks=_after(position, turn, blocks[0]))
    if line := find_win(position, turn):
        return _by_force(position, turn, line)
    return _careful(position, turn, moves)


def find_win(position: Five, player: int, *, threes: int = DEEPEST, budget: int = BUDGET) -> Line | None:
    """A win by fours and threes for a player who moves now, the shortest number of threes first."""
    attack = attack_of(position, player, budget)
    own, other = (position.board(SIGNS[side]) for side in (player, 1 - player))
    for depth in range(threes + 1):
        line = attack.by_threats(own, other, depth)
        if line is not None:
            return line
        if attack.budget < 0:
            return None
    return None


def attack_of(position: Five, player: int, budget: int = BUDGET) -> Attack:
    """The search for a win of a player."""
    sides = (player, 1 - player)
    is_exact = (position.is_exact(sides[0]), position.is_exact(sides[1]))
    bans = tuple(position.options.renju and side == position.first for side in sides)
    return Attack(position.area, is_exact, (bans[0], bans[1]), budget)


def _exactly(position: Five, turn: int) -> Hint:
    """The best move of a small board, searched to the end."""
    valued = exact.values(position, turn)
    top = max(valued.values())
    best = tuple(move for move, value in valued.items() if value == top)
    word = {1: "win", 0: "draw", -1: "loss"}[top]
    blocks = [move for move in win_now(position, 1 - turn) if move in best]
    if blocks:
        return Hint(blocks[0], BLOCK, word, best)
    if top == 1:
        fork = next((move for move in best if _is_fork(position, turn, move)), best[0])
        return Hint(fork, FORK if _is_fork(position, turn, fork) else FORCED, word, best)
    own, other = (position.board(SIGNS[player]) for player in (turn, 1 - turn))
    thought = Thought(position.area, (position.is_exact(turn), position.is_exact(1 - turn)))
    order = [position.area.place(bit) for bit in thought.sorted_moves(own, other, position.area.board(best))]
    return Hint(order[0], SAFE if top == 0 else LOST, word, best)


def _is_fork(position: Five, turn: int, move: Place) -> bool:
    after = position.board(SIGNS[turn]) | position.area.bit(move)
    free = position.board(FREE) & ~position.area.bit(move)
    found = position.area.completing(after, free, exact=position.is_exact(turn))
    return bool(found & (found - 1))


def _by_force(position: Five, turn: int, line: Line) -> Hint:
    """A forced win with its line of moves, numbered on the board."""
    cells = [position.area.place(bit) for bit in line]
    names = [
        Text(en=f"{number}. ", ru=f"{number}. ") + messages.cell_name(cell)
        for number, cell in enumerate(cells[:SHOWN], 1)
    ]
    reason = (OPEN_FOUR if len(line) == 1 else FORCE).fill(moves=join(names, "; "))
    return Hint(cells[0], reason, "win", (cells[0],), shows=_numbered(cells, turn))


def _numbered(cells: list[Place], turn: int) -> tuple[Highlight, ...]:
    return tuple(
        Highlight(turn if number % 2 else 1 - turn, ((x + 0.5, y + 0.5),), label=str(number))
        for number, (x, y) in enumerate(cells, 1)
    )


def _careful(position: Five, turn: int, moves: tuple[Place, ...]) -> Hint:
    """Stop what the other side could force, else the best of a look ahead."""
    area = position.area
    own, other = (position.board(SIGNS[player]) for player in (turn, 1 - turn))
    allowed = area.board(moves)
    attack = attack_of(position, 1 - turn)
    threat = attack.by_fours(other, own)
    remarks: tuple[Remark, ...] = ()
    reason, value = AHEAD, None
    if threat is not None:
        stops = _stops(position, turn, attack, threat) & allowed
        cells = [area.place(bit) for bit in threat]
        names = join([messages.cell_name(cell) for cell in cells[:SHOWN]], "; ")
        remarks = (Remark(DANGER.fill(moves=names), _numbered(cells, 1 - turn)),)
        if stops:
            allowed, reason = stops, STOP
        else:
            reason, value = HOPELESS, "loss"
    thought = Thought(area, (position.is_exact(turn), position.is_exact(1 - turn)))
    chosen, worth = thought.best(own, other, allowed)
    move = area.place(chosen or next(bits(allowed)))
    if worth > SURE:
        value = "win"
    return Hint(move, reason, value, (move,), remarks=remarks)


def _stops(position: Five, turn: int, attack: Attack, threat: Line) -> int:
    """The signs after which the other side has no win by fours any more; own fours that gain time too."""
    own, other = (position.board(SIGNS[player]) for player in (turn, 1 - turn))
    found = 0
    for bit in attack.answers(other, own, threat):
        left = position.area.full & ~(own | other | bit)
        wins = position.area.completing(own | bit, left, exact=position.is_exact(turn))
        if wins & (wins - 1) or attack.by_fours(other | wins, own | bit) is None:
            found |= bit
    return found


def _after(position: Five, turn: int, block: Place) -> tuple[Remark, ...]:
    """After a forced block: whether the other side still wins by force."""
    after = position.with_sign(block, turn)
    line = find_win(after, 1 - turn, threes=1, budget=BUDGET // 4)
    if line is None:
        return ()
    cells = [position.area.place(bit) for bit in line]
    names = join([messages.cell_name(cell) for cell in cells[:SHOWN]], "; ")
    return (Remark(STILL.fill(moves=names), _numbered(cells, 1 - turn)),)


WINS = Text(en="this completes your line and wins", ru="этот ход завершает ряд и выигрывает")
BLOCK = Text(en="block: the other player would win here", ru="закройте: иначе здесь выиграет соперник")
TOO_MANY = Text(
    en="the other player can win on several cells and you can block only one: the game is lost",
    ru="соперник выигрывает на нескольких клетках, а закрыть можно одну: партия проиграна",
)
OPEN_FOUR = Text(
    en="an open four: two cells to win on, and only one can be blocked",
    ru="открытая четвёрка: две клетки для победы, а закрыть можно одну",
)
FORCE = Text(
    en="wins by force, every answer is forced or comes too late: {moves}",
    ru="выигрыш силой, все ответы вынуждены или опоздают: {moves}",
)
FORK = Text(en="a fork: you threaten two lines at once", ru="вилка: сразу две угрозы, обе не закрыть")
FORCED = Text(en="wins whatever the other player does", ru="выигрывает при любой игре соперника")
SAFE = Text(en="the safest cell: the game stays a draw", ru="надёжная клетка: ничья сохранится")
LOST = Text(
    en="the other player can win whatever you do; this holds out",
    ru="соперник выигрывает в любом случае; так дольше",
)
AHEAD = Text(
    en="nobody can win by force yet: the best place for your lines and against the other's",
    ru="силой пока не выиграть: лучшее место для своих рядов и против чужих",
)
STOP = Text(
    en="the other player threatens to win by force; this stops it",
    ru="соперник грозит выиграть силой; этот ход мешает",
)
HOPELESS = Text(
    en="the other player wins by force and nothing stops it", ru="соперник выигрывает силой, помешать нечем"
)
DANGER = Text(
    en="dangerous: if you play elsewhere, the other player wins by {moves}",
    ru="опасно: если пойти в другое место, соперник выиграет так: {moves}",
)
STILL = Text(
    en="even so the other player wins by force: {moves}", ru="и всё же соперник выигрывает силой: {moves}"
)

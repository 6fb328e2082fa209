"""Good lines where lines close boxes: exact values where the search reaches, chain theory in words everywhere.

Beyond the reach of the search a line is chosen as good players do: take what is open (but keep control where
long chains remain), play safe lines, and in the end open what costs least."""

from __future__ import annotations

import time
from functools import lru_cache

from companion.position import Hint, Remark, Stroke
from companion.text import Text, count

from .position import Boxes
from .shape import Shape
from .solve import Run, Solver, TooMuch, closing_sides, runs, safe_sides

SECONDS = 4.0
"""A search longer than this is given up."""
MOST_FREE = 26
"""With more free lines there are too many positions to try."""
LONG = 3
"""A chain of so many boxes lets the side that takes it keep control by leaving the last two."""


@lru_cache(maxsize=64)
def exact(shape: Shape, free: int, goes_on: bool) -> tuple[int, tuple[int, ...]] | None:
    """The value for the side to move and all best sides; `None` where that is out of reach."""
    if free.bit_count() > MOST_FREE and len(safe_sides(shape, free)) > MOST_FREE // 3:
        return None
    solver = Solver(shape, goes_on, deadline=time.monotonic() + SECONDS)
    try:
        return solver.best(free)
    except TooMuch:
        return None


def hint(position: Boxes) -> Hint | None:
    """The best line and why, `None` when there is none or it is nobody's turn for sure."""
    turn, shape, free = position.turn, position.options.board, position.free
    if turn is None or not free:
        return None
    opened = closing_sides(shape, free)
    found = exact(shape, free, position.options.goes_on) if len(position.options.keys) == 2 else None
    if found is not None:
        value, best = found
        move = _natural(shape, free, best)
        why = _reason(position, move)
        net = (EVEN if value == 0 else AHEAD if value > 0 else BEHIND).fill(boxes=_boxes(abs(value)))
        names = tuple(shape.sides[side] for side in best)
        return Hint(shape.sides[move], why + net, value, names, remarks=_remarks(position))
    move = _by_rule(position, opened)
    return Hint(
        shape.sides[move], _reason(position, move), None, (shape.sides[move],), remarks=_remarks(position)
    )


def _natural(shape: Shape, free: int, best: tuple[int, ...]) -> int:
    """Of equally good sides the one that closes a box, else a safe one."""
    for wanted in (closing_sides(shape, free), safe_sides(shape, free)):
        both = [side for side in wanted if side in best]
        if both:
            return both[0]
    return best[0]


def _by_rule(position: Boxes, opened: tuple[int, ...]) -> int:
    """A line by the rules of thumb."""
    shape, free = position.options.board, position.free
    solver = Solver(shape)
    if opened:
        taken, given, rest = solver._take_open(free)
        longs = [run for run in runs(shape, rest) if run.size >= LONG]
        is_late = not safe_sides(shape, rest)
        if given and taken == given and longs and is_late and len(position.options.keys) == 2:
            return _leaving(shape, free)
        return opened[0]
    if safe := safe_sides(shape, free):
        return _parity(position, safe)
    given_away = sorted(runs(shape, free), key=lambda run: run.size)
    if given_away:
        run = given_away[0]
        return run.sides[1] if run.size == 2 and not run.is_loop else run.sides[0]
    return free.bit_length() - 1


def _leaving(shape: Shape, free: int) -> int:
    """The line that leaves the last two boxes of an open chain (four of a loop) and passes the turn."""
    side = closing_sides(shape, free)[0]
    here = next(cell for cell in shape.cells_at[side] if (free & shape.masks[cell]).bit_count() == 1)
    path = [side]
    while True:
        there = [cell for cell in shape.cells_at[path[-1]] if cell != here]
        if not there:
            return path[-1]
        here = there[0]
        left = free & shape.masks[here]
        if left.bit_count() != 2:
            return path[len(path) // 2] if left.bit_count() == 1 and len(path) >= 3 else path[-1]
        path.append((left & ~(1 << path[-1])).bit_length() - 1)


def _parity(position: Boxes, safe: tuple[int, ...]) -> int:
    """Of the safe lines the one after which the number of chains and safe lines suits the mover best."""
    shape, free = position.options.board, position.free

    def promise(side: int) -> tuple[float, int]:
        rest = free & ~(1 << side)
        left = len(safe_sides(shape, rest))
        longs = sum(run.size >= LONG for run in runs(shape, rest))
        return ((left + longs) % 2 + 0.1 * longs, side)

    return min(safe, key=promise)


# --- words --------------------------------------------------------------------------------------------


def _reason(position: Boxes, side: int) -> Text:
    shape, free = position.options.board, position.free
    opened = closing_sides(shape, free)
    if side in opened:
        boxes = sum(free & shape.masks[cell] == 1 << side for cell in shape.cells_at[side])
        return TAKES.fill(boxes=_boxes(boxes))
    if opened:
        return LEAVES
    if side in safe_sides(shape, free):
        return SAFE.fill(safe=len(safe_sides(shape, free)))
    cost = cost_of(shape, free, side)
    return GIVES.fill(boxes=_boxes(cost))


def cost_of(shape: Shape, free: int, side: int) -> int:
    """How many boxes stand open to the other player after this line."""
    taken, _, _ = Solver(shape)._take_open(free & ~(1 << side))
    return taken


def _remarks(position: Boxes) -> tuple[Remark, ...]:
    """Chain theory: what stands open, how many safe lines are left, which chains there are, who has control."""
    shape, free = position.options.board, position.free
    remarks = []
    if opened := closing_sides(shape, free):
        remarks.append(Remark(OPEN.fill(boxes=_boxes(Solver(shape)._take_open(free)[0]), lines=len(opened))))
    safe = safe_sides(shape, free)
    found = runs(shape, free)
    chains = [run for run in found if not run.is_loop]
    loops = [run for run in found if run.is_loop]
    longs = [run for run in chains if run.size >= LONG]
    if safe:
        remarks.append(Remark(SAFE_LEFT.fill(number=len(safe))))
    if found:
        remarks.append(Remark(CHAINS.fill(chains=_sizes(chains), loops=_sizes(loops))))
    if longs and position.options.goes_on and len(position.options.keys) == 2:
        remarks.append(Remark(CONTROL if not safe else WANTED.fill(parity=_parity_word(shape, position))))
    return tuple(remarks)


def _parity_word(shape: Shape, position: Boxes) -> Text:
    """Whether the beginner wants an odd or an even number of long chains: dots plus chains decide who must open one."""
    dots = len(shape.corners)
    return ODD if dots % 2 else EVEN_NUMBER


def _sizes(found: list[Run]) -> str:
    return "+".join(str(run.size) for run in sorted(found, key=lambda run: run.size)) or "0"


def _boxes(number: int) -> Text:
    return count(number, ("box", "boxes"), ("клетка", "клетки", "клеток"))


def side_name(position: Boxes, place: Stroke | tuple[int, int]) -> Text:
    """A side by the box it belongs to, a box by its row and column, from 1."""
    match place:
        case ((int(ax), int(ay)), (int(_), int(by))):
            shape = position.options.board
            inside = set(shape.cells)
            if ay == by:
                is_below = (ax, ay) in inside
                cell = (ax, ay) if is_below else (ax, ay - 1)
                side = TOP if is_below else BOTTOM
            else:
                is_right = (ax, ay) in inside
                cell = (ax, ay) if is_right else (ax - 1, ay)
                side = LEFT if is_right else RIGHT
            return BOX.fill(x=cell[0] + 1, y=cell[1] + 1) + side
        case (int(x), int(y)):
            return BOX.fill(x=x + 1, y=y + 1)
    raise ValueError(f"{place!r} is neither box nor side")


BOX = Text(en="box in column {x}, row {y}", ru="клетка: столбец {x}, строка {y}")
TOP = Text(en=", top side", ru=", верхняя сторона")
BOTTOM = Text(en=", bottom side", ru=", нижняя сторона")
LEFT = Text(en=", left side", ru=", левая сторона")
RIGHT = Text(en=", right side", ru=", правая сторона")
TAKES = Text(en="closes {boxes}", ru="замыкает: {boxes}")
LEAVES = Text(
    en="leaves the last boxes of the chain and makes the other player open the next one: two boxes given, control kept",
    ru="оставляет последние клетки цепочки: соперник возьмёт их и сам откроет следующую, контроль у вас",
)
SAFE = Text(
    en="a safe line: it gives no box away ({safe} safe lines now)",
    ru="безопасная линия: клеток не отдаёт (таких линий сейчас {safe})",
)
GIVES = Text(
    en="no safe line is left; this gives away {boxes}, least",
    ru="безопасных линий нет; отдаёт меньше всего: {boxes}",
)
EVEN = Text(en="; best play splits the rest evenly", ru="; при лучшей игре остаток поровну")
AHEAD = Text(
    en="; with best play you take {boxes} more of the rest than the other",
    ru="; при лучшей игре из остатка вы возьмёте больше соперника: {boxes}",
)
BEHIND = Text(
    en="; with best play the other takes {boxes} more of the rest",
    ru="; при лучшей игре из остатка соперник возьмёт больше: {boxes}",
)
OPEN = Text(
    en="open now: {boxes} ({lines} lines close some)", ru="открыто сейчас: {boxes} (замыкают линий: {lines})"
)
SAFE_LEFT = Text(en="safe lines left: {number}", ru="безопасных линий осталось: {number}")
CHAINS = Text(
    en="chains: {chains} boxes; loops: {loops}; opening one gives all its boxes",
    ru="цепочки: {chains} клеток; кольца: {loops}; открыл — отдал все клетки",
)
CONTROL = Text(
    en="who must open the first long chain loses control: the other takes all but two boxes of every chain (all but "
    "four of a loop) and so makes him open the next",
    ru="кто первым откроет длинную цепочку, теряет контроль: соперник берёт всё, кроме двух клеток цепочки (четырёх "
    "кольца), и заставляет открывать следующую",
)
WANTED = Text(
    en="long chain rule: who began wants an {parity} number of long chains (three boxes or more; loops do not count)",
    ru="правило длинных цепочек: начавшему нужно {parity} число цепочек из трёх и больше клеток (кольца не в счёт)",
)
ODD = Text(en="odd", ru="нечётное")
EVEN_NUMBER = Text(en="even", ru="чётное")

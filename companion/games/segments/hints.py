"""Good segments and why: exact where the search reaches the end, else the cut that leaves the smallest parts."""

from __future__ import annotations

from dataclasses import dataclass

from companion.position import Highlight, Hint, Remark
from companion.text import Text, count, join, same

from .points import turns
from .rules import Pair, Segments, place_of, stroke_of
from .solve import BUDGET, MisereSolver, Solver, Table, TooLarge, bits, table_of


@dataclass(frozen=True, slots=True)
class Choice:
    """A segment that may be drawn, what stays alive after it, and whether it wins (`None`: too far to see)."""

    pair: Pair
    rest: int
    is_winning: bool | None


def hint(position: Segments) -> Hint | None:
    """The best segment and why; `None` when the game is over or something on the paper is wrong."""
    if position.turn is None or any(not problem.is_note for problem in position.problems()):
        return None
    table = table_of(position.spots)
    solver = solver_of(table, position)
    choices = judged(table, position, solver)
    winning = [choice for choice in choices if choice.is_winning]
    lost = [choice for choice in choices if choice.is_winning is False]
    if winning:
        best = min(winning, key=lambda choice: _size(table, choice))
        reason = MISERE_WIN if position.options.misere else _why(table, best.rest)
        value, equals = "win", winning
    elif len(lost) == len(choices):
        found = _stubborn(table, lost, solver)
        best = found[0] if found else lost[-1]
        reason = LOST.fill(answers=_segments(found[1]), number=found[2]) if found else LOST_SOMEHOW
        value, equals = "loss", [best]
    else:
        unseen = [choice for choice in choices if choice.is_winning is None]
        best = min(unseen, key=lambda choice: _size(table, choice))
        reason = UNSEEN.fill(parts=_parts_text(table, best.rest))
        value, equals = None, [best]
    remarks = [Remark(CHOICES.fill(number=_segments(len(choices)), winning=len(winning)))] if value else []
    return Hint(
        stroke_of(best.pair),
        reason,
        value,
        tuple(stroke_of(choice.pair) for choice in equals),
        shows=_hulls(table, best.rest),
        remarks=tuple(remarks),
    )


def judged(table: Table, position: Segments, solver: Solver | MisereSolver) -> list[Choice]:
    """Every segment with what it brings, as far as one budget for all of them goes."""
    alive = table.alive(position)
    rests = {pair: alive & ~table.blocks[table.pairs.index(pair)] for pair in position.legal_pairs()}
    ordered = sorted(rests, key=lambda pair: rests[pair].bit_count())
    return [Choice(pair, rests[pair], _loses(solver, rests[pair])) for pair in ordered]


def solver_of(table: Table, position: Segments, budget: int = BUDGET) -> Solver | MisereSolver:
    """The search for the rules played by."""
    return MisereSolver(table, budget) if position.options.misere else Solver(table, budget)


def _loses(solver: Solver | MisereSolver, alive: int) -> bool | None:
    """Whether the side to move loses; `None` once the budget is spent."""
    try:
        return not solver.is_won(alive)
    except TooLarge:
        return None


def _stubborn(
    table: Table, lost: list[Choice], solver: Solver | MisereSolver
) -> tuple[Choice, int, int] | None:
    """Of lost choices the one with the smallest share of right answers, how many those are, and of how many.

    `None` when the budget does not reach to tell."""
    best: tuple[float, Choice, int, int] | None = None
    for choice in lost:
        answers = {choice.rest & ~table.blocks[number] for number in bits(choice.rest)}
        judgements = [_loses(solver, rest) for rest in sorted(answers, key=int.bit_count)]
        if None in judgements:
            continue
        right = judgements.count(True)
        share = right / max(len(judgements), 1)
        if best is None or share < best[0]:
            best = (share, choice, right, len(judgements))
    return best and best[1:]


def _size(table: Table, choice: Choice) -> tuple[int, int]:
    """What is easier to see through comes first: the points of the largest part, then all that is left."""
    parts = table.parts(choice.rest)
    return (len(table.points_of(parts[-1])) if parts else 0, choice.rest.bit_count())


# --- in words -----------------------------------------------------------------------------------------


def _why(table: Table, rest: int) -> Text:
    """Why a sum of parts is lost for who has to move in it."""
    parts = table.parts(rest)
    if not parts:
        return LAST
    if all(_has_one_move(table, part) for part in parts):
        return EVEN.fill(number=_segments(len(parts)))
    sizes = [len(table.points_of(part)) for part in parts]
    if len(parts) == 1:
        return ONE_PART.fill(points=_points(sizes[0]))
    values = Solver(table)
    if len(parts) == 2 and values.value(parts[0]):
        return TWINS.fill(one=_points(sizes[0]), two=_points(sizes[1]))
    return PARTS.fill(parts=_parts_text(table, rest))


def _has_one_move(table: Table, part: int) -> bool:
    """Whether just one segment fits a part, whichever it is: they all stand in each other's way."""
    return all(not rest for rest in Solver(table).replies(part))


def _parts_text(table: Table, rest: int) -> Text:
    sizes = [len(table.points_of(part)) for part in table.parts(rest)]
    names = [same(str(size)) for size in sorted(sizes, reverse=True)]
    return names[0] if len(names) == 1 else join(names[:-1]) + AND + names[-1]


def _points(number: int) -> Text:
    return count(number, ("point", "points"), ("точка", "точки", "точек"))


def _segments(number: int) -> Text:
    return count(number, ("segment", "segments"), ("отрезок", "отрезка", "отрезков"))


def _hulls(table: Table, rest: int) -> tuple[Highlight, ...]:
    """The outlines of the parts that a segment leaves."""
    return tuple(
        Highlight(None, tuple((float(place_of(number)[0]), 0.0) for number in _hull(table, part)))
        for part in table.parts(rest)
    )


def _hull(table: Table, part: int) -> list[int]:
    """The corners of the figure round a part's points, in order."""
    numbers = sorted(table.points_of(part), key=lambda number: table.spots[number])
    around: list[int] = []
    for row in (numbers, numbers[::-1]):
        chain: list[int] = []
        for number in row:
            while len(chain) > 1 and turns(*(table.spots[one] for one in (*chain[-2:], number))) <= 0:
                chain.pop()
            chain.append(number)
        around += chain[:-1]
    return around


AND = Text(en=" and ", ru=" и ")
LAST = Text(en="after it no segment can be drawn", ru="после него не провести ни одного отрезка")
EVEN = Text(
    en="{number} more will fit, one in each part that is left: the last one is yours",
    ru="поместится ещё {number}, по одному в каждой части: последний будет твоим",
)
ONE_PART = Text(
    en="of what is left ({points} that see each other) whoever draws first loses",
    ru="в том, что осталось (в одной части {points}), проигрывает тот, кто ходит первым",
)
TWINS = Text(
    en="it leaves two parts of equal worth, {one} and {two}: answer every segment in the other part",
    ru="остаются две равноценные части, {one} и {two}: на каждый отрезок отвечай в другой части",
)
PARTS = Text(
    en="it leaves parts of {parts} points that balance each other: to every segment there is an answer",
    ru="остаются части, где точек {parts}, и они уравновешены: на каждый отрезок найдётся ответ",
)
LOST = Text(
    en="every segment loses to good play; after this one the other must find the right answer: {answers} of {number}",
    ru="при верной игре проигрывает любой отрезок; после этого сопернику надо найти ответ: {answers} из {number}",
)
LOST_SOMEHOW = Text(
    en="every segment loses to good play; this one leaves the most to think about",
    ru="при верной игре проигрывает любой отрезок; после этого сопернику есть над чем подумать",
)
UNSEEN = Text(
    en="too much can still happen to count to the end; it cuts the points that are left into parts of {parts}",
    ru="до конца ещё не досчитать; он делит оставшиеся точки на части: {parts}",
)
MISERE_WIN = Text(
    en="after it the other has to draw the last segment",
    ru="после него последний отрезок придётся провести сопернику",
)
CHOICES = Text(
    en="{number} can be drawn; winning: {winning}", ru="провести можно {number}; выигрывающих: {winning}"
)

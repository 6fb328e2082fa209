"""Several photos of one sheet of dots, oldest first: what was added, in which order, and the score over time.

Between two photos every order of the new dots in turn is tried. Orders that end in the same state are one; a
drawn outline on the later photo keeps those that agree with it. What is known then goes on to the next photo,
so an early photo settles what a late one alone would leave open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from companion.position import Place, Problem

from .areas import Points, indices
from .history import Histories
from .letters import FREE
from .messages import KEYS, problem
from .rules import Dots
from .settle import State, put_dot, rules_of

MOST_STATES = 32
"""Possible states kept from one photo to the next."""

MOST_WORK = 60_000
"""Dots put while orders are tried, about half a second; more new dots than that are read without an order."""


@dataclass(frozen=True, slots=True)
class Added:
    """One photo compared with the one before: new dots of R and B, dots that are gone, and what is wrong.

    `states` are the possible states after it, `order` the new dots in an order that leads to the first of
    them; `is_ordered` is false when there were too many orders to try them."""

    position: Dots
    new: tuple[tuple[Place, ...], tuple[Place, ...]]
    erased: tuple[Place, ...]
    states: tuple[State, ...]
    order: tuple[Place, ...]
    is_ordered: bool
    problems: tuple[Problem, ...]

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """All possible scores of R and B after this photo, most for R first."""
        return tuple(sorted({(one.captured(0), one.captured(1)) for one in self.states}, reverse=True))


def compare_photos(positions: Sequence[Dots]) -> tuple[Added, ...]:
    """The photos in turn; the first one has nothing new."""
    first = positions[0]
    seen = [Added(first, ((), ()), (), _states(first), (), True, first.problems())]
    for position in positions[1:]:
        seen.append(_compare(seen[-1], position))
    return tuple(seen)


def _compare(before: Added, after: Dots) -> Added:
    old, fresh = before.position, _fresh(before.position, after)
    erased = _erased(old, after)
    field = before.states[0].field
    closed = field.board
    for state in before.states:
        closed &= state.owned[0] | state.owned[1]
    inside = [place for places in fresh for place in places if field.bit(place) & closed]
    problems = list(_problems(erased, inside))
    orders = _Orders(before, fresh)
    found: dict[State, tuple[Place, ...]] = {} if erased or inside else orders.all()
    if not (erased or inside) and orders.is_complete and not found:
        problems.append(
            problem("TOO_MANY_NEW", [*fresh[0], *fresh[1]], red=len(fresh[0]), blue=len(fresh[1]))
        )
    states = _agreeing(list(found), after) if orders.is_complete else ()
    order = found[states[0]] if states and states[0] in found else ()
    known = (*problems, *_of_its_own(after, states))
    return Added(after, fresh, erased, states or _states(after), order, bool(states), known)


def _of_its_own(after: Dots, states: tuple[State, ...]) -> Iterator[Problem]:
    """What is wrong on the later photo alone; counts are told by the new dots where those were tried."""
    for one in after.problems():
        if one.code != "COUNT_MISMATCH" or not states:
            yield one


def _problems(erased: Sequence[Place], inside: Sequence[Place]) -> Iterator[Problem]:
    if erased:
        yield problem("LOST_MARK", erased)
    if inside:
        yield problem("DOT_IN_CLOSED_AREA", inside)


def _fresh(old: Dots, after: Dots) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    red, blue = (tuple(place for place in after.cells(key) if old.at(place) == FREE) for key in KEYS)
    return red, blue


def _erased(old: Dots, after: Dots) -> tuple[Place, ...]:
    """Dots that are gone or have another colour now."""
    return tuple(place for key in KEYS for place in old.cells(key) if after.at(place) != key)


def _states(position: Dots) -> tuple[State, ...]:
    """The possible states of a photo by itself."""
    histories: Histories = position.histories()
    start = len(histories.sure.closings)
    found: dict[State, None] = {}
    for ends in islice(product(*histories.zones), MOST_STATES):
        state = histories.sure.then(one for end in ends for one in end.closings[start:]).state
        found.setdefault(state, None)
    return tuple(found)


def _agreeing(states: Sequence[State], after: Dots) -> tuple[State, ...]:
    """The states that the outlines on the later photo allow; all of them if it allows none."""
    if after.lines is None:
        return tuple(states)
    allowed = {_owners(state) for state in _states(after)}
    return tuple(state for state in states if _owners(state) in allowed) or tuple(states)


def _owners(state: State) -> tuple[Points, Points]:
    """Who holds which dots: what an outline tells, whatever empty points it cuts off."""
    return (state.owned[0] & state.dots[1], state.owned[1] & state.dots[0])


class _Orders:
    """All orders in which the new dots may have been put."""

    def __init__(self, before: Added, fresh: tuple[tuple[Place, ...], tuple[Place, ...]]) -> None:
        options = before.position.options
        self.rules, self.extra_move = rules_of(options), options.extra_move
        self.field = before.states[0].field
        self.starts = before.states
        self.new = (self.field.points(fresh[0]), self.field.points(fresh[1]))
        self.turn = before.position.turn
        self.work, self.is_complete = MOST_WORK, True

    def all(self) -> dict[State, tuple[Place, ...]]:
        """Every state that some lawful order ends in, with one such order."""
        turns = (0, 1) if self.turn is None or self.extra_move else (self.turn,)
        layer: dict[tuple[State, int], tuple[Place, ...]] = {
            (replace(state, shut=None), turn): () for state in self.starts for turn in turns
        }
        for _ in range((self.new[0] | self.new[1]).bit_count()):
            layer = self._next(layer)
        found: dict[State, tuple[Place, ...]] = {}
        for (state, _), order in layer.items():
            found.setdefault(state, order)
        return dict(islice(found.items(), MOST_STATES))

    def _next(
        self, layer: dict[tuple[State, int], tuple[Place, ...]]
    ) -> dict[tuple[State, int], tuple[Place, ...]]:
        """One dot more in every possible way."""
        after: dict[tuple[State, int], tuple[Place, ...]] = {}
        for (state, turn), order in layer.items():
            for index in indices(self.new[turn] & state.free()):
                self.work -= 1
                if self.work < 0:
                    self.is_complete = False
                    return {}
                step = put_dot(state, turn, index, self.rules)
                again = self.extra_move and step.captures_of(turn)
                key = (step.state, turn if again else 1 - turn)
                after.setdefault(key, (*order, self.field.place(index)))
        return after

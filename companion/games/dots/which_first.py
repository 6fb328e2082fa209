"""The one question that settles an open score: which of some crossing rings closed first.

Every place where the order matters gives one question; the one with the most dots at stake is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.position import Highlight
from companion.text import Text, join, same

from .history import Histories, History
from .messages import KEYS, point_name
from .settle import Closing, State

Count = Callable[[State], tuple[float, float]]

MOST_ANSWERS = 4
"""Answers named in a question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A ring that may have closed first, and the points of R and B that are possible then."""

    closing: Closing
    scores: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    """Which ring closed first at one place; `settles` if the answer always leaves a single score there."""

    answers: tuple[Answer, ...]
    settles: bool
    others: int
    text: Text
    shows: tuple[Highlight, ...]


def question_of(histories: Histories, count: Count) -> OrderQuestion | None:
    """The question about the place with the most at stake; `None` when no score is open."""
    places = [
        (answers, _stake(answers))
        for zone in histories.zones
        if (answers := _answers(histories, zone, count))
    ]
    places = [one for one in places if one[1] > 0]
    if not places:
        return None
    answers = max(places, key=lambda one: one[1])[0]
    field = histories.sure.state.field
    shows = tuple(
        Highlight(
            one.closing.player,
            tuple((float(x), float(y)) for x, y in map(field.place, one.closing.region.ring)),
        )
        for one in answers
    )
    settles = all(len(one.scores) == 1 for one in answers)
    return OrderQuestion(answers, settles, len(places) - 1, _text(histories, answers, len(places) - 1), shows)


def _answers(histories: Histories, zone: tuple[History, ...], count: Count) -> tuple[Answer, ...]:
    """The rings of a zone that may have closed before all that they cross, and what follows from each.

    The scores are those of this place alone: the rest of the field counts as in the sure part."""
    start = len(histories.sure.closings)
    found: dict[tuple[int, int], tuple[Closing, set[tuple[float, float]]]] = {}
    everywhere = set.intersection(*({_key(one) for one in end.closings[start:]} for end in zone))
    for end in zone:
        first = next((one for one in end.closings[start:] if _key(one) not in everywhere), None)
        if first is not None:
            found.setdefault(_key(first), (first, set()))[1].add(count(end.state))
    return tuple(Answer(one, tuple(sorted(scores, reverse=True))) for one, scores in found.values())


def _key(closing: Closing) -> tuple[int, int]:
    return (closing.player, closing.region.area)


def _stake(answers: tuple[Answer, ...]) -> float:
    leads = [red - blue for one in answers for red, blue in one.scores]
    return max(leads) - min(leads)


def _text(histories: Histories, answers: tuple[Answer, ...], others: int) -> Text:
    """The question, with what each answer means; other places are mentioned."""
    choices = [_choice(histories, one) for one in answers[:MOST_ANSWERS]]
    text = WHICH.fill(choices=join(choices, "; "))
    return text + MORE.fill(number=others) if others else text


def _choice(histories: Histories, answer: Answer) -> Text:
    field, closing = histories.sure.state.field, answer.closing
    held = closing.region.area & histories.sure.state.dots[1 - closing.player]
    inside = field.places(held)[0] if held else field.places(closing.region.points)[0]
    scores = join([same(f"R {red:g} B {blue:g}") for red, blue in answer.scores], " | ")
    return RING.fill(player=KEYS[closing.player], where=point_name(inside), scores=scores)


WHICH = Text(en="which ring closed first: {choices}?", ru="какое кольцо замкнулось раньше: {choices}?")
RING = Text(en="that of {player} round {where} ({scores})", ru="кольцо {player} вокруг {where} ({scores})")
MORE = Text(en=" (open in {number} more places as well)", ru=" (и ещё неясно мест: {number})")

"""The score of a dots position, certain or with all its alternatives."""

from __future__ import annotations

from companion.position import Alternatives, Score
from companion.text import Text

from .ending import count_score
from .messages import KEYS
from .rules import Dots
from .which_first import OrderQuestion, question_of


def score(position: Dots) -> Score | None:
    """Points of R and B; `None` when the order of play leaves them open."""
    scores = _scores(position)
    if not position.histories().is_complete or len(scores) > 1:
        return None
    return dict(zip(KEYS, scores[0], strict=True))


def alternatives(position: Dots) -> Alternatives:
    """The scores of R and B in every order of play, none when the score is certain."""
    scores, is_complete = _scores(position), position.histories().is_complete
    if is_complete and len(scores) == 1:
        return Alternatives()
    question = order_question(position)
    texts = (WHY_OPEN,) if question is None else (WHY_OPEN, question.text)
    return Alternatives(tuple(dict(zip(KEYS, one, strict=True)) for one in scores), is_complete, texts)


def order_question(position: Dots) -> OrderQuestion | None:
    """Which ring closed first, where that decides the score."""
    options, ending = position.options, position.ending
    return question_of(position.histories(), lambda state: count_score(state, options, ending))


def _scores(position: Dots) -> tuple[tuple[float, float], ...]:
    options, ending = position.options, position.ending
    return position.histories().scores(lambda state: count_score(state, options, ending))


WHY_OPEN = Text(
    en="rings cross, and the score depends on which one closed first: draw the outlines",
    ru="кольца пересекаются, счёт зависит от того, какое замкнулось раньше: обведите их",
)

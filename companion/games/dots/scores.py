"""The score of a dots position, certain or with all its alternatives."""

from __future__ import annotations

from companion.position import Alternatives, Score
from companion.text import Text

from .messages import KEYS
from .rules import Dots, count_score


def score(position: Dots) -> Score | None:
    """Points of R and B; `None` when the order of play leaves them open."""
    histories = position.histories()
    if not histories.is_complete or len(histories.scores()) > 1:
        return None
    return dict(zip(KEYS, count_score(histories.likely.state, position.options), strict=True))


def alternatives(position: Dots) -> Alternatives:
    """The captured dots of R and B in every order of play, none when the score is certain."""
    histories = position.histories()
    scores = histories.scores()
    if histories.is_certain or (histories.is_complete and len(scores) == 1):
        return Alternatives()
    return Alternatives(
        tuple(dict(zip(KEYS, one, strict=True)) for one in scores),
        histories.is_complete,
        (
            Text(
                en="rings cross, and the score depends on which one closed first: draw the outlines",
                ru="кольца пересекаются, счёт зависит от того, какое замкнулось раньше: обведите их",
            ),
        ),
    )

"""What a sheet of dots can be asked beyond judge, moves and hint: several photos of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.position import Place
from companion.questions import Answer, Given, Question
from companion.text import Text, join, same

from .messages import KEYS, point_names
from .photos import Added, compare_photos

MOST_PHOTOS = 200


def photos(given: Given) -> Answer:
    """New dots, their order where it matters, and the score from photo to photo."""
    seen = compare_photos(given.positions)
    lines = tuple(line for number, one in enumerate(seen, 1) for line in _lines(number, one))
    found = tuple(problem for one in seen for problem in one.problems)
    return Answer(lines, tuple(dict.fromkeys(found)), {"photos": [_data(one) for one in seen]})


PHOTOS = Question(
    Text(en="photos of one sheet, oldest first", ru="снимки одного листа, сначала старые"),
    2,
    MOST_PHOTOS,
    photos,
    is_one_sheet=True,
)
QUESTIONS = {"photos": PHOTOS}


def _lines(number: int, one: Added) -> Iterator[Text]:
    scores = join([same(f"R {red} B {blue}") for red, blue in one.scores], " | ")
    parts = [PHOTO.fill(number=number, scores=scores)]
    for key, places in zip(KEYS, one.new, strict=True):
        if places:
            parts.append(NEW.fill(player=key, where=point_names(places)))
    yield join(parts, "; ")
    if len(one.order) == 1:
        yield ONE_MOVE.fill(where=point_names(one.order))
    elif len(one.states) > 1:
        yield OPEN.fill(number=len(one.states))
    elif not one.is_ordered:
        yield NO_ORDER


def _data(one: Added) -> dict[str, Any]:
    return {
        "position": str(one.position),
        "new": {key: [list(place) for place in places] for key, places in zip(KEYS, one.new, strict=True)},
        "erased": _pairs(one.erased),
        "score": dict(zip(KEYS, one.scores[0], strict=True)) if len(one.scores) == 1 else None,
        "alternatives": []
        if len(one.scores) == 1
        else [dict(zip(KEYS, two, strict=True)) for two in one.scores],
        "order": _pairs(one.order),
        "is_ordered": one.is_ordered,
        "problems": [problem.code for problem in one.problems],
    }


def _pairs(places: tuple[Place, ...]) -> list[list[int]]:
    return [list(place) for place in places]


PHOTO = Text(en="photo {number}: {scores}", ru="снимок {number}: {scores}")
NEW = Text(en="new of {player}: {where}", ru="новые {player}: {where}")
ONE_MOVE = Text(en="the last move was {where}", ru="последний ход — {where}")
OPEN = Text(
    en="the order of the new dots matters: {number} ways; photograph more often or draw the outlines",
    ru="порядок новых точек важен: вариантов {number}; снимайте чаще или обводите",
)
NO_ORDER = Text(
    en="the order of the new dots was not tried; this photo is read by itself",
    ru="порядок новых точек не перебран; снимок прочитан сам по себе",
)

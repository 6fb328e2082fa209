"""What a sheet of Segments can be asked beyond judge, moves and hint: several photos of it.

Points that players draw have no numbers on the paper: they are found again by their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.position import Problem
from companion.questions import Answer, Given, Question
from companion.same_places import same_dots
from companion.text import Text, join, same

from . import messages
from .notation import spot_text
from .points import Spot
from .rules import Pair, Segments, name_of

MOST_PHOTOS = 200


@dataclass(frozen=True, slots=True)
class Since:
    """What a photo shows that the one before did not, and the other way round; by the numbers of the later one.

    `gone` are segments that were there before, by the earlier photo's numbers."""

    new: tuple[Pair, ...]
    gone: tuple[Pair, ...]
    added: tuple[Spot, ...]
    lost: tuple[Spot, ...]

    def problems(self) -> Iterator[Problem]:
        """Points that appeared during play."""
        for spot in self.added:
            yield messages.added(spot)


def since(before: Segments, now: Segments) -> Since:
    """The difference between two photos of one sheet."""
    number_of = dict(same_dots(before.spots, now.spots))
    drawn = set(now.pairs)
    old = {pair: _moved(pair, number_of) for pair in before.pairs}
    known = set(number_of.values())
    earlier = dict(same_dots(before.added, now.added)).values()
    return Since(
        tuple(pair for pair in now.pairs if pair not in old.values()),
        tuple(pair for pair, moved in old.items() if moved not in drawn),
        (
            *(spot for number, spot in enumerate(now.spots) if number not in known),
            *(spot for number, spot in enumerate(now.added) if number not in earlier),
        ),
        tuple(spot for number, spot in enumerate(before.spots) if number not in number_of),
    )


def _moved(pair: Pair, number_of: dict[int, int]) -> Pair | None:
    if not set(pair) <= set(number_of):
        return None
    one, two = (number_of[number] for number in pair)
    return (min(one, two), max(one, two))


def photos(given: Given) -> Answer:
    """New segments and added points from photo to photo."""
    steps = [since(one, two) for one, two in zip(given.positions, given.positions[1:], strict=False)]
    own = given.positions[-1].problems()
    found = tuple(problem for step in steps for problem in step.problems())
    problems = tuple(dict.fromkeys((*found, *own)))
    lines = tuple(_line(number, step) for number, step in enumerate(steps, 2))
    return Answer(lines, problems, {"photos": [_data(step) for step in steps]})


def _line(number: int, step: Since) -> Text:
    parts = []
    for words, pairs in ((NEW, step.new), (GONE, step.gone)):
        if pairs:
            parts.append(words.fill(segments=join([name_of(pair) for pair in pairs], ", ")))
    if step.lost:
        parts.append(LOST.fill(places=join([spot_text(spot) for spot in step.lost], ", ")))
    return PHOTO.fill(number=number) + (join(parts, "; ") if parts else NOTHING)


def _data(step: Since) -> dict[str, Any]:
    return {
        "new": [[one + 1, two + 1] for one, two in step.new],
        "gone": [[one + 1, two + 1] for one, two in step.gone],
        "points_added_mm": [[x / 10, y / 10] for x, y in step.added],
        "points_lost_mm": [[x / 10, y / 10] for x, y in step.lost],
    }


PHOTO = Text(en="photo {number}: ", ru="снимок {number}: ")
NEW = Text(en="new {segments}", ru="новые {segments}")
GONE = Text(
    en="no longer there: {segments} (numbers of the photo before)",
    ru="больше нет: {segments} (номера прежнего снимка)",
)
LOST = Text(en="points no longer there: {places} mm", ru="точек больше нет: {places} мм")
NOTHING = same("—")
QUESTIONS = {
    "photos": Question(
        Text(en="photos of one sheet, oldest first", ru="снимки одного листа, сначала старые"),
        2,
        MOST_PHOTOS,
        photos,
        is_one_sheet=True,
    )
}

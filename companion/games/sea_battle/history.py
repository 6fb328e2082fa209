"""Photos of one sheet, oldest first: what was shot between them, and what should not have changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.position import Place, Problem
from companion.questions import Answer, Given
from companion.text import Text, same

from .cells import cell_name
from .compare import compare_photos, lost_marks, new_shots, wrong_marks
from .messages import problem
from .rules import SeaBattle
from .shots import answers


def compare_history(given: Given) -> Answer:
    """What happened from photo to photo. Problems are only those that a single photo cannot show."""
    lines: list[Text] = []
    problems: list[Problem] = []
    steps = []
    for number, (before, after) in enumerate(pairwise(given.positions), 1):
        enemy, own = new_shots(before.own, after.own), new_shots(before.target, after.target)
        told = dict(zip(enemy, answers(after.ships(), enemy), strict=True))
        lines.append(BETWEEN.fill(first=number, second=number + 1))
        lines.append(ENEMY_SHOTS.fill(shots=_shots_text(after, enemy, told)))
        lines.append(OWN_SHOTS.fill(shots=_shots_text(after, own, _own_answers(after, own))))
        problems += list(_changes(before, after))
        steps.append(
            {"enemy_shots": [list(cell) for cell in enemy], "own_shots": [list(cell) for cell in own]}
        )
    if not problems:
        lines.append(SAME_FLEET)
    return Answer(tuple(lines), tuple(problems), {"steps": steps})


def _changes(before: SeaBattle, after: SeaBattle) -> Iterator[Problem]:
    for found in compare_photos(before.own, after.own):
        message = "LATE_SHIP" if found.code == "LATE_PLACEMENT" else ""
        yield problem(found.code, found.cells, after.options, message=message)
    for board, old, new in (("own", before.own, after.own), ("target", before.target, after.target)):
        if lost := lost_marks(old, new, is_target=board == "target"):
            yield problem("LOST_MARK", lost, after.options, board=board)
        if wrong := wrong_marks(old, new):
            yield problem("WRONG_MARK", wrong, after.options, board=board)


def _own_answers(after: SeaBattle, shots: tuple[Place, ...]) -> dict[Place, str]:
    hits, sunk = after.target_cells("xX#&%"), frozenset().union(*after.waters().sunk)
    return {cell: "sunk" if cell in sunk else "hit" if cell in hits else "miss" for cell in shots}


def _shots_text(position: SeaBattle, shots: tuple[Place, ...], told: dict[Place, str]) -> Text:
    """Shots by name with their answers, row by row: a photo does not tell their order."""
    if not shots:
        return NOBODY
    named = [
        SHOT.fill(cell=cell_name(cell, position.options.alphabet), answer=WORDS[told[cell]]) for cell in shots
    ]
    return Text(en=", ".join(one.en for one in named), ru=", ".join(one.ru for one in named))


WORDS = {
    "miss": Text(en="miss", ru="мимо"),
    "hit": Text(en="hit", ru="ранен"),
    "sunk": Text(en="sunk", ru="убит"),
}
SHOT = same("{cell} ") + Text(en="({answer})", ru="({answer})")
NOBODY = Text(en="none", ru="не было")
BETWEEN = Text(en="From photo {first} to photo {second}:", ru="От снимка {first} к снимку {second}:")
ENEMY_SHOTS = Text(en="  enemy's shots: {shots}", ru="  выстрелы противника: {shots}")
OWN_SHOTS = Text(en="  owner's shots: {shots}", ru="  выстрелы хозяина листа: {shots}")
SAME_FLEET = Text(
    en="The fleet is the same on all photos, and no mark is lost.",
    ru="Флот на всех снимках один и тот же, отметки целы.",
)

"""Two or more photos of one sheet of dots: what is new, in which order, and the score over time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion import questions
from companion.games.dots import GAME
from companion.games.dots.notation import parse
from companion.games.dots.options import DotsOptions
from companion.games.dots.paper import ink, read
from companion.games.dots.photos import Added, compare_photos
from companion.games.dots.rules import Dots, start
from companion.games.dots.settle import one_move_captures

EMPTY = DotsOptions(start="empty", opening_zone="none")
CROSSING = "6x5 6./..{}{}../.R{}RB./..RB../6. {}"
"""Rings of R round (2, 2) and of B round (3, 2) that cross; (3, 1) and (2, 2) are put last."""


def seen(*texts: str, options: DotsOptions = EMPTY) -> tuple[Added, ...]:
    return compare_photos([parse(text, options) for text in texts])


def codes(added: Added) -> list[str]:
    return [problem.code for problem in added.problems]


def test_one_new_dot_is_known_exactly() -> None:
    """A single late photo leaves the score open, an earlier one settles it."""
    late = CROSSING.format("R", "B", "B", "?>R ~")
    assert len(seen(late)[0].scores) == 2
    red_house = seen(CROSSING.format("R", "B", ".", "?>B ~"), late)[1]
    assert (red_house.order, red_house.scores, red_house.is_ordered) == (((2, 2),), ((0, 1),), True)
    blue_last = seen(CROSSING.format("R", ".", "B", "?>B ~"), late)[1]
    assert (blue_last.order, blue_last.scores) == (((3, 1),), ((1, 0),))


def test_the_order_of_several_new_dots_may_matter() -> None:
    before = CROSSING.format(".", ".", ".", "?>R ~")
    after = "6x5 6./..RB../.RBRB./..RB../5.R ?>R ~"
    added = seen(before, after)[1]
    assert added.is_ordered and added.scores == ((1, 0), (0, 1))
    assert codes(added) == []
    drawn = after.replace("~", "B2,2:1357")
    assert seen(before, drawn)[1].scores == ((0, 1),)


def test_what_is_known_goes_on_to_later_photos() -> None:
    first = CROSSING.format("R", "B", ".", "?>B ~")
    second = CROSSING.format("R", "B", "B", "?>R ~")
    third = second.replace("/6. ?>R", "/R5. ?>B")
    assert [one.scores for one in seen(first, second, third)] == [((0, 0),), ((0, 1),), ((0, 1),)]


def test_a_dot_in_a_closed_area() -> None:
    before = "6x5 6./..RR../.RB.R./..RR../.B.B.. ?>B R1,2:123567"
    board = before.replace(".RB.R.", ".RBBR.").replace("?>B", "?>R")
    added = seen(before, board)[1]
    assert codes(added) == ["DOT_IN_CLOSED_AREA"]
    assert added.problems[0].where == ((3, 2),)
    assert not added.is_ordered


def test_erased_and_changed_dots() -> None:
    added = seen("5x5 R.B2./5./5./5./5. R ~", "5x5 B.2.R/5./5./5./5. ?>B ~".replace("2.R", ".R."))[1]
    assert codes(added) == ["LOST_MARK"]
    assert added.erased == ((0, 0), (2, 0))


def test_too_many_new_dots_of_one_colour() -> None:
    added = seen("5x5 R.B2./5./5./5./5. R ~", "5x5 RRBRR/5./5./5./5. R ~")[1]
    assert "TOO_MANY_NEW" in codes(added)
    assert codes(seen("5x5 R.B2./5./5./5./5. R ~", "5x5 RRBB./5./5./5./5. R ~")[1]) == []


def game(seed: int) -> list[Dots]:
    """Positions of a game, with lines as players draw them."""
    chance = Random(seed)
    position, found = start(replace(EMPTY, size=(9, 8))), []
    while position.turn is not None and position.moves():
        found.append(position)
        state = position.histories().likely.state
        takes = [state.field.place(index) for index, _ in one_move_captures(state, position.turn)]
        takes = [place for place in takes if position.is_legal(place)]
        position = position.play(
            takes[0] if takes and chance.random() < 0.8 else chance.choice(position.moves())
        )
    return [*found, position]


@pytest.mark.parametrize("every", [1, 3, 5])
@pytest.mark.parametrize("seed", range(5))
def test_photos_of_whole_games(seed: int, every: int) -> None:
    """The true score is always possible; with a photo after every move it is certain, even without outlines."""
    positions = game(seed)[::every]
    papers = [replace(read(ink(one), one.options, begins=0), lines=None) for one in positions]
    added = compare_photos(papers)
    for one, truth in zip(added, positions, strict=True):
        assert truth.captured in one.scores
        assert one.problems == ()
        if every == 1:
            assert one.scores == (truth.captured,)
            assert one.states[0] == truth.histories().likely.state


def test_asked_on_the_command_line() -> None:
    texts = [CROSSING.format("R", "B", ".", "?>B ~"), CROSSING.format("R", "B", "B", "?>R ~")]
    sources = [questions.read_source(GAME, text, EMPTY, are_set=True) for text in texts]
    answer = questions.ask(questions.find_question(GAME, "photos"), sources, EMPTY, {}, 0)
    assert [line("en") for line in answer.lines] == [
        "photo 1: R 0 B 0",
        "photo 2: R 0 B 1; new of B: (2, 2)",
        "the last move was (2, 2)",
    ]
    assert answer.data["photos"][1]["score"] == {"R": 0, "B": 1}
    assert all("{" not in line("ru") for line in answer.lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5x5 R4./5./5./5./5. R", "R has put 1 dots, B 0; R began"),
        ("5x5 R4./5./5./5./5. ?", "R has put 1 dots, B 0"),
        ("5x5 5./5./5./5./5. ?", "who began?"),
        ("5x5 5./5./5./5./5. ?>R", "notation"),
        ("5x5 5./5./5./5./5. ?!R", "R said STOP"),
        ("5x5 5./5./5./5./5. R=", None),
        ("5x5 RR3./5./5./5./5. R", None),
    ],
)
def test_why_it_is_whose_turn(text: str, words: str | None) -> None:
    reason = GAME.turn_reason(parse(text, EMPTY))
    assert (
        (reason is None) if words is None else (reason is not None and words in reason("en") and reason("ru"))
    )

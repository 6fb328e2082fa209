"""Dots on paper: everything that can be wrong with dots and drawn outlines."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.errors import NotationError
from companion.games.dots.hints import captures
from companion.games.dots.notation import parse, parse_board
from companion.games.dots.options import DotsOptions
from companion.games.dots.outlines import judge_outlines
from companion.games.dots.paper import ink, read
from companion.games.dots.rules import Dots, start
from companion.games.dots.scores import alternatives, order_question, score
from companion.games.dots.settle import Rules
from companion.games.dots.strokes import ring_steps
from printables.marks import Kind, Mark, Symbol

EMPTY = DotsOptions(start="empty", opening_zone="none")
RING = "7x7 7./3.R3./..RBR../3.R3./7./3B4./7. R"
"""R has closed a ring round one B dot; the outline is not drawn yet."""


def codes(position: Dots) -> list[str]:
    return [problem.code for problem in position.problems()]


def drawn(text: str, options: DotsOptions = EMPTY) -> Dots:
    return parse(text, options)


def test_a_drawn_capture_is_fine() -> None:
    assert codes(drawn(f"{RING} R2,2:1357")) == []


def test_capture_not_drawn() -> None:
    position = drawn(RING)
    (problem,) = position.problems()
    assert problem.code == "CAPTURE_NOT_DRAWN"
    assert set(problem.where) == {(3, 1), (2, 2), (4, 2), (3, 3)}
    assert score(position) == {"R": 1, "B": 0}
    assert "1 точка" in problem.text("ru")


def test_lines_untold_are_no_problem() -> None:
    assert codes(drawn(f"{RING} ~")) == []


def test_outline_open() -> None:
    assert codes(drawn(f"{RING} R2,2:135")) == ["OUTLINE_OPEN", "CAPTURE_NOT_DRAWN"]


def test_outline_step() -> None:
    assert codes(drawn("7x7 7./3.R3./..RBR../7./3.B3./7./7. ?>R R2,2:1357")) == ["OUTLINE_STEP"]


def test_outline_over_edge() -> None:
    assert codes(drawn("7x7 ..RBR../3.R3./3.B3./7./7./7./7. ?>R R2,0:31")) == ["OUTLINE_OVER_EDGE"]
    along = drawn("7x7 ..RBR../3.R3./3.B3./7./7./7./7. ?>R R2,0:3166")
    assert codes(along) == ["OUTLINE_OVER_EDGE"]


def test_outline_empty() -> None:
    house = "7x7 7./3.R3./..R.R../3.R3./7./3B4./7. ?>R R2,2:1357"
    assert codes(drawn(house)) == ["OUTLINE_EMPTY"]
    assert codes(drawn(house, replace(EMPTY, capture_empty=True))) == []


def test_outline_through_captured() -> None:
    """One of the dots under a drawn outline is dead already."""
    position = drawn(f"{RING} R2,2:1357")
    state = position.unsettled()
    dead = replace(state, live=(state.live[0] & ~state.field.bit((3, 1)), state.live[1]))
    assert [problem.code for problem in judge_outlines(dead, position.lines, Rules()).problems] == [
        "OUTLINE_THROUGH_CAPTURED"
    ]


def test_outlines_cross() -> None:
    both = drawn("6x5 6./..RB../.RBRB./..RB../6. R R1,2:1357 B2,2:1357")
    assert codes(both) == ["OUTLINE_CROSSES"]
    assert alternatives(both).scores == ({"R": 1, "B": 0}, {"R": 0, "B": 1})
    assert score(both) is None


def test_a_drawn_outline_decides_between_crossing_rings() -> None:
    board = "6x5 6./..RB../.RBRB./..RB../6. R"
    assert score(drawn(f"{board} R1,2:1357")) == {"R": 1, "B": 0}
    assert score(drawn(f"{board} B2,2:1357")) == {"R": 0, "B": 1}
    assert alternatives(drawn(f"{board} ~")).scores == ({"R": 1, "B": 0}, {"R": 0, "B": 1})
    assert set(drawn(f"{board} ~").moves()) & {(2, 2), (3, 2)} == set()


def test_outline_wider_than_needed_is_a_note() -> None:
    rows = "7x7 7./..RRR../..RBR../..RRR../7./..BBB../7."
    position = drawn(f"{rows} ?>R R2,1:22446600")
    (note,) = position.problems()
    assert (note.code, note.is_note) == ("OUTLINE_NOT_SHORTEST", True)
    assert score(position) == {"R": 1, "B": 0}


def test_grounded_group_captured() -> None:
    immune = replace(EMPTY, grounding="immune_groups")
    board = "6x5 6./BR4./RBR3./.R4./4.B. ?>R"
    assert codes(drawn(f"{board} R0,2:1357", immune)) == ["GROUNDED_GROUP_CAPTURED"]
    assert codes(drawn(f"{board} R0,2:1357")) == []


def test_nested_areas_belong_to_the_outermost() -> None:
    position = start(replace(EMPTY, size=(7, 7)))
    for place, player in (((3, 3), 1), ((3, 2), 0), ((2, 3), 0), ((4, 3), 0), ((3, 4), 0)):
        position = replace(position, mover=player).play(place)
    assert position.captured == (1, 0)
    for place in ((3, 1), (2, 2), (4, 2), (1, 3), (5, 3), (2, 4), (4, 4), (3, 5)):
        position = replace(position, mover=1).play(place)
    assert position.captured == (0, 4)
    fresh = replace(position, settled=None)
    assert fresh.captured == (0, 4)
    assert fresh.problems() == ()


def test_counting_who_is_to_move() -> None:
    assert drawn("5x5 5./5./5./5./5. R").turn == 0
    assert drawn("5x5 5./5./5./5./R4. ?").turn == 1
    assert drawn("5x5 5./5./5./5./5. ?").turn is None
    assert drawn("5x5 5./5./5./5./RB3. ?>B").turn == 1
    wrong = drawn("5x5 5./5./5./5./RR3. R")
    assert wrong.turn is None
    assert codes(wrong) == ["COUNT_MISMATCH"]
    assert codes(drawn("5x5 5./5./5./5./B4. R")) == ["COUNT_MISMATCH"]
    assert codes(drawn("5x5 5./5./5./5./B?3. R")) == ["MARK_UNREADABLE"]


def test_two_marks_on_a_point() -> None:
    marks = [Mark("field", Kind.POINT, (3, 3), Symbol.DOT, player) for player in (0, 1)]
    position = read(marks, DotsOptions(size=(9, 9)))
    assert codes(position) == ["POINT_OCCUPIED"]
    assert parse(str(position), position.options) == position
    assert set(ink(position)) == set(marks)


def test_a_start_dot_overdrawn() -> None:
    options = DotsOptions(size=(9, 9))
    position = read([Mark("field", Kind.POINT, (3, 3), Symbol.DOT, 1)], options)
    assert codes(position) == ["START_CROSS_CHANGED"]
    assert read(ink(position), options) == position


def test_border_ban_and_opening_zone() -> None:
    options = DotsOptions(size=(9, 9), start="empty", border_ban=True)
    assert set(start(options).moves()) == {(x, y) for x in (3, 4, 5) for y in (3, 4, 5)}
    marks = [
        Mark("field", Kind.POINT, place, Symbol.DOT, player) for place, player in (((0, 4), 0), ((4, 4), 1))
    ]
    assert codes(read(marks, options)) == ["DOT_ON_BANNED_BORDER", "OPENING_ZONE"]


def test_win_at() -> None:
    outcome = drawn(f"{RING} R2,2:1357", replace(EMPTY, win_at=1)).outcome()
    assert outcome is not None and outcome.winner == 0


def test_area_counts() -> None:
    assert score(drawn(f"{RING} ~", replace(EMPTY, scoring="area"))) == {"R": 1, "B": 0}


def test_a_house_waits_for_its_owner() -> None:
    options = replace(EMPTY, house_moment="owner_move", size=(7, 7))
    position = drawn("7x7 7./3.R3./..R.R../3.R3./7./3B4./7. R", options)
    after = position.play((3, 2)) if position.turn == 1 else replace(position, mover=1).play((3, 2))
    assert after.captured == (0, 0)
    assert replace(after, mover=0).play((6, 6)).captured == (1, 0)


def test_a_picture_may_say_who_began() -> None:
    picture = "\n".join([". . . . ."] * 5)
    assert parse_board(picture + "\nfirst: B\n", EMPTY).turn == 1
    assert parse_board(picture, EMPTY).turn is None


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("5x5", 3),
        ("5y5 25.", 0),
        ("99x5 99.", 0),
        ("5x5 5./5Q", 8),
        ("5x5 5./4./5./5./5.", 7),
        ("5x5 5./5./5./5.", 15),
        ("5x5 5./5./5./5./5. Z", 19),
        ("5x5 5./5./5./5./5. R R9,9:0", 26),
        ("5x5 5./5./5./5./5. R R1,1:9", 26),
        ("5x5 5./5./5./5./5. R Q", 21),
        ("5x5 5./5./5./5./5. R>X", 21),
    ],
)
def test_typos(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, EMPTY)
    assert caught.value.at == at


def test_ring_steps_close() -> None:
    assert len(ring_steps([(1, 0), (2, 1), (1, 2), (0, 1)])) == 4


def finished(seed: int) -> Dots:
    """A game with captures by both, outlines drawn as the players drew them."""
    chance = Random(seed)
    position = start(replace(EMPTY, size=(12, 11)))
    last = (6, 5)
    while position.turn is not None and position.moves():
        found = captures(position)["RB"[position.turn]]
        near = [move for move in position.moves() if max(abs(move[0] - last[0]), abs(move[1] - last[1])) <= 2]
        last = (
            found[0][0] if found and chance.random() < 0.8 else chance.choice(near or list(position.moves()))
        )
        position = position.play(last)
    return position


@pytest.mark.parametrize("seed", range(12))
def test_finished_games_are_read_from_their_ink(seed: int) -> None:
    """Drawn as players do, the score is certain; forgotten outlines leave it among the alternatives."""
    played = finished(seed)
    assert sum(played.captured) > 0
    paper = read(ink(played), played.options, begins=0)
    assert (paper.problems(), score(paper)) == ((), score(played))
    undrawn = replace(paper, lines=None)
    possible = alternatives(undrawn)
    truth = score(played)
    assert score(undrawn) == truth or truth in possible.scores or not possible.is_complete
    assert score(undrawn) is not None or len(possible.texts) == 2


@pytest.mark.parametrize("seed", range(12))
def test_a_line_forgotten_or_too_many_is_named(seed: int) -> None:
    """One missing step opens an outline; one stray step is loose; the true score stays possible."""
    played, chance = finished(seed), Random(seed)
    assert played.lines is not None
    player = 0 if played.lines[0] else 1
    steps = played.lines[player]
    missing = chance.choice(sorted(steps))
    lines = [steps - {missing} if one == player else played.lines[one] for one in (0, 1)]
    broken = replace(read(ink(played), played.options, begins=0), lines=(lines[0], lines[1]))
    assert set(codes(broken)) <= {
        "OUTLINE_OPEN",
        "OUTLINE_OVER_EDGE",
        "CAPTURE_NOT_DRAWN",
        "OUTLINE_NOT_SHORTEST",
    }
    assert codes(broken) or broken.captured == played.captured
    truth, possible = score(played), alternatives(broken)
    assert score(broken) == truth or truth in possible.scores or not possible.is_complete


def test_the_question_that_settles_an_open_score() -> None:
    board = drawn("6x5 6./..RB../.RBRB./..RB../6. R ~")
    question = order_question(board)
    assert question is not None and question.settles and question.others == 0
    assert [(one.closing.player, one.scores) for one in question.answers] == [(0, ((1, 0),)), (1, ((0, 1),))]
    assert [shown.player for shown in question.shows] == [0, 1]
    assert "which ring closed first: that of R round (2, 2) (R 1 B 0)" in alternatives(board).texts[1]("en")
    assert "какое кольцо" in alternatives(board).texts[1]("ru")
    assert order_question(drawn(f"{RING} ~")) is None


def test_a_line_of_no_clear_colour_belongs_to_its_dots() -> None:
    played = drawn(f"{RING} R2,2:1357")
    marks = [replace(mark, player=None) if mark.symbol is Symbol.LINE else mark for mark in ink(played)]
    assert read(marks, played.options, begins=0) == played


def test_an_outline_with_a_gap_makes_its_ending_the_likely_one() -> None:
    board = "6x5 6./..RB../.RBRB./..RB../6. R"
    for line, captured in (("R1,2:135", (1, 0)), ("B2,2:135", (0, 1))):
        position = drawn(f"{board} {line}")
        assert position.captured == captured
        assert score(position) is None and "OUTLINE_OPEN" in codes(position)

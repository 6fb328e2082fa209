"""Every option of dots that changes how a game goes on or ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import IllegalMove, NotationError
from companion.games.dots import GAME
from companion.games.dots.ending import may_stop_and_win
from companion.games.dots.notation import parse
from companion.games.dots.options import DotsOptions
from companion.games.dots.rules import Dots, start
from companion.games.dots.scores import score
from companion.options import parse_options, render_options

EMPTY = DotsOptions(start="empty", opening_zone="none")
CAUGHT = "7x7 7./7./3.R3./..RBR../3.R3./7./7. ?>R R2,3:1357"
"""R has caught one dot with a ring that is not joined to the edge."""
ANCHORED = "7x7 3.R3./3.R3./3.R3./..RBR../3.R3./7./7. ?>R R2,3:1357"
OPEN_RING = "7x7 7./3.R3./..RBR../..R.R../7./..BBB../7. ?>R"
"""R closes at (3, 4): a dot and an empty point inside."""


def with_options(text: str, **options: str) -> Dots:
    pairs = [("start", "empty"), ("opening_zone", "none"), *options.items()]
    return parse(text, parse_options(DotsOptions, pairs))


def refusal(position: Dots) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.stop()
    return caught.value.reason


def test_stop_lets_the_other_side_alone_put_dots() -> None:
    position = with_options(CAUGHT).stop()
    assert (str(position).split()[2], position.turn) == ("?!R", 1)
    for place in ((3, 1), (2, 2), (4, 2), (1, 3), (5, 3), (2, 4), (4, 4)):
        position = position.play(place)
        assert position.turn == 1
        assert position.problems() == ()
        assert parse(str(position), position.options) == position
    position = position.play((3, 5))
    assert position.captured == (0, 4)
    outcome = position.finish().outcome()
    assert outcome is not None and outcome.winner == 1
    assert position.finish().moves() == ()


def test_automatic_stop_counts_what_could_be_surrounded() -> None:
    lost = with_options(CAUGHT, stop_mode="auto").stop()
    assert score(lost) == {"R": 0, "B": 4}
    outcome = lost.outcome()
    assert outcome is not None and outcome.winner == 1
    kept = with_options(ANCHORED, stop_mode="auto").stop()
    assert score(kept) == {"R": 1, "B": 0}
    assert score(parse(str(kept), kept.options)) == {"R": 1, "B": 0}


def test_no_stop() -> None:
    assert refusal(with_options(CAUGHT, stop_mode="off")) == "STOP"


def test_only_a_safe_leader_has_the_right_to_stop() -> None:
    rules = {"grounding": "stop_right", "stop_mode": "off"}
    assert refusal(with_options(CAUGHT, **rules)) == "STOP"
    won = with_options(ANCHORED, **rules).stop().outcome()
    assert won is not None and won.winner == 0
    assert refusal(with_options("7x7 R6./7./7./7./7./7./7. ?>R", **rules)) == "STOP"
    state = with_options(ANCHORED).histories().likely.state
    assert may_stop_and_win(state, 0) and not may_stop_and_win(state, 1)


def test_agreement_and_the_clock() -> None:
    drawn = with_options("5x5 5./5./5./5./5. R").finish()
    assert str(drawn).endswith("R=") and drawn.turn is None
    outcome = drawn.outcome()
    assert outcome is not None and outcome.is_draw
    late = with_options("5x5 5./5./5./5./5. R@R").outcome()
    assert late is not None and (late.winner, late.is_draw) == (1, False)


@pytest.mark.parametrize(("word", "at"), [("R!X", 20), ("R=!", 20), ("?>R@", 22)])
def test_typos_in_the_ending(word: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        with_options(f"5x5 5./5./5./5./5. {word}")
    assert caught.value.at == at


def test_deferred_painting() -> None:
    rules = {"scoring": "dots_plus_territory", "painting": "deferred"}
    left = with_options(OPEN_RING, **rules).play((3, 4), paints=False)
    assert (left.captured, left.turn, left.problems()) == ((0, 0), 1, ())
    assert (3, 3) in left.moves()
    assert score(left.finish()) == {"R": 1 + 0.25, "B": 0}
    inside = left.play((3, 3))
    assert inside.captured == (0, 0)
    painted = inside.paint((3, 2))
    assert (painted.captured, painted.turn) == ((2, 0), inside.turn)
    assert score(painted.finish()) == {"R": 2, "B": 0}
    with pytest.raises(IllegalMove):
        painted.paint((0, 0))
    assert with_options(OPEN_RING, **rules).play((3, 4)).captured == (1, 0)
    assert parse(str(left), left.options).captured == (0, 0)


def test_extra_move() -> None:
    position = with_options(OPEN_RING, extra_move="true").play((3, 4))
    assert (position.captured, position.turn) == ((1, 0), 0)


def test_capture_empty_takes_a_house() -> None:
    house = "7x7 7./3.R3./..R.R../7./3.B3./7./7. ?>R"
    assert with_options(house).play((3, 3)).histories().likely.state.owned == (0, 0)
    taken = with_options(house, capture_empty="true").play((3, 3)).histories().likely.state
    assert taken.field.places(taken.owned[0]) == ((3, 2),)


def test_area_counts_points() -> None:
    assert score(with_options(OPEN_RING, scoring="area").play((3, 4))) == {"R": 2, "B": 0}


def test_win_at_ends_the_game() -> None:
    won = with_options(OPEN_RING, win_at="1").play((3, 4)).outcome()
    assert won is not None and won.winner == 0


def test_border_ban_leaves_no_moves_on_the_frame() -> None:
    position = start(replace(EMPTY, size=(5, 5), border_ban=True))
    assert len(position.moves()) == 9
    with pytest.raises(IllegalMove) as caught:
        position.play((0, 0))
    assert caught.value.reason == "DOT_ON_BANNED_BORDER"


@pytest.mark.parametrize("size", [(5, 5), (40, 40), (5, 40), (39, 32)])
@pytest.mark.parametrize("kind", ["cross", "double_cross", "multi", "empty"])
def test_starts_on_all_sizes(size: tuple[int, int], kind: str) -> None:
    position = start(DotsOptions(size=size, start=kind))
    assert position.problems() == ()
    assert position.turn == 0
    dots = [len(position.cells(key)) for key in "RB"]
    assert dots[0] == dots[1] == {"cross": 2, "double_cross": 4, "empty": 0}.get(kind, dots[0])


@pytest.mark.parametrize("size", ["5x5", "20x20", "39x32", "5x40"])
def test_agreements_are_printed(size: str) -> None:
    pairs = [("time", "10+60"), ("house_moment", "owner_move"), ("stop_mode", "auto"), ("size", size)]
    options = parse_options(DotsOptions, pairs)
    assert dict(render_options(options))["time"] == "10+60"
    for paper in ("a4", "letter"):
        sheet = GAME.sheet(options, paper=paper, lang="en", serial=1)
        shown = " ".join(getattr(shape, "text", "") for shape in sheet.shapes)
        for words in ("10 s a move", "STOP: count at once", "a house takes on its own move"):
            assert words in shown

"""What marks say of each other: habits of players, lines that close up, owners along chains."""

from __future__ import annotations

import numpy as np
import pytest

from printables.layout import Ask, Board, Grid
from printables.marks import Kind, Segment, Symbol
from vision.readers.cell import leave_to_shots
from vision.readers.closed import as_closed_lines, missing_links
from vision.readers.habits import SLIP, habits
from vision.readers.owners import JOINED, is_lopsided, propagated

SIGNS = (Symbol.NOTHING, Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT)
DOTS = Board(
    "field", Grid.POINTS, (0, 0), 5.0, 9, 9, (Ask(Kind.POINT, SIGNS[1:]), Ask(Kind.CHAIN, (Symbol.LINE,)))
)
SHIPS = Ask(Kind.CELL, (Symbol.FILLED, Symbol.HATCHED, Symbol.CROSS), (0,))
SHOTS = Ask(Kind.CELL, (Symbol.DOT, Symbol.CROSS), (1,))
WATERS = Board("own", Grid.CELLS, (0, 0), 8.0, 10, 10, (SHIPS, SHOTS))
CELL_SIGNS = (*SIGNS, Symbol.FILLED, Symbol.HATCHED)


def seen(*signs: Symbol, names: tuple[Symbol, ...] = SIGNS, sure: float = 0.97) -> np.ndarray:
    """What a network would say of these signs."""
    rest = (1 - sure) / (len(names) - 1)
    return np.array([[sure if name is sign else rest for name in names] for sign in signs])


def test_a_player_keeps_to_one_sign() -> None:
    chances = seen(*[Symbol.DOT] * 12, *[Symbol.CROSS] * 12, Symbol.NOUGHT)
    first = np.array([0.9] * 12 + [0.1] * 12 + [0.9])
    found = habits(DOTS, Kind.POINT, (None, None), SIGNS, chances, first)
    assert found[1] == pytest.approx([1, SLIP], abs=1e-3)
    assert found[2] == pytest.approx([SLIP, 1], abs=1e-3)
    assert found[3] == pytest.approx([SLIP, SLIP], abs=1e-3)


def test_pens_alike_are_told_by_their_signs_and_the_legend() -> None:
    chances = seen(*[Symbol.DOT] * 9, *[Symbol.CROSS] * 4)
    found = habits(DOTS, Kind.POINT, (Symbol.CROSS, Symbol.DOT), SIGNS, chances, np.full(13, 0.5))
    assert found[2] == pytest.approx([1, SLIP], abs=1e-3)
    assert found[1] == pytest.approx([SLIP, 1], abs=1e-3)


def test_a_cross_is_a_shot_unless_the_ships_are_crosses() -> None:
    cross = CELL_SIGNS.index(Symbol.CROSS)
    doubtful = seen(*[Symbol.CROSS] * 6, names=CELL_SIGNS)
    shots = habits(WATERS, Kind.CELL, (None, None), CELL_SIGNS, doubtful, np.array([0.1] * 5 + [0.8]))
    assert shots[cross, 0] < 0.1
    many = seen(*[Symbol.CROSS] * 20, names=CELL_SIGNS)
    ships = habits(WATERS, Kind.CELL, (None, None), CELL_SIGNS, many, np.full(20, 0.99))
    assert ships[cross, 0] == 1


def test_an_empty_board_tells_no_habits() -> None:
    nothing = seen(*[Symbol.NOTHING] * 4)
    found = habits(DOTS, Kind.POINT, (None, None), SIGNS, nothing, np.full(4, 0.5))
    assert found[1] == pytest.approx(found[3], rel=1e-6)


DIAMOND: list[Segment] = [((4, 3), (5, 4)), ((4, 5), (5, 4)), ((3, 4), (4, 5)), ((3, 4), (4, 3))]


def test_the_missing_side_of_a_ring_is_believed_and_a_lonely_line_is_not() -> None:
    likely = np.array([0.99, 0.99, 0.99, 0.3, 0.7])
    found = as_closed_lines(DOTS, [*DIAMOND, ((7, 7), (8, 7))], likely)
    assert found[3] > 0.9 and found[4] < 0.1
    assert found[:3].min() > 0.99


def test_what_is_drawn_clearly_stays() -> None:
    found = as_closed_lines(DOTS, [((7, 7), (8, 7))], np.array([0.99999]))
    assert found[0] > 0.99


def test_a_link_without_ink_is_asked_about_when_both_ends_are_loose() -> None:
    assert missing_links(DOTS, Kind.CHAIN, DIAMOND[:3], np.full(3, 0.99)) == [DIAMOND[3]]
    assert missing_links(DOTS, Kind.CHAIN, DIAMOND, np.full(4, 0.99)) == []


def test_outlines_may_end_at_the_frame() -> None:
    sides: list[Segment] = [((0, 1), (1, 1)), ((1, 0), (1, 1))]
    likely = np.array([0.9, 0.9])
    assert (as_closed_lines(WATERS, sides, likely) > likely).all()


def test_a_line_tells_whose_its_dots_are() -> None:
    ends = np.array([[0, 1]])
    dots, lines = propagated(np.array([0.5, 0.5, 0.5]), np.array([0.999]), ends, np.ones((1, 2)))
    assert dots[0] == pytest.approx(dots[1]) and 0.7 < dots[0] < JOINED
    assert dots[2] == pytest.approx(0.5) and lines[0] == pytest.approx(0.999, abs=1e-3)


def test_no_line_no_word() -> None:
    ends = np.array([[0, 1]])
    dots, _ = propagated(np.array([0.9, 0.2]), np.array([0.01]), ends, np.zeros((1, 2)))
    assert dots == pytest.approx([0.9, 0.2])


def test_clear_dots_outvote_a_doubtful_line() -> None:
    ends = np.array([[0, 1]])
    dots, lines = propagated(np.array([0.001, 0.001]), np.array([0.6]), ends, np.ones((1, 2)))
    assert lines[0] < 0.15 and dots.max() < 0.01


def test_rings_may_share_a_side() -> None:
    """Two boxes side by side: three lines meet at both ends of the wall between them."""
    left: list[Segment] = [((1, 1), (2, 1)), ((1, 1), (1, 2)), ((1, 2), (2, 2))]
    right: list[Segment] = [((2, 1), (3, 1)), ((3, 1), (3, 2)), ((2, 2), (3, 2))]
    likely = np.array([0.99] * 6 + [0.93])
    assert as_closed_lines(DOTS, [*left, *right, ((2, 1), (2, 2))], likely)[6] > 0.9


@pytest.mark.parametrize("ask", [SHIPS, SHOTS])
def test_crosses_among_outlined_ships_are_shots(ask: Ask) -> None:
    """Though all of them look like the ships' pen, as thin strokes beside dark dots do; dots are left alone."""
    share = np.full((3, len(CELL_SIGNS)), 0.99 if ask is SHIPS else 0.01)
    leave_to_shots(WATERS, ask, share)
    cross, dot = CELL_SIGNS.index(Symbol.CROSS), CELL_SIGNS.index(Symbol.DOT)
    assert share[:, cross] == pytest.approx(0.1 if ask is SHIPS else 0.9)
    assert share[:, dot] == pytest.approx(0.99 if ask is SHIPS else 0.01)


def test_players_take_turns() -> None:
    """Thirty dots of one colour and two of the other are no game; three and none may be the start of one."""
    assert is_lopsided(np.array([0.01] * 30 + [0.99] * 2))
    assert not is_lopsided(np.array([0.01] * 3))
    assert not is_lopsided(np.array([0.01] * 60 + [0.99] * 50))

"""Dots as SGF: files as the playing sites write them, round trips, and errors with line and column."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.dots.notation import parse
from companion.games.dots.options import DotsOptions
from companion.games.dots.rules import Dots, start
from companion.games.dots.scores import score
from companion.games.dots.sgf import read, write
from companion.games.dots.sgf_tree import SgfError, read_trees
from companion.games.dots.trial import random_position
from tests.companion.data import oracle

PLAIN = DotsOptions()
RING = "(;FF[4]GM[40]SZ[7];B[dc];W[dd];B[cd];W[ga];B[ed];W[gb];B[de.deeddccdde])"


def final(text: str, options: DotsOptions = PLAIN) -> Dots:
    (position,) = read(text, options)
    return position


def test_a_capturing_move_carries_its_chain() -> None:
    position = final(RING)
    assert position.captured == (1, 0)
    assert (position.turn, position.problems()) == (1, ())
    assert position.course is not None and len(position.course.moves) == 7
    assert position.course.moves[-1].closings[0].player == 0
    without = RING.replace(".deeddccdde", "")
    assert final(without) == position
    assert write([final(without)]) == write([position])


def test_start_crosses_are_known_by_their_stones() -> None:
    position = final("(;GM[40]FF[4]SZ[39:32]AB[sp][tq]AW[tp][sq];B[so];W[up])")
    assert (position.options, position.first, position.turn) == (DotsOptions(), 0, 0)
    odd = final("(;GM[40]FF[4]SZ[39:32]AB[aa][bb]AW[tp];W[so])")
    assert (odd.options.start, odd.turn) == ("empty", 0)


def test_grounding_is_an_empty_move() -> None:
    stopped = final("(;GM[40]FF[4]SZ[9];B[ee];W[aa];B[])")
    assert (stopped.turn, score(stopped)) == (None, {"R": 0, "B": 1})
    assert final(write([stopped])) == stopped
    outcome = stopped.outcome()
    assert outcome is not None and outcome.winner == 1


def test_results() -> None:
    game = "(;GM[40]FF[4]SZ[9]RE[{}];B[ee];W[aa])"
    late = final(game.format("W+T"))
    outcome = late.outcome()
    assert outcome is not None and outcome.winner == 1
    assert "RE[W+T]" in write([late]) and final(write([late])) == late
    drawn = final(game.format("0")).outcome()
    assert drawn is not None and drawn.is_draw
    assert final(game.format("B+R")).outcome() is None
    assert final(game.format("W+R").replace(")", ";B[resign])")) == final(game.format("W+R"))
    assert "RE[B+1]" in write([final(RING).finish()])


def test_rules_property() -> None:
    options = final("(;GM[40]SZ[20]RU[AddTurn=1,InstantWin=15,MinArea=1,start=cross];B[aa])").options
    assert (options.extra_move, options.win_at, options.start) == (True, 15, "cross")
    assert final("(;GM[40]SZ[20]RU[russian];B[aa])").options.extra_move is False
    kept = replace(PLAIN, size=(9, 9), house_moment="owner_move", time=(10, 60), border_ban=True)
    assert final(write([start(kept).play((2, 2))])).options == kept


def test_players_who_need_not_surround() -> None:
    """With `MustSurr=0` only written chains close anything."""
    text = RING.replace("SZ[7]", "SZ[7]RU[MustSurr=0]")
    assert final(text).captured == (1, 0)
    later = text.replace(".deeddccdde])", "];W[gc];B[ge.deeddccdde])")
    assert final(later).captured == (1, 0)
    assert final(text.replace(".deeddccdde])", "];W[ff.])")).captured == (1, 0)


def test_several_games_variations_and_escapes() -> None:
    text = (
        "exported\n(;GM[40]FF[4]SZ[9]C[a \\] bracket; (and more\\\\]PB[Имя];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))"
        "(;W[ff];B[gg]))\n\n( ; GM [40] SiZe[8:12] ; Black [hl] )"
    )
    one, two = read(text, PLAIN)
    assert [one.at(place) for place in ((0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5))] == list("RBRB..")
    assert (two.options.size, two.at((7, 11))) == ((8, 12), "R")
    root = read_trees(text)[0][0]
    comment = root.first("C")
    assert comment is not None and comment.text == "a ] bracket; (and more\\"


def test_stones_in_rectangles_and_capital_letters() -> None:
    position = final("(;GM[40]SZ[52]AB[aa:bc]AW[ZZ];B[zA])")
    assert position.cells("R") == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (25, 26))
    assert position.at((51, 51)) == "B"
    assert final(write([position])) == position
    assert parse(str(position), position.options) == position


ERRORS = [
    ("", 1, 1, "no SGF"),
    ("(;GM[1]SZ[9])", 1, 6, "another game"),
    ("(;GM[40])", 1, 2, "size is missing"),
    ("(;GM[40]SZ[99])", 1, 12, "no size"),
    ("(;GM[40]SZ[9]\n;B[aa];W[aa])", 2, 10, "not free"),
    ("(;GM[40]SZ[9]\n;B[a])", 2, 4, "two letters"),
    ("(;GM[40]SZ[9];B[aj])", 1, 18, "off the field"),
    ("(;GM[40]SZ[9];B[aa.aabb])", 1, 17, "no ring"),
    ("(;GM[40]SZ[9];B[aa];W[bb]", 1, 1, "not closed"),
    ("(;GM[40]SZ[9];B[aa", 1, 16, "not closed"),
    ("(;GM[40]SZ[9];B)", 1, 16, "no value"),
    ("(;GM[40]SZ[9]\n\n  @;B[aa])", 3, 3, "not expected"),
    ("(;GM[40]SZ[9]RE[me];B[aa])", 1, 17, "no result"),
    ("(;GM[40]SZ[9]AB[bb]AW[bb])", 1, 23, "not free"),
    ("(;GM[40]SZ[9]RU[InstantWin=0,time=soon])", 1, 17, "time"),
    ("(;GM[40]SZ[9]) x", 1, 16, "not expected"),
    ("()", 1, 1, "empty"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), ERRORS)
def test_errors_say_line_and_column(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(SgfError) as caught:
        read(text, PLAIN)
    assert words in str(caught.value)
    assert f"line {line}, column {column}," in caught.value.spot("en")
    assert f"строка {line}, столбец {column}," in caught.value.spot("ru")


@settings(max_examples=150, deadline=None)
@given(text=st.text(alphabet="(;)[]\\GMSZABWRE4019:aA. \n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read("(;GM[40]SZ[9]" + text, PLAIN)
    except SgfError as error:
        assert error.at is None or 0 <= error.at <= len(error.source)


@pytest.mark.parametrize("seed", range(12))
def test_games_go_round(seed: int) -> None:
    """A played game keeps its moves; the same position from paper keeps its dots and lines."""
    chance = Random(seed)
    options = replace(
        PLAIN,
        size=(chance.randint(5, 20), chance.randint(5, 20)),
        start=chance.choice(["cross", "empty"]),
        extra_move=chance.random() < 0.3,
        capture_empty=chance.random() < 0.3,
    )
    played = random_position(options, chance)
    again = final(write([played]))
    assert (str(again), again.options) == (str(played), options)
    assert write([again]) == write([played])
    if played.course is not None:
        assert again.course is not None and again.course.moves == played.course.moves
    paper = replace(parse(str(played), options), course=None)
    from_paper = final(write([paper]))
    assert from_paper.rows == paper.rows
    assert from_paper.captured == paper.captured
    if paper.lines != (frozenset(), frozenset()):
        assert from_paper.lines == paper.lines
    assert from_paper.turn == paper.turn


@pytest.mark.parametrize("number", range(0, 93, 9))
def test_oracle_games_go_round(number: int) -> None:
    game = list(oracle("dots_games"))[number]
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    moves = "".join(f";{'BW'[player - 1]}[{letters[x]}{letters[y]}]" for player, x, y in game["moves"])
    position = final(f"(;GM[40]FF[4]SZ[{game['w']}:{game['h']}]{moves})")
    assert position.captured == (game["cap1"][-1], game["cap2"][-1])
    assert str(final(write([position]))) == str(position)


def test_unclear_points_are_refused() -> None:
    with pytest.raises(CompanionError, match="settle them first"):
        write([parse("5x5 ?4./5./5./5./5. R", replace(PLAIN, start="empty", opening_zone="none"))])


@pytest.mark.parametrize("rules", ["InstantWin=soon", "InstantWin=500", "extra_move=perhaps"])
def test_rules_that_make_no_sense_are_refused(rules: str) -> None:
    with pytest.raises(SgfError) as caught:
        read(f"(;GM[40]SZ[9]RU[{rules}];B[aa])", PLAIN)
    assert caught.value.at == 16


def test_several_chains_by_one_move() -> None:
    """Two areas closed by one dot, each with its chain."""
    text = (
        "(;GM[40]SZ[9];W[cc];B[cb];W[ec];B[bc];W[ai];B[cd];W[bi];B[eb];W[ci];B[fc];W[di];B[ed];W[ei]"
        ";B[dc.dccdbccbdc.dcebfceddc])"
    )
    position = final(text)
    assert position.captured == (2, 0)
    assert position.course is not None and len(position.course.moves[-1].closings) == 2
    assert final(write([position])) == position

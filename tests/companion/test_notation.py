"""The shared text forms: rows, pictures, options, texts, and the search."""

from __future__ import annotations

import doctest
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotationError, OptionError
from companion.games.dots.options import DotsOptions
from companion.games.tic_tac_toe.options import TicTacToeOptions
from companion.games.tic_tac_toe.rules import parse
from companion.notation import Word, is_picture, read_picture, read_rows, write_rows
from companion.options import parse_options, split_setting, unpack_options
from companion.search import WIN, best_moves
from companion.text import Text, count, join

MODULES = (
    "companion.notation",
    "companion.text",
    "companion.games.dots.notation",
    "companion.games.dots.options",
    "companion.games.dots.rules",
    "companion.games.dots.stop",
    "companion.games.dots.strokes",
    "companion.games.sea_battle.cells",
    "companion.games.sea_battle.rules",
    "companion.games.sea_battle.shots",
    "companion.games.tic_tac_toe.rules",
)


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@given(st.lists(st.text(alphabet=".XO", min_size=1, max_size=40), min_size=1, max_size=10))
def test_rows_round_trip(rows: list[str]) -> None:
    text = write_rows(rows)
    assert read_rows(text, Word(text, 0), ".XO") == rows


@pytest.mark.parametrize(("text", "at"), [("3", 1), ("X2/", 2), ("9999.", 3), ("X Y", 1), (".Q", 1)])
def test_bad_rows_say_where(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_rows(text, Word(text, 0), ".X")
    assert caught.value.at == at
    assert "^" in caught.value.picture()
    assert "^" in caught.value.spot("ru")


def test_pictures() -> None:
    seen = read_picture(". X\nX .\nfirst: O\n", ".X")
    assert (seen.rows, seen.settings) == ((".X", "X."), {"first": "O"})
    assert is_picture(". X\nX .\n")
    assert not is_picture(".X/X.\n")
    with pytest.raises(NotationError) as caught:
        read_picture(". X\n. Z\n", ".X")
    assert caught.value.at == 6
    with pytest.raises(NotationError, match="row 2"):
        read_picture(". X\n.\n", ".X")
    with pytest.raises(NotationError, match="empty"):
        read_picture("\n", ".X")


def test_option_texts() -> None:
    options = parse_options(
        DotsOptions, [("size", "[20, 25]"), ("extra_move", "да"), ("win_at", "5"), ("time", "10+60")]
    )
    assert (options.size, options.extra_move, options.win_at, options.time) == ((20, 25), True, 5, (10, 60))
    assert parse_options(DotsOptions, [("win_at", "none"), ("time", "blitz_random")]).time == "blitz_random"
    assert split_setting(" size = 3 ") == ("size", "3")
    for name, value in (
        ("size", "20"),
        ("extra_move", "maybe"),
        ("win_at", "0"),
        ("stop_seconds", "31"),
        ("x", "1"),
    ):
        with pytest.raises(OptionError):
            parse_options(DotsOptions, [(name, value)])
    with pytest.raises(OptionError):
        unpack_options(TicTacToeOptions, 10**9)


def test_texts() -> None:
    dots = Text(en="{n} of {what}", ru="{n} из {what}").fill(n=2, what=Text(en="dots", ru="точек"))
    assert (dots("en"), dots["ru"], dots("de"), str(dots)) == (
        "2 of dots",
        "2 из точек",
        "2 of dots",
        "2 of dots",
    )
    assert join([dots, dots], "; ")("ru") == "2 из точек; 2 из точек"
    forms = [count(n, ("dot", "dots"), ("точка", "точки", "точек"))("ru") for n in (1, 2, 5, 11, 12, 21, 25)]
    assert forms == ["1 точка", "2 точки", "5 точек", "11 точек", "12 точек", "21 точка", "25 точек"]


def test_search_prefers_the_quicker_win() -> None:
    valued = best_moves(parse("XX./OO./3.", TicTacToeOptions()), 9)
    assert valued[0].move == (2, 0)
    assert valued[0].value == WIN - 1
    assert best_moves(parse("3X/OO./3.", TicTacToeOptions()), 9) == []


def test_search_stops_when_it_has_seen_enough() -> None:
    valued = best_moves(parse("3./3./3.", TicTacToeOptions()), 9, nodes=20)
    assert not any(one.is_exact for one in valued)

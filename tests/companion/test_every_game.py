"""What holds for every game there is: the conformance suite, run for all games the catalogue finds."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import catalog, press, referee
from companion.errors import IllegalMove, NotationError
from companion.game import Game
from companion.options import code_bits, describe, pack_options, parse_options, render_options, unpack_options
from companion.text import LANGUAGES
from companion.trial import random_game, random_position
from printables.layout import CodeForm

GAMES = catalog.all_games()
SMALL = {"dots": (("size", "9x8"),), "five_in_a_row": (("size", "9x9"),)}
"""Options that make play-outs short."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
some_seeds = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)


def small(game: Game[Any, Any]) -> Any:
    """Options for a short game."""
    return parse_options(game.options, SMALL.get(game.name, ()))


@every_game
@some_seeds
@given(seed=seeds)
def test_text_round_trip(game: Game[Any, Any], seed: int) -> None:
    position = random_position(game, game.options(), Random(seed))
    again = game.parse(str(position), game.options())
    assert again == position
    assert str(again) == str(position)
    assert "\n" not in str(position)
    assert (again.turn, again.outcome(), again.moves()) == (
        position.turn,
        position.outcome(),
        position.moves(),
    )
    assert game.score(again) == game.score(position)


@every_game
@some_seeds
@given(seed=seeds)
def test_ink_round_trip(game: Game[Any, Any], seed: int) -> None:
    options = small(game)
    position = random_position(game, options, Random(seed))
    assert game.read(game.ink(position), options, begins=position.first) == position


@every_game
@some_seeds
@given(seed=seeds)
def test_play_outs_end_without_problems(game: Game[Any, Any], seed: int) -> None:
    options = small(game)
    positions = list(random_game(game.start(options), Random(seed)))
    for position in positions:
        assert position.problems() == ()
    for position in positions[:: max(len(positions) // 4, 1)]:
        read = game.read(game.ink(position), options, begins=position.first)
        assert read.problems() == ()
        assert game.score(read) == game.score(position)
    assert positions[-1].outcome() is not None or not positions[-1].moves()


@every_game
@some_seeds
@given(seed=seeds)
def test_a_hint_is_a_legal_move(game: Game[Any, Any], seed: int) -> None:
    position = random_position(game, small(game), Random(seed))
    hint = game.hint(position)
    if hint is None:
        assert position.turn is None or game.name == "sea_battle"
        return
    assert hint.move in position.moves()
    assert set(hint.best) <= set(position.moves())
    assert all(hint.reason(lang) for lang in LANGUAGES)


@every_game
def test_picture_round_trip(game: Game[Any, Any]) -> None:
    position = random_position(game, small(game), Random(4))
    again = game.parse_board(game.picture(position), small(game))
    assert game.picture(again) == game.picture(position)


@every_game
def test_moves_that_are_not_legal_are_refused(game: Game[Any, Any]) -> None:
    position = game.start(small(game))
    after = position.play(position.moves()[0])
    for move in ((-1, 0), (99, 99)):
        with pytest.raises(IllegalMove):
            after.play(move)


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words(game: Game[Any, Any], lang: str) -> None:
    assert game.title(lang)
    assert len(game.rules(lang)) > 200
    assert game.rules(lang).startswith("# ")
    for option in describe(game.options):
        assert option.text(lang)


@every_game
def test_russian_is_russian(game: Game[Any, Any]) -> None:
    assert any("а" <= letter <= "я" for letter in game.rules("ru").lower())
    assert not any("а" <= letter <= "я" for letter in game.rules("en").lower())


@every_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_spots_lie_on_the_page_and_apart(game: Game[Any, Any], paper: str) -> None:
    sheet = press.make_sheet(game, game.options(), paper=paper, lang="ru", serial=7)
    width, height = sheet.page_mm
    for board in sheet.boards:
        assert board.pitch_mm >= 4
    for spot in sheet.spots():
        for x, y in spot.place_mm:
            assert 8 <= x <= width - 8
            assert 8 <= y <= height - 8
    assert (sheet.game, dict(sheet.options)) == (game.name, {})


@every_game
def test_ink_lies_on_spots(game: Game[Any, Any]) -> None:
    """Every mark that players would draw is asked for by the sheet."""
    sheet = press.make_sheet(game, game.options(), serial=7)
    asked = {(spot.board, spot.kind, spot.at) for spot in sheet.spots()}
    signs = {
        (board.name, ask.kind, symbol, player)
        for board in sheet.boards
        for ask in board.asks
        for symbol in ask.symbols
        for player in ask.players
    }
    for seed in range(5):
        for mark in game.ink(random_position(game, game.options(), Random(seed))):
            assert (mark.board, mark.kind, mark.at) in asked
            assert (mark.board, mark.kind, mark.symbol, mark.player) in signs


def test_sheet_codes_are_unique() -> None:
    texts = set()
    for game in GAMES:
        for serial in (1, 2):
            sheet = press.make_sheet(game, game.options(), serial=serial)
            texts.add(tuple(code.text for code in sheet.codes))
            assert sheet.codes
    assert len(texts) == 2 * len(GAMES)


@every_game
def test_options_fit_the_code_strip(game: Game[Any, Any]) -> None:
    assert code_bits(game.options) <= 48
    assert pack_options(game.options()) == 0


def choices(game: Game[Any, Any]) -> st.SearchStrategy[Any]:
    """Any lawful options of a game."""
    fields = {option.name: st.sampled_from(list(option.kind.values())) for option in describe(game.options)}

    def build(values: dict[str, Any]) -> Any:
        try:
            return game.options(**values)
        except Exception:
            return game.options()

    return st.fixed_dictionaries(fields).map(build)


@every_game
@some_seeds
@given(data=st.data())
def test_options_round_trip(game: Game[Any, Any], data: st.DataObject) -> None:
    options = data.draw(choices(game))
    assert unpack_options(game.options, pack_options(options)) == options
    assert parse_options(game.options, render_options(options)) == options


@every_game
@some_seeds
@given(data=st.data())
def test_every_option_can_be_played(game: Game[Any, Any], data: st.DataObject) -> None:
    options = data.draw(choices(game))
    for position in islice(random_game(game.start(options), Random(1)), 12):
        assert position.problems() == ()
        assert game.parse(str(position), options) == position
        referee.judge(game, position).to_text("ru")


@every_game
@some_seeds
@given(text=st.text(alphabet=".XORBSo#x?/0123456789x,:<>~- wall", max_size=60))
def test_typos_are_refused_with_their_place(game: Game[Any, Any], text: str) -> None:
    for read in (game.parse, game.parse_board):
        try:
            read(text, game.options())
        except NotationError as error:
            assert error.text("ru") and error.text("en")
            assert error.at is None or 0 <= error.at <= len(text)


@every_game
def test_reports(game: Game[Any, Any]) -> None:
    position = random_position(game, small(game), Random(2))
    report = referee.judge(game, position)
    shown = report.to_json("ru")
    assert shown["position"] == str(position)
    assert shown["game"] == game.name
    assert {
        "options",
        "sheet",
        "corners_px",
        "score",
        "turn",
        "outcome",
        "problems",
        "doubtful",
        "alternatives",
    } <= set(shown)
    assert all(report.to_text(lang) for lang in LANGUAGES)


@every_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_typed_code_stands_where_the_pages_say(game: Game[Any, Any], paper: str) -> None:
    """ "In the bottom right corner": pages, errors and the API send people there to copy it."""
    sheet = press.make_sheet(game, game.options(), paper=paper, lang="ru", serial=1)
    [code] = [one for one in sheet.codes if one.form is CodeForm.TEXT]
    width, height = sheet.page_mm
    left, top, _, _ = code.box_mm
    assert left > 0.6 * width and top > 0.85 * height

"""Barriers: worked examples, what is wrong on paper, and values against plain search."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import referee
from companion.errors import IllegalMove, NotationError
from companion.games.barriers import GAME, hints
from companion.games.barriers.endgame import Search
from companion.games.barriers.lines import joined
from companion.games.barriers.mirror import mirror_of
from companion.games.barriers.notation import parse, parse_board
from companion.games.barriers.options import BarriersOptions
from companion.games.barriers.regions import (
    Table,
    TooMuch,
    bits_of,
    canonical,
    cells_in,
    eight_ways,
    shape_of,
    stroke_of,
    table,
)
from companion.games.barriers.rules import AWAY, start
from companion.position import Place, Stroke
from companion.press import make_sheet
from printables.layout import Label
from printables.marks import Kind, Mark, Symbol
from tests.companion.data import examples

EXAMPLES = {example["id"]: example for example in examples("barriers")}
DEFAULT = BarriersOptions()


def cell(name: str, rows: int = 8) -> Place:
    """A chess label as a place."""
    return (ord(name[0]) - ord("a"), rows - int(name[1:]))


def stroke(names: list[str]) -> Stroke:
    """The move over two named cells."""
    one, two = sorted(map(cell, names))
    return one, two


def field(columns: int, rows: int) -> int:
    """An empty field as bits."""
    return bits_of(product(range(columns), range(rows)))


def test_all_examples_are_here() -> None:
    assert len(EXAMPLES) == 10


@pytest.mark.parametrize("name", ["BAR-01", "BAR-03", "BAR-04", "BAR-10"])
def test_checked_example(name: str) -> None:
    example = EXAMPLES[name]
    expect = example["expect"]
    for key, touch in (("violations", "cells"), ("violations_edge", "edge"), ("violations_all", "all")):
        if key in expect:
            position = parse_board(example["board"], BarriersOptions(touch=touch))
            assert {one.code for one in position.problems()} == set(expect[key])
    position = parse_board(example["board"], DEFAULT)
    if "lines" in expect:
        assert len(position.lines) == expect["lines"]
        assert position.turn == ("first", "second").index(expect["to_move"])
        assert len(position.moves()) == expect["legal_count"]


def test_counted_moves() -> None:
    example = EXAMPLES["BAR-02"]
    expect = example["expect"]
    for touch, number in expect["after"].items():
        position = start(BarriersOptions(touch=touch))
        assert len(position.moves()) == expect["start"]
        assert len(position.play(stroke(example["line"])).moves()) == number


@pytest.mark.parametrize("name", ["BAR-05", "BAR-06", "BAR-07"])
def test_winner_example(name: str) -> None:
    example = EXAMPLES[name]
    expect = example["expect"]
    position = parse_board(example["board"], DEFAULT)
    assert table("cells").value(bits_of(position.free)) == expect["grundy"]
    hint = GAME.hint(position)
    assert hint is not None
    assert hint.value == {"wins": "win", "loses": "loss"}[expect["mover"]]
    if "winning" in expect:
        wanted = {(tuple(one), tuple(two)) for one, two in expect["winning"]}
        assert set(hint.best) == wanted


def test_values_of_empty_fields() -> None:
    values = Table("cells")
    for name, value in EXAMPLES["BAR-08"]["expect"].items():
        if name == "row_1":
            assert [values.value(field(number, 1)) for number in range(1, len(value) + 1)] == value
        else:
            columns, rows = map(int, name.split("x"))
            assert values.value(field(columns, rows)) == value


def test_mirror_example() -> None:
    example = EXAMPLES["BAR-09"]
    for move, answer in zip(example["moves"], example["expect"]["answers"], strict=True):
        hint = GAME.hint(start(DEFAULT).play(stroke(move)))
        assert hint is not None
        assert (hint.move, hint.value) == (stroke(answer), "win")
    empty = GAME.hint(start(DEFAULT))
    assert empty is not None and empty.value == "loss"
    central = GAME.hint(start(BarriersOptions(size=(8, 7))))
    assert central is not None and central.move == ((3, 3), (4, 3)) and central.value == "win"


# --- what is wrong on paper ---------------------------------------------------------------------------

EDGE, CORNER = BarriersOptions(touch="edge"), BarriersOptions(touch="all")
SPLIT = BarriersOptions(direction="split")
TWO, SPLIT_TWO = BarriersOptions(pens="two"), BarriersOptions(direction="split", pens="two")


@pytest.mark.parametrize(
    ("text", "options", "codes"),
    [
        ("8x8 a1", DEFAULT, ["LINE_LENGTH"]),
        ("8x8 a1-b1-c1", DEFAULT, ["LINE_LENGTH"]),
        ("8x8 a1-b1-b2", DEFAULT, ["LINE_BENT"]),
        ("8x8 a1-b1-b2-a2-a1", DEFAULT, ["LINE_BENT"]),
        ("8x8 a1-b2", DEFAULT, ["LINE_DIAGONAL"]),
        ("8x8 a1-b1 b1-b2", DEFAULT, ["CELL_USED_TWICE"]),
        ("8x8 a1-b1 a1-b1", DEFAULT, ["CELL_USED_TWICE", "CELL_USED_TWICE"]),
        ("8x8 @1-a1", DEFAULT, ["LINE_OUTSIDE"]),
        ("8x8 a8-a9", DEFAULT, ["LINE_OUTSIDE"]),
        ("8x8 c3/c4", DEFAULT, ["LINE_ON_GRIDLINE"]),
        ("8x8 a1-b1 c1-d1", DEFAULT, []),
        ("8x8 a1-b1 c1-d1", EDGE, ["LINES_TOO_CLOSE"]),
        ("8x8 a1-b1 c2-d2", EDGE, []),
        ("8x8 a1-b1 c2-d2", CORNER, ["LINES_TOO_CLOSE"]),
        ("8x8 a1-b1 d2-e2", CORNER, []),
        ("8x8 a1-a2 b1-c1", SPLIT, []),
        ("8x8 a1-b1", SPLIT, ["COUNT_MISMATCH"]),
        ("8x8 B a1-a2", SPLIT, []),
        ("8x8 A:a1-b1", SPLIT_TWO, ["DIRECTION_WRONG"]),
        ("8x8 B B:a1-a2 A:b1-c1", SPLIT_TWO, []),
        ("8x8 A:a1-a2 A:b1-b2", TWO, ["COUNT_MISMATCH"]),
        ("8x8 B:a1-a2", TWO, ["COUNT_MISMATCH"]),
        ("8x8 B B:a1-a2", TWO, []),
    ],
)
def test_problems(text: str, options: BarriersOptions, codes: list[str]) -> None:
    position = parse(text, options)
    assert [one.code for one in position.problems()] == codes
    assert parse(str(position), options) == position
    report = referee.judge(GAME, position)
    assert report.to_text("ru") and report.to_text("en")


def test_lines_that_cannot_be_counted_leave_the_turn_open() -> None:
    position = parse("8x8 a1-b1-c1-d1", DEFAULT)
    assert (position.turn, position.moves(), position.outcome()) == (None, (), None)
    assert parse("8x8 a1-b2", DEFAULT).turn == 1


def test_strokes_join_into_lines() -> None:
    row = [((x, 0), (x + 1, 0)) for x in range(3)]
    down = [((1, y), (1, y + 1)) for y in range(-1, 2)]
    assert joined(row) == (((0, 0), (1, 0), (2, 0), (3, 0)),)
    assert len(joined([*row, *down])) == 2, "two straight lines cross"
    assert joined([((0, 0), (0, 0)), ((0, 0), (1, 0))]) == (((0, 0), (1, 0)),), "a stub inside a line is none"
    ring = [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((0, 0), (0, 1))]
    assert joined(ring) == (((0, 0), (0, 1), (1, 1), (1, 0), (0, 0)),)


def test_marks_of_every_fault_come_back() -> None:
    text = "8x8 a7-a8-b8 c7-d8 d5 e1-f1-g1 h8-i8 a4/a5 a3/b3"
    position = parse(text, DEFAULT)
    assert GAME.read(GAME.ink(position), DEFAULT) == position
    assert [mark.kind for mark in GAME.ink(position)].count(Kind.OUTLINE) == 2


def test_two_colours_tell_who_began() -> None:
    marks = [
        Mark("field", Kind.BAR, ((x, 0), (x, 1)), Symbol.LINE, player)
        for x, player in ((0, 1), (2, 0), (4, 1))
    ]
    assert GAME.read(marks, TWO).first == 1
    assert GAME.read(marks, DEFAULT).first == 0
    assert GAME.read(marks, TWO, begins=0).first == 0


def test_end_of_the_game() -> None:
    for is_misere, winner in ((False, 0), (True, 1)):
        position = parse("1x2 a1-a2", BarriersOptions(misere=is_misere))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == winner
        assert position.turn is None
        with pytest.raises(IllegalMove):
            position.play(((0, 0), (0, 1)))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("8", 0),
        ("13x8", 0),
        ("8x8 z9", 4),
        ("8x8 a1-c1", 4),
        ("8x8 a1-j1", 4),
        ("8x8 a1/b2", 4),
        ("8x8 A", None),
    ],
)
def test_typos(text: str, at: int | None) -> None:
    if at is None:
        assert parse(text, DEFAULT) == start(DEFAULT)
        return
    with pytest.raises(NotationError) as caught:
        parse(text, DEFAULT)
    assert caught.value.at == at


def test_pictures() -> None:
    assert str(parse_board("AA..\n..BC\n..BC\n....\nfirst: second", DEFAULT)) == "4x4 B a4-b4 c2-c3 d2-d3"
    assert [one.code for one in parse_board("A.\n.A", DEFAULT).problems()] == ["LINE_DIAGONAL"]
    assert str(parse_board("A#\n.B", DEFAULT)) == "2x2 a2-b2 b1-b2"
    assert [one.code for one in parse_board("A#\n.B", DEFAULT).problems()] == ["CELL_USED_TWICE"]
    assert "CELL_USED_TWICE" in [one.code for one in parse_board("#.\n..", DEFAULT).problems()]
    with pytest.raises(NotationError):
        parse_board("A.\nfirst: me\n..", DEFAULT)


# --- values against plain search ----------------------------------------------------------------------


def lines_over(free: frozenset[Place]) -> list[Stroke]:
    """Every line over two free cells, found cell by cell."""
    return [((x, y), other) for x, y in free for other in ((x + 1, y), (x, y + 1)) if other in free]


def left_after(free: frozenset[Place], line: Stroke, touch: str) -> frozenset[Place]:
    """The cells that stay free."""
    taken = {(x + dx, y + dy) for x, y in line for dx, dy in ((0, 0), *AWAY[touch])}
    return free - taken


@cache
def slow_value(free: frozenset[Place], touch: str) -> int:
    """The Grundy value with no parts, no shapes and no heaps."""
    reached = {slow_value(left_after(free, line, touch), touch) for line in lines_over(free)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def slow_win(free: frozenset[Place], touch: str, is_split: bool, is_misere: bool, is_down: bool) -> bool:
    """Whether the player to move wins, all lines tried."""
    lines = [line for line in lines_over(free) if not is_split or (line[0][0] == line[1][0]) == is_down]
    if not lines:
        return is_misere
    return any(
        not slow_win(left_after(free, line, touch), touch, is_split, is_misere, not is_down) for line in lines
    )


some_cells = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=13)
touches = st.sampled_from(["cells", "edge", "all"])


@settings(max_examples=150, deadline=None)
@given(cells=some_cells, touch=touches)
def test_values_against_plain_search(cells: frozenset[Place], touch: str) -> None:
    values, bits = Table(touch), bits_of(cells)
    assert values.value(bits) == slow_value(cells, touch)
    assert Table(touch).is_lost(bits) == (slow_value(cells, touch) == 0)
    after = values.after(bits)
    assert {stroke_of(line): won for line, won in after.items()} == {
        line: slow_value(left_after(cells, line, touch), touch) == 0 for line in lines_over(cells)
    }


@settings(max_examples=100, deadline=None)
@given(
    cells=some_cells, touch=touches, is_split=st.booleans(), is_misere=st.booleans(), is_down=st.booleans()
)
def test_other_ends_against_plain_search(
    cells: frozenset[Place], touch: str, is_split: bool, is_misere: bool, is_down: bool
) -> None:
    search = Search(touch, is_split=is_split, is_misere=is_misere, seconds=60)
    assert search.is_won(bits_of(cells), is_down) == slow_win(cells, touch, is_split, is_misere, is_down)


@given(cells=st.frozensets(st.tuples(st.integers(0, 6), st.integers(0, 5)), min_size=1, max_size=14))
def test_shapes_are_the_same_turned_and_mirrored(cells: frozenset[Place]) -> None:
    shape = shape_of(bits_of(cells))
    assert frozenset(cells_in(bits_of(cells))) == cells
    turned = shape_of(bits_of((9 - y, x + 2) for x, y in cells))
    assert canonical(turned) == canonical(shape)
    assert shape in eight_ways(turned)


@settings(max_examples=60, deadline=None)
@given(size=st.sampled_from([(4, 4), (4, 5), (5, 5)]), touch=touches, seed=st.integers(0, 2**32))
def test_a_mirror_wins(size: tuple[int, int], touch: str, seed: int) -> None:
    """Whenever the mirror promises a win, the table agrees."""
    chance = Random(seed)
    position = start(BarriersOptions(size=size, touch=touch))
    for _ in range(chance.randint(0, 4)):
        if position.turn is None:
            break
        position = position.play(chance.choice(position.moves()))
        if position.turn is not None and (mirror := mirror_of(position)) is not None:
            assert table(touch).is_lost(bits_of(position.free))
            position = position.play(mirror.answer(chance.choice(position.moves())))


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    touch=touches,
    direction=st.sampled_from(["any", "split"]),
    misere=st.booleans(),
)
def test_the_hint_wins_won_ends(seed: int, touch: str, direction: str, misere: bool) -> None:
    """On small fields who follows the hint from a won position wins against anything."""
    chance = Random(seed)
    options = BarriersOptions(size=(4, 4), touch=touch, direction=direction, misere=misere)
    position = start(options)
    won: int | None = None
    while position.turn is not None:
        hint = GAME.hint(position)
        assert hint is not None and hint.value in ("win", "loss")
        if won is None and hint.value == "win":
            won = position.turn
        assert (hint.value == "win") == (position.turn == won) or won is None
        move = hint.move if position.turn == won else chance.choice(position.moves())
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None and (won is None or outcome.winner == won)


def test_large_fields_get_a_hint_in_time() -> None:
    chance = Random(8)
    for touch, size in (("cells", (12, 12)), ("edge", (9, 9)), ("all", (11, 9))):
        position = start(BarriersOptions(size=size, touch=touch))
        for _ in range(3):
            position = position.play(chance.choice(position.moves()))
        hint = hints.hint(position)
        assert hint is not None and hint.move in position.moves()


def test_too_much_is_told() -> None:
    with pytest.raises(TooMuch):
        Table("cells").value(field(9, 9), seconds=0.05)
    with pytest.raises(TooMuch):
        Search("cells", is_split=True, is_misere=True, seconds=0.05).is_won(field(9, 9), True)


# --- paper --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("size", [(4, 4), (12, 4), (4, 12), (12, 12)])
def test_the_sheet_tells_every_agreement(paper: str, lang: str, size: tuple[int, int]) -> None:
    usual = _words(BarriersOptions(size=size), paper, lang)
    for change in (
        {"touch": "edge"},
        {"touch": "all"},
        {"direction": "split"},
        {"misere": True},
        {"pens": "two"},
    ):
        everything = {"touch": "all", "direction": "split", "misere": True, "pens": "two"} | change
        assert _words(BarriersOptions(size=size, **change), paper, lang) != usual  # type: ignore[arg-type]
        assert {"ru": "свой цвет", "en": "own colour"}[lang] in _words(
            BarriersOptions(size=size, **everything),
            paper,
            lang,  # type: ignore[arg-type]
        )


def _words(options: BarriersOptions, paper: str, lang: str) -> str:
    sheet = make_sheet(GAME, options, paper=paper, lang=lang, serial=1)
    assert sheet.boards[0].pitch_mm >= 12
    return " ".join(shape.text for shape in sheet.shapes if isinstance(shape, Label))


def test_moves_lie_between_middles_of_cells() -> None:
    board = make_sheet(GAME, DEFAULT, serial=1).boards[0]
    assert board.place_mm(Kind.BAR, ((0, 0), (1, 0))) == (board.centre_mm((0, 0)), board.centre_mm((1, 0)))
    assert GAME.on_board(((0, 0), (1, 0))) == ((0.5, 0.5), (1.5, 0.5))
    assert GAME.on_board((3, 4)) == (3, 4)

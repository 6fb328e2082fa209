"""Dots and boxes and the rhombus: examples, the oracle's exact values, orders and play against slow references."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import referee
from companion.boxes import hints
from companion.boxes.orders import most_pairs
from companion.boxes.position import Boxes
from companion.boxes.shape import aztec, diamond, rectangle
from companion.boxes.solve import Solver, closing_sides, runs, safe_sides
from companion.errors import NotationError, OptionError
from companion.games.dots_and_boxes import GAME
from companion.games.dots_and_boxes.options import BoxesOptions
from companion.games.dots_and_boxes.rules import parse, parse_board, start
from companion.games.rhombus import GAME as RHOMBUS
from companion.games.rhombus.options import RhombusOptions
from companion.position import Stroke
from companion.press import make_sheet
from printables.marks import Kind, Mark, Symbol
from tests.companion.data import examples, oracle

EXAMPLES = {example["id"]: example for example in examples("dots_and_boxes")}
DIAMONDS = {example["id"]: example for example in examples("rhombus")}
TABLES = list(oracle("dots_and_boxes_exact"))
MOST_FREE = 17
"""Free lines of the oracle's positions that are tried here; `scripts/hint_strength.py` tries them all."""


def side(letter: str, x: int, y: int) -> Stroke:
    """The side `[h, x, y]` or `[v, x, y]` of the examples."""
    return ((x, y), (x + 1, y)) if letter == "h" else ((x, y), (x, y + 1))


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_example(example: dict[str, Any]) -> None:
    options = BoxesOptions()
    if "board" in example:
        position = parse_board(example["board"], options)
    else:
        position = start(BoxesOptions(size=tuple(example["size"])))
    for move in example.get("moves", ()):
        position = position.play(side(*move))
    shape, expect = position.options.board, example["expect"]
    if "lines" in expect:
        assert position.count == expect["lines"]
        assert len(position.finished) == expect["boxes"]
    if "legal" in expect:
        assert len(position.moves()) == expect["legal"]
    if "finishing" in expect:
        closing = {shape.sides[number] for number in closing_sides(shape, position.free)}
        assert closing == {side(*one) for one in expect["finishing"]}
    if expect.get("to_move") == "over":
        assert position.turn is None
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == 0
    elif "to_move" in expect:
        assert {("first", "second")[player] for player in position.movers()} == set(expect["to_move"])
        known = len(expect["to_move"]) == 1
        assert (position.turn is not None) is known
    if "to_move_formula" in expect:
        formula = {("first", "second")[player] for player in position.formula_movers()}
        assert formula == set(expect["to_move_formula"])
    if "possible_double" in expect:
        low, high = position.doubles()
        assert list(range(low, high + 1)) == expect["possible_double"]
    if "violations" in expect:
        assert sorted(one.code for one in position.problems()) == sorted(expect["violations"])
    if isinstance(expect.get("score"), dict):
        assert GAME.score(position) == expect["score"]
    elif "score" in expect:
        assert [position.boxes_of(player) for player in (0, 1)] == expect["score"]
    if "net" in expect:
        value, best = Solver(shape).best(position.free)
        assert value == expect["net"]
        if "best" in expect:
            assert {shape.sides[number] for number in best} == {side(*one) for one in expect["best"]}


@pytest.mark.parametrize("example", DIAMONDS.values(), ids=list(DIAMONDS))
def test_rhombus_example(example: dict[str, Any]) -> None:
    makers, expect = {"diamond": diamond, "aztec": aztec}, example["expect"]
    if example["ask"] == "shape":
        shape = makers[example["shape"]](example["n"])
        facts = (len(shape.cells), len(shape.sides), shape.outline.bit_count())
        assert facts == (expect["cells"], expect["sides"], expect["outer_sides"])
    elif example["ask"] == "first_gains":
        opened = []
        for case in example["cases"]:
            options = RhombusOptions(shape=case["shape"], n=case["n"], outline_drawn=True)
            opened.append(len(closing_sides(options.board, RHOMBUS.start(options).free)))
        assert opened == expect["open_boxes"]
    else:
        shape = makers[example["shape"]](example["n"])
        assert Solver(shape).value(shape.full) == expect["net_extra_turn"]
        assert Solver(shape, False).value(shape.full) == expect["net_no_extra_turn"]


def test_all_examples_are_here() -> None:
    assert (len(EXAMPLES), len(DIAMONDS), len(TABLES)) == (15, 4, 14)


@pytest.mark.parametrize("table", TABLES, ids=[f"{one['cols']}x{one['rows']}" for one in TABLES])
def test_oracle(table: dict[str, Any]) -> None:
    shape = rectangle(table["cols"], table["rows"])
    assert len(shape.sides) == table["edges"]
    tried = 0
    for mask, value, best in table["positions"]:
        free = shape.full & ~mask
        if free.bit_count() <= MOST_FREE:
            assert Solver(shape).best(free) == (value, tuple(best))
            tried += 1
    assert tried


# --- slow references ----------------------------------------------------------------------------------


@cache
def slow_value(masks: tuple[int, ...], free: int, goes_on: bool) -> int:
    """All lines tried, nothing known about chains."""
    best = None
    for number in range(free.bit_length()):
        bit = 1 << number
        if free & bit:
            taken = sum(free & mask == bit for mask in masks)
            rest = slow_value(masks, free & ~bit, goes_on)
            value = taken + rest if taken and goes_on else taken - rest
            best = value if best is None or value > best else best
    return best or 0


shapes = st.sampled_from(
    [rectangle(2, 2), rectangle(3, 2), rectangle(4, 1), rectangle(3, 3), diamond(2), aztec(2), diamond(3)]
)


@settings(max_examples=60, deadline=None)
@given(shape=shapes, seed=st.integers(0, 2**32), goes_on=st.booleans())
def test_values_against_trying_everything(shape: Any, seed: int, goes_on: bool) -> None:
    chance = Random(seed)
    numbers = chance.sample(range(len(shape.sides)), min(len(shape.sides), chance.randint(1, 11)))
    free = sum(1 << number for number in numbers)
    value, best = Solver(shape, goes_on).best(free)
    assert value == slow_value(shape.masks, free, goes_on)
    values = Solver(shape, goes_on).values(free)
    assert best == tuple(number for number, one in values.items() if one == value)


def played(options: BoxesOptions, order: tuple[Stroke, ...], first: int) -> Boxes:
    """The position after these lines."""
    position = start(options)
    position = Boxes(position.lines, position.signs, first, options, first)
    for move in order:
        position = position.play(move)
    return position


@settings(max_examples=25, deadline=None)
@given(
    size=st.sampled_from([(1, 1), (2, 1), (2, 2), (1, 2)]),
    seed=st.integers(0, 2**32),
    is_coloured=st.booleans(),
    goes_on=st.booleans(),
)
def test_who_moves_is_what_some_order_gives(
    size: tuple[int, int], seed: int, is_coloured: bool, goes_on: bool
) -> None:
    """The paper's answer against every order of the same lines played out."""
    chance = Random(seed)
    options = BoxesOptions(size=size, lines="colours" if is_coloured else "plain", extra_turn=goes_on)
    sides = options.board.sides
    order = tuple(chance.sample(sides, chance.randint(1, min(6, len(sides)))))
    position = played(options, order, 0)
    paper = GAME.read(GAME.ink(position), options, begins=0)
    assert paper.problems() == ()
    slow = {again.mover for one in permutations(order) if (again := played(options, one, 0)) == position}
    assert position.mover in paper.movers()
    assert slow <= paper.movers()
    if not is_coloured:
        assert paper.movers() == slow


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_most_pairs(edges: list[tuple[int, int]]) -> None:
    pairs = sorted({(2 * a, 2 * b + 1) for a, b in edges})
    slow = 0
    for order in permutations(pairs):
        used: set[int] = set()
        number = 0
        for one, two in order:
            if not {one, two} & used:
                used |= {one, two}
                number += 1
        slow = max(slow, number)
    assert most_pairs(pairs) == slow


# --- problems -----------------------------------------------------------------------------------------

TWO = BoxesOptions(size=(2, 1), lines="colours")


@pytest.mark.parametrize(
    ("text", "options", "codes"),
    [
        ("../.. 3. .. 0,0-2,0", TWO, ["LINE_TOO_LONG"]),
        ("../.. 3. .. 0,0-1,1", TWO, ["LINE_DIAGONAL"]),
        ("../.. 3. .. 2,0-3,0", TWO, ["LINE_OFF_DOTS"]),
        ("#./.. 3. ..", TWO, ["LINE_REPEATED"]),
        ("AB/.. 3. .A", TWO, ["BOX_MARKED_OPEN"]),
        ("A./B. AB. ..", TWO, ["BOX_UNMARKED"]),
        ("A./B. AB. #.", TWO, ["BOX_TWO_SIGNS"]),
        ("A./B. AB. ?.", TWO, ["MARK_UNREADABLE"]),
        ("A./A. AA. B.", TWO, ["BOX_WRONG_OWNER"]),
        ("AA/AA 3. ..", TWO, ["TURN_COUNT_MISMATCH"]),
        ("A./B. AB. B. =1:0", TWO, ["SCORE_WRONG"]),
        ("A./B. AB. B. =0:1", TWO, []),
        ("A./B. AB. A.", TWO, ["TURN_COUNT_MISMATCH"]),
        ("-/- -- A", BoxesOptions(size=(1, 1)), ["OWNERS_IMPOSSIBLE"]),
        ("-/- -- A B", BoxesOptions(size=(1, 1)), []),
    ],
)
def test_problems(text: str, options: BoxesOptions, codes: list[str]) -> None:
    assert [one.code for one in parse(text, options).problems()] == codes


def test_a_side_outside_the_figure() -> None:
    options = RhombusOptions(n=2)
    marks = [Mark("field", Kind.OUTLINE, ((0, 0), (1, 0)), Symbol.LINE, 0)]
    position = RHOMBUS.read(marks, options)
    assert [one.code for one in position.problems()] == ["LINE_OFF_DOTS"]
    marks = [
        Mark("field", Kind.OUTLINE, ((1, 0), (1, 1)), Symbol.LINE, 0),
        Mark("field", Kind.OUTLINE, ((0, 1), (0, 2)), Symbol.LINE, 0),
    ]
    assert RHOMBUS.read(marks, options).problems() == ()
    with pytest.raises(OptionError):
        RhombusOptions(shape="aztec", n=7)
    wide = RHOMBUS.read([Mark("field", Kind.OUTLINE, ((1, 0), (2, 0)), Symbol.LINE, 0)], RhombusOptions(n=3))
    assert [one.code for one in wide.problems()] == ["LINE_OFF_DOTS"]


def test_without_signs_the_score_is_open() -> None:
    position = parse("-./-. --. ..", BoxesOptions(size=(2, 1)))
    assert GAME.score(position) is None
    assert [dict(one) for one in GAME.alternatives(position).scores] == [{"A": 0, "B": 1}, {"A": 1, "B": 0}]
    assert referee.judge(GAME, position).to_text("ru")


@pytest.mark.parametrize(
    "text", ["", "-/-", "-/- -- X", "-/- -- A >Q", "-/- -- A 1,1", "-/- --- A", "-/- -- A =1:2:3"]
)
def test_typos(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text, BoxesOptions(size=(1, 1)))


# --- hints --------------------------------------------------------------------------------------------


def drawn(picture: str) -> Boxes:
    """A position from a drawing, its mover told."""
    position = parse_board(picture, BoxesOptions())
    return Boxes(position.lines, position.signs, 0, position.options, 0)


CHAIN = """
o---o---o---o---o
|
o---o---o---o---o

o---o---o---o---o
"""


def test_leaves_two_to_keep_control() -> None:
    position = drawn(CHAIN)
    found = hints.hint(position)
    assert found is not None and found.value == 4
    assert "control" in " ".join(remark.text.en for remark in found.remarks)
    position = position.play(((1, 0), (1, 1))).play(((2, 0), (2, 1)))
    found = hints.hint(position)
    assert found is not None
    assert found.move == ((4, 0), (4, 1)) and "leaves" in found.reason.en


def test_large_fields_get_a_hint_by_rule() -> None:
    chance = Random(5)
    position = start(BoxesOptions(size=(9, 9)))
    found = hints.hint(position)
    assert found is not None and found.value is None and "safe" in found.reason.en
    while safe := safe_sides(position.options.board, position.free):
        position = position.play(position.options.board.sides[chance.choice(safe)])
    found = hints.hint(position)
    assert found is not None and found.remarks


def test_chains_and_loops_are_told_apart() -> None:
    shape = rectangle(4, 2)
    loop = shape.mask_of(
        [
            ((1, 0), (1, 1)),
            ((1, 1), (2, 1)) if False else ((0, 1), (1, 1)),
            ((1, 1), (1, 2)),
            ((1, 1), (2, 1)),
        ]
    )
    (found,) = runs(shape, loop)
    assert found.is_loop and found.size == 4
    chain = shape.mask_of([((x, 0), (x, 1)) for x in range(5)])
    (found,) = runs(shape, chain)
    assert (found.is_loop, found.size) == (False, 4)


def test_three_players_and_no_second_move() -> None:
    options = BoxesOptions(size=(2, 2), players=3, extra_turn=False)
    position = start(options)
    for move in options.board.sides[:4]:
        assert hints.hint(position) is not None
        position = position.play(move)
    assert position.turn == 4 % 3
    assert make_sheet(GAME, BoxesOptions(players=4, size=(9, 9)), serial=1).boards[0].pitch_mm >= 10


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [(1, 1), (9, 1), (1, 9), (9, 9)])
def test_sheets(paper: str, size: tuple[int, int]) -> None:
    assert make_sheet(GAME, BoxesOptions(size=size, frame_drawn=True), paper=paper, serial=1)
    assert make_sheet(RHOMBUS, RhombusOptions(n=7, outline_drawn=True), paper=paper, serial=1)
    assert make_sheet(RHOMBUS, RhombusOptions(n=6, shape="aztec"), paper=paper, serial=1)

"""The engine and the slow reference play the same games and must never differ."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games.dots.areas import indices
from companion.games.dots.settle import Rules, State, empty_state, one_move_captures, put_dot
from tests.companion.dots_reference import Reference

RULES = (Rules(), Rules(capture_empty=True), Rules(waits=True), Rules(is_immune=True))
GAMES = int(os.environ.get("DOTS_REFERENCE_GAMES", "6"))
"""Random games per size; the full comparison is DOTS_REFERENCE_GAMES=2000 with --timeout=0."""


def reference_of(width: int, height: int, rules: Rules) -> Reference:
    return Reference(
        width,
        height,
        capture_empty=rules.capture_empty,
        owner_move=rules.waits,
        immune_groups=rules.is_immune,
    )


def check_same(state: State, reference: Reference) -> None:
    """Owners of dots and of empty points, and the free points."""
    field = state.field
    assert set(field.places(state.free())) == reference.free()
    empty = field.board & ~(state.dots[0] | state.dots[1])
    for player in (0, 1):
        held = state.dots[1 - player] & state.owned[player]
        assert set(field.places(held)) == reference.captured(player)
        closed = {
            point
            for point, owner in reference.owner.items()
            if owner == player and point not in reference.dots
        }
        assert set(field.places(empty & state.owned[player])) == closed


class Games(RuleBasedStateMachine):
    """Dots anywhere, dots near dots, captures, and moves taken back, by either player in any order."""

    @initialize(width=st.integers(5, 9), height=st.integers(5, 9), rules=st.sampled_from(RULES))
    def begin(self, width: int, height: int, rules: Rules) -> None:
        self.rules = rules
        self.moves: list[tuple[int, int]] = []
        self.states = [empty_state(width, height)]
        self.reference = reference_of(width, height, rules)

    def put(self, player: int, index: int) -> None:
        state = self.states[-1]
        self.moves.append((player, index))
        self.states.append(put_dot(state, player, index, self.rules).state)
        self.reference.put(player, state.field.place(index))

    @rule(player=st.integers(0, 1), choice=st.integers(0, 10_000))
    def dot_anywhere(self, player: int, choice: int) -> None:
        if free := list(indices(self.states[-1].free())):
            self.put(player, free[choice % len(free)])

    @rule(player=st.integers(0, 1), choice=st.integers(0, 10_000))
    def dot_beside_a_dot(self, player: int, choice: int) -> None:
        state = self.states[-1]
        near = state.free() & state.field.around(state.dots[0] | state.dots[1])
        if free := list(indices(near)):
            self.put(player, free[choice % len(free)])

    @rule(player=st.integers(0, 1))
    def capture(self, player: int) -> None:
        state = self.states[-1]
        found = one_move_captures(state, player, self.rules)
        if found:
            index, gain = found[0]
            before = state.captured(player)
            self.put(player, index)
            assert self.states[-1].captured(player) == before + gain

    @rule(steps=st.integers(1, 4))
    def take_back(self, steps: int) -> None:
        """The engine goes back to an earlier state; the reference plays the game again."""
        for _ in range(min(steps, len(self.moves))):
            self.moves.pop()
            self.states.pop()
        field = self.states[0].field
        self.reference = reference_of(field.width, field.height, self.rules)
        for player, index in self.moves:
            self.reference.put(player, field.place(index))

    @invariant()
    def same(self) -> None:
        if hasattr(self, "states"):
            check_same(self.states[-1], self.reference)


TestGames = Games.TestCase
TestGames.settings = settings(
    max_examples=40, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("rules", RULES, ids=("standard", "capture_empty", "owner_move", "immune_groups"))
@pytest.mark.parametrize(
    "size", [(8, 8), (10, 10), (20, 20), (39, 32)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_whole_games(size: tuple[int, int], rules: Rules) -> None:
    """After every move of games in which dots go near the last dots; large fields get fewer games."""
    width, height = size
    games = max(1, GAMES * 64 // (width * height)) if GAMES < 100 else GAMES
    for seed in range(games):
        chance = Random(f"{size} {seed}")
        state, reference, player = empty_state(width, height), reference_of(width, height, rules), 0
        last = state.field.bit((width // 2, height // 2))
        moves = width * height if GAMES >= 100 else min(width * height, 130)
        for _ in range(moves):
            free = state.free()
            near = state.field.around(state.field.around(last)) & free
            if not free:
                break
            index = chance.choice(list(indices(near if near and chance.random() < 0.8 else free)))
            state = put_dot(state, player, index, rules).state
            reference.put(player, state.field.place(index))
            check_same(state, reference)
            last, player = 1 << index, 1 - player

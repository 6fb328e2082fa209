"""Which signs each player draws on this photo: people keep to what they do, and so may a reader expect it.

Where two players answer one question, each keeps to one sign. Where each question has its own pen, most signs are
one pen's. Both are learnt from all marks of the board at once, with what the legend boxes and the questions say.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import Kind, Symbol

Array = NDArray[np.float64]

SLIP = 0.003
"""How often a player draws another sign than his own."""

LEGEND_ODDS = 50.0
"""How much likelier the sign in a player's legend box is his than another, before looking at the board."""

ASKED_COUNT = 1.0
"""Marks seen before looking, of a sign that only this pen is asked for."""

LEGEND_COUNT = 4.0
"""The same for a sign in the pen's legend box."""

SHARED_COUNT = 0.1
"""The same for a sign that the other pen's question asks for too: a ship of crosses, where a cross is a shot."""

RARE_COUNT = 0.03
"""The same for a sign that this pen is not asked for."""

RAREST = 1e-3
"""No sign is less likely than this against a player's usual one: whatever people do, somebody does otherwise."""

THERE = 0.5
"""Spots that hold a sign with at least this probability tell of habits."""

ROUNDS = 6

Legend = tuple[Symbol | None, Symbol | None]
"""The signs in the players' legend boxes."""


def habits(
    board: Board, kind: Kind, legend: Legend, names: Sequence[Symbol], chances: Array, first: Array
) -> Array:
    """How likely each sign of each player is against the usual, (signs, 2), at most 1.

    `chances` (n, signs) is what the network says of the board's spots, `first` (n,) the chance that their ink is
    player 0's.
    """
    asks = [ask for ask in board.asks if ask.kind is kind]
    there = chances[:, names.index(Symbol.NOTHING)] < 1 - THERE
    owner = np.stack([first, 1 - first], 1)[there]
    found = (
        _own_signs(asks[0].symbols, legend, names, chances[there], owner)
        if len(asks) == 1
        else _own_pens(asks, legend, names, chances[there], owner)
    )
    found[names.index(Symbol.NOTHING)] = 1.0
    return found


def _own_signs(
    symbols: Sequence[Symbol], legend: Legend, names: Sequence[Symbol], chances: Array, owner: Array
) -> Array:
    """Every player has one sign: all pairs of signs are weighed by how well they explain the marks."""
    rows = [names.index(symbol) for symbol in symbols]
    fits = SLIP + (1 - 2 * SLIP) * chances[:, rows]
    pairs = list(itertools.product(range(len(rows)), repeat=2))
    scores = np.array([np.log((owner * fits[:, pair]).sum(1)).sum() for pair in pairs])
    for number, pair in enumerate(pairs):
        for player in (0, 1):
            if legend[player] is symbols[pair[player]]:
                scores[number] += np.log(LEGEND_ODDS)
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    found = np.full((len(names), 2), SLIP)
    for weight, pair in zip(weights, pairs, strict=True):
        for player in (0, 1):
            found[rows[pair[player]], player] += weight * (1 - SLIP)
    return found


def _own_pens(
    asks: Sequence[Ask], legend: Legend, names: Sequence[Symbol], chances: Array, owner: Array
) -> Array:
    """Every sign is mostly one pen's: how often each pen drew each, by expectation and maximisation."""
    likely = chances[:, :, None] * owner[:, None, :]
    likely[:, names.index(Symbol.NOTHING)] = 0
    prior = _counts_before(asks, legend, names)
    count = prior
    for _ in range(ROUNDS):
        share = likely * (count / count.sum())
        share /= np.maximum(share.sum(axis=(1, 2), keepdims=True), 1e-12)
        count = prior + share.sum(0)
    return np.asarray(np.clip(count / count.max(axis=1, keepdims=True), RAREST, 1.0))


def _counts_before(asks: Sequence[Ask], legend: Legend, names: Sequence[Symbol]) -> Array:
    """How many marks of each sign and pen are taken for seen before looking, (signs, 2)."""
    counts = np.full((len(names), 2), RARE_COUNT)
    for number, ask in enumerate(asks):
        later = {symbol for other in asks[number + 1 :] for symbol in other.symbols}
        for player, symbol in itertools.product(ask.players, ask.symbols):
            if legend[player] is symbol:
                usual = LEGEND_COUNT
            else:
                usual = SHARED_COUNT if symbol in later else ASKED_COUNT
            counts[names.index(symbol), player] = usual
    return counts

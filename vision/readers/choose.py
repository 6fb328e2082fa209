"""From probabilities to marks: which sign and whose, how sure, and what else it could be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import At, Choice, Mark, Symbol
from vision.page import InkedPage

Array = NDArray[np.float64]

SURE_OF_NOTHING = 0.985
"""A spot that is empty with at least this probability is not mentioned; see docs/reference/accuracy.md."""


def choose(
    page: InkedPage,
    board: Board,
    ask: Ask,
    ats: Sequence[At],
    signs: Sequence[Symbol],
    sign_chances: Array,
    first_player: Array,
    densities: Array,
    habit: Array | None = None,
) -> list[Mark]:
    """Marks for the spots `ats` of an ask.

    `sign_chances` (n, len(signs)) come from the network, `first_player` (n,) is the chance that the ink is
    player 0's, `densities` (n, 3) its colour, `habit` (len(signs), 2) how likely each player draws each sign.
    Signs that the ask does not allow only feed the doubt.
    """
    asked_apart = {symbol for other in board.asks if other.kind is ask.kind for symbol in other.symbols}
    elsewhere = asked_apart - set(ask.symbols)
    choices, chances = _joint(ask, elsewhere, signs, sign_chances, first_player, habit)
    order = np.argsort(-chances, axis=1)
    best, second = order[:, 0], order[:, 1]
    top = np.take_along_axis(chances, order, 1)
    sure = top[:, 0] + _same_thing(choices, best, chances)
    marks = []
    for k in (int(row) for row in np.nonzero((best != 0) | (top[:, 0] < SURE_OF_NOTHING))[0]):
        choice = choices[best[k]]
        marks.append(
            Mark(
                board=board.name,
                kind=ask.kind,
                at=ats[k],
                symbol=choice.symbol,
                player=choice.player,
                colour=ink_colour(densities[k]),
                confidence=round(float(min(sure[k], 1.0)), 4),
                other=choices[second[k]],
            )
        )
    return marks


def _same_thing(choices: list[Choice], best: NDArray[np.int64], chances: Array) -> Array:
    """The chances of choices that mean the same as the best one: filled and hatched are both a shaded cell."""
    more = np.zeros(len(best))
    for one, two in ((Symbol.FILLED, Symbol.HATCHED), (Symbol.HATCHED, Symbol.FILLED)):
        for number, choice in enumerate(choices):
            if choice.symbol is one:
                twin = (
                    choices.index(Choice(two, choice.player))
                    if Choice(two, choice.player) in choices
                    else None
                )
                if twin is not None:
                    more += np.where(best == number, chances[:, twin], 0.0)
    return more


def _joint(
    ask: Ask,
    elsewhere: set[Symbol],
    signs: Sequence[Symbol],
    sign_chances: Array,
    first_player: Array,
    habit: Array | None,
) -> tuple[list[Choice], Array]:
    """All choices of an ask, nothing first, and their chances (n, choices)."""
    names = list(signs)
    choices = [Choice(Symbol.NOTHING)]
    columns = [sign_chances[:, names.index(Symbol.NOTHING)]]
    for symbol in elsewhere:
        # A shot's sign in the ships' ink is the other question's business: no ship is drawn there.
        columns[0] = columns[0] + sign_chances[:, names.index(symbol)]
    for number, symbol in enumerate(ask.symbols):
        chance = sign_chances[:, names.index(symbol)]
        if ask.is_by_sign or len(ask.players) == 1:
            player = ask.players[number] if ask.is_by_sign else ask.players[0]
            choices.append(Choice(symbol, player))
            columns.append(chance)
            continue
        likely = np.ones(2) if habit is None else habit[names.index(symbol)]
        for player, part in zip(ask.players, (first_player, 1 - first_player), strict=True):
            choices.append(Choice(symbol, player))
            columns.append(chance * part * likely[player])
    chances = np.stack(columns, 1)
    if habit is not None and len(ask.players) == 2:
        chances /= np.maximum(chances.sum(1, keepdims=True), 1e-12)
    return choices, chances


def ink_colour(density: Array) -> str:
    """The ink's colour on white paper under neutral light, `#rrggbb`, from its BGR density."""
    blue, green, red = (round(255 * float(np.exp(-max(d, 0.0)))) for d in density)
    return f"#{red:02x}{green:02x}{blue:02x}"

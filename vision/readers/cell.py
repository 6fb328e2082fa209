"""Signs in cells: nothing, dot, cross, nought, filled or hatched, and whose.

Where two questions are put to every cell (ships of one pen, shots of the other), the ink is first split
by pen, and each question is answered on its own pen's ink.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printables.layout import Ask, Board
from printables.marks import Choice, Kind, Mark, Symbol
from vision import nets
from vision.colours import unmix, whose
from vision.page import InkedPage
from vision.patches import Raster, sign_patches, sign_scale
from vision.readers.choose import choose
from vision.readers.habits import habits
from vision.readers.signs import sign_chances
from vision.readers.strokes import strokes_on

Array = NDArray[np.float64]

NET = "cell"

UNSURE = 0.9
"""Most that is believed of whose a sign is, that both questions ask for, when colour does not tell or tells against
what people do."""

PLAIN = (Symbol.NOTHING, Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT)
"""Signs that one hand draws; shading may hide another."""

LEAST_OUTLINES = 8.0
"""Sides of cells drawn on a board from which its ships are taken for outlined: two of the smallest."""

BOTH_DREW = 0.5
"""Both pens drew in a cell when neither's ink is likelier than this to be nothing."""

UNEXPLAINED = 0.5
"""Confidence that a cell is empty when its ink looks like a sign, but neither pen's does."""


def read_cells(page: InkedPage, board: Board, ask: Ask) -> list[Mark]:
    """All answers to one question about the cells of a board."""
    samples = page.spot_samples(board, Kind.CELL)
    first = whose(page.pens, samples)
    chances = sign_chances(page, board, Kind.CELL)
    if is_split(board, ask):
        if page.pens.are_alike:
            chances = _shared_signs_apart(page, board, ask, split_chances(page, board, ask))
        else:
            chances = _asked_chances(page, board, ask, chances, first)
    ats = list(board.ats(Kind.CELL))
    return choose(page, board, ask, ats, nets.symbols(NET), chances, first, samples.densities)


def split_chances(page: InkedPage, board: Board, ask: Ask) -> Array:
    """What the network says of every cell by the ink of one question's pen, row by row."""
    key = (f"{board.name} {ask.players[0]}", Kind.CELL)
    if key not in page.chances:
        scale = sign_scale(Kind.CELL)
        own = asked_ink(page, board, ask, scale)
        patches = sign_patches(board, own, page.printed(board, scale), page.layer(board, scale))
        page.chances[key] = nets.probabilities(NET, patches)
    return page.chances[key]


def _asked_chances(page: InkedPage, board: Board, ask: Ask, whole: Array, first: Array) -> Array:
    """Chances of one pen's signs: `whole` by all ink of a cell, `first` that it is player 0's.

    A cell with one plain sign is one pen's, and the whole sign tells whose it is better than its pixels do one by
    one. Only where both pens seem to have drawn, or a cell is shaded, the ink has to be split.
    """
    names = nets.symbols(NET)
    nothing = names.index(Symbol.NOTHING)
    mine = ask.players[0]
    habit = habits(board, Kind.CELL, page.signs, names, whole, first)
    owner = np.stack([first, 1 - first], 1)[:, None, :] * habit[None]
    share = owner[..., mine] / np.maximum(owner.sum(2), 1e-12)
    if _is_outlined(page, board):
        leave_to_shots(board, ask, share)
    single = whole * share
    single[:, nothing] = 1 - np.delete(single, nothing, axis=1).sum(1)
    apart = [split_chances(page, board, other) for other in board.asks if other.kind is Kind.CELL]
    are_both = np.all([chances[:, nothing] < BOTH_DREW for chances in apart], axis=0)
    is_plain = np.isin(whole.argmax(1), [names.index(symbol) for symbol in PLAIN]) & ~are_both
    split = split_chances(page, board, ask) * habit[:, mine]
    split[:, nothing] = 1 - np.delete(split, nothing, axis=1).sum(1)
    return np.where(is_plain[:, None], single, split)


def _is_outlined(page: InkedPage, board: Board) -> bool:
    """Whether ships are drawn as outlines here."""
    asks_outlines = any(ask.kind is Kind.OUTLINE for ask in board.asks)
    return asks_outlines and float(strokes_on(page, board, Kind.OUTLINE).likely.sum()) >= LEAST_OUTLINES


def leave_to_shots(board: Board, ask: Ask, share: Array) -> None:
    """Who outlines his ships does not cross them too: a cross is a shot, though its colour may leave a doubt.

    `share` (n, signs) is what of each sign is the asked pen's; changed in place.
    """
    asks = [other for other in board.asks if other.kind is Kind.CELL]
    names = nets.symbols(NET)
    for symbol in set(asks[0].symbols) & {symbol for other in asks[1:] for symbol in other.symbols}:
        column = share[:, names.index(symbol)]
        if ask is asks[0]:
            np.minimum(column, 1 - UNSURE, out=column)
        else:
            np.maximum(column, UNSURE, out=column)


def _shared_signs_apart(page: InkedPage, board: Board, ask: Ask, chances: Array) -> Array:
    """With one pen for both questions, a sign that both allow is the second one's, unless the first says otherwise.

    So a cross is a shot, except where the ships' legend box holds a cross: then most crosses are ships, and doubtful.
    """
    asks = [other for other in board.asks if other.kind is Kind.CELL]
    names = nets.symbols(NET)
    nothing = names.index(Symbol.NOTHING)
    seen = sign_chances(page, board, Kind.CELL)
    habit = habits(board, Kind.CELL, page.signs, names, seen, np.full(len(seen), 0.5))
    chances = chances.copy()
    mine, ships = ask.players[0], asks[0].players[0]
    for symbol in set(asks[0].symbols) & {symbol for other in asks[1:] for symbol in other.symbols}:
        column = names.index(symbol)
        share = habit[column, mine] / habit[column].sum()
        if page.signs[ships] is symbol:
            share = float(np.clip(share, 1 - UNSURE, UNSURE))
        else:
            share = float(mine != ships)
        chances[:, nothing] += (1 - share) * chances[:, column]
        chances[:, column] *= share
    return chances


def unexplained(page: InkedPage, board: Board, marks: list[Mark]) -> list[Mark]:
    """Doubtful marks for cells that hold a sign by all their ink, but none by either pen's."""
    asks = [ask for ask in board.asks if ask.kind is Kind.CELL]
    if len(asks) < 2:
        return []
    chances = sign_chances(page, board, Kind.CELL)
    names = nets.symbols(NET)
    taken = {mark.at for mark in marks if mark.kind is Kind.CELL}
    found = []
    for at, row in zip(board.ats(Kind.CELL), chances, strict=True):
        best = names[int(np.argmax(row))]
        if at in taken or best is Symbol.NOTHING:
            continue
        owners = [ask.players[0] for ask in asks if best in ask.symbols]
        other = Choice(best, owners[-1] if owners else None)
        found.append(Mark(board.name, Kind.CELL, at, Symbol.NOTHING, None, None, UNEXPLAINED, other))
    return found


def asked_ink(page: InkedPage, board: Board, ask: Ask, scale: int) -> Raster:
    """The ink in which an ask looks for its signs: its own pen's where the board has two questions."""
    if not is_split(board, ask):
        return page.layer(board, scale)
    total = page.layer(board, scale)
    layers = unmix(page.pens, total.values, page.tint(board, scale).values)
    return Raster(layers[ask.players[0]], total.scale, total.margin)


def is_split(board: Board, ask: Ask) -> bool:
    """Whether several pens are asked for apart on this board, this ask being one of them."""
    pens = {other.players for other in board.asks}
    return len(ask.players) == 1 and len(pens) > 1

"""Where to shoot next, from the target field alone: the own field stays a secret."""

from __future__ import annotations

from companion.boards.lattice import reading_order
from companion.position import Hint, Place, Score
from companion.text import Text

from .fleet import LONGEST, diagonal_pattern
from .options import FLEET
from .rules import ENEMY, HIT_SHIP, HITS, SeaBattle
from .shots import heat


def hint(position: SeaBattle) -> Hint | None:
    """The open cell that most ships can cover; `None` when it is not the owner's turn."""
    if position.turn == ENEMY or not position.moves() or position.target_cells("?!"):
        return None
    waters = position.waters()
    weights = {cell: weight for cell, weight in heat(waters).items() if cell in position.moves()}
    if not weights:
        return Hint(position.moves()[0], NOTHING_FITS)
    most = max(weights.values())
    best = sorted((cell for cell, weight in weights.items() if weight == most), key=_order)
    reason = FINISH if waters.wounded else SEARCH
    return Hint(best[0], reason.fill(ways=most), most, tuple(sorted(best, key=reading_order)))


def _order(cell: Place) -> tuple[bool, int, int]:
    """Among equal cells those on the diagonals that find the largest ship."""
    return (cell not in diagonal_pattern(LONGEST), cell[1], cell[0])


def score(position: SeaBattle) -> Score:
    """Ships sunk and left on both sides, and the hits."""
    ships, sunk = position.ships(), position.sunk_ships()
    waters = position.waters()
    return {
        "own_left": len(ships) - len(sunk),
        "own_sunk": len(sunk),
        "own_hits": len(position.own_cells(HIT_SHIP)),
        "enemy_left": max(sum(FLEET.values()) - len(waters.sunk), 0),
        "enemy_sunk": len(waters.sunk),
        "enemy_hits": len(position.target_cells(HITS)),
    }


FINISH = Text(
    en="go on along the ship you hit: {ways} ways to lie over this cell",
    ru="добивайте раненый: через эту клетку он ложится {ways} способами",
)
SEARCH = Text(
    en="most ships can lie over this cell: {ways} ways",
    ru="через эту клетку ложится больше всего кораблей: {ways}",
)
NOTHING_FITS = Text(
    en="no ship that is left fits the marks; check the target field, and shoot any open cell",
    ru="ни один оставшийся корабль не подходит; проверьте чужое поле и стреляйте в любую клетку",
)

"""Where to shoot next, from the target field alone: the own field stays a secret."""

from __future__ import annotations

from companion.boards.lattice import reading_order
from companion.position import Hint, Score
from companion.text import Text, roughly, same

from .cells import cell_name
from .records import FEW
from .rules import HIT_SHIP, HITS, SeaBattle
from .turns import ENEMY


def hint(position: SeaBattle) -> Hint | None:
    """The cell to shoot at; `None` when it is not the owner's turn. `value` is the chance of a hit."""
    if position.turn == ENEMY or not position.moves() or position.target_cells("?!"):
        return None
    # The gunner counts with numpy, which light commands need not load.
    from .gunner import aim

    waters = position.waters()
    found = aim(waters)
    moves = position.moves()
    if found is None:
        return Hint(moves[0], NOTHING_FITS.fill(where=blamed_text(position)))
    best = tuple(sorted((cell for cell in found.best if cell in moves), key=reading_order))
    share = found.chances[best[0]]
    reason = FINISH if waters.wounded else SEARCH
    text = reason.fill(percent=f"{100 * share:.0f}", fleets=fleets_text(found.total, found.is_exact))
    return Hint(best[0], text, round(share, 4), best)


def fleets_text(total: float, is_exact: bool) -> Text:
    """A number of fleets in words: exact, or about how many."""
    if is_exact:
        return EXACTLY.fill(number=f"{round(total):,}".replace(",", " "))
    return ABOUT.fill(number=roughly(total))


def blamed_text(position: SeaBattle) -> Text:
    """The marks that contradict each other, by name."""
    names = [cell_name(cell, position.options.alphabet) for cell in position.blamed()]
    return same(", ".join(names[:FEW]) + (" ..." if len(names) > FEW else ""))


def turn_reason(position: SeaBattle) -> Text:
    """The numbers that tell whose turn it is, or the question that would settle it."""
    return position.turns().reason()


def score(position: SeaBattle) -> Score:
    """Ships sunk and left on both sides, and the hits."""
    ships, sunk = position.ships(), position.sunk_ships()
    waters = position.waters()
    return {
        "own_left": len(ships) - len(sunk),
        "own_sunk": len(sunk),
        "own_hits": len(position.own_cells(HIT_SHIP)),
        "enemy_left": max(len(position.options.fleet) - len(waters.sunk), 0),
        "enemy_sunk": len(waters.sunk),
        "enemy_hits": len(position.target_cells(HITS)),
    }


EXACTLY = Text(en="{number} fleets that fit", ru="подходящих флотов ({number})")
ABOUT = Text(en="about {number} fleets that fit", ru="подходящих флотов (около {number})")
FINISH = Text(
    en="go on along the ship you hit: it lies here in {percent} % of the {fleets}",
    ru="добивайте раненый: он лежит здесь в {percent} % {fleets}",
)
SEARCH = Text(
    en="a ship lies here in {percent} % of the {fleets}",
    ru="корабль лежит здесь в {percent} % {fleets}",
)
NOTHING_FITS = Text(
    en="no fleet fits the marks; check {where} on the target field, and shoot any open cell",
    ru="ни один флот не подходит к отметкам; проверьте {where} на чужом поле и стреляйте в любую клетку",
)

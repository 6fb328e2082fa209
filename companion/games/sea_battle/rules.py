"""Sea battle: the sheet of one player, with the own field on the left and the shots at the enemy on the
right.

The notation has the rows of both fields and whether the owner of the sheet or the enemy began:

>>> from companion.games.sea_battle.notation import parse
>>> from companion.games.sea_battle.options import SeaBattleOptions
>>> position = parse("4S5.S/10./S.3S4.S/S9./S..SS4.S/10./5.SS3./10./S9./S8.S - own", SeaBattleOptions())
>>> position.problems()
()
>>> position.shoot((0, 0), "hit").turn
0

On the own field `S` is a ship, `X` a hit ship, `o` a miss; on the target field `x` is a hit, `o` a miss and
`#` a hit cell of a ringed (sunk) ship. Signs that are wrong somewhere have letters too: `x` a hit on water,
`O` a miss on a ship (or in a ring), `%` two shots on water, `&` two shots on a ship, `L` a ship in the pen of
the shots, `!` any other sign, `?` unreadable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from companion import notation
from companion.boards.lattice import places
from companion.errors import IllegalMove
from companion.position import Outcome, Place, Problem
from companion.text import Text

from .cells import Ship, Side, around, cell_name, in_order, split_ships
from .fleet import check_fleet
from .messages import fault_problem, problem
from .options import FLEET, SIZE, SeaBattleOptions
from .shots import Waters, known_waters

WATER, SHIP, MISS, HIT_SHIP, HIT, SUNK, MISS_SHIP, TWICE, TWICE_SHIP, LATE, WRONG, UNREADABLE = ".SoXx#O%&L!?"
OWN_LETTERS = (
    WATER + SHIP + MISS + HIT_SHIP + HIT + MISS_SHIP + TWICE + TWICE_SHIP + LATE + WRONG + UNREADABLE
)
TARGET_LETTERS = WATER + SHIP + MISS + HIT + SUNK + MISS_SHIP + TWICE + TWICE_SHIP + WRONG + UNREADABLE
SHIPS = SHIP + HIT_SHIP + MISS_SHIP + TWICE_SHIP + LATE
RINGED = SHIP + SUNK + MISS_SHIP + TWICE_SHIP
HITS = HIT + HIT_SHIP + SUNK
MISSES = MISS + MISS_SHIP
SHIP_CELLS = sum(length * number for length, number in FLEET.items())

EMPTY = (WATER * SIZE,) * SIZE
OWNER, ENEMY = 0, 1
BEGINNERS = {"own": OWNER, "enemy": ENEMY, "?": None}

AFTER_SHOT = {
    "own": {SHIP: HIT_SHIP, WATER: MISS, LATE: HIT_SHIP},
    "miss": {WATER: MISS, SHIP: MISS_SHIP},
    "hit": {WATER: HIT, SHIP: SUNK},
}
"""What a shot makes of a letter: on the own field, and on the target field by its answer."""


@dataclass(frozen=True, slots=True)
class SeaBattle:
    """Both fields of one player's sheet.

    `walls` are outlines that run between two ships of the own field, `loose` lines of outlines that close
    nothing. `first` is 0 if the owner of the sheet began, 1 if the enemy did."""

    own: tuple[str, ...]
    target: tuple[str, ...]
    first: int | None
    options: SeaBattleOptions
    walls: frozenset[Side] = frozenset()
    loose: frozenset[Side] = frozenset()

    def __str__(self) -> str:
        """The notation."""
        target = "-" if self.target == EMPTY else notation.write_rows(self.target)
        began = next(key for key, player in BEGINNERS.items() if player == self.first)
        words = [notation.write_rows(self.own), target, began]
        for name, sides in (("wall", self.walls), ("open", self.loose)):
            words += [f"{name}:{x1},{y1}-{x2},{y2}" for (x1, y1), (x2, y2) in sorted(sides)]
        return " ".join(words)

    # --- fields -----------------------------------------------------------------------------------

    def own_cells(self, letters: str) -> frozenset[Place]:
        """The cells of the own field that carry one of the letters."""
        return _cells(self.own, letters)

    def target_cells(self, letters: str) -> frozenset[Place]:
        """The cells of the target field that carry one of the letters."""
        return _cells(self.target, letters)

    def ships(self) -> tuple[Ship, ...]:
        """The ships of the own field."""
        return split_ships(self.own_cells(SHIPS), self.walls)

    def sunk_ships(self) -> tuple[Ship, ...]:
        """The ships of the own field that are hit everywhere."""
        hit = self.own_cells(HIT_SHIP + TWICE_SHIP)
        return tuple(ship for ship in self.ships() if ship <= hit)

    def waters(self) -> Waters:
        """What is known about the enemy's field."""
        return _waters(self.target)

    # --- the game ---------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """Who shoots: 0 the owner of the sheet, 1 the enemy; `None` at the end or if misses do not tell."""
        turns = self._possible_turns()
        if self.outcome() is not None or len(turns) != 1 or self._is_unclear():
            return None
        return turns.pop()

    def moves(self) -> tuple[Place, ...]:
        """Cells not shot yet: of the target field, or of the own field when the enemy shoots."""
        if self.outcome() is not None:
            return ()
        if self.turn == ENEMY:
            return in_order(self.own_cells(WATER + SHIP + LATE))
        return in_order(self.target_cells(WATER))

    def play(self, move: Place) -> SeaBattle:
        """The position after a shot; the owner's shot is noted as a miss, see `shoot` for other answers."""
        return self.shoot(move)

    def shoot(self, cell: Place, answer: str = "miss") -> SeaBattle:
        """The position after a shot of whoever shoots; `answer` (`miss`, `hit`) is what the enemy said."""
        turn = self.turn
        if turn is None or cell not in self.moves():
            raise IllegalMove(_refusal(cell, self.options), "SHOT_REPEATED")
        if turn == ENEMY:
            return replace(self, own=_with(self.own, cell, AFTER_SHOT["own"]))
        return replace(self, target=_with(self.target, cell, AFTER_SHOT[answer]))

    def outcome(self) -> Outcome | None:
        """Who has sunk all ships."""
        if len(self.target_cells(HITS)) >= SHIP_CELLS:
            return Outcome(OWNER, False, OWNER_WON)
        ships = self.ships()
        if ships and len(self.sunk_ships()) == len(ships) and sum(map(len, ships)) >= SHIP_CELLS:
            return Outcome(ENEMY, False, ENEMY_WON)
        return None

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the sheet that breaks the rules; an own field without any ship is not placed yet."""
        return (*self._fleet_problems(), *self._mark_problems(), *self._turn_problems())

    # --- parts ------------------------------------------------------------------------------------

    def _fleet_problems(self) -> tuple[Problem, ...]:
        ships = self.ships()
        found = [problem("MARK_UNREADABLE", _near_sides(self.loose), self.options, message="OUTLINE")]
        faults = check_fleet(ships, may_touch_corners=self.options.touch == "corners") if ships else ()
        return (*(found if self.loose else ()), *(fault_problem(fault, self.options) for fault in faults))

    def _mark_problems(self) -> tuple[Problem, ...]:
        own = {
            "HIT_ON_WATER": self.own_cells(HIT),
            "MISS_ON_SHIP": self.own_cells(MISS_SHIP),
            "SHOT_REPEATED": self.own_cells(TWICE + TWICE_SHIP),
            "WRONG_MARK": self.own_cells(WRONG),
            "MARK_UNREADABLE": self.own_cells(UNREADABLE),
            "LATE_PLACEMENT": self.own_cells(LATE),
        }
        target = {
            "SHOT_REPEATED": self.target_cells(TWICE + TWICE_SHIP),
            "WRONG_MARK": self.target_cells(WRONG),
            "MARK_UNREADABLE": self.target_cells(UNREADABLE),
            "SUNK_NOT_COMPLETE": self.target_cells(SHIP + MISS_SHIP),
        }
        return tuple(
            problem(code, in_order(cells), self.options, board=board)
            for board, wrong in (("own", own), ("target", target))
            for code, cells in wrong.items()
            if cells
        )

    def _turn_problems(self) -> tuple[Problem, ...]:
        if self._is_unclear() or self._possible_turns():
            return ()
        own, enemy = self._finished_turns()
        return (problem("TURN_COUNT_IMPOSSIBLE", (), self.options, own=max(own), enemy=enemy),)

    def _is_unclear(self) -> bool:
        return bool(self.own_cells(UNREADABLE) | self.target_cells(UNREADABLE))

    def _finished_turns(self) -> tuple[range, int]:
        """How many turns the owner may have finished, and how many the enemy has.

        Dots next to sunk enemy ships may be notes instead of shots, so the owner's number is a range.
        """
        if not self.options.hit_gives_shot:
            own = len(self.target_cells(MISSES + HITS + TWICE + TWICE_SHIP))
            enemy = len(self.own_cells(MISS + MISS_SHIP + HIT_SHIP + HIT + TWICE + TWICE_SHIP))
        else:
            own = len(self.target_cells(MISSES + TWICE))
            enemy = len(self.own_cells(MISSES + TWICE))
        notes = _halo_dots(self.target) if self.options.halo_dots else 0
        return range(own - notes, own + 1), enemy

    def _possible_turns(self) -> set[int]:
        own, enemy = self._finished_turns()
        turns = set()
        for first in (OWNER, ENEMY) if self.first is None else (self.first,):
            for mine in own:
                lead = mine - enemy if first == OWNER else enemy - mine
                if lead in (0, 1):
                    turns.add(first if lead == 0 else 1 - first)
        return turns


def start(options: SeaBattleOptions) -> SeaBattle:
    """Two empty fields; the owner begins."""
    return SeaBattle(EMPTY, EMPTY, OWNER, options)


@lru_cache(maxsize=4096)
def _cells(rows: tuple[str, ...], letters: str) -> frozenset[Place]:
    return frozenset(place for place in places(SIZE, SIZE) if rows[place[1]][place[0]] in letters)


@lru_cache(maxsize=256)
def _waters(target: tuple[str, ...]) -> Waters:
    rings = split_ships(_cells(target, RINGED))
    return known_waters(_cells(target, HITS + TWICE + TWICE_SHIP), _cells(target, MISSES), rings)


@lru_cache(maxsize=256)
def _halo_dots(target: tuple[str, ...]) -> int:
    """How many misses lie round sunk ships and so may be notes."""
    halos = frozenset().union(*(around(ship) for ship in _waters(target).sunk))
    return len(_cells(target, MISSES) & halos)


def _with(rows: tuple[str, ...], cell: Place, change: dict[str, str]) -> tuple[str, ...]:
    x, y = cell
    return (*rows[:y], rows[y][:x] + change[rows[y][x]] + rows[y][x + 1 :], *rows[y + 1 :])


def _near_sides(sides: frozenset[Side]) -> tuple[Place, ...]:
    """The cells of the field at some sides."""
    return in_order({(min(x, SIZE - 1), min(y, SIZE - 1)) for (x, y), _ in sides})


def _refusal(cell: Place, options: SeaBattleOptions) -> Text:
    inside = 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE
    name = cell_name(cell, options.alphabet) if inside else str(cell)
    return Text(
        en="{name} cannot be shot: it was shot before, or it is not known whose turn it is",
        ru="в {name} стрелять нельзя: туда уже стреляли, или неизвестно, чей ход",
    ).fill(name=name)


OWNER_WON = Text(en="the whole enemy fleet is sunk", ru="весь флот противника потоплен")
ENEMY_WON = Text(en="the own fleet is sunk", ru="свой флот потоплен")

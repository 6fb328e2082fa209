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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from companion import notation
from companion.boards.lattice import KING, neighbours, places
from companion.errors import IllegalMove
from companion.position import Outcome, Place, Problem
from companion.text import Text

from .cells import Ship, Side, around, cell_name, in_order, split_ships
from .fleet import check_fleet
from .messages import fault_problem, problem
from .options import SeaBattleOptions
from .records import Marks, to_blame
from .shots import Waters, known_waters
from .turns import ENEMY, OWNER, Turns

WATER, SHIP, MISS, HIT_SHIP, HIT, SUNK, MISS_SHIP, TWICE, TWICE_SHIP, LATE, WRONG, UNREADABLE = ".SoXx#O%&L!?"
OWN_LETTERS = (
    WATER + SHIP + MISS + HIT_SHIP + HIT + MISS_SHIP + TWICE + TWICE_SHIP + LATE + WRONG + UNREADABLE
)
TARGET_LETTERS = WATER + SHIP + MISS + HIT + SUNK + MISS_SHIP + TWICE + TWICE_SHIP + WRONG + UNREADABLE
SHIPS = SHIP + HIT_SHIP + MISS_SHIP + TWICE_SHIP + LATE
RINGED = SHIP + SUNK + MISS_SHIP + TWICE_SHIP
HITS = HIT + HIT_SHIP + SUNK
MISSES = MISS + MISS_SHIP
OWN_SHOTS = MISS + MISS_SHIP + HIT_SHIP + HIT + TWICE + TWICE_SHIP
"""Letters of the own field with an enemy shot."""
BEGINNERS = {"own": OWNER, "enemy": ENEMY, "?": None}

AFTER_SHOT = {
    "own": {SHIP: HIT_SHIP, WATER: MISS, LATE: HIT_SHIP},
    "miss": {WATER: MISS, SHIP: MISS_SHIP},
    "hit": {WATER: HIT, SHIP: SUNK},
}
"""What a shot makes of a letter: on the own field, and on the target field by its answer."""

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeaBattle:
    """Both fields of one player's sheet.

    `walls` are outlines that run between two ships of the own field, `loose` lines of outlines that close
    nothing. `whole` names by its first cell every bent or too long ship with one outline round it, and
    `outside` the ship cells drawn beyond the field. `first` is 0 if the owner of the sheet began, 1 if the
    enemy did."""

    own: Rows
    target: Rows
    first: int | None
    options: SeaBattleOptions
    walls: frozenset[Side] = frozenset()
    loose: frozenset[Side] = frozenset()
    whole: frozenset[Place] = frozenset()
    outside: frozenset[Place] = frozenset()

    def __str__(self) -> str:
        """The notation."""
        target = "-" if self.target == empty(self.options) else notation.write_rows(self.target)
        began = next(key for key, player in BEGINNERS.items() if player == self.first)
        words = [notation.write_rows(self.own), target, began]
        for name, sides in (("wall", self.walls), ("open", self.loose)):
            words += [f"{name}:{x1},{y1}-{x2},{y2}" for (x1, y1), (x2, y2) in sorted(sides)]
        for name, cells in (("whole", self.whole), ("outside", self.outside)):
            words += [f"{name}:{x},{y}" for x, y in sorted(cells)]
        return " ".join(words)

    # --- fields -----------------------------------------------------------------------------------

    def own_cells(self, letters: str) -> frozenset[Place]:
        """The cells of the own field that carry one of the letters."""
        return _cells(self.own, letters)

    def target_cells(self, letters: str) -> frozenset[Place]:
        """The cells of the target field that carry one of the letters."""
        return _cells(self.target, letters)

    def ships(self) -> tuple[Ship, ...]:
        """The ships of the own field, with what of them was drawn beyond it."""
        return split_ships(self.own_cells(SHIPS) | self.outside, self.walls)

    def sunk_ships(self) -> tuple[Ship, ...]:
        """The ships of the own field that are hit everywhere."""
        hit = self.own_cells(HIT_SHIP + TWICE_SHIP)
        return tuple(ship for ship in self.ships() if ship <= hit)

    def waters(self) -> Waters:
        """What is known about the enemy's field; nothing of the own field goes in."""
        return _waters(self.target, self.options)

    def blamed(self) -> tuple[Place, ...]:
        """The cells of a smallest set of marks on the target field that no fleet fits; empty if one does."""
        return _blame(self.target, self.options)

    # --- the game ---------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """Who shoots: 0 the owner of the sheet, 1 the enemy; `None` at the end or if shots do not tell."""
        if self.outcome() is not None or self._is_unclear():
            return None
        possible = self.turns().possible()
        return next(iter(possible)) if len(possible) == 1 else None

    def turns(self) -> Turns:
        """The turns finished on both sides; dots next to sunk enemy ships may be notes instead of shots."""
        if self.options.hit_gives_shot:
            own, enemy = self.target_cells(MISSES + TWICE), self.own_cells(MISSES + TWICE)
        else:
            own = self.target_cells(MISSES + HITS + TWICE + TWICE_SHIP)
            enemy = self.own_cells(OWN_SHOTS)
        notes = len(_halo_dots(self.target, self.options)) if self.options.halo_dots else 0
        return Turns(len(own), len(enemy), notes, self.first, self.options.hit_gives_shot)

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
        fleet_cells = sum(self.options.fleet)
        if len(self.target_cells(HITS)) >= fleet_cells:
            return Outcome(OWNER, False, OWNER_WON)
        ships = self.ships()
        if ships and len(self.sunk_ships()) == len(ships) and sum(map(len, ships)) >= fleet_cells:
            return Outcome(ENEMY, False, ENEMY_WON)
        return None

    def problems(self) -> tuple[Problem, ...]:
        """Everything on the sheet that breaks the rules; an own field without any ship is not placed yet."""
        return (
            *self._fleet_problems(),
            *self._mark_problems(),
            *self._record_problems(),
            *self._turn_problems(),
        )

    # --- parts ------------------------------------------------------------------------------------

    def _fleet_problems(self) -> Iterator[Problem]:
        options, ships = self.options, self.ships()
        if self.loose:
            where = _near_sides(self.loose, options.size)
            yield problem("MARK_UNREADABLE", where, options, message="OUTLINE")
        if self.outside:
            over = [ship for ship in ships if ship & self.outside]
            inside = frozenset().union(*over) - self.outside
            yield problem("SHIP_OUT_OF_FIELD", in_order(inside), options, number=len(self.outside))
        if ships:
            whole = [ship for ship in ships if ship & self.whole]
            for fault in check_fleet(
                ships, options.ships, may_touch_corners=options.may_touch_corners, whole=whole
            ):
                yield fault_problem(fault, options)

    def _mark_problems(self) -> Iterator[Problem]:
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
        for board, wrong in (("own", own), ("target", target)):
            for code, cells in wrong.items():
                if cells:
                    yield problem(code, in_order(cells), self.options, board=board)

    def _record_problems(self) -> Iterator[Problem]:
        """Marks of the target field that no enemy fleet fits; not asked where a mark is wrong by itself.

        Dots alone are not asked either: until a ship is hit, the owner may have noted any shot as a miss."""
        is_wrong = self.target_cells(WRONG + UNREADABLE + SHIP + MISS_SHIP + TWICE + TWICE_SHIP)
        if not is_wrong and self.target_cells(HITS) and (guilty := self.blamed()):
            yield problem("RECORD_IMPOSSIBLE", guilty, self.options, board="target")

    def _turn_problems(self) -> Iterator[Problem]:
        turns = self.turns()
        if self._is_unclear() or turns.possible():
            return
        dots = _early_dots(self.target, self.options) if self.options.halo_dots else frozenset()
        if dots and replace(turns, notes=turns.notes + len(dots)).possible():
            yield problem("HALO_WRONG", in_order(dots), self.options, board="target")
        else:
            what = "TURN_COUNT_IMPOSSIBLE" if turns.is_by_misses else "SHOT_COUNT"
            yield problem(
                "TURN_COUNT_IMPOSSIBLE", (), self.options, message=what, own=turns.own, enemy=turns.enemy
            )

    def _is_unclear(self) -> bool:
        return bool(self.own_cells(UNREADABLE) | self.target_cells(UNREADABLE))


def start(options: SeaBattleOptions) -> SeaBattle:
    """Two empty fields; the owner begins."""
    return SeaBattle(empty(options), empty(options), OWNER, options)


def empty(options: SeaBattleOptions) -> Rows:
    """The rows of a field without any mark."""
    return (WATER * options.size,) * options.size


def draw_ships(ships: tuple[Ship, ...], options: SeaBattleOptions) -> Rows:
    """The rows of an own field with these ships."""
    cells = frozenset().union(*ships)
    wide = range(options.size)
    return tuple("".join(SHIP if (x, y) in cells else WATER for x in wide) for y in wide)


@lru_cache(maxsize=4096)
def _cells(rows: Rows, letters: str) -> frozenset[Place]:
    return frozenset(place for place in places(len(rows), len(rows)) if rows[place[1]][place[0]] in letters)


@lru_cache(maxsize=256)
def _waters(target: Rows, options: SeaBattleOptions) -> Waters:
    return known_waters(
        _cells(target, HITS + TWICE + TWICE_SHIP),
        _cells(target, MISSES),
        split_ships(_cells(target, RINGED)),
        options.size,
        fleet=options.ships,
        told=options.told,
        may_touch_corners=options.may_touch_corners,
    )


@lru_cache(maxsize=1024)
def _fits(target: Rows, options: SeaBattleOptions) -> bool:
    """Whether any enemy fleet fits the marks of a target field."""
    return _marks(target, options).fit()


@lru_cache(maxsize=64)
def _blame(target: Rows, options: SeaBattleOptions) -> tuple[Place, ...]:
    """The marks of a target field that contradict each other."""
    return () if _fits(target, options) else to_blame(_marks(target, options))


def _marks(target: Rows, options: SeaBattleOptions) -> Marks:
    return Marks(
        _cells(target, HIT),
        _cells(target, MISS),
        split_ships(_cells(target, RINGED)),
        options.size,
        options.ships,
        options.may_touch_corners,
    )


@lru_cache(maxsize=256)
def _halo_dots(target: Rows, options: SeaBattleOptions) -> frozenset[Place]:
    """Misses round sunk ships, which may be notes."""
    halos = frozenset().union(*(around(ship, options.size) for ship in _waters(target, options).sunk))
    return _cells(target, MISSES) & halos


def _early_dots(target: Rows, options: SeaBattleOptions) -> frozenset[Place]:
    """Misses round ships that are hit and not sunk."""
    wounded = frozenset().union(*_waters(target, options).wounded)
    near = {cell for hit in wounded for cell in neighbours(hit, KING, options.size, options.size)}
    return _cells(target, MISSES) & near - _halo_dots(target, options)


def _with(rows: Rows, cell: Place, change: dict[str, str]) -> Rows:
    x, y = cell
    return (*rows[:y], rows[y][:x] + change[rows[y][x]] + rows[y][x + 1 :], *rows[y + 1 :])


def _near_sides(sides: frozenset[Side], size: int) -> tuple[Place, ...]:
    """The cells of the field at some sides."""
    return in_order({(min(x, size - 1), min(y, size - 1)) for (x, y), _ in sides})


def _refusal(cell: Place, options: SeaBattleOptions) -> Text:
    inside = 0 <= cell[0] < options.size and 0 <= cell[1] < options.size
    name = cell_name(cell, options.alphabet) if inside else str(cell)
    return Text(
        en="{name} cannot be shot: it was shot before, or it is not known whose turn it is",
        ru="в {name} стрелять нельзя: туда уже стреляли, или неизвестно, чей ход",
    ).fill(name=name)


OWNER_WON = Text(en="the whole enemy fleet is sunk", ru="весь флот противника потоплен")
ENEMY_WON = Text(en="the own fleet is sunk", ru="свой флот потоплен")

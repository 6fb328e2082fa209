"""The admiral: how hard a fleet is to sink, and how to place one that is.

A fleet is rated by games of the gunner against it, and by the cells that become known when its ships are sunk,
as the rules text counts them. A good fleet is the best of many drawn at random, so no two are alike."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from statistics import fmean, stdev

from companion.questions import Answer, Given
from companion.text import Text, decimal, same

from .cells import Ship, around
from .fleet import check_fleet, random_fleet
from .messages import fault_problem, ships_of
from .options import SeaBattleOptions
from .rules import draw_ships
from .shots import known_waters

GAMES = 24
"""Games of the gunner for a rating; the mean is then known to about one shot."""
FLEETS = 400
"""Fleets that the gunner draws at a time in these games."""
DRAWN = 300
"""Fleets drawn to choose from: those that promise to last longest come to the trial."""
KNOWN, LONE = 0.2, 12.0
"""Shots that a fleet costs less for every cell that is known at the end, and for the summed chances that the
gunner gives the cells of its one-deckers before the first shot; fitted to a thousand games."""
TRIALS = ((12, 2), (4, 8))
"""How many of the fleets the gunner tries in how many games each, in rounds: the hardest go on."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Shots the gunner needed in each game, and the cells that each ship gives away when sunk."""

    shots: tuple[int, ...]
    opened: tuple[tuple[Ship, int], ...]

    @property
    def mean(self) -> float:
        """Shots needed on average."""
        return fmean(self.shots)

    @property
    def spread(self) -> float:
        """Standard deviation of the shots from game to game."""
        return stdev(self.shots) if len(self.shots) > 1 else 0.0


def rate(ships: Collection[Ship], options: SeaBattleOptions, *, games: int = GAMES, seed: int = 0) -> Rating:
    """What the gunner makes of a lawful fleet."""
    # The gunner counts with numpy, which light commands need not load.
    from .duel import Gunner

    gunner = Gunner(options, seed, FLEETS, is_remembering=False)
    shots = tuple(len(gunner.shots(ships)) for _ in range(games))
    opened = tuple((ship, _opened(ship, options)) for ship in sorted(ships, key=len, reverse=True))
    return Rating(shots, opened)


def _opened(ship: Ship, options: SeaBattleOptions) -> int:
    """The cells that become known when this ship is sunk."""
    return len(ship | around(ship, options.size, has_corners=not options.may_touch_corners))


def hard_fleet(options: SeaBattleOptions, chance: random.Random) -> tuple[Ship, ...]:
    """A fleet that is hard to sink: of many random ones those that are tight, with one-deckers in unlikely
    cells, and of these the one that lasts longest."""
    from .gunner import aim

    corners = options.may_touch_corners
    fleets = [
        random_fleet(chance, options.ships, options.size, may_touch_corners=corners) for _ in range(DRAWN)
    ]
    first = aim(known_waters((), (), (), options.size, fleet=options.ships, may_touch_corners=corners))
    assert first is not None, "the options leave room for a fleet"
    chances = first.chances

    def loss(fleet: Collection[Ship]) -> float:
        lone = sum(chances[cell] for ship in fleet if len(ship) == 1 for cell in ship)
        return KNOWN * _known_cells(fleet, options) + LONE * lone

    fleets.sort(key=loss)
    for number, games in TRIALS:
        seed = chance.randrange(2**32)
        tried = {fleet: rate(fleet, options, games=games, seed=seed).mean for fleet in fleets[:number]}
        fleets = sorted(tried, key=lambda fleet: -tried[fleet])
    return fleets[0]


def _known_cells(fleet: Collection[Ship], options: SeaBattleOptions) -> int:
    """Cells that are known when the whole fleet is sunk: ships with their rims, counted once."""
    rims = [around(ship, options.size, has_corners=not options.may_touch_corners) for ship in fleet]
    return len(frozenset().union(*fleet, *rims))


# --- questions ----------------------------------------------------------------------------------------


def rate_placement(given: Given) -> Answer:
    """The rating of the fleet on an own field, or what is wrong with it."""
    (position,) = given.positions
    options, ships = position.options, position.ships()
    faults = check_fleet(ships, options.ships, may_touch_corners=options.may_touch_corners)
    if faults:
        return Answer((NOT_RATED,), tuple(fault_problem(fault, options) for fault in faults))
    found = rate(ships, options, seed=given.chance.randrange(2**32))
    total = sum(number for _, number in found.opened)
    lines = [
        SHOTS.fill(mean=decimal(found.mean), spread=decimal(found.spread), games=len(found.shots)),
        OPENED.fill(total=total, known=_known_cells(ships, options), cells=options.size**2),
    ]
    for length in options.ships:
        numbers = [str(number) for ship, number in found.opened if len(ship) == length]
        lines.append(BY_LENGTH.fill(ships=ships_of(length), numbers=", ".join(numbers)))
    opened = [[sorted(map(list, ship)), number] for ship, number in found.opened]
    data = {"mean": round(found.mean, 2), "spread": round(found.spread, 2), "shots": list(found.shots)}
    return Answer(tuple(lines), (), data | {"opened": opened})


def propose_placement(given: Given) -> Answer:
    """A fleet to copy onto the sheet: any lawful one, or one that is hard to find."""
    options = given.options
    if given.words.get("level", "random") == "hard":
        ships, text = hard_fleet(options, given.chance), HARD
    else:
        corners = options.may_touch_corners
        ships, text = (
            random_fleet(given.chance, options.ships, options.size, may_touch_corners=corners),
            RANDOM,
        )
    rows = draw_ships(ships, options)
    letters = "   " + " ".join(options.letters)
    picture = [f"{number:>2} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    return Answer((text, same("\n".join((letters, *picture)))), (), {"own": list(rows)})


NOT_RATED = Text(en="Not rated: the fleet is not in order.", ru="Оценки нет: флот не в порядке.")
SHOTS = Text(
    en="The gunner needs {mean} shots on average to sink this fleet (deviation {spread}, {games} games).",
    ru="Канонир-компьютер топит этот флот в среднем за {mean} выстрела (разброс {spread}; партий {games}).",
)
OPENED = Text(
    en="Sinking the ships one by one opens {total} cells, {known} of {cells} are known at the end.",
    ru="Если топить корабли по одному, откроется клеток: {total}; в конце известно {known} из {cells}.",
)
BY_LENGTH = Text(en="  {ships}: {numbers} cells each", ru="  {ships} откроют клеток: {numbers}")
RANDOM = Text(en="A lawful fleet:", ru="Флот по правилам:")
HARD = Text(en="A fleet that is hard to find:", ru="Флот, который трудно найти:")

"""The sheets of both players after the game: every record compared, the true result, and a protocol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.boards.lattice import reading_order
from companion.position import Place, Problem
from companion.questions import Answer, Given
from companion.text import Text, join, same

from .cells import Ship, cell_name, in_order
from .compare import compare_records
from .fleet import check_fleet
from .history import WORDS
from .messages import fault_problem, problem
from .rules import OWN_SHOTS, SeaBattle
from .shots import answers
from .turns import Turns


@dataclass(frozen=True, slots=True)
class Side:
    """One player's attack: the shots that the owner of the fleet noted, with their true answers."""

    shooter: int
    shots: dict[Place, str]
    sunk: tuple[Ship, ...]
    left: tuple[Ship, ...]


def compare_sheets(given: Given) -> Answer:
    """Both records cell by cell, who won, and all shots; the sheets in the order of the players."""
    sheets: tuple[SeaBattle, SeaBattle] = given.positions[0], given.positions[1]
    sides = [_side(shooter, sheets[1 - shooter]) for shooter in (0, 1)]
    problems = [*_fleets(sheets), *_records(sheets), *_turns(sheets, sides)]
    lines = [_result(sides), *(line for side in sides for line in _protocol(side, sheets))]
    return Answer(tuple(lines), tuple(problems), _data(sides))


def _side(shooter: int, enemy: SeaBattle) -> Side:
    shots = in_order(enemy.own_cells(OWN_SHOTS))
    ships = enemy.ships()
    sunk = tuple(ship for ship in ships if ship <= set(shots))
    left = tuple(ship for ship in ships if ship not in sunk)
    return Side(shooter, dict(zip(shots, answers(ships, shots), strict=True)), sunk, left)


def _fleets(sheets: tuple[SeaBattle, SeaBattle]) -> Iterator[Problem]:
    for number, sheet in enumerate(sheets, 1):
        options = sheet.options
        for fault in check_fleet(sheet.ships(), options.ships, may_touch_corners=options.may_touch_corners):
            yield _of(SHEET.fill(number=number), fault_problem(fault, options))


def _records(sheets: tuple[SeaBattle, SeaBattle]) -> Iterator[Problem]:
    """What the shooter's target field and the fleet owner's own field disagree about."""
    for shooter in (0, 1):
        target, own = sheets[shooter], sheets[1 - shooter]
        for kind, cells in compare_records(target.target, own.own).items():
            found = problem(kind, cells, target.options, board="target")
            if kind == "BOOKKEEPING_OR_SHOT":
                found = replace(found, is_note=True)
            else:
                found = replace(found, code="SHOT_RECORD_MISMATCH")
            yield _of(SHOOTER.fill(number=shooter + 1), found)


def _turns(sheets: tuple[SeaBattle, SeaBattle], sides: list[Side]) -> Iterator[Problem]:
    """Whether both numbers of misses (or shots) can come from alternate turns, and who said he began."""
    options = sheets[0].options
    first, other = sheets[0].first, sheets[1].first
    began = first if first is not None else None if other is None else 1 - other
    if first is not None and first == other:
        yield problem("HEADER_MISSING", (), options)
        began = None
    counts = [_turn_ends(side, options.hit_gives_shot) for side in sides]
    turns = Turns(counts[0], counts[1], 0, began, options.hit_gives_shot)
    if not turns.possible() and all(side.left for side in sides):
        message = "BOTH_COUNTS"
        yield problem("TURN_COUNT_IMPOSSIBLE", (), options, message=message, one=counts[0], two=counts[1])


def _turn_ends(side: Side, hit_gives_shot: bool) -> int:
    if not hit_gives_shot:
        return len(side.shots)
    return sum(answer == "miss" for answer in side.shots.values())


def _of(whose: Text, found: Problem) -> Problem:
    return replace(found, text=whose + same(": ") + found.text)


# --- the protocol -------------------------------------------------------------------------------------


def _result(sides: list[Side]) -> Text:
    winners = [side.shooter for side in sides if side.sunk and not side.left]
    if len(winners) == 1:
        return WON.fill(number=winners[0] + 1)
    return BOTH_SUNK if winners else GOES_ON


def _protocol(side: Side, sheets: tuple[SeaBattle, SeaBattle]) -> Iterator[Text]:
    options = sheets[1 - side.shooter].options
    counts = {word: sum(answer == word for answer in side.shots.values()) for word in WORDS}
    yield ATTACK.fill(
        number=side.shooter + 1,
        shots=len(side.shots),
        hits=counts["hit"] + counts["sunk"],
        misses=counts["miss"],
        sunk=len(side.sunk),
        left=len(side.left),
    )
    for word, text in WORDS.items():
        cells = [cell for cell, answer in side.shots.items() if answer == word]
        names = ", ".join(cell_name(cell, options.alphabet) for cell in sorted(cells, key=reading_order))
        yield same("  ") + text + same(f": {names or '—'}")
    ships = sorted((*side.sunk, *side.left), key=lambda ship: (-len(ship), in_order(ship)[0]))
    yield FLEET.fill(number=2 - side.shooter, ships=join([_ship_text(ship, side, options) for ship in ships]))


def _ship_text(ship: Ship, side: Side, options: Any) -> Text:
    ends = [cell_name(cell, options.alphabet) for cell in in_order(ship)]
    name = same(ends[0] if len(ends) == 1 else f"{ends[0]}-{ends[-1]}")
    return name + (same(" ") + SUNK if ship in side.sunk else same(""))


def _data(sides: list[Side]) -> dict[str, Any]:
    winners = [side.shooter + 1 for side in sides if side.sunk and not side.left]
    return {
        "winner": winners[0] if len(winners) == 1 else None,
        "attacks": [
            {
                "shots": [[list(cell), answer] for cell, answer in side.shots.items()],
                "sunk": len(side.sunk),
                "left": len(side.left),
            }
            for side in sides
        ],
    }


SHEET = Text(en="sheet {number}", ru="лист {number}")
SHOOTER = Text(en="shots of player {number}", ru="выстрелы игрока {number}")
WON = Text(en="Player {number} has won.", ru="Победил игрок {number}.")
GOES_ON = Text(en="Nobody has won yet.", ru="Никто ещё не победил.")
BOTH_SUNK = Text(
    en="Both fleets are sunk on paper: one of the records is wrong.",
    ru="По записям потоплены оба флота: какая-то из записей неверна.",
)
ATTACK = Text(
    en="Player {number}: {shots} shots, {hits} hits, {misses} misses; ships sunk {sunk}, left {left}",
    ru="Игрок {number}: выстрелов {shots}, попаданий {hits}, промахов {misses}; потоплено {sunk}, осталось {left}",
)
FLEET = Text(en="  fleet of player {number}: {ships}", ru="  флот игрока {number}: {ships}")
SUNK = Text(en="(sunk)", ru="(потоплен)")

"""The words for everything that can be wrong on a sea-battle sheet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.position import Place, Problem
from companion.text import Text, same

from .cells import cell_name
from .fleet import Fault
from .options import SeaBattleOptions

DECKERS = {
    1: ("однопалубные", "однопалубных"),
    2: ("двухпалубные", "двухпалубных"),
    3: ("трёхпалубные", "трёхпалубных"),
    4: ("четырёхпалубные", "четырёхпалубных"),
    5: ("пятипалубные", "пятипалубных"),
    6: ("шестипалубные", "шестипалубных"),
}
"""Ships by their lengths, as Russian players call them: which ones, and how many of them."""


def ships_of(length: int, *, is_counted: bool = False) -> Text:
    """Ships of a length; in Russian after a number when they are counted."""
    names = DECKERS.get(length, (f"корабли из {length}", f"кораблей из {length}"))
    return Text(en=f"ships of {length}", ru=names[is_counted])


MESSAGES = {
    "FLEET_COUNT": Text(
        en="{length}: {found} found, {wanted} wanted",
        ru="{length}: есть {found}, нужно {wanted}",
    ),
    "SHIP_OUT_OF_FIELD": Text(
        en="a ship reaches over the edge of the field by {number} cells: {where}",
        ru="корабль выходит за край поля, клеток снаружи {number}: {where}",
    ),
    "WHOLE_BENT": Text(
        en="a bent ship: {where}; its outline goes round all of these cells, which are not in one line",
        ru="корабль согнут: {where}; он обведён целиком, а клетки не в одну линию",
    ),
    "SHIP_BENT": Text(
        en="cells {where} are joined but not in one line: a bent ship, or two ships that touch",
        ru="клетки {where} соединены, но не в одну линию: корабль согнут или два корабля касаются",
    ),
    "WHOLE_TOO_LONG": Text(
        en="a ship of {run} cells: {where}; the longest allowed has {longest}",
        ru="корабль из {run} клеток: {where}; самый длинный — из {longest}",
    ),
    "SHIP_TOO_LONG": Text(
        en="{run} cells in a row: {where}; a ship longer than {longest}, or two ships end to end",
        ru="{run} клеток подряд: {where}; корабль длиннее {longest} или два корабля встык",
    ),
    "SHIPS_TOUCH_SIDE": Text(
        en="two ships lie side by side at {where}; leave a free cell between, and draw one outline per ship",
        ru="два корабля вплотную: {where}; между ними нужна клетка, и обводка одна на корабль",
    ),
    "SHIPS_TOUCH_DIAGONALLY": Text(
        en="two ships touch at a corner: {where}", ru="два корабля касаются углами: {where}"
    ),
    "HIT_ON_WATER": Text(en="a hit where no ship is: {where}", ru="попадание, а корабля нет: {where}"),
    "MISS_ON_SHIP": Text(en="a miss marked on a ship: {where}", ru="промах отмечен на корабле: {where}"),
    "SHOT_REPEATED": Text(en="two shots in one cell: {where}", ru="в одной клетке два выстрела: {where}"),
    "MARK_UNREADABLE": Text(en="this mark cannot be told: {where}", ru="непонятная отметка: {where}"),
    "OUTLINE": Text(
        en="the outline of a ship does not close near {where}", ru="обводка корабля не замкнута у {where}"
    ),
    "WRONG_MARK": Text(
        en="only dots and crosses are drawn during play, not this: {where}",
        ru="во время игры ставят только точки и кресты, а тут: {where}",
    ),
    "LATE_PLACEMENT": Text(
        en="a ship in the pen of the shots, was it drawn during play? {where}",
        ru="корабль нарисован ручкой выстрелов, не во время ли игры? {where}",
    ),
    "SUNK_NOT_COMPLETE": Text(
        en="ringed as sunk, but not every cell is hit: {where}",
        ru="обведён как убитый, но попали не везде: {where}",
    ),
    "HALO_WRONG": Text(
        en="dots round a ship that is not sunk: {where}; as shots they are too many for the turns, "
        "and notes go only round sunk ships",
        ru="точки вокруг непотопленного корабля: {where}; для выстрелов их слишком много, "
        "а обводят точками только потопленные",
    ),
    "RECORD_IMPOSSIBLE": Text(
        en="no fleet fits these marks together, so one of them is wrong: {where}",
        ru="ни один флот не подходит к этим отметкам вместе, какая-то из них ошибочна: {where}",
    ),
    "FIELD_SIZE_WRONG": Text(
        en="the field has {columns}x{rows} cells, {size}x{size} are wanted",
        ru="на поле {columns}x{rows} клеток, а нужно {size}x{size}",
    ),
    "COORDINATES_WRONG": Text(
        en="the columns are labelled {seen}, expected {wanted}",
        ru="столбцы подписаны {seen}, а нужно {wanted}",
    ),
    "NUMBERS_WRONG": Text(
        en="the rows are numbered {seen}, expected {wanted} from the top",
        ru="строки пронумерованы {seen}, а нужно {wanted} сверху вниз",
    ),
    "LABELS_MISSING": Text(
        en="no letters above the field and no numbers on its left",
        ru="нет ни букв над полем, ни чисел слева от него",
    ),
    "LABELS_ON_ONE_SIDE": Text(
        en="letters above the field and numbers on its left are wanted, one of them is missing",
        ru="нужны буквы над полем и числа слева, а чего-то одного нет",
    ),
    "LETTERS_FEW": Text(
        en="{seen} columns have a letter above them, {wanted} are wanted",
        ru="букв над столбцами: {seen}, а нужно {wanted}",
    ),
    "NUMBERS_FEW": Text(
        en="{seen} rows have a number on their left, {wanted} are wanted",
        ru="чисел у строк: {seen}, а нужно {wanted}",
    ),
    "NUMBERS_UPWARDS": Text(
        en="the rows seem to be numbered from the bottom: the widest number stands at the top",
        ru="строки, похоже, пронумерованы снизу вверх: самое широкое число стоит сверху",
    ),
    "UNSURE": Text(en="{text} (this is not sure)", ru="{text} (это не точно)"),
    "SHOT_COUNT": Text(
        en="{own} shots on the target field, {enemy} on the own field: in turn they differ by one at most",
        ru="выстрелов на чужом поле {own}, на своём {enemy}: при игре по очереди разница не больше одного",
    ),
    "SHIP_ADDED": Text(
        en="a ship that was not there before, partly on cells shot at: {where}",
        ru="появился корабль, часть его на обстрелянных клетках: {where}",
    ),
    "LATE_SHIP": Text(
        en="a ship that was not there before, on cells not shot at: {where}",
        ru="появился корабль на ещё не обстрелянных клетках: {where}",
    ),
    "SHIP_REMOVED": Text(en="a ship is gone: {where}", ru="корабль исчез: {where}"),
    "SHIP_MOVED": Text(
        en="a ship stands elsewhere than before: {where}", ru="корабль стоит не там, где раньше: {where}"
    ),
    "LOST_MARK": Text(
        en="a mark of the earlier photo is gone: {where}", ru="пропала отметка с прежнего снимка: {where}"
    ),
    "SEAL_BROKEN": Text(
        en="the seal is broken: this fleet or this key is not the one that was sealed; "
        "check the letters of seal and key, and the doubtful marks",
        ru="печать не сходится: запечатан другой флот или ключ другой; "
        "проверьте буквы печати и ключа и сомнительные отметки",
    ),
    "HIT_AS_MISS": Text(
        en="noted as misses, but these were hits: {where}",
        ru="отмечены как промахи, а это попадания: {where}",
    ),
    "MISS_AS_HIT": Text(
        en="noted as hits, but these were misses: {where}",
        ru="отмечены как попадания, а это промахи: {where}",
    ),
    "ONLY_ON_TARGET": Text(
        en="shots that only the shooter noted: {where}", ru="выстрелы, отмеченные только стрелявшим: {where}"
    ),
    "ONLY_ON_OWN": Text(
        en="shots that only the owner of the fleet noted: {where}",
        ru="выстрелы, отмеченные только хозяином флота: {where}",
    ),
    "BOOKKEEPING_OR_SHOT": Text(
        en="dots beside hit ships that only the shooter has: shots, or notes that there is water: {where}",
        ru="точки у подбитых кораблей есть только у стрелявшего: выстрелы или пометки о воде: {where}",
    ),
    "HEADER_MISSING": Text(
        en="the sheets do not agree who began; who was it?",
        ru="на листах отмечены разные начинавшие; кто начинал?",
    ),
    "BOTH_COUNTS": Text(
        en="player 1 ended {one} turns, player 2 {two}: in turn they differ by one at most",
        ru="ходов закончил игрок 1 — {one}, игрок 2 — {two}: при игре по очереди разница не больше одного",
    ),
    "TURN_COUNT_IMPOSSIBLE": Text(
        en="{own} misses on the target field, {enemy} on the own field: in turn they differ by one at most",
        ru="промахов на чужом поле {own}, на своём {enemy}: при игре по очереди разница не больше одного",
    ),
}


SCORE_NAMES = {
    "own_left": Text(en="own ships left", ru="своих кораблей осталось"),
    "own_sunk": Text(en="own ships sunk", ru="своих потоплено"),
    "own_hits": Text(en="hits on own ships", ru="попаданий в свои"),
    "enemy_left": Text(en="enemy ships left", ru="чужих кораблей осталось"),
    "enemy_sunk": Text(en="enemy ships sunk", ru="чужих потоплено"),
    "enemy_hits": Text(en="hits on the enemy", ru="попаданий в чужие"),
}


def problem(
    code: str,
    cells: Sequence[Place],
    options: SeaBattleOptions,
    *,
    message: str = "",
    board: str = "own",
    **values: object,
) -> Problem:
    """A problem with its message filled in and its cells named as on the sheet."""
    names = same(", ".join(cell_name(cell, options.alphabet) for cell in cells))
    text = MESSAGES[message or code].fill(where=names, **values)
    return Problem(code, tuple(cells), text, board=board if cells else "")


def fault_problem(fault: Fault, options: SeaBattleOptions) -> Problem:
    """A fault of the fleet as a problem; whether a bent or long ship is one ship, the outline may tell."""
    return problem(
        fault.code,
        [cell for cell in fault.cells if min(cell) >= 0 and max(cell) < options.size],
        options,
        message=WHOLE.get(fault.code, "") if fault.is_whole else "",
        length=ships_of(fault.length, is_counted=True),
        found=fault.found,
        wanted=fault.wanted,
        run=len(fault.cells),
        longest=options.longest,
    )


WHOLE = {"SHIP_BENT": "WHOLE_BENT", "SHIP_TOO_LONG": "WHOLE_TOO_LONG"}
"""The messages for ships with one outline round them."""

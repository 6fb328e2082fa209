"""What sea battle can be asked beyond judge, moves and hint."""

from __future__ import annotations

from companion.questions import Answer, Given, Question
from companion.text import Text, same

from .admiral import propose_placement, rate_placement
from .cells import cell_name
from .hints import NOTHING_FITS, blamed_text, fleets_text
from .history import compare_history
from .sealing import check_seal, seal
from .two_sheets import compare_sheets

MOST_PHOTOS = 50


def chances(given: Given) -> Answer:
    """The chance of a ship in every open cell of the target field, in percent; from that field alone."""
    # The gunner counts with numpy, which light commands need not load.
    from .gunner import aim

    (position,) = given.positions
    options = position.options
    found = aim(position.waters())
    if found is None:
        return Answer((NOTHING_FITS.fill(where=blamed_text(position)),), (), {"fleets": 0})
    rows = []
    for y in range(options.size):
        cells = [found.chances.get((x, y)) for x in range(options.size)]
        rows.append(f"{y + 1:>2} " + " ".join("  ." if one is None else f"{100 * one:3.0f}" for one in cells))
    letters = "   " + " ".join(f"{letter:>3}" for letter in options.letters)
    best = ", ".join(cell_name(cell, options.alphabet) for cell in found.best)
    lines = (
        BASIS.fill(fleets=fleets_text(found.total, found.is_exact)),
        same("\n".join((letters, *rows))),
        BEST.fill(cells=best),
    )
    data = {
        "fleets": found.total,
        "is_exact": found.is_exact,
        "chances": [[list(cell), round(chance, 4)] for cell, chance in found.chances.items()],
        "best": [list(cell) for cell in found.best],
    }
    return Answer(lines, (), data)


BASIS = Text(
    en="Chance of a ship in percent, from {fleets}:", ru="Вероятность корабля в процентах, {fleets}:"
)
BEST = Text(en="Best shots: {cells}", ru="Лучшие выстрелы: {cells}")

QUESTIONS = {
    "photos": Question(
        Text(
            en="photos of one sheet, oldest first: shots between them, ships added, moved or removed",
            ru="снимки одного листа, сначала старые: выстрелы между ними, новые и пропавшие корабли",
        ),
        2,
        MOST_PHOTOS,
        compare_history,
        is_one_sheet=True,
    ),
    "sheets": Question(
        Text(
            en="the sheets of both players after the game: records compared, true result, protocol",
            ru="листы обоих игроков после игры: сравнение записей, настоящий итог, протокол",
        ),
        2,
        2,
        compare_sheets,
        is_one_sheet=False,
    ),
    "seal": Question(
        Text(
            en="a seal for the fleet before the first shot, to prove later that it has not changed",
            ru="печать флота до первого выстрела, чтобы потом доказать, что он не менялся",
        ),
        1,
        1,
        seal,
        words={
            "key": Text(en="your own key instead of a random one", ru="свой ключ вместо случайного"),
            "qr": Text(en="yes: the seal as a QR code too", ru="yes: печать ещё и QR-кодом"),
        },
    ),
    "check": Question(
        Text(en="whether the fleet is the one that was sealed", ru="тот ли это флот, что был запечатан"),
        1,
        1,
        check_seal,
        words={
            "seal": Text(en="the seal that the enemy was given", ru="печать, отданная противнику"),
            "key": Text(en="the key that the owner kept", ru="ключ, оставленный у хозяина"),
        },
    ),
    "chances": Question(
        Text(
            en="the chance of a ship in every cell of the target field, and how many fleets fit",
            ru="где на чужом поле скорее всего стоят корабли",
        ),
        1,
        1,
        chances,
    ),
    "rate": Question(
        Text(
            en="how hard a placement is to sink: shots the gunner needs, cells that sunk ships give away",
            ru="насколько трудно потопить мой флот: сколько выстрелов нужно, что выдают потопленные",
        ),
        1,
        1,
        rate_placement,
    ),
    "place": Question(
        Text(en="a fleet to copy onto the sheet", ru="флот, чтобы перерисовать на лист"),
        0,
        0,
        propose_placement,
        words={"level": Text(en="random or hard", ru="random (любой) или hard (трудный)")},
    ),
}

"""Sealing a fleet before the first shot, and checking the seal after the game; the fleet itself is not shown."""

from __future__ import annotations

from io import StringIO

from companion.errors import CompanionError
from companion.questions import Answer, Given
from companion.seal import is_sealed, new_key, seal_code
from companion.text import Text, same

from .cells import in_order
from .fleet import check_fleet
from .messages import fault_problem, problem
from .rules import OWN_SHOTS, SeaBattle

GAME = "sea_battle"


def secret(position: SeaBattle) -> str:
    """The fleet as the text that is sealed: whatever was shot since, it stays the same."""
    ships = sorted(in_order(ship) for ship in position.ships())
    return " ".join("+".join(f"{x},{y}" for x, y in ship) for ship in ships)


def seal(given: Given) -> Answer:
    """The seal of a fleet, and the key to keep; only for a lawful fleet before the first shot.

    Nothing of the answer tells where the ships are. Raises `CompanionError` after the first shot."""
    (position,) = given.positions
    if position.own_cells(OWN_SHOTS):
        raise CompanionError(TOO_LATE)
    options = position.options
    faults = check_fleet(position.ships(), options.ships, may_touch_corners=options.may_touch_corners)
    if faults:
        problems = tuple(fault_problem(fault, options) for fault in faults)
        return Answer((NOT_SEALED,), problems)
    key = given.words.get("key") or new_key()
    code = seal_code(GAME, secret(position), key)
    lines = [SEAL.fill(code=code), KEY.fill(key=key)]
    if given.words.get("qr") == "yes":
        lines.insert(1, same(_qr_picture(code)))
    return Answer(tuple(lines), (), {"seal": code, "key": key})


def _qr_picture(code: str) -> str:
    """The seal as a QR code made of letters, for the enemy to scan from the screen."""
    import segno

    picture = StringIO()
    segno.make(code, error="m", micro=False).terminal(picture, border=2, compact=True)
    return picture.getvalue().rstrip("\n")


def check_seal(given: Given) -> Answer:
    """Whether the fleet on the sheet is the one that was sealed. Raises `CompanionError` without the words."""
    (position,) = given.positions
    missing = [name for name in ("seal", "key") if not given.words.get(name)]
    if missing:
        raise CompanionError(WORDS_MISSING.fill(missing=", ".join(f"{name}=..." for name in missing)))
    holds = is_sealed(given.words["seal"], GAME, secret(position), given.words["key"])
    problems = () if holds else (problem("SEAL_BROKEN", (), position.options),)
    return Answer((HOLDS,) if holds else (), problems, {"is_sealed": holds})


SEAL = Text(
    en="Seal, give it to the enemy: {code}",
    ru="Печать, отдайте её противнику: {code}",
)
KEY = Text(
    en="Key, keep it to yourself until the game is over: {key}",
    ru="Ключ, держите его при себе до конца игры: {key}",
)
NOT_SEALED = Text(
    en="No seal: the fleet is not in order; put it right and take a new photo.",
    ru="Печати нет: флот не в порядке; исправьте его и снимите снова.",
)
TOO_LATE = Text(
    en="there are shots on the own field already; a fleet is sealed before the first shot",
    ru="на своём поле уже есть выстрелы; флот запечатывают до первого выстрела",
)
WORDS_MISSING = Text(
    en="{missing} missing: type the seal that the enemy was given and the key of the sheet's owner",
    ru="не хватает {missing}: наберите печать, отданную противнику, и ключ хозяина листа",
)
HOLDS = Text(en="The seal holds: this is the fleet that was sealed.", ru="Печать цела: это тот самый флот.")

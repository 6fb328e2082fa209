"""Whose turn it is, told by the numbers of shots on both fields."""

from __future__ import annotations

from dataclasses import dataclass

from companion.text import Text, join, same

OWNER, ENEMY = 0, 1


def turn_by_misses(first: int, second: int) -> int | None:
    """Who shoots, 0 for the beginner, from the misses of the beginner and the other; `None` if impossible.

    >>> [turn_by_misses(3, 3), turn_by_misses(4, 3), turn_by_misses(3, 4)]
    [0, 1, None]
    """
    return {0: 0, 1: 1}.get(first - second)


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns finished on both sides, and who may be to shoot by them.

    Of the owner's `own` dots up to `notes` may stand round sunk ships as notes instead of shots. `first` is 0
    if the owner of the sheet began, 1 if the enemy did. `is_by_misses` says what ends a turn: a miss, or any
    shot."""

    own: int
    enemy: int
    notes: int
    first: int | None
    is_by_misses: bool

    def possible(self) -> frozenset[int]:
        """Who may be to shoot, 0 the owner."""
        found = set()
        for first in (OWNER, ENEMY) if self.first is None else (self.first,):
            for mine in range(self.own - self.notes, self.own + 1):
                counts = (mine, self.enemy) if first == OWNER else (self.enemy, mine)
                turn = turn_by_misses(*counts)
                if turn is not None:
                    found.add(first if turn == 0 else 1 - first)
        return frozenset(found)

    def reason(self) -> Text:
        """Why it is that player's turn, or the question that would settle it."""
        what = MISSES if self.is_by_misses else SHOTS
        own = same(str(self.own)) if not self.notes else same(f"{self.own - self.notes}..{self.own}")
        counted = COUNTED.fill(what=what, own=own, enemy=self.enemy)
        possible = self.possible()
        if not possible:
            return counted + same("; ") + NEVER
        if len(possible) == 1:
            (turn,) = possible
            rule = (YOURS, THEIRS)[turn]
            began = same("") if self.first is None else same("; ") + (YOU_BEGAN, THEY_BEGAN)[self.first]
            return counted + began + same("; ") + rule
        asked = [ASK_FIRST] if self.first is None else []
        if self.notes:
            asked.append(ASK_NOTES.fill(notes=self.notes))
        return join([counted, *asked], "; ")


MISSES = Text(en="misses", ru="промахов")
SHOTS = Text(en="shots", ru="выстрелов")
COUNTED = Text(en="{what}: yours {own}, the enemy's {enemy}", ru="{what}: ваших {own}, у противника {enemy}")
YOU_BEGAN = Text(en="you began", ru="начинали вы")
THEY_BEGAN = Text(en="the enemy began", ru="начинал противник")
YOURS = Text(en="so you shoot", ru="значит, стреляете вы")
THEIRS = Text(en="so the enemy shoots", ru="значит, стреляет противник")
NEVER = Text(en="turns cannot come out like that", ru="при игре по очереди так не бывает")
ASK_FIRST = Text(en="who began?", ru="кто начинал?")
ASK_NOTES = Text(
    en="how many of the {notes} dots round sunk ships were shots?",
    ru="сколько из {notes} точек у потопленных кораблей были выстрелами?",
)

"""Corrections: what a person says, kept beside what was read."""

from __future__ import annotations

from typing import Any

from printables.marks import At, Choice, Kind
from web.storage.kept import Kept, find_position, now
from web.storage.tables import Correction, ReadPosition


class Corrections(Kept):
    """Corrections of positions, undone from the last one back."""

    __slots__ = ()

    def correct(
        self, token: str, number: int, place: int, *, board: str, kind: Kind, at: At, choice: Choice
    ) -> ReadPosition | None:
        """Say what stands at a place, beside what was read; the position with it, `None` if there is none."""
        with self.database.writing() as session:
            position = find_position(session, token, number, place, is_changed=True)
            if position is None:
                return None
            position.corrections.append(
                Correction(
                    number=max((one.number for one in position.corrections), default=0) + 1,
                    board=board,
                    kind=kind.value,
                    at=_plain(at),
                    symbol=choice.symbol.value,
                    player=choice.player,
                    made=now(),
                )
            )
            position.confirmed = None
        return position

    def undo(self, token: str, number: int, place: int) -> ReadPosition | None:
        """Take the last correction back, if there is one."""
        with self.database.writing() as session:
            position = find_position(session, token, number, place, is_changed=True)
            if position is not None and position.corrections:
                position.corrections.pop()
                position.confirmed = None
        return position

    def confirm(self, token: str, number: int, place: int, *, is_right: bool = True) -> ReadPosition | None:
        """Keep that a person says all of it is right now, or says so no longer."""
        with self.database.writing() as session:
            position = find_position(session, token, number, place, is_changed=True)
            if position is not None:
                position.confirmed = now() if is_right else None
        return position


def _plain(at: At) -> list[Any]:
    return [list(part) if isinstance(part, tuple) else part for part in at]

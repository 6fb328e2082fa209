"""Players that hide their sheets from each other: a link for each, dead once it is withdrawn."""

from __future__ import annotations

import secrets
from typing import Any

from web.storage.kept import TOKEN_BYTES, Kept, find_position, find_seat, now
from web.storage.tables import Seat, SharedGame


class Seats(Kept):
    """Shared games and the places of their players."""

    __slots__ = ()

    def share(self, game: str, players: int = 2) -> SharedGame:
        """A new shared game with a link for each player."""
        shared = SharedGame(created=now(), game=game)
        shared.seats = [
            Seat(player=player, token=secrets.token_urlsafe(TOKEN_BYTES)) for player in range(players)
        ]
        with self.database.writing() as session:
            session.add(shared)
        return shared

    def seat(self, seat_token: str) -> Seat | None:
        """The place of whoever has this link, with the whole shared game; `None` once it is withdrawn."""
        with self.database.reading() as session:
            return find_seat(session, seat_token)

    def sit(
        self, seat_token: str, token: str, number: int, place: int, seal: dict[str, Any] | None = None
    ) -> Seat | None:
        """Lay a position before this seat, in place of an earlier one."""
        with self.database.writing() as session:
            seat = find_seat(session, seat_token, is_changed=True)
            position = find_position(session, token, number, place, is_changed=True)
            if seat is None or position is None:
                return None
            seat.position, seat.seal = position, seal or seat.seal
        return seat

    def take_seat(self, invitation: str) -> str | None:
        """Take a place by its invitation, which is dead from then on; the link that only its player has."""
        with self.database.writing() as session:
            seat = find_seat(session, invitation, is_changed=True)
            if seat is None or seat.taken is not None:
                return None
            seat.token, seat.taken = secrets.token_urlsafe(TOKEN_BYTES), now()
            return seat.token

    def open_sheet(self, seat_token: str) -> Seat | None:
        """Say that the game is over for this player: his sheet may be compared."""
        with self.database.writing() as session:
            seat = find_seat(session, seat_token, is_changed=True)
            if seat is not None and seat.position is not None:
                seat.opened = seat.opened or now()
        return seat

    def withdraw(self, seat_token: str) -> bool:
        """Kill a link; what lay before the seat is no longer seen from the others."""
        with self.database.writing() as session:
            seat = find_seat(session, seat_token, is_changed=True)
            if seat is not None:
                seat.withdrawn, seat.position = now(), None
        return seat is not None

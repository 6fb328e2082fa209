"""What all parts of the store stand on: database and files together, and how rows are found by their tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session, contains_eager, selectinload

from web.storage.database import Database
from web.storage.photo_files import PhotoFiles, is_token
from web.storage.tables import ReadPosition, Seat, SharedGame, Upload, UploadedPhoto

TOKEN_BYTES = 18


@dataclass(frozen=True, slots=True)
class Kept:
    """Database and files. Rows that a function gives may be read but not written."""

    database: Database
    files: PhotoFiles
    folder: Path = field(compare=False)


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def find_position(
    session: Session, token: str, number: int, place: int, *, is_changed: bool = False
) -> ReadPosition | None:
    """A position; one that is to be changed is kept from others until the end of the transaction."""
    if not is_token(token):
        return None
    wanted = (
        select(ReadPosition)
        .join(ReadPosition.photo)
        .join(UploadedPhoto.upload)
        .where(Upload.token == token, UploadedPhoto.number == number, ReadPosition.place == place)
        .options(
            contains_eager(ReadPosition.photo).contains_eager(UploadedPhoto.upload),
            selectinload(ReadPosition.corrections),
        )
    )
    return session.scalars(wanted.with_for_update(of=ReadPosition) if is_changed else wanted).first()


def find_seat(session: Session, token: str, *, is_changed: bool = False) -> Seat | None:
    """A seat with its whole game by a link that is alive; one that is to be changed is kept from others."""
    if not is_token(token):
        return None
    wanted = (
        select(Seat)
        .where(Seat.token == token, Seat.withdrawn.is_(None))
        .options(
            selectinload(Seat.shared)
            .selectinload(SharedGame.seats)
            .selectinload(Seat.position)
            .options(
                selectinload(ReadPosition.corrections),
                selectinload(ReadPosition.photo).selectinload(UploadedPhoto.upload),
            )
        )
    )
    return session.scalars(wanted.with_for_update(of=Seat) if is_changed else wanted).first()

"""The tables: an upload has photos, a photo has positions, a position has corrections.

What was corrected stands beside what was read, never in its place. Every row is found from an upload's token,
which cannot be guessed; numbers of rows never leave the server.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, ForeignKey, Index, String, TypeDecorator, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

Json = dict[str, Any]


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets time zones, so they are put back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Into the database."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Out of the database."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class State(StrEnum):
    """How far a photo has come."""

    WAITING = "waiting"
    READING = "reading"
    READ = "read"
    REFUSED = "refused"


class Table(DeclarativeBase):
    """What all tables have in common."""

    type_annotation_map: ClassVar = {datetime: Moment, Json: JSON, list[Any]: JSON}


class Upload(Table):
    """Photos sent together, and what the visitor said about them; whoever has the token may look."""

    __tablename__ = "upload"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[datetime] = mapped_column(index=True)
    visitor: Mapped[str | None] = mapped_column(String(64), index=True)
    """The browser that sent it, by the random name in its signed cookie."""
    lang: Mapped[str] = mapped_column(String(8))
    game: Mapped[str | None] = mapped_column(String(64))
    options: Mapped[Json | None]
    code: Mapped[str | None] = mapped_column(String(64))
    photos: Mapped[list[UploadedPhoto]] = relationship(
        back_populates="upload", cascade="all, delete-orphan", order_by="UploadedPhoto.number"
    )

    @property
    def is_done(self) -> bool:
        """Whether every photo is read or refused."""
        return all(photo.state in (State.READ, State.REFUSED) for photo in self.photos)


class UploadedPhoto(Table):
    """One photo of an upload: its cleaned file, how far it has come, and why it was refused.

    `claim` names the reader that has it in hand, until `leased_until`; a reader that dies lets go that way.
    """

    __tablename__ = "uploaded_photo"
    __table_args__ = (
        UniqueConstraint("upload_id", "number"),
        Index("ix_uploaded_photo_state", "state", "queued"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    upload_id: Mapped[int] = mapped_column(ForeignKey("upload.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    """From 1, in the order of the upload."""
    name: Mapped[str] = mapped_column(String(200))
    """What the visitor's phone called it; only ever shown."""
    file: Mapped[str | None] = mapped_column(String(64))
    """The photo without metadata, among the upload's files; `None` when it was refused at the door."""
    size: Mapped[int]
    state: Mapped[str] = mapped_column(String(16))
    queued: Mapped[datetime]
    attempts: Mapped[int] = mapped_column(default=0)
    claim: Mapped[str | None] = mapped_column(String(64))
    leased_until: Mapped[datetime | None]
    finished: Mapped[datetime | None]
    error_code: Mapped[str | None] = mapped_column(String(64))
    error_en: Mapped[str | None]
    error_ru: Mapped[str | None]
    timings_ms: Mapped[Json | None]
    files: Mapped[Json | None]
    """Pictures of the whole photo by what they show: `annotated`, `thumbnail`."""
    report: Mapped[Json | None]
    """What `companion read --json --marks` says, by language."""
    squares: Mapped[Json | None]
    """The squared paper in it with the games that may be there: see `web.work.findings`."""
    pointed_out: Mapped[Json | None]
    """`fields`: the games that somebody pointed out, `{game, corners_px}`; `time`: how often; `refused`: why the last
    ones could not be read, so that what was read before stays."""
    upload: Mapped[Upload] = relationship(back_populates="photos")
    positions: Mapped[list[ReadPosition]] = relationship(
        back_populates="photo", cascade="all, delete-orphan", order_by="ReadPosition.place"
    )


class ReadPosition(Table):
    """One position in a photo, as it was read. Never changed afterwards, but for `confirmed`."""

    __tablename__ = "read_position"
    __table_args__ = (
        UniqueConstraint("photo_id", "place"),
        Index("ix_read_position_sheet", "game", "serial"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    photo_id: Mapped[int] = mapped_column(ForeignKey("uploaded_photo.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]
    """From 1, in the order of the photo."""
    game: Mapped[str] = mapped_column(String(64))
    options: Mapped[Json]
    serial: Mapped[str | None] = mapped_column(String(32))
    sheet: Mapped[Json | None]
    """Of a printed sheet: `paper`, `lang`, `tags_seen`, `residual_mm`."""
    group: Mapped[int] = mapped_column("board_group")
    """Which boards of the sheet."""
    begins: Mapped[int | None]
    """The player whose box is ticked."""
    notation: Mapped[str]
    marks: Mapped[list[Any]]
    """Every mark as read: `board, kind, at, symbol, player, colour, confidence, other`."""
    boards: Mapped[list[Any]]
    """The boards: `name, grid, origin_mm, pitch_mm, columns, rows`."""
    corners_px: Mapped[list[Any]]
    pictures: Mapped[Json]
    """Files and how they lie: see `web.work.findings`."""
    confirmed: Mapped[datetime | None]
    photo: Mapped[UploadedPhoto] = relationship(back_populates="positions")
    corrections: Mapped[list[Correction]] = relationship(
        back_populates="position", cascade="all, delete-orphan", order_by="Correction.number"
    )


class Correction(Table):
    """What a person says stands at a place instead of what was read; undo takes the last one away."""

    __tablename__ = "correction"
    __table_args__ = (UniqueConstraint("position_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    position_id: Mapped[int] = mapped_column(ForeignKey("read_position.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    board: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[list[Any]]
    symbol: Mapped[str] = mapped_column(String(16))
    player: Mapped[int | None]
    made: Mapped[datetime]
    position: Mapped[ReadPosition] = relationship(back_populates="corrections")


class ReadingTime(Table):
    """A step of the histogram of reading times: photos that took at most so long, and longer than the step before."""

    __tablename__ = "reading_time"

    most_seconds: Mapped[float] = mapped_column(primary_key=True, autoincrement=False)
    photos: Mapped[int]
    seconds: Mapped[float]
    """All of them together."""


class SharedGame(Table):
    """A game whose players keep their sheets from each other: a seat for each, and what both may see."""

    __tablename__ = "shared_game"

    id: Mapped[int] = mapped_column(primary_key=True)
    created: Mapped[datetime]
    game: Mapped[str] = mapped_column(String(64))
    seats: Mapped[list[Seat]] = relationship(
        back_populates="shared", cascade="all, delete-orphan", order_by="Seat.player"
    )


class Seat(Table):
    """One player's place in a shared game; the token is his link, dead when `withdrawn`."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("shared_id", "player"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    shared_id: Mapped[int] = mapped_column(ForeignKey("shared_game.id", ondelete="CASCADE"), index=True)
    player: Mapped[int]
    token: Mapped[str] = mapped_column(String(64), unique=True)
    taken: Mapped[datetime | None]
    """When somebody came by the invitation; from then on the token is another one."""
    opened: Mapped[datetime | None]
    """When this player said that the game is over and his sheet may be compared."""
    withdrawn: Mapped[datetime | None]
    position_id: Mapped[int | None] = mapped_column(ForeignKey("read_position.id", ondelete="SET NULL"))
    seal: Mapped[Json | None]
    shared: Mapped[SharedGame] = relationship(back_populates="seats")
    position: Mapped[ReadPosition | None] = relationship()

"""What the pages, the API and the readers ask of storage. Each function is one transaction.

Readers take photos by claims: of two that reach for one photo, the database lets one have it. A claim runs out
unless it is renewed, so that a photo in the hands of a dead reader comes free again.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import platformdirs
from flask import current_app
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session, contains_eager, selectinload

from companion.errors import OutputError
from companion.text import Text
from printables.marks import At, Choice, Kind
from web import words
from web.storage.database import Database, open_database
from web.storage.outcome import Outcome
from web.storage.photo_files import PhotoFiles, is_token, open_files
from web.storage.tables import Correction, ReadPosition, Seat, SharedGame, State, Upload, UploadedPhoto

DATA_VARIABLE = "COMPANION_DATA"
TOKEN_BYTES = 18

MOST_NAME = 200
"""Letters of a file's name that are kept."""

LEASE_SECONDS = 20.0
"""A reader that has not renewed its claim for so long is dead."""

MOST_TRIES = 2
"""A reader may die for reasons of its own; a photo that kills two is to blame."""

ORPHAN_SECONDS = 3600.0
"""Files without an upload are left by something that died half-way; younger ones may belong to one on its way in."""

STOPPED = Text(
    en="reading this photo was broken off twice (out of memory or time); send a smaller copy of it, alone",
    ru="чтение этого снимка дважды оборвалось (не хватило памяти или времени); пришлите его уменьшенным, отдельно",
)
GONE = Text(
    en="the photo is no longer there; send it again", ru="снимка больше нет на месте; пришлите его ещё раз"
)


@dataclass(frozen=True, slots=True)
class NewPhoto:
    """A photo on its way in: cleaned content with the ending of its kind, or why it was refused at the door."""

    name: str
    content: bytes = b""
    kind: str = "jpg"
    error_code: str | None = None
    error: Text | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What the visitor said about an upload."""

    lang: str = "en"
    game: str | None = None
    options: Mapping[str, Any] | None = None
    code: str | None = None
    visitor: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """A photo in the hands of one reader."""

    photo_id: int
    claim: str
    token: str
    number: int
    name: str
    file: str
    said: Said


def data_folder() -> Path:
    """Where everything is kept: `COMPANION_DATA`, or the place this system has for such things."""
    given = os.environ.get(DATA_VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("paper-companion", appauthor=False))


def open_store(folder: Path | None = None) -> Store:
    """The store in a folder, or where `data_folder` says. Raises `OutputError` when it cannot be written."""
    folder = folder or data_folder()
    try:
        return Store(open_database(folder), open_files(folder), folder)
    except OSError as error:
        raise _not_saved(error, folder) from error


def current_store() -> Store:
    """The store of the running application."""
    store = current_app.extensions["store"]
    assert isinstance(store, Store)
    return store


def _now() -> datetime:
    return datetime.now(UTC)


def _not_saved(error: OSError, folder: Path) -> OutputError:
    return OutputError(words.NOT_SAVED.fill(reason=error.strerror or str(error), folder=folder))


@dataclass(frozen=True, slots=True)
class Store:
    """Database and files together. Rows that a function gives may be read but not written."""

    database: Database
    files: PhotoFiles
    folder: Path = field(compare=False)

    # --- uploads --------------------------------------------------------------------------------------

    def add_upload(self, photos: Sequence[NewPhoto], said: Said) -> Upload:
        """Keep photos that came together, whole or not at all. Raises `OutputError`."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), _now()
        upload = Upload(
            token=token,
            created=now,
            visitor=said.visitor,
            lang=said.lang,
            game=said.game,
            options=None if said.options is None else dict(said.options),
            code=said.code,
        )
        try:
            for number, photo in enumerate(photos, 1):
                upload.photos.append(self._kept(token, number, photo, now))
        except OSError as error:
            self.files.delete(token)
            raise _not_saved(error, self.folder) from error
        # Files first: a row is never there without its file, and files without a row are swept up.
        with self.database.writing() as session:
            session.add(upload)
        return upload

    def _kept(self, token: str, number: int, photo: NewPhoto, now: datetime) -> UploadedPhoto:
        row = UploadedPhoto(
            number=number, name=_shown(photo.name), size=len(photo.content), queued=now, attempts=0
        )
        if photo.error is not None:
            row.state, row.error_code, row.finished = State.REFUSED, photo.error_code, now
            row.error_en, row.error_ru = photo.error.en, photo.error.ru
        else:
            row.state, row.file = State.WAITING, f"{number}.{photo.kind}"
            self.files.put(token, row.file, photo.content)
        return row

    def upload(self, token: str) -> Upload | None:
        """An upload with its photos, their positions and corrections."""
        if not is_token(token):
            return None
        with self.database.reading() as session:
            return session.scalars(select(Upload).where(Upload.token == token).options(*_WHOLE)).first()

    def position(self, token: str, number: int, place: int) -> ReadPosition | None:
        """One position of one photo of an upload, with its corrections."""
        with self.database.reading() as session:
            return _position(session, token, number, place)

    def history(self, visitor: str, game: str, serial: str) -> list[ReadPosition]:
        """All positions of one printed sheet that this visitor sent, the oldest first."""
        with self.database.reading() as session:
            rows = session.scalars(
                select(ReadPosition)
                .join(ReadPosition.photo)
                .join(UploadedPhoto.upload)
                .where(Upload.visitor == visitor, ReadPosition.game == game, ReadPosition.serial == serial)
                .order_by(Upload.created, UploadedPhoto.number, ReadPosition.place)
                .options(
                    contains_eager(ReadPosition.photo).contains_eager(UploadedPhoto.upload),
                    selectinload(ReadPosition.corrections),
                )
            )
            return list(rows)

    def recent(self, visitor: str, game: str, most: int) -> list[str]:
        """The newest uploads of a visitor that hold positions of a game, the newest first; their tokens."""
        with self.database.reading() as session:
            rows = session.execute(
                select(Upload.token, func.max(Upload.created).label("at"))
                .join(Upload.photos)
                .join(UploadedPhoto.positions)
                .where(Upload.visitor == visitor, ReadPosition.game == game)
                .group_by(Upload.token)
                .order_by(func.max(Upload.created).desc())
                .limit(most)
            )
            return [row[0] for row in rows]

    def delete(self, token: str) -> bool:
        """Throw an upload away with everything read from it; whether it was there."""
        if not is_token(token):
            return False
        with self.database.writing() as session:
            upload = session.scalars(select(Upload).where(Upload.token == token)).first()
            if upload is not None:
                session.delete(upload)
        self.files.delete(token)
        return upload is not None

    def forget_older_than(self, days: float) -> int:
        """Throw away uploads older than that, and shared games; how many uploads."""
        latest = _now() - timedelta(days=days)
        with self.database.reading() as session:
            old = list(session.scalars(select(Upload.token).where(Upload.created < latest)))
        for token in old:
            self.delete(token)
        with self.database.writing() as session:
            for shared in session.scalars(select(SharedGame).where(SharedGame.created < latest)):
                session.delete(shared)
        return len(old)

    def sweep(self) -> int:
        """Throw away files without an upload; of how many."""
        stray = 0
        for token in self.files.tokens(ORPHAN_SECONDS):
            with self.database.reading() as session:
                if session.scalars(select(Upload.id).where(Upload.token == token)).first() is None:
                    self.files.delete(token)
                    stray += 1
        return stray

    # --- corrections ----------------------------------------------------------------------------------

    def correct(
        self, token: str, number: int, place: int, *, board: str, kind: Kind, at: At, choice: Choice
    ) -> ReadPosition | None:
        """Say what stands at a place, beside what was read; the position with it, `None` if there is none."""
        with self.database.writing() as session:
            position = _position(session, token, number, place, is_changed=True)
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
                    made=_now(),
                )
            )
            position.confirmed = None
        return position

    def undo(self, token: str, number: int, place: int) -> ReadPosition | None:
        """Take the last correction back, if there is one."""
        with self.database.writing() as session:
            position = _position(session, token, number, place, is_changed=True)
            if position is not None and position.corrections:
                position.corrections.pop()
                position.confirmed = None
        return position

    def confirm(self, token: str, number: int, place: int, *, is_right: bool = True) -> ReadPosition | None:
        """Keep that a person says all of it is right now, or says so no longer."""
        with self.database.writing() as session:
            position = _position(session, token, number, place, is_changed=True)
            if position is not None:
                position.confirmed = _now() if is_right else None
        return position

    # --- players that hide their sheets -----------------------------------------------------------------

    def share(self, game: str, players: int = 2) -> SharedGame:
        """A new shared game with a link for each player."""
        shared = SharedGame(created=_now(), game=game)
        shared.seats = [
            Seat(player=player, token=secrets.token_urlsafe(TOKEN_BYTES)) for player in range(players)
        ]
        with self.database.writing() as session:
            session.add(shared)
        return shared

    def seat(self, seat_token: str) -> Seat | None:
        """The place of whoever has this link, with the whole shared game; `None` once it is withdrawn."""
        with self.database.reading() as session:
            return _seat(session, seat_token)

    def sit(
        self, seat_token: str, token: str, number: int, place: int, seal: dict[str, Any] | None = None
    ) -> Seat | None:
        """Lay a position before this seat, in place of an earlier one."""
        with self.database.writing() as session:
            seat = _seat(session, seat_token, is_changed=True)
            position = _position(session, token, number, place, is_changed=True)
            if seat is None or position is None:
                return None
            seat.position, seat.seal = position, seal or seat.seal
        return seat

    def take_seat(self, invitation: str) -> str | None:
        """Take a place by its invitation, which is dead from then on; the link that only its player has."""
        with self.database.writing() as session:
            seat = _seat(session, invitation, is_changed=True)
            if seat is None or seat.taken is not None:
                return None
            seat.token, seat.taken = secrets.token_urlsafe(TOKEN_BYTES), _now()
            return seat.token

    def open_sheet(self, seat_token: str) -> Seat | None:
        """Say that the game is over for this player: his sheet may be compared."""
        with self.database.writing() as session:
            seat = _seat(session, seat_token, is_changed=True)
            if seat is not None and seat.position is not None:
                seat.opened = seat.opened or _now()
        return seat

    def withdraw(self, seat_token: str) -> bool:
        """Kill a link; what lay before the seat is no longer seen from the others."""
        with self.database.writing() as session:
            seat = _seat(session, seat_token, is_changed=True)
            if seat is not None:
                seat.withdrawn, seat.position = _now(), None
        return seat is not None

    # --- reading --------------------------------------------------------------------------------------

    def queue_length(self) -> int:
        """Photos that are waiting or being read."""
        open_states = (State.WAITING, State.READING)
        with self.database.reading() as session:
            found = session.scalar(
                select(func.count()).select_from(UploadedPhoto).where(UploadedPhoto.state.in_(open_states))
            )
        return found or 0

    def waiting(self, most: int = 100) -> list[int]:
        """Photos that nobody has in hand, those first that came first."""
        with self.database.reading() as session:
            return list(
                session.scalars(
                    select(UploadedPhoto.id)
                    .where(UploadedPhoto.state == State.WAITING)
                    .order_by(UploadedPhoto.queued, UploadedPhoto.id)
                    .limit(most)
                )
            )

    def claim(self, photo_id: int, reader: str) -> Job | None:
        """Take a waiting photo in hand; `None` when somebody else has it, or it is gone."""
        claim = f"{reader[:40]}:{secrets.token_hex(8)}"
        with self.database.writing() as session:
            taken = session.execute(
                update(UploadedPhoto)
                .where(UploadedPhoto.id == photo_id, UploadedPhoto.state == State.WAITING)
                .values(
                    state=State.READING,
                    claim=claim,
                    attempts=UploadedPhoto.attempts + 1,
                    leased_until=_now() + timedelta(seconds=LEASE_SECONDS),
                )
            )
            if _count(taken) == 0:
                return None
            photo = session.scalars(
                select(UploadedPhoto)
                .where(UploadedPhoto.id == photo_id)
                .options(selectinload(UploadedPhoto.upload))
            ).one()
            upload = photo.upload
            said = Said(upload.lang, upload.game, upload.options, upload.code, upload.visitor)
            return Job(photo.id, claim, upload.token, photo.number, photo.name, photo.file or "", said)

    def renew(self, job: Job) -> bool:
        """Keep a photo in hand for longer; `False` when it was taken away."""
        with self.database.writing() as session:
            renewed = session.execute(
                update(UploadedPhoto)
                .where(UploadedPhoto.id == job.photo_id, UploadedPhoto.claim == job.claim)
                .values(leased_until=_now() + timedelta(seconds=LEASE_SECONDS))
            )
            return _count(renewed) == 1

    def finish(self, job: Job, outcome: Outcome) -> bool:
        """Keep what reading gave, whole or not at all; `False` when the photo is no longer in that reader's hands."""
        for name, content in outcome.contents.items():
            self.files.put(job.token, name, content)
        with self.database.writing() as session:
            photo = session.scalars(
                select(UploadedPhoto)
                .where(UploadedPhoto.id == job.photo_id, UploadedPhoto.claim == job.claim)
                .with_for_update()
            ).first()
            if photo is not None:
                _fill(photo, outcome)
        if photo is None and self.upload(job.token) is None:
            self.files.delete(job.token)  # thrown away while it was read
        return photo is not None

    def give_back(self, photo_id: int, reader: str, *, is_blamed: bool = True) -> bool:
        """Take a photo out of the hands of a reader that died; whether it will be tried again.

        With `is_blamed`, the photo may have killed it: that counts as a try.
        """
        with self.database.writing() as session:
            photo = session.scalars(
                select(UploadedPhoto)
                .where(
                    UploadedPhoto.id == photo_id,
                    UploadedPhoto.state == State.READING,
                    UploadedPhoto.claim.startswith(f"{reader}:", autoescape=True),
                )
                .with_for_update()
            ).first()
            if photo is None:
                return False
            if not is_blamed:
                photo.attempts -= 1
            return _release(photo)

    def give_back_overdue(self) -> int:
        """Take photos out of the hands of readers that have not been heard of; how many."""
        with self.database.writing() as session:
            late = list(
                session.scalars(
                    select(UploadedPhoto)
                    .where(UploadedPhoto.state == State.READING, UploadedPhoto.leased_until < _now())
                    .with_for_update(skip_locked=True)
                )
            )
            for photo in late:
                _release(photo)
        return len(late)

    def read_again(self, token: str, number: int) -> bool:
        """Put a refused photo whose file is kept back in the queue; whether there is one."""
        if not is_token(token):
            return False
        with self.database.writing() as session:
            photo = session.scalars(
                select(UploadedPhoto)
                .join(UploadedPhoto.upload)
                .where(Upload.token == token, UploadedPhoto.number == number)
            ).first()
            if photo is None or photo.state != State.REFUSED or photo.file is None:
                return False
            photo.state, photo.attempts, photo.queued = State.WAITING, 0, _now()
            photo.error_code = photo.error_en = photo.error_ru = photo.finished = None
        return True

    def content(self, job: Job) -> bytes | None:
        """The photo itself."""
        return self.files.get(job.token, job.file)

    def counts(self) -> dict[str, int]:
        """Photos by state."""
        with self.database.reading() as session:
            rows = session.execute(
                select(UploadedPhoto.state, func.count()).group_by(UploadedPhoto.state)
            ).all()
        return {state.value: 0 for state in State} | {row[0]: row[1] for row in rows}


_WHOLE = (
    selectinload(Upload.photos).selectinload(UploadedPhoto.positions).selectinload(ReadPosition.corrections),
)


def _position(
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


def _seat(session: Session, token: str, *, is_changed: bool = False) -> Seat | None:
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


def _shown(name: str) -> str:
    """A file's name as it may stand on a page: one line without signs that cannot be seen, not too long."""
    return "".join(sign if sign.isprintable() else " " for sign in name)[:MOST_NAME].strip() or "photo"


def _plain(at: At) -> list[Any]:
    return [list(part) if isinstance(part, tuple) else part for part in at]


def _count(result: Any) -> int:
    count: int = result.rowcount
    return count


def _release(photo: UploadedPhoto) -> bool:
    """Back into the queue, or refused for good when it was tried often enough."""
    photo.claim = photo.leased_until = None
    if photo.attempts < MOST_TRIES:
        photo.state = State.WAITING
        return True
    photo.state, photo.finished = State.REFUSED, _now()
    photo.error_code, photo.error_en, photo.error_ru = "READER_STOPPED", STOPPED.en, STOPPED.ru
    return False


def _fill(photo: UploadedPhoto, outcome: Outcome) -> None:
    photo.state = State.READ if outcome.error is None else State.REFUSED
    photo.claim = photo.leased_until = None
    photo.finished = _now()
    if outcome.error is not None:
        photo.error_code = outcome.error_code
        photo.error_en, photo.error_ru = outcome.error.en, outcome.error.ru
    photo.files, photo.report = outcome.files, outcome.report
    photo.timings_ms = dict(outcome.timings_ms)
    photo.positions = [
        ReadPosition(
            place=place,
            game=finding.game,
            options=finding.options,
            serial=finding.serial,
            sheet=finding.sheet,
            group=finding.group,
            begins=finding.begins,
            notation=finding.notation,
            marks=finding.marks,
            boards=finding.boards,
            corners_px=finding.corners_px,
            pictures=finding.pictures,
        )
        for place, finding in enumerate(outcome.findings, 1)
    ]

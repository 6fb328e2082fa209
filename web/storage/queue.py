"""The queue: photos that wait, claims of those that read them, and what reading gave.

Of two that reach for one photo, the database lets one have it. A claim runs out unless it is renewed, so that a
photo in the hands of a dead reader comes free again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import selectinload

from companion.text import Text
from web.storage.kept import now
from web.storage.outcome import Finding, Outcome
from web.storage.photo_files import is_token
from web.storage.reading_times import ReadingTimes, count_reading, reading_times
from web.storage.sent import Job, Pointed, Said
from web.storage.tables import ReadPosition, State, Upload, UploadedPhoto
from web.storage.uploads import Uploads

LEASE_SECONDS = 20.0
"""A reader that has not renewed its claim for so long is dead."""

MOST_TRIES = 2
"""A reader may die for reasons of its own; a photo that kills two is to blame."""

STOPPED = Text(
    en="reading this photo was broken off twice (out of memory or time); send a smaller copy of it, alone",
    ru="чтение этого снимка дважды оборвалось (не хватило памяти или времени); пришлите его уменьшенным, отдельно",
)


class Queue(Uploads):
    """Photos on their way from waiting to read or refused."""

    __slots__ = ()

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
                    leased_until=now() + timedelta(seconds=LEASE_SECONDS),
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
            file = photo.file or ""
            pointed, time = pointed_out_in(photo)
            return Job(
                photo.id,
                claim,
                upload.token,
                photo.number,
                photo.name,
                file,
                said,
                taken=now(),
                pointed_out=pointed,
                time=time,
            )

    def renew(self, job: Job) -> bool:
        """Keep a photo in hand for longer; `False` when it was taken away."""
        with self.database.writing() as session:
            renewed = session.execute(
                update(UploadedPhoto)
                .where(UploadedPhoto.id == job.photo_id, UploadedPhoto.claim == job.claim)
                .values(leased_until=now() + timedelta(seconds=LEASE_SECONDS))
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
                count_reading(session, (now() - job.taken).total_seconds())
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
                    .where(UploadedPhoto.state == State.READING, UploadedPhoto.leased_until < now())
                    .with_for_update(skip_locked=True)
                )
            )
            for photo in late:
                _release(photo)
        return len(late)

    def read_again(self, token: str, number: int, said: Said | None = None) -> bool:
        """Put a refused photo whose file is kept back in the queue; whether there is one.

        With `said`, which sheet it is counts from now on, for the whole upload.
        """
        if not is_token(token):
            return False
        with self.database.writing() as session:
            photo = session.scalars(_photo(token, number).options(selectinload(UploadedPhoto.upload))).first()
            if photo is None or photo.state != State.REFUSED or photo.file is None:
                return False
            _put_back(photo)
            photo.pointed_out = None
            if said is not None:
                upload = photo.upload
                upload.game, upload.options, upload.code = said.game, None, said.code
        return True

    def point_out(self, token: str, number: int, pointed: Sequence[Pointed]) -> bool:
        """Have a photo read once more, as these games in these fields; whether it is there and its file is kept.

        What was read before stays until the fields have been read.
        """
        if not is_token(token):
            return False
        with self.database.writing() as session:
            photo = session.scalars(_photo(token, number).with_for_update()).first()
            is_idle = photo is not None and photo.state in (State.READ, State.REFUSED)
            if photo is None or not is_idle or photo.file is None or photo.squares is None:
                return False
            _put_back(photo)
            photo.pointed_out = {
                "fields": [asdict(one) for one in pointed],
                "time": pointed_out_in(photo)[1] + 1,
            }
        return True

    def content(self, job: Job) -> bytes | None:
        """The photo itself."""
        return self.files.get(job.token, job.file)

    def oldest_waiting_seconds(self) -> float:
        """How long the photo that has waited longest has done so; 0 when none waits."""
        with self.database.reading() as session:
            first = session.scalar(
                select(func.min(UploadedPhoto.queued)).where(UploadedPhoto.state == State.WAITING)
            )
        return 0.0 if first is None else max(0.0, (now() - first).total_seconds())

    def reading_times(self) -> ReadingTimes:
        """How long reading took, all photos ever read."""
        with self.database.reading() as session:
            return reading_times(session)

    def counts(self) -> dict[str, int]:
        """Photos by state."""
        with self.database.reading() as session:
            rows = session.execute(
                select(UploadedPhoto.state, func.count()).group_by(UploadedPhoto.state)
            ).all()
        return {state.value: 0 for state in State} | {row[0]: row[1] for row in rows}


def _count(result: Any) -> int:
    count: int = result.rowcount
    return count


def _release(photo: UploadedPhoto) -> bool:
    """Back into the queue, or refused for good when it was tried often enough."""
    photo.claim = photo.leased_until = None
    if photo.attempts < MOST_TRIES:
        photo.state = State.WAITING
        return True
    photo.state, photo.finished = State.REFUSED, now()
    photo.error_code, photo.error_en, photo.error_ru = "READER_STOPPED", STOPPED.en, STOPPED.ru
    return False


def _photo(token: str, number: int) -> Select[UploadedPhoto]:
    """The query for one photo of an upload."""
    return (
        select(UploadedPhoto)
        .join(UploadedPhoto.upload)
        .where(Upload.token == token, UploadedPhoto.number == number)
    )


def _put_back(photo: UploadedPhoto) -> None:
    """Have a photo wait to be read once more, as if it had never been tried."""
    photo.state, photo.attempts, photo.queued = State.WAITING, 0, now()
    photo.error_code = photo.error_en = photo.error_ru = photo.finished = None


def pointed_out_in(photo: UploadedPhoto) -> tuple[tuple[Pointed, ...], int]:
    """The fields that were pointed out in a photo, and how often that was done."""
    kept = photo.pointed_out or {"fields": [], "time": 0}
    fields = (Pointed(one["game"], tuple((x, y) for x, y in one["corners_px"])) for one in kept["fields"])
    return tuple(fields), kept["time"]


def _fill(photo: UploadedPhoto, outcome: Outcome) -> None:
    photo.claim = photo.leased_until = None
    photo.finished = now()
    photo.squares = outcome.squares or photo.squares
    if outcome.error is not None and photo.positions:
        # Only a field that was pointed out is no use: what was read before stays.
        photo.state = State.READ
        told = {"code": outcome.error_code, "en": outcome.error.en, "ru": outcome.error.ru}
        photo.pointed_out = (photo.pointed_out or {}) | {"refused": told}
        return
    photo.state = State.READ if outcome.error is None else State.REFUSED
    if outcome.error is not None:
        photo.error_code = outcome.error_code
        photo.error_en, photo.error_ru = outcome.error.en, outcome.error.ru
    photo.files, photo.report = outcome.files, outcome.report
    photo.timings_ms = dict(outcome.timings_ms)
    before = {position.place: position for position in photo.positions}
    for place, finding in enumerate(outcome.findings, 1):
        known = before.pop(place, None)
        if known is None:
            known = ReadPosition(place=place)
            photo.positions.append(known)
        elif (known.game, known.options, known.boards, known.marks) != (
            finding.game,
            finding.options,
            finding.boards,
            finding.marks,
        ):
            # Corrections belong to what was read; a position that is read just as before keeps them.
            known.corrections, known.confirmed = [], None
        _fill_position(known, finding)
    for position in before.values():
        photo.positions.remove(position)


def _fill_position(position: ReadPosition, finding: Finding) -> None:
    position.game, position.options = finding.game, finding.options
    position.serial, position.sheet = finding.serial, finding.sheet
    position.group, position.begins = finding.group, finding.begins
    position.notation, position.marks, position.boards = finding.notation, finding.marks, finding.boards
    position.corners_px, position.pictures = finding.corners_px, finding.pictures

"""Uploads: kept whole or not at all, found by token or visitor, and thrown away for good."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.orm import contains_eager, selectinload

from companion.errors import OutputError
from web import words
from web.storage.kept import TOKEN_BYTES, Kept, find_position, now
from web.storage.photo_files import is_token
from web.storage.sent import NewPhoto, Said
from web.storage.tables import ReadPosition, SharedGame, State, Upload, UploadedPhoto

MOST_NAME = 200
"""Letters of a file's name that are kept."""

ORPHAN_SECONDS = 3600.0
"""Files without an upload are left by something that died half-way; younger ones may belong to one on its way in."""


class Uploads(Kept):
    """Uploads and their photos."""

    __slots__ = ()

    def add_upload(self, photos: Sequence[NewPhoto], said: Said) -> Upload:
        """Keep photos that came together, whole or not at all. Raises `OutputError`."""
        token, at = secrets.token_urlsafe(TOKEN_BYTES), now()
        upload = Upload(
            token=token,
            created=at,
            visitor=said.visitor,
            lang=said.lang,
            game=said.game,
            options=None if said.options is None else dict(said.options),
            code=said.code,
        )
        try:
            for number, photo in enumerate(photos, 1):
                upload.photos.append(self._kept(token, number, photo, at))
        except OSError as error:
            self.files.delete(token)
            raise not_saved(error, self.folder) from error
        # Files first: a row is never there without its file, and files without a row are swept up.
        with self.database.writing() as session:
            session.add(upload)
        return upload

    def _kept(self, token: str, number: int, photo: NewPhoto, at: datetime) -> UploadedPhoto:
        row = UploadedPhoto(
            number=number, name=_shown(photo.name), size=len(photo.content), queued=at, attempts=0
        )
        if photo.error is not None:
            row.state, row.error_code, row.finished = State.REFUSED, photo.error_code, at
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
            return find_position(session, token, number, place)

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
        latest = now() - timedelta(days=days)
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


_WHOLE = (
    selectinload(Upload.photos).selectinload(UploadedPhoto.positions).selectinload(ReadPosition.corrections),
)


def not_saved(error: OSError, folder: Path) -> OutputError:
    """Why nothing can be kept in a folder."""
    return OutputError(words.NOT_SAVED.fill(reason=error.strerror or str(error), folder=folder))


def _shown(name: str) -> str:
    """A file's name as it may stand on a page: one line without signs that cannot be seen, not too long."""
    return "".join(sign if sign.isprintable() else " " for sign in name)[:MOST_NAME].strip() or "photo"

"""What is done now and then: old uploads go, photos that nobody took are handed out again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from web.storage.sent import NewPhoto, Said
from web.storage.store import open_store
from web.storage.tables import Upload
from web.work import InlineDoor
from web.work.housekeeping import KEEP_DAYS, keep_days, keep_house


class Listening(InlineDoor):
    """A door that only notes what it is given."""

    given: list[int]

    def submit(self, photo_ids: Sequence[int]) -> None:
        self.given = list(photo_ids)


def test_house_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_KEEP_DAYS", "7")
    store = open_store(tmp_path)
    old, young = (store.add_upload([NewPhoto("a.jpg", b"x")], Said()) for _ in range(2))
    with store.database.writing() as session:
        week_ago = datetime.now(UTC) - timedelta(days=7, minutes=1)
        session.execute(update(Upload).where(Upload.id == old.id).values(created=week_ago))
    door = Listening(store)
    keep_house(store, door)
    assert store.upload(old.token) is None and store.upload(young.token) is not None
    assert door.given == [young.photos[0].id]
    store.database.engine.dispose()


@pytest.mark.parametrize(("given", "days"), [("7", 7.0), ("0.5", 0.5), ("a week", KEEP_DAYS)])
def test_days(monkeypatch: pytest.MonkeyPatch, given: str, days: float) -> None:
    monkeypatch.setenv("COMPANION_KEEP_DAYS", given)
    assert keep_days() == days

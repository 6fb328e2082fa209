"""Storage: claims that only one gets, leases that run out, corrections beside what was read, deleting that deletes.

Everything runs against SQLite, and with `make test-services` against a real PostgreSQL too.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text, update

from companion.text import same
from printables.marks import Choice, Kind, Symbol
from tests.web import services
from web.storage import uploads as storage
from web.storage.database import HEAD
from web.storage.outcome import Finding, Outcome
from web.storage.sent import Job, NewPhoto, Said
from web.storage.store import Store, open_store
from web.storage.tables import Correction, ReadPosition, Seat, State, Table, Upload, UploadedPhoto

FINDING = Finding(
    game="tic_tac_toe",
    options={"size": "3"},
    serial="00001",
    sheet={"paper": "a4", "lang": "en", "tags_seen": 8, "residual_mm": 0.1},
    group=0,
    begins=None,
    notation="X../.O./3.",
    marks=[{"board": "1", "kind": "cell", "at": [0, 0], "symbol": "cross", "player": 0}],
    boards=[{"name": "1", "grid": "cells"}],
    corners_px=[[0.0, 0.0]],
    pictures={"flat": {"file": "1-1-flat.jpg"}},
)
NOTHING_SAID = Said()
READ = Outcome(findings=(FINDING, FINDING), contents={"1-1-flat.jpg": b"a picture"}, report={"en": {}})


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with services.postgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgres", marks=pytest.mark.skipif(not services.WANTED, reason=services.WHY_NOT)),
    ]
)
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    if request.param == "postgres":
        monkeypatch.setenv("COMPANION_DATABASE_URL", request.getfixturevalue("server"))
    opened = open_store(tmp_path)
    with opened.database.writing() as session:
        for table in reversed(Table.metadata.sorted_tables):
            session.execute(table.delete())
    yield opened
    opened.database.engine.dispose()


def add(store: Store, *photos: NewPhoto, said: Said = NOTHING_SAID) -> Upload:
    return store.add_upload(photos or (NewPhoto("a.jpg", b"photo"),), said)


def take(store: Store, upload: Upload, number: int = 1) -> Job:
    job = store.claim(upload.photos[number - 1].id, "reader.1")
    assert job is not None
    return job


def again(store: Store, upload: Upload) -> Upload:
    found = store.upload(upload.token)
    assert found is not None
    return found


def test_photo_from_upload_to_reading(store: Store) -> None:
    upload = add(store, said=Said("ru", "tic_tac_toe", {"size": "3"}, None, "anna"))
    assert again(store, upload).photos[0].state == State.WAITING
    assert store.waiting() == [upload.photos[0].id] and store.queue_length() == 1
    job = take(store, upload)
    assert job.said == Said("ru", "tic_tac_toe", {"size": "3"}, None, "anna")
    assert store.content(job) == b"photo" and store.queue_length() == 1
    assert store.finish(job, READ)
    found = again(store, upload)
    assert found.is_done and found.created.tzinfo is not None
    assert [position.place for position in found.photos[0].positions] == [1, 2]
    assert found.photos[0].positions[0].marks == FINDING.marks
    assert store.files.get(upload.token, "1-1-flat.jpg") == b"a picture"
    assert store.queue_length() == 0 and store.counts()["read"] == 1


def test_refused_at_the_door(store: Store) -> None:
    upload = add(
        store, NewPhoto("b.exe", error_code="NOT_A_PICTURE", error=same("no")), NewPhoto("a.jpg", b"x")
    )
    found = again(store, upload)
    assert [photo.state for photo in found.photos] == [State.REFUSED, State.WAITING]
    assert found.photos[0].file is None and not found.is_done
    assert not store.read_again(upload.token, 1)


def test_of_many_that_reach_for_a_photo_one_gets_it(store: Store) -> None:
    upload = add(store, *[NewPhoto("a.jpg", b"x")] * 5)
    got: list[Job] = []
    start = threading.Barrier(4)

    def reach() -> None:
        start.wait()
        for photo in upload.photos:
            if job := store.claim(photo.id, "reader.1"):
                got.append(job)

    threads = [threading.Thread(target=reach) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(job.number for job in got) == [1, 2, 3, 4, 5]


def test_lease_that_ran_out(store: Store) -> None:
    upload = add(store)
    late = take(store, upload)
    assert store.renew(late) and store.give_back_overdue() == 0
    run_out(store)
    assert store.give_back_overdue() == 1
    job = take(store, upload)
    assert not store.renew(late)
    assert not store.finish(late, READ) and not again(store, upload).photos[0].positions
    assert store.finish(job, READ)
    assert again(store, upload).photos[0].attempts == 2


def run_out(store: Store) -> None:
    with store.database.writing() as session:
        session.execute(update(UploadedPhoto).values(leased_until=datetime.now(UTC) - timedelta(seconds=1)))


def test_photo_that_kills_is_given_up(store: Store) -> None:
    upload = add(store)
    for is_tried_again in (True, False):
        job = take(store, upload)
        assert not store.give_back(job.photo_id, "reader.12")  # another one died
        assert store.give_back(job.photo_id, "reader.1") is is_tried_again
    [photo] = again(store, upload).photos
    assert (photo.state, photo.error_code) == (State.REFUSED, "READER_STOPPED")
    assert store.read_again(upload.token, 1)
    assert store.finish(take(store, upload), READ)


def test_reader_stopped_by_us_is_no_ones_fault(store: Store) -> None:
    upload = add(store)
    for _ in range(5):
        job = take(store, upload)
        assert store.give_back(job.photo_id, "reader.1", is_blamed=False)
    assert again(store, upload).photos[0].attempts == 0


def test_corrections_stand_beside_what_was_read(store: Store) -> None:
    upload = add(store)
    store.finish(take(store, upload), READ)
    for x in range(3):
        store.correct(
            upload.token, 1, 2, board="1", kind=Kind.CELL, at=(x, 0), choice=Choice(Symbol.NOUGHT, 1)
        )
    store.confirm(upload.token, 1, 2)
    found = store.position(upload.token, 1, 2)
    assert found is not None and found.confirmed is not None
    assert [one.at for one in found.corrections] == [[0, 0], [1, 0], [2, 0]]
    assert found.marks == FINDING.marks and found.notation == FINDING.notation
    undone = store.undo(upload.token, 1, 2)
    assert undone is not None and undone.confirmed is None
    found = store.position(upload.token, 1, 2)
    assert found is not None and [one.at for one in found.corrections] == [[0, 0], [1, 0]]
    store.correct(
        upload.token, 1, 2, board="1", kind=Kind.CHAIN, at=((0, 0), (1, 1)), choice=Choice(Symbol.LINE)
    )
    found = store.position(upload.token, 1, 2)
    assert found is not None and found.corrections[-1].at == [[0, 0], [1, 1]]
    other = store.position(upload.token, 1, 1)
    assert other is not None and not other.corrections


def test_nobody_without_the_token(store: Store) -> None:
    upload = add(store)
    store.finish(take(store, upload), READ)
    for token in ("", "1", str(upload.id), upload.token[:-1], "A" * 24, "' or 1=1 --", upload.token + "\0"):
        assert store.upload(token) is None
        assert store.position(token, 1, 1) is None
        assert store.undo(token, 1, 1) is None
        assert not store.delete(token) and not store.read_again(token, 1)
        assert store.files.get(token, "1.jpg") is None
    assert store.upload(upload.token) is not None


@pytest.mark.parametrize(
    "name", ["../../secret", "..", "1.jpg/../../x.jpg", "/etc/passwd", "1.exe", "1.jpg\0", ".1.jpg"]
)
def test_names_are_no_paths(store: Store, name: str) -> None:
    upload = add(store)
    assert store.files.get(upload.token, name) is None
    with pytest.raises(ValueError, match="no names of ours"):
        store.files.put(upload.token, name, b"x")


def test_shown_name_is_one_short_line(store: Store) -> None:
    upload = add(store, NewPhoto("../../etc\0/pass\nwd" + "x" * 500, b"x"), NewPhoto("\0", b"x"))
    names = [photo.name for photo in again(store, upload).photos]
    assert names[0].startswith("../../etc /pass wdxxx") and len(names[0]) == storage.MOST_NAME
    assert names[1] == "photo"


def test_history_is_the_visitors_own(store: Store) -> None:
    for visitor in ("anna", "anna", "boris"):
        store.finish(take(store, add(store, said=Said(visitor=visitor))), READ)
    history = store.history("anna", "tic_tac_toe", "00001")
    assert len(history) == 4
    assert [position.photo.upload.created for position in history] == sorted(
        position.photo.upload.created for position in history
    )
    assert not store.history("anna", "tic_tac_toe", "00002")


def test_delete_deletes(store: Store, tmp_path: Path) -> None:
    upload, other = add(store), add(store)
    store.finish(take(store, upload), READ)
    store.correct(upload.token, 1, 1, board="1", kind=Kind.CELL, at=(0, 0), choice=Choice(Symbol.CROSS, 0))
    assert store.delete(upload.token)
    assert store.upload(upload.token) is None and not store.delete(upload.token)
    assert [path.name for path in (tmp_path / "photos").iterdir()] == [other.token]
    with store.database.reading() as session:
        assert not session.scalars(select(ReadPosition)).all()
        assert not session.scalars(select(Correction)).all()


def test_deleted_while_it_is_read(store: Store, tmp_path: Path) -> None:
    upload = add(store)
    job = take(store, upload)
    store.delete(upload.token)
    assert not store.finish(job, READ)
    assert not list((tmp_path / "photos").iterdir())


def test_old_uploads_are_forgotten_and_strays_swept_up(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, young = add(store), add(store)
    with store.database.writing() as session:
        month_ago = datetime.now(UTC) - timedelta(days=31)
        session.execute(update(Upload).where(Upload.id == old.id).values(created=month_ago))
    assert store.forget_older_than(30) == 1
    assert store.upload(old.token) is None and store.upload(young.token) is not None
    store.files.put("A" * 24, "1.jpg", b"left behind")
    assert store.sweep() == 0
    monkeypatch.setattr(storage, "ORPHAN_SECONDS", -1.0)
    assert store.sweep() == 1
    assert [path.name for path in (tmp_path / "photos").iterdir()] == [young.token]


def test_shared_game(store: Store) -> None:
    sheets = [add(store), add(store)]
    for sheet in sheets:
        store.finish(take(store, sheet), READ)
    shared = store.share("sea_battle")
    mine, yours = (seat.token for seat in shared.seats)
    assert len({mine, yours, sheets[0].token}) == 3
    assert store.sit(mine, sheets[0].token, 1, 1) is not None
    assert store.sit(yours, sheets[1].token, 1, 1, {"digest": "f00"}) is not None
    seat = store.seat(mine)
    assert seat is not None and [one.position is not None for one in seat.shared.seats] == [True, True]
    assert store.withdraw(yours)
    assert store.seat(yours) is None and store.sit(yours, sheets[1].token, 1, 1) is None
    seat = store.seat(mine)
    assert seat is not None and [one.position is not None for one in seat.shared.seats] == [True, False]
    store.delete(sheets[0].token)
    with store.database.reading() as session:
        assert [one.position_id for one in session.scalars(select(Seat))] == [None, None]


def test_tables_are_those_of_the_migrations(store: Store, tmp_path: Path) -> None:
    with store.database.engine.connect() as connection:
        assert connection.execute(text("select version_num from alembic_version")).scalar() == HEAD
        found = inspect(connection)
        for table in Table.metadata.sorted_tables:
            columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
            assert columns == {column.name: column.nullable for column in table.columns}
            indexes = {index["name"] for index in found.get_indexes(table.name)}
            assert {index.name for index in table.indexes} <= indexes
    again = open_store(tmp_path)
    assert again.database.is_well()
    again.database.engine.dispose()


def test_two_processes_that_start_at_once(tmp_path: Path) -> None:
    stores: list[Store] = []
    start = threading.Barrier(3)

    def begin() -> None:
        start.wait()
        stores.append(open_store(tmp_path))

    threads = [threading.Thread(target=begin) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 3
    for store in stores:
        assert store.database.is_well()
        store.database.engine.dispose()


def test_of_two_that_take_a_seat_one_gets_it(store: Store) -> None:
    invitation = store.share("sea_battle").seats[0].token
    taken: list[str | None] = []
    start = threading.Barrier(4)

    def take_seat() -> None:
        start.wait()
        taken.append(store.take_seat(invitation))

    threads = [threading.Thread(target=take_seat) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([one for one in taken if one is not None]) == 1 and len(taken) == 4


def test_corrections_made_at_once_are_all_kept(store: Store) -> None:
    upload = add(store)
    store.finish(take(store, upload), READ)
    start = threading.Barrier(4)

    def correct(x: int) -> None:
        start.wait()
        store.correct(
            upload.token, 1, 1, board="1", kind=Kind.CELL, at=(x, 0), choice=Choice(Symbol.CROSS, 0)
        )

    threads = [threading.Thread(target=correct, args=(x,)) for x in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.position(upload.token, 1, 1)
    assert found is not None and [one.number for one in found.corrections] == [1, 2, 3, 4]

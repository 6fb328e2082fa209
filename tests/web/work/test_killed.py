"""Killed without warning: a reader in mid-photo, the server in mid-upload and in mid-photo. Nothing half is left."""

from __future__ import annotations

import os
import signal
import socket
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.web.work.servers import eventually, is_alive, multipart, photos_of, reader_of, servers, states
from web.storage.store import Store, open_store
from web.storage.tables import State, UploadedPhoto


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "data")


def kill_reader(store: Store) -> None:
    os.kill(eventually(lambda: reader_of(store)), signal.SIGKILL)


def test_reader_killed_once_and_the_photo_is_read(tmp_path: Path, store: Store, photo: bytes) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        assert server.send(photo)[0] == 202
        kill_reader(store)
        eventually(lambda: states(store) == [State.READ])
        [kept] = photos_of(store)
        assert kept.attempts == 2
        assert "reader died" in server.log.read_text()


def test_photo_that_kills_every_reader_is_given_up_and_can_be_read_again(
    tmp_path: Path, store: Store, photo: bytes
) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        server.send(photo)
        kill_reader(store)
        eventually(lambda: [one.attempts for one in photos_of(store)] == [2])
        kill_reader(store)
        eventually(lambda: states(store) == [State.REFUSED])
        [kept] = photos_of(store)
        assert kept.error_code == "READER_STOPPED" and "twice" in (kept.error_en or "")
        token = _token(store)
        assert b"broken off twice" in server.get(f"/results/{token}")[1]
        assert store.read_again(token, 1)
        eventually(lambda: states(store) == [State.READ])
        assert server.get(f"/results/{token}")[0] == 200


def test_server_killed_in_mid_upload_leaves_nothing(tmp_path: Path, store: Store, photo: bytes) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        kind, body = multipart((photo,))
        head = (
            f"POST /api/v1/readings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(head.encode() + body[: len(body) // 2])
            time.sleep(0.3)
            server.kill()
        assert states(store) == []
        assert not list((tmp_path / "data").glob("photos/*"))
        again = running.serve()
        assert again.send(photo)[0] == 202
        eventually(lambda: states(store) == [State.READ])


def test_server_killed_in_mid_photo_and_the_reader_brings_it_home(
    tmp_path: Path, store: Store, photo: bytes
) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        server.send(photo, photo)
        reader = eventually(lambda: reader_of(store))
        server.kill()
        eventually(lambda: State.READ in states(store))
        assert [one.attempts for one in photos_of(store)] == [1, 0]
        eventually(lambda: not is_alive(reader))
        assert states(store) == [State.READ, State.WAITING]
        again = running.serve()
        eventually(lambda: states(store) == [State.READ, State.READ])
        assert [one.attempts for one in photos_of(store)] == [1, 1]
        assert again.get(f"/results/{_token(store)}")[0] == 200


def test_server_and_reader_killed_and_the_photo_is_read_after_the_next_start(
    tmp_path: Path, store: Store, photo: bytes
) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        server.send(photo)
        reader = eventually(lambda: reader_of(store))
        server.kill()
        os.kill(reader, signal.SIGKILL)
        with store.database.reading() as session:
            assert not session.get_one(UploadedPhoto, photos_of(store)[0].id).positions
        with store.database.writing() as session:  # as if the lease had run out
            session.execute(update(UploadedPhoto).values(leased_until=datetime.now(UTC)))
        running.serve()
        eventually(lambda: states(store) == [State.READ])
        [kept] = photos_of(store)
        assert kept.attempts == 2


def _token(store: Store) -> str:
    from sqlalchemy import select

    from web.storage.tables import Upload

    with store.database.reading() as session:
        return session.scalars(select(Upload.token)).one()

"""Many machines: two servers, two Celery workers, a real broker and a real database, and what may happen to them."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.web import services
from tests.web.work.servers import Server, Servers, eventually, photos_of, reader_of, servers, states
from web.storage.store import Store, open_store
from web.storage.tables import State

pytestmark = [
    pytest.mark.skipif(not services.WANTED, reason=services.WHY_NOT),
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("default"),
]

PHOTOS = 8
LONG = 240.0


def worker(running: Servers, name: str) -> None:
    running.run(
        sys.executable, "-m", "celery", "-A", "web.work.celery_app", "worker", "--concurrency=1", "-n", name,
        "--without-gossip", "--without-mingle", log=f"{name}.log",
    )  # fmt: skip


def kept_readings(folder: Path) -> list[int]:
    """The photos that the workers say they have read and kept, from their logs."""
    lines = [line for log in folder.glob("worker*.log") for line in log.read_text().splitlines()]
    told = [json.loads(line) for line in lines if line.startswith("{")]
    return sorted(one["photo"] for one in told if one["message"] == "photo read" and one["is_kept"])


def test_nothing_is_lost_and_nothing_read_twice(
    tmp_path: Path, photo: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with services.postgres(tmp_path) as database, services.redis_server(tmp_path) as broker:
        monkeypatch.setenv("COMPANION_DATABASE_URL", database)
        store = open_store(tmp_path / "data")
        settings = {"COMPANION_DATABASE_URL": database, "COMPANION_BROKER_URL": broker.url}
        with servers(tmp_path, **settings, COMPANION_SECRET_KEY="for tests") as running:
            pages = [running.serve(), running.serve()]
            for name in ("worker1", "worker2"):
                worker(running, name)
            for number in range(PHOTOS):
                assert pages[number % 2].send(photo)[0] == 202
            os.kill(eventually(lambda: reader_of(store)), signal.SIGKILL)  # a worker in mid-photo
            eventually(lambda: State.READ in states(store))
            broker.kill()
            assert pages[0].send(photo)[0] == 202  # taken in all the same
            time.sleep(1)
            broker.start()
            assert pages[1].send(photo)[0] == 202
            eventually(lambda: states(store) == [State.READ] * (PHOTOS + 2), LONG)
            _check_each_read_once(store, tmp_path)
            _check_both_show_all(pages, store)
            store.database.engine.dispose()


def _check_each_read_once(store: Store, folder: Path) -> None:
    photos = photos_of(store)
    assert kept_readings(folder) == [one.id for one in photos]
    attempts = sorted(one.attempts for one in photos)
    assert attempts == [1] * (len(photos) - 1) + [2]  # the one whose worker was killed
    with store.database.reading() as session:
        from web.storage.tables import ReadPosition

        assert session.query(ReadPosition).count() == 4 * len(photos)


def _check_both_show_all(pages: list[Server], store: Store) -> None:
    from sqlalchemy import select

    from web.storage.tables import Upload

    with store.database.reading() as session:
        tokens = list(session.scalars(select(Upload.token)))
    for server in pages:
        for token in tokens:
            status, body = server.get(f"/api/v1/readings/{token}")
            assert status == 200 and json.loads(body)["is_done"]

"""Readers that want too much: memory ends in one clear line, time in the end of the reader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from web.storage.sent import NewPhoto, Said
from web.storage.store import open_store
from web.storage.tables import State
from web.work import job
from web.work.job import read_photo

LIMITED = """
from web.work.limits import limit_memory
limit_memory(200)
try:
    bytearray(400_000_000)
except MemoryError:
    print("refused")
"""
HANGING = """
from web.work import local
local._set_alarm(0.3)
while True:
    pass
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )


def test_memory_is_limited() -> None:
    assert run(LIMITED).stdout == "refused\n"


def test_time_is_limited() -> None:
    assert run(HANGING).returncode == -14  # SIGALRM


@pytest.mark.parametrize(
    ("error", "code"), [(MemoryError(), "TOO_LARGE"), (ZeroDivisionError("secret"), "BROKEN")]
)
def test_a_photo_that_cannot_be_read_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(job, "read_bytes", fail)
    store = open_store(tmp_path)
    upload = store.add_upload([NewPhoto("a.jpg", b"x")], Said())
    assert read_photo(store, upload.photos[0].id, "reader.1")
    found = store.upload(upload.token)
    assert found is not None
    [photo] = found.photos
    assert (photo.state, photo.error_code) == (State.REFUSED, code)
    assert "secret" not in (photo.error_en or "")
    store.database.engine.dispose()


def test_a_photo_that_is_gone_is_refused(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    upload = store.add_upload([NewPhoto("a.jpg", b"x")], Said())
    (tmp_path / "photos" / upload.token / "1.jpg").unlink()
    assert read_photo(store, upload.photos[0].id, "reader.1")
    found = store.upload(upload.token)
    assert found is not None and found.photos[0].error_code == "PHOTO_GONE"
    store.database.engine.dispose()

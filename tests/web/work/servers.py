"""Real servers for tests: `companion serve` in a process of its own, and ways to send photos to it and look inside."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select

from web.storage.store import Store
from web.storage.tables import State, UploadedPhoto

PATIENCE_SECONDS = 90.0
"""The machine may be busy."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@dataclass(slots=True)
class Server:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """The hard way; readers and everything else it started are left alone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body."""
        return _answer(urllib.request.Request(self.url + path, headers={"Accept-Language": "en"}))

    def send(self, *photos: bytes, path: str = "/api/v1/readings") -> tuple[int, bytes]:
        """Send photos through the API."""
        kind, body = multipart(photos)
        return _answer(urllib.request.Request(self.url + path, data=body, headers={"Content-Type": kind}))


def multipart(photos: tuple[bytes, ...]) -> tuple[str, bytes]:
    """A form with photos: its content type and body."""
    parts = [
        b'--edge\r\nContent-Disposition: form-data; name="photos"; filename="photo.jpg"\r\n\r\n'
        + photo
        + b"\r\n"
        for photo in photos
    ]
    return "multipart/form-data; boundary=edge", b"".join(parts) + b"--edge--\r\n"


def _answer(request: urllib.request.Request) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


@dataclass(slots=True)
class Servers:
    """Everything a test has started, to be ended with it."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def run(self, *command: str, log: str, env: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
        """A program with our settings, in a process group of its own; its words go into a log."""
        with open(self.folder / log, "ab") as file:
            process = subprocess.Popen(
                command,
                env=os.environ | self.env | env,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def serve(self, *, port: int | None = None, **env: str) -> Server:
        """Pages, once they answer."""
        port = port or free_port()
        log = f"serve-{port}.log"
        process = self.run(
            sys.executable, "-m", "companion.cli", "serve", "--port", str(port), log=log, env=env
        )
        server = Server(port, process, self.folder / log)
        eventually(lambda: _is_up(server) or process.poll() is not None)
        assert process.poll() is None, (self.folder / log).read_text()
        return server

    def end(self) -> None:
        """All of them, with what they started."""
        for process in reversed(self.started):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def servers(folder: Path, **env: str) -> Iterator[Servers]:
    """Servers that keep their data in a folder."""
    running = Servers(folder, {"COMPANION_DATA": str(folder / "data"), "COMPANION_WORKERS": "1", **env})
    try:
        yield running
    finally:
        running.end()


def _is_up(server: Server) -> bool:
    try:
        return server.get("/healthz")[0] == 200
    except OSError:
        return False


def eventually(is_so: Callable[[], Any], seconds: float = PATIENCE_SECONDS, every: float = 0.02) -> Any:
    """What `is_so` gives once it is true. Fails when that takes too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := is_so():
            return found
        time.sleep(every)
    raise AssertionError(f"not so after {seconds:g} s")


def photos_of(store: Store) -> list[UploadedPhoto]:
    """All photos in the database."""
    with store.database.reading() as session:
        return list(session.scalars(select(UploadedPhoto).order_by(UploadedPhoto.id)))


def reader_of(store: Store) -> int | None:
    """The process that has a photo in hand."""
    for photo in photos_of(store):
        if photo.state == State.READING and photo.claim:
            return int(photo.claim.partition(":")[0].rpartition(".")[2])
    return None


def states(store: Store) -> list[str]:
    """How far every photo has come."""
    return [photo.state for photo in photos_of(store)]


def is_alive(pid: int) -> bool:
    """Whether a process is there and no mere memory of one."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]

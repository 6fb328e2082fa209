"""A real PostgreSQL and a real Redis for tests, from Debian's packages, on ports of their own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.web.work.servers import free_port

WANTED = os.environ.get("COMPANION_TEST_SERVICES") == "1"
"""`make test-services` sets it: the services take a while to install and start."""

WHY_NOT = "run `make test-services`"
POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL with an empty database; its address. It will not run as root, so it runs as its own user."""
    binaries, port = POSTGRES[-1].parent, free_port()
    data = folder / "postgres"
    as_user: list[str] = []
    if os.geteuid() == 0:
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        data.mkdir()
        shutil.chown(data, "postgres", "postgres")
        for parent in (folder, *folder.parents):
            if parent != Path("/") and not parent.stat().st_mode & 1:
                parent.chmod(parent.stat().st_mode | 0o111)
    _done(
        [*as_user, str(binaries / "initdb"), "-D", str(data), "-U", "companion", "-A", "trust", "-E", "UTF8"]
    )
    options = ["-c", f"unix_socket_directories={data}", "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
    with open(folder / "postgres.log", "wb") as log:
        process = subprocess.Popen(
            [*as_user, str(binaries / "postgres"), "-D", str(data), "-p", str(port), *options],
            stdout=log,
            stderr=log,
        )
    try:
        for _ in range(200):
            ready = subprocess.run(
                [str(binaries / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-U", "companion"],
                capture_output=True,
                check=False,
            )
            if ready.returncode == 0:
                break
            time.sleep(0.1)
        yield f"postgresql://companion@127.0.0.1:{port}/postgres"
    finally:
        process.send_signal(signal.SIGINT)  # does not wait for those that are still connected
        process.wait()


@dataclass(slots=True)
class Redis:
    """A Redis that can be restarted; it keeps nothing on disk, so a restart forgets everything."""

    port: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        with open(self.folder / "redis.log", "ab") as log:
            self.process = subprocess.Popen(
                [
                    "redis-server",
                    "--port",
                    str(self.port),
                    "--bind",
                    "127.0.0.1",
                    "--save",
                    "",
                    "--appendonly",
                    "no",
                ],
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        import redis

        client = redis.Redis(port=self.port)
        for _ in range(200):
            try:
                client.ping()
                return
            except redis.ConnectionError:
                time.sleep(0.05)
        raise AssertionError("Redis does not answer")

    def kill(self) -> None:
        """The hard way."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextmanager
def redis_server(folder: Path) -> Iterator[Redis]:
    """A running Redis."""
    server = Redis(free_port(), folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def _done(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)

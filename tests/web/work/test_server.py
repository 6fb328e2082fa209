"""`companion serve` itself: it stops when told to, says so when it cannot listen, and whom it believes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from tests.web.work.servers import Server, eventually, is_alive, servers


def metrics(server: Server, **headers: str) -> int:
    request = urllib.request.Request(
        f"{server.url}/metrics", headers={k.replace("_", "-"): v for k, v in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            status: int = response.status
            return status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    tasks = Path(f"/proc/{pid}/task").glob("*/children") if found.exists() else []
    return [int(child) for task in tasks for child in task.read_text().split()]


def test_stops_when_told_and_takes_its_readers_along(tmp_path: Path) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        readers = eventually(lambda: children(server.process.pid))
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(60) == 0
        eventually(lambda: not any(is_alive(reader) for reader in readers))
        assert "Traceback" not in server.log.read_text()


def test_counters_are_not_for_those_behind_a_proxy(tmp_path: Path) -> None:
    with servers(tmp_path) as running:
        server = running.serve()
        assert metrics(server) == 200
        assert metrics(server, X_Forwarded_For="127.0.0.1") == 404
    (tmp_path / "second").mkdir()
    with servers(tmp_path / "second", COMPANION_TRUSTED_PROXY="127.0.0.1") as running:
        assert metrics(running.serve(), X_Forwarded_For="203.0.113.9") == 404


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "serve", "--port", str(port), "--lang", "en"],
            env=os.environ | {"COMPANION_DATA": str(tmp_path), "COMPANION_WORKERS": "1"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 2
    [line] = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert (
        line.startswith(f"companion: cannot listen on 127.0.0.1:{port}") and "choose another --port" in line
    )

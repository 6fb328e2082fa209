"""How fast the server answers: the first page, a photo of 12 MP, and many uploads at once.

    .venv/bin/python scripts/web_load.py [--uploads 20] [--workers 2] [--seed 7]

Starts `companion serve` with an empty folder, sends pretend photos through the API, and prints one line per
figure, each beside what was promised. A machine that does other things too makes every second longer: so the
share of a core that our processes got is printed as well, and what the time would be with two cores to themselves.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from random import Random

from companion import catalog, press
from companion.trial import random_position
from samples.levels import Level
from samples.pretend import pretend_photo

PAGE_SECONDS = 0.1
PAGE_KILOBYTES = 120
ANSWER_SECONDS = 1.5
READ_SECONDS = 20.0
CORES = 2
READERS_SECONDS = 5
"""Readers load what they need after the start."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uploads", type=int, default=20)
    parser.add_argument("--workers", type=int, default=CORES)
    parser.add_argument("--port", type=int, default=8799)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    photos = [photo(given.seed + number) for number in range(given.uploads)]
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), given.port, given.workers) as process:
        url = f"http://127.0.0.1:{given.port}"
        _say("load of the machine, last minute", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        weights(url)
        pages(url)
        answer(url, photos[0])
        if given.uploads > 1:
            at_once(url, photos, process.pid)


def photo(seed: int) -> bytes:
    """A pretend photo of 12 MP of a played sheet; the games take turns."""
    games = catalog.all_games()
    game = games[seed % len(games)]
    chance = Random(seed)
    position = random_position(game, game.options(), chance)
    sheet = press.make_sheet(game, game.options(), lang="en", serial=seed)
    return pretend_photo(sheet, game.ink(position), level=Level.EASY, seed=seed, long_px=4000).data


@contextmanager
def server(folder: Path, port: int, workers: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server that answers, with its readers awake."""
    env = os.environ | {
        "COMPANION_DATA": str(folder),
        "COMPANION_WORKERS": str(workers),
        "COMPANION_LIMITS": "off",
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [sys.executable, "-m", "companion.cli", "serve", "--port", str(port)]
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(READERS_SECONDS)
        yield process
    finally:
        process.terminate()
        process.wait()


# --- what is measured ---------------------------------------------------------------------------------


def pages(url: str) -> None:
    """The first page, ten times; the first time is without anything in memory."""
    spent = [_timed(lambda: urllib.request.urlopen(url + "/", timeout=60).read()) for _ in range(11)]
    cold, warm = spent[0], statistics.median(spent[1:])
    _say("first page, first visitor", f"{1000 * cold:.0f} ms")
    _say("first page, then (median of 10)", f"{1000 * warm:.0f} ms", f"under {1000 * PAGE_SECONDS:.0f} ms")


def weights(url: str) -> None:
    """What the pages weigh with everything they load, as sent; photos are not counted."""
    for name, path in (("first page", "/"), ("snap page", "/snap"), ("page of a game", "/games/dots")):
        page = _fetched(url + path)
        parts = set(
            re.findall(r'(?:src|href)="(/(?:static|fonts|games)/[^"]+\.(?:css|js|svg|ttf))"', page[1])
        )
        for style in [part for part in parts if part.endswith(".css")]:
            parts |= set(re.findall(r'url\("(/[^"]+)"\)', _fetched(url + style)[1]))
        weight = page[0] + sum(_fetched(url + part)[0] for part in parts)
        _say(f"weight of the {name}", f"{weight / 1000:.0f} KB", f"under {PAGE_KILOBYTES} KB")


def _fetched(address: str) -> tuple[int, str]:
    """How many bytes came over the line, and what they said."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as response:
        sent = response.read()
        is_packed = response.headers.get("Content-Encoding") == "gzip"
    return len(sent), (gzip.decompress(sent) if is_packed else sent).decode("utf-8", "replace")


def answer(url: str, photo: bytes) -> None:
    """One photo of 12 MP: the answer to the upload, and the reading."""
    spent = []
    for _ in range(3):
        start = time.perf_counter()
        token = send(url, photo)
        spent.append(time.perf_counter() - start)
        wait(url, token)
        read = time.perf_counter() - start
    size = len(photo) / 1e6
    _say(
        f"upload of 12 MP ({size:.1f} MB) answered",
        f"{statistics.median(spent):.2f} s",
        f"under {ANSWER_SECONDS} s",
    )
    _say("and read, with nobody else there", f"{read:.1f} s")


def at_once(url: str, photos: list[bytes], server: int) -> None:
    """Many uploads at the same time: how long each takes until it is read, and the memory of all processes."""
    done: dict[int, tuple[float, float, str]] = {}
    peak = Peak(server)

    def one(number: int) -> None:
        begun = time.perf_counter()
        token = send(url, photos[number])
        answered = time.perf_counter() - begun
        state = wait(url, token)
        done[number] = (answered, time.perf_counter() - begun, state)

    cpu = peak.cpu_seconds()
    with peak:
        threads = [threading.Thread(target=one, args=(number,)) for number in range(len(photos))]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wall = time.perf_counter() - start
    cpu = peak.cpu_seconds() - cpu
    answered, read, states = zip(*done.values(), strict=True)
    lost = len(photos) - sum(state in ("read", "refused") for state in states)
    _say(f"{len(photos)} uploads at once: lost", f"{lost}", "0")
    _say("read, the others refused with a reason", f"{states.count('read')}")
    _say("answered, the slowest", f"{max(answered):.2f} s")
    _say("read, the slowest", f"{max(read):.1f} s", f"under {READ_SECONDS:.0f} s")
    _say("work done for them", f"{cpu:.1f} s of a core, {cpu / len(photos):.2f} s each")
    _say("share of a core that we got", f"{cpu / wall:.2f}", f"{CORES} on an idle machine")
    _say(
        f"the slowest with {CORES} cores to ourselves",
        f"about {max(read) * min(1.0, cpu / wall / CORES):.1f} s",
    )
    _say("memory, all processes, at most", f"{peak.megabytes:.0f} MB")


def send(url: str, photo: bytes) -> str:
    """Send a photo; its token."""
    edge = uuid.uuid4().hex
    head = f'--{edge}\r\nContent-Disposition: form-data; name="photos"; filename="photo.jpg"\r\n\r\n'
    body = head.encode() + photo + f"\r\n--{edge}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    request = urllib.request.Request(f"{url}/api/v1/readings", data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=120) as response:
        token: str = json.load(response)["token"]
    return token


def wait(url: str, token: str) -> str:
    """Look twice a second, as the waiting page does, until the photo is read or refused; which of them."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        with urllib.request.urlopen(f"{url}/api/v1/readings/{token}", timeout=60) as response:
            told = json.load(response)
        if told["is_done"]:
            state: str = told["photos"][0]["state"]
            return state
        time.sleep(0.5)
    return "lost"


class Peak:
    """The largest memory of a process and its children together, looked at ten times a second."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.megabytes = 0.0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def cpu_seconds(self) -> float:
        """Time on a core of all of them, so far."""
        ticks = 0
        for pid in self._family():
            fields = _stat(pid)
            ticks += int(fields[11]) + int(fields[12]) if fields else 0
        return ticks / os.sysconf("SC_CLK_TCK")

    def _look(self) -> None:
        while not self._is_over.wait(0.1):
            kilobytes = sum(_rss_kb(pid) for pid in self._family())
            self.megabytes = max(self.megabytes, kilobytes / 1000)

    def _family(self) -> list[int]:
        parents = {
            int(path.name): _stat(int(path.name)) for path in Path("/proc").iterdir() if path.name.isdigit()
        }
        found = [self.pid]
        for pid in found:
            found += [child for child, fields in parents.items() if fields and int(fields[1]) == pid]
        return found


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _rss_kb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def _timed(work: object) -> float:
    start = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - start


def _say(what: str, figure: str, promised: str = "") -> None:
    print(f"{what:<46} {figure:<28} {promised}", flush=True)


if __name__ == "__main__":
    main()

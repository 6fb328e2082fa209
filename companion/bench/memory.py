"""How much memory reading a photo takes: measured in a process that does nothing else."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from pathlib import Path


def peak_mb(data: bytes) -> int | None:
    """The peak of a fresh process that reads one photo, in MB; `None` where the system does not tell."""
    mine, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_read_and_tell, args=(data, theirs))
    process.start()
    theirs.close()
    try:
        peak: int | None = mine.recv()
    except EOFError:
        peak = None
    process.join()
    return peak


def _read_and_tell(data: bytes, pipe: Connection) -> None:
    from companion.found import Wanted
    from companion.reading import read_bytes

    read_bytes(data, Wanted())
    pipe.send(_own_peak_mb())


def _own_peak_mb() -> int | None:
    """What Linux says of this program alone: `getrusage` there counts the parent too, up to the moment of the fork."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return None
    line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1024

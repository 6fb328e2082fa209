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
    from companion.reading import Wanted, read_bytes

    read_bytes(data, Wanted())
    pipe.send(_peak_of_this_process())


def _peak_of_this_process() -> int | None:
    """From /proc: `getrusage` counts the parent's memory too, which a child holds until it starts its program."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:  # not Linux
        return None
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), None)

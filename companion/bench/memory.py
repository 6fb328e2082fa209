"""How much memory reading a photo takes: measured in a process that does nothing else."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection


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
    try:
        import resource
    except ImportError:  # Windows
        pipe.send(None)
        return
    import sys

    from companion.reading import Wanted, read_bytes

    read_bytes(data, Wanted())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pipe.send(peak // (1024 * 1024 if sys.platform == "darwin" else 1024))

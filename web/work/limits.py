"""What a process that opens strangers' files may use, and what it is called."""

from __future__ import annotations

import socket
import sys

MOST_MEGABYTES = 1500
"""Memory of one reader; a photo of 108 MP takes about 900."""

MOST_SECONDS = 60.0
"""Reading one photo takes a few seconds; one that takes longer hangs."""


def limit_memory(megabytes: int = MOST_MEGABYTES) -> None:
    """Have this process fail in Python, not the machine, when it wants more memory than that."""
    if sys.platform == "win32":
        return
    import resource

    # Data, not address space: libraries reserve far more addresses than they ever use.
    most = megabytes * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def reader_name(pid: int) -> str:
    """What a reader process of this machine calls itself in claims."""
    return f"{socket.gethostname()[:24]}.{pid}"

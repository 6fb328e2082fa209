"""TIFF, PDF, GIF and BMP: turned into JPEG pages by a process of its own, with limits on time and memory."""

from __future__ import annotations

import subprocess
import sys
from threading import BoundedSemaphore

from companion.text import Text
from web.storage.cleaning.unfit import Unfit, damaged

MOST_PAGES = 10
"""As many as photos may come at once."""

MOST_SECONDS = 30.0
MOST_AT_ONCE = 1

_turn = BoundedSemaphore(MOST_AT_ONCE)


def pages(content: bytes) -> list[bytes]:
    """The pages of a scan as JPEG. Raises `Unfit`."""
    with _turn:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "web.work.scan_pages", str(MOST_PAGES)],
                input=content,
                capture_output=True,
                timeout=MOST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise damaged() from None
    if done.returncode != 0:
        en, _, ru = done.stderr.decode(errors="replace").partition("\n")
        if done.returncode == 2 and ru:
            raise Unfit("NOT_A_PICTURE", Text(en=en, ru=ru.strip()))
        raise damaged()
    found, at = [], 0
    while at < len(done.stdout):
        length = int.from_bytes(done.stdout[at : at + 4])
        found.append(done.stdout[at + 4 : at + 4 + length])
        at += 4 + length
    return found

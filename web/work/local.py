"""The door on one machine: reader processes with limits, and a thread that hands them photos.

The database is the queue. A reader that dies - killed, out of memory, out of time - lets its photo go, and a
fresh one takes its place. When the server itself is killed, readers finish the photo in their hands, keep the
result and go; what was waiting is found at the next start.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from web.storage.store import Store, open_store
from web.work.door import MOST_WAITING, Room
from web.work.limits import MOST_SECONDS, limit_memory, reader_name

log = logging.getLogger("companion.work")

WORKERS_VARIABLE = "COMPANION_WORKERS"

MOST_WORKERS = 4
"""By default; each one may take `limits.MOST_MEGABYTES`."""

PHOTOS_OF_A_LIFE = 100
"""Then a reader makes room for a fresh one: memory that libraries keep is given back."""

LOOK_SECONDS = 2.0
"""How often photos of dead readers, and such that other servers left, are looked for; and an orphan for its parent."""

CLEAN = multiprocessing.get_context("spawn")
"""A forked copy of a server with threads has the locks of its threads, and may wait for ever."""


@dataclass(slots=True)
class _Reader:
    """A process, its pipe, the photo in its hands, and how many it has had."""

    process: BaseProcess
    pipe: Connection
    photo: int | None = None
    since: float = 0.0
    had: int = 0

    @property
    def name(self) -> str:
        return reader_name(self.process.pid or 0)


def wanted_workers() -> int:
    """How many readers there are to be: `COMPANION_WORKERS`, or one for each core."""
    given = os.environ.get(WORKERS_VARIABLE, "")
    return int(given) if given.isdigit() and int(given) > 0 else min(os.cpu_count() or 1, MOST_WORKERS)


class LocalDoor:
    """Hands photos to reader processes of its own."""

    def __init__(self, store: Store, *, workers: int | None = None, most_waiting: int = MOST_WAITING) -> None:
        self.store = store
        self.room = Room(store, most_waiting)
        self.workers = workers or wanted_workers()
        self.readers: list[_Reader] = []
        self._waker, self._bell = CLEAN.Pipe(duplex=False)
        self._is_closing = False
        self._looked = 0.0
        self._thread = threading.Thread(target=self._supervise, name="readers", daemon=True)
        self._thread.start()

    # --- from requests --------------------------------------------------------------------------------

    def check_room(self, photos: int) -> None:
        """Raises `QueueFull`."""
        self.room.check(photos)

    def submit(self, photo_ids: Sequence[int]) -> None:
        """Wake the thread; it finds them in the database."""
        self._bell.send_bytes(b"!")

    def is_well(self) -> bool:
        """Whether somebody reads."""
        return self._thread.is_alive() and any(reader.process.is_alive() for reader in self.readers)

    def close(self) -> None:
        """Stop reading; photos in hand are read after the next start."""
        self._is_closing = True
        self._bell.send_bytes(b"!")
        self._thread.join()

    # --- the thread -----------------------------------------------------------------------------------

    def _supervise(self) -> None:
        while not self._is_closing:
            try:
                self._round()
            except Exception:  # the database is away for a moment
                log.exception("readers not supervised")
                time.sleep(LOOK_SECONDS)
        for reader in list(self.readers):
            self._dismiss(reader)

    def _round(self) -> None:
        while len(self.readers) < self.workers:
            self.readers.append(_hire(self.store.folder))
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._looked = time.monotonic()
            self.store.give_back_overdue()
        self._hand_out()
        by_pipe = {reader.pipe: reader for reader in self.readers}
        for pipe in wait([*by_pipe, self._waker], timeout=LOOK_SECONDS):
            assert isinstance(pipe, Connection)
            if pipe is self._waker:
                pipe.recv_bytes()
                continue
            self._hear(by_pipe[pipe])

    def _hand_out(self) -> None:
        """Photos that wait, to readers that have nothing to do."""
        idle = [reader for reader in self.readers if reader.photo is None]
        in_hand = {reader.photo for reader in self.readers}
        waiting = [
            photo for photo in self.store.waiting(len(self.readers) + len(idle)) if photo not in in_hand
        ]
        for reader, photo in zip(idle, waiting, strict=False):
            reader.photo, reader.since = photo, time.monotonic()
            with suppress(OSError):  # it died idle; its end is heard below
                reader.pipe.send(photo)

    def _hear(self, reader: _Reader) -> None:
        """A reader has finished, or is no more."""
        try:
            reader.pipe.recv()
        except (EOFError, OSError):
            photo = reader.photo
            self._dismiss(reader)
            if photo is not None:
                is_tried_again = self.store.give_back(photo, reader.name)
                log.warning("reader died", extra={"photo": photo, "is_tried_again": is_tried_again})
            else:
                log.warning("reader died with nothing in hand")
                time.sleep(LOOK_SECONDS)  # whatever ails it may ail the next one too
            return
        reader.photo = None
        reader.had += 1
        if reader.had >= PHOTOS_OF_A_LIFE:
            self._dismiss(reader)

    def _dismiss(self, reader: _Reader) -> None:
        self.readers.remove(reader)
        reader.process.kill()
        reader.process.join()
        reader.pipe.close()
        if self._is_closing and reader.photo is not None:
            self.store.give_back(reader.photo, reader.name, is_blamed=False)


def _hire(folder: Path) -> _Reader:
    mine, theirs = CLEAN.Pipe()
    process = CLEAN.Process(target=_read_photos, args=(theirs, folder), name="reader", daemon=True)
    process.start()
    theirs.close()
    return _Reader(process, mine)


def _read_photos(pipe: Connection, folder: Path) -> None:
    """A reader's life: a photo's number in, a word when it is done, until nobody wants more."""
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)  # the parent decides; for one that is gone there is `getppid`
    from web.log import set_up_log
    from web.work.job import read_photo, warm_up

    parent = os.getppid()
    set_up_log()
    limit_memory()
    store = open_store(folder)
    warm_up()
    while os.getppid() == parent:
        if not pipe.poll(LOOK_SECONDS):
            continue
        try:
            photo = pipe.recv()
            _set_alarm(MOST_SECONDS)
            read_photo(store, photo, reader_name(os.getpid()))
            _set_alarm(0)
            pipe.send(None)
        except (EOFError, OSError):
            return


def _set_alarm(seconds: float) -> None:
    """End this process, whatever it is doing, after so many seconds; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)

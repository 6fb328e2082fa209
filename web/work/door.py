"""The door itself: photos that wait are handed to readers; how they run is behind it.

`InlineDoor` reads in this process: for tests and for development. `companion serve` uses
`web.work.local.LocalDoor`, or Celery where a broker is set.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Protocol

from flask import current_app

from companion.errors import CompanionError
from web import words
from web.storage.store import Store
from web.storage.tables import Upload

BROKER_VARIABLE = "COMPANION_BROKER_URL"
"""With it, photos are read by Celery workers."""

MOST_WAITING = 60
"""Photos waiting or being read at the same time; more would wait for minutes."""

RETRY_SECONDS = 30
"""What an upload that found no room is told to wait."""

MOST_AT_ONCE = 2
"""Photos read at the same time in this process."""

LOOK_SECONDS = 0.1
"""How often somebody who waits for a result looks for it."""


class QueueFull(CompanionError):
    """So many photos wait that a further one would not be read soon."""

    code = "BUSY"

    def __init__(self) -> None:
        super().__init__(words.BUSY)


class Door(Protocol):
    """Takes photos to be read. What they gave is found in the store."""

    def check_room(self, photos: int) -> None:
        """Raises `QueueFull` when so many photos more are too many."""

    def submit(self, photo_ids: Sequence[int]) -> None:
        """Have these waiting photos read."""

    def is_well(self) -> bool:
        """Whether somebody reads."""

    def close(self) -> None:
        """Stop reading; what is not finished is read after the next start."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many photos may wait, whoever reads them."""

    store: Store
    most_waiting: int = MOST_WAITING

    def check(self, photos: int) -> None:
        """Raises `QueueFull`."""
        if self.store.queue_length() + photos > self.most_waiting:
            raise QueueFull


class InlineDoor:
    """Reads at once, in the process that asks."""

    def __init__(self, store: Store, *, most_waiting: int = MOST_WAITING) -> None:
        self.store = store
        self.room = Room(store, most_waiting)
        self.turn = BoundedSemaphore(MOST_AT_ONCE)

    def check_room(self, photos: int) -> None:
        """Raises `QueueFull`."""
        self.room.check(photos)

    def submit(self, photo_ids: Sequence[int]) -> None:
        """Read these photos before going on."""
        from web.work.job import read_photo

        for photo_id in photo_ids:
            with self.turn:
                read_photo(self.store, photo_id, "inline")

    def is_well(self) -> bool:
        """Whoever asks reads himself."""
        return True

    def close(self) -> None:
        """Nothing goes on in the background."""


def wait_for(store: Store, token: str, seconds: float) -> Upload | None:
    """The upload once all its photos are read, or as it is after so many seconds."""
    end = time.monotonic() + seconds
    while True:
        upload = store.upload(token)
        if upload is None or upload.is_done or time.monotonic() > end:
            return upload
        time.sleep(LOOK_SECONDS)


def current_door() -> Door:
    """The door of the running application."""
    door: Door = current_app.extensions["door"]
    return door

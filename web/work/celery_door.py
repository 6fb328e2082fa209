"""The door to Celery workers: photos are announced to the broker, and again while nobody has taken them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence

from web.storage.store import Store
from web.work.door import MOST_WAITING, Room

log = logging.getLogger("companion.work")

LOOK_SECONDS = 5.0
"""How often photos of dead workers, and such that the broker forgot, are looked for."""

AGAIN_SECONDS = 30.0
"""A photo that still waits after so long is announced once more."""


class CeleryDoor:
    """Announces photos to the workers."""

    def __init__(self, store: Store, *, most_waiting: int = MOST_WAITING) -> None:
        self.store = store
        self.room = Room(store, most_waiting)
        self._announced: dict[int, float] = {}
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._look_after, name="announcer", daemon=True)
        self._thread.start()

    def check_room(self, photos: int) -> None:
        """Raises `QueueFull`."""
        self.room.check(photos)

    def submit(self, photo_ids: Sequence[int]) -> None:
        """Announce these photos; when the broker is away, they are announced later."""
        from kombu.exceptions import OperationalError

        from web.work.celery_app import read

        now = time.monotonic()
        for photo_id in photo_ids:
            if now - self._announced.get(photo_id, -AGAIN_SECONDS) < AGAIN_SECONDS:
                continue
            try:
                read.apply_async((photo_id,), retry=False)
            except (OperationalError, OSError) as error:
                log.warning("broker not reached", extra={"photo": photo_id, "why": str(error)})
                return
            self._announced[photo_id] = now

    def is_well(self) -> bool:
        """Whether the broker answers."""
        from web.work.celery_app import PATIENCE_SECONDS, app

        try:
            with app.connection_for_write() as connection:
                connection.ensure_connection(max_retries=1, timeout=PATIENCE_SECONDS)
        except Exception:  # whatever a transport throws, the answer is no
            return False
        return self._thread.is_alive()

    def close(self) -> None:
        """Announce nothing more; workers go on."""
        self._is_closing.set()
        self._thread.join()

    def _look_after(self) -> None:
        while not self._is_closing.wait(LOOK_SECONDS):
            try:
                self.store.give_back_overdue()
                waiting = self.store.waiting()
                self._announced = {one: at for one, at in self._announced.items() if one in set(waiting)}
                self.submit(waiting)
            except Exception:  # the database is away for a moment
                log.exception("photos not looked after")

"""What is done now and then beside the pages: old uploads are thrown away, strays swept up, lost photos found."""

from __future__ import annotations

import itertools
import logging
import os
import threading

from web.storage.store import Store
from web.work.door import Door

log = logging.getLogger("companion.housekeeping")

DAYS_VARIABLE = "COMPANION_KEEP_DAYS"
KEEP_DAYS = 30.0
"""How long an upload is kept."""

EVERY_SECONDS = 60.0
SWEEP_EVERY = 60
"""Strays are swept up once in so many turns."""


def keep_days() -> float:
    """`COMPANION_KEEP_DAYS`, or a month."""
    try:
        return float(os.environ.get(DAYS_VARIABLE, KEEP_DAYS))
    except ValueError:
        return KEEP_DAYS


def keep_house(store: Store, door: Door, *, is_swept: bool = True) -> None:
    """Do all of it once; sweeping looks at every file, and need not be done as often."""
    forgotten = store.forget_older_than(keep_days())
    stray = store.sweep() if is_swept else 0
    found = store.give_back_overdue()
    if waiting := store.waiting():
        door.submit(waiting)  # a broker that was restarted may have forgotten them
    if forgotten or stray or found:
        log.info("house kept", extra={"forgotten": forgotten, "stray": stray, "given_back": found})


def keep_house_for_ever(store: Store, door: Door) -> None:
    """Start a thread that keeps house."""
    never = threading.Event()

    def keep() -> None:
        for turn in itertools.count():
            try:
                keep_house(store, door, is_swept=turn % SWEEP_EVERY == 0)
            except Exception:  # the database is away for a moment
                log.exception("house not kept")
            never.wait(EVERY_SECONDS)

    threading.Thread(target=keep, name="housekeeping", daemon=True).start()

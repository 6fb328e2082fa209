"""Reading one photo: taken in hand, read, and what it gave kept - the same wherever the reader runs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion import catalog
from companion.errors import CompanionError
from companion.found import Wanted
from companion.options import parse_options
from companion.reading import read_bytes
from companion.seen_squares import PointedOut
from companion.text import Text
from web.storage.outcome import Outcome
from web.storage.sent import Job, Pointed, Said
from web.storage.store import Store
from web.work.findings import outcome_of

log = logging.getLogger("companion.work")

RENEW_SECONDS = 5.0
"""How often a reader says that it still lives; a quarter of the lease."""

TOO_MUCH = Text(
    en="this photo needs more memory than one photo may take; send it in a smaller size",
    ru="этому снимку нужно больше памяти, чем отведено на один снимок; пришлите его уменьшенным",
)
GONE = Text(
    en="the photo is no longer there; send it again", ru="снимка больше нет на месте; пришлите его ещё раз"
)
OUR_FAULT = Text(
    en="something broke here while this photo was read; it is our fault; try another photo",
    ru="при чтении этого снимка у нас что-то сломалось; это наша ошибка; попробуйте другой снимок",
)


def read_photo(store: Store, photo_id: int, reader: str) -> bool:
    """Read a waiting photo; `False` when somebody else has it or it was taken away meanwhile."""
    job = store.claim(photo_id, reader)
    if job is None:
        return False
    start = time.perf_counter()
    with _kept_in_hand(store, job):
        outcome = _read(store, job)
    is_kept = store.finish(job, outcome)
    log.info(
        "photo read",
        extra={
            "photo": photo_id,
            "seconds": round(time.perf_counter() - start, 3),
            "error": outcome.error_code,
            "positions": len(outcome.findings),
            "is_kept": is_kept,
        },
    )
    return is_kept


def warm_up() -> None:
    """Load what reading needs, so that the first photo need not wait for it."""
    from vision import read
    from vision.photo import use_one_core

    use_one_core()
    assert read


def _read(store: Store, job: Job) -> Outcome:
    content = store.content(job)
    if content is None:
        return Outcome("PHOTO_GONE", GONE)
    try:
        report = read_bytes(content, wanted_of(job.said, job.pointed_out), name=job.name)
        return outcome_of(report, f"{job.number}x{job.time}" if job.time else f"{job.number}")
    except CompanionError as error:
        return Outcome(error.code, error.text)
    except MemoryError:
        return Outcome("TOO_LARGE", TOO_MUCH)
    except Exception:  # our own mistake; the photo shows it again when it is read again
        log.exception("reading failed", extra={"photo": job.photo_id})
        return Outcome("BROKEN", OUR_FAULT)


def wanted_of(said: Said, pointed_out: Sequence[Pointed] = ()) -> Wanted:
    """What the visitor said, as the reader wants it. Raises `CompanionError`."""
    if pointed_out:
        places = (PointedOut(catalog.find_game(one.game), one.corners_px) for one in pointed_out)
        return Wanted(pointed_out=tuple(places))
    if said.game is None:
        return Wanted(code=said.code)
    game = catalog.find_game(said.game)
    options = None if said.options is None else parse_options(game.options, said.options.items())
    return Wanted(game=game, options=options, code=said.code)


@contextmanager
def _kept_in_hand(store: Store, job: Job) -> Iterator[None]:
    """Renews the claim from a thread of its own while the photo is read."""
    is_over = threading.Event()

    def renew() -> None:
        while not is_over.wait(RENEW_SECONDS):
            try:
                store.renew(job)
            except Exception:  # the database is away for a moment; the lease has time for three more tries
                log.warning("claim not renewed", exc_info=True)

    thread = threading.Thread(target=renew, name="renew", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()

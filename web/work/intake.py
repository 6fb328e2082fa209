"""How photos come in, from a page or through the API: room first, then cleaned, kept, and handed to the readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from web.health import request_meters
from web.storage.cleaning import Unfit, cleaned
from web.storage.sent import NewPhoto, Said
from web.storage.store import current_store
from web.storage.tables import State, Upload
from web.work.door import QueueFull, current_door

MOST_PHOTOS = 10
"""Of one upload, pages of scans counted."""


def take_in(photos: Sequence[tuple[str, bytes]], said: Said) -> Upload:
    """Keep photos given by name and content and have them read.

    Raises `QueueFull` when too many wait already, `OutputError` when they cannot be kept. A file that is no photo
    is kept as refused, without its content.
    """
    door, store = current_door(), current_store()
    meters = request_meters()
    try:
        door.check_room(len(photos))
    except QueueFull:
        meters.refused.inc()
        raise
    new = [photo for name, content in photos for photo in _new_photos(name, content)]
    upload = store.add_upload(new[:MOST_PHOTOS], said)
    meters.uploads.inc(len(upload.photos))
    door.submit([photo.id for photo in upload.photos if photo.state == State.WAITING])
    return upload


def _new_photos(name: str, content: bytes) -> Iterator[NewPhoto]:
    """One photo, or one for each page of a scan."""
    try:
        pages = list(cleaned(content))
    except Unfit as unfit:
        yield NewPhoto(name, error_code=unfit.code, error=unfit.text)
        return
    for number, (kind, clean) in enumerate(pages, 1):
        yield NewPhoto(name if len(pages) == 1 else f"{name}#page={number}", clean, kind)

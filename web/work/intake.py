"""How photos come in, from a page or through the API: room first, then cleaned, kept, and handed to the readers."""

from __future__ import annotations

from collections.abc import Sequence

from web.storage.cleaning import Unfit, cleaned
from web.storage.store import NewPhoto, Said, current_store
from web.storage.tables import State, Upload
from web.work.door import current_door


def take_in(photos: Sequence[tuple[str, bytes]], said: Said) -> Upload:
    """Keep photos given by name and content and have them read.

    Raises `QueueFull` when too many wait already, `OutputError` when they cannot be kept. A file that is no photo
    is kept as refused, without its content.
    """
    door, store = current_door(), current_store()
    door.check_room(len(photos))
    upload = store.add_upload([_new_photo(name, content) for name, content in photos], said)
    door.submit([photo.id for photo in upload.photos if photo.state == State.WAITING])
    return upload


def _new_photo(name: str, content: bytes) -> NewPhoto:
    try:
        kind, clean = cleaned(content)
    except Unfit as unfit:
        return NewPhoto(name, error_code=unfit.code, error=unfit.text)
    return NewPhoto(name, clean, kind)

"""What the pages, the API and the readers ask of storage, in one piece. Each function is one transaction."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
from flask import current_app

from web.storage.corrections import Corrections
from web.storage.database import open_database
from web.storage.photo_files import open_files
from web.storage.queue import Queue
from web.storage.seats import Seats
from web.storage.uploads import not_saved

DATA_VARIABLE = "COMPANION_DATA"


class Store(Queue, Corrections, Seats):
    """Database and files together. Rows that a function gives may be read but not written."""

    __slots__ = ()


def data_folder() -> Path:
    """Where everything is kept: `COMPANION_DATA`, or the place this system has for such things."""
    given = os.environ.get(DATA_VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("paper-companion", appauthor=False))


def open_store(folder: Path | None = None) -> Store:
    """The store in a folder, or where `data_folder` says. Raises `OutputError` when it cannot be written."""
    folder = folder or data_folder()
    try:
        return Store(open_database(folder), open_files(folder), folder)
    except OSError as error:
        raise not_saved(error, folder) from error


def current_store() -> Store:
    """The store of the running application."""
    store = current_app.extensions["store"]
    assert isinstance(store, Store)
    return store

"""What is kept: uploads and what was read in a database, photos and pictures as files beside it."""

from __future__ import annotations

from web.storage.store import Store, current_store

__all__ = ["Store", "current_store"]

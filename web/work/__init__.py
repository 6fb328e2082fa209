"""The one door to reading: photos go in by their number in the database, results come out there."""

from __future__ import annotations

from web.work.door import Door, InlineDoor, QueueFull, current_door

__all__ = ["Door", "InlineDoor", "QueueFull", "current_door"]

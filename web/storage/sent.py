"""What comes in: photos, what was said about them, and what a reader is given to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.text import Text


@dataclass(frozen=True, slots=True)
class NewPhoto:
    """A photo on its way in: cleaned content with the ending of its kind, or why it was refused at the door."""

    name: str
    content: bytes = b""
    kind: str = "jpg"
    error_code: str | None = None
    error: Text | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What the visitor said about an upload."""

    lang: str = "en"
    game: str | None = None
    options: Mapping[str, Any] | None = None
    code: str | None = None
    visitor: str | None = None


@dataclass(frozen=True, slots=True)
class Pointed:
    """A game that somebody pointed out, and the corners of its field in px of the upright photo."""

    game: str
    corners_px: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A photo in the hands of one reader."""

    photo_id: int
    claim: str
    token: str
    number: int
    name: str
    file: str
    said: Said
    taken: datetime
    """When the reader took it in hand."""
    pointed_out: tuple[Pointed, ...] = ()
    time: int = 0
    """How often something was pointed out in it: pictures are called otherwise each time."""

"""What reading one photo gave, as plain values on their way into the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.text import Text


@dataclass(frozen=True, slots=True)
class Finding:
    """One position of a photo; the fields are those of `tables.ReadPosition`."""

    game: str
    options: dict[str, Any]
    serial: str | None
    sheet: dict[str, Any] | None
    group: int
    begins: int | None
    notation: str
    marks: list[Any]
    boards: list[Any]
    corners_px: list[Any]
    pictures: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one photo gave: positions, or why it could not be used; `contents` are its pictures by file name."""

    error_code: str | None = None
    error: Text | None = None
    findings: tuple[Finding, ...] = ()
    files: dict[str, Any] = field(default_factory=dict)
    report: dict[str, Any] | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)
    contents: Mapping[str, bytes] = field(default_factory=dict)
    squares: dict[str, Any] | None = None

"""How long photos took to be read, counted in the database: right for all readers together, and after a restart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from web.storage.tables import ReadingTime

LONGEST_SECONDS = 1e9
"""The last row's limit: everything that took longer than the row before."""


@dataclass(frozen=True, slots=True)
class ReadingTimes:
    """So many photos took at most so many seconds, each row counting those of the rows before; seconds together."""

    photos_within: Mapping[float, int]
    seconds: float


def count_reading(session: Session, seconds: float) -> None:
    """One more photo that took so long."""
    row = select(func.min(ReadingTime.most_seconds)).where(ReadingTime.most_seconds >= seconds)
    session.execute(
        update(ReadingTime)
        .where(ReadingTime.most_seconds == row.scalar_subquery())
        .values(photos=ReadingTime.photos + 1, seconds=ReadingTime.seconds + seconds)
        .execution_options(synchronize_session=False)
    )


def reading_times(session: Session) -> ReadingTimes:
    """All that was counted."""
    within: dict[float, int] = {}
    photos, seconds = 0, 0.0
    for row in session.scalars(select(ReadingTime).order_by(ReadingTime.most_seconds)):
        photos += row.photos
        seconds += row.seconds
        within[row.most_seconds] = photos
    return ReadingTimes(within, seconds)

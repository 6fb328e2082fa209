"""Is the confidence honest? Of all marks read with a confidence of about 90 %, nine in ten should be right.

Marks are counted by kind and by how sure the reader was. Spots that the reader did not mention, being sure that they
are empty, are counted too: a mark missed there is an error in silence like any other.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from printables.layout import Sheet
from printables.marks import Kind

EDGES = (0.5, 0.7, 0.85, 0.95, 0.985, 0.995, 0.999)
"""Bounds between the bands of confidence; `companion.doubts.DOUBTFUL` is one of them."""

NOT_MENTIONED = len(EDGES) + 1
"""The band of spots that were taken for empty without a word."""

BANDS = (
    f"< {EDGES[0]}",
    *(f"{low} - {high}" for low, high in itertools.pairwise(EDGES)),
    f">= {EDGES[-1]}",
    "sure it is empty",
)


@dataclass(frozen=True, slots=True)
class Band:
    """Marks of a kind read with about one confidence: how many, how many right, the sum of what was said."""

    count: int
    right: int
    said: float


Tally = Mapping[tuple[Kind, int], Band]
"""By kind of mark and number of the band."""


def tally(sheet: Sheet, read: Iterable[tuple[Kind, float, bool]], missed: Iterable[Kind]) -> Tally:
    """The bands of one photo: kind, confidence and rightness of what was read, and the kinds missed in silence."""
    count: Counter[tuple[Kind, int]] = Counter()
    right: Counter[tuple[Kind, int]] = Counter()
    said: Counter[tuple[Kind, int]] = Counter()
    spots = Counter(ask.kind for board in sheet.boards for ask in board.asks for _ in board.ats(ask.kind))
    for kind, confidence, is_right in read:
        band = kind, bisect_right(EDGES, confidence)
        count[band] += 1
        right[band] += is_right
        said[band] += confidence  # type: ignore[assignment]
        spots[kind] -= 1
    lost = Counter(missed)
    for kind in {ask.kind for board in sheet.boards for ask in board.asks}:
        left = spots[kind]
        band = kind, NOT_MENTIONED
        count[band], right[band], said[band] = left, left - lost[kind], left
    return {band: Band(count[band], right[band], float(said[band])) for band in count}


def joined(parts: Iterable[Tally]) -> Tally:
    """The sum of several tallies."""
    found: dict[tuple[Kind, int], Band] = {}
    for part in parts:
        for key, band in part.items():
            old = found.get(key, Band(0, 0, 0.0))
            found[key] = Band(old.count + band.count, old.right + band.right, old.said + band.said)
    return found


def reliability_table(whole: Tally) -> list[str]:
    """One row a kind and band, as Markdown."""
    rows = ["| kind | confidence | marks | said | right | wrong |", "|" + "---|" * 6]
    for kind, number in sorted(whole, key=lambda key: (key[0].value, key[1])):
        band = whole[kind, number]
        if band.count:
            rows.append(
                f"| {kind.value} | {BANDS[number]} | {band.count:,} | {band.said / band.count:.4f} "
                f"| {band.right / band.count:.4f} | {band.count - band.right:,} |"
            )
    return rows


def reliability_lines(whole: Tally) -> tuple[Sequence[str], dict[str, list[float | None]]]:
    """What a chart needs: the bands' names, and for each kind the percentage that is right in each band."""
    numbers = range(NOT_MENTIONED)
    lines: dict[str, list[float | None]] = {"said": [_said(whole, number) for number in numbers]}
    for kind in sorted({kind for kind, _ in whole}, key=lambda kind: kind.value):
        bands = [whole.get((kind, number)) for number in numbers]
        lines[kind.value] = [100 * band.right / band.count if band and band.count else None for band in bands]
    return BANDS[:NOT_MENTIONED], lines


def _said(whole: Tally, number: int) -> float | None:
    """Mean confidence of a band over all kinds, in percent."""
    bands = [band for (_, place), band in whole.items() if place == number]
    count = sum(band.count for band in bands)
    return 100 * sum(band.said for band in bands) / count if count else None

"""What one photo gave, mark by mark, against the truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.bench.reliability import Tally, joined, tally
from companion.doubts import DOUBTFUL
from companion.same_places import as_drawn
from printables.layout import Sheet
from printables.marks import Choice, Kind, Mark, Symbol

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Marks on the paper, and how many were read wrong, flagged as doubtful, and wrong without a flag."""

    marks: int
    wrong: int
    flagged: int
    silent: int
    details: tuple[str, ...] = ()
    tally: Tally = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Case:
    """One photo: `group` is the level of a pretend photo or the folder of a real one.

    `residual_mm` is the median distance of the printed lines from the fitted page, `flat_mm` the 99th percentile
    of the distance of spots from where they really are, known for pretend photos only. `decode_ms` is the pure
    decoding of the same file, `pixels` its size.
    """

    game: str
    group: str
    name: str
    error: str | None
    compared: Comparison
    residual_mm: float | None
    flat_mm: float | None
    stages_ms: tuple[tuple[str, float], ...]
    decode_ms: float
    pixels: int
    is_told: bool = True
    """Whether the legend's boxes are filled in; where they are empty, every mark of a player is doubtful."""

    @property
    def is_found(self) -> bool:
        """Whether a sheet was found and read at all."""
        return self.error is None

    @property
    def is_right(self) -> bool:
        """Whether every mark was read right, flagged or not."""
        return self.is_found and self.compared.wrong == 0

    @property
    def is_right_when_answered(self) -> bool:
        """Whether everything is right once the player has answered what is flagged."""
        return self.is_found and self.compared.silent == 0

    @property
    def total_ms(self) -> float:
        """From the bytes to the report."""
        return sum(spent for _, spent in self.stages_ms)


def compare_marks(sheet: Sheet, drawn: Sequence[Mark], read: Sequence[Mark]) -> Comparison:
    """The marks that were drawn on a sheet against those that were read from it."""
    truth = {_spot(sheet, mark): mark.choice for mark in drawn}
    found = {_spot(sheet, mark): mark for mark in read}
    wrong = flagged = silent = 0
    details: list[str] = []
    sure: list[tuple[Kind, float, bool]] = []
    missed: list[Kind] = []
    for spot in {**truth, **found}:
        mark = found.get(spot)
        is_flagged = mark is not None and mark.confidence < DOUBTFUL
        flagged += is_flagged
        was = truth.get(spot, Choice(Symbol.NOTHING))
        now = mark.choice if mark is not None else Choice(Symbol.NOTHING)
        is_wrong = was != now and not _both_shaded(was, now)
        if mark is not None:
            sure.append((mark.kind, mark.confidence, not is_wrong))
        elif is_wrong:
            missed.append(spot[1])
        if is_wrong:
            wrong += 1
            silent += not is_flagged
            how_sure = "-" if mark is None else f"{mark.confidence:.3f}"
            details.insert(
                len(details) if is_flagged else 0,  # silent ones first
                f"{spot}: {was.symbol.value} {was.player} read as {now.symbol.value} {now.player} ({how_sure})",
            )
    return Comparison(len(truth), wrong, flagged, silent, tuple(details), tally(sheet, sure, missed))


def compare_positions(drawn: Iterable[Mark], read: Iterable[Mark], seen: Iterable[Mark]) -> Comparison:
    """The ink of the true position against the ink of the one read; `seen` says which spots are flagged."""
    drawn = list(drawn)
    read, seen = as_drawn(drawn, list(read)), as_drawn(drawn, list(seen))
    flagged = {(mark.board, mark.at) for mark in seen if mark.confidence < DOUBTFUL}
    truth = {(mark.board, mark.at, mark.kind): mark.choice for mark in drawn}
    found = {(mark.board, mark.at, mark.kind): mark.choice for mark in read}
    wrong = [
        spot
        for spot in {**truth, **found}
        if truth.get(spot) != found.get(spot)
        and not (spot in truth and spot in found and _both_shaded(truth[spot], found[spot]))
    ]
    silent = [spot for spot in wrong if spot[:2] not in flagged]
    details = tuple(f"{spot[:2]}: {truth.get(spot)} read as {found.get(spot)}" for spot in silent)
    return Comparison(len(truth), len(wrong), len(flagged), len(silent), details)


def together(parts: Sequence[Comparison]) -> Comparison:
    """The sum of the positions of one photo."""
    return Comparison(
        sum(part.marks for part in parts),
        sum(part.wrong for part in parts),
        sum(part.flagged for part in parts),
        sum(part.silent for part in parts),
        tuple(line for part in parts for line in part.details),
        joined(part.tally for part in parts),
    )


def _both_shaded(one: Choice, two: Choice) -> bool:
    """Filled and hatched are one thing: a hand knows no border between them."""
    shaded = (Symbol.FILLED, Symbol.HATCHED)
    return one.player == two.player and one.symbol in shaded and two.symbol in shaded


def _spot(sheet: Sheet, mark: Mark) -> tuple[str, Kind, object, int | None]:
    """What makes two marks the same spot: where two questions are put to a cell, the pen too."""
    asks = [ask for ask in sheet.board(mark.board).asks if ask.kind is mark.kind]
    player = mark.player if mark.symbol is not Symbol.NOTHING or mark.other is None else mark.other.player
    return mark.board, mark.kind, mark.at, player if len(asks) > 1 else None

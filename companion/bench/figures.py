"""The figures of many cases: one row a game and level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from companion.bench.case import Case

STAGES = ("decode", "locate", "flatten", "ink", "pens", "marks", "freehand")


@dataclass(frozen=True, slots=True)
class Figures:
    """A game at a level. Times are seconds; `ratio` is the whole time over that of the pure decoding.

    `stages` holds, per stage, the median and the 95th percentile; `flagged_told` is the share of marks flagged on
    photos whose legend is filled in.
    """

    game: str
    group: str
    photos: int
    found: int
    right: int
    right_when_answered: int
    marks: int
    wrong: int
    flagged: int
    silent: int
    flagged_told: float
    residual_mm: float | None
    flat_mm: float | None
    seconds_p50: float
    seconds_p95: float
    decode_p50: float
    ratio: float
    stages: tuple[tuple[str, float, float], ...]
    memory_mb: int | None = None


def figures_of(cases: Sequence[Case]) -> list[Figures]:
    """Summed up per game and level, in the order in which they first come."""
    sorted_out: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        sorted_out[case.game, case.group].append(case)
    return [_figures(game, group, some) for (game, group), some in sorted_out.items()]


def _figures(game: str, group: str, cases: Sequence[Case]) -> Figures:
    found = [case for case in cases if case.is_found]
    told = [case for case in found if case.is_told]
    totals = [case.total_ms / 1000 for case in cases]
    ratios = [case.total_ms / case.decode_ms for case in cases if case.decode_ms > 0]
    times: dict[str, list[float]] = defaultdict(list)
    for case in cases:
        for stage, spent in case.stages_ms:
            times[stage].append(spent / 1000)
    return Figures(
        game=game,
        group=group,
        photos=len(cases),
        found=len(found),
        right=sum(case.is_right for case in cases),
        right_when_answered=sum(case.is_right_when_answered for case in cases),
        marks=sum(case.compared.marks for case in found),
        wrong=sum(case.compared.wrong for case in found),
        flagged=sum(case.compared.flagged for case in found),
        silent=sum(case.compared.silent for case in found),
        flagged_told=sum(case.compared.flagged for case in told)
        / max(sum(case.compared.marks for case in told), 1),
        residual_mm=percentile([case.residual_mm for case in found if case.residual_mm is not None], 50),
        flat_mm=percentile([case.flat_mm for case in found if case.flat_mm is not None], 99),
        seconds_p50=percentile(totals, 50) or 0.0,
        seconds_p95=percentile(totals, 95) or 0.0,
        decode_p50=percentile([case.decode_ms / 1000 for case in cases], 50) or 0.0,
        ratio=percentile(ratios, 50) or 0.0,
        stages=tuple(
            (stage, percentile(times[stage], 50) or 0.0, percentile(times[stage], 95) or 0.0)
            for stage in sorted(times, key=_rank)
        ),
    )


def _rank(stage: str) -> int:
    return STAGES.index(stage) if stage in STAGES else len(STAGES)


def percentile(values: Sequence[float], percent: float) -> float | None:
    """Between the two nearest values; `None` of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

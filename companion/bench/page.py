"""The page about the figures, with its plots, and the table on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.bench.figures import STAGES, Figures
from companion.bench.history import Row
from companion.bench.plots import line_chart, stacked_bars
from companion.bench.reliability import Tally, reliability_lines, reliability_table

MOST_RUNS = 20
"""Runs shown in the plots: the latest."""


def table(figures: Sequence[Figures]) -> list[str]:
    """One row a game and level, as Markdown."""
    rows = [
        "| game | level | photos | found | wholly right | right when answered | marks | wrong | flagged | with legend "
        "| silent | residual mm | flat p99 mm | s p50 | s p95 | x decode | MB |",
        "|" + "---|" * 17,
    ]
    for one in figures:
        rows.append(
            f"| {one.game} | {one.group} | {one.photos} | {_share(one.found, one.photos)} "
            f"| {_share(one.right, one.photos)} | {_share(one.right_when_answered, one.photos)} | {one.marks} "
            f"| {one.wrong} | {_share(one.flagged, one.marks, 2)} | {one.flagged_told:.2%} | {one.silent} "
            f"| {_mm(one.residual_mm)} | {_mm(one.flat_mm)} "
            f"| {one.seconds_p50:.2f} | {one.seconds_p95:.2f} | {one.ratio:.1f} "
            f"| {'' if one.memory_mb is None else one.memory_mb} |"
        )
    return rows


def stage_table(figures: Sequence[Figures]) -> list[str]:
    """Milliseconds per stage, median / 95th percentile, as Markdown."""
    stages = [stage for stage in STAGES if any(stage == name for one in figures for name, _, _ in one.stages)]
    rows = ["| game | level | pure decode | " + " | ".join(stages) + " |", "|" + "---|" * (len(stages) + 3)]
    for one in figures:
        times = {stage: (median, high) for stage, median, high in one.stages}
        cells = [
            f"{1000 * times[stage][0]:.0f} / {1000 * times[stage][1]:.0f}" if stage in times else ""
            for stage in stages
        ]
        rows.append(f"| {one.game} | {one.group} | {1000 * one.decode_p50:.0f} | " + " | ".join(cells) + " |")
    return rows


def _share(count: int, of: int, digits: int = 1) -> str:
    return f"{count} ({count / of:.{digits}%})" if of else str(count)


def _mm(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def write_page(
    path: Path,
    figures: Sequence[Figures],
    history: Sequence[Row],
    tally: Tally,
    *,
    command: str,
    about: str,
) -> None:
    """The page and its plots, which stand beside it."""
    (path.parent / "bench-right.svg").write_text(_right_plot(history), encoding="utf-8")
    (path.parent / "bench-seconds.svg").write_text(_seconds_plot(history), encoding="utf-8")
    (path.parent / "bench-stages.svg").write_text(_stages_plot(figures), encoding="utf-8")
    (path.parent / "bench-reliability.svg").write_text(_reliability_plot(tally), encoding="utf-8")
    lines = [
        "# Bench: how well and how fast photos are read",
        "",
        f"Made by `{command}`; {about}",
        "",
        "*Wholly right*: every mark was read right, flagged or not. *Right when answered*: all is right once the",
        "player has answered what is shown as doubtful, so nothing is wrong in silence. *With legend*: share flagged",
        "on the nine photos in ten whose legend is filled in; on the others nothing tells whose pen is whose, and",
        "every mark is flagged. *Residual*: median distance of the printed lines from the fitted page. *Flat p99*:",
        "99th percentile of the distance of spots from where they really are. *Seconds* are those of one core's work,",
        "from the bytes to the report; *x decode* is their ratio to decoding the same file and nothing else. *MB*:",
        "peak memory of a process that reads one such photo.",
        "",
        *table(figures),
        "",
        "![Sheets wholly right when the flagged marks are answered](bench-right.svg)",
        "",
        "## Is the confidence honest?",
        "",
        "Every spot that a sheet asks about, by the confidence with which it was read: how sure the reader said it",
        "was, and how often it was right. *Sure it is empty*: spots that were not mentioned.",
        "",
        *reliability_table(tally),
        "",
        "![How often marks are right, by confidence](bench-reliability.svg)",
        "",
        "## Time per stage",
        "",
        "Milliseconds, median / 95th percentile.",
        "",
        *stage_table(figures),
        "",
        "![Seconds per stage](bench-stages.svg)",
        "",
        "## History",
        "",
        "Every run is kept in [bench.csv](bench.csv), one row per commit, game and level; a `+` after the commit means",
        "that files differed from it.",
        "",
        "![Seconds a photo](bench-seconds.svg)",
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def _runs(history: Sequence[Row]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((row["date"], row["commit"]) for row in history))[-MOST_RUNS:]


def _over_runs(history: Sequence[Row], value: str, of: str | None = None) -> dict[str, list[float | None]]:
    """A line for each game and level: a column, or its percentage of another, at each run."""
    runs = _runs(history)
    lines: dict[str, list[float | None]] = {}
    for row in history:
        run = (row["date"], row["commit"])
        if run in runs and row[value]:
            line = lines.setdefault(f"{row['game']} {row['group']}", [None] * len(runs))
            line[runs.index(run)] = float(row[value]) * (100 / float(row[of]) if of is not None else 1)
    return lines


def _right_plot(history: Sequence[Row]) -> str:
    lines = _over_runs(history, "right_when_answered", "photos")
    values = [value for line in lines.values() for value in line if value is not None]
    low = 90.0 if not values or min(values) >= 90 else 0.0
    return line_chart("Right when answered", _labels(history), lines, low=low, high=100.0, unit="%")


def _seconds_plot(history: Sequence[Row]) -> str:
    lines = _over_runs(history, "seconds_p50")
    high = max([value for line in lines.values() for value in line if value is not None] + [0.5])
    return line_chart("Seconds a photo, median", _labels(history), lines, low=0.0, high=high * 1.1, unit="s")


def _labels(history: Sequence[Row]) -> list[str]:
    return [commit[:7] for _, commit in _runs(history)]


def _stages_plot(figures: Sequence[Figures]) -> str:
    bars = {}
    for one in figures:
        times = {stage: median for stage, median, _ in one.stages}
        bars[f"{one.game} {one.group}"] = [times.get(stage, 0.0) for stage in STAGES]
    return stacked_bars("Seconds per stage, median", bars, STAGES, unit="s")


def _reliability_plot(tally: Tally) -> str:
    labels, lines = reliability_lines(tally)
    return line_chart("Right, by how sure the reader was", labels, lines, low=0.0, high=100.0, unit="%")

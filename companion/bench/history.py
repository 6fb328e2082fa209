"""The history of the figures: a CSV file that is committed, one row per run, game and level."""

from __future__ import annotations

import csv
import io
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.bench.figures import STAGES, Figures

COLUMNS = (
    "date", "commit", "first_seed", "game", "group", "photos", "found", "right", "right_when_answered", "marks",
    "wrong", "flagged", "flagged_told", "silent", "residual_mm", "flat_mm_p99", "seconds_p50", "seconds_p95",
    "ratio_to_decode", "memory_mb", *(f"{stage}_{what}" for stage in STAGES for what in ("p50", "p95")),
)  # fmt: skip

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured and when; `first_seed` is `None` for photos from a folder."""

    date: str
    commit: str
    first_seed: int | None
    figures: tuple[Figures, ...]


def commit_of(folder: Path) -> str:
    """The commit that is checked out, with a `+` where files differ from it; `unknown` outside of git."""
    try:
        head = _git(folder, "rev-parse", "--short=10", "HEAD")
        changed = _git(
            folder, "status", "--porcelain", "--untracked-files=no", "--", "companion", "vision", "samples"
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head + ("+" if changed else "")


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def rows_of(run: Run) -> list[Row]:
    """The run as rows of the history."""
    return [_row(run, one) for one in run.figures]


def _row(run: Run, one: Figures) -> Row:
    row = {
        "date": run.date,
        "commit": run.commit,
        "first_seed": "" if run.first_seed is None else str(run.first_seed),
        "game": one.game,
        "group": one.group,
        "photos": str(one.photos),
        "found": str(one.found),
        "right": str(one.right),
        "right_when_answered": str(one.right_when_answered),
        "marks": str(one.marks),
        "wrong": str(one.wrong),
        "flagged": str(one.flagged),
        "flagged_told": f"{one.flagged_told:.4f}",
        "silent": str(one.silent),
        "residual_mm": _decimal(one.residual_mm),
        "flat_mm_p99": _decimal(one.flat_mm),
        "seconds_p50": _decimal(one.seconds_p50),
        "seconds_p95": _decimal(one.seconds_p95),
        "ratio_to_decode": f"{one.ratio:.1f}",
        "memory_mb": "" if one.memory_mb is None else str(one.memory_mb),
    }
    for stage, median, high in one.stages:
        if stage in STAGES:
            row |= {f"{stage}_p50": _decimal(median), f"{stage}_p95": _decimal(high)}
    return {name: row.get(name, "") for name in COLUMNS}


def _decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def read_history(path: Path) -> list[Row]:
    """All rows so far, the oldest first."""
    if not path.is_file():
        return []
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
    return [{name: row.get(name) or "" for name in COLUMNS} for row in rows]


def write_history(path: Path, rows: Sequence[Row]) -> None:
    """The whole history, written anew."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8")

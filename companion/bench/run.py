"""The story of a bench: photos are made or taken from a folder, read by all cores, summed up, kept and shown."""

from __future__ import annotations

import datetime
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion import catalog
from companion.bench.case import Case, Comparison
from companion.bench.figures import Figures, figures_of
from companion.bench.folder import FolderJob, jobs_in, measure_photo
from companion.bench.history import Run, commit_of, read_history, rows_of, write_history
from companion.bench.memory import peak_mb
from companion.bench.page import stage_table, table, write_page
from companion.bench.pretend import PretendJob, measure_pretend, take
from companion.bench.reliability import Tally, joined
from companion.errors import CompanionError
from companion.text import Text
from companion.workers import run_jobs

HISTORY = Path("docs/reference/bench.csv")
PAGE = Path("docs/reference/accuracy.md")

MOST_DETAILS = 4
"""Silent errors told per photo."""

ALL_WELL, SILENT_ERRORS = 0, 1
"""Exit codes."""

Job = PretendJob | FolderJob


@dataclass(frozen=True, slots=True)
class Settings:
    """What `companion bench` was asked for; `count` photos per game and level."""

    photos: Path | None
    games: tuple[str, ...]
    levels: tuple[str, ...]
    count: int
    first_seed: int
    workers: int | None
    is_recorded: bool
    as_json: bool
    is_verbose: bool
    lang: str
    setting: tuple[tuple[str, str], ...] = ()
    """Options other than usual, of the one game that is measured."""


def run(settings: Settings) -> int:
    """Measure and tell; 1 when anything was read wrong in silence."""
    if settings.is_recorded and not PAGE.parent.is_dir():
        raise CompanionError(NO_DOCS)
    jobs = _jobs(settings)
    cases = _measured(jobs, settings)
    figures = [_with_memory(one, jobs) for one in figures_of(cases)]
    _tell(cases, figures, settings)
    if settings.is_recorded:
        _record(figures, joined(case.compared.tally for case in cases), settings)
    return SILENT_ERRORS if any(case.compared.silent for case in cases) else ALL_WELL


def _jobs(settings: Settings) -> list[Job]:
    if settings.photos is not None:
        return list(jobs_in(settings.photos))
    names = settings.games or tuple(game.name for game in catalog.all_games())
    return [
        PretendJob(catalog.find_game(name).name, level, settings.first_seed + number, settings.setting)
        for name in names
        for level in settings.levels
        for number in range(settings.count)
    ]


def _measured(jobs: Sequence[Job], settings: Settings) -> list[Case]:
    workers = settings.workers or os.cpu_count() or 1
    cases = []
    for case in run_jobs(jobs, measure, workers=workers, give_up=_lost, start=_start_worker):
        cases.append(case)
        if settings.is_verbose and (case.compared.wrong or case.error):
            print(
                case.game, case.group, case.name, case.error or "", f"wrong {case.compared.wrong}",
                f"silent {case.compared.silent}", *case.compared.details[:MOST_DETAILS],
                sep=" | ", file=sys.stderr, flush=True,
            )  # fmt: skip
    return cases


def _start_worker() -> None:
    from vision.photo import use_one_core

    use_one_core()


def measure(job: Job) -> Case:
    """What one photo gives."""
    return measure_pretend(job) if isinstance(job, PretendJob) else measure_photo(job)


def _lost(job: Job) -> Case:
    """The case of a photo that killed the reader."""
    if isinstance(job, PretendJob):
        game, group, name = job.game, job.level, str(job.seed)
    else:
        game, group, name = job.photo.parent.name, job.group, job.photo.name
    return Case(game, group, name, "READER_STOPPED", Comparison(0, 0, 0, 0), None, None, (), 0.0, 0)


def _with_memory(one: Figures, jobs: Sequence[Job]) -> Figures:
    """The figures with the memory that the first of their photos takes."""
    for job in jobs:
        if isinstance(job, PretendJob) and (job.game, job.level) == (one.game, one.group):
            return replace(one, memory_mb=peak_mb(take(job).shot.data))
        if isinstance(job, FolderJob) and job.group == one.group:
            return replace(one, memory_mb=peak_mb(job.photo.read_bytes()))
    return one


def _tell(cases: Sequence[Case], figures: Sequence[Figures], settings: Settings) -> None:
    if settings.as_json:
        print(json.dumps([asdict(one) for one in figures], ensure_ascii=False))
        return
    print("\n".join([*table(figures), "", *stage_table(figures)]))
    for case in cases:
        if case.compared.silent:
            for line in case.compared.details[:MOST_DETAILS]:
                print(f"silent: {case.game} {case.group} {case.name}: {line}")


def _record(figures: Sequence[Figures], tally: Tally, settings: Settings) -> None:
    """The history with this run, and the page anew."""
    today = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M")
    first_seed = settings.first_seed if settings.photos is None else None
    run = Run(today, commit_of(Path.cwd()), first_seed, tuple(figures))
    history = [*read_history(HISTORY), *rows_of(run)]
    write_history(HISTORY, history)
    about = (
        f"commit `{run.commit}`, seeds from {settings.first_seed:,}, {settings.count} photos a game and level. "
        "The readers were trained and their thresholds chosen on smaller seeds."
        if settings.photos is None
        else f"commit `{run.commit}`, the photos in `{settings.photos}`."
    )
    write_page(PAGE, figures, history, tally, command=_command(settings), about=about)


def _command(settings: Settings) -> str:
    if settings.photos is not None:
        return f"companion bench --photos {settings.photos} --record"
    games = f" --games {' '.join(settings.games)}" if settings.games else ""
    games += "".join(f" --set {name}={value}" for name, value in settings.setting)
    return f"companion bench{games} --levels {' '.join(settings.levels)} --count {settings.count} --record"


NO_DOCS = Text(
    en="there is no docs/reference here; --record is meant for the project's own folder: go there, or leave it out",
    ru="здесь нет docs/reference; --record нужен в папке самого проекта: перейдите туда или уберите его",
)

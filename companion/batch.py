"""`companion read`: many photos, all cores, one line or one object each; a bad photo stops nobody."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion import picture
from companion.errors import OutputError
from companion.found import PhotoReport, Wanted
from companion.reading import read_pages
from companion.results_csv import ResultsTable, cannot_write
from companion.seen_squares import SeenField
from companion.text import Text, join, same
from companion.workers import run_jobs

ALL_READ, PROBLEMS_FOUND, UNUSABLE = 0, 1, 2

FEW_PHOTOS = 2
"""Up to so many photos are read in this process: starting workers costs as much."""

PHOTO_SUFFIXES = (
    ".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif", ".pdf",
)  # fmt: skip
"""What counts as a photo in a folder."""

READ_SUFFIX = ".read.jpg"
"""Pictures with this ending are our own answers, not photos to read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What `companion read` was asked for besides the photos."""

    wanted: Wanted
    as_json: bool
    with_marks: bool
    annotate: Path | None
    csv: Path | None
    workers: int | None
    lang: str
    is_resumed: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What is kept of one photo: its JSON, its text, its picture's path; small enough to travel between processes."""

    photo: str
    shown: dict[str, Any]
    text: str
    error: str | None
    refused: tuple[str, ...]
    has_problems: bool
    picture: str | None


@dataclass(frozen=True, slots=True)
class _Job:
    """A file to read, and the name of its annotated picture without the ending."""

    photo: Path
    name: str


def read_photos(given: Sequence[Path], settings: Settings) -> int:
    """Read, print and save; returns the exit code. Folders stand for the photos in them."""
    if settings.annotate is not None:
        make_folder(settings.annotate)
    photos = list(_photos(given))
    with ExitStack() as stack:
        table = None
        if settings.csv is not None:
            table = stack.enter_context(ResultsTable(settings.csv, is_resumed=settings.is_resumed))
        known = table.photos if table is not None else set()
        worst = _worst_of(table)
        jobs = [job for job in _jobs(photos) if str(job.photo) not in known]
        bar = stack.enter_context(_Bar(len(jobs), settings.lang))
        for pages in _answers(jobs, settings):
            if table is not None:
                table.add([page.shown for page in pages])
            for page in pages:
                _say(page, settings)
                worst = max(worst, _exit_code(page))
            bar.step()
    return worst


def _exit_code(answer: Answer) -> int:
    if answer.error is not None:
        return UNUSABLE
    return PROBLEMS_FOUND if answer.has_problems else ALL_READ


def _worst_of(table: ResultsTable | None) -> int:
    """The exit code that the rows of an earlier run ask for."""
    rows = table.kept if table is not None else []
    if any(row["error"] and not row["game"] for row in rows):
        return UNUSABLE
    return PROBLEMS_FOUND if any(row["problems"] for row in rows) else ALL_READ


def _photos(given: Sequence[Path]) -> Iterator[Path]:
    """The files as given, and those in the folders given."""
    for path in given:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(
            one
            for one in path.iterdir()
            if one.suffix.lower() in PHOTO_SUFFIXES
            and not one.name.startswith(".")
            and not one.name.endswith(READ_SUFFIX)
            and one.is_file()
        )
        yield from inside or [path]  # an empty folder is told as such by whoever tries to read it


def _answers(jobs: Sequence[_Job], settings: Settings) -> Iterator[tuple[Answer, ...]]:
    workers = settings.workers or min(os.cpu_count() or 1, len(jobs))
    read = partial(answers, settings=settings)
    if workers <= 1 or len(jobs) <= FEW_PHOTOS:
        yield from map(read, jobs)
        return
    yield from run_jobs(
        jobs, read, workers=workers, give_up=partial(_given_up, settings=settings), start=_start_worker
    )


def _start_worker() -> None:
    from vision.photo import use_one_core

    use_one_core()


def answers(job: _Job, settings: Settings) -> tuple[Answer, ...]:
    """Read all pages of one file and save their pictures."""
    return tuple(
        _answer(report, job.name if number == 1 else f"{job.name}.page{number}", settings)
        for number, report in enumerate(read_pages(job.photo, settings.wanted), 1)
    )


def _given_up(job: _Job, settings: Settings) -> tuple[Answer, ...]:
    report = PhotoReport(str(job.photo), error_code="READER_STOPPED", error=STOPPED)
    return (_answer(report, job.name, settings),)


def _answer(report: PhotoReport, name: str, settings: Settings) -> Answer:
    shown = report.to_json(settings.lang, with_marks=settings.with_marks)
    saved = None
    if settings.annotate is not None and report.picture is not None:
        saved = str(save_picture(report, settings.annotate / f"{name}{READ_SUFFIX}", settings.lang))
    return Answer(
        photo=report.photo,
        shown=shown,
        text=describe(report, settings.lang),
        error=None if report.error is None else report.error(settings.lang),
        refused=tuple(refusal.text(settings.lang) for refusal in report.refused),
        has_problems=report.has_problems,
        picture=saved,
    )


def describe(report: PhotoReport, lang: str) -> str:
    """The report of a photo for people; where games are drawn by hand, which were found and why comes first."""
    told = [found.report.to_text(lang) for found in report.found]
    return "\n\n".join(([text(lang)] if (text := listed(report)) is not None else []) + told)


def listed(report: PhotoReport) -> Text | None:
    """The games that are drawn by hand in a photo: kind, field, reason; and what else the only one may be."""
    seen = [found.seen for found in report.found if found.seen is not None]
    if not seen:
        return None
    lines = [_seen_line(field) for field in seen]
    if len(lines) > 1:
        numbered = [same(f"{number}. ") + line for number, line in enumerate(lines, 1)]
        return join([GAMES_BY_HAND.fill(number=len(lines)), *numbered], "\n")
    squares = report.squares
    others = () if squares is None or squares.is_sure else squares.fields
    maybe = [MAYBE.fill(line=_seen_line(field)) for field in others if field.game.name != seen[0].game.name]
    return join([BY_HAND.fill(line=lines[0]), *maybe[:MOST_MAYBE]], "\n")


def _seen_line(field: SeenField) -> Text:
    across, down = zip(*field.corners_px, strict=True)
    sides = (min(across), min(down), max(across) - min(across), max(down) - min(down))
    where = ",".join(f"{side:.0f}" for side in sides)
    return SEEN_LINE.fill(title=field.game.title, why=field.why, where=where)


def save_picture(report: PhotoReport, path: Path, lang: str) -> Path:
    """Write the annotated photo as JPEG. Raises `OutputError`."""
    from vision.annotate import encode_jpeg

    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_bytes(encode_jpeg(picture.draw(report, lang, is_cut=True)))
        unfinished.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    return path


def _jobs(photos: Sequence[Path]) -> Iterator[_Job]:
    """A name for every picture; photos of one name from several folders are numbered apart."""
    seen: dict[str, int] = {}
    for photo in photos:
        count = seen[photo.stem] = seen.get(photo.stem, 0) + 1
        yield _Job(photo, photo.stem if count == 1 else f"{photo.stem}.{count}")


def make_folder(folder: Path) -> None:
    """Make a folder that can be written to. Raises `OutputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from None
    if not os.access(folder, os.W_OK):
        raise OutputError(
            Text(
                en=f"cannot write into {folder}; choose another folder",
                ru=f"в {folder} нельзя писать; выберите другую папку",
            )
        )


# --- output -------------------------------------------------------------------------------------------


def _say(answer: Answer, settings: Settings) -> None:
    if settings.as_json:
        print(json.dumps(answer.shown, ensure_ascii=False), flush=True)
    elif answer.error is None:
        print(f"{answer.photo}\n{answer.text}")
        if answer.picture is not None:
            print(PICTURE.fill(path=answer.picture)(settings.lang))
        print(flush=True)
    for line in [answer.error] if answer.error is not None else answer.refused:
        print(f"companion: {answer.photo}: {line}", file=sys.stderr, flush=True)


class _Bar:
    """A progress bar on standard error, shown for more than one photo on a terminal."""

    def __init__(self, total: int, lang: str) -> None:
        self.progress: Any = None
        if total > 1 and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self.progress = Progress(console=Console(stderr=True), transient=True)
            self.task = self.progress.add_task(PROGRESS(lang), total=total)

    def __enter__(self) -> _Bar:
        if self.progress is not None:
            self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.progress is not None:
            self.progress.stop()

    def step(self) -> None:
        """One photo more is done."""
        if self.progress is not None:
            self.progress.advance(self.task)


MOST_MAYBE = 2
"""Other games that are named where it is not clear which one is drawn."""

GAMES_BY_HAND = Text(en="{number} games drawn by hand:", ru="Игр, нарисованных от руки: {number}")
BY_HAND = Text(en="Drawn by hand: {line}", ru="От руки: {line}")
MAYBE = Text(en="Or perhaps: {line}", ru="Или, может быть: {line}")
SEEN_LINE = same("{title} ({why}; --field {where})")
PROGRESS = Text(en="Reading photos", ru="Чтение снимков")
PICTURE = Text(en="Picture: {path}", ru="Картинка: {path}")
STOPPED = Text(
    en="reading this photo was broken off twice (out of memory or time); make it smaller and try it alone",
    ru="чтение этого снимка дважды оборвалось (не хватило памяти или времени); уменьшите его и попробуйте отдельно",
)

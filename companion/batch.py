"""`companion read`: many photos, all cores, one line or one object each; a bad photo stops nobody."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import picture
from companion.errors import OutputError
from companion.reading import PhotoReport, Wanted, read_file
from companion.text import Text

ALL_READ, PROBLEMS_FOUND, UNUSABLE = 0, 1, 2

FEW_PHOTOS = 2
"""Up to so many photos are read in this process: starting workers costs as much."""

COLUMNS = (
    "photo",
    "number",
    "game",
    "serial",
    "position",
    "score",
    "turn",
    "outcome",
    "problems",
    "doubtful",
    "error",
)


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


@dataclass(frozen=True, slots=True)
class Answer:
    """What is kept of one photo: its JSON, its text, its picture's path; small enough to travel between processes."""

    photo: str
    shown: dict[str, Any]
    text: str
    error: str | None
    has_problems: bool
    picture: str | None


def read_photos(photos: Sequence[Path], settings: Settings) -> int:
    """Read, print and save; returns the exit code."""
    if settings.annotate is not None:
        make_folder(settings.annotate)
    answers = []
    with _Bar(len(photos), settings.lang) as bar:
        for answer in _answers(photos, settings):
            _say(answer, settings)
            answers.append(answer)
            bar.step()
    if settings.csv is not None:
        _write_csv(settings.csv, answers)
    if any(answer.error is not None for answer in answers):
        return UNUSABLE
    return PROBLEMS_FOUND if any(answer.has_problems for answer in answers) else ALL_READ


def _answers(photos: Sequence[Path], settings: Settings) -> Iterator[Answer]:
    workers = settings.workers or min(os.cpu_count() or 1, len(photos))
    names = _picture_names(photos)
    from vision.photo import use_one_core

    if workers <= 1 or len(photos) <= FEW_PHOTOS:
        for photo, name in zip(photos, names, strict=True):
            yield answer(photo, name, settings)
        return
    with ProcessPoolExecutor(workers, initializer=use_one_core) as pool:
        futures = [
            pool.submit(answer, photo, name, settings) for photo, name in zip(photos, names, strict=True)
        ]
        for future in futures:
            yield future.result()


def answer(photo: Path, name: str, settings: Settings) -> Answer:
    """Read one photo and save its picture."""
    report = read_file(photo, settings.wanted)
    shown = report.to_json(settings.lang, with_marks=settings.with_marks)
    saved = None
    if settings.annotate is not None and report.picture is not None:
        saved = str(save_picture(report, settings.annotate / name, settings.lang))
    return Answer(
        photo=str(photo),
        shown=shown,
        text=describe(report, settings.lang),
        error=None if report.error is None else report.error(settings.lang),
        has_problems=report.has_problems,
        picture=saved,
    )


def describe(report: PhotoReport, lang: str) -> str:
    """The report of a photo for people."""
    return "\n\n".join(found.report.to_text(lang) for found in report.found)


def save_picture(report: PhotoReport, path: Path, lang: str) -> Path:
    """Write the annotated photo as JPEG. Raises `OutputError`."""
    from vision.annotate import encode_jpeg

    partial = path.with_name(f".{path.name}.part")
    try:
        partial.write_bytes(encode_jpeg(picture.draw(report, lang, is_cut=True)))
        partial.replace(path)
    except OSError as error:
        raise _cannot_write(path, error) from None
    return path


def _picture_names(photos: Sequence[Path]) -> list[str]:
    """A file name for every picture; photos of one name from several folders are numbered apart."""
    seen: dict[str, int] = {}
    names = []
    for photo in photos:
        count = seen[photo.stem] = seen.get(photo.stem, 0) + 1
        names.append(f"{photo.stem}.read.jpg" if count == 1 else f"{photo.stem}.{count}.read.jpg")
    return names


def make_folder(folder: Path) -> None:
    """Make a folder that can be written to. Raises `OutputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(folder, error) from None
    if not os.access(folder, os.W_OK):
        raise OutputError(
            Text(
                en=f"cannot write into {folder}; choose another folder",
                ru=f"в {folder} нельзя писать; выберите другую папку",
            )
        )


def _cannot_write(path: Path, error: OSError) -> OutputError:
    why = error.strerror or str(error)
    return OutputError(
        Text(
            en=f"cannot write {path} ({why}); choose another place",
            ru=f"нельзя записать {path} ({why}); выберите другое место",
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
    if answer.error is not None:
        print(f"companion: {answer.photo}: {answer.error}", file=sys.stderr, flush=True)


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


def _write_csv(path: Path, answers: Sequence[Answer]) -> None:
    """One row per position, one for a photo that could not be read. Raises `OutputError`."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for answer in answers:
        writer.writerows(_rows(answer.shown))
    partial = path.with_name(f".{path.name}.part")
    try:
        partial.write_text(text.getvalue(), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _rows(shown: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if shown["error"] is not None:
        yield {"photo": shown["photo"], "error": shown["error"]["code"]}
    for number, reading in enumerate(shown["readings"], 1):
        yield {
            "photo": shown["photo"],
            "number": number,
            "game": reading["game"],
            "serial": (reading["sheet"] or {}).get("serial"),
            "position": reading["position"],
            "score": json.dumps(reading["score"], ensure_ascii=False),
            "turn": reading["turn"],
            "outcome": json.dumps(reading["outcome"], ensure_ascii=False) if reading["outcome"] else None,
            "problems": " ".join(problem["code"] for problem in reading["problems"]),
            "doubtful": len(reading["doubtful"]),
        }


PROGRESS = Text(en="Reading photos", ru="Чтение снимков")
PICTURE = Text(en="Picture: {path}", ru="Картинка: {path}")

"""A folder of photos with their truth.

Beside `NAME.jpg` (or any other photo) lies `NAME.txt` with the expected notations, one line a position in reading
order, as in `samples/`; or `NAME.json`, an object as `read --json --marks` prints it, put right by a person: of each
of its `readings`, `game`, `options` and `marks` are used. With `NAME.txt` the game is the one that the folder is
named after, else the one that the sheet names. Photos without truth are left out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import catalog
from companion.batch import PHOTO_SUFFIXES
from companion.bench.case import Case, Comparison, compare_positions, together
from companion.bench.pretend import pure_decode_ms
from companion.errors import CompanionError
from companion.found import Found, PhotoReport, Wanted
from companion.game import Game
from companion.options import parse_options
from companion.reading import read_bytes
from companion.text import Text
from printables.layout import Grid
from printables.marks import At, Kind, Mark, Symbol, segment


@dataclass(frozen=True, slots=True)
class FolderJob:
    """A photo and the file with its truth."""

    photo: Path
    truth: Path
    group: str


def jobs_in(folder: Path) -> list[FolderJob]:
    """The photos with truth in a folder and in those below. Raises `CompanionError` when there are none."""
    found = [
        FolderJob(photo, truth, str(photo.parent.relative_to(folder.parent)))
        for photo in sorted(folder.rglob("*"))
        if photo.suffix.lower() in PHOTO_SUFFIXES
        for truth in _truths(photo)
    ]
    if not found:
        raise CompanionError(
            Text(
                en=f"no photos with their truth in {folder}; expected NAME.jpg beside NAME.txt or NAME.json",
                ru=f"в {folder} нет снимков с ответами; нужны ИМЯ.jpg и рядом ИМЯ.txt или ИМЯ.json",
            )
        )
    return found


def _truths(photo: Path) -> Iterator[Path]:
    for suffix in (".txt", ".json"):
        if (truth := photo.with_suffix(suffix)).is_file():
            yield truth
            return


def measure_photo(job: FolderJob) -> Case:
    """Read one photo and compare it with its truth."""
    data = job.photo.read_bytes()
    report = read_bytes(data, Wanted(), name=str(job.photo), clock=time.process_time)
    game = _game_of(job, report)
    compared = _compared(job, game, report)
    sheet = report.found[0].report.sheet if report.found else None
    height, width = report.picture.shape[:2] if report.picture is not None else (0, 0)
    return Case(
        game=game.name,
        group=job.group,
        name=job.photo.name,
        error=report.error_code,
        compared=compared,
        residual_mm=None if sheet is None else sheet.residual_mm,
        flat_mm=None,
        stages_ms=report.timings_ms,
        decode_ms=_decode_ms(data),
        pixels=width * height,
    )


def _decode_ms(data: bytes) -> float:
    """Zero where Pillow alone cannot read the file (PDF)."""
    from PIL import UnidentifiedImageError

    try:
        return pure_decode_ms(data)
    except UnidentifiedImageError:
        return 0.0


def _game_of(job: FolderJob, report: PhotoReport) -> Game[Any, Any]:
    if job.truth.suffix == ".json":
        return catalog.find_game(_readings(job.truth)[0]["game"])
    if job.photo.parent.name in {game.name for game in catalog.all_games()}:
        return catalog.find_game(job.photo.parent.name)
    if report.found:
        return report.found[0].report.game
    raise CompanionError(
        Text(
            en=f"{job.photo} was not read and {job.truth.name} does not say which game it is; "
            "name the folder after the game",
            ru=f"{job.photo} не прочитан, а {job.truth.name} не говорит, какая это игра; назовите папку именем игры",
        )
    )


def _compared(job: FolderJob, game: Game[Any, Any], report: PhotoReport) -> Comparison:
    """All positions of the photo, in reading order; a missing one counts with all its marks, wrong and silent."""
    truths = list(_true_inks(job, game, report))
    if report.error is not None:
        return Comparison(sum(map(len, truths)), 0, 0, 0, (str(report.error),))
    parts = []
    for number in range(max(len(truths), len(report.found))):
        truth = truths[number] if number < len(truths) else ()
        found = report.found[number] if number < len(report.found) else None
        read = found.report.game.ink(found.report.position) if found is not None else ()
        parts.append(compare_positions(truth, read, found.marks if found is not None else ()))
    return together(parts)


def _true_inks(job: FolderJob, game: Game[Any, Any], report: PhotoReport) -> Iterator[tuple[Mark, ...]]:
    """The ink of every true position."""
    if job.truth.suffix == ".json":
        for reading in _readings(job.truth):
            options = parse_options(game.options, list(reading["options"].items()))
            yield tuple(game.ink(game.read(_marks(game, options, reading), options)))
        return
    for number, line in enumerate(job.truth.read_text(encoding="utf-8").splitlines()):
        if line.strip():
            options = _options(report.found[number:], game)
            yield tuple(game.ink(game.parse(line.strip(), options)))


def _options(found: tuple[Found, ...], game: Game[Any, Any]) -> Any:
    if found and found[0].report.game.name == game.name:
        return found[0].report.options
    return game.options()


def _readings(truth: Path) -> list[dict[str, Any]]:
    try:
        readings: list[dict[str, Any]] = json.loads(truth.read_text(encoding="utf-8"))["readings"]
    except (ValueError, KeyError, TypeError):
        readings = []
    if not readings:
        raise CompanionError(
            Text(
                en=f"{truth} has no readings; expected an object as `read --json --marks` prints it",
                ru=f"в {truth} нет readings; нужен объект, как его печатает `read --json --marks`",
            )
        )
    return readings


def _marks(game: Game[Any, Any], options: Any, reading: dict[str, Any]) -> list[Mark]:
    """The marks that `read --json --marks` shows; their kind follows from the board they are on."""
    sheet = game.sheet(options, paper="a4", lang="en", serial=0)
    marks = []
    for shown in reading["marks"]:
        is_points = sheet.board(shown["board"]).grid is Grid.POINTS
        is_field = sheet.board(shown["board"]).grid is Grid.FIELD
        x, y = shown["at"]
        at: At
        if isinstance(x, list):
            kind, at = Kind.CHAIN if is_points else Kind.OUTLINE, segment((x[0], x[1]), (y[0], y[1]))
            kind = Kind.JOIN if is_field else kind
        else:
            kind, at = Kind.POINT if is_points else Kind.LOOSE if is_field else Kind.CELL, (x, y)
        symbol = Symbol(shown["symbol"])
        if symbol is not Symbol.NOTHING:
            marks.append(Mark(shown["board"], kind, at, symbol, shown["player"]))
    return marks

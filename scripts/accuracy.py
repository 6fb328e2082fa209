#!/usr/bin/env python3
"""Measures how well pretend photos are read, and writes docs/reference/accuracy.md.

    python scripts/accuracy.py --photos 300 --levels normal hard --page docs/reference/accuracy.md
    python scripts/accuracy.py --folder DIR [--prefix P]      photos made elsewhere, see photo_cases.py

Every photo shows a random lawful position of a game, drawn by two pretend hands. Seeds start at 1,000,000;
the readers were trained on seeds below 100,000. Same seeds, same answer.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np
from photo_cases import CASE, PhotoCase, lawful_case, photographed, read_case

from companion.reading import DOUBTFUL, Wanted, read_photo
from printables.layout import Sheet
from printables.marks import Choice, Kind, Mark, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from vision.photo import Photo, decode_photo, load_photo

FIRST_SEED = 1_000_000
GAMES = ("dots", "sea_battle", "tic_tac_toe")


@dataclass(frozen=True, slots=True)
class Result:
    """What one photo gave."""

    case: PhotoCase
    error: str | None
    marks: int
    wrong: int
    flagged: int
    silent: int
    is_exact: bool
    milliseconds: float
    details: tuple[str, ...] = ()


def measure(job: tuple[str, str, int]) -> Result:
    """Make one photo, read it, compare."""
    name, level, seed = job
    case = lawful_case(name, level, seed)
    shot = pretend_photo(
        case.sheet,
        case.marks,
        level=Level(level),
        seed=seed,
        begins=case.begins,
        fills_legend=case.fills_legend,
    )
    return read_and_compared(decode_photo(shot.data), case)


def measure_file(path: Path) -> Result:
    """Read one photo that was made elsewhere, compare."""
    case = read_case(path.with_name(path.stem + CASE))
    return read_and_compared(load_photo(path), case)


def read_and_compared(photo: Photo, case: PhotoCase) -> Result:
    """Read a photo of a case, compare."""
    started = time.perf_counter()
    report = read_photo(photo, Wanted())
    spent = (time.perf_counter() - started) * 1000
    if report.error is not None:
        refusal = (str(report.error),)
        return Result(case, report.error_code, len(case.marks), 0, 0, 0, False, spent, refusal)
    read = [mark for found in report.found for mark in found.marks]
    results = [compared(case, case.marks, read, spent)]
    if not case.fills_legend:
        # Nothing on the paper says whose pen is whose; a reading with the players exchanged is as good.
        results.append(compared(case, exchanged(case.marks), read, spent))
    return min(results, key=lambda result: result.wrong)


def exchanged(marks: Sequence[Mark]) -> list[Mark]:
    """The same marks by the other player."""
    return [replace(mark, player=None if mark.player is None else 1 - mark.player) for mark in marks]


def compared(case: PhotoCase, drawn: Sequence[Mark], read: Sequence[Mark], spent: float) -> Result:
    """Mark by mark: right, wrong, flagged, silently wrong."""
    sheet = case.sheet
    truth = {key(sheet, mark): mark.choice for mark in drawn}
    found = {key(sheet, mark): mark for mark in read}
    wrong = flagged = silent = 0
    details = []
    for spot in {**truth, **found}:
        mark = found.get(spot)
        is_flagged = mark is not None and mark.confidence < DOUBTFUL
        flagged += is_flagged
        was = truth.get(spot, Choice(Symbol.NOTHING))
        now = mark.choice if mark is not None else Choice(Symbol.NOTHING)
        if was != now and not both_shaded(was, now):
            wrong += 1
            silent += not is_flagged
            sure = "-" if mark is None else f"{mark.confidence:.3f}"
            details.append(
                f"{spot}: {was.symbol.value} {was.player} read as {now.symbol.value} {now.player} ({sure})"
            )
    return Result(case, None, len(truth), wrong, flagged, silent, wrong == 0, spent, tuple(details))


def both_shaded(one: Choice, two: Choice) -> bool:
    """Filled and hatched are one thing: a hand knows no border between them."""
    shaded = (Symbol.FILLED, Symbol.HATCHED)
    return one.player == two.player and one.symbol in shaded and two.symbol in shaded


def key(sheet: Sheet, mark: Mark) -> tuple[str, Kind, object, int | None]:
    """What makes two marks the same spot: where two questions are put to a cell, the pen too."""
    asks = [ask for ask in sheet.board(mark.board).asks if ask.kind is mark.kind]
    player = mark.player if mark.symbol is not Symbol.NOTHING or mark.other is None else mark.other.player
    return mark.board, mark.kind, mark.at, player if len(asks) > 1 else None


# --- the page -----------------------------------------------------------------------------------------


def table(results: Sequence[Result], games: Sequence[str], levels: Sequence[str]) -> list[str]:
    """One row per game and level."""
    rows = [
        "| game | level | photos | refused | read exactly | nothing wrong unflagged "
        "| marks | wrong | not flagged | flagged | ms p50 | ms p95 |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for game in games:
        for level in levels:
            some = [
                result for result in results if result.case.sheet.game == game and result.case.level == level
            ]
            read = [result for result in some if result.error is None]
            if not some:
                continue
            marks = sum(result.marks for result in read)
            exact = sum(result.is_exact for result in some)
            settled = sum(result.silent == 0 for result in read)
            spent = [result.milliseconds for result in some]
            flagged = sum(result.flagged for result in read)
            rows.append(
                f"| {game} | {level} | {len(some)} | {len(some) - len(read)} | {exact} ({exact / len(some):.1%}) "
                f"| {settled} ({settled / len(some):.1%}) "
                f"| {marks} | {sum(result.wrong for result in read)} | {sum(result.silent for result in read)} "
                f"| {flagged} ({flagged / max(marks, 1):.2%}) "
                f"| {np.percentile(spent, 50):.0f} | {np.percentile(spent, 95):.0f} |"
            )
    return rows


def page(results: Sequence[Result], games: Sequence[str], levels: Sequence[str], command: str) -> str:
    """The reference page."""
    errors = Counter(
        f"{result.case.sheet.game} {result.case.level}: {result.error}" for result in results if result.error
    )
    silent = [
        f"- `{result.case.name}`: {line}"
        for result in results
        if result.silent
        for line in result.details[:4]
    ]
    lines = [
        "# Accuracy on pretend photos",
        "",
        "*Read exactly* means that every mark was read right, flagged or not. *Flagged* marks are shown as",
        f"doubtful (confidence under {DOUBTFUL}). *Not flagged* errors are the ones that matter most.",
        "One photo in ten has empty legend boxes; there a reading with the players exchanged counts as right.",
        f"Made by `{command}`, seeds from {FIRST_SEED:,}; Python {platform.python_version()}.",
        "Times are of a shared machine under load and only tell the order of magnitude.",
        "",
        *table(results, games, levels),
        "",
        "Refusals: "
        + ("; ".join(f"{what} x {count}" for what, count in sorted(errors.items())) or "none")
        + ".",
        "",
        "Errors without a flag:",
        "",
        *(silent or ["none."]),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Command line; see the module's text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=int, default=20)
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--prefix", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    jobs = [
        (game, level, seed)
        for game in arguments.games
        for level in arguments.levels
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.photos)
    ]
    results = []
    with ProcessPoolExecutor(arguments.workers) as pool:
        if arguments.folder is not None:
            files = [path for path, _ in photographed(arguments.folder, arguments.prefix)]
            running = pool.map(measure_file, files)
        else:
            running = pool.map(measure, jobs, chunksize=4)
        for result in running:
            results.append(result)
            if arguments.verbose and (result.wrong or result.error):
                counts = f"wrong {result.wrong} silent {result.silent}"
                print(
                    result.case.name, result.error or "", counts, *result.details[:9], sep=" | ", flush=True
                )
    print("\n".join(table(results, arguments.games, arguments.levels)))
    if arguments.page is not None:
        command = "python scripts/accuracy.py " + " ".join(sys.argv[1:])
        arguments.page.write_text(page(results, arguments.games, arguments.levels, command), encoding="utf-8")


if __name__ == "__main__":
    main()

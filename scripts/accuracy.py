#!/usr/bin/env python3
"""Measures how well pretend photos are read, and writes docs/reference/accuracy.md.

    python scripts/accuracy.py --photos 300 --levels normal hard --page docs/reference/accuracy.md

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
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np

from companion import catalog, press
from companion.reading import DOUBTFUL, Wanted, read_photo
from companion.trial import random_position
from printables.layout import Sheet
from printables.marks import Choice, Kind, Mark, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from vision.photo import decode_photo

FIRST_SEED = 1_000_000
GAMES = ("dots", "sea_battle", "tic_tac_toe")


@dataclass(frozen=True, slots=True)
class Case:
    """What one photo gave."""

    game: str
    level: str
    seed: int
    error: str | None
    marks: int
    wrong: int
    flagged: int
    silent: int
    is_exact: bool
    milliseconds: float
    details: tuple[str, ...] = ()


def measure(job: tuple[str, str, int]) -> Case:
    """Make one photo, read it, compare."""
    name, level, seed = job
    game = catalog.find_game(name)
    options = game.options()
    chance = Random(seed)
    sheet = press.make_sheet(game, options, lang=chance.choice(["ru", "en"]), serial=seed % 7)
    marks: list[Mark] = []
    begins = chance.randrange(2)
    for group in dict.fromkeys(board.group for board in sheet.boards):
        position = random_position(game, options, chance)
        marks += relabelled(game.ink(position), sheet, group)
    shot = pretend_photo(
        sheet, marks, level=Level(level), seed=seed, begins=begins, fills_legend=chance.random() < 0.9
    )
    started = time.perf_counter()
    report = read_photo(decode_photo(shot.data), Wanted())
    spent = (time.perf_counter() - started) * 1000
    if report.error is not None:
        return Case(
            name, level, seed, report.error_code, len(marks), 0, 0, 0, False, spent, (str(report.error),)
        )
    read = [mark for found in report.found for mark in found.marks]
    return compared(name, level, seed, sheet, marks, read, spent)


def relabelled(marks: Iterable[Mark], sheet: Sheet, group: int) -> list[Mark]:
    """Marks of one position, put on the boards of a group: games draw on the sheet's first one."""
    from dataclasses import replace

    names = [board.name for board in sheet.boards if board.group == group]
    return [replace(mark, board=names[0]) if len(names) == 1 else mark for mark in marks]


def compared(
    game: str, level: str, seed: int, sheet: Sheet, drawn: Sequence[Mark], read: Sequence[Mark], spent: float
) -> Case:
    """Mark by mark: right, wrong, flagged, silently wrong."""
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
    return Case(
        game, level, seed, None, len(truth), wrong, flagged, silent, wrong == 0, spent, tuple(details)
    )


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


def table(cases: Sequence[Case], games: Sequence[str], levels: Sequence[str]) -> list[str]:
    """One row per game and level."""
    rows = [
        "| game | level | photos | refused | read exactly | nothing wrong unflagged "
        "| marks | wrong | not flagged | flagged | ms p50 | ms p95 |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for game in games:
        for level in levels:
            some = [case for case in cases if case.game == game and case.level == level]
            read = [case for case in some if case.error is None]
            if not some:
                continue
            marks = sum(case.marks for case in read)
            exact = sum(case.is_exact for case in some)
            settled = sum(case.silent == 0 for case in read)
            spent = [case.milliseconds for case in some]
            flagged = sum(case.flagged for case in read)
            rows.append(
                f"| {game} | {level} | {len(some)} | {len(some) - len(read)} | {exact} ({exact / len(some):.1%}) "
                f"| {settled} ({settled / len(some):.1%}) "
                f"| {marks} | {sum(case.wrong for case in read)} | {sum(case.silent for case in read)} "
                f"| {flagged} ({flagged / max(marks, 1):.2%}) "
                f"| {np.percentile(spent, 50):.0f} | {np.percentile(spent, 95):.0f} |"
            )
    return rows


def page(cases: Sequence[Case], games: Sequence[str], levels: Sequence[str], command: str) -> str:
    """The reference page."""
    errors = Counter(f"{case.game} {case.level}: {case.error}" for case in cases if case.error)
    silent = [
        f"- `{case.game} {case.level} {case.seed}`: {line}"
        for case in cases
        if case.silent
        for line in case.details[:4]
    ]
    lines = [
        "# Accuracy on pretend photos",
        "",
        "*Read exactly* means that every mark was read right, flagged or not. *Flagged* marks are shown as",
        f"doubtful (confidence under {DOUBTFUL}). *Not flagged* errors are the ones that matter most.",
        f"Made by `{command}`, seeds from {FIRST_SEED:,}; Python {platform.python_version()}.",
        "Times are of a shared machine under load and only tell the order of magnitude.",
        "",
        *table(cases, games, levels),
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
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    jobs = [
        (game, level, seed)
        for game in arguments.games
        for level in arguments.levels
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.photos)
    ]
    with ProcessPoolExecutor(arguments.workers) as pool:
        cases = []
        for case in pool.map(measure, jobs, chunksize=4):
            cases.append(case)
            if arguments.verbose and (case.wrong or case.error):
                print(case.game, case.level, case.seed, case.error or "", f"wrong {case.wrong} silent {case.silent}",
                      *case.details[:9], sep=" | ", flush=True)  # fmt: skip
    print("\n".join(table(cases, arguments.games, arguments.levels)))
    if arguments.page is not None:
        command = "python scripts/accuracy.py " + " ".join(sys.argv[1:])
        arguments.page.write_text(page(cases, arguments.games, arguments.levels, command), encoding="utf-8")


if __name__ == "__main__":
    main()

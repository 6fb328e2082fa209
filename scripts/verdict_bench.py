"""Is the referee's verdict on a photo right? Finished games of dots, and fleets of sea battle, legal and broken.

    python scripts/verdict_bench.py dots --size 20x20 --photos 1000
    python scripts/verdict_bench.py sea_battle --photos 500 --level normal hard --page docs/reference/verdicts.md

Dots: a game is played at random to the end with its chains drawn, photographed at a level, and read; the score must
be the engine's, or among the alternatives where the order is open. Sea battle: fleets are drawn uniformly, some are
broken (moved, lengthened, shortened, bent, doubled, left out, late), drawn as outlines, fills, hatching or crosses, and
shot at; the set of violations must be the one that the same marks give without a photo. A *false accusation* is a
violation that is not there with no doubtful mark listed. Seeds from 2,000,000 on; the readers never saw them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from companion import catalog, press
from companion.found import Wanted
from companion.games.dots.options import DotsOptions
from companion.games.dots.rules import start
from companion.games.dots.trial import step as dots_step
from companion.games.sea_battle.cells import Ship, outline_of
from companion.games.sea_battle.fleet import random_fleet
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.paper import OWN_FIELD, SHIPS_PEN, SHOTS_PEN
from companion.reading import read_bytes
from companion.workers import run_jobs
from printables.layout import Sheet
from printables.marks import Kind, Mark, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo

FIRST_SEED = 2_000_000
BROKEN = 0.6
"""Share of the fleets that are broken."""

STYLES = (None, None, None, Symbol.FILLED, Symbol.HATCHED, Symbol.CROSS)
"""How a player draws his ships; `None`: as outlines."""


@dataclass(frozen=True, slots=True)
class Job:
    """A photo to make and judge."""

    game: str
    level: str
    seed: int
    size: tuple[int, int] = (20, 20)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one photo gave."""

    job: Job
    error: str | None
    is_right: bool
    is_open: bool
    is_among: bool
    is_false: bool
    doubts: int
    note: str = ""


def judge(job: Job) -> Verdict:
    """Make the photo, read it, compare."""
    return _dots(job) if job.game == "dots" else _sea_battle(job)


# --- dots ---------------------------------------------------------------------------------------------


def _dots(job: Job) -> Verdict:
    chance = Random(job.seed)
    options = DotsOptions(size=job.size)
    position = start(options)
    last = [(chance.randrange(job.size[0]), chance.randrange(job.size[1])) for _ in range(3)]
    while position.turn is not None and position.outcome() is None:
        position, last = dots_step(position, chance, last)
    game = catalog.find_game("dots")
    sheet = press.make_sheet(game, options, lang=chance.choice(["ru", "en"]), serial=job.seed % 7)
    true = game.score(position)
    report, error = _read(sheet, game.ink(position), job)
    if report is None:
        return Verdict(job, error, False, False, False, False, 0)
    among = [dict(score) for score in report.alternatives.scores]
    is_right = report.score is not None and dict(report.score) == dict(true)
    is_among = is_right or dict(true) in among
    # A wrong score that was told for sure, with nothing flagged, is the worst.
    is_false = report.score is not None and not is_right and not report.doubtful
    note = "" if is_right else f"true {dict(true)} read {report.score and dict(report.score)} of {len(among)}"
    return Verdict(job, None, is_right, report.score is None, is_among, is_false, len(report.doubtful), note)


# --- sea battle ---------------------------------------------------------------------------------------


def _sea_battle(job: Job) -> Verdict:
    chance = Random(job.seed)
    options = SeaBattleOptions()
    game = catalog.find_game("sea_battle")
    sheet = press.make_sheet(game, options, lang=chance.choice(["ru", "en"]), serial=job.seed % 7)
    ships = [*random_fleet(chance, options.ships, options.size, may_touch_corners=False)]
    if chance.random() < BROKEN:
        for _ in range(chance.choice((1, 1, 2))):
            ships = chance.choice(BREAKS)(ships, chance, options.size)
    style = chance.choice(STYLES)
    marks = [*_drawn(ships, style, chance), *_shots(ships, chance, options.size)]
    true = game.read(marks, options, begins=None)
    report, error = _read(sheet, marks, job)
    if report is None:
        return Verdict(job, error, False, False, False, False, 0)
    was = {problem.code for problem in true.problems() if not problem.is_note}
    now = {problem.code for problem in report.problems if not problem.is_note}
    note = "" if was == now else f"{style} true {sorted(was)} read {sorted(now)}"
    is_false = bool(now - was) and not report.doubtful
    return Verdict(job, None, was == now, False, was == now, is_false, len(report.doubtful), note)


def _moved(ships: list[Ship], chance: Random, size: int) -> list[Ship]:
    """A ship set down anywhere, others or not."""
    ship = ships.pop(chance.randrange(len(ships)))
    dx, dy = chance.randint(-3, 3), chance.randint(-3, 3)
    new = frozenset((x + dx, y + dy) for x, y in ship)
    lies = all(0 <= x < size and 0 <= y < size for x, y in new) and not any(new & other for other in ships)
    return [*ships, new if lies else ship]


def _left_out(ships: list[Ship], chance: Random, size: int) -> list[Ship]:
    ships.pop(chance.randrange(len(ships)))
    return ships


def _grown(ships: list[Ship], chance: Random, size: int) -> list[Ship]:
    """A ship with a cell more: longer or bent."""
    number = chance.randrange(len(ships))
    x, y = chance.choice(sorted(ships[number]))
    dx, dy = chance.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
    new = (x + dx, y + dy)
    if 0 <= new[0] < size and 0 <= new[1] < size and not any(new in ship for ship in ships):
        ships[number] = ships[number] | {new}
    return ships


def _shortened(ships: list[Ship], chance: Random, size: int) -> list[Ship]:
    number = chance.randrange(len(ships))
    if len(ships[number]) > 1:
        ships[number] = ships[number] - {max(ships[number])}
    return ships


def _doubled(ships: list[Ship], chance: Random, size: int) -> list[Ship]:
    """A ship too many."""
    cell = (chance.randrange(size), chance.randrange(size))
    return ships if any(cell in ship for ship in ships) else [*ships, frozenset({cell})]


BREAKS: tuple[Callable[[list[Ship], Random, int], list[Ship]], ...] = (
    _moved,
    _moved,
    _left_out,
    _grown,
    _shortened,
    _doubled,
)


def _drawn(ships: list[Ship], style: Symbol | None, chance: Random) -> Iterator[Mark]:
    """The ships as marks: outlines, or a sign in every cell."""
    if style is None:
        sides = {side for ship in ships for side in outline_of(ship)}
        yield from (Mark(OWN_FIELD, Kind.OUTLINE, side, Symbol.LINE, SHIPS_PEN) for side in sorted(sides))
    else:
        cells = sorted(cell for ship in ships for cell in ship)
        yield from (Mark(OWN_FIELD, Kind.CELL, cell, style, SHIPS_PEN) for cell in cells)


def _shots(ships: list[Ship], chance: Random, size: int) -> Iterator[Mark]:
    """Some of the enemy's shots, nearly all noted as they should be."""
    taken = frozenset().union(*ships)
    for _ in range(chance.choice((0, 0, 5, 15))):
        cell = (chance.randrange(size), chance.randrange(size))
        if cell in taken:
            continue
        taken |= {cell}
        is_slip = chance.random() < 0.02
        yield Mark(OWN_FIELD, Kind.CELL, cell, Symbol.CROSS if is_slip else Symbol.DOT, SHOTS_PEN)


# --- the photo ----------------------------------------------------------------------------------------


def _read(sheet: Sheet, marks: object, job: Job):  # type: ignore[no-untyped-def]
    """The report on a photo of these marks, or why there is none."""
    shot = pretend_photo(sheet, tuple(marks), level=Level(job.level), seed=job.seed)  # type: ignore[arg-type]
    read = read_bytes(shot.data, Wanted())
    if read.error is not None or not read.found:
        return None, read.error_code or "NOTHING"
    return read.found[0].report, None


# --- the figures --------------------------------------------------------------------------------------


def table(verdicts: list[Verdict], size: tuple[int, int]) -> Iterator[str]:
    """One row a game and level, as Markdown."""
    yield "| game | level | photos | read | verdict right | of those read | right or among | open | false | flagged |"
    yield "|" + "---|" * 10
    for game, level in dict.fromkeys((one.job.game, one.job.level) for one in verdicts):
        some = [one for one in verdicts if (one.job.game, one.job.level) == (game, level)]
        read = [one for one in some if one.error is None]
        right = sum(one.is_right for one in some)
        name = f"dots {size[0]}x{size[1]}" if game == "dots" else game
        yield (
            f"| {name} | {level} | {len(some)} | {len(read)} | {right} ({right / len(some):.1%}) "
            f"| {right / max(len(read), 1):.1%} | {sum(one.is_among for one in read) / max(len(read), 1):.1%} "
            f"| {sum(one.is_open for one in read)} | {sum(one.is_false for one in read)} "
            f"| {sum(one.doubts > 0 for one in read)} |"
        )


def start_worker() -> None:
    """One core for each worker."""
    from vision.photo import use_one_core

    use_one_core()


def gone(job: Job) -> Verdict:
    """The verdict on a photo that killed the reader."""
    return Verdict(job, "READER_STOPPED", False, False, False, False, 0)


def main() -> None:
    """Command line; see the module's text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=["dots", "sea_battle"])
    parser.add_argument("--size", default="20x20")
    parser.add_argument("--photos", type=int, default=20)
    parser.add_argument("--level", nargs="+", default=["normal"])
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    width, height = (int(side) for side in arguments.size.split("x"))
    jobs = [
        Job(arguments.game, level, arguments.first_seed + number, (width, height))
        for level in arguments.level
        for number in range(arguments.photos)
    ]
    verdicts = []
    for verdict in run_jobs(jobs, judge, workers=arguments.workers, give_up=gone, start=start_worker):
        verdicts.append(verdict)
        if verdict.error or not verdict.is_right:
            told = (
                verdict.job.level,
                verdict.job.seed,
                verdict.error or "",
                f"doubts {verdict.doubts}",
                verdict.note,
            )
            print(*told, file=sys.stderr, flush=True)
    print("\n".join(table(verdicts, (width, height))))


if __name__ == "__main__":
    main()

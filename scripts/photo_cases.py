#!/usr/bin/env python3
"""Cases for photos made elsewhere, by a renderer or by people with pens: sheets to print and what to draw on them.

    python scripts/photo_cases.py OUT --photos 20 --seed 8000 --levels normal hard --games dots sea_battle

writes for every case NAME.pdf, the sheet, and NAME.case.json: game, options, paper, language and serial of the
sheet, the level, the marks as `companion read --json --marks` lists them (with their kind), boxes to shade, who
ticks "begins", and whether the legend is filled in. Whoever makes the photo puts NAME.jpg beside it and, where
the truth is known, NAME.json with `points.grid.mm` and `points.grid.px`: points of the sheet, and where they are in
the upright picture (the corner of its first pixel is 0, 0). `companion bench --photos` judges by NAME.txt, the
positions' notation; `scripts/train_readers.py harvest --folder` reads the rest.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RegularGridInterpolator

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion import catalog, press
from companion.bench.pretend import Drawn, draw
from companion.options import parse_options
from printables.identity import serial_number
from printables.marks import Kind, Mark, Symbol
from printables.pdf import write_pdf
from samples.scatter import Hatch

Points = NDArray[np.float64]

CASE = ".case.json"


@dataclass(frozen=True, slots=True)
class PhotoCase:
    """One sheet and what is drawn on it."""

    name: str
    level: str
    drawn: Drawn
    hatch: tuple[Hatch, ...] = ()


def lawful_case(game: str, level: str, seed: int) -> PhotoCase:
    """A random lawful position on every group of boards of a usual sheet."""
    return PhotoCase(f"{game}_{level}_{seed}", level, draw(game, seed))


def write_case(case: PhotoCase, folder: Path) -> None:
    """NAME.pdf and NAME.case.json."""
    drawn, sheet = case.drawn, case.drawn.sheet
    write_pdf(sheet, folder / f"{case.name}.pdf")
    data = {
        "game": sheet.game, "options": dict(sheet.options), "paper": sheet.paper, "lang": sheet.lang,
        "serial": serial_number(sheet.serial), "level": case.level,
        "begins": drawn.begins, "fills_legend": drawn.fills_legend,
        "marks": [
            {"board": m.board, "kind": m.kind.value, "at": m.at, "symbol": m.symbol.value, "player": m.player}
            for m in drawn.marks
        ],
        "hatch": case.hatch,
    }  # fmt: skip
    (folder / f"{case.name}{CASE}").write_text(json.dumps(data) + "\n", encoding="utf-8")
    (folder / f"{case.name}.txt").write_text(
        "".join(f"{line}\n" for line in notations(drawn)), encoding="utf-8"
    )


def notations(drawn: Drawn) -> list[str]:
    """The position on each group of boards, as `companion bench --photos` expects it."""
    game = catalog.find_game(drawn.sheet.game)
    options = parse_options(game.options, drawn.sheet.options)
    groups: dict[int, set[str]] = {}
    for board in drawn.sheet.boards:
        groups.setdefault(board.group, set()).add(board.name)
    return [
        str(game.read([mark for mark in drawn.marks if mark.board in names], options, begins=drawn.begins))
        for names in groups.values()
    ]


def read_case(path: Path) -> PhotoCase:
    """The case in a NAME.case.json."""
    data = json.loads(path.read_text(encoding="utf-8"))
    game = catalog.find_game(data["game"])
    options = parse_options(game.options, data["options"].items())
    sheet = press.make_sheet(game, options, paper=data["paper"], lang=data["lang"], serial=data["serial"])
    marks = tuple(
        Mark(m["board"], Kind(m["kind"]), _place(m["at"]), Symbol(m["symbol"]), m["player"])
        for m in data["marks"]
    )
    hatch = tuple((box[0], box[1], box[2], box[3], int(box[4])) for box in data["hatch"])
    name = path.name.removesuffix(CASE)
    drawn = Drawn(sheet, marks, data["begins"], data["fills_legend"])
    return PhotoCase(name, data["level"], drawn, hatch)


def _place(at: Any) -> Any:
    """Lists as they come from JSON, as the tuples that marks are at."""
    return tuple(_place(part) for part in at) if isinstance(at, list) else at


def photographed(folder: Path, prefix: str = "") -> Iterator[tuple[Path, PhotoCase]]:
    """The cases of a folder that have their photo, by name."""
    for path in sorted(folder.glob(f"{prefix}*{CASE}")):
        photo = path.with_name(path.name.removesuffix(CASE) + ".jpg")
        if photo.exists():
            yield photo, read_case(path)


def true_map(photo: Path) -> Callable[[Points], Points]:
    """Where points of the sheet, (n, 2) mm, truly are in the upright picture, (n, 2) px, middles of pixels whole.

    The file beside the photo gives a regular grid of such points.
    """
    grid = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))["points"]["grid"]
    mm, px = np.array(grid["mm"], float), np.array(grid["px"], float)
    across, down = np.unique(mm[:, 0]), np.unique(mm[:, 1])
    table = np.zeros((len(across), len(down), 2))
    table[np.searchsorted(across, mm[:, 0]), np.searchsorted(down, mm[:, 1])] = px
    between = RegularGridInterpolator(
        (across, down), table, method="cubic", bounds_error=False, fill_value=None
    )
    return lambda points: np.asarray(between(np.asarray(points, float)) - 0.5, float)


def main() -> None:
    """Command line; see the module's text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=int, default=20)
    parser.add_argument("--seed", type=int, default=8000)
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    parser.add_argument("--games", nargs="+", default=["dots", "sea_battle", "tic_tac_toe"])
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.seed, arguments.seed + arguments.photos):
        for level in arguments.levels:
            for game in arguments.games:
                write_case(lawful_case(game, level, seed), arguments.out)


if __name__ == "__main__":
    main()

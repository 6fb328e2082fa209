"""How well games in photos of notebook pages are read: `python scripts/notebook_score.py FOLDER...` for rendered
photos, `python scripts/notebook_score.py --pretend 40 --seed 5000` for so many pretend ones of every game.

Readers were made on pretend photos with seeds below 1000; those from 5000 on judge. Each folder holds photos and
`truth.json` as the renderer of the development photos writes them: the page's lattice in pixels, and what was drawn.
Marks are compared by where they lie in the photo; whose pen is whose nobody says, so both ways are tried and the better
one counts. A wrong mark is silent when it is not among the doubtful ones.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator
from scipy.spatial import cKDTree

from companion import catalog
from companion.bench import notebook
from companion.bench.notebook_score import SHIPS, Score, read, score_of, verdict_of
from companion.found import Found, Wanted
from companion.reading import read_file
from printables.marks import Kind, Symbol
from samples.levels import Level
from vision.photo import use_one_core

Array = NDArray[np.float64]
GAMES = {name.replace("_", " "): name for name in catalog.game_names()}
BY_SIGN = ("five_in_a_row", "dots_and_boxes", "paper_soccer")
"""Games whose marks' owners are not compared, except those of boxes: the sign tells, or the truth's order of turns."""


def score_photo(photo: dict[str, Any], folder: Path, *, is_told: bool) -> tuple[Score, float]:
    """The score of one photo, and the seconds of one core it took."""
    game = GAMES[photo["game"]]
    start = time.process_time()
    report = read_file(folder / photo["file"], Wanted(catalog.find_game(game) if is_told else None))
    seconds = time.process_time() - start
    if not report.found:
        return Score("refused"), seconds
    found = report.found[0]
    if found.report.game.name != game:
        return Score(f"taken for {found.report.game.name}"), seconds
    wrong, marks = _fields(photo, found) if game == "sea_battle" else _marks(photo, found, game)
    asked = {str(doubt.where) for doubt in found.report.doubtful}
    told = tuple(str(place) for place in wrong)
    silent = tuple(place for place in told if place not in asked)
    return Score(verdict_of(told, silent), marks, told, silent, len(found.report.doubtful)), seconds


def _marks(photo: dict[str, Any], found: Found, game: str) -> tuple[list[Any], int]:
    """The places that were read otherwise than they were drawn, and how many marks there are."""
    drawn = list(_drawn(photo["content"], game))
    lattice = _lattice(photo)
    board = found.boards[0]
    page_mm = found.reading.sheet.page_mm if found.reading is not None else (300.0, 300.0)
    wanted: dict[Any, tuple[str, int]] = {}
    for kind, places, sign, player in drawn:
        mm = _to_mm(found, lattice(np.array(places, float)), page_mm)
        on_board = (mm - np.array(board.origin_mm)) / board.pitch_mm
        if kind is Kind.CELL:
            at: Any = tuple(int(value) for value in np.floor(on_board[0]))
        else:
            ends = sorted(tuple(int(value) for value in np.round(end)) for end in on_board)
            at = ends[0] if len(ends) == 1 else tuple(ends)
        wanted[at] = (sign, player)
    read = {
        mark.at: (
            "box" if game == "dots_and_boxes" and mark.kind is Kind.CELL else mark.symbol.value,
            mark.player,
        )
        for mark in found.marks
        if mark.symbol is not Symbol.NOTHING
    }

    def differ(at: Any, exchanged: int) -> bool:
        one, two = wanted.get(at), read.get(at)
        if one is None or two is None or one[0] != two[0]:
            return True
        return (game not in BY_SIGN or one[0] == "box") and one[1] ^ exchanged != two[1]

    ways = [[at for at in {*wanted, *read} if differ(at, exchanged)] for exchanged in (0, 1)]
    return min(ways, key=len), len(wanted)


def _drawn(content: dict[str, Any], game: str) -> Iterator[tuple[Kind, list[Array], str, int]]:
    """Kind, places on the page's lattice, sign and player of everything drawn."""
    origin = np.array(content["origin"], float)
    for dot in content.get("dots", ()):
        yield Kind.POINT, [origin + dot["at"]], "dot", dot["player"]
    for chain in content.get("chains", ()):
        nodes = [origin + node for node in chain["nodes"]]
        for one, two in zip(nodes, nodes[1:] + nodes[:1], strict=True):
            yield Kind.CHAIN, [one, two], "line", chain["player"]
    for mark in content.get("marks", ()) if game == "five_in_a_row" else ():
        yield Kind.CELL, [origin + mark["cell"] + 0.5], ("cross", "nought")[mark["player"]], mark["player"]
    for edge in content.get("edges", ()):
        way, x, y = edge["edge"]
        one = np.array([x, y], float)
        two = one + ([1, 0] if way == "h" else [0, 1])
        yield (
            Kind.OUTLINE,
            [origin + one * content["step"], origin + two * content["step"]],
            "line",
            edge["player"],
        )
    for box in content.get("owned", ()):
        yield Kind.CELL, [origin + (np.array(box["box"]) + 0.5) * content["step"]], "box", box["player"]
    for turn in content.get("turns", ()):
        for one, two in zip(turn["path"], turn["path"][1:], strict=False):
            yield Kind.CHAIN, [origin + one, origin + two], "line", turn["player"]


def _fields(photo: dict[str, Any], found: Found) -> tuple[list[Any], int]:
    """Cells of both sea battle fields that were read otherwise, and how many there are."""
    wrong = []
    position = found.report.position
    for rows, field in zip((position.own, position.target), photo["content"]["fields"], strict=False):
        ships = {tuple(cell) for ship in field["ships"] for cell in ship}
        hits, misses = ({tuple(cell) for cell in field[name]} for name in ("hits", "misses"))
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                shot = "hit" if (x, y) in hits else "miss" if (x, y) in misses else ""
                if SHIPS.get(letter) != (int((x, y) in ships), shot):
                    wrong.append((x, y))
    return wrong, 200


def _lattice(photo: dict[str, Any]) -> RBFInterpolator:
    """From the page's lattice to pixels."""
    points = photo["lattice_points"]
    squares = np.array([point["ij"] for point in points], float)
    # The truth counts pixels from their corner.
    px = np.array([point["px"] for point in points], float) - 0.5
    return RBFInterpolator(squares, px, neighbors=24)


def _to_mm(found: Found, px: Array, page_mm: tuple[float, float]) -> Array:
    """Millimetres of the reading's page for pixels: the nearest of a grid, made better by Newton's steps."""
    across, down = np.meshgrid(np.arange(0, page_mm[0] + 1, 2.5), np.arange(0, page_mm[1] + 1, 2.5))
    grid = np.stack([across.ravel(), down.ravel()], 1)
    mm = grid[cKDTree(found.to_px(grid)).query(px)[1]].copy()
    for _ in range(6):
        here = np.asarray(found.to_px(mm), float)
        steps = [
            (np.asarray(found.to_px(mm + step), float) - here) / 0.5 for step in ([0.5, 0.0], [0.0, 0.5])
        ]
        jacobian = np.stack(steps, -1) + 1e-9 * np.eye(2)
        mm = mm + np.clip(np.linalg.solve(jacobian, (px - here)[..., None])[..., 0], -5, 5)
    return np.asarray(mm, float)


def score_pretend(game: str, seed: int, *, is_told: bool) -> tuple[Score, float]:
    """The score of one pretend photo, easy and normal ones in turn, and the seconds of one core it took."""
    drawn = notebook.draw(game, seed, (Level.NORMAL, Level.EASY)[seed % 2])
    report, seconds = read(drawn, is_told=is_told)
    return score_of(drawn, report), seconds


def tell(name: str, score: Score) -> None:
    """Print what became of one photo, with the first marks that were silently read otherwise."""
    counts = f"{score.marks} marks, {len(score.wrong)} wrong, {len(score.silent)} silent, {score.doubtful} doubtful"
    print(f"{name}: {score.verdict}, {counts}", *score.silent[:3], flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--pretend", type=int, default=0, help="so many pretend photos of every game")
    parser.add_argument("--seed", type=int, default=5000, help="of the first pretend photo")
    parser.add_argument("--games", nargs="+", default=notebook.GAMES, choices=notebook.GAMES)
    parser.add_argument("--told", action="store_true", help="say which game it is; else it is guessed")
    arguments = parser.parse_args()
    use_one_core()
    totals: dict[str, Counter[str]] = {}
    seconds = []
    for folder in arguments.folders:
        for photo in json.loads((folder / "truth.json").read_text("utf-8"))["photos"]:
            score, spent = score_photo(photo, folder, is_told=arguments.told)
            seconds.append(spent)
            totals.setdefault(photo["level"], Counter())[score.verdict] += 1
            tell(f"{folder.name}/{photo['file']} {photo['level']} {photo['game']}", score)
    for seed in range(arguments.seed, arguments.seed + arguments.pretend):
        for game in arguments.games:
            score, spent = score_pretend(game, seed, is_told=arguments.told)
            seconds.append(spent)
            totals.setdefault(game, Counter())[score.verdict] += 1
            tell(f"{game} {seed}", score)
    for name, counts in totals.items():
        print(f"{name}: {dict(counts)}")
    middle, late = np.percentile(seconds, [50, 95])
    print(f"seconds of one core: median {middle:.2f}, 95 % {late:.2f}, longest {max(seconds):.2f}")


if __name__ == "__main__":
    main()

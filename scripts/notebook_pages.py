"""What marker cards and several games on one page are worth: `python scripts/notebook_pages.py cards|games`.

    .venv/bin/python scripts/notebook_pages.py cards --level hard --seeds 900 930
    .venv/bin/python scripts/notebook_pages.py games --level normal --seeds 700 712

`cards` photographs a game of dots on squared paper with three marker cards on it and says how many of the page's
crossings are found, to a seventh of a square, with what the cards tell and without. `games` puts two games on a page
and says how often both are found, and nothing else.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from companion.found import Wanted
from companion.reading import read_bytes
from samples.camera import PretendPhoto
from samples.levels import Level
from samples.notebook import Card, photo_of_games
from tests.vision.games_on_a_page import PAGE, dots, five, tic_tac_toe
from vision.locate import find_cards
from vision.photo import decode_photo, use_one_core
from vision.squares.find import SquaredPaper, find_squares
from vision.squares.table import tables_under

CARDS = (Card(16, (40, 255), 20), Card(19, (165, 250), -35), Card(17, (105, 30), 100))
NAMES = {"dots": "dots", "grid": "tic_tac_toe", "five": "five_in_a_row"}
FOUND = 0.5
"""Share of a page's crossings from which the page counts as found."""


def share_found(papers: list[SquaredPaper], shot: PretendPhoto) -> float:
    """The share of the page's true crossings among those of the first paper."""
    if not papers:
        return 0.0
    px = papers[0].crossings_px()[papers[0].is_there]
    across, down = PAGE.squares
    true = shot.to_px(np.array([PAGE.crossing_mm(x, y) for y in range(down + 1) for x in range(across + 1)]))
    gaps = np.hypot(*(true[:, None] - px[None]).transpose(2, 0, 1)).min(axis=1)
    return float((gaps < papers[0].pitch_px / 7).mean())


def measure_cards(level: Level, seeds: range) -> None:
    shares, seconds = [], []
    for seed in seeds:
        game = dots("dots", (8, 14), (20, 20), seed)[0]
        shot = photo_of_games(PAGE, [game], level=level, seed=seed, cards=CARDS)
        picture = decode_photo(shot.data).picture
        tables = tables_under(find_cards(picture))
        both = []
        for known in (tables, []):
            start = time.process_time()
            both.append(share_found(find_squares(picture, known), shot))
            seconds.append(time.process_time() - start)
        shares.append(both)
        told = [len(table.cards_mm) for table in tables]
        print(f"{seed}: tables of {told} cards; {both[0]:.2f} with, {both[1]:.2f} without", flush=True)
    found = np.array(shares)
    print(
        f"{level.value}: pages found {(found[:, 0] > FOUND).sum()} with cards, {(found[:, 1] > FOUND).sum()} without, "
        f"of {len(found)}; mean share {found[:, 0].mean():.2f} and {found[:, 1].mean():.2f}; "
        f"worse by a tenth with cards: {(found[:, 0] < found[:, 1] - 0.1).sum()}; "
        f"seconds of one core {np.median(seconds[::2]):.2f} and {np.median(seconds[1::2]):.2f}"
    )


def measure_games(level: Level, seeds: range) -> None:
    totals: Counter[str] = Counter()
    for seed in seeds:
        pages = {
            "dots, dots": [dots("a", (2, 8), (13, 13), seed), dots("b", (27, 9), (13, 13), seed + 50)],
            "dots, grid": [
                dots("a", (4, 4), (16, 16), seed),
                tic_tac_toe("b", (14, 36), "XO./.X./O.X"),
            ],
            "dots, five": [dots("b", (8, 36), (16, 16), seed + 50), five("a", (4, 6), (15, 15), seed)],
        }
        for name, games in pages.items():
            if min(len(drawing.marks) for drawing, _ in games if drawing.board.columns > 3) < 20:
                continue
            shot = photo_of_games(PAGE, [drawing for drawing, _ in games], level=level, seed=seed)
            found = sorted(found.report.game.name for found in read_bytes(shot.data, Wanted()).found)
            wanted = sorted(NAMES[one] for one in name.split(", "))
            totals[f"{name}: {'both' if found == wanted else 'otherwise'}"] += 1
            print(f"{seed} {name}: {', '.join(found) or 'nothing'}", flush=True)
    for name, count in sorted(totals.items()):
        print(f"{name}: {count}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("cards", "games"))
    parser.add_argument("--level", choices=[level.value for level in Level], default="normal")
    parser.add_argument("--seeds", nargs=2, type=int, default=(900, 930), metavar=("FIRST", "LAST"))
    arguments = parser.parse_args()
    use_one_core()
    measure = {"cards": measure_cards, "games": measure_games}[arguments.what]
    measure(Level(arguments.level), range(*arguments.seeds))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Trains the networks of `vision/weights` on pretend photos.

    python scripts/train_readers.py harvest OUT --photos 600 --seed 0     cut labelled patches out of pretend photos
    python scripts/train_readers.py fit OUT [OUT...] --seed 0             train, calibrate, write vision/weights/

`fit` needs the `train` extra (torch, onnx). The last tenth of the photos of each harvest is kept out of
training; the temperatures are fitted on it. Seeds from 1,000,000 on are for judging and never trained on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.games.dots.options import DotsOptions
from companion.games.dots.sheet import sheet as dots_sheet
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.sheet import sheet as sea_battle_sheet
from companion.games.tic_tac_toe.options import TicTacToeOptions
from companion.games.tic_tac_toe.sheet import sheet as tic_tac_toe_sheet
from printables.layout import Board, Grid, Purpose, Sheet
from printables.marks import Kind, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from samples.scatter import Scatter, scatter
from vision.colours import PenColours, learn_pens
from vision.errors import PhotoError
from vision.flatten import fit_page, flat_picture
from vision.ink import Ink, separate_ink
from vision.legend import slot_windows
from vision.locate import locate
from vision.page import InkedPage, spot_densities
from vision.patches import sign_scale, sign_windows, spot_number, stroke_strips
from vision.photo import decode_photo
from vision.readers.cell import asked_ink
from vision.readers.stroke import SCALES, candidates

SYMBOLS = {
    "point": (Symbol.NOTHING, Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT),
    "cell": (Symbol.NOTHING, Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT, Symbol.FILLED, Symbol.HATCHED),
    "chain": (Symbol.NOTHING, Symbol.LINE),
    "outline": (Symbol.NOTHING, Symbol.LINE),
}
LEVEL_SHARES = {Level.EASY: 0.1, Level.NORMAL: 0.4, Level.HARD: 0.4, Level.EXTREME: 0.1}
FULL_SCALE = 200.0
"""Densities are stored as bytes, this many steps a unit."""

WORST_MAP_MM = 1.0
"""Photos whose map is further off than this are left out: their labels would be wrong."""

Windows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Cuts:
    """Labelled windows for one network: ink and print (n, height, width), and labels (n,)."""

    net: str
    ink: Windows
    printed: Windows
    labels: NDArray[np.int64]


# --- harvest ------------------------------------------------------------------------------------------


def random_sheet(rng: np.random.Generator) -> Sheet:
    """A sheet of one of the games, mostly of usual sizes."""
    paper = "a4" if rng.random() < 0.8 else "letter"
    lang = "ru" if rng.random() < 0.5 else "en"
    serial = int(rng.integers(8))
    draw = rng.random()
    if draw < 0.5:
        size = ((39, 32), (39, 32), (20, 20), (15, 15), (10, 10), (30, 25), (8, 12))[int(rng.integers(7))]
        start = ("cross", "empty", "double_cross", "multi")[int(rng.integers(4))]
        return dots_sheet(DotsOptions(size=size, start=start), paper=paper, lang=lang, serial=serial)
    if draw < 0.9:
        return sea_battle_sheet(SeaBattleOptions(), paper=paper, lang=lang, serial=serial)
    return tic_tac_toe_sheet(TicTacToeOptions(), paper=paper, lang=lang, serial=serial)


def harvest(seed: int, rng: np.random.Generator) -> Iterator[Cuts]:
    """The labelled windows of one pretend photo."""
    sheet = random_sheet(rng)
    drawn = scatter(sheet, rng)
    level = list(LEVEL_SHARES)[int(rng.choice(len(LEVEL_SHARES), p=list(LEVEL_SHARES.values())))]
    long_px = int(rng.choice([1600, 2000, 2400, 3000])) if level is not Level.EXTREME else None
    shot = pretend_photo(
        sheet,
        drawn.marks,
        level=level,
        seed=seed,
        hatch=drawn.hatch,
        begins=int(rng.integers(2)),
        long_px=long_px,
    )
    photo = decode_photo(shot.data)
    page = fit_page(photo.picture, locate(photo)[0], sheet)
    grid = np.array(
        [
            board.node_mm(at)
            for board in sheet.boards
            for at in (
                (0, 0),
                (board.columns - 1, board.rows - 1),
                (0, board.rows - 1),
                (board.columns - 1, 0),
                (board.columns // 2, board.rows // 2),
            )
        ]
    )
    scale = page.px_per_mm((sheet.page_mm[0] / 2, sheet.page_mm[1] / 2))
    if np.hypot(*(page.to_px(grid) - shot.to_px(grid)).T).max() > WORST_MAP_MM * scale:
        return
    ink = separate_ink(flat_picture(photo.picture, page), sheet)
    inked = InkedPage(sheet, ink, true_pens(ink, sheet, drawn), (None, None))
    for board in sheet.boards:
        yield from board_cuts(inked, board, drawn)
    for legend in sheet.legends:
        if legend.purpose is Purpose.MARK:
            own = [
                mark.symbol
                for mark in drawn.marks
                if mark.player == legend.player and mark.kind in (Kind.POINT, Kind.CELL)
            ]
            sign = max(set(own), key=own.count) if own else Symbol.DOT
            ink_windows, print_windows = slot_windows(ink, legend)
            yield Cuts(
                "cell", ink_windows, print_windows, np.full(len(ink_windows), SYMBOLS["cell"].index(sign))
            )


def true_pens(ink: Ink, sheet: Sheet, drawn: Scatter) -> PenColours:
    """The pens as the reader would know them at best: learnt from all marks, with their true owners."""
    densities, owners = [np.zeros((0, 3))], [np.zeros(0, np.int64)]
    for board in sheet.boards:
        kind = Kind.POINT if board.grid is Grid.POINTS else Kind.CELL
        found, has_ink = spot_densities(ink, board, kind, sign_scale(kind))
        places = [mark.at for mark in drawn.marks if mark.board == board.name and mark.kind is kind]
        single = {
            mark.at: mark.player or 0
            for mark in drawn.marks
            if mark.board == board.name and mark.kind is kind and places.count(mark.at) == 1
        }
        rows = [
            (spot_number(board, at), player)
            for at, player in single.items()
            if has_ink[spot_number(board, at)]
        ]  # type: ignore[arg-type]
        if rows:
            densities.append(found[[row for row, _ in rows]])
            owners.append(np.array([player for _, player in rows], np.int64))
    return learn_pens(ink, sheet, np.concatenate(densities), np.concatenate(owners))


def board_cuts(page: InkedPage, board: Board, drawn: Scatter) -> Iterator[Cuts]:
    """The windows of every question that a board asks."""
    for ask in board.asks:
        truth = {
            mark.at: mark
            for mark in drawn.marks
            if mark.board == board.name
            and mark.kind is ask.kind
            and mark.player in ask.players
            and mark.symbol in ask.symbols
        }
        if ask.kind in (Kind.POINT, Kind.CELL):
            net = "point" if ask.kind is Kind.POINT else "cell"
            scale = sign_scale(ask.kind)
            source = (
                page.layer(board, scale) if ask.kind is Kind.POINT else asked_ink(page, board, ask, scale)
            )
            others = {
                mark.at for mark in drawn.marks if mark.board == board.name and mark.kind is ask.kind
            } - set(truth)
            if page.pens.are_alike and others:
                continue  # two questions on the same ink: no label is right
            ink, printed = sign_windows(source, page.printed(board, scale), board)
            labels = np.array(
                [SYMBOLS[net].index(truth[at].symbol) if at in truth else 0 for at in board.ats(ask.kind)]
            )
            yield thinned(Cuts(net, ink, printed, labels), np.random.default_rng(len(truth)))
        else:
            source = page.layer(board, SCALES[ask.kind])
            segments = candidates(page, board, ask.kind)
            if ask.kind is Kind.OUTLINE:
                shaded = {
                    mark.at
                    for mark in drawn.marks
                    if mark.board == board.name and mark.symbol in (Symbol.FILLED, Symbol.HATCHED)
                }
                segments = [s for s in segments if not beside(s, shaded)]
            net = "chain" if ask.kind is Kind.CHAIN else "outline"
            labels = np.array([int(segment in truth) for segment in segments], np.int64)
            yield Cuts(
                net,
                stroke_strips(source, segments),
                stroke_strips(page.printed(board, SCALES[ask.kind]), segments),
                labels,
            )


def beside(segment: tuple[tuple[int, int], tuple[int, int]], cells: set[object]) -> bool:
    """Whether a side belongs to one of the cells."""
    (ax, ay), (_bx, by) = segment
    both = {(ax, ay - 1), (ax, ay)} if ay == by else {(ax - 1, ay), (ax, ay)}
    return bool(both & cells)


def thinned(cuts: Cuts, rng: np.random.Generator) -> Cuts:
    """All signs, and not many more empty spots than signs, those with ink in sight first."""
    empty = np.nonzero(cuts.labels == 0)[0]
    wanted = max(200, int(1.5 * (cuts.labels != 0).sum()))
    if len(empty) <= wanted:
        return cuts
    inky = cuts.ink[empty].max(axis=(1, 2)) + rng.uniform(0, 0.3, len(empty))
    keep = np.concatenate(
        [np.nonzero(cuts.labels)[0], empty[np.argsort(-inky)[: wanted // 2]], rng.choice(empty, wanted // 2)]
    )
    return Cuts(cuts.net, cuts.ink[keep], cuts.printed[keep], cuts.labels[keep])


def run_harvest(out: Path, photos: int, seed: int) -> None:
    """Cut `photos` pretend photos and write one file per network."""
    out.mkdir(parents=True, exist_ok=True)
    rows: dict[
        str, list[tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]]
    ] = {}
    for number in range(seed, seed + photos):
        try:
            cuts = list(harvest(number, np.random.default_rng([number, 5])))
        except PhotoError as error:
            print(number, error, file=sys.stderr)
            continue
        for cut in cuts:
            row = (as_bytes(cut.ink), as_bytes(cut.printed), cut.labels, np.full(len(cut.labels), number))
            rows.setdefault(cut.net, []).append(row)
        if number % 25 == 0:
            print(number, {net: sum(len(row[2]) for row in found) for net, found in rows.items()}, flush=True)
    for net, found in rows.items():
        parts = [np.concatenate(column) for column in zip(*found, strict=True)]
        np.savez_compressed(
            out / f"{net}.npz", ink=parts[0], printed=parts[1], labels=parts[2], photo=parts[3]
        )


def as_bytes(windows: Windows) -> NDArray[np.uint8]:
    """Densities as bytes."""
    return np.clip(windows * FULL_SCALE + 0.5, 0, 255).astype(np.uint8)


# --- fit ----------------------------------------------------------------------------------------------


def run_fit(harvests: Sequence[Path], seed: int, weights: Path, epochs: int, nets: Sequence[str]) -> None:
    """Train the networks named and write weights and facts."""
    from reader_nets import train

    weights.mkdir(parents=True, exist_ok=True)
    facts_file = weights / "readers.json"
    facts: dict[str, object] = {}
    for net in nets:
        symbols = SYMBOLS[net]
        files = [folder / f"{net}.npz" for folder in harvests if (folder / f"{net}.npz").exists()]
        loaded = [np.load(file) for file in files]
        ink, printed, labels, photo = (
            np.concatenate([part[name] for part in loaded]) for name in ("ink", "printed", "labels", "photo")
        )
        print(net, {symbol.value: int((labels == k).sum()) for k, symbol in enumerate(symbols)})
        temperature = train(
            net, ink, printed, labels, photo, len(symbols), FULL_SCALE, seed, weights / f"{net}.onnx", epochs
        )
        facts[net] = {"symbols": [symbol.value for symbol in symbols], "temperature": round(temperature, 3)}
    if facts_file.exists():
        facts = json.loads(facts_file.read_text()) | facts
    facts_file.write_text(json.dumps(facts, indent=2) + "\n")


def main() -> None:
    """Command line; see the module's text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    cut = commands.add_parser("harvest")
    cut.add_argument("out", type=Path)
    cut.add_argument("--photos", type=int, default=600)
    cut.add_argument("--seed", type=int, default=0)
    fit = commands.add_parser("fit")
    fit.add_argument("harvests", type=Path, nargs="+")
    fit.add_argument("--seed", type=int, default=0)
    fit.add_argument("--epochs", type=int, default=9)
    fit.add_argument("--nets", nargs="+", default=list(SYMBOLS), choices=list(SYMBOLS))
    fit.add_argument(
        "--weights", type=Path, default=Path(__file__).resolve().parents[1] / "vision" / "weights"
    )
    arguments = parser.parse_args()
    if arguments.command == "harvest":
        run_harvest(arguments.out, arguments.photos, arguments.seed)
    else:
        run_fit(arguments.harvests, arguments.seed, arguments.weights, arguments.epochs, arguments.nets)


if __name__ == "__main__":
    main()

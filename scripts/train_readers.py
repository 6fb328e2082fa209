#!/usr/bin/env python3
"""Trains the networks of `vision/weights` on pretend photos.

    python scripts/train_readers.py harvest OUT --photos 600 --seed 0     cut labelled patches out of pretend photos
    python scripts/train_readers.py fit OUT [OUT...] --seed 0             train, calibrate, write vision/weights/

Points, cells, chains and outlines are trained here, and the pens. `Kind.BAR` has no network of its own: its reader asks
the chains' about pieces of a stroke. `Kind.JOIN` is fitted by `train_joins.py`, `Kind.LOOSE` by `train_loose.py`, and
the signs of boards drawn by hand by `train_signs.py`.

`fit` needs the `train` extra (torch, onnx). The last tenth of the photos of each harvest is kept out of
training; the temperatures are fitted on it. Seeds from 1,000,000 on are for judging and never trained on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from photo_cases import photographed, true_map

from companion import catalog
from companion.bench.pretend import draw
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
from vision.colours import LEAST_DENSITY, PenColours
from vision.errors import PhotoError
from vision.flatten import FRAME_SEEN, fit_page, flat_picture
from vision.ink import Ink, separate_ink
from vision.legend import is_filled, pen_slots, slot_windows
from vision.locate import locate
from vision.nets import PEN_NET
from vision.page import InkedPage
from vision.patches import SIGN_PX, sign_mask, sign_scale, spot_number, stroke_mask, stroke_strips, windows
from vision.photo import Photo, decode_photo, load_photo
from vision.read import LEAST_SEEN_LINES
from vision.readers.cell import asked_ink
from vision.readers.strokes import SCALES, candidates

SYMBOLS = {
    "point": (Symbol.NOTHING, Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT),
    "cell": (Symbol.NOTHING, Symbol.DOT, Symbol.CROSS, Symbol.NOUGHT, Symbol.FILLED, Symbol.HATCHED),
    "chain": (Symbol.NOTHING, Symbol.LINE),
    "outline": (Symbol.NOTHING, Symbol.LINE),
}
NETS = {Kind.CHAIN: "chain", Kind.OUTLINE: "outline"}
"""Kinds of stroke with a network of their own here; the docstring says who trains the others."""
LEVEL_SHARES = {Level.EASY: 0.1, Level.NORMAL: 0.4, Level.HARD: 0.4, Level.EXTREME: 0.1}
FULL_SCALE = 200.0
FULL_TINT = 100.0
"""Densities and tints are stored as bytes, this many steps a unit."""

SCATTERED = ("dots", "sea_battle", "tic_tac_toe")
LAWFUL = 0.4
"""Games whose sheets are filled at random, and the share of photos that show lawful positions of the others."""

STEPS = 250
"""Steps of the network for pens that count as an epoch."""

MASKS = (Kind.POINT, Kind.CELL, Kind.CHAIN)
"""Which part of a pen's window is asked about."""

MOST_PEN_CUTS = 60
"""Marks of one kind on one board that are kept for telling pens."""

LEAST_APART = 0.02
"""Pens whose shares of colour differ by less are taken for alike when signs are split by pen."""

WORST_MAP_MM = 1.0
"""Photos whose map is further off than this anywhere are left out: their labels would be wrong."""

Windows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Cuts:
    """Labelled windows for one network: `layers` (n, layers, height, width), labels (n,)."""

    net: str
    layers: Windows
    labels: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PenCuts:
    """Windows for telling pens: tint (n, h, w, 3), all ink (n, h, w), `masks` and `owners` (n,).

    `masks` says which part of a window is asked about: a number into `MASKS`. `is_legend` marks legend signs.
    """

    tint: Windows
    total: Windows
    masks: NDArray[np.int64]
    owners: NDArray[np.int64]
    is_legend: NDArray[np.bool_]


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


def scattered(rng: np.random.Generator) -> tuple[Sheet, Scatter]:
    """Random marks, lawful or not, on a sheet of one of the games that `scatter` knows."""
    sheet = random_sheet(rng)
    return sheet, scatter(sheet, rng)


def lawful(seed: int, rng: np.random.Generator) -> tuple[Sheet, Scatter]:
    """A random position of any other game."""
    others = [game.name for game in catalog.all_games() if game.name not in SCATTERED]
    drawn = draw(others[int(rng.integers(len(others)))], seed)
    return drawn.sheet, Scatter(drawn.marks)


def harvest(seed: int, rng: np.random.Generator) -> Iterator[Cuts | PenCuts]:
    """The labelled windows of one pretend photo."""
    sheet, drawn = lawful(seed, rng) if rng.random() < LAWFUL else scattered(rng)
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
    yield from photo_cuts(decode_photo(shot.data), sheet, drawn, shot.to_px)


def photo_cuts(
    photo: Photo, sheet: Sheet, drawn: Scatter, to_px: Callable[[NDArray[np.float64]], NDArray[np.float64]]
) -> Iterator[Cuts | PenCuts]:
    """The labelled windows of a photo; `to_px`, the true map from mm to pixels, tells whether it was flattened well."""
    page = fit_page(photo.picture, locate(photo)[0], sheet)
    nodes = np.array(
        [
            board.node_mm((column, row))
            for board in sheet.boards
            for column in range(board.columns)
            for row in range(board.rows)
        ]
    )
    scale = page.px_per_mm((sheet.page_mm[0] / 2, sheet.page_mm[1] / 2))
    off_mm = np.hypot(*(page.to_px(nodes) - to_px(nodes)).T).max() / scale
    if off_mm > WORST_MAP_MM or page.seen_share < LEAST_SEEN_LINES or page.frame_signal < FRAME_SEEN:
        return
    ink = separate_ink(flat_picture(photo.picture, page), sheet)
    inked = InkedPage(sheet, ink, true_pens(ink, sheet, drawn), (None, None))
    for board in sheet.boards:
        yield from board_cuts(inked, board, drawn)
        yield from pen_cuts(inked, board, drawn)
    for legend in sheet.legends:
        if legend.purpose is Purpose.MARK:
            own = [
                mark.symbol
                for mark in drawn.marks
                if mark.player == legend.player and mark.kind in (Kind.POINT, Kind.CELL)
            ]
            sign = max(set(own), key=own.count) if own else Symbol.DOT
            slots = slot_windows(ink, legend)
            if slots[0].max() > LEAST_DENSITY:
                labels = np.full(len(slots[0]), SYMBOLS["cell"].index(sign))
                yield Cuts("cell", np.stack([*slots, slots[0]], 1), labels)
            if is_filled(ink, legend.box_mm):
                tint, total = pen_slots(ink, sheet, legend)
                kind = Kind.POINT if sheet.boards[0].grid is Grid.POINTS else Kind.CELL
                yield labelled_pens(tint, total, MASKS.index(kind), np.full(3, legend.player), is_legend=True)


def labelled_pens(
    tint: Windows, total: Windows, mask: int, owners: NDArray[np.int64], *, is_legend: bool = False
) -> PenCuts:
    """Windows of marks that are all asked about in one way."""
    count = len(owners)
    return PenCuts(tint, total, np.full(count, mask), owners, np.full(count, is_legend))


def pen_cuts(page: InkedPage, board: Board, drawn: Scatter) -> Iterator[PenCuts]:
    """Windows of some of a board's marks, with their owners."""
    rng = np.random.default_rng(len(drawn.marks))
    kind = Kind.POINT if board.grid is Grid.POINTS else Kind.CELL
    places = [mark.at for mark in drawn.marks if mark.board == board.name and mark.kind is kind]
    single = [m for m in drawn.marks if m.board == board.name and m.kind is kind and places.count(m.at) == 1]
    if single:
        some = [single[k] for k in rng.permutation(len(single))[:MOST_PEN_CUTS]]
        rows = [spot_number(board, mark.at) for mark in some]  # type: ignore[arg-type]
        tint, total = page.pen_windows(board, kind)
        owners = np.array([mark.player or 0 for mark in some], np.int64)
        yield labelled_pens(tint[rows], total[rows], MASKS.index(kind), owners)
    strokes = [mark for mark in drawn.marks if mark.board == board.name and mark.kind is Kind.CHAIN]
    if strokes:
        some = [strokes[k] for k in rng.permutation(len(strokes))[:MOST_PEN_CUTS]]
        strips = page.pen_strips(board, [mark.at for mark in some])  # type: ignore[misc]
        owners = np.array([mark.player or 0 for mark in some], np.int64)
        yield labelled_pens(*strips, MASKS.index(Kind.CHAIN), owners)


def true_pens(ink: Ink, sheet: Sheet, drawn: Scatter) -> PenColours:
    """The pens as the reader would know them at best: learnt from all marks, with their true owners."""
    alike = PenColours(np.zeros((2, 1)), np.eye(1), np.full((2, 3), 1 / 3), (True, True))
    unknown = InkedPage(sheet, ink, alike, (None, None))
    found: list[list[NDArray[np.float64]]] = [[], []]
    for board in sheet.boards:
        kind = Kind.POINT if board.grid is Grid.POINTS else Kind.CELL
        tint = unknown.pen_windows(board, kind)[0]
        places = [mark.at for mark in drawn.marks if mark.board == board.name and mark.kind is kind]
        for mark in drawn.marks:
            if mark.board == board.name and mark.kind is kind and places.count(mark.at) == 1:
                found[mark.player or 0].append(tint[spot_number(board, mark.at)].sum(axis=(0, 1)))  # type: ignore[arg-type]
    sums = np.array([np.sum(own, axis=0) if own else np.ones(3) for own in found])
    shares = sums / np.maximum(sums.sum(1, keepdims=True), 1e-3)
    apart = float(np.abs(shares[0] - shares[1]).max()) > LEAST_APART and all(found)
    return replace(alike, means=np.array([[0.0], [10.0 if apart else 0.0]]), shares=shares)


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
            layers = [source, page.printed(board, scale)] + (
                [page.layer(board, scale)] if net == "cell" else []
            )
            cut = np.stack([windows(layer, board, SIGN_PX) for layer in layers], 1)
            labels = np.array(
                [SYMBOLS[net].index(truth[at].symbol) if at in truth else 0 for at in board.ats(ask.kind)]
            )
            yield thinned(Cuts(net, cut, labels), np.random.default_rng(len(truth)))
        elif ask.kind in NETS:
            source = page.layer(board, SCALES[ask.kind])
            segments = candidates(page, board, ask.kind)
            if ask.kind is Kind.OUTLINE:
                shaded = {
                    mark.at
                    for mark in drawn.marks
                    if mark.board == board.name and mark.symbol in (Symbol.FILLED, Symbol.HATCHED)
                }
                segments = [s for s in segments if not beside(s, shaded)]
            net = NETS[ask.kind]
            labels = np.array([int(segment in truth) for segment in segments], np.int64)
            strips = [
                stroke_strips(layer, segments) for layer in (source, page.printed(board, SCALES[ask.kind]))
            ]
            yield thinned(Cuts(net, np.stack(strips, 1), labels), np.random.default_rng(len(truth)))


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
    inky = cuts.layers[empty, 0].max(axis=(1, 2)) + rng.uniform(0, 0.3, len(empty))
    keep = np.concatenate(
        [np.nonzero(cuts.labels)[0], empty[np.argsort(-inky)[: wanted // 2]], rng.choice(empty, wanted // 2)]
    )
    return Cuts(cuts.net, cuts.layers[keep], cuts.labels[keep])


class Shelf:
    """Windows of many photos, one file per network when written."""

    def __init__(self) -> None:
        self.rows: dict[str, list[dict[str, NDArray[np.generic]]]] = {}

    def add(self, cut: Cuts | PenCuts, photo: int) -> None:
        """Keep the windows as bytes."""
        match cut:
            case Cuts(net, layers, labels):
                row = {"layers": as_bytes(layers), "labels": labels}
            case PenCuts(tint, total, masks, owners, is_legend):
                net = PEN_NET
                signed = np.clip(np.round(tint * FULL_TINT), -127, 127).astype(np.int8)
                row = {
                    "tint": signed,
                    "total": as_bytes(total),
                    "masks": masks,
                    "owners": owners,
                    "is_legend": is_legend,
                }
        count = len(next(iter(row.values())))
        self.rows.setdefault(net, []).append({**row, "photo": np.full(count, photo)})

    def counts(self) -> dict[str, int]:
        """How many windows there are for each network."""
        return {net: sum(len(row["photo"]) for row in rows) for net, rows in self.rows.items()}

    def write(self, out: Path) -> None:
        """One compressed file per network."""
        out.mkdir(parents=True, exist_ok=True)
        for net, rows in self.rows.items():
            np.savez_compressed(
                out / f"{net}.npz", **{name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
            )


def harvest_folder(out: Path, folder: Path, prefix: str) -> None:
    """Cut the photos of a folder that stand beside their cases and truths."""
    shelf = Shelf()
    for number, (path, case) in enumerate(photographed(folder, prefix)):
        try:
            drawn = Scatter(case.drawn.marks, case.hatch)
            for cut in photo_cuts(load_photo(path), case.drawn.sheet, drawn, true_map(path)):
                shelf.add(cut, number)
        except PhotoError as error:
            print(path.name, error, file=sys.stderr)
    print(shelf.counts())
    shelf.write(out)


def run_harvest(out: Path, photos: int, seed: int) -> None:
    """Cut `photos` pretend photos and write one file per network."""
    shelf = Shelf()
    for number in range(seed, seed + photos):
        try:
            for cut in harvest(number, np.random.default_rng([number, 5])):
                shelf.add(cut, number)
        except PhotoError as error:
            print(number, error, file=sys.stderr)
        if number % 25 == 0:
            print(number, shelf.counts(), flush=True)
    shelf.write(out)


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
        found = shelved(harvests, net)
        if net == PEN_NET:
            fit_pens(found, seed, weights / f"{net}.onnx", steps=STEPS * epochs)
            continue
        symbols, labels = SYMBOLS[net], found["labels"].astype(np.int64)
        print(net, {symbol.value: int((labels == k).sum()) for k, symbol in enumerate(symbols)})
        layers, photo = found["layers"].astype(np.uint8), found["photo"].astype(np.int64)
        out = weights / f"{net}.onnx"
        temperature = train(net, layers, labels, photo, len(symbols), FULL_SCALE, seed, out, epochs)
        facts[net] = {"symbols": [symbol.value for symbol in symbols], "temperature": round(temperature, 3)}
    if facts_file.exists():
        facts = json.loads(facts_file.read_text()) | facts
    facts_file.write_text(json.dumps(facts, indent=2) + "\n")


def shelved(harvests: Sequence[Path], net: str) -> dict[str, NDArray[np.generic]]:
    """What several harvests hold for one network."""
    files = [folder / f"{net}.npz" for folder in harvests if (folder / f"{net}.npz").exists()]
    loaded = [np.load(file) for file in files]
    return {name: np.concatenate([part[name] for part in loaded]) for name in loaded[0].files}


def fit_pens(found: dict[str, NDArray[np.generic]], seed: int, out: Path, steps: int) -> None:
    """Train the network that tells pens; what is usual in its traits is then for `pen_spread.py` to find."""
    from pen_net import train

    masks = np.stack([sign_mask(kind) if kind is not Kind.CHAIN else stroke_mask() for kind in MASKS])
    train(found, masks, (FULL_TINT, FULL_SCALE), seed, out, steps)


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
    cut.add_argument("--folder", type=Path, help="cut photos made elsewhere, see photo_cases.py")
    cut.add_argument("--prefix", default="")
    fit = commands.add_parser("fit")
    fit.add_argument("harvests", type=Path, nargs="+")
    fit.add_argument("--seed", type=int, default=0)
    fit.add_argument("--epochs", type=int, default=9)
    fit.add_argument("--nets", nargs="+", default=[*SYMBOLS, PEN_NET], choices=[*SYMBOLS, PEN_NET])
    fit.add_argument(
        "--weights", type=Path, default=Path(__file__).resolve().parents[1] / "vision" / "weights"
    )
    arguments = parser.parse_args()
    if arguments.command == "harvest" and arguments.folder is not None:
        harvest_folder(arguments.out, arguments.folder, arguments.prefix)
    elif arguments.command == "harvest":
        run_harvest(arguments.out, arguments.photos, arguments.seed)
    else:
        run_fit(arguments.harvests, arguments.seed, arguments.weights, arguments.epochs, arguments.nets)


if __name__ == "__main__":
    main()

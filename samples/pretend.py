"""A sheet and the marks on it in, a pretend photo out.

`pretend_photo` prints the sheet into a texture, lets two hands fill in legend and marks, and calls the camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Grid, Legend, Purpose, Sheet
from printables.marks import Kind, Mark, Symbol
from samples import hand as hands
from samples.camera import PretendPhoto, photograph
from samples.hand import Hand, Path
from samples.levels import RANGES, Level, Ranges
from samples.mishaps import coffee_ring, odd_paper, poor_print, pressed_through, specks
from samples.pens import PAIRS, PENS, Pen, ink, personal

Image = NDArray[np.float32]

PAGE_PX_PER_MM = 8.0
"""Texture resolution; 3 px for a ballpoint's line."""

PAPER = (0.84, 0.82, 0.80)
"""Linear BGR reflectance of white paper."""

BLACK = 0.045
"""Linear reflectance of toner."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player at the table: his pen, his hand, and the sign he puts into the legend."""

    pen: Pen
    hand: Hand
    sign: Symbol


def players(
    marks: Sequence[Mark], rng: np.random.Generator, slop: float, pens: Sequence[str] | None = None
) -> tuple[Player, ...]:
    """Two players with different pens; each one's legend sign is the sign he plays with."""
    names = list(pens) if pens else list(PAIRS[int(rng.integers(len(PAIRS)))])
    if not pens and rng.random() < 0.5:
        names.reverse()
    signs = []
    for player in (0, 1):
        own = [
            mark.symbol for mark in marks if mark.player == player and mark.kind in (Kind.POINT, Kind.CELL)
        ]
        signs.append(max(set(own), key=own.count) if own else Symbol.DOT)
    return tuple(
        Player(personal(PENS[name], rng), Hand.random(rng, slop), sign)
        for name, sign in zip(names, signs, strict=True)
    )


def pretend_photo(
    sheet: Sheet,
    marks: Sequence[Mark],
    *,
    level: Level,
    seed: int,
    pens: Sequence[str] | None = None,
    fills_legend: bool = True,
    begins: int | None = None,
    hatch: Sequence[tuple[float, float, float, float, int]] = (),
    long_px: int | None = None,
) -> PretendPhoto:
    """A photo of the sheet with these marks drawn by hand. `hatch`: boxes in mm and whose pen shades them."""
    rng = np.random.default_rng([seed, 7])
    ranges = RANGES[level]
    page = pressed(printed_toner(sheet), ranges, rng)
    tooth = paper_tooth(page.shape[:2], int(rng.integers(4)))
    page *= (1 - 0.02 * tooth)[..., None]
    if rng.random() < ranges.ghost_chance:
        page *= _ghost(page.shape[:2], rng)[..., None]
    if rng.random() < ranges.mishap_chance:
        pressed_through(page, PAGE_PX_PER_MM, rng)
    table = players(marks, rng, float(rng.uniform(*ranges.slop)), pens)
    strokes = strokes_of(sheet, marks, table, rng, fills_legend=fills_legend, begins=begins)
    for left, top, right, bottom, player in hatch:
        strokes[player] += hands.hatch(
            (left, top, right, bottom),
            rng.uniform(0.8, 1.6),
            table[player].hand,
            rng,
            is_zigzag=rng.random() < 0.5,
        )
    for paths, player_ in zip(strokes, table, strict=True):
        ink(page, paths, player_.pen, PAGE_PX_PER_MM, tooth, rng)
    if rng.random() < ranges.mishap_chance:
        coffee_ring(page, PAGE_PX_PER_MM, rng)
    return photograph(page, PAGE_PX_PER_MM, level=level, rng=rng, long_px=long_px)


def strokes_of(
    sheet: Sheet,
    marks: Sequence[Mark],
    table: Sequence[Player],
    rng: np.random.Generator,
    *,
    fills_legend: bool,
    begins: int | None,
) -> list[list[Path]]:
    """Every player's pen strokes on the page."""
    strokes: list[list[Path]] = [[] for _ in table]
    for mark in marks:
        if mark.kind in (Kind.POINT, Kind.CELL, Kind.BAR, Kind.JOIN, Kind.LOOSE):
            player = mark.player or 0
            strokes[player] += hands.draw_sign(mark, sheet.board(mark.board), table[player].hand, rng)
    for board in sheet.boards:
        for player in range(len(table)):
            lines = [
                mark
                for mark in marks
                if mark.board == board.name
                and mark.player == player
                and mark.kind in (Kind.CHAIN, Kind.OUTLINE)
            ]
            for run in _runs(lines):
                points = [np.array(board.node_mm(node)) for node in run]
                strokes[player] += hands.polyline(points, table[player].hand, rng)
    for legend in sheet.legends:
        if legend.purpose is Purpose.MARK and fills_legend:
            strokes[legend.player] += _legend_signs(legend, table[legend.player], sheet, rng)
        if legend.purpose is Purpose.BEGINS and legend.player == begins:
            left, top, right, bottom = legend.box_mm
            centre = np.array([(left + right) / 2, (top + bottom) / 2])
            strokes[legend.player] += hands.cross(
                centre, 0.7 * (right - left), table[legend.player].hand, rng
            )
    return strokes


def _legend_signs(legend: Legend, player: Player, sheet: Sheet, rng: np.random.Generator) -> list[Path]:
    left, top, right, bottom = legend.box_mm
    room = min(bottom - top, (right - left) / 3)
    is_cells = sheet.boards[0].grid is Grid.CELLS
    signs: list[Path] = []
    for slot in range(3):
        centre = np.array([left + (right - left) * (slot + 0.5) / 3, (top + bottom) / 2])
        signs += hands.sign(player.sign, centre, room if is_cells else min(room, 6.0), player.hand, rng)
    return signs


def _runs(lines: Sequence[Mark]) -> list[list[tuple[int, int]]]:
    """Strokes joined into as long walks as they allow, each a list of board points."""
    ways: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for mark in lines:
        match mark.at:
            case ((ax, ay), (bx, by)):
                ways.setdefault((ax, ay), set()).add((bx, by))
                ways.setdefault((bx, by), set()).add((ax, ay))
            case _:
                continue
    runs = []
    while ways:
        here = min(ways, key=lambda point: (len(ways[point]) % 2 == 0, point))
        run = [here]
        while ways.get(here):
            there = min(ways[here])
            ways[here].discard(there)
            ways[there].discard(here)
            for point in (here, there):
                if not ways[point]:
                    del ways[point]
            run.append(there)
            here = there
        runs.append(run)
    return runs


@lru_cache(maxsize=4)
def printed_toner(sheet: Sheet) -> NDArray[np.uint8]:
    """How much toner the press is asked for, 0..255, at `PAGE_PX_PER_MM`; read-only."""
    import pypdfium2

    from printables.pdf import pdf_bytes

    document = pypdfium2.PdfDocument(pdf_bytes(sheet))
    grey = np.array(document[0].render(scale=PAGE_PX_PER_MM * 25.4 / 72, grayscale=True).to_numpy()).squeeze()
    document.close()
    toner = np.asarray(255 - grey, np.uint8)
    toner.flags.writeable = False
    return toner


def pressed(toner: NDArray[np.uint8], ranges: Ranges, rng: np.random.Generator) -> Image:
    """The page as it comes from this printer: linear BGR. Printers differ in greys, dot gain, screen and blackness."""
    if rng.random() < ranges.mishap_chance:
        toner = np.maximum(toner, specks(toner.shape, PAGE_PX_PER_MM, rng))
    asked = np.linspace(0, 1, 256)
    # sRGB grey asked for -> share of the paper's light taken away, bent by the printer's own tone curve.
    taken = ((1 - (1 - asked) ** 2.2) ** float(rng.uniform(0.6, 1.5)) * float(rng.uniform(0.85, 1.0))).astype(
        np.float32
    )
    is_grey = (np.arange(256) > 5) & (np.arange(256) < 235)
    rows, columns = toner.shape
    screen = np.tile(
        rng.normal(0, 0.25, (256, 256)).astype(np.float32), (rows // 256 + 1, columns // 256 + 1)
    )
    cover = np.asarray(cv2.LUT(toner, np.where(is_grey, taken, 0).astype(np.float32)), np.float32)
    cover *= screen[:rows, :columns]
    cover += np.asarray(cv2.LUT(toner, taken), np.float32)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(0.3, 0.9))), np.float32)
    if rng.random() < ranges.mishap_chance:
        cover *= poor_print(toner.shape, PAGE_PX_PER_MM, rng)
    tint = np.array(PAPER) * rng.uniform(0.9, 1.05) * np.exp(rng.normal(0, 0.02, 3))
    if rng.random() < ranges.mishap_chance:
        tint = tint * odd_paper(rng)
    darkening = np.array([[BLACK - channel, channel] for channel in tint], np.float32)
    return np.asarray(cv2.transform(cover, darkening), np.float32)


@lru_cache(maxsize=4)
def paper_tooth(shape: tuple[int, int], seed: int) -> Image:
    """The paper's grain, 0..1."""
    noise = (
        np.random.default_rng([seed, 9])
        .normal(0, 1, (shape[0] // 2 + 1, shape[1] // 2 + 1))
        .astype(np.float32)
    )
    fine = cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    fine = fine + 0.8 * cv2.resize(cv2.GaussianBlur(noise, (0, 0), 1.5) * 3, (shape[1], shape[0]))
    return np.asarray(1 / (1 + np.exp(-1.3 * fine)), np.float32)


def _ghost(shape: tuple[int, int], rng: np.random.Generator) -> Image:
    """Print or writing of the back page that shines through."""
    small = np.zeros((shape[0] // 4, shape[1] // 4), np.uint8)
    for row in range(10, small.shape[0] - 10, int(rng.integers(14, 24))):
        x = int(rng.integers(8, 60))
        while x < small.shape[1] - 40:
            length = int(rng.integers(8, 34))
            points = np.stack(
                [np.arange(x, x + length, 3), row + rng.integers(-3, 3, len(range(x, x + length, 3)))], 1
            )
            cv2.polylines(small, [points.astype(np.int32)], False, 255, 1, cv2.LINE_AA)
            x += length + int(rng.integers(4, 14))
    soft = cv2.GaussianBlur(small, (0, 0), 1.5).astype(np.float32) / 255
    return 1 - float(rng.uniform(0.03, 0.10)) * np.asarray(cv2.resize(soft, (shape[1], shape[0])), np.float32)

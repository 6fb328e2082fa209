"""Draws pretend photos of tic-tac-toe by hand, quickly: paper, pens, strokes with wobble, light, a tilted camera."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

Rng = np.random.Generator
Floats = npt.NDArray[np.float64]
Canvas = npt.NDArray[np.float32]

PENS = {
    "blue": (0.55, 0.22, 0.13),
    "black": (0.12, 0.11, 0.11),
    "red": (0.22, 0.16, 0.72),
    "green": (0.25, 0.45, 0.15),
    "pencil": (0.52, 0.51, 0.50),
}
"""What a pen leaves of the light, blue, green, red."""


@dataclass(frozen=True, slots=True)
class Board:
    """One drawn board: its rows as text, and the middle of it in photo pixels."""

    rows: str
    centre: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Hand:
    """How things are drawn: pen widths in pixels, how unsteady the hand is (1 is usual)."""

    width: float = 5.0
    slop: float = 1.0
    line_pen: str = "black"
    cross_pen: str = "black"
    nought_pen: str = "black"


def paper(kind: str, size: tuple[int, int], pitch: float = 40.0, strength: float = 0.15) -> Canvas:
    """A blank page (width, height) as reflectance: plain, squared, lined or dotted."""
    width, height = size
    page = np.ones((height, width, 3), np.float32) * np.array([0.90, 0.92, 0.93], np.float32)
    line = 1 - strength * np.array([0.5, 0.9, 1.2], np.float32)
    if kind in ("squared", "lined"):
        for y in np.arange(pitch / 2, height, pitch):
            page[int(y) : int(y) + 2] *= line
    if kind == "squared":
        for x in np.arange(pitch / 2, width, pitch):
            page[:, int(x) : int(x) + 2] *= line
    if kind == "dotted":
        for y in np.arange(pitch / 2, height, pitch):
            for x in np.arange(pitch / 2, width, pitch):
                cv2.circle(page, (int(x), int(y)), 2, (page[0, 0] * (1 - 2 * strength)).tolist(), -1)
    return page


def _stroke(page: Canvas, points: Floats, pen: str, width: float, rng: Rng) -> None:
    margin = int(2 * width) + 2
    low = np.maximum(points.min(axis=0).astype(int) - margin, 0)
    part = page[low[1] : int(points[:, 1].max()) + margin, low[0] : int(points[:, 0].max()) + margin]
    cover = np.zeros(part.shape[:2], np.float32)
    for a, b in pairwise(points):
        thick = max(1, round(width * rng.uniform(0.85, 1.15)))
        ends = [np.round((end - low) * 8).astype(int).tolist() for end in (a, b)]
        cv2.line(cover, ends[0], ends[1], float(rng.uniform(0.85, 1.0)), thick, cv2.LINE_AA, 3)
    ink = np.array(PENS[pen], np.float32)
    part *= 1 - cover[..., None] * (1 - ink)


def _sway(count: int, amount: float, rng: Rng) -> Floats:
    steps = np.linspace(0, 1, count)
    waves = [
        rng.normal(0, amount / k, 2) * np.sin(np.pi * k * steps + rng.uniform(0, 6))[:, None]
        for k in (1, 2, 3)
    ]
    return np.asarray(sum(waves))


def _straight(page: Canvas, start: Floats, end: Floats, pen: str, hand: Hand, rng: Rng) -> None:
    steps = np.linspace(0, 1, 30)[:, None]
    length = float(np.hypot(*(end - start)))
    _stroke(
        page, start + steps * (end - start) + _sway(30, 0.008 * hand.slop * length, rng), pen, hand.width, rng
    )


def draw_board(
    page: Canvas,
    rows: str,
    origin: Floats,
    across: Floats,
    down: Floats,
    hand: Hand,
    rng: Rng,
    *,
    is_closed: bool = False,
) -> None:
    """A board with cells of the sides `across` and `down`, its top left corner at `origin`."""

    def place(x: float, y: float) -> Floats:
        return np.asarray(origin + x * across + y * down)

    slop = hand.slop
    for k in (0, 1, 2, 3) if is_closed else (1, 2):
        for is_row in (True, False):
            shift = rng.normal(0, 0.04 * slop, 2)
            reach = (0.0, 3.0) if is_closed else (rng.uniform(0, 0.3) * slop, 3 - rng.uniform(0, 0.3) * slop)
            ends = [(reach[0], k + shift[0]), (reach[1], k + shift[1])]
            ends = ends if is_row else [end[::-1] for end in ends]
            _straight(page, place(*ends[0]), place(*ends[1]), hand.line_pen, hand, rng)
    for n, sign in enumerate(rows):
        x, y = n % 3 + 0.5 + rng.normal(0, 0.05 * slop), n // 3 + 0.5 + rng.normal(0, 0.05 * slop)
        half = rng.uniform(0.22, 0.36)
        if sign == "X":
            for way in (1, -1):
                a, b = (np.array([way * half, half]) * rng.uniform(0.8, 1.15, 2) for _ in range(2))
                _straight(
                    page, place(x - a[0], y - a[1]), place(x + b[0], y + b[1]), hand.cross_pen, hand, rng
                )
        if sign == "O":
            turn = rng.uniform(0, 6) + np.linspace(0, 2 * np.pi + rng.normal(0.1, 0.25) * slop, 50)
            oval = half * np.stack([rng.uniform(0.75, 1.1) * np.cos(turn), np.sin(turn)], axis=1)
            oval *= np.linspace(1, 1 + rng.normal(0, 0.08) * slop, 50)[:, None]
            points = place(x, y) + oval[:, :1] * across + oval[:, 1:] * down
            points += _sway(50, 0.012 * slop * float(np.hypot(*across)), rng)
            _stroke(page, points, hand.nought_pen, hand.width, rng)


def photograph(
    page: Canvas,
    rng: Rng,
    *,
    tilt: float = 0.0,
    blur: float = 0.8,
    noise: float = 0.01,
    shade: float = 0.0,
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> tuple[npt.NDArray[np.uint8], Floats]:
    """The page under a light and a camera, and the homography from page to photo pixels.

    `tilt` 0 to 1 narrows the far side; `shade` is how much a shadow with a hard edge takes away.
    """
    height, width = page.shape[:2]
    light = 0.9 * np.array(colour, np.float32) * np.ones_like(page)
    light *= np.linspace(1, rng.uniform(0.6, 1), width, dtype=np.float32)[None, :, None]
    if shade:
        corner = rng.uniform(0.2, 0.8, 2) * (width, height)
        turn = rng.uniform(0, 2 * np.pi)
        ends = [corner + 3 * width * np.array([np.cos(turn + d), np.sin(turn + d)]) for d in (-0.9, 0.0, 0.9)]
        mask = np.zeros((height, width), np.float32)
        cv2.fillPoly(mask, [np.array([corner, *ends]).astype(np.int32)], 1.0)
        light *= 1 - shade * cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.5, 12))[..., None]
    inset = tilt * width * 0.25
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    far = tilt * height * 0.15
    seen = np.array([[inset, far], [width - inset, far], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    table = (0.3, 0.4, 0.5)
    picture = cv2.warpPerspective(
        page * light, matrix, (width, height), flags=cv2.INTER_AREA, borderValue=table
    )
    picture = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    picture = picture + rng.normal(0, noise, picture.shape)
    levels = np.clip(255 * np.clip(picture, 0, 1) ** (1 / 1.6), 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", levels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 95))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), np.asarray(matrix, np.float64)


def moved(matrix: Floats, point: Floats) -> tuple[float, float]:
    """A page point in photo pixels."""
    x, y, w = matrix @ np.array([*point, 1.0])
    return (float(x / w), float(y / w))


def random_photo(seed: int, level: float = 1.0) -> tuple[npt.NDArray[np.uint8], list[Board]]:
    """A photo of one to four boards drawn by seed; `level` 1 is usual, 2 careless and badly lit."""
    rng = np.random.default_rng(seed)
    width, height = (1600, 1200) if rng.random() < 0.5 else (1200, 1600)
    kind = str(rng.choice(["plain", "squared", "lined", "dotted"], p=[0.4, 0.3, 0.15, 0.15]))
    page = paper(kind, (width, height), pitch=rng.uniform(25, 70), strength=rng.uniform(0.05, 0.2))
    spots = [(x, y) for x in (0.27, 0.73) for y in (0.27, 0.73)]
    rng.shuffle(spots)
    drawn = []
    for spot in spots[: rng.choice([1, 2, 4])]:
        cell = rng.uniform(55, 110)
        turn = rng.normal(0, 0.16 * level)
        across = cell * rng.uniform(0.85, 1.2) * np.array([np.cos(turn), np.sin(turn)])
        lean = turn + np.pi / 2 + rng.normal(0, 0.1 * level)
        down = cell * np.array([np.cos(lean), np.sin(lean)])
        pens = ["blue", "black", "black", "blue", "pencil", "red", "green"]
        line, cross, nought = (str(pen) for pen in rng.choice(pens, 3))
        if rng.random() < 0.6:
            cross = nought = line
        pen_width = float(np.exp(rng.uniform(np.log(2.5), np.log(0.14 * cell))))
        hand = Hand(pen_width, level * rng.uniform(0.5, 1.3), line, cross, nought)
        share = rng.uniform(0, 1)
        rows = "".join(str(rng.choice(["X", "O"])) if rng.random() < share else "." for _ in range(9))
        centre = np.array(spot) * (width, height)
        is_closed = bool(rng.random() < 0.25)
        draw_board(page, rows, centre - 1.5 * (across + down), across, down, hand, rng, is_closed=is_closed)
        drawn.append((rows, centre))
    photo, matrix = photograph(
        page,
        rng,
        tilt=float(rng.uniform(0, 0.5 * level)),
        blur=float(rng.uniform(0.5, 1.0 + level)),
        noise=float(rng.uniform(0.005, 0.012 * level)),
        shade=float(rng.choice([0.0, rng.uniform(0.2, 0.5)])),
        colour=tuple(rng.uniform(0.75, 1.0, 3)),
    )
    return photo, [Board(rows, moved(matrix, centre)) for rows, centre in drawn]

"""How a hand moves: marks become wobbly paths in page millimetres.

Nothing here knows pens or paper. `slop` is 0 for a careful hand, 1 for a usual one, 2 for a careless one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Grid
from printables.marks import Kind, Mark, Symbol

Path = NDArray[np.float64]
"""Points of one pen stroke, shape (n, 2), in mm of the printed page."""

STEP_MM = 0.25
"""Distance between the points of a path; fine enough for the curves of a 1 mm dot."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's habits, drawn once per photo: relative sizes, slant and carelessness."""

    slop: float
    dot_mm: float
    sign_share: float
    slant: float
    outlines_in_one_go: bool

    @staticmethod
    def random(rng: np.random.Generator, slop: float) -> Hand:
        """A hand with everyday habits."""
        return Hand(
            slop=slop * float(rng.uniform(0.7, 1.3)),
            dot_mm=float(rng.uniform(1.1, 2.4)),
            sign_share=float(rng.uniform(0.5, 0.78)),
            slant=float(rng.normal(0, 0.12)),
            outlines_in_one_go=bool(rng.random() < 0.5),
        )


def draw_sign(mark: Mark, board: Board, hand: Hand, rng: np.random.Generator) -> list[Path]:
    """The strokes of one mark on its board."""
    place = board.place_mm(mark.kind, mark.at)
    pitch = board.pitch_mm
    if mark.kind is Kind.BAR:
        return [bar(np.array(place[0]), np.array(place[1]), pitch, hand, rng)]
    if mark.kind is Kind.JOIN:
        return [join(mark.symbol, np.array(place[0]), np.array(place[1]), hand, rng)]
    if mark.kind is Kind.LOOSE:
        return loose_dot(np.array(place[0]), hand, rng)
    if mark.kind in (Kind.CHAIN, Kind.OUTLINE):
        return [line(np.array(place[0]), np.array(place[1]), hand, rng)]
    room = pitch if board.grid is Grid.CELLS else min(pitch, 6.0)
    return sign(mark.symbol, np.array(place[0]), room, hand, rng)


def sign(
    symbol: Symbol, centre: NDArray[np.float64], room: float, hand: Hand, rng: np.random.Generator
) -> list[Path]:
    """The strokes of a sign that has `room` mm to itself."""
    size = room * hand.sign_share * rng.normal(1, 0.08)
    spread = 0.03 * room * (0.5 + hand.slop)
    match symbol:
        case Symbol.DOT:
            return dot(
                centre + rng.normal(0, 0.13 * (0.5 + 0.7 * hand.slop), 2),
                hand.dot_mm * rng.normal(1, 0.1),
                rng,
            )
        case Symbol.CROSS:
            return cross(centre + rng.normal(0, spread, 2), size, hand, rng)
        case Symbol.NOUGHT:
            return [loop(centre + rng.normal(0, spread, 2), size / 2, hand, rng)]
        case Symbol.FILLED:
            return hatch(_square(centre, room * 0.46), rng.uniform(0.3, 0.55), hand, rng, is_zigzag=True)
        case Symbol.HATCHED:
            return hatch(
                _square(centre, room * 0.45),
                room * rng.uniform(0.13, 0.22),
                hand,
                rng,
                is_zigzag=rng.random() < 0.4,
            )
        case Symbol.LINE | Symbol.CROOKED | Symbol.ASTRAY | Symbol.NOTHING:
            return []


def _square(centre: NDArray[np.float64], half: float) -> tuple[float, float, float, float]:
    return (centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)


def dot(centre: NDArray[np.float64], size: float, rng: np.random.Generator) -> list[Path]:
    """A small scribble that fills a spot of about `size` mm."""
    turns = max(2.0, size * 2.2)
    t = np.linspace(0, 1, int(24 * turns))
    angle = 2 * np.pi * turns * t * rng.choice([-1, 1]) + rng.uniform(0, 6.28)
    radius = max(size / 2 - 0.22, 0.08) * np.sqrt(1 - 0.97 * t) * (1 + 0.2 * _wave(t * 10, rng))
    stretch = np.exp(rng.normal(0, 0.12))
    path = np.stack([radius * np.cos(angle) * stretch, radius * np.sin(angle) / stretch], 1)
    return [centre + path]


LOOSE_DOTS_MM = (1.5, 3.0)
"""Points that are to be joined later are drawn bolder than dots on squares: the sheet shows one of 2 mm."""


def loose_dot(centre: NDArray[np.float64], hand: Hand, rng: np.random.Generator) -> list[Path]:
    """A bold point anywhere on the paper: its place is where the hand put it."""
    size = float(np.clip(1.15 * hand.dot_mm + 0.25, *LOOSE_DOTS_MM))
    return dot(centre, size * float(rng.normal(1, 0.1)), rng)


def cross(centre: NDArray[np.float64], size: float, hand: Hand, rng: np.random.Generator) -> list[Path]:
    """Two slanted strokes."""
    half = size / 2
    strokes = []
    for side in (-1, 1):
        tilt = hand.slant + rng.normal(0, 0.09 * hand.slop)
        arm = np.array([side * half * rng.normal(1, 0.1), half * rng.normal(1, 0.1)])
        turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
        arm = turn @ arm
        shift = rng.normal(0, 0.04 * size * hand.slop, 2)
        strokes.append(line(centre - arm + shift, centre + arm + shift, hand, rng, overshoot=0.0))
    return strokes


def loop(centre: NDArray[np.float64], radius: float, hand: Hand, rng: np.random.Generator) -> Path:
    """A nought: not quite round, not quite closed or a little more than closed."""
    turns = 1 + rng.normal(0.02, 0.035 * (0.5 + hand.slop))
    t = np.linspace(0, 2 * np.pi * turns, max(24, int(2 * np.pi * radius / STEP_MM)))
    wobble = (
        1 + 0.05 * hand.slop * _wave(t * 1.5, rng) + np.linspace(0, rng.normal(0, 0.06) * hand.slop, len(t))
    )
    start = rng.uniform(-2.4, -0.7)
    direction = rng.choice([-1, 1])
    x = radius * rng.normal(0.9, 0.06) * wobble * np.cos(start + direction * t)
    y = radius * rng.normal(1.0, 0.06) * wobble * np.sin(start + direction * t)
    return np.asarray(centre + np.stack([x + hand.slant * y, y], 1))


def line(
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    hand: Hand,
    rng: np.random.Generator,
    *,
    overshoot: float = 0.2,
) -> Path:
    """A hand-drawn straight stroke with wobble, a slight bow and ends that miss a little."""
    length = float(np.hypot(*(end - start))) + 1e-9
    along = (end - start) / length
    across = np.array([-along[1], along[0]])
    miss = 0.05 + 0.1 * hand.slop
    start = start + rng.normal(0, miss, 2) - along * abs(rng.normal(0, overshoot)) * hand.slop
    end = end + rng.normal(0, miss, 2) + along * abs(rng.normal(0, overshoot)) * hand.slop
    t = np.linspace(0, 1, max(6, int(length / STEP_MM)))
    bow = rng.normal(0, 0.012 * (0.4 + hand.slop)) * min(length, 60) * np.sin(np.pi * t)
    wobble = (0.02 + 0.04 * hand.slop) * min(1.0, length / 8) * _wave(t * length / 4, rng)
    return np.asarray(start + (end - start) * t[:, None] + across * (bow + wobble)[:, None])


BAR_REACH = 0.06
BAR_SPREAD = 0.05
BAR_ASIDE = 0.02
"""How far a usual hand draws beyond the middle of a cell, how much that varies, and how far beside it, in pitches."""


def bar(
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    pitch: float,
    hand: Hand,
    rng: np.random.Generator,
) -> Path:
    """A stroke from the middle of a large cell to the middle of the next: it ends roughly there.

    With both ends in one cell it is a short stroke across its middle."""
    if np.allclose(start, end):
        angle = rng.uniform(0, np.pi)
        arm = np.array([np.cos(angle), np.sin(angle)]) * pitch * rng.uniform(0.2, 0.35)
        return line(start - arm, end + arm, hand, rng)
    along = (end - start) / float(np.hypot(*(end - start)))
    across = np.array([-along[1], along[0]])
    care = 0.4 + hand.slop
    ends = []
    for point, outwards in ((start, -1), (end, 1)):
        reach = rng.normal(BAR_REACH * hand.slop, BAR_SPREAD * care) * pitch
        aside = rng.normal(0, BAR_ASIDE * care) * pitch
        ends.append(point + along * outwards * reach + across * aside)
    return line(ends[0], ends[1], hand, rng)


def join(
    symbol: Symbol, start: NDArray[np.float64], end: NDArray[np.float64], hand: Hand, rng: np.random.Generator
) -> Path:
    """A long stroke from point to point, as a hand draws it without a ruler: slightly bent, wobbling, and with ends
    that miss by a millimetre or two, short of the point or past it.

    A `CROOKED` one bends by 4.5 to 8 mm, an `ASTRAY` one ends 6 mm or more from where it should."""
    length = float(np.hypot(*(end - start))) + 1e-9
    along = (end - start) / length
    across = np.array([-along[1], along[0]])
    if symbol is Symbol.ASTRAY:
        end = end - along * float(rng.uniform(6, max(7, 0.4 * length))) + across * float(rng.normal(0, 2))
    ends = []
    for point, outwards in ((start, -along), (end, along)):
        miss = np.clip(rng.normal(0, 0.25 + 0.25 * hand.slop, 2), -1.2, 1.2)
        past = float(np.clip(rng.normal(0.1, 0.35 + 0.4 * hand.slop), -1.5, 2.0))
        ends.append(point + miss + outwards * past)
    start, end = ends
    t = np.linspace(0, 1, max(8, int(np.hypot(*(end - start)) / STEP_MM)))
    most = min(0.03 * length, 2.4)
    rise = float(np.clip(rng.normal(0, 0.007 * (0.4 + hand.slop) * length), -most, most))
    if symbol is Symbol.CROOKED:
        rise = float(rng.choice([-1, 1]) * rng.uniform(4.5, 8.0))
    bow = rise * np.sin(np.pi * t ** float(np.exp(rng.normal(0, 0.25))))
    wobble = (0.05 + 0.1 * hand.slop) * min(1.0, length / 12) * _wave(t * length / 9, rng)
    tremble = 0.03 * hand.slop * _wave(t * length / 2.5, rng)
    return np.asarray(start + (end - start) * t[:, None] + across * (bow + wobble + tremble)[:, None])


def polyline(points: Sequence[NDArray[np.float64]], hand: Hand, rng: np.random.Generator) -> list[Path]:
    """A line through several points: in one go with rounded corners, or stroke by stroke."""
    spread = 0.05 + 0.12 * hand.slop
    near = [np.asarray(point) + rng.normal(0, spread, 2) for point in points]
    pieces = [line(a, b, _careful(hand), rng, overshoot=0.0) for a, b in itertools.pairwise(near)]
    if not hand.outlines_in_one_go:
        return [line(a, b, hand, rng) for a, b in itertools.pairwise(near)]
    path = np.concatenate(pieces)
    if len(path) > 9:
        kernel = np.ones(5) / 5
        padded = np.pad(path, ((2, 2), (0, 0)), mode="edge")
        path = np.stack([np.convolve(padded[:, k], kernel, "valid") for k in (0, 1)], 1)
    return [path]


def hatch(
    box: tuple[float, float, float, float],
    gap: float,
    hand: Hand,
    rng: np.random.Generator,
    *,
    is_zigzag: bool,
) -> list[Path]:
    """Slanted strokes over a rectangle, `gap` mm apart, as one zigzag or one by one."""
    left, top, right, bottom = box
    angle = np.radians(rng.choice([45.0, -45.0, 0.0, 60.0], p=[0.5, 0.2, 0.1, 0.2]) + rng.normal(0, 8))
    along = np.array([np.cos(angle), -np.sin(angle)])
    across = np.array([np.sin(angle), np.cos(angle)])
    centre = np.array([(left + right) / 2, (top + bottom) / 2])
    half = np.array([(right - left) / 2, (bottom - top) / 2])
    reach = abs(across) @ half
    strokes = []
    offset = -reach + gap * rng.uniform(0.3, 0.8)
    while offset < reach - 0.2 * gap:
        ends = _clip(across * offset, along, half)
        if ends is not None:
            jitter = rng.normal(0, 0.15 * (0.3 + hand.slop), 2)
            strokes.append(
                (
                    centre + across * offset + along * (ends[0] + jitter[0]),
                    centre + across * offset + along * (ends[1] + jitter[1]),
                )
            )
        offset += gap * float(np.clip(rng.normal(1, 0.15 * hand.slop), 0.5, 1.7))
    if not is_zigzag or len(strokes) < 2:
        return [line(a, b, hand, rng, overshoot=0.05) for a, b in strokes]
    points = [point for k, ends in enumerate(strokes) for point in (ends if k % 2 == 0 else ends[::-1])]
    return [
        np.concatenate(
            [line(a, b, _careful(hand), rng, overshoot=0.0) for a, b in itertools.pairwise(points)]
        )
    ]


def _clip(
    point: NDArray[np.float64], along: NDArray[np.float64], half: NDArray[np.float64]
) -> tuple[float, float] | None:
    """The stretch of the line `point + t * along` inside the rectangle of half size `half` round the origin."""
    low, high = -1e9, 1e9
    for k in (0, 1):
        if abs(along[k]) > 1e-9:
            a, b = sorted(((-half[k] - point[k]) / along[k], (half[k] - point[k]) / along[k]))
            low, high = max(low, a), min(high, b)
        elif abs(point[k]) > half[k]:
            return None
    return (low, high) if high - low > 0.3 else None


def _careful(hand: Hand) -> Hand:
    return Hand(0.0, hand.dot_mm, hand.sign_share, hand.slant, hand.outlines_in_one_go)


def _wave(t: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Smooth noise of about unit size along `t`, whose features are about 1 long."""
    phase = rng.uniform(0, 6.28, 3)
    return np.asarray(
        (np.sin(1.9 * t + phase[0]) + 0.7 * np.sin(4.3 * t + phase[1]) + 0.4 * np.sin(8.9 * t + phase[2]))
        / 1.3
    )

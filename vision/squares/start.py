"""Where the squares begin to show: windows of the picture whose spectrum has two combs of equal steps.

Two families of evenly spaced lines make two rows of peaks in the spectrum, at whole multiples of each family's
frequency. The strongest peak alone is often a multiple, or a diagonal of both; a comb that also counts what lies
half way between its teeth tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.fft import fft2

from vision.squares.lines import LineMap

Array = NDArray[np.float64]

SPACING = 0.8
"""Distance of neighbouring windows, in sides."""

LEAST_PITCH_PX = 7.0
LOWEST_PERIODS = 1.6
LEAST_PERIODS = 3.2
"""Of the line map; a window must hold so many squares. Lower frequencies are looked at too, or large squares would
be taken for their own halves."""

DIRECTIONS = 120
LEAST_ANGLE_DEG = 35.0
"""Directions tried over half a turn, and the least angle between both families of lines."""

TEETH = ((1.0, 1.0), (2.0, 0.8), (3.0, 0.5))
GAPS = ((0.5, 0.9), (1.5, 0.6), (2.5, 0.3), (1 / 3, 0.6), (2 / 3, 0.6))
"""Multiples of a frequency that speak for it, and against it, with weights."""

MOST_UNEVEN = 2.6
"""Both steps of a square seen at a slant differ by no more than this."""

NEAR = 2
"""Directions by which two families of a square lattice may be off their right angle."""

MOST_STARTS = 12
"""Windows of one size whose lattice is tried."""


@dataclass(frozen=True, slots=True)
class Start:
    """A crossing of the lattice, px of the line map, with both steps (2, 2) from it, and how clear it is."""

    at: Array
    steps: Array
    clarity: float


Look = Callable[[NDArray[np.float32], int], "tuple[Array, float] | None"]
"""Finds both families of lines in the spectrum of a window of so many pixels."""


def starts(lines: LineMap, side_px: int) -> list[Start]:
    """Places where the lattice may show, in windows of this size, the clearest first.

    Narrow windows find paper that bends, wide ones large squares.
    """
    return sorted(_in_windows(lines, side_px, _waves), key=lambda start: -start.clarity)[:MOST_STARTS]


def square_starts(lines: LineMap, side_px: int, pitch_px: tuple[float, float]) -> list[Start]:
    """The same where squares look square, as on a table seen from above, and have a side between these."""
    found = _in_windows(lines, side_px, partial(_square_waves, pitch_px=pitch_px))
    return sorted(found, key=lambda start: -start.clarity)[:MOST_STARTS]


def _in_windows(lines: LineMap, side: int, look: Look) -> list[Start]:
    width, height = lines.size_px
    if min(width, height) < side:
        return []
    corners = [(x, y) for y in _places(height, side) for x in _places(width, side)]
    pieces = np.stack([lines.values[y : y + side, x : x + side] for x, y in corners])
    hann = np.hanning(side).astype(np.float32)
    shaped = (pieces - pieces.mean(axis=(1, 2), keepdims=True)) * (hann[:, None] * hann[None, :])
    spectra = np.fft.fftshift(fft2(np.fft.ifftshift(shaped, axes=(1, 2))), axes=(1, 2))
    found = []
    for (x, y), spectrum in zip(corners, spectra, strict=True):
        start = _start_of(spectrum, side, look)
        if start is not None:
            found.append(Start(start.at + [x, y], start.steps, start.clarity))
    return found


def _places(length: int, side: int) -> list[int]:
    count = max(1, round((length - side) / (side * SPACING)) + 1)
    return [round(place) for place in np.linspace(0, length - side, count)]


def _start_of(spectrum: NDArray[np.complex64], side: int, look: Look) -> Start | None:
    """The lattice in one window; its middle is the origin of the spectrum's phases."""
    amplitude = np.abs(spectrum).astype(np.float32)
    amplitude /= amplitude.mean() + 1e-6
    seen = look(amplitude, side)
    if seen is None:
        return None
    both, clarity = seen
    waves = [_refined(amplitude, wave, side) for wave in both]
    reciprocal = np.array(waves) / side
    lengths = np.hypot(*reciprocal.T)
    if not 1 / MOST_UNEVEN < lengths[0] / lengths[1] < MOST_UNEVEN or abs(np.linalg.det(reciprocal)) < 1e-9:
        return None
    # Rows of the inverse's transpose are the steps: each goes along one family of lines, across the other.
    steps = np.linalg.inv(reciprocal).T
    phases = np.array([_phase(spectrum, wave) for wave in waves])
    middle = np.linalg.inv(reciprocal) @ (-phases / (2 * np.pi))
    turns = np.round(reciprocal @ -middle)
    at = middle + turns @ steps + side / 2
    return Start(at, upright(np.asarray(steps, float)), clarity)


def _waves(amplitude: NDArray[np.float32], side: int) -> tuple[Array, float] | None:
    """The waves (2, 2) of both families of lines, in periods a window, and how clear the fainter one is."""
    combs, frequencies = _combs(amplitude, side)
    best = combs.max(axis=1)
    first = int(best.argmax())
    apart = np.abs((np.arange(DIRECTIONS) - first + DIRECTIONS / 2) % DIRECTIONS - DIRECTIONS / 2)
    others = np.where(apart * 180.0 / DIRECTIONS >= LEAST_ANGLE_DEG, best, -np.inf)
    second = int(others.argmax())
    chosen = [frequencies[int(combs[direction].argmax())] for direction in (first, second)]
    if min(chosen) < LEAST_PERIODS:
        return None
    waves = np.array([_wave(*pair) for pair in zip((first, second), chosen, strict=True)])
    return waves, float(min(best[first], others[second]))


def _square_waves(
    amplitude: NDArray[np.float32], side: int, *, pitch_px: tuple[float, float]
) -> tuple[Array, float] | None:
    """The same for two families that are at right angles and as wide apart, by their sum."""
    combs, frequencies = _combs(amplitude, side)
    low, high = (side / pitch for pitch in (pitch_px[1], pitch_px[0]))
    usable = (frequencies >= max(low, LEAST_PERIODS)) & (frequencies <= high)
    if not usable.any():
        return None
    combs, frequencies = combs[:, usable], frequencies[usable]
    # Nothing is exactly square: both families are let off by a little.
    near = cv2.dilate(np.pad(combs, ((NEAR, NEAR), (0, 0)), mode="wrap"), np.ones((2 * NEAR + 1, 3)))[
        NEAR:-NEAR
    ]
    both = np.minimum(near, np.roll(near, -DIRECTIONS // 2, axis=0))[: DIRECTIONS // 2]
    direction, place = np.unravel_index(int(both.argmax()), both.shape)
    waves = []
    for across in (int(direction), int(direction) + DIRECTIONS // 2):
        ways = [(across + k) % DIRECTIONS for k in range(-NEAR, NEAR + 1)]
        columns = slice(max(0, int(place) - 1), int(place) + 2)
        piece = combs[ways, columns]
        way, column = np.unravel_index(int(piece.argmax()), piece.shape)
        waves.append(_wave(ways[int(way)], float(frequencies[columns][int(column)])))
    return np.array(waves), float(both.max())


def _wave(direction: int, frequency: float) -> Array:
    angle = direction * np.pi / DIRECTIONS
    return np.asarray(frequency * np.array([np.cos(angle), np.sin(angle)]))


def _combs(amplitude: NDArray[np.float32], side: int) -> tuple[Array, Array]:
    """How well every direction and frequency explains the spectrum, (DIRECTIONS, n), and the frequencies, periods."""
    half = side // 2
    radius = half - 1
    polar = cv2.warpPolar(
        amplitude,
        (radius * 2, DIRECTIONS * 2),
        (half, half),
        radius,
        cv2.WARP_POLAR_LINEAR | cv2.INTER_LINEAR,
    )
    # Half a turn is the other half's mirror.
    rays = np.asarray((polar[:DIRECTIONS] + polar[DIRECTIONS:]) / 2, float)
    frequencies = np.arange(LOWEST_PERIODS, side / LEAST_PITCH_PX, 0.25)
    score = np.zeros((DIRECTIONS, len(frequencies)))
    for multiples, sign in ((TEETH, 1.0), (GAPS, -1.0)):
        for multiple, weight in multiples:
            at = frequencies * multiple * 2
            inside = at < radius * 2 - 1
            low = np.minimum(at.astype(int), radius * 2 - 2)
            part = at - low
            values = rays[:, low] * (1 - part) + rays[:, low + 1] * part
            score += sign * weight * np.where(inside, values, 0.0)
    return score, frequencies


def _refined(amplitude: NDArray[np.float32], wave: Array, side: int) -> Array:
    """The peak near a frequency, to a fraction of a bin."""
    half = side // 2
    x, y = (round(float(value)) + half for value in wave)
    x, y = int(np.clip(x, 2, side - 3)), int(np.clip(y, 2, side - 3))
    near = amplitude[y - 1 : y + 2, x - 1 : x + 2]
    down, across = np.unravel_index(int(near.argmax()), near.shape)
    x, y = int(np.clip(x + across - 1, 1, side - 2)), int(np.clip(y + down - 1, 1, side - 2))
    return np.array(
        [
            x - half + _vertex(amplitude[y, x - 1 : x + 2]),
            y - half + _vertex(amplitude[y - 1 : y + 2, x]),
        ]
    )


def _vertex(three: NDArray[np.float32]) -> float:
    """Where between three neighbours the parabola through them is highest."""
    left, middle, right = (float(value) for value in three)
    bend = left - 2 * middle + right
    return float(np.clip(0.5 * (left - right) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0


def _phase(spectrum: NDArray[np.complex64], wave: Array) -> float:
    """The phase of a wave at the window's middle."""
    half = len(spectrum) // 2
    x, y = (int(np.clip(round(float(value)) + half, 0, len(spectrum) - 1)) for value in wave)
    return float(np.angle(spectrum[y, x]))


def upright(steps: Array) -> Array:
    """The same lattice with the first step going right, the second down."""
    if abs(steps[0, 0]) < abs(steps[1, 0]):
        steps = steps[::-1]
    signs = np.array([np.sign(steps[0, 0]) or 1.0, np.sign(steps[1, 1]) or 1.0])
    return np.asarray(steps * signs[:, None])

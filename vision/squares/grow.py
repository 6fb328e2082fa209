"""The lattice grown outwards from a start, crossing by crossing, each step taken from its neighbours.

A crossing is looked for where its neighbours' steps lead, by the profiles across the two lines through it,
so that curl and perspective are followed without knowing either. A crossing that ink or shadow hides is taken on
trust, but only so many in a row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.squares.lines import LineMap
from vision.squares.start import Start, upright

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

REACH = 90
"""Squares that the lattice may run from its start, each way: more than a page has."""

ALONG = np.array([-0.42, -0.34, -0.26, -0.18, 0.18, 0.26, 0.34, 0.42])
"""Where a line is looked at, in steps along it from the crossing; nearer, a dot may sit."""

ACROSS = np.linspace(-0.32, 0.32, 17)
"""How far across it, in steps."""

SEEN_LINE = 0.25
SEEN_SHARE = 0.2
"""Height of a line's profile from which it counts as seen, in the line map's unit and against the lattice's usual."""

SEEN_DOT = 1.2
SEEN_DOT_SHARE = 0.3
MOST_OFF_DOT = 0.13
"""The same for a printed dot against the paper round it, and how far it may be from where it is expected: no mean
along a line takes grain out, so the place has to tell."""

MOST_OFF = 0.22
"""Distance from where its neighbours expect a crossing, in steps, at which it is another line's."""

MOST_TRUST = 2
"""Crossings taken on trust one after the other."""

LEAST_COMPANY = 0.4
"""Share of the known crossings around that are clear, from which one more is believed."""

LEAST_PITCH_PX = 5.0

MOST_ROUNDS = 2 * REACH

EARLY_ROUND = 6
LEAST_EARLY = 0.3
"""After so many rounds so much must be clear, or it is no lattice and not worth growing."""

SMOOTH_ROUND = 4
"""Every so many rounds, crossings that stand out from their neighbours are put back."""

OFF = 0.14
"""Distance from the middle of its neighbours, in steps, at which a crossing stands out."""

_NEAR = np.array([[1 / (1 + x * x + y * y) for x in range(-2, 3)] for y in range(-2, 3)], np.float32)
"""Weights of the steps round about."""

_AWAY = tuple(_NEAR * np.arange(-2, 3, dtype=np.float32).reshape(shape) for shape in ((1, 5), (5, 1)))
"""The same times how far to the right, and how far down."""

_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True)
class Lattice:
    """Crossings found: `ij` (n, 2) whole numbers, `px` (n, 2) in the photo, `is_seen` (n,) both lines were clear.

    `pitch_px` is the median step in the photo. On paper that `is_dotted` there are no lines, but dots.
    """

    ij: NDArray[np.int64]
    px: Array
    is_seen: Flags
    pitch_px: float
    is_dotted: bool = False

    @property
    def seen_count(self) -> int:
        """How many crossings are clear."""
        return int(self.is_seen.sum())


class _Field:
    """The lattice while it grows: position, trust, height of the lines at every crossing."""

    def __init__(self, start: Start) -> None:
        side = 2 * REACH + 1
        self.at = np.full((side, side, 2), np.nan)
        self.is_known = np.zeros((side, side), bool)
        self.is_seen = np.zeros((side, side), bool)
        self.trust = np.zeros((side, side), int)
        self.height = np.zeros((side, side))
        self.first = start.steps
        self.at[REACH, REACH] = start.at
        self.is_known[REACH, REACH] = self.is_seen[REACH, REACH] = True

    def steps(self) -> Array:
        """Both steps (rows, columns, 2, 2) at all crossings, from what is known around; the start's own elsewhere."""
        rows, columns = (slice(max(0, k.min() - 4), k.max() + 5) for k in np.nonzero(self.is_known))
        at, known = self.at[rows, columns], self.is_known[rows, columns]
        found = np.empty((*self.is_known.shape, 2, 2))
        found[:] = self.first
        for axis, (down, right) in enumerate(((0, 1), (1, 0))):
            height, width = known.shape
            both = known[: height - down, : width - right] & known[down:, right:]
            step = at[down:, right:] - at[: height - down, : width - right]
            layers = np.zeros((height, width, 3), np.float32)
            layers[: height - down, : width - right, :2] = np.where(both[..., None], step, 0.0)
            layers[: height - down, : width - right, 2] = both
            # A step lies half way to the next crossing: both ends get it.
            summed = np.asarray(cv2.filter2D(layers, -1, _NEAR, borderType=cv2.BORDER_CONSTANT), np.float32)
            summed[down:, right:] += summed[: height - down, : width - right].copy()
            own = found[rows, columns, axis]
            some = summed[..., 2] > 1e-6
            own[some] = summed[some][:, :2] / summed[some][:, 2:]
        return found


def grown(lines: LineMap, start: Start, *, is_dotted: bool = False) -> Lattice:
    """The lattice round a start, as far as its lines go on; of dotted paper, as far as its dots do."""
    field = _Field(replace(start, steps=_reduced(start.steps)) if is_dotted else start)
    for number in range(MOST_ROUNDS):
        if not _spread(field, lines, is_dotted=is_dotted):
            break
        if number == EARLY_ROUND and field.is_seen.sum() < LEAST_EARLY * field.is_known.sum():
            break
        if number % SMOOTH_ROUND == SMOOTH_ROUND - 1:
            _smooth(field)
    _smooth(field)
    rows, columns = np.nonzero(field.is_known)
    at = field.at[rows, columns]
    pitch = float(np.median(_lengths(field.steps()[rows, columns])))
    px = (at + 0.5) / lines.scale - 0.5
    return Lattice(
        np.stack([columns, rows], 1) - REACH,
        px,
        field.is_seen[rows, columns],
        pitch / lines.scale,
        is_dotted,
    )


def _reduced(steps: Array) -> Array:
    """The shortest steps of the same lattice (Gauss 1801): dots lie in rows along diagonals too."""
    one, two = steps
    while True:
        if one @ one > two @ two:
            one, two = two, one
        times = np.round(one @ two / (one @ one))
        if times == 0:
            return upright(np.stack([one, two]))
        two = two - times * one


def _spread(field: _Field, lines: LineMap, *, is_dotted: bool) -> bool:
    """One ring of crossings more; whether any was found."""
    rows, columns = _frontier(field)
    if not len(rows):
        return False
    every = field.steps()
    guess, trust = _predicted(field, every, rows, columns)
    steps = every[rows, columns]
    place, height, is_inside = (_dots_at if is_dotted else _looked_at)(lines, guess, steps)
    usual = float(np.median(field.height[field.is_seen]))
    least = (SEEN_DOT, SEEN_DOT_SHARE) if is_dotted else (SEEN_LINE, SEEN_SHARE)
    is_seen = (height > max(least[0], least[1] * usual)) & (_company(field, rows, columns) > LEAST_COMPANY)
    trust = np.where(is_seen, 0, trust + 1)
    lengths = np.hypot(steps[..., 0], steps[..., 1])
    good = is_inside & (trust <= MOST_TRUST) & (lengths.min(axis=1) > LEAST_PITCH_PX)
    rows, columns = rows[good], columns[good]
    field.at[rows, columns] = np.where(is_seen[good, None], place[good], guess[good])
    field.is_known[rows, columns] = True
    field.is_seen[rows, columns] = is_seen[good]
    field.trust[rows, columns] = trust[good]
    field.height[rows, columns] = height[good]
    return bool(good.any())


def _frontier(field: _Field) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Unknown crossings beside a known one that may still go on."""
    open_ends = field.is_known & (field.trust < MOST_TRUST)
    beside = cv2.dilate(open_ends.astype(np.uint8), cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3)))
    edge = np.zeros_like(field.is_known)
    edge[1:-1, 1:-1] = True
    rows, columns = np.nonzero((beside > 0) & ~field.is_known & edge)
    return rows, columns


def _predicted(
    field: _Field, every: Array, rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> tuple[Array, NDArray[np.int64]]:
    """Where crossings should be by all that is known around them, and how long trust has been needed so far.

    The steps are the neighbourhood's, so the place is the mean of what each neighbour says: one that went astray
    is outvoted.
    """
    window = (
        slice(max(0, rows.min() - 3), rows.max() + 4),
        slice(max(0, columns.min() - 3), columns.max() + 4),
    )
    known = np.where(field.is_known, np.where(field.is_seen, 1.0, 0.15), 0.0)[window].astype(np.float32)
    places = np.where(known[..., None] > 0, field.at[window], 0.0).astype(np.float32)
    layers = np.dstack([places * known[..., None], known])
    sums = cv2.filter2D(layers, cv2.CV_32F, _NEAR, borderType=cv2.BORDER_CONSTANT)
    away = [cv2.filter2D(known, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT) for kernel in _AWAY]
    r, c = rows - window[0].start, columns - window[1].start
    steps = every[rows, columns]
    moved = steps[:, 0] * away[0][r, c][:, None] + steps[:, 1] * away[1][r, c][:, None]
    guess = (sums[r, c, :2] - moved) / np.maximum(sums[r, c, 2], 1e-9)[:, None]
    trust = np.full(len(rows), 99)
    for across, down in _SIDES:
        beside = field.trust[rows + down, columns + across]
        trust = np.where(field.is_known[rows + down, columns + across], np.minimum(trust, beside), trust)
    return guess, trust


def _company(field: _Field, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Array:
    """The share of clear crossings among those known around: on a table next to the paper few are, by chance."""
    window = (
        slice(max(0, rows.min() - 3), rows.max() + 4),
        slice(max(0, columns.min() - 3), columns.max() + 4),
    )
    layers = np.dstack([field.is_seen[window], field.is_known[window]]).astype(np.float32)
    sums = cv2.filter2D(layers, -1, _NEAR, borderType=cv2.BORDER_CONSTANT)
    some = sums[rows - window[0].start, columns - window[1].start]
    return np.asarray(some[:, 0] / np.maximum(some[:, 1], 1e-6), float)


def _looked_at(lines: LineMap, guess: Array, steps: Array) -> tuple[Array, Array, Flags]:
    """Crossings put right by the lines through them: places (n, 2), height of the fainter line (0 where it is not
    near the guess), whether inside the picture."""
    place = guess
    height = np.zeros(len(guess))
    for _ in range(2):
        offsets, heights = [], []
        for axis in (0, 1):
            along, across = steps[:, axis], steps[:, 1 - axis]
            offset, height = _profile_peak(lines.values, place, along, across)
            offsets.append(offset[:, None] * across)
            heights.append(height)
        place = place + offsets[0] + offsets[1]
        height = np.minimum(heights[0], heights[1])
    off = np.hypot(*(place - guess).T) / _lengths(steps)
    inside = np.asarray(((guess > 1) & (guess < np.array(lines.size_px) - 2)).all(axis=1))
    return place, np.asarray(np.where(off < MOST_OFF, height, 0.0), float), inside


def _dots_at(lines: LineMap, guess: Array, steps: Array) -> tuple[Array, Array, Flags]:
    """Dots near guesses: places (n, 2), height (0 where there is none near), whether inside the picture."""
    count, side = len(guess), len(ACROSS)
    at = (
        guess[:, None, None]
        + steps[:, None, None, 0] * ACROSS[None, None, :, None]
        + steps[:, None, None, 1] * ACROSS[None, :, None, None]
    ).astype(np.float32)
    flat = at.reshape(count, -1, 2)
    looked = cv2.remap(
        lines.values, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    ).reshape(count, side, side)
    smooth = looked.copy()
    smooth[:, 1:-1] = (looked[:, :-2] + 2 * looked[:, 1:-1] + looked[:, 2:]) / 4
    smooth[:, :, 1:-1] = (smooth[:, :, :-2] + 2 * smooth[:, :, 1:-1] + smooth[:, :, 2:]) / 4
    level = np.median(smooth.reshape(count, -1), axis=1)
    above = np.maximum(smooth - level[:, None, None], 0.0)
    height = above.reshape(count, -1).max(axis=1)
    # The middle of what is dark, so that a pen's dot beside the crossing counts by all its ink.
    weight = np.where(above > 0.5 * height[:, None, None], above, 0.0)
    total = np.maximum(weight.sum(axis=(1, 2)), 1e-9)
    right = (weight * ACROSS[None, None, :]).sum(axis=(1, 2)) / total
    down = (weight * ACROSS[None, :, None]).sum(axis=(1, 2)) / total
    place = guess + right[:, None] * steps[:, 0] + down[:, None] * steps[:, 1]
    off = np.hypot(right, down)
    inside = np.asarray(((guess > 1) & (guess < np.array(lines.size_px) - 2)).all(axis=1))
    return place, np.asarray(np.where(off < MOST_OFF_DOT, height, 0.0), float), inside


def _profile_peak(
    values: NDArray[np.float32], place: Array, along: Array, across: Array
) -> tuple[Array, Array]:
    """Where across a line it is darkest, in steps, and how far that stands out, in spreads of the profile."""
    at = (
        place[:, None, None]
        + along[:, None, None] * ALONG[None, None, :, None]
        + across[:, None, None] * ACROSS[None, :, None, None]
    ).astype(np.float32)
    flat = at.reshape(len(place), -1, 2)
    looked = cv2.remap(values, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    pieces = looked.reshape(len(place), len(ACROSS), len(ALONG))
    # The median along the line: strokes that cross it have no say.
    profile = np.sort(pieces, axis=2)[..., 2:-2].mean(axis=2)
    smooth = profile.copy()
    smooth[:, 1:-1] = (profile[:, :-2] + 2 * profile[:, 1:-1] + profile[:, 2:]) / 4
    best = smooth[:, 1:-1].argmax(axis=1) + 1
    rows = np.arange(len(place))
    left, middle, right = (smooth[rows, best + k] for k in (-1, 0, 1))
    bend = left - 2 * middle + right
    part = np.where(bend < -1e-6, 0.5 * (left - right) / np.minimum(bend, -1e-6), 0.0)
    offset = ACROSS[best] + np.clip(part, -0.5, 0.5) * (ACROSS[1] - ACROSS[0])
    level = np.median(smooth, axis=1)
    return offset, middle - level


def _lengths(steps: Array) -> Array:
    """The mean length (n,) of both steps (n, 2, 2)."""
    return np.asarray(np.hypot(steps[..., 0], steps[..., 1]).mean(axis=1))


def _smooth(field: _Field) -> None:
    """Put crossings that stand out from the middle of their neighbours back there."""
    rows, columns = np.nonzero(field.is_known)
    total = np.zeros((len(rows), 2))
    count = np.zeros(len(rows))
    for across, down in ((1, 0), (0, 1)):
        r1, c1, r2, c2 = rows + down, columns + across, rows - down, columns - across
        inside = (r1 < len(field.at)) & (c1 < len(field.at)) & (r2 >= 0) & (c2 >= 0)
        r1, c1 = np.minimum(r1, len(field.at) - 1), np.minimum(c1, len(field.at) - 1)
        both = inside & field.is_known[r1, c1] & field.is_known[r2, c2]
        middle = (field.at[r1, c1] + field.at[r2, c2]) / 2
        total += np.where(both[:, None], middle, 0.0)
        count += both
    middle = total / np.maximum(count, 1)[:, None]
    pitch = _lengths(field.steps()[rows, columns])
    off = np.where(count > 0, np.hypot(*(field.at[rows, columns] - middle).T) / np.maximum(pitch, 1e-6), 0.0)
    bad = off > OFF
    field.at[rows[bad], columns[bad]] = middle[bad]
    field.is_seen[rows[bad], columns[bad]] = False

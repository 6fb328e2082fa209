"""How dark and how wide things are printed, and how each kind of mark is drawn neatly on a clean picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin

from printables.layout import Board, Disc, Grid, Line, PointMm, Shape, Tone
from printables.marks import Kind, Mark, Symbol

# --- print --------------------------------------------------------------------------------------------

GREY: dict[Tone, float] = {
    Tone.BLACK: 0.0,
    Tone.TEXT: 0.25,
    Tone.FRAME: 0.55,
    Tone.GUIDE: 0.75,
    Tone.WASH: 0.955,
}
"""Lightness, 0 black to 1 white. Guides are 25 % ink: pale beside any pen and pencil, clear to play on."""

GUIDE_WIDTH = 0.2
FRAME_WIDTH = {Grid.POINTS: 0.2, Grid.CELLS: 0.35, Grid.FIELD: 0.35}
FRAME_GAP = {Grid.POINTS: 0.8, Grid.CELLS: 1.4, Grid.FIELD: 1.4}
"""Between the outermost lines of a board and its frame: no mark is drawn on a dark line, none hides under it."""
BOX_WIDTH = 0.25
"""Outlines of legend boxes."""
START_RADIUS = 0.9
"""Of start dots: smaller than a drawn dot, so that one drawn over it shows its own colour all round."""
START_RING_WIDTH = 0.45

SIGN_WIDTH = 0.45


def sign_shapes(symbol: Symbol, centre: PointMm, reach: float) -> tuple[Shape, ...]:
    """A small printed sign beside a box: a cross, a nought, or a dot for anything else."""
    if symbol is Symbol.CROSS:
        return tuple(Line(*line, SIGN_WIDTH, Tone.TEXT) for line in _cross(centre, reach))
    if symbol is Symbol.NOUGHT:
        return (Disc(centre, reach, SIGN_WIDTH, Tone.TEXT, is_filled=False),)
    return (Disc(centre, reach / 2, 0.0, Tone.TEXT),)


def runs(modules: str) -> list[tuple[int, int]]:
    """Where each run of black modules begins and how long it is."""
    found: list[tuple[int, int]] = []
    for place, module in enumerate(modules):
        if module != "#":
            continue
        if found and sum(found[-1]) == place:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((place, 1))
    return found


# --- ink ----------------------------------------------------------------------------------------------

PLAYER_COLOURS = ("#cc3d1e", "#1261b3")
"""Red leaning to orange and a clear blue: apart in hue and lightness for every kind of colour sight."""
NOBODY_COLOUR = "#444444"

_POINT_REACH = 0.34
"""Half the size of a sign on a crossing, in pitches."""
_CELL_REACH = 0.32
_FILL_REACH = 0.4
_TINT = 0.55
_STROKE = 0.11
"""Width of a stroke, in pitches."""
_THICKEST_MM = 1.1
LOOSE_DOT_MM = 2.0
"""Across a point that players draw themselves."""
_SHORT = 0.85
"""A line that ends at no point is shown so much of the way."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polyline of ink, `width` in mm; a single point is a round blot of that width.

    A filled one is also coloured inside.
    """

    points: tuple[PointMm, ...]
    width: float
    colour: str
    is_filled: bool = False


def colour_of(player: int | None) -> str:
    """The screen colour of a player's ink."""
    return NOBODY_COLOUR if player is None else PLAYER_COLOURS[player % len(PLAYER_COLOURS)]


def strokes(mark: Mark, board: Board) -> tuple[Stroke, ...]:
    """The strokes that draw `mark` on `board`, in mm of the page and in the player's colour."""
    pitch = board.pitch_mm
    colour = colour_of(mark.player)
    width = min(_STROKE * pitch, _THICKEST_MM)
    place = board.place_mm(mark.kind, mark.at)
    reach = pitch * (_POINT_REACH if mark.kind is Kind.POINT else _CELL_REACH)
    match mark.symbol:
        case Symbol.NOTHING:
            return ()
        case Symbol.DOT:
            width = LOOSE_DOT_MM if mark.kind is Kind.LOOSE else _dot_width(mark.kind, pitch)
            return (Stroke((place[0],), width, colour),)
        case Symbol.CROSS:
            return tuple(Stroke(line, width, colour) for line in _cross(place[0], reach))
        case Symbol.NOUGHT:
            return (Stroke(_ring(place[0], reach), width, colour),)
        case Symbol.FILLED:
            return (Stroke(_square(place[0], _FILL_REACH * pitch), width / 2, _tint(colour), is_filled=True),)
        case Symbol.HATCHED:
            return tuple(Stroke(line, width, colour) for line in _hatch(place[0], 0.9 * _FILL_REACH * pitch))
        case Symbol.LINE:
            return (Stroke(place, width * 1.2, colour),)
        case Symbol.CROOKED:
            return (Stroke(_bow(place[0], place[-1], pitch / 2), width * 1.2, colour),)
        case Symbol.ASTRAY:
            return (Stroke((place[0], _between(place[0], place[-1], _SHORT)), width * 1.2, colour),)


def _dot_width(kind: Kind, pitch: float) -> float:
    return min(0.5 * pitch, 4.0) if kind is Kind.POINT else 0.3 * pitch


def _cross(centre: PointMm, reach: float) -> tuple[tuple[PointMm, PointMm], ...]:
    x, y = centre
    return (
        ((x - reach, y - reach), (x + reach, y + reach)),
        ((x + reach, y - reach), (x - reach, y + reach)),
    )


def _ring(centre: PointMm, radius: float) -> tuple[PointMm, ...]:
    x, y = centre
    steps = 36
    turns = [2 * pi * step / steps for step in range(steps + 1)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _between(start: PointMm, end: PointMm, share: float) -> PointMm:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def _bow(start: PointMm, end: PointMm, rise: float) -> tuple[PointMm, ...]:
    """A line that bends aside by `rise` mm in its middle."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    aside = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    found = []
    for share in (step / 16 for step in range(17)):
        (x, y), off = _between(start, end, share), rise * sin(pi * share)
        found.append((x + off * aside[0], y + off * aside[1]))
    return tuple(found)


def _square(centre: PointMm, reach: float) -> tuple[PointMm, ...]:
    x, y = centre
    corners = ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
    return (*corners, corners[0])


def _tint(colour: str) -> str:
    """The colour mixed with white, so that a sign drawn over it is seen."""
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(_TINT * channel + (1 - _TINT) * 255):02x}" for channel in channels)


def _hatch(centre: PointMm, reach: float) -> tuple[tuple[PointMm, PointMm], ...]:
    """Slanting strokes with paper between them."""
    x, y = centre
    lines = []
    for shift in (-1.05, -0.35, 0.35, 1.05):
        low, high = max(-1.0, shift - 1.0), min(1.0, shift + 1.0)
        lines.append(
            ((x + low * reach, y + (low - shift) * -reach), (x + high * reach, y + (high - shift) * -reach))
        )
    return tuple(lines)

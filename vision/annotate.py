"""Draws on the photo what was read from it. Data apart from drawing: callers say what, in page millimetres.

A caller gives items (`Area`, `Ring`, `Stroke`, `Cell`) and a map from millimetres to pixels; curved paper
bends the drawings with it. A caption in any language goes on a band under the picture.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib.resources import as_file, files

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.photo import Picture

Array = NDArray[np.float64]
ToPx = Callable[[Array], Array]
"""Page millimetres (n, 2) to pixels (n, 2)."""

LONG_SIDE_PX = 2000
"""The annotated picture is made no larger: it is looked at on a phone."""

NUMBER_SIZE = 0.3
"""Of a number, against the lines' width."""

STEP_MM = 2.0
"""Straight lines are cut into pieces this long, so that they follow bent paper."""


class Role(Enum):
    """What an item says; the colour follows from it (BGR)."""

    FIRST = (30, 60, 220)
    SECOND = (200, 110, 20)
    PROBLEM = (40, 20, 235)
    DOUBT = (0, 165, 255)
    HINT = (60, 170, 40)
    FIELD = (170, 170, 60)

    @staticmethod
    def of_player(player: int | None) -> Role:
        """The role of a player's marks."""
        return Role.SECOND if player == 1 else Role.FIRST


@dataclass(frozen=True, slots=True)
class Area:
    """A closed polygon (mm) that is tinted."""

    corners: tuple[tuple[float, float], ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle round a mark: centre and radius in mm."""

    centre: tuple[float, float]
    radius: float
    role: Role
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two points (mm)."""

    start: tuple[float, float]
    end: tuple[float, float]
    role: Role
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A closed outline through points (mm)."""

    corners: tuple[tuple[float, float], ...]
    role: Role
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number beside a place (mm), such as a point's that has none on the paper."""

    number: int
    place: tuple[float, float]
    role: Role


Item = Area | Ring | Stroke | Frame | Number


@dataclass(frozen=True, slots=True)
class Layer:
    """Items with the map that places them in the photo."""

    items: tuple[Item, ...]
    to_px: ToPx


def annotate(
    picture: Picture,
    layers: Sequence[Layer],
    caption: Sequence[str] = (),
    *,
    frame: tuple[int, int, int, int] | None = None,
) -> Picture:
    """The picture with all items and the caption, cut to `frame` (left, top, right, bottom px) if given."""
    if frame is not None:
        left, top, right, bottom = frame
        picture = picture[top:bottom, left:right]
        layers = [replace(layer, to_px=_shifted(layer.to_px, left, top)) for layer in layers]
    factor = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    shown = np.asarray(small, np.uint8).copy()
    for layer in layers:
        areas = [item for item in layer.items if isinstance(item, Area)]
        if areas:
            tinted = shown.copy()
            for area in areas:
                cv2.fillPoly(
                    tinted,
                    [_fixed(_bent(area.corners, layer.to_px, is_closed=True) * factor)],
                    area.role.value,
                    cv2.LINE_AA,
                    4,
                )
            shown = np.asarray(cv2.addWeighted(tinted, 0.28, shown, 0.72, 0), np.uint8)
    width = max(1, round(max(shown.shape[:2]) / 900))
    for layer in layers:
        for item in layer.items:
            _draw(shown, item, layer.to_px, factor, width)
    return with_caption(shown, caption) if caption else shown


def _shifted(to_px: ToPx, left: int, top: int) -> ToPx:
    return lambda points: to_px(points) - np.array([left, top])


def _draw(shown: Picture, item: Item, to_px: ToPx, factor: float, width: int) -> None:
    match item:
        case Ring((x, y), radius, role, is_bold):
            angle = np.linspace(0, 2 * np.pi, 25)
            circle = [(x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angle]
            _line(shown, to_px(np.array(circle)) * factor, role, width * (2 if is_bold else 1))
        case Stroke(start, end, role, is_bold):
            _line(
                shown,
                _bent((start, end), to_px, is_closed=False) * factor,
                role,
                width * (2 if is_bold else 1),
            )
        case Frame(corners, role, is_bold):
            _line(shown, _bent(corners, to_px, is_closed=True) * factor, role, width * (2 if is_bold else 1))
        case Number(number, place, role):
            x, y = (to_px(np.array([place]))[0] * factor).tolist()
            at, size = (round(x) + 4 * width, round(y) - 4 * width), NUMBER_SIZE * width
            for colour, more in (((255, 255, 255), 2), (role.value, 0)):
                cv2.putText(
                    shown, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, width + more, cv2.LINE_AA
                )
        case Area():
            pass


def _line(shown: Picture, points: Array, role: Role, width: int) -> None:
    fixed = [_fixed(points)]
    if width > 1:  # a pale halo keeps the line readable on dark ink
        cv2.polylines(shown, fixed, False, (255, 255, 255), width + 2, cv2.LINE_AA, 4)
    cv2.polylines(shown, fixed, False, role.value, width, cv2.LINE_AA, 4)


def _fixed(points: Array) -> NDArray[np.int32]:
    return np.round(np.clip(points, -4000, 12000) * 16).astype(np.int32)


def _bent(corners: Sequence[tuple[float, float]], to_px: ToPx, *, is_closed: bool) -> Array:
    """The polyline through the corners in px, cut finely enough to follow the paper."""
    ends = [*corners, corners[0]] if is_closed else list(corners)
    pieces = []
    for a, b in itertools.pairwise(ends):
        count = max(2, int(np.hypot(b[0] - a[0], b[1] - a[1]) / STEP_MM) + 1)
        pieces.append(np.linspace(a, b, count))
    return to_px(np.concatenate(pieces))


def with_caption(picture: Picture, lines: Sequence[str]) -> Picture:
    """The picture with a white band under it that holds lines of text, broken where they are too wide."""
    height, width = picture.shape[:2]
    size = max(14, round(max(width, height) / 56))
    with as_file(files("printables") / "fonts" / "GolosText-Regular.ttf") as path:
        font = ImageFont.truetype(str(path), size)
    margin = size
    broken = [piece for line in lines for piece in _broken(line, font, width - 2 * margin)]
    band = Image.new("RGB", (width, round(margin * 1.4 + len(broken) * size * 1.4)), "white")
    pen = ImageDraw.Draw(band)
    for number, line in enumerate(broken):
        pen.text((margin, round(margin * 0.7 + number * size * 1.4)), line, fill=(30, 30, 40), font=font)
    return np.asarray(np.concatenate([picture, np.asarray(band)[..., ::-1]]), np.uint8)


def _broken(line: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    rows: list[str] = []
    row = ""
    for word in line.split():
        longer = f"{row} {word}".strip()
        if row and font.getlength(longer) > width:
            rows.append(row)
            row = word
        else:
            row = longer
    return [*rows, row]


def encode_jpeg(picture: Picture, quality: int = 88) -> bytes:
    """The picture as a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)

"""What pens left on the page: light and paper divided out, the known print subtracted.

Everything is optical density, `-ln(picture / paper)`, per channel. The paper is what stays bright under a
closing wider than any mark, so shadows, lamps and gradients drop out while strokes stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.layout import Board, Box, BoxMm, Disc, Grid, Line, PointMm, Shape, Sheet, Tone
from printables.marks import Kind
from printables.pens import GREY
from vision.flatten import PX_PER_MM
from vision.photo import Picture

Image = NDArray[np.float32]

PAPER_PX_PER_MM = 1.0
"""Resolution at which the paper is looked for."""

POINTS_CLOSING_MM = 7
"""Marks on lattice points leave bare paper within a step of 5 mm."""

CELLS_CLOSING_PITCHES = 1.6
"""A filled cell is as wide as a cell; the closing must bridge it."""

PRINT_BLUR_MM = 0.13
"""Sigma of a printed edge as a phone sees it."""

PRINT_MARGIN = 1.1
"""The print is subtracted with this factor: rather a little too much than a ghost of lattice."""

NEIGHBOURHOOD_MM = 14.0
"""Sigma of the neighbourhood in which the print's darkness is taken as one."""

LINE_PERCENT = 45.0
DISC_PERCENT = 20.0
"""Which percentile of darkness on printed lines, and on start dots, is taken for the print alone."""

ON_LINE = 0.6
"""Pixels with this share of a print's strongest density are inside its lines, not on their blurred edges."""

PIECE_MM = 2.5
PALE_PERCENT = 20.0
DRAWN_OVER = 1.45
PALE_TO_USUAL = 1.1
"""In some games players draw along most of the printed lines. There the paler pieces of these lines, this long, tell
what the print is: where the lines are so much darker as a whole than this percentile of their pieces, it counts, raised
by as much as pieces of bare lines differ."""

FRAME_TO_LINE = 1.6
CLEAR_PERCENT = 80.0
"""Lines are printed at most this many times as strong as the clearer pieces of frames, on which nobody draws."""

MOST_PRINT = 1.35
"""Where a printed line is darker than this many times the usual, the rest is ink."""

FRAME_BAND_MM = 1.2
"""Width of the band round the middle of a frame that holds no ink: the blurred frame, not yet the outermost line."""

DARKEST_DENSITY = 2.5
"""Beyond this, noise rules."""

TINT_PX_PER_MM = 4.0
"""Colour is coarse in every phone's picture; half the page's resolution keeps all of it."""

LEAST_INK = 0.10
"""Density from which a pixel counts as ink."""

HALO_MM = 0.7
"""How far colour is smeared beyond the stroke: two pixels of a small picture."""

BASELINE_MM = 3.0
"""Sigma over which the paper's own tint is averaged."""

LEAST_NOISE = 0.004
"""Optical density; JPEG alone leaves this much."""

_LOG = (-np.log((np.arange(256) + 1.0) / 256.0)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Ink:
    """The flat page as densities: `total` ink and expected `print`, (rows, columns) at `PX_PER_MM`.

    `tint` (rows, columns, 3) BGR at `TINT_PX_PER_MM` is the signed density against the bare paper round about:
    phones smear colour over a wider spot than brightness, so it is there beside the strokes too.
    `paper` is the estimated paper in the picture's own values at 1 px a mm, `noise` the spread of the density
    on bare paper.
    """

    total: Image
    tint: Image
    print: Image
    paper: NDArray[np.uint8]
    noise: float

    def crop(self, box_mm: BoxMm, scale: float = PX_PER_MM) -> tuple[slice, slice]:
        """Row and column slices of a box on the page, for a layer at `scale` px a mm."""
        left, top, right, bottom = (max(0, round(side * scale)) for side in box_mm)
        return slice(top, bottom), slice(left, right)

    def paper_at(self, places_mm: Sequence[PointMm]) -> Image:
        """The paper's density (n, 3) BGR, against full white, at places of the page."""
        if not len(places_mm):
            return np.zeros((0, 3), np.float32)
        px = np.array(places_mm, np.float32)[:, None] * np.float32(PAPER_PX_PER_MM) - np.float32(0.5)
        found = cv2.remap(
            self.paper, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return _density(np.asarray(found, np.uint8))[:, 0]


def separate_ink(flat: Picture, sheet: Sheet, closing_mm: int = POINTS_CLOSING_MM) -> Ink:
    """The ink on a flat page of this sheet; off its boards of cells, dark things up to `closing_mm` wide are ink."""
    paper = _paper(flat, sheet, closing_mm)
    size = (flat.shape[1], flat.shape[0])
    level = cv2.resize(_mean(_density(paper)), size, interpolation=cv2.INTER_LINEAR)
    total = np.clip(_mean(_density(flat)) - level, 0.0, DARKEST_DENSITY)
    taken = _print_density(total, sheet)
    total = np.maximum(total - taken, 0.0)
    _blank_frames(total, sheet)
    bare = total[::7, ::7][taken[::7, ::7] < 0.01]
    noise = max(float(np.median(bare) * 1.5) if bare.size else 0.0, LEAST_NOISE)
    return Ink(total, _tint(flat, paper, total, taken, noise), taken, paper, noise)


def _blank_frames(total: Image, sheet: Sheet) -> None:
    """Take all ink off the frames round lattices of points, in place: nobody writes there, and what is left of a
    frame looks like a line drawn along the outermost points. Frames of cells are further away."""
    thickness = round(FRAME_BAND_MM * PX_PER_MM)
    for board in sheet.boards:
        frame = sheet.frame_of(board) if board.grid is Grid.POINTS else None
        if frame is not None:
            left, top, right, bottom = frame
            cv2.rectangle(total, _px((left, top)), _px((right, bottom)), 0.0, thickness, cv2.LINE_8, 4)


def _density(picture: Picture) -> Image:
    """Optical density of every channel against full white."""
    return np.asarray(cv2.LUT(picture, _LOG), np.float32)


def _tint(flat: Picture, paper: Picture, total: Image, taken: Image, noise: float) -> Image:
    """Signed densities against the bare paper round about."""
    factor = TINT_PX_PER_MM / PX_PER_MM
    half = np.asarray(cv2.resize(flat, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    size = (half.shape[1], half.shape[0])
    level = cv2.resize(_density(paper), size, interpolation=cv2.INTER_LINEAR)
    colour = _density(half) - level - cv2.resize(taken, size, interpolation=cv2.INTER_AREA)[..., None]
    inky = cv2.resize(total, size, interpolation=cv2.INTER_AREA) > max(LEAST_INK * 0.6, 3 * noise)
    halo = np.asarray(cv2.dilate(inky.astype(np.uint8), _disc(HALO_MM * TINT_PX_PER_MM)), np.uint8)
    base = cv2.resize(_bare_tint(colour, halo), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(colour - base, np.float32)


def _bare_tint(colour: Image, halo: NDArray[np.uint8]) -> Image:
    """The tint of the paper beside the ink, averaged over `BASELINE_MM`, at `PAPER_PX_PER_MM`."""
    factor = PAPER_PX_PER_MM / TINT_PX_PER_MM
    bare = 1.0 - halo.astype(np.float32)
    small = cv2.resize(colour * bare[..., None], None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    share = cv2.resize(bare, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    sigma = BASELINE_MM * PAPER_PX_PER_MM
    weight = np.maximum(cv2.GaussianBlur(share, (0, 0), sigma), 1e-3)[..., None]
    return np.asarray(cv2.GaussianBlur(small, (0, 0), sigma) / weight, np.float32)


def _disc(radius: float) -> NDArray[np.uint8]:
    size = 2 * round(radius) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _mean(colour: Image) -> Image:
    thirds = np.full((1, 3), 1 / 3, np.float32)
    return np.asarray(cv2.transform(colour, thirds).reshape(colour.shape[:2]), np.float32)


def _print_density(total: Image, sheet: Sheet) -> Image:
    """The print as it is on this page: pale lines, frames and start dots, each by its own strength."""
    lines = [shape for shape in sheet.shapes if isinstance(shape, Line | Box)]
    taken = np.zeros(total.shape, np.float32)
    is_drawn_along = _is_drawn_along(sheet)
    darkest, most = 0.0, np.inf
    for tone in (Tone.FRAME, Tone.GUIDE):  # in this order: frames limit what lines may be
        expected = _print([shape for shape in lines if shape.tone is tone], total.shape)
        if expected is not None:
            strength = _strength(total, expected, LINE_PERCENT)
            if is_drawn_along and tone is Tone.FRAME:
                most = FRAME_TO_LINE * _pieces_strength(total, expected, CLEAR_PERCENT)
            elif is_drawn_along:
                pale = _pieces_strength(total, expected, PALE_PERCENT)
                strength = min(PALE_TO_USUAL * pale if strength > DRAWN_OVER * pale else strength, most)
            darkest = max(darkest, strength)
            taken += expected * _local_strength(total, expected, strength)
    expected = _print([shape for shape in sheet.shapes if isinstance(shape, Disc)], total.shape)
    if expected is not None:
        # Players may trace start dots: the palest of them is the print, and no darker than lines allow.
        most = MOST_PRINT * (darkest or 1.0)
        taken += expected * np.float32(min(_strength(total, expected, DISC_PERCENT), most))
    return np.asarray(taken * np.float32(PRINT_MARGIN), np.float32)


def _paper(flat: Picture, sheet: Sheet, closing_mm: int) -> NDArray[np.uint8]:
    """The paper's own brightness, at `PAPER_PX_PER_MM`, with ink and print closed over."""
    factor = PAPER_PX_PER_MM / PX_PER_MM
    small = np.asarray(cv2.resize(flat, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    closed = _closing(small, closing_mm)
    for board in sheet.boards:
        if board.grid is Grid.CELLS and _holds_fills(board):
            wide = _closing(small, int(CELLS_CLOSING_PITCHES * board.pitch_mm))
            rows, columns = _slices(board.box_mm, board.pitch_mm / 2, small.shape)
            closed[rows, columns] = wide[rows, columns]
    return np.asarray(cv2.GaussianBlur(closed, (0, 0), 1.5), np.uint8)


def _holds_fills(board: Board) -> bool:
    return any(symbol.value in ("filled", "hatched") for ask in board.asks for symbol in ask.symbols)


def _closing(small: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size | 1, size | 1))
    return np.asarray(cv2.morphologyEx(small, cv2.MORPH_CLOSE, kernel), np.uint8)


def _slices(box: BoxMm, margin: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    left, top, right, bottom = box
    return (
        slice(
            max(0, round((top - margin) * PAPER_PX_PER_MM)),
            min(shape[0], round((bottom + margin) * PAPER_PX_PER_MM)),
        ),
        slice(
            max(0, round((left - margin) * PAPER_PX_PER_MM)),
            min(shape[1], round((right + margin) * PAPER_PX_PER_MM)),
        ),
    )


def _print(shapes: list[Shape], size: tuple[int, int]) -> Image | None:
    """The density that the press put on the page, as a phone would see it at full strength."""
    if not shapes:
        return None
    grey = np.full(size, 255, np.uint8)
    for shape in shapes:
        match shape:
            case Line(start, end, width, tone):
                _stroke(grey, start, end, width, tone)
            case Box((left, top, right, bottom), width, tone, is_filled, _):
                if is_filled:
                    cv2.rectangle(
                        grey,
                        _px((left, top)),
                        _px((right, bottom)),
                        int(255 * GREY[tone]),
                        -1,
                        cv2.LINE_AA,
                        4,
                    )
                if width > 0:
                    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
                    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                        _stroke(grey, a, b, width, tone)
            case Disc(centre, radius, width, tone, is_filled):
                thickness = -1 if is_filled else max(1, round(width * PX_PER_MM))
                cv2.circle(
                    grey,
                    _px(centre),
                    round(radius * PX_PER_MM * 16),
                    int(255 * GREY[tone]),
                    thickness,
                    cv2.LINE_AA,
                    4,
                )
            case _:
                continue
    return _density(np.asarray(cv2.GaussianBlur(grey, (0, 0), PRINT_BLUR_MM * PX_PER_MM), np.uint8))


def _stroke(
    grey: NDArray[np.uint8], start: tuple[float, float], end: tuple[float, float], width: float, tone: Tone
) -> None:
    """A line of the right density: thin ones are drawn 2 px wide and paler, as blur would leave them."""
    px = max(2, round(width * PX_PER_MM))
    pale = 1 - (1 - GREY[tone]) * width * PX_PER_MM / px
    cv2.line(grey, _px(start), _px(end), int(255 * pale), px, cv2.LINE_AA, 4)


def _px(point: tuple[float, float]) -> tuple[int, int]:
    return round((point[0] * PX_PER_MM - 0.5) * 16), round((point[1] * PX_PER_MM - 0.5) * 16)


def _strength(total: Image, expected: Image, percent: float) -> float:
    """How dark this print is against the wanted one: a low percentile of the ratios, since ink only adds to it."""
    rows, columns = np.nonzero(expected[::2] > ON_LINE * float(expected.max()))
    ratios = total[::2][rows, columns] / expected[::2][rows, columns]
    return float(np.clip(np.percentile(ratios, percent), 0.2, 3.5)) if ratios.size > 20 else 1.0


def _is_drawn_along(sheet: Sheet) -> bool:
    """Whether players draw along the printed lines."""
    return any(
        board.grid is Grid.CELLS and any(ask.kind is Kind.OUTLINE for ask in board.asks)
        for board in sheet.boards
    )


def _pieces_strength(total: Image, expected: Image, percent: float) -> float:
    """How dark pieces of the printed lines are against the wanted ones: a percentile over the pieces."""
    on_line = expected > ON_LINE * float(expected.max())
    size = round(PIECE_MM * PX_PER_MM)
    rows, columns = (side // size for side in total.shape)
    seen, wanted = (
        np.where(on_line, layer, 0.0)[: rows * size, : columns * size]
        .reshape(rows, size, columns, size)
        .sum((1, 3))
        for layer in (total, expected)
    )
    enough = wanted > 0.1 * float(wanted.max())
    return float(np.percentile((seen[enough] / wanted[enough]).astype(np.float32), percent))


def _local_strength(total: Image, expected: Image, overall: float) -> Image:
    """The strength at every pixel: blur and toner differ over the page.

    It is the ratio of sums over a neighbourhood, with what is inkier than print cut off.
    """
    on_line = expected > ON_LINE * float(expected.max())
    factor = PAPER_PX_PER_MM / PX_PER_MM
    wanted = np.where(on_line, expected, 0.0).astype(np.float32)
    seen = np.minimum(
        np.where(on_line, total, 0.0).astype(np.float32), wanted * np.float32(overall * MOST_PRINT)
    )
    sigma = NEIGHBOURHOOD_MM * PAPER_PX_PER_MM
    small = [
        cv2.resize(layer, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        for layer in (seen, wanted)
    ]
    sums = [cv2.GaussianBlur(layer, (0, 0), sigma) for layer in small]
    little = 1e-4
    local = np.asarray((sums[0] + little * overall) / (sums[1] + little), np.float32)
    return np.asarray(
        cv2.resize(local, (total.shape[1], total.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32
    )

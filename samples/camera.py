"""Pretend photos: a page with ink on it, bent, lit and photographed by a phone. Fast, seeded, with exact truth.

`photograph` is the whole story. The page is a texture in linear light; light, blur, noise and the phone's
processing follow in the order in which they happen to a real picture.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from samples.bend import GRID_PX, Bend, View, aim
from samples.levels import RANGES, Level, Orientation, Ranges
from samples.table import cover_corner, table_top

Image = NDArray[np.float32]
Array = NDArray[np.float64]
Bytes = NDArray[np.uint8]

MESSENGER_LONG_PX = (1280, 2048)
"""Long side of what messengers send."""

_DECODED = (np.linspace(0, 1, 256) ** 2).astype(np.float32)
"""Linear reflectance of the bytes of `_coded`."""


@dataclass(frozen=True, slots=True)
class PretendPhoto:
    """A photo file with the truth about it: `view` maps paper mm to pixels of the upright picture."""

    data: bytes
    size_px: tuple[int, int]
    view: View
    print_scale: float
    print_shift_mm: tuple[float, float]
    level: Level

    def to_px(self, sheet_mm: Array) -> Array:
        """Where points of the printed sheet, (n, 2) in the sheet's own mm, are in the upright picture."""
        return self.view.to_px(np.asarray(sheet_mm, float) * self.print_scale + np.array(self.print_shift_mm))


@dataclass(frozen=True, slots=True)
class Print:
    """How the printer placed the sheet on the paper."""

    scale: float
    shift_mm: tuple[float, float]

    @staticmethod
    def random(page_mm: tuple[float, float], ranges: Ranges, rng: np.random.Generator) -> Print:
        """Scaled about the middle of the paper, and pulled in a little off the middle."""
        scale = float(rng.uniform(*ranges.print_scale)) if rng.random() < 0.6 else 1.0
        shift = [side * (1 - scale) / 2 + float(rng.normal(0, 0.6)) for side in page_mm]
        return Print(scale, (shift[0], shift[1]))


def photograph(
    page: Image, px_per_mm: float, *, level: Level, rng: np.random.Generator, long_px: int | None = None
) -> PretendPhoto:
    """Photograph a page texture (linear BGR of the printed sheet, ink included) at `px_per_mm`."""
    ranges = RANGES[level]
    page_mm = (page.shape[1] / px_per_mm, page.shape[0] / px_per_mm)
    placed = Print.random(page_mm, ranges, rng)
    bend = Bend.random(page_mm, ranges, rng)
    view = aim(bend, ranges, long_px or int(rng.choice(ranges.long_px)), rng)
    x_mm, y_mm = view.page_map()
    picture = _expose(page, px_per_mm, placed, view, x_mm, y_mm, ranges, rng)
    return PretendPhoto(
        _develop(picture, ranges, rng), view.size_px, view, placed.scale, placed.shift_mm, level
    )


def _expose(
    page: Image,
    px_per_mm: float,
    placed: Print,
    view: View,
    x_mm: Array,
    y_mm: Array,
    ranges: Ranges,
    rng: np.random.Generator,
) -> Image:
    """The light that reaches the sensor: page, table, lamp, shadows, things over the corners."""
    width, height = view.size_px
    mm = np.dstack([x_mm, y_mm]).astype(np.float32)
    shrunk, factor = _shrink(page, px_per_mm, view)
    to_page = np.float32(px_per_mm * factor / placed.scale)
    page_px = _enlarge(
        (mm - np.array(placed.shift_mm, np.float32)) * to_page - np.float32(0.5), width, height
    )
    table_px = _enlarge(mm * np.float32(rng.uniform(2.0, 6.0)), width, height)
    table = _looked_up(_coded(table_top(rng)), table_px, cv2.BORDER_WRAP)
    seen = _looked_up(_coded(shrunk), page_px, cv2.BORDER_REPLICATE)
    outline = view.to_px(_outline_mm(view.bend.size_mm))
    paper = np.zeros((height, width), np.uint8)
    cv2.fillPoly(paper, [np.round(outline * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    seen = _over(seen, table, paper)
    if rng.random() < ranges.cover_chance:
        corners = view.to_px(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * np.array(view.bend.size_mm))
        mask = cover_corner(corners, view.size_px, rng)
        skin = _coded(np.array(rng.uniform((0.1, 0.15, 0.25), (0.3, 0.4, 0.6)), np.float32))
        seen = _over(np.broadcast_to(skin, seen.shape), seen, mask)
    light = _light(x_mm, y_mm, view, ranges, rng)
    picture = np.asarray(cv2.LUT(seen, _DECODED), np.float32)
    picture *= _enlarge(light, width, height)
    return picture


def _coded(reflectance: Image) -> Bytes:
    """Linear reflectance 0..1 as bytes, evenly spaced to the eye: a quarter of the memory to move about."""
    return np.asarray(cv2.convertScaleAbs(cv2.sqrt(np.maximum(reflectance, 0)), alpha=255), np.uint8).reshape(
        reflectance.shape
    )


def _over(upper: Bytes, lower: Bytes, mask: Bytes) -> Bytes:
    """The upper picture where the mask is 255, the lower one where it is 0, mixed on soft edges."""
    result = lower.copy()
    cv2.copyTo(np.ascontiguousarray(upper), (mask > 127).astype(np.uint8), result)
    edge = (mask > 0) & (mask < 255)
    share = (mask[edge].astype(np.float32) / 255)[:, None]
    result[edge] = upper[edge] * share + lower[edge] * (1 - share)
    return result


def _looked_up(source: Bytes, px: Image, border: int) -> Bytes:
    """The source's values at the pixels (rows, columns, 2)."""
    found = cv2.remap(source, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(found, np.uint8)


def _outline_mm(size_mm: tuple[float, float]) -> Array:
    edge = np.linspace(0, 1, 20)
    sides = [
        np.stack([edge, 0 * edge], 1),
        np.stack([0 * edge + 1, edge], 1),
        np.stack([1 - edge, 0 * edge + 1], 1),
        np.stack([0 * edge, 1 - edge], 1),
    ]
    return np.asarray(np.concatenate(sides) * np.array(size_mm), float)


def _shrink(page: Image, px_per_mm: float, view: View) -> tuple[Image, float]:
    """The page at about the picture's own resolution, so that remapping does not alias."""
    width, depth = view.bend.size_mm
    middle = np.array([[width / 2, depth / 2], [width / 2 + 1, depth / 2]])
    seen = float(np.hypot(*np.diff(view.to_px(middle), axis=0)[0]))
    factor = min(1.0, 1.15 * seen / px_per_mm)
    if factor > 0.9:
        return page, 1.0
    return np.asarray(
        cv2.resize(page, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.float32
    ), factor


def _enlarge(coarse: Image, width: int, height: int) -> Image:
    """Values on the coarse grid, at every pixel. Grid node k stands at pixel k * GRID_PX."""
    to_grid = np.array([[1 / GRID_PX, 0, 0], [0, 1 / GRID_PX, 0]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(coarse, to_grid, (width, height), flags=flags), np.float32)


def _light(x_mm: Array, y_mm: Array, view: View, ranges: Ranges, rng: np.random.Generator) -> Image:
    """Light on the coarse grid, BGR: lamp colour, fall-off, shading by slope, shadows, vignetting, glare."""
    width, depth = view.bend.size_mm
    points = np.stack([x_mm.ravel(), y_mm.ravel()], 1)
    direction = rng.uniform(0, 2 * np.pi)
    towards = np.array([np.cos(direction), np.sin(direction)])
    along = ((points - [width / 2, depth / 2]) @ towards) / max(width, depth)
    value = 1 + rng.uniform(*ranges.gradient) * along
    slope = (view.bend.height(points + towards * 2.0) - view.bend.height(points - towards * 2.0)) / 4.0
    value = value * np.clip(1 + rng.uniform(0.4, 1.1) * np.clip(slope, -0.6, 0.6), 0.4, 1.5)
    for _ in range(int(rng.random() < ranges.shadow_chance) + int(rng.random() < ranges.shadow_chance * 0.4)):
        value = value * _shadow(points, view, ranges, rng)
    value = np.clip(value, 0.08, 2.5).reshape(x_mm.shape)
    light = value[..., None] * _lamp(rng.uniform(*ranges.kelvin))
    if rng.random() < ranges.glare_chance:
        centre = rng.uniform(0.15, 0.85, 2) * np.array([width, depth])
        spot = np.exp(-(((points - centre) / rng.uniform(15, 45, 2)) ** 2).sum(1)).reshape(x_mm.shape)
        light = light * (1 + rng.uniform(0.2, 0.6) * spot[..., None])
    rows, columns = x_mm.shape
    across, down = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    light = light * (1 - rng.uniform(0.05, 0.3) * (across**2 + down**2) / 2)[..., None]
    return np.asarray(light, np.float32)


def _shadow(points: Array, view: View, ranges: Ranges, rng: np.random.Generator) -> Array:
    """The shadow of a phone, a hand or a head: a soft-edged half plane or stripe."""
    angle = rng.uniform(0, 2 * np.pi)
    across = (points - np.array(view.bend.size_mm) * rng.uniform(0.2, 0.8, 2)) @ np.array(
        [np.cos(angle), np.sin(angle)]
    )
    edge = rng.uniform(*ranges.shadow_edge_mm)
    shade = 1 / (1 + np.exp(-np.clip(across / (edge / 4), -40, 40)))
    if rng.random() < 0.5:
        shade = shade / (1 + np.exp(np.clip((across - rng.uniform(40, 110)) / (edge / 4), -40, 40)))
    return np.asarray(1 - rng.uniform(*ranges.shadow_depth) * shade)


def _lamp(kelvin: float) -> Array:
    """Gains of blue, green, red against 5800 K, by a rough fit of the black body's colour."""
    ratio = np.log(kelvin / 5800)
    return np.asarray(np.exp(np.array([0.75 * ratio, 0.0, -0.55 * ratio])), float)


def _develop(picture: Image, ranges: Ranges, rng: np.random.Generator) -> bytes:
    """What the phone makes of the light: blur, exposure, noise, tone, sharpening, JPEG, orientation flag."""
    scale = max(picture.shape[:2]) / 2400
    blur = max(0.3, rng.uniform(*ranges.blur_px) * scale)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    motion = rng.uniform(*ranges.motion_px) * scale
    if motion > 1:
        kernel = _motion_kernel(motion, rng.uniform(0, np.pi))
        picture = np.asarray(cv2.filter2D(picture, -1, kernel), np.float32)
    white = np.percentile(picture[::16, ::16], 92)
    picture *= np.float32(rng.uniform(*ranges.brightness) ** 2.2 / white)
    picture += np.float32(rng.uniform(*ranges.haze))
    picture = np.asarray(cv2.transform(picture, _colourfulness(rng.uniform(*ranges.saturation))), np.float32)
    developed = _toned(np.clip(picture, 0, 1, out=picture), rng.uniform(0.0, 0.35))
    developed = _noisy(developed, rng.uniform(*ranges.noise), rng)
    developed = _with_smeared_colour(
        developed, rng.uniform(*ranges.colour_blur_px) * scale, rng.uniform(*ranges.colour_loss)
    )
    sharp = rng.uniform(0.2, 1.2)
    soft = cv2.GaussianBlur(developed, (0, 0), float(rng.uniform(0.8, 1.6)))
    sharpened = cv2.addWeighted(developed, 1 + sharp, soft, -sharp, 0)
    final = np.asarray(cv2.convertScaleAbs(np.maximum(sharpened, 0.0)), np.uint8)
    if rng.random() < ranges.messenger_chance:
        final = _messenger(final, rng)
    return _encode(final, ranges, rng)


def _colourfulness(saturation: float) -> Array:
    """The matrix that draws colours towards grey, or away from it."""
    luma = np.array([0.114, 0.587, 0.299])
    return np.asarray(saturation * np.eye(3) + (1 - saturation) * luma[None, :], float)


def _toned(bright: Image, contrast: float) -> Image:
    """Linear light 0..1 -> 8-bit values 0..255 by the usual gamma and a soft S of contrast (`bright` is used up)."""
    tone = np.asarray(cv2.pow(bright, 1 / 2.2, dst=bright), np.float32)
    bend = 3 - 2 * tone
    bend *= tone
    bend -= 1
    bend *= np.float32(255 * contrast)
    bend += 255
    tone *= bend
    return tone


def _messenger(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """What a messenger leaves of a photo's detail: shrunk and compressed once more.

    It is brought back to its size, so that the truth about it stays true.
    """
    factor = min(1.0, float(rng.uniform(*MESSENGER_LONG_PX)) / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 85))])
    again = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(
        cv2.resize(again, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_CUBIC), np.uint8
    )


def _motion_kernel(length: float, angle: float) -> NDArray[np.float32]:
    size = int(length) * 2 + 3
    kernel = np.zeros((size, size), np.float32)
    centre = size // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    a, b = np.array([centre, centre]) - reach, np.array([centre, centre]) + reach
    cv2.line(
        kernel,
        (round(a[0] * 16), round(a[1] * 16)),
        (round(b[0] * 16), round(b[1] * 16)),
        1.0,
        1,
        cv2.LINE_AA,
        4,
    )
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noisy(picture: Image, sigma: float, rng: np.random.Generator) -> Image:
    """Sensor noise after the phone's smoothing: grain in brightness, softer blotches in colour."""
    size = 512
    grain = rng.normal(0, sigma, (size, size, 1)).astype(np.float32)
    blotch = cv2.GaussianBlur(rng.normal(0, sigma * 1.2, (size, size, 3)).astype(np.float32), (0, 0), 1.2)
    tile = cv2.GaussianBlur(grain, (0, 0), 0.5)[..., None] + blotch
    for top in range(0, picture.shape[0], size):
        for left in range(0, picture.shape[1], size):
            part = picture[top : top + size, left : left + size]
            # Shot noise grows with the light, but the tone curve flattens bright parts more.
            part += tile[: part.shape[0], : part.shape[1]] * (1.15 - part / 400)
    return picture


def _with_smeared_colour(picture: Image, blur_px: float, loss: float) -> Image:
    """The phone's denoising of colour: averaged over more pixels than brightness, weak differences flattened.

    So a blue dot of 5 px comes out nearly black with a bluish halo, as in every phone's picture.
    """
    split = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    height, width = picture.shape[:2]
    colour = cv2.resize(split[..., 1:], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    colour = cv2.GaussianBlur(colour, (0, 0), max(0.3, blur_px / 2))
    if loss > 0:
        eighth = cv2.resize(colour, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        around = cv2.resize(cv2.GaussianBlur(eighth, (0, 0), 1.5), (width // 2, height // 2))
        off = colour - around
        strength = (off * off).sum(-1, keepdims=True)
        colour = around + off * (strength / (strength + np.float32(loss**2)))
    split[..., 1:] = cv2.resize(colour, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(split, cv2.COLOR_YCrCb2BGR), np.float32)


def _encode(picture: NDArray[np.uint8], ranges: Ranges, rng: np.random.Generator) -> bytes:
    orientation = Orientation(int(rng.choice([1, 3, 6, 8], p=[0.5, 0.05, 0.3, 0.15])))
    turns = {Orientation.UPRIGHT: 0, Orientation.UPSIDE_DOWN: 2, Orientation.RIGHT: 1, Orientation.LEFT: 3}[
        orientation
    ]
    stored = np.ascontiguousarray(np.rot90(picture, turns)[..., ::-1])
    exif = Pillow.Exif()
    exif[0x0112] = orientation.value
    buffer = io.BytesIO()
    Pillow.fromarray(stored).save(
        buffer, "JPEG", quality=int(rng.integers(*ranges.jpeg)), exif=exif.tobytes()
    )
    return buffer.getvalue()

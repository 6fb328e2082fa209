"""How hard a pretend photo is: the ranges of everything that goes wrong, for four levels.

These numbers are the definition of *easy*, *normal*, *hard* and *extreme*. A pair is the range of a
uniform draw; a single number is a chance, or a standard deviation where the name ends in `_sd`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Range = tuple[float, float]


class Level(Enum):
    """From a tidy desk by daylight to a dim kitchen."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXTREME = "extreme"


@dataclass(frozen=True, slots=True)
class Ranges:
    """What may happen to one photo of a level."""

    slop: Range
    """Carelessness of the hands, 0..2."""
    tilt_deg: Range
    """Angle between the camera's axis and the page's normal."""
    turn_sd_deg: float
    """Rotation in the picture besides the quarter turns."""
    fill: Range
    """Share of the frame that the page takes, in the tighter direction."""
    curl_mm: Range
    """Rise of a curled page over the table."""
    fold_mm: Range
    """Rise of a page that was folded in four."""
    fold_chance: float
    lens_sd: float
    """Radial distortion (first coefficient, picture half-diagonal as unit)."""
    print_scale: Range
    """Size on paper over wanted size (fit-to-page printing)."""
    long_px: tuple[int, ...]
    """Long side of the photo."""
    kelvin: Range
    """Lamp colour left after the phone's white balance."""
    brightness: Range
    """Level of white paper in the picture, 0..1."""
    gradient: Range
    """Fall of light across the page, as a share."""
    shadow_chance: float
    shadow_depth: Range
    shadow_edge_mm: Range
    """Width of the shadow's edge."""
    glare_chance: float
    haze: Range
    """Light that strays over the whole picture, in shares of full white."""
    saturation: Range
    """Colourfulness after the phone's processing."""
    colour_blur_px: Range
    """Sigma over which the phone's denoising smears colour, at 2400 px long side."""
    colour_loss: Range
    """Differences of colour about this small (8-bit units) are half taken for noise and flattened."""
    blur_px: Range
    """Sigma of defocus at 2400 px long side."""
    motion_px: Range
    """Length of motion blur at 2400 px long side."""
    noise: Range
    """Standard deviation of the noise in mid-grey, 8-bit units."""
    jpeg: tuple[int, int]
    messenger_chance: float
    """Chance that the photo went through a messenger that shrinks pictures."""
    cover_chance: float
    """Chance that something lies over a corner of the page."""
    ghost_chance: float
    """Chance that the back page shines through."""
    mishap_chance: float
    """Chance of each of these: odd paper, poor print, a dirty copier, coffee, dots pressed through or erased."""


RANGES = {
    Level.EASY: Ranges(
        slop=(0.3, 0.9), tilt_deg=(0, 12), turn_sd_deg=2, fill=(0.8, 0.95), curl_mm=(0, 4), fold_mm=(0, 0),
        fold_chance=0.0, lens_sd=0.008, print_scale=(0.97, 1.0), long_px=(2400, 3000, 3600), kelvin=(5200, 7000),
        brightness=(0.75, 0.95), gradient=(0.0, 0.2), shadow_chance=0.05, shadow_depth=(0.1, 0.3),
        shadow_edge_mm=(10, 60), glare_chance=0.0, haze=(0.0, 0.01), saturation=(0.85, 1.2),
        colour_blur_px=(0.3, 1.2), colour_loss=(0, 2),
        blur_px=(0.3, 0.8), motion_px=(0, 0), noise=(0.5, 2),
        jpeg=(85, 95), messenger_chance=0.0, cover_chance=0.0, ghost_chance=0.1, mishap_chance=0.0,
    ),
    Level.NORMAL: Ranges(
        slop=(0.5, 1.2), tilt_deg=(3, 26), turn_sd_deg=5, fill=(0.68, 0.95), curl_mm=(0, 12), fold_mm=(2, 6),
        fold_chance=0.2, lens_sd=0.015, print_scale=(0.93, 1.0), long_px=(2000, 2400, 3000, 3600), kelvin=(4200, 7500),
        brightness=(0.6, 0.95), gradient=(0.0, 0.4), shadow_chance=0.35, shadow_depth=(0.15, 0.45),
        shadow_edge_mm=(4, 50), glare_chance=0.05, haze=(0.0, 0.03), saturation=(0.65, 1.2),
        colour_blur_px=(0.5, 2.0), colour_loss=(0, 2),
        blur_px=(0.4, 1.3), motion_px=(0, 1.5), noise=(1, 4),
        jpeg=(75, 95), messenger_chance=0.15, cover_chance=0.1, ghost_chance=0.2, mishap_chance=0.05,
    ),
    Level.HARD: Ranges(
        slop=(0.7, 1.6), tilt_deg=(12, 38), turn_sd_deg=9, fill=(0.58, 0.93), curl_mm=(4, 22), fold_mm=(4, 12),
        fold_chance=0.35, lens_sd=0.02, print_scale=(0.9, 1.02), long_px=(1800, 2000, 2400, 3000), kelvin=(3300, 8500),
        brightness=(0.42, 0.98), gradient=(0.1, 0.6), shadow_chance=0.6, shadow_depth=(0.25, 0.6),
        shadow_edge_mm=(1, 30), glare_chance=0.2, haze=(0.0, 0.06), saturation=(0.55, 1.25),
        colour_blur_px=(1.0, 3.2), colour_loss=(0, 4),
        blur_px=(0.6, 1.8), motion_px=(0, 3), noise=(2, 8),
        jpeg=(60, 90), messenger_chance=0.3, cover_chance=0.35, ghost_chance=0.3, mishap_chance=0.12,
    ),
    Level.EXTREME: Ranges(
        slop=(0.9, 2.0), tilt_deg=(25, 46), turn_sd_deg=14, fill=(0.5, 0.9), curl_mm=(8, 35), fold_mm=(6, 18),
        fold_chance=0.4, lens_sd=0.03, print_scale=(0.85, 1.03), long_px=(1280, 1600, 2000, 2400), kelvin=(2700, 9500),
        brightness=(0.28, 1.05), gradient=(0.2, 0.75), shadow_chance=0.75, shadow_depth=(0.3, 0.7),
        shadow_edge_mm=(0.5, 20), glare_chance=0.35, haze=(0.0, 0.1), saturation=(0.45, 1.3),
        colour_blur_px=(1.5, 4.5), colour_loss=(1, 6),
        blur_px=(0.8, 2.6), motion_px=(0, 5), noise=(4, 14),
        jpeg=(50, 85), messenger_chance=0.4, cover_chance=0.6, ghost_chance=0.4, mishap_chance=0.25,
    ),
}  # fmt: skip


class Orientation(Enum):
    """EXIF orientation values that phones write, with the quarter turns (anticlockwise) that store the picture so."""

    UPRIGHT = 1
    UPSIDE_DOWN = 3
    RIGHT = 6
    LEFT = 8

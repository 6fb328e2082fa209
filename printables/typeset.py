"""How wide a text is and where its lines break, measured on the bundled font."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from printables.layout import Anchor, BoxMm, Label

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONTS = Path(__file__).with_name("fonts")
REGULAR = FONTS / "GolosText-Regular.ttf"
BOLD = FONTS / "GolosText-Bold.ttf"

LEADING = 1.32
"""From one baseline to the next, in font sizes."""
CAP_HEIGHT = 0.7
"""Height of a capital letter, in font sizes."""
DESCENT = 0.22
"""Depth of the tails of letters, in font sizes."""
_RULER_PX = 1000


def width_mm(text: str, size: float, *, is_bold: bool = False) -> float:
    """How wide a line of text is at font size `size` mm."""
    return _ruler(is_bold).getlength(text) * size / _RULER_PX


def wrap(text: str, size: float, width: float, *, is_bold: bool = False) -> list[str]:
    """The lines of a paragraph that is `width` mm wide; no line begins with a dash."""
    lines: list[str] = []
    for word in text.replace(" —", "\u00a0—").split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, size, is_bold=is_bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def label_box(label: Label) -> BoxMm:
    """The rectangle round an upright line of text, from the top of its capitals to the tails of its letters."""
    width = width_mm(label.text, label.size, is_bold=label.is_bold)
    x, y = label.at
    left = {Anchor.START: x, Anchor.MIDDLE: x - width / 2, Anchor.END: x - width}[label.anchor]
    return (left, y - CAP_HEIGHT * label.size, left + width, y + DESCENT * label.size)


@lru_cache(maxsize=2)
def _ruler(is_bold: bool) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(BOLD if is_bold else REGULAR, _RULER_PX, layout_engine=ImageFont.Layout.BASIC)

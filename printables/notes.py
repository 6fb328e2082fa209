"""The words and measures on a page: rules that fill their box, check ruler, photo advice, typed code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from printables.compose import Composer
from printables.errors import LayoutError
from printables.fiducials import TAG_INSET_MM, TAG_MM, WHITE_MM
from printables.layout import Anchor, BoxMm, Label, Line, PointMm, Shape, Tone
from printables.typeset import CAP_HEIGHT, LEADING, wrap

HEADING_MM = 3.0
LARGEST_MM = 2.9
SMALLEST_MM = 2.2
SIZE_STEP_MM = 0.1
HEADING_GAP = 0.45
"""Between the heading and the first line, in heading sizes."""
PARAGRAPH_GAP = 0.25
"""Between paragraphs, in font sizes."""
NOTE_MM = 2.7
NOTE_LEADING_MM = 3.7
RULER_MM = 100.0
RULER_WIDTH_MM = 0.15
RULER_NUMBER_MM = 2.2

# --- rules --------------------------------------------------------------------------------------------


def rules(composer: Composer, box: BoxMm, paragraphs: Sequence[str], agreements: Sequence[str] = ()) -> None:
    """Put the rules under a heading, in the largest type that fits the box.

    `agreements` say what is played otherwise than usual, most important first; those that find no room
    are left out.
    """
    left, top, right, bottom = box
    first = top + HEADING_MM * CAP_HEIGHT
    composer.text(composer.edition.words.rules, (left, first), HEADING_MM, is_bold=True)
    size, lines = _fitted(paragraphs, agreements, right - left, bottom - first)
    y = first + HEADING_MM * HEADING_GAP
    for line, is_first in lines:
        y += size * (LEADING + PARAGRAPH_GAP * is_first)
        composer.text(line, (left, y), size)


def _fitted(
    paragraphs: Sequence[str], agreements: Sequence[str], width: float, height: float
) -> tuple[float, list[tuple[str, bool]]]:
    """The font size, and each line with whether it opens a paragraph."""
    for count in reversed(range(len(agreements) + 1)):
        texts = [*paragraphs, "; ".join(agreements[:count]) + "."] if count else paragraphs
        for step in range(round((LARGEST_MM - SMALLEST_MM) / SIZE_STEP_MM) + 1):
            size = LARGEST_MM - SIZE_STEP_MM * step
            lines = [(line, i == 0) for text in texts for i, line in enumerate(wrap(text, size, width))]
            if _height(size, len(lines), len(texts)) <= height:
                return size, lines
    raise LayoutError(
        f"{sum(map(len, paragraphs))} characters of rules",
        f"expected them to fit {width:.0f} x {height:.0f} mm",
        "write them shorter",
    )


def _height(size: float, lines: int, paragraphs: int) -> float:
    tail = 0.25
    return HEADING_MM * HEADING_GAP + size * (LEADING * lines + PARAGRAPH_GAP * paragraphs + tail)


# --- round the edge -----------------------------------------------------------------------------------


def edge_notes(composer: Composer) -> None:
    """Put the check ruler and the advice on photographs and the typed code between the tags along the edges."""
    if composer.page.is_landscape:
        _ruler_across(composer)
        _advice(composer, (composer.page.width_mm + TAG_MM) / 2)
    else:
        _ruler_down(composer)
        _advice(composer, TAG_INSET_MM + TAG_MM)


def _ruler_across(composer: Composer) -> None:
    """Between the bottom left tag and the bottom middle one."""
    page = composer.page
    middle = (TAG_INSET_MM + TAG_MM + (page.width_mm - TAG_MM) / 2) / 2
    x, y = middle - RULER_MM / 2, page.height_mm - TAG_INSET_MM - TAG_MM + 3.0
    shapes: list[Shape] = [
        Line((x, y), (x + RULER_MM, y), RULER_WIDTH_MM, Tone.TEXT),
        *(Line((x + mm, y), (x + mm, y + _tick_length(mm)), RULER_WIDTH_MM, Tone.TEXT) for mm in range(101)),
        *_ruler_numbers(lambda mm: (x + mm, y + 5.9), Anchor.MIDDLE),
    ]
    composer.drawing("check ruler", (x - 1, y, x + RULER_MM + 3.5, y + 7.5), shapes)


def _ruler_down(composer: Composer) -> None:
    """Between the top left tag and the left middle one."""
    page = composer.page
    middle = (TAG_INSET_MM + TAG_MM + (page.height_mm - TAG_MM) / 2) / 2
    x, y = TAG_INSET_MM + 2.0, middle - RULER_MM / 2
    shapes: list[Shape] = [
        Line((x, y), (x, y + RULER_MM), RULER_WIDTH_MM, Tone.TEXT),
        *(Line((x, y + mm), (x + _tick_length(mm), y + mm), RULER_WIDTH_MM, Tone.TEXT) for mm in range(101)),
        *_ruler_numbers(lambda mm: (x + 4.2, y + mm + 0.8), Anchor.START),
    ]
    composer.drawing("check ruler", (x - 0.2, y - 1, x + 9.8, y + RULER_MM + 1), shapes)


def _tick_length(mm: int) -> float:
    return 3.4 if mm % 10 == 0 else 2.4 if mm % 5 == 0 else 1.5


def _ruler_numbers(place: Callable[[int], PointMm], anchor: Anchor) -> Iterator[Label]:
    for centimetre in range(11):
        text = f"{centimetre}" if centimetre < 10 else "10 cm"
        yield Label(text, place(10 * centimetre), RULER_NUMBER_MM, Tone.TEXT, anchor)


def _advice(composer: Composer, left: float) -> None:
    """How to photograph the sheet, right of a bottom tag that ends at `left`, and the typed code at the right."""
    page, words = composer.page, composer.edition.words
    y = page.height_mm - TAG_INSET_MM - TAG_MM + 5.2
    for line in words.photo:
        composer.text(line, (left + WHITE_MM + 2.5, y), NOTE_MM)
        y += NOTE_LEADING_MM
    right = page.width_mm - TAG_INSET_MM - TAG_MM - WHITE_MM - 2.5
    composer.text(words.code, (right, y - 2 * NOTE_LEADING_MM), NOTE_MM, anchor=Anchor.END)
    composer.typed_code((right, y - NOTE_LEADING_MM), NOTE_MM)

"""A page of marker cards: tags of known size to be cut out and laid beside a game on any paper."""

from __future__ import annotations

from collections.abc import Iterator

from printables.fiducials import CARD_IDS, CARD_TAG_MM, tag_rows
from printables.layout import Anchor, BoxMm, Label, Line, Pattern, PointMm, Shape, Sheet, Tag, Tone
from printables.paper import EDGE_MM, Page
from printables.pens import GUIDE_WIDTH
from printables.typeset import LEADING, wrap
from printables.words import checked_lang

NAME = "cards"

WHITE_MM = 7.0
"""White round a tag, more than two of its modules: on dark tables it is what shows the tag's border."""
FOOT_MM = 5.0
"""Under the white, where the card says what it is."""
CARD_MM = (CARD_TAG_MM + 2 * WHITE_MM, CARD_TAG_MM + 2 * WHITE_MM + FOOT_MM)
ACROSS = 4
SETS = 2
"""Every card is there twice: one set for each player."""
FOOT_SIZE_MM = 2.4
TITLE_MM, TEXT_MM = 6.0, 3.4
GAP_MM = 3.0

TITLES = {"en": "Marker cards", "ru": "Карточки с метками"}
TEXTS = {
    "en": "Cut the cards out along the lines. Lay two or more of them flat beside a game drawn by hand, on its paper "
    "or on the table, and get them into the photo: the squares of the paper are then found at a slant, in poor light "
    "and on odd paper too. Any two cards will do, lying anyhow; they must not be bent or cover the game.",
    "ru": "Вырежьте карточки по линиям. Положите две или больше рядом с игрой, нарисованной от руки, на её лист или на "
    "стол, и снимите вместе с игрой: тогда клетки найдутся и под углом, и при плохом свете, и на необычной бумаге. "
    "Годятся любые две карточки, лежащие как угодно; они не должны быть согнуты или закрывать игру.",
}
FEET = {"en": "{number} · tag of {mm:g} mm", "ru": "{number} · метка {mm:g} мм"}


def cards_page(page: Page, lang: str) -> Sheet:
    """The page of cards. Raises `PrintError` for a language that sheets do not speak."""
    lang = checked_lang(lang)
    width = page.width_mm
    left = (width - ACROSS * CARD_MM[0]) / 2
    lines = wrap(TEXTS[lang], TEXT_MM, ACROSS * CARD_MM[0])
    title_y = EDGE_MM + 2.0 + TITLE_MM
    text_y = title_y + GAP_MM + TEXT_MM
    top = text_y + TEXT_MM * LEADING * (len(lines) - 1) + GAP_MM
    shapes: list[Shape] = [Label(TITLES[lang], (left, title_y), TITLE_MM, is_bold=True)]
    shapes += [Label(line, (left, text_y + TEXT_MM * LEADING * k), TEXT_MM) for k, line in enumerate(lines)]
    tags = []
    for place, number in enumerate([*CARD_IDS] * SETS):
        corner = (left + place % ACROSS * CARD_MM[0], top + place // ACROSS * CARD_MM[1])
        tag = _tag(number, corner)
        tags.append(tag)
        shapes += _card(tag, corner, FEET[lang].format(number=number - CARD_IDS[0] + 1, mm=CARD_TAG_MM))
    shapes += _cuts((left, top), len(tags) // ACROSS)
    return Sheet(
        game=NAME,
        options=(),
        serial="",
        paper=page.paper.name,
        page_mm=(page.width_mm, page.height_mm),
        lang=lang,
        boards=(),
        tags=tuple(tags),
        codes=(),
        legends=(),
        shapes=tuple(shapes),
    )


def _tag(number: int, corner: PointMm) -> Tag:
    """The tag of a card whose top left corner lies there."""
    left, top = corner[0] + WHITE_MM, corner[1] + WHITE_MM
    right, bottom = left + CARD_TAG_MM, top + CARD_TAG_MM
    return Tag(number, ((left, top), (right, top), (right, bottom), (left, bottom)))


def _card(tag: Tag, corner: PointMm, foot: str) -> Iterator[Shape]:
    box: BoxMm = (*tag.corners_mm[0], *tag.corners_mm[2])
    yield Pattern(box, tag_rows(tag.id))
    middle = corner[0] + CARD_MM[0] / 2
    yield Label(foot, (middle, corner[1] + CARD_MM[1] - 3.2), FOOT_SIZE_MM, anchor=Anchor.MIDDLE)


def _cuts(corner: PointMm, rows: int) -> Iterator[Line]:
    """The lines to cut along."""
    left, top = corner
    right, bottom = left + ACROSS * CARD_MM[0], top + rows * CARD_MM[1]
    for column in range(ACROSS + 1):
        x = left + column * CARD_MM[0]
        yield Line((x, top), (x, bottom), GUIDE_WIDTH, Tone.GUIDE)
    for row in range(rows + 1):
        y = top + row * CARD_MM[1]
        yield Line((left, y), (right, y), GUIDE_WIDTH, Tone.GUIDE)

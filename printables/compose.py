"""A page builder: position tags, codes and title at their fixed places, then whatever a game puts between.

Everything placed claims its rectangle; two claims that meet, or one over the printable edge, are an error
at once, not a surprise on paper.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from printables import fiducials
from printables.errors import LayoutError, PrintError
from printables.identity import (
    Identity,
    SheetCode,
    game_hash,
    qr_link,
    qr_text,
    serial_number,
    serial_text,
    typed_code,
)
from printables.layout import (
    Anchor,
    Board,
    Box,
    BoxMm,
    Code,
    CodeForm,
    Label,
    Legend,
    Line,
    Pattern,
    PointMm,
    Purpose,
    Shape,
    Sheet,
    Tone,
)
from printables.paper import Page
from printables.pens import BOX_WIDTH, GUIDE_WIDTH
from printables.typeset import label_box
from printables.words import WORDS, Words

CONTENT_INSET_MM = fiducials.TAG_INSET_MM + fiducials.TAG_MM + fiducials.WHITE_MM + 0.5
"""From the paper's edge to where boards and panels may begin, clear of all tags."""
TITLE_MM = 6.0
SUBTITLE_MM = 2.7
QR_MM = 36.0
"""Side of the QR code without its quiet zone: 1.24 mm a module for a plain sheet, 0.8 at the most text."""
QR_QUIET_MM = 5.0
"""Four modules of the smallest version that is used."""
QR_SMALLEST_VERSION = 3
QR_SMALLEST_MODULE_MM = 0.8
QR_LONGEST_WORDS = 87
"""Characters that fit modules of 0.97 mm (version 5, error correction Q)."""
PUBLIC_URL_VARIABLE = "COMPANION_PUBLIC_URL"
_TOLERANCE_MM = 0.02


@dataclass(frozen=True, slots=True)
class Edition:
    """Which sheet this is: what its codes and its title say.

    `option_pairs` are the options that differ from the default, as text; `options_code` is all of them in
    48 bits; `serial` counts prints in 24 bits, or is that number's five letters.
    """

    game: str
    title: str
    subtitle: str
    lang: str
    serial: int | str
    options_code: int = 0
    option_pairs: tuple[tuple[str, str], ...] = ()

    @property
    def number(self) -> int:
        """The serial as a number."""
        return serial_number(self.serial) if isinstance(self.serial, str) else self.serial

    @property
    def words(self) -> Words:
        """The captions in this sheet's language."""
        return WORDS[self.lang]


class Composer:
    """A page in the making."""

    def __init__(self, page: Page, edition: Edition) -> None:
        self.page = page
        self.edition = edition
        self._boards: list[Board] = []
        self._legends: list[Legend] = []
        self._codes: list[Code] = []
        self._shapes: list[Shape] = []
        self._claims: list[tuple[str, BoxMm]] = []
        self._tags = fiducials.tags(page)
        self._put_tags()
        self._put_strip()
        self._put_title()

    @property
    def content_mm(self) -> BoxMm:
        """The rectangle inside all tags."""
        inset = CONTENT_INSET_MM
        return (inset, inset, self.page.width_mm - inset, self.page.height_mm - inset)

    # --- placing ---

    def board(self, board: Board, shapes: Iterable[Shape], room: BoxMm) -> None:
        """Put a board with what is printed for it; `room` is all the space it takes."""
        self._claim(f"board {board.name}", room)
        self._boards.append(board)
        self._shapes += shapes

    def legend(self, player: int, purpose: Purpose, box: BoxMm, group: int | None = None) -> None:
        """Put a box for a player to fill in; the one for his mark has three slots."""
        self._claim(f"{purpose.value} of player {player}", box)
        self._legends.append(Legend(player, purpose, box, group))
        self._shapes.append(Box(box, BOX_WIDTH, Tone.FRAME))
        if purpose is Purpose.MARK:
            self._shapes += _slots(box)

    def text(
        self,
        text: str,
        at: PointMm,
        size: float,
        *,
        anchor: Anchor = Anchor.START,
        is_bold: bool = False,
        tone: Tone = Tone.TEXT,
    ) -> None:
        """Put a line of text with its baseline at `at`."""
        label = Label(text, at, size, tone, anchor, is_bold)
        self._claim(f"text {text!r}", label_box(label))
        self._shapes.append(label)

    def drawing(self, name: str, box: BoxMm, shapes: Iterable[Shape]) -> None:
        """Put shapes that nobody writes on, such as a ruler."""
        self._claim(name, box)
        self._shapes += shapes

    def qr(self, at: PointMm) -> None:
        """Put the QR code, top left of its first module at `at`."""
        text = self._qr_text()
        x, y = at
        box = (x, y, x + QR_MM, y + QR_MM)
        self._claim("QR code", _grown(box, QR_QUIET_MM), is_white=True)
        self._codes.append(Code(CodeForm.QR, box, text))
        self._shapes.append(Pattern(box, _qr_rows(text)))

    def typed_code(self, at: PointMm, size: float) -> None:
        """Put the letters that a person can type, with the end of their baseline at `at`."""
        text = typed_code(self._identity().payload())
        label = Label(text, at, size, Tone.TEXT, Anchor.END, is_bold=True)
        self._codes.append(Code(CodeForm.TEXT, label_box(label), text))
        self.text(text, at, size, anchor=Anchor.END, is_bold=True)

    def sheet(self) -> Sheet:
        """The finished page."""
        edition = self.edition
        return Sheet(
            game=edition.game,
            options=edition.option_pairs,
            serial=serial_text(edition.number),
            paper=self.page.paper.name,
            page_mm=(self.page.width_mm, self.page.height_mm),
            lang=edition.lang,
            boards=tuple(self._boards),
            tags=self._tags,
            codes=tuple(self._codes),
            legends=tuple(self._legends),
            shapes=tuple(self._shapes),
        )

    # --- fixed furniture ---

    def _put_tags(self) -> None:
        for tag in self._tags:
            box = fiducials.tag_box(tag)
            self._claim(f"tag {tag.id}", _grown(box, fiducials.WHITE_MM))
            self._shapes.append(Pattern(box, fiducials.tag_rows(tag.id)))

    def _put_strip(self) -> None:
        box = fiducials.strip_box(self.page)
        payload = self._identity().payload()
        self._claim("code strip", box)
        self._codes.append(Code(CodeForm.STRIP, box, payload.hex()))
        self._shapes.append(Pattern(box, fiducials.strip_modules(payload)))

    def _put_title(self) -> None:
        """The title stands between the top middle tag and the top right one."""
        x = fiducials.tag_box(self._tags[1])[2] + fiducials.WHITE_MM + 2.5
        top = fiducials.TAG_INSET_MM
        self.text(self.edition.title, (x, top + 6.2), TITLE_MM, is_bold=True)
        self.text(self.edition.subtitle, (x, top + fiducials.TAG_MM - 0.8), SUBTITLE_MM)

    def _identity(self) -> Identity:
        edition = self.edition
        return Identity(
            game_hash(edition.game), edition.options_code, edition.number, self.page, edition.lang
        )

    def _qr_text(self) -> str:
        """The QR code's text with the options in words, or as a number where words make it too long."""
        edition = self.edition
        in_words = SheetCode(
            edition.game, edition.option_pairs, self.page, edition.lang, serial_text(edition.number)
        )
        text = _addressed(qr_text(in_words))
        if len(text) <= QR_LONGEST_WORDS:
            return text
        return _addressed(qr_text(replace(in_words, options=(), options_code=edition.options_code)))

    # --- claims ---

    def _claim(self, name: str, box: BoxMm, *, is_white: bool = False) -> None:
        """Take a rectangle; only one that is white at its rim may reach over the printable edge."""
        if not _contains(self.page.printable_mm, box) and not is_white:
            raise LayoutError(
                f"{name} at {_mm(box)} runs off the page",
                f"expected it inside {_mm(self.page.printable_mm)}",
                "make it smaller or choose another paper",
            )
        for other, taken in self._claims:
            if _overlaps(box, taken):
                raise LayoutError(
                    f"{name} at {_mm(box)} lies over {other} at {_mm(taken)}",
                    "expected room between them",
                    "make them smaller or choose another paper",
                )
        self._claims.append((name, box))


def _addressed(text: str) -> str:
    """The text as a link where a public address is set up."""
    public_url = os.environ.get(PUBLIC_URL_VARIABLE, "")
    return qr_link(text, public_url) if public_url else text


def _slots(box: BoxMm) -> list[Line]:
    left, top, right, bottom = box
    third = (right - left) / 3
    return [
        Line((left + i * third, top), (left + i * third, bottom), GUIDE_WIDTH, Tone.GUIDE) for i in (1, 2)
    ]


def _qr_rows(text: str) -> tuple[str, ...]:
    """The modules of the QR code."""
    import segno

    code = segno.make_qr(text, error="q", boost_error=True)
    if int(code.version) < QR_SMALLEST_VERSION:
        code = segno.make_qr(text, error="q", version=QR_SMALLEST_VERSION, boost_error=True)
    rows = tuple("".join("#" if module else "." for module in row) for row in code.matrix)
    if QR_MM / len(rows) < QR_SMALLEST_MODULE_MM:
        raise PrintError(
            f"{len(text)} characters for the QR code",
            f"expected modules of at least {QR_SMALLEST_MODULE_MM} mm",
            f"use a shorter address in {PUBLIC_URL_VARIABLE}",
        )
    return rows


def _grown(box: BoxMm, by: float) -> BoxMm:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _contains(outer: BoxMm, inner: BoxMm) -> bool:
    slack = _TOLERANCE_MM
    return (
        outer[0] - slack <= inner[0]
        and outer[1] - slack <= inner[1]
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def _overlaps(a: BoxMm, b: BoxMm) -> bool:
    slack = _TOLERANCE_MM
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def _mm(box: BoxMm) -> str:
    return "({:.1f}, {:.1f}, {:.1f}, {:.1f}) mm".format(*box)

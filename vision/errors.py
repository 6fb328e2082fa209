"""Why a photo could not be used: what we saw, what we expected, what to do; in both languages of the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line in the photo (px) round something that was seen, or that is missing, cut off or unclear."""

    corners_px: tuple[tuple[float, float], ...]
    is_good: bool


class PhotoError(Exception):
    """A photo that cannot be read. `code` is stable for scripts; the texts are one line for people.

    `outlines` show in the photo what the line speaks of.
    """

    code = "PHOTO_UNREADABLE"

    def __init__(
        self, en: str, ru: str, *, code: str | None = None, outlines: tuple[Outline, ...] = ()
    ) -> None:
        super().__init__(en, ru)
        self.en, self.ru = en, ru
        self.outlines = outlines
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return self.en

    def text(self, lang: str) -> str:
        """The line in `ru` or `en`."""
        return self.ru if lang == "ru" else self.en


class FileUnreadable(PhotoError):
    """The bytes are no picture that we can open."""

    code = "NOT_A_PICTURE"


class SheetNotFound(PhotoError):
    """The picture is fine, but too few tags of our sheets are on it; `tags_seen` of them were.

    `cards_px` are the corners (4, 2) of the marker cards' tags: a game on any paper lies beside them.
    """

    code = "MARKERS_MISSING"

    def __init__(
        self,
        en: str,
        ru: str,
        *,
        tags_seen: int = 0,
        outlines: tuple[Outline, ...] = (),
        cards_px: tuple[NDArray[np.float64], ...] = (),
    ) -> None:
        super().__init__(en, ru, outlines=outlines)
        self.tags_seen = tags_seen
        self.cards_px = cards_px


class SheetUnknown(PhotoError):
    """Tags were seen, but nothing says which sheet it is."""

    code = "WRONG_SHEET"


class OtherSheet(SheetUnknown):
    """The sheet is clear, but not of the game that was asked for."""


class SheetCropped(PhotoError):
    """Part of the playing field lies outside the picture."""

    code = "FIELD_CROPPED"


class SheetUnclear(PhotoError):
    """The sheet is there, but its printed lines are not where they should be."""

    code = "FIELD_UNCLEAR"


class PhotoTooFar(PhotoError):
    """The sheet is too small in the picture; `px_per_mm` is its scale."""

    code = "PHOTO_TOO_FAR"

    def __init__(self, px_per_mm: float, least: float) -> None:
        super().__init__(
            f"the sheet has only {px_per_mm:.1f} pixels a millimetre; expected at least {least:.1f}; "
            "come closer or send the original photo",
            f"на миллиметр листа приходится всего {px_per_mm:.1f} точки; нужно хотя бы {least:.1f}; "
            "подойдите ближе или пришлите исходный снимок",
        )


class PhotoBlurred(PhotoError):
    """The picture is out of focus or shaken."""

    code = "PHOTO_BLURRED"

    def __init__(self, blur_mm: float, most: float) -> None:
        super().__init__(
            f"edges on the paper are smeared over {4 * blur_mm:.1f} mm; expected at most {4 * most:.1f} mm; "
            "tap on the sheet to focus, hold still and give it more light",
            f"края на бумаге размыты на {4 * blur_mm:.1f} мм; нужно не больше {4 * most:.1f} мм; "
            "наведите резкость на лист, не дрожите и добавьте света",
        )


class PhotoGlaring(PhotoError):
    """A lamp or flash is mirrored on the field."""

    code = "PHOTO_GLARING"

    def __init__(self, share: float, most: float, *, outlines: tuple[Outline, ...]) -> None:
        super().__init__(
            f"{share:.0%} of a field is burnt out by glare; expected at most {most:.0%}; "
            "turn off the flash or move the lamp aside",
            f"{share:.0%} поля засвечено; нужно не больше {most:.0%}; выключите вспышку или отодвиньте лампу",
            outlines=outlines,
        )

"""Why a photo could not be used: what we saw, what we expected, what to do; in both languages of the players."""

from __future__ import annotations


class PhotoError(Exception):
    """A photo that cannot be read. `code` is stable for scripts; the texts are one line for people."""

    code = "PHOTO_UNREADABLE"

    def __init__(self, en: str, ru: str, *, code: str | None = None) -> None:
        super().__init__(en, ru)
        self.en, self.ru = en, ru
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
    """The picture is fine, but too few tags of our sheets are on it; `tags_seen` of them were."""

    code = "MARKERS_MISSING"

    def __init__(self, en: str, ru: str, *, tags_seen: int) -> None:
        super().__init__(en, ru)
        self.tags_seen = tags_seen


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

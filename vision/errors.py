"""Why a photo could not be used: what we saw, what we expected, what to do."""

from __future__ import annotations


class PhotoError(Exception):
    """A photo that cannot be read. `code` is stable for scripts; the text is one line for people."""

    code = "PHOTO_UNREADABLE"

    def __init__(self, saw: str, expected: str, advice: str, *, code: str | None = None) -> None:
        super().__init__(f"{saw}; expected {expected}; {advice}")
        self.saw, self.expected, self.advice = saw, expected, advice
        if code is not None:
            self.code = code


class FileUnreadable(PhotoError):
    """The bytes are no picture that we can open."""

    code = "NOT_A_PICTURE"


class SheetNotFound(PhotoError):
    """The picture is fine, but no sheet of ours was found on it."""

    code = "MARKERS_MISSING"


class SheetUnknown(PhotoError):
    """Tags were seen, but neither the QR code nor the code strip could be read."""

    code = "WRONG_SHEET"


class SheetCropped(PhotoError):
    """Part of the playing field lies outside the picture."""

    code = "FIELD_CROPPED"

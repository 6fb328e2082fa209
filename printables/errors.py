"""What can go wrong on the way to paper, told in three parts: what was seen, what was expected, what to do."""

from __future__ import annotations


class PrintError(Exception):
    """A sheet that cannot be made, written or named; its text is one line for the person at the keyboard."""

    def __init__(self, saw: str, expected: str, advice: str) -> None:
        super().__init__(saw, expected, advice)
        self.saw = saw
        self.expected = expected
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.saw}; {self.expected}; {self.advice}"


class LayoutError(PrintError):
    """Things on a page lie over each other or over its edge."""


class CodeError(PrintError):
    """A sheet code that cannot be written or is not one of ours."""


class OutputError(PrintError):
    """A file that cannot be written."""

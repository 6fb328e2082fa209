"""What can go wrong with what a person gave us: one line that says what we saw, expected, and what to do."""

from __future__ import annotations

from companion.text import Text


class CompanionError(Exception):
    """Input we cannot use; `text(lang)` is the line for the player."""

    code = "ERROR"

    def __init__(self, text: Text) -> None:
        """`text` has all three parts: seen, expected, to do."""
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """The English line."""
        return self.text.en


class NotationError(CompanionError):
    """A notation or board picture that cannot be read; `at` is the 0-based place of the first bad letter."""

    code = "NOTATION"

    def __init__(self, text: Text, source: str = "", at: int | None = None) -> None:
        """The text gets the source and a caret under the bad letter when the place is known."""
        super().__init__(text)
        self.source = source
        self.at = at

    def spot(self, lang: str) -> str:
        """Where the typo is, in brackets: `(letter 6, after the ^: "X../.^Q./...")`; empty if unknown."""
        if self.at is None:
            return ""
        start, end = max(0, self.at - 20), self.at + 20
        before = ("..." if start else "") + self.source[start : self.at]
        after = self.source[self.at : end] + ("..." if end < len(self.source) else "")
        quoted = f"{before}^{after}".replace("\n", " / ")
        return Text(
            en=f' (letter {self.at + 1}, after the ^: "{quoted}")',
            ru=f' (знак {self.at + 1}, после ^: "{quoted}")',
        )(lang)

    def picture(self) -> str:
        """Two lines: the source round the typo, and a caret under it; empty if no place is known."""
        if self.at is None:
            return ""
        start = max(0, self.at - 40)
        piece = self.source[start : self.at + 30].replace("\n", " ")
        return f"  {piece}\n  {' ' * (self.at - start)}^"


class OptionError(CompanionError):
    """An option that does not exist or a value it cannot have."""

    code = "OPTION"


class UnknownGame(CompanionError):
    """A game that is not in the catalogue."""

    code = "UNKNOWN_GAME"


class IllegalMove(CompanionError):
    """A move that the rules refuse; `reason` is the violation code of the rules."""

    code = "ILLEGAL_MOVE"

    def __init__(self, text: Text, reason: str = "ILLEGAL_MOVE") -> None:
        """`reason` names the broken rule, as `Problem.code` does."""
        super().__init__(text)
        self.reason = reason


class OutputError(CompanionError):
    """A file that could not be written."""

    code = "OUTPUT"

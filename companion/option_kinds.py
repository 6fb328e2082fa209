"""The kinds of values an option of a game can have, and how each is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Value = Any
"""What an option can be: a word, a truth value, a number, a pair, or None."""


class OptionKind(Protocol):
    """The allowed values of one option, and how they are written."""

    def parse(self, text: str) -> Value:
        """The value a text stands for; raises `ValueError`."""

    def render(self, value: Value) -> str:
        """The text of a value; `parse` reads it back."""

    def restore(self, text: str) -> Value:
        """The value `render` wrote, of a board drawn by hand too, whose numbers no sheet may have."""

    def values(self) -> Sequence[Value]:
        """All allowed values, in a fixed order."""

    def allowed(self) -> str:
        """The allowed values in words, short."""


@dataclass(frozen=True, slots=True)
class Words:
    """One of a few words."""

    words: tuple[str, ...]

    def parse(self, text: str) -> Value:
        """The word itself."""
        if text not in self.words:
            raise ValueError(text)
        return text

    def render(self, value: Value) -> str:
        """The word itself."""
        return str(value)

    def restore(self, text: str) -> Value:
        """The word itself."""
        return self.parse(text)

    def values(self) -> Sequence[Value]:
        """The words."""
        return self.words

    def allowed(self) -> str:
        """The words with commas."""
        return ", ".join(self.words)


TRUE_WORDS = ("true", "yes", "on", "1", "да")
FALSE_WORDS = ("false", "no", "off", "0", "нет")


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def parse(self, text: str) -> Value:
        """True or False from the usual words."""
        if text.lower() in TRUE_WORDS:
            return True
        if text.lower() in FALSE_WORDS:
            return False
        raise ValueError(text)

    def render(self, value: Value) -> str:
        """`true` or `false`."""
        return "true" if value else "false"

    def restore(self, text: str) -> Value:
        """As `parse`."""
        return self.parse(text)

    def values(self) -> Sequence[Value]:
        """Both."""
        return (False, True)

    def allowed(self) -> str:
        """Both."""
        return "true, false"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number `low..high` in steps; with `none` also the word `none` for no number at all."""

    low: int
    high: int
    step: int = 1
    none: bool = False

    def parse(self, text: str) -> Value:
        """The number, or None."""
        if self.none and text.lower() == "none":
            return None
        value = int(text)
        if value not in self.numbers():
            raise ValueError(text)
        return value

    def render(self, value: Value) -> str:
        """Digits, or `none`."""
        return "none" if value is None else str(value)

    def restore(self, text: str) -> Value:
        """The number, however large, or None."""
        return None if self.none and text.lower() == "none" else int(text)

    def numbers(self) -> range:
        """The numbers without `none`."""
        return range(self.low, self.high + 1, self.step)

    def values(self) -> Sequence[Value]:
        """`none` first."""
        return [None, *self.numbers()] if self.none else self.numbers()

    def allowed(self) -> str:
        """The range."""
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{'none or ' if self.none else ''}{self.low}..{self.high}{steps}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers with a sign between them (`39x32`), or one of a few words."""

    first: Number
    second: Number
    sign: str
    words: tuple[str, ...] = ()

    def parse(self, text: str) -> Value:
        """The word, or both numbers as a tuple; `[39, 32]` is read as well."""
        text = text.strip().strip("[]() ").lower()
        if text in self.words:
            return text
        for sign in (self.sign, ",", "x", "×", "х"):
            if text.count(sign) == 1:
                one, two = text.split(sign)
                return (self.first.parse(one.strip()), self.second.parse(two.strip()))
        raise ValueError(text)

    def render(self, value: Value) -> str:
        """`39x32`, or the word."""
        return value if isinstance(value, str) else f"{value[0]}{self.sign}{value[1]}"

    def restore(self, text: str) -> Value:
        """The word, or both numbers, however large."""
        if text in self.words:
            return text
        one, two = text.split(self.sign)
        return (self.first.restore(one), self.second.restore(two))

    def values(self) -> Sequence[Value]:
        """The words, then all pairs."""
        pairs = [(one, two) for one in self.first.numbers() for two in self.second.numbers()]
        return [*self.words, *pairs]

    def allowed(self) -> str:
        """The words and both ranges."""
        pair = f"{self.first.allowed()} {self.sign} {self.second.allowed()}"
        return ", ".join((*self.words, pair))

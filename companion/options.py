"""Options of a game: one frozen dataclass per game, one field per option, each with its allowed values.

An option is declared with `words`, `flag`, `number` or `pair`. From that one line come the parser, the error
messages, the texts for pages and the integer on the sheet's code strip. Every option counts its values from
its default, and later options weigh more: a sheet printed before an option was added still reads right."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.errors import OptionError
from companion.text import Text

O = TypeVar("O")  # noqa: E741 - the options type of a game
Value = Any
"""What an option can be: a word, a truth value, a number, a pair, or None."""


class OptionKind(Protocol):
    """The allowed values of one option, and how they are written."""

    def parse(self, text: str) -> Value:
        """The value a text stands for; raises `ValueError`."""

    def render(self, value: Value) -> str:
        """The text of a value; `parse` reads it back."""

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

    def values(self) -> Sequence[Value]:
        """The words, then all pairs."""
        pairs = [(one, two) for one in self.first.numbers() for two in self.second.numbers()]
        return [*self.words, *pairs]

    def allowed(self) -> str:
        """The words and both ranges."""
        pair = f"{self.first.allowed()} {self.sign} {self.second.allowed()}"
        return ", ".join((*self.words, pair))


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: name, kind, default and a line for the player."""

    name: str
    kind: OptionKind
    default: Value
    text: Text


def words(default: str, *others: str, text: Text) -> Any:
    """Declares an option with a few words as values, default first."""
    return _declare(Words((default, *others)), default, text)


def flag(default: bool, *, text: Text) -> Any:
    """Declares a yes-or-no option."""
    return _declare(Flag(), default, text)


def number(default: int | None, low: int, high: int, *, step: int = 1, text: Text) -> Any:
    """Declares a number option; with default `None` the word `none` is allowed too."""
    return _declare(Number(low, high, step, none=default is None), default, text)


def pair(
    default: tuple[int, int] | str,
    first: Number,
    second: Number,
    *,
    sign: str,
    words: tuple[str, ...] = (),
    text: Text,
) -> Any:
    """Declares an option of two numbers, such as a size."""
    return _declare(Pair(first, second, sign, words), default, text)


def _declare(kind: OptionKind, default: Value, text: Text) -> Any:
    return dataclasses.field(default=default, metadata={"kind": kind, "text": text})


def describe(kind: type[Any]) -> tuple[Option, ...]:
    """All options of a game, in the order in which they are declared."""
    return tuple(
        Option(field.name, field.metadata["kind"], field.default, field.metadata["text"])
        for field in dataclasses.fields(kind)
    )


def parse_options(kind: type[O], pairs: Iterable[tuple[str, str]]) -> O:
    """Options from `(name, value)` texts, the rest at their defaults; raises `OptionError`."""
    known = {option.name: option for option in describe(kind)}
    values = {name: _parse_value(known, name, text) for name, text in pairs}
    return kind(**values)


def split_setting(setting: str) -> tuple[str, str]:
    """`name=value` in two; raises `OptionError`."""
    name, equals, value = setting.partition("=")
    if not equals or not name.strip():
        raise OptionError(
            Text(
                en=f"--set {setting!r}: expected name=value, for example --set size=20x20",
                ru=f"--set {setting!r}: нужно имя=значение, например --set size=20x20",
            )
        )
    return name.strip(), value.strip()


def _parse_value(known: dict[str, Option], name: str, text: str) -> Value:
    option = known.get(name)
    if option is None:
        names = ", ".join(known) or "-"
        raise OptionError(
            Text(
                en=f"option {name!r} is unknown; this game has: {names}",
                ru=f"параметра {name!r} нет; у этой игры есть: {names}",
            )
        )
    try:
        return option.kind.parse(text)
    except ValueError as error:
        allowed = option.kind.allowed()
        raise OptionError(
            Text(
                en=f"option {name} cannot be {text!r}; allowed: {allowed}",
                ru=f"параметр {name} не может быть {text!r}; можно: {allowed}",
            )
        ) from error


def render_options(options: object) -> tuple[tuple[str, str], ...]:
    """`(name, value)` texts of everything that differs from the default."""
    return tuple(
        (option.name, option.kind.render(value))
        for option in describe(type(options))
        if (value := getattr(options, option.name)) != option.default
    )


def pack_options(options: object) -> int:
    """All options as one integer, 0 for the defaults (mixed radix, first option least)."""
    code, weight = 0, 1
    for option in describe(type(options)):
        values = option.kind.values()
        digit = values.index(getattr(options, option.name)) - values.index(option.default)
        code += weight * (digit % len(values))
        weight *= len(values)
    return code


def unpack_options(kind: type[O], code: int) -> O:
    """The options that `pack_options` packed; raises `OptionError` for a code of another program."""
    chosen: dict[str, Value] = {}
    for option in describe(kind):
        values = option.kind.values()
        code, digit = divmod(code, len(values))
        chosen[option.name] = values[(digit + values.index(option.default)) % len(values)]
    if code:
        raise OptionError(
            Text(
                en="the sheet's code names options we do not know; update the program or pass --set",
                ru="код листа называет неизвестные параметры; обновите программу или задайте --set",
            )
        )
    return kind(**chosen)


def code_bits(kind: type[Any]) -> int:
    """How many bits the largest code of these options needs."""
    count = 1
    for option in describe(kind):
        count *= len(option.kind.values())
    return (count - 1).bit_length()

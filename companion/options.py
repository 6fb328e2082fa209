"""Options of a game: one frozen dataclass per game, one field per option, each with its allowed values.

An option is declared with `words`, `flag`, `number` or `pair`. From that one line come the parser, the error
messages, the texts for pages and the integer on the sheet's code strip. Every option counts its values from
its default, and later options weigh more: a sheet printed before an option was added still reads right."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from companion.errors import OptionError
from companion.option_kinds import Flag, Number, OptionKind, Pair, Value, Words
from companion.text import Text

O = TypeVar("O")

NOTHING_SAID: Mapping[str, Text] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: name, kind, default and a line for the player.

    `says` is what people call the words among its values.
    """

    name: str
    kind: OptionKind
    default: Value
    text: Text
    says: Mapping[str, Text] = dataclasses.field(default_factory=dict)


def words(default: str, *others: str, text: Text, says: Mapping[str, Text] = NOTHING_SAID) -> Any:
    """Declares an option with a few words as values, default first; pages show what `says` calls them."""
    return _declare(Words((default, *others)), default, text, says)


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


def _declare(kind: OptionKind, default: Value, text: Text, says: Mapping[str, Text] = NOTHING_SAID) -> Any:
    return dataclasses.field(default=default, metadata={"kind": kind, "text": text, "says": says})


def describe(kind: type[Any]) -> tuple[Option, ...]:
    """All options of a game, in the order in which they are declared; other fields are nobody's choice."""
    return tuple(
        Option(
            field.name,
            field.metadata["kind"],
            field.default,
            field.metadata["text"],
            field.metadata.get("says", NOTHING_SAID),
        )
        for field in dataclasses.fields(kind)
        if "kind" in field.metadata
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


def restore_options(kind: type[O], rendered: Mapping[str, str]) -> O:
    """The options that `render_options` wrote; a board drawn by hand may be larger than any that is printed.

    Raises `KeyError` or `ValueError` for what it did not write.
    """
    known = {option.name: option.kind for option in describe(kind)}
    return kind(**{name: known[name].restore(text) for name, text in rendered.items()})


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

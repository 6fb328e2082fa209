"""The options of a game as a form: which fields there are, what was typed, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.errors import OptionError
from companion.game import Game
from companion.option_kinds import Flag, Number, Pair, Words
from companion.options import Option, describe, parse_options
from companion.text import Text, join, same
from web import words

CUSTOM = "custom"
"""Chosen instead of a word when two numbers are to be typed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One input of a field: its name in the form, what it holds, and the numbers it takes."""

    name: str
    value: str
    numbers: Number | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One value to choose, and what people call it."""

    value: str
    label: Text


@dataclass(frozen=True, slots=True)
class Field:
    """One option: a list to choose from, numbers to type, or both; `error` says what is wrong with it."""

    name: str
    label: Text
    choices: tuple[Choice, ...]
    chosen: str
    entries: tuple[Entry, ...]
    sign: str
    allowed: Text
    is_default: bool
    error: Text | None = None


@dataclass(frozen=True, slots=True)
class OptionForm:
    """All fields of a game; `options` is there only when every one of them is right."""

    fields: tuple[Field, ...]
    options: Any | None

    @property
    def errors(self) -> Mapping[str, Text]:
        """What is wrong, by field."""
        return {field.name: field.error for field in self.fields if field.error is not None}


def option_form(game: Game[Any, Any], typed: MultiDict[str, str]) -> OptionForm:
    """The form of a game filled in with what was typed; what was not is at its default."""
    described = describe(game.options)
    texts = {option.name: text for option in described if (text := _typed(option, typed)) is not None}
    titles = {player.key: player.title for player in game.players}
    described = tuple(replace(option, says=titles | dict(option.says)) for option in described)
    fields = tuple(_field(option, texts.get(option.name), typed) for option in described)
    if any(field.error for field in fields):
        return OptionForm(fields, None)
    try:
        return OptionForm(fields, parse_options(game.options, texts.items()))
    except OptionError as error:
        guilty = _guilty(game, texts)
        blamed = (replace(field, error=error.text) if field.name == guilty else field for field in fields)
        return OptionForm(tuple(blamed), None)


def _typed(option: Option, typed: MultiDict[str, str]) -> str | None:
    """What stands in the inputs of an option, as one text; `None` when the form was not sent."""
    values = typed.getlist(option.name)
    whole = values[-1].strip() if values else None
    if isinstance(option.kind, Pair) and whole in (None, CUSTOM) and f"{option.name}.1" in typed:
        return option.kind.sign.join(typed.get(f"{option.name}.{part}", "").strip() for part in (1, 2))
    if isinstance(option.kind, Number) and option.kind.none and not whole and whole is not None:
        return "none"
    return whole


def _guilty(game: Game[Any, Any], texts: Mapping[str, str]) -> str:
    """The option without which the others agree; the last one if there is none."""
    for name in reversed(list(texts)):
        try:
            parse_options(game.options, [pair for pair in texts.items() if pair[0] != name])
        except OptionError:
            continue
        return name
    return describe(game.options)[-1].name


# --- fields -------------------------------------------------------------------------------------------


def _field(option: Option, text: str | None, typed: MultiDict[str, str]) -> Field:
    value, error = option.default, None
    allowed = allowed_text(option)
    if text is not None:
        try:
            value = option.kind.parse(text)
        except ValueError:
            error = words.BAD_VALUE.fill(value=text[:30] or words.EMPTY_VALUE, allowed=allowed)
    field = Field(
        name=option.name,
        label=option.text,
        choices=(),
        chosen="",
        entries=(),
        sign="",
        allowed=allowed,
        is_default=error is None and value == option.default,
        error=error,
    )
    shown = text if error is not None and text is not None else option.kind.render(value)
    match option.kind:
        case Words(names):
            return replace(
                field, choices=tuple(Choice(name, _value_text(option, name)) for name in names), chosen=shown
            )
        case Flag():
            choices = (Choice("true", words.YES), Choice("false", words.NO))
            return replace(field, choices=choices, chosen=shown)
        case Number() as numbers:
            empty = "" if value is None and error is None else shown
            return replace(field, entries=(Entry(option.name, empty, numbers),))
        case Pair() as pair:
            return _pair_field(field, option, pair, value, typed)
        case _:
            return replace(field, entries=(Entry(option.name, shown),))


def _pair_field(field: Field, option: Option, pair: Pair, value: Any, typed: MultiDict[str, str]) -> Field:
    if isinstance(value, str):
        numbers: tuple[int, int] = (pair.first.low, pair.second.low)
    else:
        numbers = value
    entries = tuple(
        Entry(f"{option.name}.{part}", typed.get(f"{option.name}.{part}", str(number)), kind)
        for part, number, kind in zip((1, 2), numbers, (pair.first, pair.second), strict=True)
    )
    if not pair.words:
        return replace(field, entries=entries, sign=pair.sign)
    choices = (
        *(Choice(word, _value_text(option, word)) for word in pair.words),
        Choice(CUSTOM, words.OWN_VALUE),
    )
    is_word = isinstance(value, str) and field.error is None
    return replace(
        field, choices=choices, chosen=value if is_word else CUSTOM, entries=entries, sign=pair.sign
    )


def _value_text(option: Option, word: str) -> Text:
    """What people call a value: the game's own words, or those that several games share."""
    return option.says.get(word) or words.OPTION_VALUES.get(word, same(word.replace("_", " ")))


def allowed_text(option: Option) -> Text:
    """The values an option can have, in words."""
    match option.kind:
        case Words(names):
            return join([_value_text(option, name) for name in names])
        case Flag():
            return join([words.YES, words.NO], " / ")
        case Number() as numbers:
            return _numbers_text(numbers)
        case Pair(first, second, sign, names):
            both = _numbers_text(first) + same(f" {'×' if sign == 'x' else sign} ") + _numbers_text(second)
            return join([*(_value_text(option, name) for name in names), both])
        case _:
            return same(option.kind.allowed())


def _numbers_text(numbers: Number) -> Text:
    text = words.FROM_TO if numbers.step == 1 else words.IN_STEPS
    filled = text.fill(low=numbers.low, high=numbers.high, step=numbers.step)
    return join([words.NONE, filled]) if numbers.none else filled

"""Shared ways to write boards as text: rows with run lengths, board pictures, and errors that point at the
typo.

A board row is one letter per place; `5.` means five dots in a row. Rows are joined by `/`. A board picture is
the same board as people draw it in a letter: one row per line, one sign per place, spaces between."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.errors import NotationError
from companion.text import Text

MAX_RUN = 999


def write_rows(rows: Sequence[str]) -> str:
    """Rows as one word.

    >>> write_rows(["....X", "X.OOO"])
    '4.X/X.3O'
    """
    return "/".join(
        "".join(_write_run(letter, len(list(run))) for letter, run in groupby(row)) for row in rows
    )


def _write_run(letter: str, length: int) -> str:
    return letter * length if length < 3 else f"{length}{letter}"


def read_rows(source: str, word: Word, letters: str) -> list[str]:
    """The rows of `word`, a part of `source`, made of `letters`; raises `NotationError` at the typo.

    >>> read_rows("4.X/X.3O", Word("4.X/X.3O", 0), ".XO")
    ['....X', 'X.OOO']
    """
    rows: list[str] = []
    row: list[str] = []
    digits = ""
    for at, sign in enumerate(word.text, word.at):
        if sign.isdigit() and sign.isascii():
            digits = (digits + sign).lstrip("0") or "0"
            if int(digits) > MAX_RUN:
                raise NotationError(_long_run(), source, at)
        elif sign == "/" and not digits:
            rows.append("".join(row))
            row = []
        elif sign in letters:
            row.append(sign * int(digits or 1))
            digits = ""
        else:
            raise NotationError(_bad_letter(sign, letters), source, at)
    if digits:
        raise NotationError(_bad_letter("", letters), source, word.at + len(word.text))
    return [*rows, "".join(row)]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a notation and where it starts."""

    text: str
    at: int


def split_words(source: str) -> list[Word]:
    """The words of a notation with their places."""
    return [Word(match.group(), match.start()) for match in re.finditer(r"\S+", source)]


def check_size(source: str, word: Word, rows: Sequence[str], columns: int, count: int | None = None) -> None:
    """Raises `NotationError` at the first row that has not `columns` places, or if rows are not `count`."""
    at = word.at
    for number, (row, piece) in enumerate(zip(rows, word.text.split("/"), strict=True), start=1):
        if len(row) != columns:
            raise NotationError(_bad_length(number, len(row), columns), source, at)
        at += len(piece) + 1
    if count is not None and len(rows) != count:
        raise NotationError(_bad_count(len(rows), count), source, word.at + len(word.text))


def is_picture(text: str) -> bool:
    """Whether a text is a board picture rather than a one-line notation: it has several lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1


@dataclass(frozen=True, slots=True)
class Picture:
    """A board picture taken apart: its rows of letters, and lines like `first: R` below it."""

    rows: tuple[str, ...]
    settings: Mapping[str, str]


def read_picture(text: str, letters: str) -> Picture:
    """The rows of a board picture; all rows must be of one length. Raises `NotationError` at the typo."""
    rows: list[str] = []
    settings: dict[str, str] = {}
    offset = 0
    for line in text.splitlines(keepends=True):
        setting = re.fullmatch(r"\s*(\w+)\s*:\s*(.*?)\s*", line)
        if setting and not _is_row(line, letters):
            settings[setting.group(1)] = setting.group(2)
        elif line.strip():
            rows.append(_picture_row(text, offset, line, letters, len(rows[0]) if rows else None))
        offset += len(line)
    if not rows:
        raise NotationError(
            Text(
                en=f"the board picture is empty; expected rows of {' '.join(letters)}",
                ru=f"картинка поля пуста; нужны строки из знаков {' '.join(letters)}",
            )
        )
    return Picture(tuple(rows), settings)


def _is_row(line: str, letters: str) -> bool:
    return all(sign in letters for sign in line.split())


def _picture_row(text: str, offset: int, line: str, letters: str, length: int | None) -> str:
    row = []
    for at, sign in enumerate(line):
        if sign.isspace():
            continue
        if sign not in letters:
            raise NotationError(_bad_letter(sign, letters), text, offset + at)
        row.append(sign)
    if length is not None and len(row) != length:
        number = text[:offset].count("\n") + 1
        raise NotationError(_bad_length(number, len(row), length), text, offset + len(line.rstrip()) - 1)
    return "".join(row)


def write_picture(rows: Sequence[str]) -> str:
    """Rows with a space between signs, one row per line."""
    return "\n".join(" ".join(row) for row in rows)


def one_of(source: str, word: Word, allowed: Mapping[str, int | None]) -> int | None:
    """The meaning of a word that must be one of a few; raises `NotationError`."""
    if word.text not in allowed:
        names = ", ".join(allowed)
        raise NotationError(
            Text(en=f"{word.text!r} is none of: {names}", ru=f"{word.text!r} — а нужно одно из: {names}"),
            source,
            word.at,
        )
    return allowed[word.text]


def too_many_words(source: str, word: Word) -> NotationError:
    """The error for something after the end of a notation."""
    return NotationError(
        Text(en=f"nothing was expected here, found {word.text!r}", ru=f"здесь лишнее: {word.text!r}"),
        source,
        word.at,
    )


def is_missing(source: str, en: str, ru: str) -> NotationError:
    """The error for a notation that ends too early."""
    return NotationError(
        Text(en=f"the notation is too short: expected {en}", ru=f"запись оборвана: нужно {ru}"),
        source,
        len(source),
    )


def _bad_letter(sign: str, letters: str) -> Text:
    shown = " ".join(letters)
    if not sign:
        return Text(
            en=f"the row ends with a number; expected one of {shown}",
            ru=f"строка кончается числом; нужен один из знаков {shown}",
        )
    return Text(en=f"{sign!r} is no sign of this board; use {shown}", ru=f"знака {sign!r} нет; есть {shown}")


def _bad_length(number: int, seen: int, wanted: int) -> Text:
    return Text(
        en=f"row {number} has {seen} places, expected {wanted}; add or remove signs",
        ru=f"в строке {number} мест {seen}, нужно {wanted}; добавьте или уберите знаки",
    )


def _bad_count(seen: int, wanted: int) -> Text:
    return Text(
        en=f"there are {seen} rows, expected {wanted}; rows are separated by /",
        ru=f"строк {seen}, нужно {wanted}; строки разделяет /",
    )


def _long_run() -> Text:
    return Text(en=f"a run is longer than {MAX_RUN} places", ru=f"повтор длиннее {MAX_RUN} мест")

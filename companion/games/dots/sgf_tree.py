"""The file format SGF by itself: game trees of nodes with properties, each with its place in the text.

Only the main line of a tree is kept, as a replay needs it; what a property means is told in `sgf.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.errors import NotationError
from companion.text import Text

QUOTED = 24
"""Letters shown round a typo."""


class SgfError(NotationError):
    """A file that is no SGF of dots; says the line and column of the first bad letter, from 1."""

    code = "SGF"

    def spot(self, lang: str) -> str:
        """Where the typo is: `(line 2, column 17, after the ^: ";B[bb]^;W[zz]")`."""
        if self.at is None:
            return ""
        before = self.source[: self.at]
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        left = before[before.rfind("\n") + 1 :][-QUOTED:]
        right = self.source[self.at :].partition("\n")[0][:QUOTED]
        return Text(
            en=f' (line {line}, column {column}, after the ^: "{left}^{right}")',
            ru=f' (строка {line}, столбец {column}, после ^: "{left}^{right}")',
        )(lang)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a property, unescaped, and where its text starts."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Property:
    """A property such as `B` or `SZ` with its values."""

    name: str
    at: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the main line."""

    at: int
    properties: tuple[Property, ...]

    def values(self, name: str) -> tuple[Value, ...]:
        """All values of a property, none if it is not there."""
        return tuple(value for one in self.properties if one.name == name for value in one.values)

    def first(self, name: str) -> Value | None:
        """The first value of a property."""
        return next(iter(self.values(name)), None)


def read_trees(source: str) -> tuple[tuple[Node, ...], ...]:
    """The main line of every game in the text; raises `SgfError`."""
    reader = _Reader(source)
    games = []
    reader.at = source.find("(")
    if reader.at < 0:
        raise SgfError(NO_TREE, source, 0)
    while reader.peek() == "(":
        games.append(tuple(reader.tree()))
    if reader.at < len(source):
        raise SgfError(NOT_EXPECTED.fill(seen=source[reader.at]), source, reader.at)
    return tuple(games)


class _Reader:
    """A place in the text that moves on."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0

    def peek(self) -> str:
        """The next letter that is no white space, empty at the end."""
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1
        return self.source[self.at : self.at + 1]

    def tree(self) -> Iterator[Node]:
        """The nodes of a tree's main line: its own and those of its first branch; the others are skipped.

        Goes by a counter, not by recursion, so that a long file cannot exhaust the stack."""
        opened = self.at
        depth, is_main = 0, True
        while True:
            sign = self.peek()
            if sign == "(":
                depth += 1
                self.at += 1
            elif sign == ")":
                self.at += 1
                depth -= 1
                if depth == 0:
                    return
                is_main = False
            elif sign == ";":
                node = self.node()
                if is_main:
                    yield node
            elif not sign:
                raise SgfError(NOT_CLOSED, self.source, opened)
            else:
                raise SgfError(NOT_EXPECTED.fill(seen=sign), self.source, self.at)

    def node(self) -> Node:
        """The node at the `;` here."""
        at = self.at
        self.at += 1
        found = []
        while self.peek().isalpha():
            found.append(self.property())
        return Node(at, tuple(found))

    def property(self) -> Property:
        """The property whose name starts here; lower-case letters in names are old style and mean nothing."""
        match = re.compile(r"[A-Za-z]+").match(self.source, self.at)
        if match is None:
            raise SgfError(NOT_EXPECTED.fill(seen=self.source[self.at]), self.source, self.at)
        at, self.at = self.at, match.end()
        name = "".join(letter for letter in match.group() if letter.isupper())
        values = []
        while self.peek() == "[":
            values.append(self.value())
        if not name or not values:
            raise SgfError(NO_VALUE.fill(name=match.group()), self.source, self.at)
        return Property(name, at, tuple(values))

    def value(self) -> Value:
        """The value in the brackets that open here."""
        at = self.at
        match = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL).match(self.source, at)
        if match is None:
            raise SgfError(OPEN_VALUE, self.source, at)
        self.at = match.end()
        return Value(re.sub(r"\\(\n|.)", lambda one: one[1].strip("\n"), match[1], flags=re.DOTALL), at + 1)


def escape(text: str) -> str:
    """A text as it stands inside the brackets of a value."""
    return re.sub(r"([\]\\:])", r"\\\1", text)


NO_TREE = Text(en="this is no SGF: expected (;GM[40]...", ru="это не SGF: нужно (;GM[40]...")
NOT_CLOSED = Text(
    en="the game that begins here is not closed: expected )", ru="игра, начатая здесь, не закрыта: нужна )"
)
NOT_EXPECTED = Text(
    en="{seen!r} was not expected here; ( ; ) were", ru="здесь не ждали {seen!r}; нужно ( ; )"
)
NO_VALUE = Text(en="property {name} has no value: expected [", ru="у свойства {name} нет значения: нужна [")
OPEN_VALUE = Text(
    en="the value that begins here is not closed: expected ]", ru="значение не закрыто: нужна ]"
)

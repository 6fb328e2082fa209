"""What a game can be asked beyond judge, moves and hint: about several photos, two sheets, or none at all.

A game lists its questions in `Game.questions`; `companion ask GAME QUESTION ...` puts them. Two are shared by
name where games have them: `photos`, several photos of one sheet, oldest first, and `sheets`, the sheets of
all players of one game. Whether photos show one sheet or several is checked here, by their serial numbers."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion import notation
from companion.errors import CompanionError
from companion.options import render_options
from companion.position import Problem
from companion.text import Text, same

if TYPE_CHECKING:
    from companion.found import PhotoReport
    from companion.game import Game
    from companion.referee import Report


@dataclass(frozen=True, slots=True)
class Given:
    """What came with a question: positions in their order, the game's options, words by name, and chance."""

    positions: tuple[Any, ...]
    options: Any
    words: Mapping[str, str]
    chance: Random


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer: lines for people, what is wrong on the paper, and the same as data for JSON."""

    lines: tuple[Text, ...]
    problems: tuple[Problem, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_problems(self) -> bool:
        """Whether anything on the paper breaks the rules; notes do not count."""
        return any(not problem.is_note for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what it asks, how many positions it needs, and who answers it.

    `words` are further words it takes, as `name=value`; `is_one_sheet` says that all photos must show the same
    sheet, or different ones, `None` that it does not matter."""

    title: Text
    least: int
    most: int
    answer: Callable[[Given], Answer]
    words: Mapping[str, Text] = field(default_factory=dict)
    is_one_sheet: bool | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a position came from: the text given, and the report where that was a photo."""

    name: str
    position: Any
    report: Report | None = None

    @property
    def serial(self) -> str | None:
        """The serial number of the sheet on the photo."""
        return None if self.report is None or self.report.sheet is None else self.report.sheet.serial


def find_question(game: Game[Any, Any], name: str) -> Question:
    """The question of that name. Raises `CompanionError` that lists those there are."""
    if name not in game.questions:
        known = ", ".join(game.questions) or "-"
        raise CompanionError(UNKNOWN.fill(game=game.name, name=name, known=known))
    return game.questions[name]


def split_words(question: Question, inputs: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The inputs that are positions, and the words `name=value` that the question takes."""
    positions, words = [], {}
    for one in inputs:
        name, equals, value = one.partition("=")
        if equals and name in question.words:
            words[name] = value
        else:
            positions.append(one)
    return positions, words


def read_source(game: Game[Any, Any], text: str, options: Any, *, are_set: bool) -> Source:
    """A photo if there is such a file, else a notation or board picture. Raises `CompanionError`.

    A printed sheet tells its options; `are_set` says that the caller's count instead."""
    if not os.path.isfile(text):
        if notation.is_picture(text):
            return Source(text, game.parse_board(text, options))
        return Source(text, game.parse(text.strip(), options))
    # Reading a photo loads everything that is heavy.
    from companion.found import Wanted
    from companion.reading import read_file

    photo = read_file(Path(text), Wanted(game, options if are_set else None))
    if photo.error is not None:
        raise CompanionError(same(f"{text}: ") + photo.error)
    report = _one_played(photo)
    return Source(text, report.position, report)


def _one_played(photo: PhotoReport) -> Report:
    """The position on a photo; of several boards the one that is played on."""
    played = [found for found in photo.found if any(mark.symbol.value != "nothing" for mark in found.marks)]
    if len(played or photo.found) != 1:
        raise CompanionError(same(f"{photo.photo}: ") + SEVERAL)
    return (played or photo.found)[0].report


def ask(
    question: Question, sources: Sequence[Source], options: Any, words: Mapping[str, str], seed: int | None
) -> Answer:
    """Put a question. Raises `CompanionError` where positions or sheets do not suit it."""
    if not question.least <= len(sources) <= question.most:
        wanted = f"{question.least}..{question.most}" if question.least < question.most else question.least
        raise CompanionError(WRONG_NUMBER.fill(wanted=wanted, given=len(sources)))
    serials = {source.serial for source in sources if source.serial is not None}
    photos = [source for source in sources if source.serial is not None]
    if question.is_one_sheet is True and len(serials) > 1:
        raise CompanionError(NOT_ONE_SHEET.fill(serials=", ".join(sorted(serials))))
    if question.is_one_sheet is False and len(serials) < len(photos):
        raise CompanionError(ONE_SHEET.fill(serial=", ".join(sorted(serials))))
    if len({render_options(source.position.options) for source in sources}) > 1:
        raise CompanionError(OTHER_OPTIONS)
    options = sources[0].position.options if sources else options
    positions = tuple(source.position for source in sources)
    return question.answer(Given(positions, options, words, Random(seed)))


UNKNOWN = Text(
    en="{game} has no question {name!r}; it can be asked: {known}",
    ru="у игры {game} нет вопроса {name!r}; есть: {known}",
)
SEVERAL = Text(
    en="several boards are played on; photograph one at a time", ru="сыграно несколько полей; снимите одно"
)
WRONG_NUMBER = Text(
    en="this question needs {wanted} photos or notations, {given} given",
    ru="для этого вопроса нужно снимков или записей: {wanted}, а дано {given}",
)
NOT_ONE_SHEET = Text(
    en="the photos show different sheets ({serials}); give photos of one sheet, oldest first",
    ru="на снимках разные листы ({serials}); нужны снимки одного листа, сначала старые",
)
ONE_SHEET = Text(
    en="the photos show the same sheet ({serial}); give one photo of each player's sheet",
    ru="на снимках один и тот же лист ({serial}); нужно по снимку листа каждого игрока",
)
OTHER_OPTIONS = Text(
    en="the positions are of games with different options; give --set for all of them",
    ru="позиции из игр с разными параметрами; задайте --set для всех",
)

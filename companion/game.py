"""The record that joins a game's rules with paper: everything the rest of the program may ask of a game."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from companion.position import Alternatives, Highlight, Hint, Position, Score
from companion.questions import Question
from companion.text import Text, same

if TYPE_CHECKING:
    from companion.by_hand import Field
    from printables.layout import Sheet
    from printables.marks import Mark
    from vision.squares.clusters import Box
    from vision.squares.drawn import Drawn

P = TypeVar("P", bound=Position)
O = TypeVar("O")
O_contra = TypeVar("O_contra", contravariant=True)
P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Player:
    """One side of a game: the key used in notations and JSON, and what people call it."""

    key: str
    title: Text


class SheetMaker(Protocol[O_contra]):
    """Makes the printed page of a game."""

    def __call__(
        self, options: O_contra, *, paper: str, lang: str, serial: int | str, options_code: int = 0
    ) -> Sheet:
        """The sheet; `serial` numbers the print, `options_code` goes on the code strip."""


class MarkReader(Protocol[O_contra, P_co]):
    """Turns the marks of one group of boards into a position."""

    def __call__(self, marks: Sequence[Mark], options: O_contra, begins: int | None = None) -> P_co:
        """The position; `begins` is the player whose "who begins" box is ticked."""


@dataclass(frozen=True, slots=True)
class Format(Generic[P, O]):
    """A foreign way to write games: `read` takes a whole file with one or more games, `write` makes one.

    Either is `None` where the format goes one way only, such as a picture."""

    title: Text
    read: Callable[[str, O], tuple[P, ...]] | None = None
    write: Callable[[Sequence[P]], str] | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[P, O]):
    """One game: its names, its options and its functions."""

    name: str
    title: Text
    players: tuple[Player, ...]
    options: type[O]
    folder: Path
    start: Callable[[O], P]
    """The position before the first move."""
    parse: Callable[[str, O], P]
    """Reads the one-line notation."""
    parse_board: Callable[[str, O], P]
    """Reads a board picture as the rules files show it."""
    picture: Callable[[P], str]
    """The board as letters, row under row."""
    sheet: SheetMaker[O]
    read: MarkReader[O, P]
    ink: Callable[[P], tuple[Mark, ...]]
    """The marks that players would have drawn: the inverse of `read`."""
    hint: Callable[[P], Hint | None]
    score: Callable[[P], Score | None]
    """Counted points; `None` when the order of play leaves them open (see `alternatives`)."""
    place_name: Callable[[P, Any], Text]
    """What players call a place of the board; where moves are strokes, a stroke too."""
    alternatives: Callable[[P], Alternatives] = lambda position: Alternatives()
    score_names: Mapping[str, Text] = field(default_factory=dict)
    """What people call the counted facts whose keys are not players."""
    highlights: Callable[[P], tuple[Highlight, ...]] = lambda position: ()
    """What a picture of the position shows beside the marks: captured areas, a winning line, sunk ships."""
    random_position: Callable[[O, Random], P] | None = None
    """A lawful position as it may occur in a game; without one, moves are drawn at random from the start."""
    fresh: Callable[[O, Random], O] = lambda options, chance: options
    """The options of a new print, where something is drawn by lot for each one and was not asked for."""
    formats: Mapping[str, Format[P, O]] = field(default_factory=dict)
    """Foreign formats by name, beside the notation that every game has."""
    questions: Mapping[str, Question] = field(default_factory=dict)
    """What the game can be asked about several photos, sheets of all players, and the like."""
    spot_name: Callable[[Any], Text] = lambda where: same(str(where))
    """What players call the place of a mark, in the board's own numbers."""
    on_board: Callable[[Any], Any] = lambda place: place
    """Where a place or stroke of the rules lies on the sheet's board, where the board's lattice begins elsewhere."""
    moves_board: str = ""
    """The board where moves are made, where a position has several boards; "": its only one."""
    turn_reason: Callable[[P], Text | None] = lambda position: None
    """Why it is whose turn, or the question that would settle it, where counting marks tells."""

    by_hand: Callable[[Drawn], Sequence[Field]] = lambda drawn: ()
    """Where this game is drawn by hand on squared paper, if it may be."""
    by_hand_in: Callable[[Drawn, Box], Field | None] | None = None
    """The game in a field that somebody pointed out, between crossings; nothing where it does not fit in."""

    def __reduce__(self) -> tuple[Callable[[str], Game[Any, Any]], tuple[str]]:
        """A game goes to a worker process by its name: its functions are code, which is there already."""
        return game_named, (self.name,)

    def rules(self, lang: str) -> str:
        """The rules for families, as Markdown."""
        return (self.folder / f"rules.{lang}.md").read_text(encoding="utf-8")

    def player_key(self, index: int | None) -> str | None:
        """The key of a player, `None` for nobody."""
        return None if index is None else self.players[index].key


def game_named(name: str) -> Game[Any, Any]:
    """The game in the folder of that name."""
    game = importlib.import_module(f"companion.games.{name}").GAME
    assert isinstance(game, Game)
    return game

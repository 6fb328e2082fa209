"""Which games may be drawn on squared paper: each says how well it fits, and the best ones are taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion import catalog
from companion.by_hand import Field
from companion.found import Wanted
from companion.game import Game
from companion.seen_squares import MOST_GAMES, SeenField, SeenPaper, box_of

if TYPE_CHECKING:
    from vision.squares.clusters import Box
    from vision.squares.read import SquaredPage

CLEAR_FIT = 0.4
"""A game with this fit is clear: it goes before small grids, unless its marks seem to be theirs."""

NEAR_FIT = 0.02
"""Fits that differ by less are as good: then the game that explains more of what is drawn is it."""

LEAST_FIT = 0.25
"""Less speaks for scribbles, not for a game."""

LEAST_MARKS = 12
LEAST_DENSE = 0.05
"""What a game beside another must have drawn, in all and for each square of its field: words beside a game, and holes
along a page's edge, look like a few signs."""

ROOM = 2
"""Squares round a game that are its own: letters along its frame, a stray mark."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A game that seems to be drawn in a field of a squared page, the `number`th of the photo."""

    game: Game[Any, Any]
    field: Field
    page: SquaredPage
    number: int

    @property
    def box(self) -> Box:
        """The crossings round it."""
        return box_of(self.field, self.page.drawn.square_mm)


def guesses_on(pages: Sequence[SquaredPage], wanted: Wanted) -> Iterator[Guess]:
    """All games that may be drawn on the squared papers of a photo."""
    games = catalog.all_games() if wanted.game is None else (wanted.game,)
    for number, page in enumerate(pages):
        for game in games:
            for field in game.by_hand(page.drawn):
                yield Guess(game, field, page, number)


def best_of(guesses: Sequence[Guess]) -> Guess | None:
    """The game that fits best, or of several that fit as well the one that explains most."""
    most = max((guess.field.fit for guess in guesses), default=0.0)
    near = [guess for guess in guesses if guess.field.fit > most - NEAR_FIT]
    return max(near, key=lambda guess: (guess.field.marks, guess.field.fit), default=None)


def with_others(best: Guess, pages: Sequence[SquaredPage], wanted: Wanted) -> tuple[list[Guess], list[Guess]]:
    """The best guess with further games that are clear where it is not; and what else may be there."""
    found = [best]
    rest = list(pages)
    while True:
        taken = found[-1]
        page = rest[taken.number]
        rest[taken.number] = replace(page, drawn=page.drawn.outside_box(taken.box.wider(ROOM)))
        beside = [
            guess for guess in guesses_on(rest, wanted) if not any(_are_one(guess, one) for one in found)
        ]
        clear = [guess for guess in beside if guess.field.fit >= CLEAR_FIT and _is_full(guess)]
        if not clear or len(found) == MOST_GAMES:
            return found, [guess for guess in beside if guess.field.fit >= LEAST_FIT]
        found.append(max(clear, key=lambda guess: guess.field.fit))


def _is_full(guess: Guess) -> bool:
    """Whether enough is drawn in a field for a game of its own."""
    return guess.field.marks >= max(LEAST_MARKS, LEAST_DENSE * guess.box.width * guess.box.height)


def _are_one(one: Guess, two: Guess) -> bool:
    """Whether two games claim the same squares."""
    return one.number == two.number and one.box.meets(two.box)


def seen_field(guess: Guess, paper: SeenPaper) -> SeenField:
    """A guess as people are shown it, on its paper."""
    box = guess.box
    sides = (box.left, box.top, box.right, box.bottom)
    return SeenField(
        guess.game,
        guess.field.fit,
        guess.field.why,
        guess.number,
        sides,
        paper.corners_of(sides),
    )

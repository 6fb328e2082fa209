"""Squared paper in a photo as people are shown it: its crossings, and the fields where games seem to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.by_hand import Field
    from companion.game import Game
    from vision.errors import PhotoError
    from vision.squares.clusters import Box
    from vision.squares.read import SquaredPage

PointPx = tuple[float, float]
Sides = tuple[int, int, int, int]
"""Left, top, right and bottom of a field, in crossings of its paper."""

MOST_GAMES = 6
"""Read in one photo."""

MOST_OFF = 1.5
"""What lies on a paper is at most so many squares away from its crossings."""


@dataclass(frozen=True, slots=True)
class SeenPaper:
    """Squared paper: where its crossings are, px of the photo as given (rows, columns, 2), and which there are."""

    crossings_px: NDArray[np.float64]
    is_there: NDArray[np.bool_]

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> SeenPaper:
        """The paper as `to_json` told it. Raises `ValueError`, `KeyError`."""
        import numpy as np

        is_there = np.array([[letter == "1" for letter in row] for row in kept["is_there"]])
        return SeenPaper(np.array(kept["crossings_px"], float), is_there)

    def to_json(self) -> dict[str, Any]:
        """The crossings in whole pixels, and for every row of them a word of 0 and 1."""
        return {
            "crossings_px": self.crossings_px.round().astype(int).tolist(),
            "is_there": ["".join("01"[is_there] for is_there in row) for row in self.is_there.astype(int)],
        }

    @property
    def pitch_px(self) -> float:
        """The typical side of a square."""
        import numpy as np

        steps = np.diff(self.crossings_px, axis=1)
        return float(np.median(np.hypot(steps[..., 0], steps[..., 1])))

    def crossings_at(self, points_px: Sequence[PointPx]) -> tuple[list[tuple[int, int]], list[float]]:
        """The crossings nearest to places in the photo, and how far away they are, in squares."""
        import numpy as np

        gaps = np.hypot(
            *(np.array(points_px)[:, None] - self.crossings_px.reshape(1, -1, 2)).transpose(2, 0, 1)
        )
        rows, columns = np.divmod(gaps.argmin(axis=1), self.crossings_px.shape[1])
        places = [(int(column), int(row)) for row, column in zip(rows, columns, strict=True)]
        return places, [float(gap) / self.pitch_px for gap in gaps.min(axis=1)]

    def sides_between(self, corners_px: Sequence[PointPx]) -> tuple[Sides, float] | None:
        """The box of crossings nearest to four corners in the photo, in whichever order round it, and how far they
        lie from it, in squares; nothing when the corners enclose no square."""
        places, gaps = self.crossings_at(corners_px)
        across, down = (sorted(place[k] for place in places) for k in (0, 1))
        left, right = (round(sum(across[one : one + 2]) / 2) for one in (0, 2))
        top, bottom = (round(sum(down[one : one + 2]) / 2) for one in (0, 2))
        return ((left, top, right, bottom), max(gaps)) if left < right and top < bottom else None

    def corners_of(self, sides: Sides) -> tuple[PointPx, ...]:
        """Where a box of crossings has its corners in the photo, from its top left clockwise."""
        left, top, right, bottom = sides
        px = [
            self.crossings_px[y, x] for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in px)


@dataclass(frozen=True, slots=True)
class SeenField:
    """A field where a game is drawn, or seems to be: which game, from 0 to 1 how well it fits, and why.

    `paper` says on which of the squared papers, `sides` between which crossings of it. Both are
    `None` for a grid on any paper. `corners_px` go round the field from its top left, px of the photo as given.
    """

    game: Game[Any, Any]
    fit: float
    why: Text
    paper: int | None
    sides: Sides | None
    corners_px: tuple[PointPx, ...]

    def to_json(self, lang: str) -> dict[str, Any]:
        """As `read --json` lists it."""
        return {
            "game": self.game.name,
            "fit": round(self.fit, 3),
            "reason": self.why(lang),
            "corners_px": [list(corner) for corner in self.corners_px],
        }


@dataclass(frozen=True, slots=True)
class SeenSquares:
    """All squared papers in a photo and the games that may be drawn on them, the likeliest first.

    `size_px` is the photo's as given. `is_sure` says whether what was read is what is drawn, as far as anybody can
    tell who does not ask.
    """

    size_px: tuple[int, int]
    papers: tuple[SeenPaper, ...]
    fields: tuple[SeenField, ...]
    is_sure: bool


@dataclass(frozen=True, slots=True)
class PointedOut:
    """A game, and between which corners it is drawn: from the field's top left clockwise, px of the upright photo."""

    game: Game[Any, Any]
    corners_px: tuple[PointPx, ...]


def seen_paper(page: SquaredPage, decoded_scale: float) -> SeenPaper:
    """A squared page as people are shown it."""
    return SeenPaper(page.paper.crossings_px() / decoded_scale, page.paper.is_there)


def paper_under(
    papers: Sequence[SeenPaper], corners_px: Sequence[PointPx]
) -> tuple[int, Sides, float] | None:
    """Which paper four corners in the photo lie on, between which of its crossings, and how far from these, in squares;
    nothing when they enclose no square of any."""
    found = [
        (between[1], number, between[0])
        for number, paper in enumerate(papers)
        if (between := paper.sides_between(corners_px)) is not None
    ]
    if not found:
        return None
    off, number, sides = min(found)
    return number, sides, off


def box_of(field: Field, square_mm: float) -> Box:
    """The crossings round all boards of a field."""
    from vision.squares.clusters import Box

    boxes = [board.box_mm for board in field.boards]
    left, top = (round(min(box[k] for box in boxes) / square_mm) - 1 for k in (0, 1))
    right, bottom = (round(max(box[k] for box in boxes) / square_mm) - 1 for k in (2, 3))
    return Box(left, top, right, bottom)


# --- fields that cannot be ----------------------------------------------------------------------------


def unfit(game: Game[Any, Any], width: int, height: int) -> PhotoError:
    """Why a game cannot be read in a field of so many squares."""
    return _field_unfit(
        Text(
            en="{title} does not fit into a field of {width} by {height} squares; move the field's corners to the "
            "corners of the game, or choose another game",
            ru="игра «{title}» не помещается в поле {width} на {height} клеток; передвиньте углы поля на углы игры "
            "или выберите другую игру",
        ).fill(title=game.title, width=width, height=height)
    )


def no_game(game: Game[Any, Any]) -> PhotoError:
    """Why a game that needs its printed sheet cannot be read on squared paper."""
    return _field_unfit(
        Text(
            en="{title} is not read on squared paper, only on its printed sheet; choose another game",
            ru="игру «{title}» с клетчатой бумаги не прочитать, только с её печатного листа; выберите другую игру",
        ).fill(title=game.title)
    )


def no_grid() -> PhotoError:
    """Why no small grid can be read in a field."""
    return _field_unfit(
        Text(
            en="no grid of three by three is seen in this field; move its corners round the grid, or choose another "
            "game",
            ru="в этом поле не видно сетки три на три; обведите сетку полем или выберите другую игру",
        )
    )


def off_paper() -> PhotoError:
    """Why a field cannot be read."""
    return _field_unfit(
        Text(
            en="the field does not lie on the squares that were found; move its corners onto them",
            ru="поле лежит не на найденных клетках; передвиньте его углы на клетки",
        )
    )


def _field_unfit(text: Text) -> PhotoError:
    from vision.errors import PhotoError

    return PhotoError(text.en, text.ru, code="FIELD_UNFIT")

"""Where a game is: the photo with the squares that were found, a field to be moved over them, and the games' names.

One tap on a name has the photo read as that game in the field as it stands. What else was read in the photo is read
again where it was, and keeps its corrections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion import catalog
from companion.freehand import games_by_hand
from companion.game import Game
from companion.seen_squares import MOST_GAMES, PointPx, SeenPaper, Sides, paper_under
from companion.text import Text, join
from web import words
from web.guard import UPLOADS, limiter
from web.results import error_of, found_upload, hidden
from web.snap import plain_error
from web.storage.sent import Pointed
from web.storage.store import current_store
from web.storage.tables import State, Upload, UploadedPhoto
from web.work.door import current_door

pages = Blueprint("fields", __name__, url_prefix="/results/<token>/<int(min=1, max=99):number>")

SHARE = 0.5
"""Of a paper on which nothing is seen, so much is the field to begin with."""

LINE_STEP = 2
"""Lines of the squares are drawn through every so many crossings: between them they are as good as straight."""


@dataclass(frozen=True, slots=True)
class Start:
    """A field to begin with: what it is called, on which paper and between which crossings; the game it was read as."""

    label: Text
    paper: int
    sides: Sides
    game: str | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A game to be tapped on, what speaks for it, and whether anything does."""

    game: Game[Any, Any]
    why: Text | None
    is_likely: bool


class FieldPage:
    """A photo of squared paper on which somebody points out where a game is, the `place`th one of the photo.

    `start` says with which of the `starts` to begin, if anybody said.
    """

    def __init__(self, upload: Upload, photo: UploadedPhoto, place: int, start: int | None = None) -> None:
        assert photo.squares is not None
        self.token, self.photo, self.place, self.start = upload.token, photo, place, start
        self.squares: dict[str, Any] = photo.squares

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the photo."""
        width, height = self.squares["size_px"]
        return width, height

    @cached_property
    def papers(self) -> list[SeenPaper]:
        """The squared papers."""
        return [SeenPaper.from_json(one) for one in self.squares["papers"]]

    @cached_property
    def lines(self) -> list[Markup]:
        """The squares of every paper, as the path of an SVG in pixels of the photo."""
        return [Markup(" ".join(_lines(paper))) for paper in self.papers]

    @cached_property
    def crossings(self) -> list[dict[str, Any]]:
        """Where the crossings of every paper are, for the script: how many there are across, and x, y, x, y, ..."""
        return [
            {
                "columns": paper.crossings_px.shape[1],
                "px": paper.crossings_px.round().astype(int).ravel().tolist(),
            }
            for paper in self.papers
        ]

    @cached_property
    def starts(self) -> list[Start]:
        """Fields to choose from: what was read, what else was seen, and the middle of every other paper."""
        found: list[Start] = []
        pointed = (self.photo.pointed_out or {}).get("fields", [])[self.place - 1 : self.place]
        for one in pointed if self.is_trouble else ():
            if (where := self._sides_of([(x, y) for x, y in one["corners_px"]])) is not None:
                found.append(Start(words.YOUR_FRAME, *where, one["game"], is_chosen=True))
        for number, position in enumerate(self.photo.positions, 1):
            where = self._sides_of([(x, y) for x, y in position.corners_px])
            if where is not None:
                title = catalog.find_game(position.game).title
                label = words.READ_AS.fill(title=title)
                found.append(Start(label, *where, position.game, is_chosen=number == self.place))
        for field in self.squares["fields"]:
            left, top, right, bottom = field["sides"]
            sides = (left, top, right, bottom)
            if not any(one.paper == field["paper"] and _overlap(one.sides, sides) for one in found):
                label = words.MAYBE_GAME.fill(title=catalog.find_game(field["game"]).title)
                found.append(Start(label, field["paper"], sides))
        for number, paper in enumerate(self.papers):
            if not any(one.paper == number for one in found):
                label = words.PAGE_MIDDLE if len(self.papers) == 1 else words.OTHER_PAPER
                found.append(Start(label, number, _middle(paper)))
        return found

    @cached_property
    def chosen(self) -> Start:
        """The field that is shown at first."""
        if self.start in range(len(self.starts)):
            return self.starts[self.start or 0]
        return next((one for one in self.starts if one.is_chosen), self.starts[-1 if self._is_new else 0])

    @property
    def _is_new(self) -> bool:
        """Whether a game is wanted that is not among those read."""
        return len(self.photo.positions) < self.place and len(self.starts) > len(self.photo.positions) > 0

    @cached_property
    def games(self) -> list[Named]:
        """All games that may be drawn by hand, the likeliest in the chosen field first."""
        whys: dict[str, Text | None] = {} if self.chosen.game is None else {self.chosen.game: None}
        for field in self.squares["fields"]:
            if field["paper"] == self.chosen.paper and _overlap(field["sides"], self.chosen.sides):
                whys[field["game"]] = whys.get(field["game"]) or Text(**field["why"])
        names = [*whys, *(name for name in games_by_hand() if name not in whys)]
        return [Named(catalog.find_game(name), whys.get(name), name in whys) for name in names]

    @property
    def titles(self) -> Text:
        """The games that were read."""
        return join([catalog.find_game(position.game).title for position in self.photo.positions])

    @property
    def told(self) -> Text:
        """Why this page is shown: what was wrong last time, what was read, or that nothing was."""
        refused = (self.photo.pointed_out or {}).get("refused")
        if refused is not None:
            return plain_error(Text(en=refused["en"], ru=refused["ru"]))
        error = error_of(self.photo)
        if error is not None:
            return error if self.photo.pointed_out else words.SQUARES_SEEN
        if self.squares["is_sure"]:
            return words.FIELD_LEAD
        return words.UNSURE_GAME.fill(title=catalog.find_game(self.photo.positions[0].game).title)

    @property
    def is_trouble(self) -> bool:
        """Whether something went wrong that was pointed out."""
        pointed = self.photo.pointed_out or {}
        return pointed.get("refused") is not None or (bool(pointed) and self.photo.error_code is not None)

    def _sides_of(self, corners: Sequence[PointPx]) -> tuple[int, Sides] | None:
        """The paper and the sides of a field that was read."""
        under = paper_under(self.papers, corners)
        return None if under is None else under[:2]


@pages.get("/field")
def field(token: str, number: int) -> Response:
    """The photo with its squares and a field."""
    upload, photo = _photo(token, number)
    page = FieldPage(upload, photo, request.args.get("place", 1, int), request.args.get("start", None, int))
    return hidden(Response(render_template("field.html", page=page, upload=upload, photo=photo)))


@pages.post("/field")
@limiter.limit(UPLOADS)
def read(token: str, number: int) -> AnyResponse:
    """Read the photo as a game in the field as it stands."""
    upload, photo = _photo(token, number)
    page = FieldPage(upload, photo, request.form.get("place", 1, int))
    name = request.form.get("game", "")
    if name not in games_by_hand():
        abort(400)
    pointed = [
        Pointed(position.game, tuple((x, y) for x, y in position.corners_px)) for position in photo.positions
    ]
    place = min(max(page.place, 1), len(pointed) + 1, MOST_GAMES)
    pointed[place - 1 : place] = [Pointed(name, _asked_corners(page))]
    if not current_store().point_out(token, number, pointed):
        abort(404)
    current_door().submit([photo.id])
    return redirect(url_for("results.result", token=token, shown=1, _anchor=f"p{number}-{place}"), 303)


def _photo(token: str, number: int) -> tuple[Upload, UploadedPhoto]:
    """A photo of squared paper that is read or refused, or 404."""
    upload = found_upload(token)
    photo = next((photo for photo in upload.photos if photo.number == number), None)
    if photo is None or photo.squares is None or photo.state not in (State.READ, State.REFUSED):
        abort(404)
    return upload, photo


def _asked_corners(page: FieldPage) -> tuple[PointPx, ...]:
    """The corners in the photo of the field that a form tells in crossings; 400 when there is no such field."""
    try:
        paper = dict(enumerate(page.papers))[int(request.form["paper"])]
        left, top, right, bottom = (int(request.form[side]) for side in ("left", "top", "right", "bottom"))
    except (KeyError, ValueError):
        abort(400)
    rows, columns = paper.is_there.shape
    left, right = sorted((left, right))
    top, bottom = sorted((top, bottom))
    if not (0 <= left < right < columns and 0 <= top < bottom < rows):
        abort(400)
    return paper.corners_of((left, top, right, bottom))


def _overlap(one: Sequence[int], two: Sequence[int]) -> bool:
    """Whether two fields have their middles in common: then they are two ways to see one game."""
    return any(
        a[0] <= (b[0] + b[2]) / 2 <= a[2] and a[1] <= (b[1] + b[3]) / 2 <= a[3]
        for a, b in ((one, two), (two, one))
    )


def _middle(paper: SeenPaper) -> Sides:
    """The middle part of a paper, as a field to begin with."""
    rows, columns = (side - 1 for side in paper.is_there.shape)
    across, down = round(columns * (1 - SHARE) / 2), round(rows * (1 - SHARE) / 2)
    return across, down, max(columns - across, across + 1), max(rows - down, down + 1)


def _lines(paper: SeenPaper) -> Iterator[str]:
    """The squares of a paper, line by line; gaps where there is no paper."""
    for px, is_there in (
        (paper.crossings_px, paper.is_there),
        (paper.crossings_px.swapaxes(0, 1), paper.is_there.T),
    ):
        for line, there in zip(px.round().astype(int).tolist(), is_there.tolist(), strict=True):
            places = [place for place, is_here in enumerate(there) if is_here]
            if len(places) < 2:
                continue
            steps = [*range(places[0], places[-1], LINE_STEP), places[-1]]
            yield _path([line[step] for step in steps])


def _path(points: Sequence[Sequence[int]]) -> str:
    """A line through points, each told from the one before."""
    (x, y), *rest = points
    told = f"M{x} {y}l"
    for next_x, next_y in rest:
        told += f"{next_x - x} {next_y - y} "
        x, y = next_x, next_y
    return told.rstrip()

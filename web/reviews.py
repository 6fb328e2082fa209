"""One position of a photo as its page shows it: what was read, what was corrected, and what the referee says now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup

from companion import catalog, corrections, overlays, screen
from companion.corrections import EMPTY, Review
from companion.game import Game
from companion.position import Hint, Problem, Score
from companion.text import Text, join, same
from printables.layout import Board, Grid
from printables.marks import At, Choice, Kind, Mark, Symbol
from web import words
from web.languages import current_lang
from web.storage.review import fixes_of, game_of, marks_of, place_of
from web.storage.tables import ReadPosition, UploadedPhoto

MOST_SCORES = 6
MOST_DOUBTS_OPEN = 4
"""Doubtful marks that are asked about at once; the others are folded away."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A counted thing; `player` when it is the points of one."""

    label: Text
    value: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that a button gives: what it says and what it sends."""

    label: Text
    answer: str
    player: int | None
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class Doubted:
    """A doubtful mark with its piece of the photo and the answers that come first."""

    mark: Mark
    where: Text
    cut_out: str | None
    options: tuple[Option, ...]
    percent: int
    is_settling: bool


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction beside what was read there."""

    where: Text
    read: Text
    now: Text

    def line(self) -> Text:
        """Both in one line; a reading that was only confirmed says so."""
        line = words.CONFIRMED_LINE if self.read == self.now else words.CORRECTION_LINE
        return line.fill(where=self.where, read=self.read, now=self.now)


class Sheet:
    """A position with its corrections, judged again; everything else is worked out when the page asks for it."""

    def __init__(
        self, row: ReadPosition, token: str, number: int, photo: UploadedPhoto | None = None
    ) -> None:
        self.row, self.token, self.number, self.place = row, token, number, row.place
        self._photo = photo
        self.game, self.options = game_of(row)
        self.marks = marks_of(row)
        self.fixes = fixes_of(row)
        self.review: Review = corrections.judge_again(
            self.game, self.options, self.marks, self.fixes, row.begins
        )

    @property
    def id(self) -> str:
        """Names the position within its page."""
        return f"p{self.number}-{self.place}"

    @property
    def position(self) -> Any:
        """The position as it counts now."""
        return self.review.report.position

    @property
    def report(self) -> Any:
        """What the referee says now."""
        return self.review.report

    @property
    def is_played(self) -> bool:
        """Whether anything is drawn on it, or was said to be."""
        return bool(self.fixes) or any(mark.symbol is not Symbol.NOTHING for mark in self.marks)

    @property
    def photo(self) -> UploadedPhoto:
        """The photo it was read from."""
        return self._photo or self.row.photo

    @property
    def reason(self) -> Text | None:
        """What speaks for a game drawn by hand, as the report told it."""
        told = [
            (self.photo.report or {}).get(lang, {}).get("readings", [])[self.place - 1 : self.place]
            for lang in ("en", "ru")
        ]
        if not all(reading and reading[0].get("reason") for reading in told):
            return None
        return Text(*(reading[0]["reason"] for reading in told))

    @property
    def is_duel(self) -> bool:
        """Whether the score is two players' points, to be shown large."""
        return len(self.score) == 2 and all(fact.player is not None for fact in self.score)

    @property
    def faults(self) -> list[tuple[int, Problem]]:
        """What breaks the rules, with its number on the picture."""
        return [(n, one) for n, one in enumerate(self.report.problems, 1) if not one.is_note]

    @property
    def notes(self) -> list[tuple[int, Problem]]:
        """What is worth knowing."""
        return [(n, one) for n, one in enumerate(self.report.problems, 1) if one.is_note]

    @cached_property
    def score(self) -> tuple[Fact, ...]:
        """Counted points, nothing when they are open."""
        return () if self.report.score is None else tuple(facts(self.game, self.report.score))

    @cached_property
    def scores(self) -> tuple[Text, ...]:
        """The scores that are possible when it is open."""
        if self.report.score is not None:
            return ()
        open_scores = self.report.alternatives
        shown = [score_text(self.game, score) for score in open_scores.scores[:MOST_SCORES]]
        if len(open_scores.scores) > len(shown) or not open_scores.is_complete:
            shown.append(words.AND_MORE)
        return tuple(shown)

    # --- boards ---------------------------------------------------------------------------------------

    @cached_property
    def photo_boards(self) -> tuple[Board, ...]:
        """The boards where they lie on the flattened photo."""
        known = corrections.boards_of(self.game, self.options)
        asks = {name: board.asks for name, board in known.items()}
        first = next(iter(known.values())).asks
        boards = (
            Board(
                one["name"],
                Grid(one["grid"]),
                (one["origin_mm"][0], one["origin_mm"][1]),
                one["pitch_mm"],
                one["columns"],
                one["rows"],
                asks.get(one["name"], first),
                loose=tuple((x, y) for x, y in one.get("loose_mm", ())),
                drawn=one.get("drawn", 0),
            )
            for one in self.row.boards
        )
        return tuple(corrections.with_points(board, self.review.marks) for board in boards)

    def board(self, name: str) -> Board:
        """A board of the photo by name, the first one for no name."""
        return overlays.board_named(self.photo_boards, name)

    @property
    def flat(self) -> dict[str, Any]:
        """The flattened photo: file, place on the sheet in mm, scale."""
        found: dict[str, Any] = self.row.pictures["flat"]
        return found

    @cached_property
    def photo_layers(self) -> dict[str, Markup]:
        """What is drawn over the photo, layer by layer."""
        boards, report = self.photo_boards, self.report
        played = overlays.board_of_moves(self.game, boards)
        return {
            "areas": Markup(overlays.areas_layer(self.game, self.position, boards)),
            "marks": Markup(overlays.marks_layer(boards, self.review.marks)),
            "doubts": Markup(overlays.doubts_layer(boards, self.review.marks)),
            "moves": Markup(
                "" if played is None else overlays.moves_layer(self.game, played, self.position.moves())
            ),
            "problems": Markup(overlays.problems_layer(self.game, boards, report.problems)),
        }

    @cached_property
    def pictures(self) -> list[tuple[Board, Markup]]:
        """The clean boards with their layers."""
        return board_svgs(self.game, self.position, self.report.problems, f"{self.id}-clean")

    @cached_property
    def names(self) -> dict[int, str]:
        """The file of what each player wrote into his name box."""
        return {
            one["player"]: one["file"] for one in self.row.pictures["names"] if one.get("is_written", True)
        }

    # --- doubts and corrections -----------------------------------------------------------------------

    @cached_property
    def doubts(self) -> list[Doubted]:
        """Doubtful marks that nobody has settled, the least sure first."""
        cut_outs = {(one["board"], place_of(one["at"])): one["file"] for one in self.row.pictures["doubts"]}
        return [
            Doubted(
                mark=mark,
                where=self.place_text(mark.board, mark.at, mark.kind),
                cut_out=cut_outs.get((mark.board, mark.at)),
                options=tuple(self._answers(mark)),
                percent=round(100 * mark.confidence),
                is_settling=bool(doubt.settles),
            )
            for mark, doubt in zip(self.review.doubtful, self.report.doubtful, strict=True)
        ]

    def _answers(self, mark: Mark) -> Iterator[Option]:
        """What was read, its second choice, and nothing: two or three answers."""
        nothing = Choice(Symbol.NOTHING, mark.player) if self._is_asked_twice(mark) else EMPTY
        read = nothing if mark.symbol is Symbol.NOTHING else mark.choice
        other = mark.other or EMPTY
        if other.symbol is Symbol.NOTHING:
            other = nothing
        choices = [read, other, nothing]
        if read.player == other.player and other.symbol is not Symbol.NOTHING is not read.symbol:
            # Two signs of one pen: whose it is matters more.
            possible = corrections.choices_at(self.board(mark.board), mark.kind, mark.at, self.review.marks)
            choices[1:2] = [one for one in possible if one.player not in (read.player, None)] or [other]
        for number, choice in enumerate(dict.fromkeys(choices)):
            yield self._option(choice, is_now=number == 0)

    def _is_asked_twice(self, mark: Mark) -> bool:
        return len([ask for ask in self.board(mark.board).asks if ask.kind is mark.kind]) > 1

    def options_at(self, board: Board, kind: Kind, at: At) -> list[Option]:
        """All that may be said of a place; what stands there now is marked."""
        marks = self.review.marks
        here = [m.choice for m in marks if (m.board, m.kind, m.at) == (board.name, kind, at)]
        here = [choice for choice in here if choice.symbol is not Symbol.NOTHING]
        return [
            self._option(choice, is_now=choice in here or (choice == EMPTY and not here))
            for choice in corrections.choices_at(board, kind, at, marks)
        ]

    def _option(self, choice: Choice, *, is_now: bool) -> Option:
        return Option(
            choice_words(self.game, choice),
            f"{choice.symbol.value}:{_number(choice.player)}",
            choice.player,
            is_now,
        )

    @cached_property
    def corrected(self) -> list[Corrected]:
        """Every correction, the last one first, beside what was read."""
        found = []
        for fix in reversed(self.fixes):
            read = [m for m in self.marks if (m.board, m.kind, m.at) == (fix.board, fix.kind, fix.at)]
            texts = [choice_words(self.game, mark.choice) for mark in read] or [words.SYMBOLS["nothing"]]
            where = self.place_text(fix.board, fix.at, fix.kind)
            found.append(Corrected(where, join(texts), choice_words(self.game, fix.choice)))
        return found

    def place_text(self, board: str, at: At, kind: Kind | None = None) -> Text:
        """What players call a place; a stroke by its ends, the side of a cell by that cell."""
        where = place_words(self.game, self.position, self.board(board), at, kind)
        named = words.BOARDS.get(board)
        return where if named is None else named + same(", ") + where

    # --- moves ----------------------------------------------------------------------------------------

    @cached_property
    def moves(self) -> tuple[Any, ...]:
        """Legal moves."""
        return tuple(self.position.moves())


# --- words --------------------------------------------------------------------------------------------


def facts(game: Game[Any, Any], score: Score) -> Iterator[Fact]:
    """A score as facts with names."""
    keys = [player.key for player in game.players]
    for key, value in score.items():
        yield Fact(_score_name(game, key), f"{value:g}", keys.index(key) if key in keys else None)


def score_text(game: Game[Any, Any], score: Score) -> Text:
    """A score in one line."""
    return join([_score_name(game, key) + same(f": {value:g}") for key, value in score.items()])


def _score_name(game: Game[Any, Any], key: str) -> Text:
    titles = {player.key: player.title for player in game.players} | dict(game.score_names)
    return titles.get(key, same(key))


def choice_words(game: Game[Any, Any], choice: Choice) -> Text:
    """A sign and whose it is, in people's words; where both may mark a place, whose is missing is said too."""
    text = words.SYMBOLS[choice.symbol.value]
    if choice.player is None:
        return text
    player = game.players[choice.player]
    return text if player.title.en == player.key else player.title + same(": ") + text


def place_words(game: Game[Any, Any], position: Any, board: Board, at: At, kind: Kind | None = None) -> Text:
    """What players call a place; `kind` where a stroke on cells may be none along their sides."""
    match at:
        case (_, _) if kind is Kind.BAR:
            return game.place_name(position, at)
        case ((ax, ay), (bx, by)) if board.grid is Grid.CELLS:
            cell = (min(ax, board.columns - 1), min(ay, board.rows - 1))
            side = words.TOP_SIDE if ay == by else words.LEFT_SIDE
            if (ay == by and ay == board.rows) or (ax == bx and ax == board.columns):
                side = words.BOTTOM_SIDE if ay == by else words.RIGHT_SIDE
            return game.place_name(position, cell) + same(", ") + side
        case ((ax, ay), (bx, by)):
            return join([game.place_name(position, end) for end in ((ax, ay), (bx, by))], " - ")
        case (int(x), int(y)):
            return game.place_name(position, (x, y))
    raise ValueError(f"{at!r} is no place")


# --- pictures -----------------------------------------------------------------------------------------


def board_svgs(
    game: Game[Any, Any],
    position: Any,
    problems: tuple[Problem, ...],
    prefix: str,
    tried: tuple[Any, ...] = (),
) -> list[tuple[Board, Markup]]:
    """The clean boards of a position with a group for each layer; `tried` are moves to be ringed."""
    label = words.POSITION_OF.fill(title=game.title)(current_lang())
    pictures = screen.clean_boards(game, position, lang=current_lang())
    boards = [picture.board for picture in pictures]
    played = overlays.board_of_moves(game, boards)
    found = []
    for picture in pictures:
        board = picture.board
        is_played = board == played
        layers = {
            "areas": overlays.areas_layer(game, position, boards, board),
            "moves": overlays.moves_layer(game, board, position.moves()) if is_played else "",
            "problems": overlays.problems_layer(game, boards, problems, board),
            "tried": overlays.last_move_layer(game, board, tried) if is_played or played is None else "",
        }
        drawn = "".join(f'<g class="layer-{name}">{shapes}</g>' for name, shapes in layers.items() if shapes)
        drawn += f'<g class="layer-hint" id="{prefix}-hint-{board.name}" data-part></g><g class="cursor"></g>'
        svg = screen.describe_svg(screen.with_layers(picture.svg, drawn), label)
        found.append((board, Markup(svg)))
    return found


def hint_layers(game: Game[Any, Any], boards: list[Board], hint: Hint) -> dict[str, Markup]:
    """The hint drawn on the board where moves are made, by the name of that board."""
    played = overlays.board_of_moves(game, boards)
    return {} if played is None else {played.name: Markup(overlays.hint_layer(game, played, hint))}


@lru_cache(maxsize=64)
def _hint(name: str, position: Any) -> Hint | None:
    return catalog.find_game(name).hint(position)


def hint_for(game: Game[Any, Any], position: Any) -> Hint | None:
    """A hint; thinking once is enough for one position."""
    return _hint(game.name, position)


def at_text(at: At) -> str:
    """A place as forms and addresses tell it."""
    match at:
        case ((ax, ay), (bx, by)):
            return f"{ax},{ay}-{bx},{by}"
    return f"{at[0]},{at[1]}"


def _number(player: int | None) -> str:
    return "" if player is None else str(player)


def board_data(board: Board) -> dict[str, Any]:
    """What the script needs to turn a tap into a place of a board."""
    kinds = {ask.kind for ask in board.asks}
    return {
        "name": board.name,
        "x": board.origin_mm[0],
        "y": board.origin_mm[1],
        "pitch": board.pitch_mm,
        "columns": board.columns,
        "rows": board.rows,
        "points": board.grid is Grid.POINTS,
        "strokes": bool(kinds & {Kind.CHAIN, Kind.OUTLINE, Kind.BAR, Kind.JOIN}),
    }

"""The use cases: judge a position, list its moves, give a hint - and say it as text or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Game
from companion.options import render_options
from companion.position import Alternatives, Highlight, Hint, Move, Outcome, Place, Position, Problem, Score
from companion.text import Text, join, same
from printables.marks import Kind


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What a photo told about the printed sheet; `residual_mm` is how far the flattened print lies off."""

    serial: str
    paper: str
    tags_seen: int
    residual_mm: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """A mark not read for sure: where, as what, what else it may be, and which problems that would settle."""

    where: Place | tuple[Place, Place]
    read: str
    other: str
    confidence: float
    board: str = ""
    kind: Kind = Kind.POINT
    settles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the referee says about one position; the last three fields are filled in from a photo."""

    game: Game[Any, Any]
    options: object
    position: Position
    score: Score | None
    turn: int | None
    outcome: Outcome | None
    problems: tuple[Problem, ...]
    alternatives: Alternatives
    sheet: SheetFacts | None = None
    corners_px: tuple[tuple[float, float], ...] = ()
    doubtful: tuple[Doubt, ...] = ()

    @property
    def has_problems(self) -> bool:
        """Whether anything on the paper breaks the rules; notes do not count."""
        return any(not problem.is_note for problem in self.problems)

    def to_json(self, lang: str) -> dict[str, Any]:
        """The report with the field names of `read --json`."""
        return {
            "game": self.game.name,
            "options": dict(render_options(self.options)),
            "sheet": None if self.sheet is None else _sheet_json(self.sheet),
            "corners_px": [list(corner) for corner in self.corners_px],
            "position": str(self.position),
            "score": None if self.score is None else dict(self.score),
            "turn": self.game.player_key(self.turn),
            "turn_reason": None if (reason := self.turn_reason()) is None else reason(lang),
            "outcome": None if self.outcome is None else self._outcome_json(self.outcome, lang),
            "problems": [problem_json(problem, lang) for problem in self.problems],
            "doubtful": [_doubt_json(doubt) for doubt in self.doubtful],
            "alternatives": [dict(score) for score in self.alternatives.scores],
            "alternatives_complete": self.alternatives.is_complete,
        }

    def to_text(self, lang: str) -> str:
        """The report for people, a few lines."""
        return "\n".join(line(lang) for line in self._lines())

    def to_lines(self, lang: str) -> list[str]:
        """Score and verdict with its reason, for a page that shows the board itself."""
        reason = self.turn_reason()
        lines = [*self._score_lines(), self.verdict(), *([] if reason is None else [reason])]
        return [line(lang) for line in lines]

    def summary(self, lang: str) -> str:
        """Score, turn or outcome, and the number of problems and doubts, in one line."""
        parts = [*self._score_lines()[:1], self.verdict()]
        codes = list(dict.fromkeys(problem.code for problem in self.problems if not problem.is_note))
        parts.append(PROBLEMS.fill(codes=", ".join(codes)) if codes else NO_PROBLEMS)
        if self.doubtful:
            parts.append(DOUBTS.fill(number=len(self.doubtful)))
        return f"{self.game.title(lang)}. " + ". ".join(part(lang).rstrip(".") for part in parts) + "."

    def _lines(self) -> list[Text]:
        lines = [
            self.game.title,
            same(self.game.picture(self.position)),
            *self._score_lines(),
            self.verdict(),
        ]
        if (reason := self.turn_reason()) is not None:
            lines.append(reason)
        return [*lines, *problem_lines(self.problems), *doubt_lines(self)]

    def turn_reason(self) -> Text | None:
        """Why it is that player's turn, or the question that would settle it."""
        return None if self.outcome is not None else self.game.turn_reason(self.position)

    def _score_lines(self) -> list[Text]:
        if self.score is not None:
            return [SCORE.fill(score=_score_text(self.game, self.score))]
        shown = self.alternatives.scores[:MOST_ALTERNATIVES]
        more = "" if len(shown) == len(self.alternatives.scores) and self.alternatives.is_complete else " ..."
        either = join([_score_text(self.game, score) for score in shown], " | ")
        return [OPEN_SCORE.fill(scores=either + same(more)), *self.alternatives.texts]

    def verdict(self) -> Text:
        """Who has won, or whose turn it is."""
        if self.outcome is not None:
            winner = self.outcome.winner
            head = DRAW if winner is None else WON.fill(player=self.game.players[winner].title)
            return head + same(": ") + self.outcome.reason
        if self.turn is None:
            return UNKNOWN_TURN
        return TURN.fill(player=self.game.players[self.turn].title)

    def _outcome_json(self, outcome: Outcome, lang: str) -> dict[str, Any]:
        return {
            "winner": self.game.player_key(outcome.winner),
            "is_draw": outcome.is_draw,
            "reason": outcome.reason(lang),
        }


def judge(game: Game[Any, Any], position: Any) -> Report:
    """Problems, score, turn and outcome of a position."""
    options = getattr(position, "options", game.options())
    return Report(
        game=game,
        options=options,
        position=position,
        score=game.score(position),
        turn=position.turn,
        outcome=position.outcome(),
        problems=position.problems(),
        alternatives=game.alternatives(position),
    )


def problem_lines(problems: Sequence[Problem]) -> list[Text]:
    """Problems and notes, one line each, or that there are none."""
    lines = [
        (NOTE if problem.is_note else PROBLEM).fill(code=problem.code, text=problem.text)
        for problem in problems
    ]
    return lines or [NO_PROBLEMS]


def doubt_lines(report: Report) -> list[Text]:
    """The marks of a photo that were not read for sure, the least sure first; not all of very many."""
    lines = [
        DOUBT.fill(
            where=report.game.spot_name(doubt.where),
            read=_choice_words(doubt.read),
            other=_choice_words(doubt.other),
            sure=doubt.confidence,
        )
        + (SETTLES.fill(codes=", ".join(doubt.settles)) if doubt.settles else same(""))
        for doubt in sorted(report.doubtful, key=lambda doubt: doubt.confidence)
    ]
    if len(lines) <= MOST_DOUBTS + 1:
        return lines
    return [*lines[:MOST_DOUBTS], MORE_DOUBTS.fill(number=len(lines) - MOST_DOUBTS)]


def doubts_json(report: Report) -> list[dict[str, Any]]:
    """The marks of a photo that were not read for sure, as in `read --json`."""
    return [_doubt_json(doubt) for doubt in report.doubtful]


def hint_json(game: Game[Any, Any], hint: Hint | None, lang: str) -> dict[str, Any] | None:
    """A hint with the move as `[x, y]`, a stroke as `[[x, y], [x, y]]`."""
    if hint is None:
        return None
    return {
        "move": list(hint.move),
        "value": hint.value,
        "reason": hint.reason(lang),
        "best": [list(move) for move in hint.best or (hint.move,)],
        "shows": [_highlight_json(game, one) for one in hint.shows],
        "remarks": [
            {"text": remark.text(lang), "shows": [_highlight_json(game, one) for one in remark.shows]}
            for remark in hint.remarks
        ],
    }


def _highlight_json(game: Game[Any, Any], highlight: Highlight) -> dict[str, Any]:
    return {
        "player": game.player_key(highlight.player),
        "corners": [list(corner) for corner in highlight.corners],
        **({"board": highlight.board} if highlight.board else {}),
        **({"label": highlight.label} if highlight.label else {}),
    }


def hint_text(game: Game[Any, Any], position: Any, hint: Hint | None) -> Text:
    """A hint in words."""
    if hint is None:
        return NO_HINT
    value = same("" if hint.value is None else f" [{hint.value}]")
    move = game.place_name(position, hint.move) + same(": ") + hint.reason + value
    return join([move, *(remark.text for remark in hint.remarks)], "\n- ")


def moves_text(game: Game[Any, Any], position: Any, moves: Sequence[Move]) -> Text:
    """Legal moves by name, one line."""
    if not moves:
        return NO_MOVES
    names = [game.place_name(position, move) for move in moves]
    return Text(en="; ".join(name.en for name in names), ru="; ".join(name.ru for name in names))


def problem_json(problem: Problem, lang: str) -> dict[str, Any]:
    """A problem as in `read --json`."""
    shown: dict[str, Any] = {
        "code": problem.code,
        "where": [list(place) for place in problem.where],
        "text": problem.text(lang),
    }
    if problem.board:
        shown["board"] = problem.board
    if problem.is_note:
        shown["is_note"] = True
    return shown


def _doubt_json(doubt: Doubt) -> dict[str, Any]:
    where = [list(part) if isinstance(part, tuple) else part for part in doubt.where]
    shown: dict[str, Any] = {
        "where": where,
        "read": doubt.read,
        "other": doubt.other,
        "confidence": round(doubt.confidence, 4),
    }
    if doubt.board:
        shown["board"] = doubt.board
    if doubt.settles:
        shown["settles"] = list(doubt.settles)
    return shown


def _sheet_json(sheet: SheetFacts) -> dict[str, Any]:
    return {
        "serial": sheet.serial,
        "paper": sheet.paper,
        "tags_seen": sheet.tags_seen,
        "residual_mm": round(sheet.residual_mm, 3),
    }


def _choice_words(choice: str) -> Text:
    """`dot R` in both languages."""
    symbol, _, player = choice.partition(" ")
    return SYMBOLS.get(symbol, same(symbol)) + same(f" {player}" if player else "")


def _score_text(game: Game[Any, Any], score: Score) -> Text:
    names = {player.key: player.title for player in game.players} | dict(game.score_names)
    return join([names.get(key, same(key)) + same(f" {value:g}") for key, value in score.items()])


MOST_ALTERNATIVES = 6
"""Alternative scores named in a text; JSON has them all."""

SCORE = Text(en="Score: {score}", ru="Счёт: {score}")
OPEN_SCORE = Text(en="Score, one of: {scores}", ru="Счёт, одно из: {scores}")
TURN = Text(en="To move: {player}", ru="Ход: {player}")
UNKNOWN_TURN = Text(
    en="To move: not known (tick on the sheet who began)",
    ru="Чей ход — неизвестно (отметьте на листе, кто начинал)",
)
WON = Text(en="{player} wins", ru="Выигрывает {player}")
DRAW = Text(en="Draw", ru="Ничья")
PROBLEM = Text(en="Problem {code}: {text}", ru="Ошибка {code}: {text}")
NOTE = Text(en="Note {code}: {text}", ru="Заметка {code}: {text}")
PROBLEMS = Text(en="Problems: {codes}", ru="Ошибки: {codes}")
DOUBTS = Text(en="Doubtful marks: {number}", ru="Сомнительных знаков: {number}")
NO_PROBLEMS = Text(en="No problems found.", ru="Ошибок нет.")
DOUBT = Text(
    en="Not sure at {where}: read {read}, may be {other} (confidence {sure:.2f})",
    ru="Сомнение в {where}: прочитано «{read}», может быть «{other}» (уверенность {sure:.2f})",
)
MOST_DOUBTS = 8
"""Doubtful marks named in a text, the least sure ones; JSON and pictures have them all."""

MORE_DOUBTS = Text(en="... and {number} more doubtful marks", ru="... и ещё сомнительных знаков: {number}")
SETTLES = Text(en="; that would settle {codes}", ru="; тогда исчезнет {codes}")
SYMBOLS = {
    "nothing": Text(en="nothing", ru="пусто"),
    "dot": Text(en="dot", ru="точка"),
    "cross": Text(en="cross", ru="крестик"),
    "nought": Text(en="nought", ru="нолик"),
    "filled": Text(en="filled", ru="закрашено"),
    "hatched": Text(en="hatched", ru="заштриховано"),
    "line": Text(en="line", ru="линия"),
    "crooked": Text(en="crooked line", ru="кривая линия"),
    "astray": Text(en="line that ends at no point", ru="линия мимо точки"),
}
NO_HINT = Text(
    en="No hint: the game is over, or it is not known whose turn it is.",
    ru="Подсказки нет: игра окончена или неизвестно, чей ход.",
)
NO_MOVES = Text(en="No legal moves.", ru="Ходов нет.")

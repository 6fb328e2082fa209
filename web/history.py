"""The history of a printed sheet: all photos of one serial, what came between them, the score over time, a replay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from companion import questions
from companion.errors import CompanionError
from companion.game import Game
from companion.position import Problem
from companion.questions import Answer, Source
from companion.same_places import as_drawn
from companion.text import Text, join
from printables.marks import Mark, Symbol
from printables.pens import colour_of
from web import visitor, words
from web.languages import current_lang
from web.results import found_sheet, found_upload, hidden
from web.reviews import Fact, Sheet, board_svgs
from web.storage.store import current_store

pages = Blueprint("history", __name__, url_prefix="/results")

QUESTION = "photos"
"""What a game is asked about several photos of one sheet."""

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Step:
    """One photo of the sheet: when, what it shows, and what is new since the one before."""

    sheet: Sheet
    when: datetime
    added: Text | None
    gone: Text | None
    boards: list[tuple[Any, Markup]]


@pages.get("/<token>/<int(min=1, max=99):number>/<int(min=1, max=99):place>/history")
def sheet_history(token: str, number: int, place: int) -> Response:
    """All that this visitor has sent of the same sheet."""
    sheet = found_sheet(token, number, place)
    is_own = _is_own(sheet)
    steps = _steps(sheet, is_own=is_own)
    answer, trouble = _asked(sheet.game, steps)
    page = render_template(
        "history.html",
        sheet=sheet,
        steps=steps,
        is_own=is_own,
        answer=answer,
        trouble=trouble,
        pair_problems=_pair_problems(steps, answer),
        plot=plot(sheet.game, [list(step.sheet.score) for step in steps]),
    )
    return hidden(Response(page))


def _is_own(sheet: Sheet) -> bool:
    """Whether this browser sent the sheet."""
    sender = found_upload(sheet.token).visitor
    return sender is not None and sender == visitor.known_name()


def _steps(sheet: Sheet, *, is_own: bool) -> list[Step]:
    """The photos of the sheet, the oldest first; those of other uploads only for whoever sent them."""
    if sheet.row.serial is None:
        return []
    upload = found_upload(sheet.token)
    if is_own and upload.visitor is not None:
        rows = current_store().history(upload.visitor, sheet.game.name, sheet.row.serial)
        sheets = [
            (Sheet(row, row.photo.upload.token, row.photo.number), row.photo.upload.created) for row in rows
        ]
    else:
        sheets = [
            (Sheet(row, upload.token, photo.number), upload.created)
            for photo in upload.photos
            for row in photo.positions
            if row.serial == sheet.row.serial and row.game == sheet.game.name
        ]
    steps: list[Step] = []
    for one, when in sheets:
        if one.row.group != sheet.row.group:
            continue
        before = steps[-1].sheet if steps else None
        boards = board_svgs(one.game, one.position, one.report.problems, f"step{len(steps)}")
        steps.append(Step(one, when, _new(before, one), _new(one, before) if before else None, boards))
    return steps


def _new(before: Sheet | None, now: Sheet | None) -> Text | None:
    """What stands on the later sheet and not on the earlier one."""
    if before is None or now is None:
        return None
    old = {_drawn(mark) for mark in before.review.marks}
    again = as_drawn(before.review.marks, now.review.marks)
    new = [
        mark
        for mark, moved in zip(now.review.marks, again, strict=True)
        if mark.symbol is not Symbol.NOTHING and _drawn(moved) not in old
    ]
    if not new:
        return None
    names = [now.place_text(mark.board, mark.at) for mark in new[:MOST_NAMED]]
    if len(new) > MOST_NAMED:
        names.append(words.AND_MORE)
    return join(list(dict.fromkeys(names)))


def _drawn(mark: Mark) -> tuple[Any, ...]:
    return (mark.board, mark.kind, mark.at, mark.player)


def _asked(game: Game[Any, Any], steps: list[Step]) -> tuple[Answer | None, Text | None]:
    """What the game says of the photos together, or why it cannot."""
    if QUESTION not in game.questions or len(steps) < 2:
        return None, None
    sources = [Source(f"{n}", step.sheet.position, step.sheet.report) for n, step in enumerate(steps, 1)]
    try:
        return questions.ask(game.questions[QUESTION], sources, steps[0].sheet.options, {}, None), None
    except CompanionError as error:
        return None, error.text


def _pair_problems(steps: list[Step], answer: Answer | None) -> list[Problem]:
    """Problems that no photo shows by itself."""
    if answer is None:
        return []
    alone = {(one.code, one.where) for step in steps for one in step.sheet.report.problems}
    return [one for one in answer.problems if (one.code, one.where) not in alone]


# --- the score over time ------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 320.0, 130.0, 26.0, 12.0, 12.0, 22.0


def plot(game: Game[Any, Any], scores: list[list[Fact]]) -> Markup | None:
    """The players' points from photo to photo as a small picture; `None` with nothing to compare."""
    lines: dict[int, list[tuple[int, float]]] = {}
    for photo, facts_then in enumerate(scores):
        for fact in facts_then:
            if fact.player is not None:
                lines.setdefault(fact.player, []).append((photo, float(fact.value)))
    if len(scores) < 2 or not lines:
        return None
    most = max(1.0, *(value for line in lines.values() for _, value in line))
    step = (WIDTH - LEFT - RIGHT) / (len(scores) - 1)
    high = (HEIGHT - TOP - BOTTOM) / most
    base = HEIGHT - BOTTOM
    shapes = [
        f'<path class="axis" d="M{LEFT} {TOP}V{base}H{WIDTH - RIGHT}"/>',
        f'<text x="{LEFT - 5}" y="{TOP + 5}" text-anchor="end">{most:g}</text>',
        f'<text x="{LEFT - 5}" y="{base}" text-anchor="end">0</text>',
    ]
    shapes += [
        f'<text x="{LEFT + n * step:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{n + 1}</text>'
        for n in range(len(scores))
    ]
    for player, line in lines.items():
        points = [(LEFT + n * step, base - value * high) for n, value in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour = colour_of(player)
        shapes.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        shapes += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points]
    label = _spoken(game, scores)
    return Markup('<svg viewBox="0 0 {:g} {:g}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, HEIGHT, label, Markup("".join(shapes))
    )


def _spoken(game: Game[Any, Any], scores: list[list[Fact]]) -> str:
    """The plot in words."""
    lang = current_lang()
    told = [
        f"{n}: " + ", ".join(f"{fact.label[lang]} {fact.value}" for fact in one)
        for n, one in enumerate(scores, 1)
    ]
    return f"{words.SCORE_OVER_TIME[lang]}. " + "; ".join(told)

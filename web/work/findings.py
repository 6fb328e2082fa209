"""From a photo's report to what is kept of it: marks with their second choices, places, and pictures.

A position's `pictures` are
`{"flat": VIEW, "photo": FILE, "doubts": [{"board", "at", "file"}], "names": [VIEW + {"player"}]}` with
`VIEW = {"file", "box_mm": [left, top, right, bottom], "px_per_mm"}`: on a view, millimetres of the sheet are
straight lines. Places of doubtful marks are the ones of `marks`.

A photo's `squares` are `{"file", "size_px", "papers": [{"crossings_px", "is_there"}], "fields": [{"game", "fit",
"why", "paper", "sides"}], "is_sure"}`: what `companion.seen_squares` says, pixels those of the photo itself, not of
`file`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion import cutouts, flat_views
from companion.found import Found, PhotoReport
from companion.options import render_options
from companion.seen_squares import SeenField
from companion.text import LANGUAGES
from printables.layout import Board
from printables.marks import Choice, Mark
from web.storage.outcome import Finding, Outcome

MOST_CUT_OUTS = 40
"""Doubtful marks kept with a piece of the photo; a photo with more is to be taken again."""


def outcome_of(report: PhotoReport, name: str) -> Outcome:
    """What is kept of a photo; the names of its pictures begin with `name`."""
    timings = {stage: round(spent, 1) for stage, spent in report.timings_ms}
    shown = {lang: report.to_json(lang, with_marks=True) for lang in LANGUAGES}
    contents: dict[str, bytes] = {}
    squares = _squares_json(report, name, contents)
    if report.error is not None:
        small = cutouts.thumbnail(report)
        files = {} if small is None else {"thumbnail": _keep(contents, f"{name}-small.jpg", small)}
        return Outcome(report.error_code, report.error, (), files, shown, timings, contents, squares)
    annotated, pieces = cutouts.annotated(report, report.found)
    whole = _keep(contents, f"{name}-annotated.jpg", annotated)
    findings = []
    for place, (found, piece) in enumerate(zip(report.found, pieces, strict=True), 1):
        prefix = f"{name}-{place}"
        pictures = _pictures(report, found, prefix, contents)
        if piece is not None:
            pictures["photo"] = _keep(contents, f"{prefix}-photo.jpg", piece)
        findings.append(_finding(found, pictures))
    files = {"annotated": whole}
    return Outcome(None, None, tuple(findings), files, shown, timings, contents, squares)


def _finding(found: Found, pictures: dict[str, Any]) -> Finding:
    report = found.report
    facts = report.sheet
    sheet = None
    if facts is not None and found.reading is not None:
        sheet = asdict(facts) | {"lang": found.reading.sheet.lang}
    return Finding(
        game=report.game.name,
        options=dict(render_options(report.options)),
        serial=None if facts is None else facts.serial,
        sheet=sheet,
        group=found.boards[0].group,
        begins=None if found.reading is None else found.reading.begins,
        notation=str(report.position),
        marks=[mark_json(mark) for mark in found.marks],
        boards=[_board_json(board) for board in found.boards],
        corners_px=[list(corner) for corner in report.corners_px],
        pictures=pictures,
    )


def mark_json(mark: Mark) -> dict[str, Any]:
    """A mark as it is kept, its second choice included."""
    return {
        "board": mark.board,
        "kind": mark.kind.value,
        "at": _plain(mark.at),
        "symbol": mark.symbol.value,
        "player": mark.player,
        "colour": mark.colour,
        "confidence": round(float(mark.confidence), 5),
        "other": None if mark.other is None else _choice_json(mark.other),
    }


def _choice_json(choice: Choice) -> dict[str, Any]:
    return {"symbol": choice.symbol.value, "player": choice.player}


def _board_json(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "grid": board.grid.value,
        "origin_mm": list(board.origin_mm),
        "pitch_mm": board.pitch_mm,
        "columns": board.columns,
        "rows": board.rows,
        **({"loose_mm": [list(point) for point in board.loose]} if board.loose else {}),
        **({"drawn": board.drawn} if board.is_drawn else {}),
    }


def _plain(at: Sequence[Any]) -> list[Any]:
    return [list(part) if isinstance(part, tuple) else part for part in at]


# --- squared paper -------------------------------------------------------------------------------------


def _squares_json(report: PhotoReport, name: str, contents: dict[str, bytes]) -> dict[str, Any] | None:
    """The squared paper with a picture of the photo; `None` where there is none, or no photo."""
    squares, page = report.squares, cutouts.whole_photo(report)
    if squares is None or page is None:
        return None
    return {
        "file": _keep(contents, f"{name}-page.jpg", page),
        "size_px": list(squares.size_px),
        "papers": [paper.to_json() for paper in squares.papers],
        "fields": [_field_json(field) for field in squares.fields],
        "is_sure": squares.is_sure,
    }


def _field_json(field: SeenField) -> dict[str, Any]:
    return {
        "game": field.game.name,
        "fit": round(float(field.fit), 3),
        "why": {lang: field.why(lang) for lang in LANGUAGES},
        "paper": field.paper,
        "sides": None if field.sides is None else list(field.sides),
    }


# --- pictures -----------------------------------------------------------------------------------------


def _pictures(report: PhotoReport, found: Found, prefix: str, contents: dict[str, bytes]) -> dict[str, Any]:
    flat = flat_views.flat_board(report, found)
    doubts = []
    for number, doubt in enumerate(found.report.doubtful[:MOST_CUT_OUTS], 1):
        if (piece := cutouts.cut_mark(report, found, doubt)) is not None:
            name = _keep(contents, f"{prefix}-doubt-{number}.jpg", piece)
            doubts.append({"board": doubt.board, "at": _plain(doubt.where), "file": name})
    names = [
        _view_json(view, _keep(contents, f"{prefix}-name-{player}.jpg", view.jpeg))
        | {"player": player, "is_written": flat_views.is_written_on(view)}
        for player, view in flat_views.written_names(found)
    ]
    return {
        "flat": _view_json(flat, _keep(contents, f"{prefix}-flat.jpg", flat.jpeg)),
        "doubts": doubts,
        "names": names,
    }


def _view_json(view: flat_views.FlatView, file: str) -> dict[str, Any]:
    return {
        "file": file,
        "box_mm": [round(edge, 3) for edge in view.box_mm],
        "px_per_mm": round(view.px_per_mm, 5),
    }


def _keep(contents: dict[str, bytes], name: str, content: bytes) -> str:
    contents[name] = content
    return name

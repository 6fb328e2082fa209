"""A sheet's places as JSON, for other programs: page, tags, codes, boards and legend boxes, all in mm."""

from __future__ import annotations

from typing import Any

from printables.layout import Board, Code, Legend, Sheet, Tag


def layout(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain lists, numbers and texts; `origin_mm` is point (0, 0) or the corner of cell (0, 0)."""
    return {
        "game": sheet.game,
        "options": dict(sheet.options),
        "serial": sheet.serial,
        "page_mm": list(sheet.page_mm),
        "tags": [_tag(tag) for tag in sheet.tags],
        "codes": [_code(code) for code in sheet.codes],
        "boards": [_board(board) for board in sheet.boards],
        "legends": [_legend(legend) for legend in sheet.legends],
    }


def _tag(tag: Tag) -> dict[str, Any]:
    return {"id": tag.id, "corners_mm": [_rounded(corner) for corner in tag.corners_mm]}


def _code(code: Code) -> dict[str, Any]:
    return {"form": code.form.value, "box_mm": _rounded(code.box_mm), "text": code.text}


def _board(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "kind": board.grid.value,
        "origin_mm": _rounded(board.origin_mm),
        "pitch_mm": round(board.pitch_mm, 3),
        "columns": board.columns,
        "rows": board.rows,
        **({"loose_mm": [_rounded(point) for point in board.loose]} if board.loose else {}),
        **({"drawn": board.drawn} if board.is_drawn else {}),
    }


def _legend(legend: Legend) -> dict[str, Any]:
    return {
        "player": legend.player,
        "purpose": legend.purpose.value,
        "box_mm": _rounded(legend.box_mm),
    }


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, 3) for number in numbers]

"""A position as one printed page: the score, the photo, the clean board, what is wrong, and the notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.game import Game
from companion.position import Hint
from companion.referee import Report
from companion.text import Text

if TYPE_CHECKING:
    from printables.layout import Board, Label

PAGE_MM = (210.0, 297.0)
LEFT, RIGHT, TOP, BOTTOM = 16.0, 194.0, 20.0, 284.0
PICTURES_MM = 105.0
"""Height of the row with the photo and the boards at most."""
GAP = 6.0
TITLE_MM, VERDICT_MM, TEXT_MM, SMALL_MM = 7.0, 4.6, 3.6, 3.0
LEADING = 1.4
MOST_LETTERS = 1200
"""Of the notation; longer ones are cut."""


def report_page(
    game: Game[Any, Any], report: Report, *, lang: str, heading: str, jpeg: bytes | None, hint: Hint | None
) -> bytes:
    """The PDF of the page; `heading` stands under the title, `jpeg` is the flattened photo."""
    from printables.layout import Sheet
    from printables.pdf import Inset, Photo, report_pdf

    top = TOP + TITLE_MM
    shapes = list(_labels([(game.title(lang), TITLE_MM, True), (heading, SMALL_MM, False)], top))
    verdict = [(line, VERDICT_MM, True) for line in report.to_lines(lang)]
    start = top + TITLE_MM * LEADING + SMALL_MM + GAP
    shapes += _labels(verdict, start)
    pictures_top = start + sum(_height(*line) for line in verdict) + 2.0
    sheet: Sheet = game.sheet(report.options, paper="a4", lang=lang, serial=0)
    boards = [board.name for board in sheet.boards if board.group == sheet.boards[0].group]
    views = len(boards) + (jpeg is not None)
    width = (RIGHT - LEFT - GAP * (views - 1)) / views
    tall = max(_ratio_of(jpeg), *(_ratio(sheet.board(name)) for name in boards))
    pictures_bottom = pictures_top + min(PICTURES_MM, tall * width)
    boxes = [
        (LEFT + n * (width + GAP), pictures_top, LEFT + n * (width + GAP) + width, pictures_bottom)
        for n in range(views)
    ]
    photos = [] if jpeg is None else [Photo(jpeg, boxes.pop(0))]
    marks = game.ink(report.position)
    insets = [Inset(sheet, name, marks, box) for name, box in zip(boards, boxes, strict=True)]
    shapes += _labels(list(_lines(game, report, hint, lang)), pictures_bottom + GAP + TEXT_MM)
    return report_pdf(f"{game.title(lang)} - {heading}", PAGE_MM, shapes, insets, photos)


def _ratio(board: Board) -> float:
    """Height of a board by its width."""
    left, top, right, bottom = board.box_mm
    return (bottom - top) / (right - left)


def _ratio_of(jpeg: bytes | None) -> float:
    if jpeg is None:
        return 0.0
    import io

    from PIL import Image

    with Image.open(io.BytesIO(jpeg)) as picture:
        return picture.height / picture.width


def _lines(
    game: Game[Any, Any], report: Report, hint: Hint | None, lang: str
) -> Iterator[tuple[str, float, bool]]:
    """What is written under the pictures: text, size in mm, bold or not."""
    faults = [problem for problem in report.problems if not problem.is_note]
    if not faults:
        yield NO_PROBLEMS(lang), TEXT_MM, True
    else:
        yield PROBLEMS(lang), TEXT_MM, True
    for problem in (*faults, *(problem for problem in report.problems if problem.is_note)):
        yield "• " + problem.text(lang), TEXT_MM, False
    if report.doubtful:
        yield DOUBTS.fill(number=len(report.doubtful))(lang), TEXT_MM, False
    if hint is not None:
        move = game.place_name(report.position, hint.move)(lang)
        yield HINT.fill(move=move, reason=hint.reason)(lang), TEXT_MM, False
    text = str(report.position)
    yield text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "...", SMALL_MM, False


def _labels(lines: list[tuple[str, float, bool]], top: float) -> Iterator[Label]:
    """The lines one under the other, wrapped, as far as there is room on the page."""
    from printables.layout import Label

    y = top
    for text, size, is_bold in lines:
        for row in _rows(text, size, is_bold):
            if y > BOTTOM:
                return
            yield Label(row, (LEFT, y), size, is_bold=is_bold)
            y += size * LEADING


def _height(text: str, size: float, is_bold: bool) -> float:
    return len(_rows(text, size, is_bold)) * size * LEADING


def _rows(text: str, size: float, is_bold: bool) -> list[str]:
    """A paragraph broken into rows; words that are wider than the page are broken too."""
    from printables.typeset import width_mm, wrap

    rows = []
    for row in wrap(text, size, RIGHT - LEFT, is_bold=is_bold):
        while width_mm(row, size, is_bold=is_bold) > RIGHT - LEFT:
            fits = int(len(row) * (RIGHT - LEFT) / width_mm(row, size, is_bold=is_bold) * 0.95)
            rows.append(row[:fits])
            row = row[fits:]
        rows.append(row)
    return rows


PROBLEMS = Text(en="Against the rules:", ru="Не по правилам:")
NO_PROBLEMS = Text(en="Nothing breaks the rules.", ru="Ошибок нет, всё по правилам.")
DOUBTS = Text(en="Marks not read for sure: {number}.", ru="Знаков, прочитанных не наверняка: {number}.")
HINT = Text(en="A good move: {move} – {reason}", ru="Хороший ход: {move} — {reason}")

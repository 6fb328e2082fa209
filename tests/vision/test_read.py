"""From a pretend photo to marks."""

from __future__ import annotations

import numpy as np
import pytest

from companion.doubts import DOUBTFUL
from printables.layout import Sheet
from printables.marks import Mark, Symbol
from samples.levels import Level
from samples.pretend import pretend_photo
from tests.vision.sheets import GAMES, marks_of, photo_of, sheet_of
from vision.errors import SheetCropped
from vision.photo import Photo, decode_photo
from vision.read import Reading, Stopwatch, read_sheets


def read(photo: Photo, sheet: Sheet) -> list[Reading]:
    return list(read_sheets(photo, lambda sighting: sheet, Stopwatch({})).readings)


def shown(marks: tuple[Mark, ...] | list[Mark]) -> set[tuple[object, ...]]:
    return {(m.board, m.kind, m.at, m.symbol, m.player) for m in marks if m.symbol is not Symbol.NOTHING}


@pytest.mark.parametrize("game", GAMES)
def test_an_easy_photo_is_read_and_nothing_wrong_is_silent(game: str) -> None:
    marks = [
        mark for reading in read(decode_photo(photo_of(game).data), sheet_of(game)) for mark in reading.marks
    ]
    wrong = shown(marks) ^ shown(marks_of(game, 5))
    doubtful = {(mark.board, mark.kind, mark.at) for mark in marks if mark.confidence < DOUBTFUL}
    assert len(wrong) <= 0.02 * len(marks_of(game, 5))
    assert {spot[:3] for spot in wrong} <= doubtful


def test_every_mark_says_how_sure_it_is() -> None:
    (reading,) = read(decode_photo(photo_of("dots").data), sheet_of("dots"))
    for mark in reading.marks:
        assert 0 <= mark.confidence <= 1
        assert mark.other is not None and mark.other != mark.choice


@pytest.mark.parametrize("begins", [0, 1, None])
def test_who_begins(begins: int | None) -> None:
    shot = pretend_photo(
        sheet_of("dots"), marks_of("dots", 5), level=Level.EASY, seed=6, begins=begins, long_px=2000
    )
    (reading,) = read(decode_photo(shot.data), sheet_of("dots"))
    assert reading.begins == begins


def test_an_empty_sheet_has_no_marks() -> None:
    for game in GAMES:
        shot = pretend_photo(sheet_of(game), (), level=Level.EASY, seed=7, fills_legend=False, long_px=2000)
        for reading in read(decode_photo(shot.data), sheet_of(game)):
            assert shown(reading.marks) == set()


def test_half_a_sheet_is_refused() -> None:
    shot = photo_of("dots")
    picture = decode_photo(shot.data).picture
    middle = shot.to_px(np.array([[110.0, 100.0]]))[0]
    edge = shot.to_px(np.array([[10.0, 100.0]]))[0]
    if abs(middle[0] - edge[0]) > abs(middle[1] - edge[1]):
        cut = picture[:, int(middle[0]) :] if edge[0] < middle[0] else picture[:, : int(middle[0])]
    else:
        cut = picture[int(middle[1]) :] if edge[1] < middle[1] else picture[: int(middle[1])]
    with pytest.raises(SheetCropped):
        read(Photo(np.ascontiguousarray(cut)), sheet_of("dots"))
